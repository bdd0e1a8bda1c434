//! Text of `src/sections/share.rs` and `src/sections/snippet.rs`.

pub const ADDRESS_OF_THAT_FRAME: &str = "Address of that frame";
pub const ANSWER_AND_CHART: &str = "answer and chart";
pub const AS_THE_READERS_DEVICE: &str = "as the reader\u{2019}s device";
pub const BACKGROUND: &str = "Background";
pub const CHART_AS_PNG: &str = "Chart as PNG";
pub const CHART_AS_SVG: &str = "Chart as SVG";
pub const COLOURS: &str = "Colours";
pub const EMBED_IN_A_WIKI_A_PAGE: &str = "Embed in a wiki, a page or a dashboard";
pub const EVERYTHING_WITH_INPUTS: &str = "everything, with inputs";
pub const FOR_PRODUCTS_THAT_ASK_FOR_AN: &str = "For products that ask for an address instead of HTML.";
pub const FOR_WIKIS_THAT_SHOW_NO_FRAMES: &str = "For wikis that show no frames; put a picture of the chart beside it.";
pub const FRAME_THAT_ALWAYS_SAYS_THE_SAME: &str = "Frame that always says the same";
pub const FRAME_WITH_THE_NEWEST_PRICES: &str = "Frame with the newest prices";
pub const HTML_EVERY_INPUT_STAYS_AS_IT: &str =
    "HTML. Every input stays as it is here; list prices of renting are the newest this page has.";
pub const HTML_THE_PRICE_EDITION_IS_FIXED: &str = "HTML. The price edition is fixed too.";
pub const ITS_OWN: &str = "its own";
pub const NONE_WHAT_LIES_BEHIND_SHOWS: &str = "none: what lies behind shows";
pub const N_600_PIXELS_OF_HEIGHT_DO_FOR: &str = "In 600 pixels of height every view works, and taller ones scroll inside; with the script embed/rack-or-rent.js a frame takes the height it needs. Frames load rack-or-rent.html, this page as one file: it needs nothing of the server. docs/embed.md has guides for wikis.";
pub const PLAIN_LINK: &str = "Plain link";
pub const RENT_GPUS_OR_OWN_THEM: &str = "Rent GPUs or own them";
pub const SHOWS: &str = "Shows";
pub const THE_ANSWER: &str = "the answer";
