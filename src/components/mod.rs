//! Components used by every section: figures, sentences, folds, tables, charts, links.

pub mod about_pure_plans;
pub mod bridge;
pub mod derivation;
pub mod disclosure;
pub mod export;
pub mod goal_seek;
pub mod job_panel;
pub mod later;
pub mod link_box;
pub mod notice_list;
pub mod own_this_many;
pub mod plot_chart;
pub mod recorded_result;
pub mod table;
pub mod text;
pub mod two_lists;
pub mod when;

pub use about_pure_plans::AboutPurePlans;
pub use disclosure::Disclosure;
pub use export::{ExportButtons, ExportedPanel};
pub use later::Later;
pub use link_box::LinkBox;
pub use own_this_many::OwnThisMany;
pub use plot_chart::{PlotChart, PlotOf};
pub use text::{Exact, External, FieldLink, Figure, Fixed, Sentence, Words, filled_views, sentence_views, words};
pub use two_lists::TwoLists;
pub use when::When;
