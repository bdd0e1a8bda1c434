//! Problems with inputs, and values worth checking.

use serde::Serialize;

/// Whether an answer can still be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// No answer can be computed.
    Error,
    /// The answer is valid, but the input should be checked.
    Warning,
}

/// A problem with the inputs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// The rows concerned; the first is the one to correct.
    pub fields: Vec<&'static str>,
    /// Whether an answer can be given.
    pub severity: Severity,
    /// What is wrong and what is allowed, without a full stop.
    pub message: String,
}

impl Issue {
    /// A problem that prevents any answer.
    pub fn error(fields: &[&'static str], message: impl Into<String>) -> Self {
        Self { fields: fields.to_vec(), severity: Severity::Error, message: message.into() }
    }

    /// Something to check.
    pub fn warning(fields: &[&'static str], message: impl Into<String>) -> Self {
        Self { fields: fields.to_vec(), severity: Severity::Warning, message: message.into() }
    }
}
