//! Text of `plan_map.rs`.

pub const ACROSS: &str = "Across";
pub const DRAWING: &str = "The map is being drawn.";
pub const EXPLANATION: &str = "The plan that costs least at present value where two inputs turn out otherwise after the decision: sizes are held, all else is as entered. At a border two plans cost the same.";
pub const NO_MAP: &str =
    "There is no map of these two: the cheapest plan changes too often, or no plan can be computed somewhere.";
pub const TITLE: &str = "The cheapest plan over two inputs";
pub const UPWARDS: &str = "Upwards";
