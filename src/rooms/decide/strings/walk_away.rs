//! Text of `walk_away.rs`.

pub const EXPLANATION: &str = "What to ask for, and where to walk away: the price at which each provider\u{2019}s best offer would do all of the work for what the answer\u{2019}s plan costs.";
pub const FIND: &str = "Find the prices";
pub const TITLE: &str = "Walk-away prices";
