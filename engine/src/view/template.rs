//! Whole sentences with named slots for figures.

use super::{Piece, words};

/// A sentence from a text with slots: `{price}` takes the piece named `price`.
pub fn filled(text: &str, slots: &[(&str, Piece)]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(2 * slots.len() + 1);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else { break };
        if !before.is_empty() {
            pieces.push(words(before));
        }
        pieces.extend(slots.iter().find(|(slot, _)| *slot == name).map(|(_, piece)| piece.clone()));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(words(rest));
    }
    joined(pieces)
}

/// The same pieces, words that follow each other in one.
pub fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        match (found.last_mut(), piece) {
            (Some(Piece::Words(before)), Piece::Words(more)) => before.push_str(&more),
            (_, Piece::Words(text)) if text.is_empty() => {}
            (_, piece) => found.push(piece),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::filled;
    use crate::view::{Piece, Style, plain_text, words};

    #[test]
    fn slots_take_their_pieces_wherever_they_stand() {
        let slots = || [("own", Piece::Figure(2.0, Style::Count)), ("who", words("Acme"))];
        let said = |text| plain_text(&filled(text, &slots()), |value, _| value.to_string());
        assert_eq!(said("{who} charges {own}, not {own}."), "Acme charges 2, not 2.");
        assert_eq!(said("nothing"), "nothing");
        assert_eq!(said("{own}"), "2");
        assert_eq!(said("open { brace"), "open { brace");
    }
}
