//! The text of the page, all in one place for translators and editors.
//!
//! One module per part of the page. Labels and help texts of inputs are in the table (`engine/src/inputs`), sentences of
//! the answer and of charts in `engine/src/view`, and text shown before the program starts in `index.html`.

use engine::view::{Piece, Style};

pub mod act;
pub mod answer;
pub mod book_file;
pub mod charts;
pub mod currency;
pub mod embed;
pub mod export;
pub mod field_input;
pub mod form;
pub mod frame;
pub mod glance;
pub mod gpu_question;
pub mod job_size;
pub mod jobs;
pub mod keeping;
pub mod list_input;
pub mod measured;
pub mod moving;
pub mod notices;
pub mod offer_cards;
pub mod opened;
pub mod page;
pub mod plans;
pub mod present;
pub mod question;
pub mod quote_check;
pub mod said;
pub mod share;
pub mod state;
pub mod tables;
pub mod vendor;
pub mod workloads;

/// A figure in a sentence.
pub fn figure(value: f64, style: Style) -> Piece {
    Piece::Figure(value, style)
}
