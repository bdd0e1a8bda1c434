//! What a person sees: components that show views and rows, and hold no arithmetic.

pub mod act;
pub mod answer;
pub mod assumptions;
pub mod charts;
pub mod compare;
pub mod draw;
pub mod embed;
pub mod field_input;
pub mod flips;
pub mod form;
pub mod list_input;
pub mod moving;
pub mod notices;
pub mod offered;
pub mod offers;
pub mod over_time;
pub mod own_book;
pub mod pieces;
pub mod present;
pub mod published;
pub mod question;
pub mod scenarios;
pub mod share;
pub mod snippet;
pub mod tables;
pub mod ways;
