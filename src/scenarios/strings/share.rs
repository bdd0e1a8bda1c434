//! Text of `src/scenarios/share.rs`.

use std::fmt::Display;

pub const ADD_TO_YOUR_OFFERS: &str = "Add them to your offers";
pub const EXPLANATION: &str = "Nothing is sent when you create or copy a link. Both links contain every input and the price edition, so they always show the same result.";
pub const PRIVATE_LINK_EXPLAINED: &str = "Your inputs come after the #, which browsers never send to a server. Use this link wherever the part after # is kept.";
pub const LINK_FOR_MAIL_AND_WIKIS: &str = "Link for mail and wikis";
pub const PRIVATE_LINK: &str = "Private link";
pub const ABOUT_PRINT: &str = "The answer, its plans, charts and inputs, on A4 or Letter.";
pub const PRINT: &str = "Print or save as PDF";
pub const TITLE: &str = "Share";
pub const LINK_FOR_MAIL_EXPLAINED: &str = "Survives mail filters and wikis that remove everything after the #. When someone opens it, the server that hosts this page receives your inputs and may log them.";
pub const INVALID_FIELD: &str = "One field is invalid. The links contain its previous value.";

pub fn on_paper(day: &dyn Display, link: &dyn Display) -> String {
    format!("{day} · Rack or Rent {} · {link}", env!("RACK_OR_RENT_VERSION"))
}

pub fn not_in_links(offer: &dyn Display) -> String {
    format!(
        "{offer} from your price book counts here but is not in the links, which hold at most 20 of your own offers."
    )
}

pub fn offers_in_links(count: &dyn Display) -> String {
    format!(
        "The links include the {count} offers from your price book that count, as offers of yours. A saved file does not."
    )
}

pub fn without_upfront_share(offer: &dyn Display) -> String {
    format!("{offer} from your price book is in the links without its upfront share.")
}

pub fn without_egress_price(offer: &dyn Display) -> String {
    format!("{offer} from your price book is in the links without its egress price.")
}
