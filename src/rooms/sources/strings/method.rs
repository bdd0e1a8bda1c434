//! Text of `method.rs`.

pub const PRICE_EDITION: &str = "Price edition: {edition}. Rental prices partly from gpurentalprices.com and Epoch AI, both CC BY 4.0; each price names its source. Rack or Rent {version}.{own_book}";
pub const CONVENTIONS: &str = "A year has 8760 hours, a month 730. Every plan does the same work: more GPUs make each one less busy but never increase the work. Capital is charged over its life, less residual value. Rented hours are billed as each offer bills them, and the answer states how. A productive GPU-hour is an hour whose work is kept.";
pub const OWN_PRICE_BOOK: &str = " In addition: the price book you loaded in this browser. Links and single scenario files do not include it; \"Save all as one file\" does.";
pub const BADGES: &str = "Clear: the two sides differ by at least 15% and by at least twice what unconfirmed inputs could shift. Leaning: by at least 5% and by at least what those inputs could shift. Too close: by less, or the answer is the cheapest in less than 65% of the cases that it is tried in.";
pub const TITLE: &str = "Method";
pub const NOT_MODELLED_YET: &str = "Not modelled yet";
