//! Text of `how_likely.rs`.

pub const TITLE: &str = "How likely the answer is";
pub const EXPLANATION: &str = "Every input with a range is drawn at once, 10,000 times, always the same draws: the ends that you entered, or those of the price book. Listed prices are known; what they change by each year is drawn. Not drawn is a default at an end of its range, such as no fee, until you type a range. All plans are compared in each draw, with their sizes held: you decide now, prices move later. The answer at the top takes the first 250 of them, so that its share may be a few points off.";
pub const DRAW: &str = "Draw 10,000 cases";
