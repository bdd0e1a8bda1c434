//! All windows of a browser share one working copy: what this window knows of it.

/// What this window knows of the working copy.
#[derive(Clone, Debug, Default)]
pub struct WorkingCopy {
    /// The stored text when this window last read or wrote it.
    read: Option<String>,
    /// The last text written by this window, which the storage may accept later.
    given: Option<String>,
    /// The last rescue of another window's work.
    rescued: Option<Rescued>,
}

/// Another window's work saved as a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescued {
    /// The window.
    pub of: String,
    /// Id of the scenario.
    pub id: String,
    /// Its file as saved.
    pub file: String,
}

impl WorkingCopy {
    /// State of a window that opened with the stored text, or without.
    pub fn opened_on(stored: Option<String>) -> Self {
        Self { read: stored, ..Self::default() }
    }

    /// The stored text, if this window has neither read nor written it: another window's work, which writing would
    /// overwrite.
    pub fn of_another(&self, stored: Option<String>) -> Option<String> {
        let known = [&self.read, &self.given].into_iter().any(|known| *known == stored);
        stored.filter(|_| !known)
    }

    /// Records what this window wrote, and what the storage holds afterwards.
    pub fn wrote(&mut self, text: String, stored: Option<String>) {
        self.given = Some(text);
        self.read = stored;
    }

    /// Records that another window's work was saved.
    pub fn rescue(&mut self, rescued: Rescued) {
        self.rescued = Some(rescued);
    }

    /// Id of the scenario that holds only earlier work of the same window, so later work may replace it. `file` gives a
    /// scenario's file by id.
    pub fn again(&self, of: &str, file: impl Fn(&str) -> Option<String>) -> Option<&str> {
        let rescued = self.rescued.as_ref()?;
        let same = !of.is_empty() && rescued.of == of && file(&rescued.id).as_ref() == Some(&rescued.file);
        same.then_some(rescued.id.as_str())
    }
}
