//! The form: the question, the most important inputs, then every other row of the table in its group.

pub mod choice_field;
pub mod currency_choice;
pub mod demand_in_words;
pub mod exchange_rate;
pub mod field_row;
pub mod gpu_question;
pub mod input_form;
pub mod job_size_question;
pub mod list_field;
pub mod number_field;
pub mod number_or_word_field;
pub mod offer_cards;
pub mod picking;
pub mod row;
pub mod scenario_prompt;
pub mod vendor_quote;
pub mod workloads_field;

pub use currency_choice::CurrencyChoice;
pub use field_row::FieldRow;
pub use input_form::InputForm;
pub use scenario_prompt::ScenarioPrompt;
