//! Text of `src/sections/own_book.rs`.

pub const A_CSV_FILE_WITH_THE_COLUMNS: &str = "A CSV file with the columns id, provider, gpu (such as h100-sxm) and usd_per_gpu_hour, and any other column of the published offers. It stays in this browser: a link takes along the offers that count, a saved scenario none. Discounts are not taken off its prices.";
pub const BESIDE_THE_PUBLISHED_ONES_IN_EVERY: &str = " beside the published ones in every scenario.";
pub const LOAD_ANOTHER_PRICE_BOOK: &str = "Load another price book";
pub const LOAD_A_PRICE_BOOK: &str = "Load a price book";
pub const NOT_USED: &str = "Not used:";
pub const OFFERS_OF_YOUR_OWN_STAND_BESIDE: &str =
    "Offers of your own stand beside the published ones in every scenario, marked as yours.";
pub const OFFERS_OF_YOUR_PRICE_BOOK_STAND: &str = " offers of your price book stand";
pub const OFFER_OF_YOUR_PRICE_BOOK_STANDS: &str = " offer of your price book stands";
pub const REMOVE_IT: &str = "Remove it";
pub const SAVE_IT_AS_A_FILE: &str = "Save it as a file";
pub const USED_BUT_LOOK_AT_IT_AGAIN: &str = "Used, but look at it again:";
pub const YOUR_PRICE_BOOK: &str = "Your price book";
