//! Windows of one browser share one working copy: what this window knows of it.

/// What this window knows of the working copy.
#[derive(Clone, Debug, Default)]
pub struct WorkingCopy {
    /// What the storage held when this window last read or wrote there.
    read: Option<String>,
    /// What this window last gave it, which the storage may take later.
    given: Option<String>,
    /// What was last kept of another window's.
    rescued: Option<Rescued>,
}

/// Another window's work that was kept as a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescued {
    /// The window.
    pub of: String,
    /// Id of the scenario.
    pub id: String,
    /// Its file, as it was kept.
    pub file: String,
}

impl WorkingCopy {
    /// A window that opened on what the storage holds, or did not.
    pub fn opened_on(stored: Option<String>) -> Self {
        Self { read: stored, ..Self::default() }
    }

    /// What the storage holds, if this window has neither read nor written it: another window's work, which writing would
    /// take away.
    pub fn of_another(&self, stored: Option<String>) -> Option<String> {
        let known = [&self.read, &self.given].into_iter().any(|known| *known == stored);
        stored.filter(|_| !known)
    }

    /// Takes note of what this window wrote, and of what the storage holds after that.
    pub fn wrote(&mut self, text: String, stored: Option<String>) {
        self.given = Some(text);
        self.read = stored;
    }

    /// Takes note that a window's work was kept.
    pub fn rescue(&mut self, rescued: Rescued) {
        self.rescued = Some(rescued);
    }

    /// The scenario that holds earlier work of the same window and nothing else: later work of it may take its place.
    /// `file` gives a scenario's file by its id.
    pub fn again(&self, of: &str, file: impl Fn(&str) -> Option<String>) -> Option<&str> {
        let rescued = self.rescued.as_ref()?;
        let same = !of.is_empty() && rescued.of == of && file(&rescued.id).as_ref() == Some(&rescued.file);
        same.then_some(rescued.id.as_str())
    }
}
