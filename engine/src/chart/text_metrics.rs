//! Estimates of text width: no font is available here.

use crate::text::plain;

/// Width of a character, in pixels: that of the widest system fonts used for pages.
const GLYPH: f64 = 7.4;
/// Shortest length a name is cut to, in characters.
const FEWEST: usize = 8;

/// Approximate width of a text, in pixels.
pub fn guess(words: &str) -> f64 {
    crate::units::count(words.chars().count()) * GLYPH
}

fn held(room: f64) -> usize {
    (0..200).take_while(|n| f64::from(*n) * GLYPH <= room).count()
}

/// Text cut to a width in pixels.
pub fn cut(words: &str, room: f64) -> String {
    plain(words, held(room).max(FEWEST))
}

/// A name cut to a width in pixels. A parenthesised suffix, such as how an offer is paid, is kept.
pub fn named(name: &str, room: f64) -> String {
    let wider = name.bytes().filter(|b| b.is_ascii_uppercase() || b.is_ascii_digit()).count();
    let tail = name.split_once('(').map_or(0, |(_, tail)| tail.len() + 2);
    match held(room - crate::units::count(wider)) {
        fit if fit >= name.chars().count() || fit < tail + FEWEST => plain(name, fit.max(FEWEST)),
        fit => plain(name, fit - tail) + name.get(name.len() - tail..).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_cut_keeps_how_it_is_paid() {
        let name = "Azure Standard_ND96isr_H100_v5 (36 months committed)";
        assert_eq!(named(name, 500.0), name);
        assert_eq!(named(name, 300.0), "Azure Standard_N… (36 months committed)");
        assert_eq!(named(name, 150.0), "Azure Standard_ND9…");
        assert_eq!(named("Networking of the whole cluster", 100.0), "Networking of…");
        assert_eq!(named(name, 1.0), "Azure S…");
    }
}
