//! Text of `src/form/scenario_prompt.rs`.

pub const FIGURES_ARE_AN_EXAMPLE: &str = "The figures are an example until you enter yours.";
pub const REST_IS_ASSUMED: &str = "What you have not entered is assumed.";
pub const TAGLINE: &str = "Rent cloud GPUs, own them, or mix both: what costs least. ";
pub const MY_FILES: &str = "my cluster\u{2019}s files";
pub const VARYING_DEMAND: &str = "varying demand";
pub const TOKENS: &str = "tokens";
pub const A_CLOUD_OFFER: &str = "a cloud offer";
pub const A_VENDORS_QUOTE: &str = "a vendor\u{2019}s quote";
pub const A_WORKED_EXAMPLE: &str = "a worked example";
pub const ASSUMED: &str = " (assumed)";
pub const GPU: &str = " GPU";
pub const GPUS: &str = " GPUs";
pub const BESIDE_MACHINES_WITH: &str = "beside machines there with ";
pub const IN_JOBS_OF: &str = "in jobs of ";
pub const MY_BILL: &str = "my bill";
pub const OR_START_FROM: &str = "Or start from";
pub const FOR: &str = "for";
pub const ON: &str = "on";
pub const THAT_IS: &str = "that is";
pub const QUESTION: &str = "Question";
pub const YOUR_REQUIREMENTS: &str = "Your requirements";
pub const WE_NEED: &str = "We need";
