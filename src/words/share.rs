//! Words of `src/ui/share.rs`.

use std::fmt::Display;

pub const ADD_ITS_PRICE_AND_TERM_TO: &str = "Add its price and term to Offers you have";
pub const BOTH_CARRY_EVERY_INPUT_AND_THE: &str =
    "Both carry every input and the price edition: they say the same for ever.";
pub const COPY: &str = "Copy";
pub const FIGURES_STAND_BEHIND_WHICH_NO_SERVER: &str =
    "Figures stand behind #, which no server ever sees. Use it wherever it survives.";
pub const LINK_FOR_MAIL_AND_WIKIS: &str = "Link for mail and wikis";
pub const PRIVATE_LINK: &str = "Private link";
pub const SHARE: &str = "Share";
pub const SURVIVES_MAIL_FILTERS_AND_WIKIS_THAT: &str = "Survives mail filters and wikis that cut what is behind #. The log of the server that hosts this page will contain your figures.";
pub const WHAT_CANNOT_BE_READ: &str = "A field holds what cannot be read: the links carry its earlier value.";

pub fn copy(label: &dyn Display) -> String {
    format!("Copy: {label}")
}

pub fn on_paper(day: &dyn Display, link: &dyn Display) -> String {
    format!("{day} · Rack or Rent {} · {link}", env!("RACK_OR_RENT_VERSION"))
}

pub fn this_answer_leans_on_of_your(name: &dyn Display) -> String {
    format!(
        "This answer leans on {name} of your price book, which no link and no file carries: elsewhere the answer is found without it. "
    )
}
