//! Text as Markdown that GitHub, GitLab and Confluence render literally.
//!
//! A backslash escapes a character's meaning in Markdown itself, but not what these sites look for afterwards in the
//! rendered text: URLs, `@user`, `#1`, `GH-1`, `:smile:`. They leave code alone, so such a word becomes code.

/// Text within a line: a table cell.
pub fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars() {
        // Characters that a code span in a table cell cannot contain also split words.
        if c.is_whitespace() || c.is_control() || matches!(c, '|' | '\\' | '`') {
            put_word(&mut out, &word);
            word.clear();
            put(&mut out, if c.is_control() { ' ' } else { c }, None);
        } else {
            word.push(c);
        }
    }
    put_word(&mut out, &word);
    out
}

/// Text as a separate paragraph: nothing at its start turns it into a heading, list or quotation.
pub fn paragraph(text: &str) -> String {
    let line = inline(text.trim_start());
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    match line.split_at_checked(digits) {
        Some((number, rest)) if digits > 0 && rest.starts_with(['.', ')']) => format!("{number}\\{rest}"),
        _ if line.starts_with(['-', '+', '=', '#']) => format!("\\{line}"),
        _ => line,
    }
}

fn put_word(out: &mut String, word: &str) {
    if is_looked_for(word) {
        out.extend(["`", word, "`"]);
    } else {
        let mut rest = word.chars();
        while let Some(c) = rest.next() {
            put(out, c, rest.clone().next());
        }
    }
}

fn put(out: &mut String, c: char, next: Option<char>) {
    let always = matches!(c, '|' | '\\' | '<' | '>' | '`' | '*' | '_' | '[' | ']' | '~' | '{' | '}');
    // `80 %` and `R & D` need no escape.
    let before_more = matches!(c, '&' | '!' | '$' | '^' | '%');
    if always || (before_more && next.is_some_and(|c| c.is_alphanumeric() || matches!(c, '#' | '$' | '"' | '['))) {
        out.push('\\');
    }
    out.push(c);
}

/// Whether a site turns a word into something else even if its characters are escaped.
fn is_looked_for(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let starts = |after: &str| after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '"' | '_' | '-'));
    let before_name = |sign: char| word.split(sign).skip(1).any(starts);
    let ticket = |prefix: &str| word.split(prefix).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let changed = ["{+", "{-", "[+", "[-", "+}", "-}", "+]", "-]"];
    before_name('@')
        || before_name('#')
        || ticket("gh-")
        || ticket("gl-")
        || is_address(&word)
        || is_emoji(&word)
        || changed.iter().any(|mark| word.contains(mark))
}

/// A URL, with or without its scheme: `https://…`, `mailto:…`, `www.…`, `example.com`.
fn is_address(word: &str) -> bool {
    let schemes = ["://", "mailto:", "xmpp:", "www."];
    let is_name = |part: &str| part.chars().next_back().is_some_and(char::is_alphanumeric);
    let is_domain = |rest: &str| rest.chars().take_while(char::is_ascii_alphabetic).count() >= 2;
    let ends = word.match_indices('.').map(|(at, _)| word.split_at(at));
    schemes.iter().any(|scheme| word.contains(scheme))
        || ends.into_iter().any(|(name, rest)| is_name(name) && is_domain(rest.get(1..).unwrap_or_default()))
}

/// A word between colons: `:smile:`.
fn is_emoji(word: &str) -> bool {
    let is_one = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_+-".contains(c));
    let parts: Vec<&str> = word.split(':').collect();
    parts.len() > 2 && parts.iter().skip(1).rev().skip(1).any(|part| is_one(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected Markdown of each text. By the GFM specification 0.29 a backslash before ASCII punctuation yields that
    /// character; mentions, references, URLs and emoji are detected in rendered text, but not inside code (GitHub's and
    /// GitLab's Markdown documentation).
    #[test]
    fn what_a_site_would_change_is_kept_as_it_is() {
        for (text, markdown) in [
            ("Own", "Own"),
            ("Offer A, 36 months", "Offer A, 36 months"),
            ("a b: c", "a b: c"),
            ("v1.2.3 3.5", "v1.2.3 3.5"),
            // Strikethrough, underline, bold, code, subscript, superscript, mathematics.
            ("~~x~~ ~y~", r"\~\~x\~\~ \~y\~"),
            ("*a* _b_ __c__", r"\*a\* \_b\_ \_\_c\_\_"),
            ("`a`", r"\`a\`"),
            ("H~2~O x^2^", r"H\~2\~O x\^2^"),
            ("$x$ $2.35", r"\$x$ \$2.35"),
            // URLs.
            ("https://example.org/a_b", "`https://example.org/a_b`"),
            ("see www.example.org.", "see `www.example.org.`"),
            ("HTTP://A", "`HTTP://A`"),
            ("example.com", "`example.com`"),
            ("me@example.com", "`me@example.com`"),
            ("mailto:me", "`mailto:me`"),
            ("[a](b)", r"\[a\](b)"),
            ("![a](b)", r"\!\[a\](b)"),
            ("<https://a>", "`<https://a>`"),
            ("<b>x</b> <!-- -->", r"\<b\>x\</b\> \<!-- --\>"),
            // People, tickets, labels, milestones, snippets, alerts.
            ("@user", "`@user`"),
            ("by @a/b-c, now", "by `@a/b-c,` now"),
            ("a @ b", "a @ b"),
            ("#1", "`#1`"),
            ("org/repo#12", "`org/repo#12`"),
            ("offer #1 of 2", "offer `#1` of 2"),
            ("# 1", "# 1"),
            ("GH-12 gl-3", "`GH-12` `gl-3`"),
            ("GH-x", "GH-x"),
            ("!1 %2 &3 ~bug ^alert#1", r"\!1 \%2 \&3 \~bug `^alert#1`"),
            ("80 % of R & D!", "80 % of R & D!"),
            ("$$x$$", r"\$\$x\$$"),
            // Entities and emoji.
            ("R&amp;D &lt;", r"R\&amp;D \&lt;"),
            (":smile:", "`:smile:`"),
            ("12:30 a::b", "12:30 a::b"),
            ("{+ a +}", "`{+` a `+}`"),
            ("{toc}", r"\{toc\}"),
            // Characters that separate cells and that code cannot contain.
            ("a|b", r"a\|b"),
            (r"a\|b", r"a\\\|b"),
            ("@a|@b", r"`@a`\|`@b`"),
            ("`@a`", r"\``@a`\`"),
            ("a\tb\nc", "a b c"),
        ] {
            assert_eq!(inline(text), markdown, "{text:?}");
        }
    }

    #[test]
    fn a_paragraph_begins_no_block() {
        for (text, markdown) in [
            ("- a", r"\- a"),
            ("+ a", r"\+ a"),
            ("# a", r"\# a"),
            ("> a", r"\> a"),
            ("* a", r"\* a"),
            ("=== a", r"\=== a"),
            ("~~~ a", r"\~\~\~ a"),
            ("1. a", r"1\. a"),
            ("12) a", r"12\) a"),
            ("    a", "a"),
            ("1.5 a", r"1\.5 a"),
            ("3 a", "3 a"),
        ] {
            assert_eq!(paragraph(text), markdown, "{text:?}");
        }
    }
}
