//! The state of the page: small stores, each a handful of signals, and the operations that span several of them.
//!
//! Components take a store from context. Memos give each reader its slice; effects only write to the outside (`app`).

pub mod earlier_work;
pub mod evaluation;
pub mod history;
pub mod importing;
pub mod input_problems;
pub mod jobs;
pub mod measured_files;
pub mod notices;
pub mod opening;
pub mod origin;
pub mod own_offers;
pub mod plan_choice;
pub mod plan_map;
mod plan_sentences;
pub mod prices;
pub mod rooms;
pub mod saving;
pub mod scenario_library;
pub mod scenario_store;
pub mod second_part;
pub mod slices;
pub mod two_plans;
pub mod ui_state;
pub mod workbook;
pub mod workspace;

pub use evaluation::{Evaluation, EvaluationContext};
pub use history::History;
pub use input_problems::{Draft, InputProblem, InputProblems};
pub use jobs::{JobState, Jobs};
pub use measured_files::{FoundView, MeasuredFiles};
pub use notices::{Notice, NoticeAction, NoticePlace, Notices};
pub use origin::Origin;
pub use prices::{OwnBook, Prices};
pub use scenario_library::ScenarioLibrary;
pub use scenario_store::{Edit, ScenarioStore};
pub use second_part::NotLoaded;
pub use ui_state::{Fold, GpuChange, UiState};
pub use workspace::Workspace;
