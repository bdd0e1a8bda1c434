//! Text of `src/form/scenario_prompt.rs`.

pub const A_CLOUD_OFFER: &str = "a cloud offer";
pub const A_VENDORS_QUOTE: &str = "a vendor\u{2019}s quote";
pub const A_WORKED_CASE: &str = "a worked case";
pub const GPU: &str = " GPU";
pub const GPUS: &str = " GPUs";
pub const IN_JOBS_OF: &str = "in jobs of ";
pub const MY_BILL: &str = "my bill";
pub const OR_START_FROM: &str = "Or start from";
pub const THE_QUESTION: &str = "The question";
pub const WE_NEED: &str = "We need";
