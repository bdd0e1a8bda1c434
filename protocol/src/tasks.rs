//! The list of long tasks. A new one is its search in the engine, its entry here, and its section on the page.

use engine::analysis::goal_seek;
use engine::analysis::input_break_evens::{InputBreakEven, InputBreakEvens};
use engine::analysis::node_counts::{NodeCountSearch, NodeCounts};
use engine::analysis::other_sizes::{FoundOtherSizes, OtherSizesSearch, is_part_of_the_answer};
use engine::analysis::risk::{Risk, RiskSearch};
use engine::analysis::token_volume::{TokenVolume, TokenVolumeSearch};
use engine::analysis::walk_away::{WalkAway, WalkAwaySearch};
use engine::plans::setting::are_sizes_searched;
use engine::plans::{FindSizes, FoundSizes};
use engine::view::node_counts;
use engine::view::plot::Plot;
use engine::view::risk;
use serde::{Deserialize, Serialize};

use crate::Progress;
use crate::job::LongTask;

/// Declares the tasks. Of each: its name, what it finds, its search with `step` and `progress`, how that starts, what it has found so far, how it ends,
/// whether it starts by itself in a scenario, and the charts of what it finds.
macro_rules! long_tasks {
    ($(
        $(#[$about:meta])*
        $task:ident($found:ty): $search:ty, start: $start:expr, so_far: $so_far:expr, finish: $finish:expr, by_itself: $by_itself:expr, charts: $charts:expr;
    )+) => {
        /// What a job computes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Task {
            $($(#[$about])* $task),+
        }

        /// What a job found.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Outcome {
            $($(#[$about])* $task($found)),+
        }

        impl Task {
            /// All tasks, in the order of the list: each stands at its own number.
            pub const ALL: [Self; [$(Self::$task),+].len()] = [$(Self::$task),+];

            /// Whether the answer waits for it.
            pub const fn is_urgent(self) -> bool {
                matches!(self, Self::PlanSizes)
            }

            /// Its search; `None` if the scenario cannot be computed.
            pub(crate) fn search(self, subject: goal_seek::Subject) -> Option<Box<dyn LongTask>> {
                match self {
                    $(Self::$task => {
                        let start: fn(goal_seek::Subject) -> Option<$search> = $start;
                        Some(Box::new(start(subject)?))
                    })+
                }
            }

            /// Whether it starts without being asked for: its result is part of the answer.
            pub fn starts_by_itself(self, subject: goal_seek::Subject) -> bool {
                match self {
                    $(Self::$task => {
                        let by_itself: fn(goal_seek::Subject) -> bool = $by_itself;
                        by_itself(subject)
                    })+
                }
            }
        }

        impl Outcome {
            /// Its charts.
            pub fn plots(&self) -> Vec<Plot> {
                match self {
                    $(Self::$task(found) => {
                        let charts: fn(&$found) -> Vec<Plot> = $charts;
                        charts(found)
                    })+
                }
            }
        }

        $(impl LongTask for $search {
            fn step(&mut self, subject: goal_seek::Subject) -> bool {
                <$search>::step(self, subject)
            }

            fn progress(&self) -> Progress {
                let (done, total) = <$search>::progress(self);
                let whole = |steps: usize| u32::try_from(steps).unwrap_or(u32::MAX);
                Progress { done: whole(done), total: whole(total) }
            }

            fn so_far(&mut self) -> Option<Outcome> {
                let so_far: fn(&mut $search) -> Option<$found> = $so_far;
                so_far(self).map(Outcome::$task)
            }

            fn finish(self: Box<Self>, subject: goal_seek::Subject) -> Option<Outcome> {
                let finish: fn($search, goal_seek::Subject) -> Option<$found> = $finish;
                finish(*self, subject).map(Outcome::$task)
            }
        })+
    };
}

long_tasks! {
    /// The break-even of every input, the nearest first.
    InputBreakEvens(Vec<InputBreakEven>): InputBreakEvens,
        start: |subject| Some(InputBreakEvens::new(subject)), so_far: |_| None, finish: |search, _| Some(search.finish()),
        by_itself: |_| false, charts: |_| Vec::new();
    /// The present value of every number of nodes.
    NodeCounts(NodeCounts): NodeCountSearch,
        start: NodeCountSearch::new, so_far: |_| None, finish: |search, _| Some(search.finish()),
        by_itself: |_| false, charts: |found| node_counts::plot(found).into_iter().collect();
    /// The sizes of the cheapest mix: part of the answer where they are not typed.
    PlanSizes(FoundSizes): FindSizes,
        start: FindSizes::start, so_far: |_| None, finish: |search, subject| Some(search.finish(subject)),
        by_itself: |subject| are_sizes_searched(subject.scenario), charts: |_| Vec::new();
    /// What other sizes than those of the recommended plan cost.
    OtherSizes(FoundOtherSizes): OtherSizesSearch,
        start: OtherSizesSearch::start, so_far: |_| None, finish: |search, _| Some(search.finish()),
        by_itself: is_part_of_the_answer, charts: |_| Vec::new();
    /// How likely each plan is the cheapest, and what being wrong costs.
    Risk(Box<Risk>): RiskSearch,
        start: RiskSearch::start, so_far: |search| search.so_far().map(Box::new), finish: |search, _| search.finish().map(Box::new),
        by_itself: |_| false, charts: |found| risk::plots(found);
    /// From which volume hosting a model costs less than an API.
    TokenVolume(TokenVolume): TokenVolumeSearch,
        start: TokenVolumeSearch::start, so_far: |_| None, finish: |search, subject| search.finish(subject),
        by_itself: |_| false, charts: |_| Vec::new();
    /// The price at which each provider's offer would win.
    WalkAway(Vec<WalkAway>): WalkAwaySearch,
        start: WalkAwaySearch::start, so_far: |_| None, finish: |search, _| search.finish(),
        by_itself: |_| false, charts: |_| Vec::new();
}
