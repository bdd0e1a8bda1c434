//! The text of the page, for translators and editors.
//!
//! One module for each component or store, with its name; words of a room stand in the room (`src/rooms/*/strings`), those of
//! saved scenarios in `src/scenarios/strings`. Labels and help texts of inputs are in the table (`engine/src/inputs`), sentences of
//! the answer and of charts in `engine/src/view`, and text shown before the program starts in `index.html`.

use engine::view::{Piece, Style};

pub mod answer;
pub mod app;
pub mod bridge;
pub mod currency;
pub mod demand_in_words;
pub mod derivation;
pub mod earlier_work;
pub mod embed;
pub mod evaluation;
pub mod export;
pub mod fields;
pub mod figure_details;
pub mod goal_seek;
pub mod gpu_question;
pub mod importing;
pub mod input_form;
pub mod job_panel;
pub mod job_size_question;
pub mod jobs;
pub mod later;
pub mod layout;
pub mod link_box;
pub mod list_field;
pub mod measured_files;
pub mod notice_list;
pub mod offer_cards;
pub mod opening;
pub mod other_sizes;
pub mod other_work;
pub mod own_offers;
pub mod own_this_many;
pub mod plan_figures;
pub mod plot_chart;
pub mod price_class;
pub mod recorded_result;
pub mod saving;
pub mod scenario_prompt;
pub mod scenario_store;
pub mod sticky_summary;
pub mod table;
pub mod vendor_quote;
pub mod workbook;
pub mod workloads_field;

/// A figure in a sentence.
pub fn figure(value: f64, style: Style) -> Piece {
    Piece::Figure(value, style)
}
