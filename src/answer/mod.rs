//! The answer: verdict, what would change it, the price to beat, both costs, and what it stands on.

pub mod caveats;
pub mod cost_curve;
pub mod edition_note;
pub mod figure_details;
pub mod key_figures;
pub mod other_sizes;
pub mod other_work;
pub mod plan_figures;
pub mod steady_year;
pub mod sticky_summary;
pub mod turns;
pub mod verdict;

pub use cost_curve::FirstChart;
pub use sticky_summary::{ShortAnswer, watch_answer};
pub use verdict::AnswerSection;

/// The id of the answer's part of the page.
pub const PLACE: &str = "answer";
/// The id of the notes after the first chart.
pub const NOTES: &str = "notes";
