//! Text of `src/scenarios/share.rs` and `src/scenarios/snippet.rs`.

pub const FRAME_URL: &str = "URL of that frame";
pub const ANSWER_AND_CHART: &str = "answer and chart";
pub const SAME_AS_DEVICE: &str = "same as the reader\u{2019}s device";
pub const BACKGROUND: &str = "Background";
pub const CHART_AS_PNG: &str = "Chart as PNG";
pub const CHART_AS_SVG: &str = "Chart as SVG";
pub const COLOURS: &str = "Colours";
pub const TITLE: &str = "Embed in a wiki, page or dashboard";
pub const EVERYTHING_WITH_INPUTS: &str = "everything, with inputs";
pub const ROOM_COSTS: &str = "the answer and its costs";
pub const ROOM_DECIDE: &str = "the answer and the memo";
pub const ROOM_DEMAND: &str = "the answer and its demand";
pub const ROOM_PLANS: &str = "the answer and the plans";
pub const ROOM_RISK: &str = "the answer and its risk";
pub const ROOM_SOURCES: &str = "the answer and its sources";
pub const FRAME_URL_EXPLAINED: &str = "For products that ask for a URL instead of HTML.";
pub const PLAIN_LINK_EXPLAINED: &str = "For wikis without frames; add an image of the chart next to it.";
pub const FIXED_FRAME: &str = "Frame with fixed results";
pub const NEWEST_FRAME: &str = "Frame with the newest prices";
pub const LOADS_ONE_FILE: &str =
    "Frames load rack-or-rent.html, this page as a single file, which needs nothing else from the server.";
pub const LOADS_THIS_PAGE: &str = "This build has no rack-or-rent.html, the page as a single file, so frames load this page with all its files: the server must send Access-Control-Allow-Origin: * with them, and Safari does not run them.";
pub const GUIDES_FOR_WIKIS: &str = "Guides for wikis are in docs/embed.md.";
pub const NEWEST_FRAME_EXPLAINED: &str =
    "HTML. Inputs stay as they are now; list prices for renting are always the newest ones this page has.";
pub const FIXED_FRAME_EXPLAINED: &str = "HTML. The price edition is fixed as well.";
pub const DEFAULT: &str = "default";
pub const TRANSPARENT: &str = "transparent";
pub const HEIGHT: &str = "Every view works at a height of 600 pixels; taller content scrolls inside the frame. With the script embed/rack-or-rent.js, a frame adjusts its height.";
pub const PLAIN_LINK: &str = "Plain link";
pub const FRAME_TITLE: &str = "Rent GPUs or own them";
pub const SHOW: &str = "Show";
pub const THE_ANSWER: &str = "the answer";
