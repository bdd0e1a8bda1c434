//! The sections of the page, one file each.

pub mod alternatives;
pub mod assumptions;
pub mod compare;
pub mod cost_breakdown;
pub mod flips;
pub mod horizon;
pub mod library;
pub mod method;
pub mod offers;
pub mod own_book;
pub mod present_bill;
pub mod published;
pub mod quote_check;
pub mod recorded_result;
pub mod sensitivity;
pub mod share;
pub mod snippet;
pub mod vendor_quote;

pub use alternatives::AlternativesSection;
pub use assumptions::{AssumptionsSection, ON_PAPER};
pub use cost_breakdown::CostBreakdownSection;
pub use flips::FlipsSection;
pub use horizon::HorizonSection;
pub use library::LibrarySection;
pub use method::MethodSection;
pub use offers::OffersSection;
pub use own_book::OwnBookSection;
pub use present_bill::PresentBillSection;
pub use published::PublishedFigures;
pub use quote_check::QuoteCheck;
pub use sensitivity::BridgeAndDrivers;
pub use share::ShareSection;
pub use vendor_quote::VendorQuoteForm;
