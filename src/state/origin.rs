//! The source of the current scenario.

/// The origin of the current scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// The user's own, not saved under a name.
    Own,
    /// A link or a file; nothing is stored until the user saves a copy or changes it.
    Link,
    /// A worked case.
    Preset(&'static str),
    /// A saved scenario, by its id.
    Saved(String),
}
