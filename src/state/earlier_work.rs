//! The working copy shared by all windows: another window's work in it is saved before it is overwritten.

use engine::codec::collection::Kept;
use engine::codec::{Document, file, link};
use leptos::prelude::*;

use super::saving::placement;
use super::workspace::Workspace;
use crate::browser::storage;
use crate::keeping::placement::renamed;
use crate::keeping::stored;
use crate::keeping::working_copy::Rescued;
use crate::strings::earlier_work as strings;

impl Workspace {
    /// Another window's work in the working copy, with that window, if writing would overwrite it.
    fn work_of_another_window(self) -> Option<(Document, String)> {
        let text = self.library.working.with_value(|working| working.of_another(storage::stored_working()))?;
        let link = stored::string(&text).filter(|text| link::is_link(text))?;
        Some((link::read(&link, &self.prices.published()).document, storage::window_of_working()))
    }

    /// Stores the current scenario as the working copy. Another window's work there is first saved under a name.
    /// Returns whether it outlives the page.
    pub fn store_working_copy(self) -> bool {
        let earlier = self.work_of_another_window();
        let text = link::write_with_memo(&self.recorded_untracked());
        let lasts = storage::keep_working(&text);
        self.library.working.update_value(|working| working.wrote(storage::quoted(&text), storage::stored_working()));
        if let Some((work, window)) = earlier {
            self.save_earlier_work(&work, &window);
        }
        lasts
    }

    /// Saves work that is about to be overwritten under a name, unless it is saved already. Later work of a window
    /// replaces its earlier. Not an undo step: undo is for changes made in this window.
    fn save_earlier_work(self, earlier: &Document, window: &str) {
        let Some(kept) = self.as_earlier_work(earlier, window) else { return };
        self.notices.say_unless_said(strings::previous_work_saved(&kept.name));
        let lasts = storage::keep(&kept, true);
        let rescued = Rescued { of: window.to_owned(), id: kept.id, file: kept.file };
        self.library.working.update_value(|working| working.rescue(rescued));
        self.storage_changed(lasts);
    }

    /// Such work as a scenario to save; `None` if it is saved already.
    fn as_earlier_work(self, earlier: &Document, window: &str) -> Option<Kept> {
        let book = self.prices.published();
        let at_hand = |file: &str| file::read(file, &book).is_ok_and(|read| read.document == *earlier);
        let saved = storage::list().kept; // that window may have saved it a moment ago
        if *earlier == Document::typical(&book)
            || *earlier == *self.scenario.document_untracked()
            || saved.iter().any(|kept| at_hand(&kept.file))
            || engine::inputs::presets::PRESETS.iter().any(|preset| at_hand(preset.text()))
        {
            return None;
        }
        let name = if earlier.name.is_empty() { strings::EARLIER_WORK } else { &earlier.name };
        let file = file::write(&self.prices.with_recorded_result(earlier));
        let kept = Kept { id: String::new(), name: name.to_owned(), file };
        let again = self.library.working.with_value(|working| {
            working.again(window, |id| storage::kept(id).map(|kept| kept.file)).map(ToOwned::to_owned)
        });
        let old = again.and_then(|id| saved.iter().find(|k| k.id == id));
        Some(match old {
            Some(old) => Kept { id: old.id.clone(), file: renamed(&kept.file, &old.name), name: old.name.clone() },
            None => placement().beside(&kept),
        })
    }
}
