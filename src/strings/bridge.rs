//! Text of `src/components/bridge.rs`.

pub const CHANGE: &str = "Change";
pub const DIFFERENCE: &str = "Difference";
pub const FROM_A_WORKED_EXAMPLE: &str = "From a worked example to this case: start at";
pub const OWN: &str = "Own";
pub const EXPLANATION: &str = "Owning and renting: cost per productive GPU-hour in a steady year, before tax, with the offer in the verdict. Owning saves: present value over the horizon, as in the verdict. Inputs change one at a time in the order of the form; a different order would split the difference differently.";
pub const OWNING_SAVES: &str = "Owning saves";
pub const RENT: &str = "Rent";
