//! Text of people, fit to be shown.

/// Text without control and direction characters, cut to a number of characters: fit to be shown.
pub fn plain(text: &str, max_chars: usize) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{61c}')
    };
    let mut clean: String = text.chars().filter(|c| !hidden(*c)).take(max_chars + 1).collect();
    if clean.chars().count() > max_chars {
        clean = clean.chars().take(max_chars.saturating_sub(1)).collect::<String>() + "…";
    }
    clean
}
