//! The state of the page: small stores, each a handful of signals, and the operations that span several of them.
//!
//! Components take a store from context. Memos give each reader its slice; effects only write to the outside (`app`).

pub mod placement;
pub mod remembered;
pub mod stored;
pub mod vault;
pub mod working_copy;

#[cfg(target_arch = "wasm32")]
pub mod earlier_work;
#[cfg(target_arch = "wasm32")]
pub mod evaluation;
#[cfg(target_arch = "wasm32")]
pub mod history;
#[cfg(target_arch = "wasm32")]
pub mod importing;
#[cfg(target_arch = "wasm32")]
pub mod input_problems;
#[cfg(target_arch = "wasm32")]
pub mod jobs;
#[cfg(target_arch = "wasm32")]
pub mod measured_files;
#[cfg(target_arch = "wasm32")]
pub mod notices;
#[cfg(target_arch = "wasm32")]
pub mod opening;
#[cfg(target_arch = "wasm32")]
pub mod origin;
#[cfg(target_arch = "wasm32")]
pub mod own_offers;
#[cfg(target_arch = "wasm32")]
pub mod prices;
#[cfg(target_arch = "wasm32")]
pub mod scenario_library;
#[cfg(target_arch = "wasm32")]
pub mod scenario_store;
#[cfg(target_arch = "wasm32")]
pub mod ui_state;
#[cfg(target_arch = "wasm32")]
pub mod workspace;

#[cfg(target_arch = "wasm32")]
pub use evaluation::{Evaluation, EvaluationContext};
#[cfg(target_arch = "wasm32")]
pub use history::History;
#[cfg(target_arch = "wasm32")]
pub use input_problems::{Draft, InputProblem, InputProblems};
#[cfg(target_arch = "wasm32")]
pub use jobs::{JobResult, JobState, Jobs};
#[cfg(target_arch = "wasm32")]
pub use measured_files::{AddedFile, MeasureState, MeasuredFiles};
#[cfg(target_arch = "wasm32")]
pub use notices::{Notice, NoticeAction, Notices};
#[cfg(target_arch = "wasm32")]
pub use origin::Origin;
#[cfg(target_arch = "wasm32")]
pub use prices::{OwnBook, Prices};
#[cfg(target_arch = "wasm32")]
pub use scenario_library::ScenarioLibrary;
#[cfg(target_arch = "wasm32")]
pub use scenario_store::{Edit, ScenarioStore};
#[cfg(target_arch = "wasm32")]
pub use ui_state::{Fold, NotLoaded, UiState};
#[cfg(target_arch = "wasm32")]
pub use workspace::Workspace;
