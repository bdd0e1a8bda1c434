//! Text of `src/components/link_box.rs` and `src/sections/share.rs`.

use std::fmt::Display;

pub const ADD_THEM_TO_OFFERS_YOU_HAVE: &str = "Add them to Offers you have";
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

pub fn is_not_in_them(offer: &dyn Display) -> String {
    format!("{offer} of your price book counts here and is not in the links: they hold at most 20 offers of your own.")
}

pub fn the_links_take_along(count: &dyn Display) -> String {
    format!(
        "The links take along the offers of your price book that count ({count}), as offers of your own. A saved file does not."
    )
}

pub fn without_its_payment_upfront(offer: &dyn Display) -> String {
    format!("{offer} of your price book is in the links without how much of it is paid upfront.")
}

pub fn without_its_price_of_data_out(offer: &dyn Display) -> String {
    format!("{offer} of your price book is in the links without its price of data out.")
}
