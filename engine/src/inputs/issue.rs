//! What is wrong with an input, or worth a second look.

use serde::Serialize;

/// Whether an answer can be given in spite of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// No answer can be computed from this.
    Error,
    /// The answer stands; a person should look.
    Warning,
}

/// One thing that is wrong with the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// The rows it is about; the first is where a person should go.
    pub fields: Vec<&'static str>,
    /// Whether an answer can be given.
    pub severity: Severity,
    /// What is wrong and what is allowed, without a full stop.
    pub message: String,
}

impl Issue {
    /// Something no answer can be computed from.
    pub fn error(fields: &[&'static str], message: impl Into<String>) -> Self {
        Self { fields: fields.to_vec(), severity: Severity::Error, message: message.into() }
    }

    /// Something a person should look at.
    pub fn warning(fields: &[&'static str], message: impl Into<String>) -> Self {
        Self { fields: fields.to_vec(), severity: Severity::Warning, message: message.into() }
    }
}
