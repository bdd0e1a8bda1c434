//! Scenarios are saved as they change, copied, reordered, deleted, exported and imported, with other windows of this browser
//! changing them too; and so is the user's own price book.
//!
//! An open saved scenario is written as it changes. Nothing this window has not seen is overwritten: another window's
//! version stays, and the current one is saved with it.

use std::sync::Arc;

use engine::codec::collection::{self, Kept, named};
use engine::codec::{Document, LONGEST_NAME, file, link, plain};
use leptos::prelude::*;
use serde_json::{Map, Value};

use super::history::{Step, StorageChange};

use super::notices::{Notice, NoticeAction};
use super::opening::unused;
use super::origin::Origin;
use super::prices::OwnBook;
use super::workspace::Workspace;
use crate::browser::storage;
use crate::keeping::placement::{Placement, free_name, renamed};
use crate::keeping::stored;
use crate::keeping::working_copy::WorkingCopy;
use crate::strings::saving as strings;

/// Finds free names and ids among everything saved by any window: the list on screen may be slightly out of date.
pub fn placement() -> Placement {
    Placement::beside_all(&storage::list().kept, storage::ids())
}

/// A name none of these has: this one, or with a number appended.
fn free_among(all: &[Kept], name: &str) -> String {
    free_name(name, |name| all.iter().all(|kept| kept.name != name))
}

/// A name no saved scenario of any window has.
fn free_here(name: &str) -> String {
    free_among(&storage::list().kept, name)
}

impl Workspace {
    /// Determines whether the opened scenario is saved under a name, and which window owns the working copy.
    pub fn find_open_scenario(self) {
        self.read_storage();
        let own = self.scenario.origin_untracked() == Origin::Own;
        self.library.working.set_value(WorkingCopy::opened_on(storage::stored_working().filter(|_| own)));
        if own {
            let (document, book) = (self.scenario.document_untracked(), self.prices.published());
            let on_screen = |kept: &&Kept| file::read(&kept.file, &book).is_ok_and(|f| f.document == *document);
            let found = self.library.saved.with_untracked(|all| all.iter().find(on_screen).cloned());
            if let Some(kept) = found {
                self.library.saw(&kept.id, kept.file);
                self.scenario.set_origin(Origin::Saved(kept.id));
            }
        }
    }

    /// The link to the current scenario and the others from its link; not tracked.
    pub fn link_untracked(self) -> String {
        let document = self.recorded_untracked();
        let linked = self.library.linked.get_untracked();
        let linked = linked.iter().map(|d| self.prices.with_recorded_result(d));
        link::write_set(&std::iter::once(document).chain(linked).collect::<Vec<_>>())
    }

    /// Saves the scenario under its name: over the one it was opened from, otherwise as a new one.
    pub fn save(self) {
        if let Origin::Saved(_) = self.scenario.origin_untracked() {
            return self.save_changes(true);
        }
        if self.scenario.document_untracked().name.trim().is_empty() {
            self.scenario.rename(collection::UNNAMED);
        }
        let name = self.scenario.document_untracked().name.clone();
        self.save_as(storage::fresh_id(&name), true);
        self.ui.announce(strings::saved(&name));
    }

    /// Handles a name as it is typed. If the scenario is saved under a name, the page asks whether to rename it or to
    /// save another.
    pub fn name(self, name: &str) {
        let name = plain(name, LONGEST_NAME);
        if let Origin::Saved(_) = self.scenario.origin_untracked() {
            let now = self.scenario.document_untracked();
            self.library.set_new_name(Some(name).filter(|name| !name.trim().is_empty() && *name != now.name));
        } else {
            self.scenario.rename(&name);
        }
    }

    /// Renames the open saved scenario to the typed name.
    pub fn take_new_name(self) {
        if let Some(name) = self.library.new_name.get_untracked() {
            self.library.set_new_name(None);
            self.scenario.rename(&free_here(&name));
        }
    }

    /// Saves the current state as another scenario and continues with that one. Changes since the original was last
    /// saved, including its name, belong to the new one.
    pub fn save_another(self) {
        self.save_changes(false);
        let old = self.before_changes();
        let mut all = storage::list().kept;
        if let Some(old) = &old
            && let Some(kept) = all.iter_mut().find(|kept| kept.id == old.id)
        {
            kept.name.clone_from(&old.name); // its current name is free
        }
        let typed = self.library.new_name.get_untracked();
        self.library.set_new_name(None);
        let name = free_among(&all, &typed.unwrap_or_else(|| self.scenario.document_untracked().name.clone()));
        self.scenario.rename(&name);
        // The user will probably want to compare with the original.
        if let Origin::Saved(id) = self.scenario.origin_untracked() {
            self.library.choose(&id, true);
        }
        let id = storage::fresh_id(&name);
        self.library.choose(&id, true);
        // Only once the changes are safely in the new one.
        if self.save_as(id, true)
            && let Some(old) = old
        {
            let lasts = storage::keep(&old, true);
            self.library.saw(&old.id, old.file);
            self.storage_changed(lasts);
        }
        self.ui.announce(strings::saved(&name));
    }

    /// The open saved scenario as last saved, if it was changed since.
    fn before_changes(self) -> Option<Kept> {
        let Origin::Saved(id) = self.scenario.origin_untracked() else { return None };
        let file = storage::saved(&id)?;
        let name = named(&file::read(&file, &self.prices.published()).ok()?.document.name);
        Some(Kept { id, name, file })
    }

    /// Returns whether it outlives the page.
    fn save_as(self, id: String, asked: bool) -> bool {
        let document = self.recorded_untracked();
        let kept = Kept { id, name: named(&document.name), file: file::write(&document) };
        let lasts = storage::keep(&kept, asked);
        self.library.saw(&kept.id, kept.file);
        self.scenario.set_origin(Origin::Saved(kept.id));
        self.storage_changed(lasts);
        lasts
    }

    /// Saves the changes of a saved scenario under its name, or beside it if another window changed it. With `asked` it
    /// saves even without changes here.
    pub fn save_changes(self, asked: bool) {
        let Origin::Saved(id) = self.scenario.origin_untracked() else { return };
        let document = self.scenario.document_untracked();
        let file = file::write(&self.recorded_untracked());
        let now = storage::kept(&id).map(|kept| kept.file);
        let known = self.library.last_seen(&id);
        if now.as_ref() == Some(&file) {
            self.library.saw(&id, file);
            if asked && self.library.changed.with_untracked(|ids| ids.contains(&id)) {
                self.save_as(id, true); // from now on this is its saved state
            }
            return;
        }
        // A text that differs only in its recorded result is no change.
        let book = self.prices.published();
        let same =
            |known: &String| *known == file || file::read(known, &book).is_ok_and(|read| read.document == *document);
        if !asked && known.as_ref().is_some_and(same) {
            return;
        }
        if now == known {
            self.save_as(id, asked);
            return;
        }
        let name = named(&document.name);
        if now.is_none() {
            self.notices.say(Notice::passing(strings::deleted_elsewhere_saved_again(&name), Vec::new()));
            self.save_as(id, asked);
            return;
        }
        let beside = free_here(&name);
        let mut other = Document::clone(&document);
        other.name.clone_from(&beside);
        self.scenario.swap(Arc::new(other));
        self.save_as(storage::fresh_id(&beside), true);
        let text = strings::changed_elsewhere_both_saved(&name, &beside);
        self.ui.announce(text.clone());
        self.notices.say(Notice::passing(text, Vec::new()));
    }

    /// Opens the saved scenario with an id.
    pub fn open_saved(self, id: &str) {
        self.save_changes(false);
        let Some(kept) = storage::kept(id) else { return };
        match file::read(&kept.file, &self.prices.published()) {
            Ok(decoded) => {
                let notice = unused(strings::PARTLY_OPENED, &decoded);
                // Unusable parts must not be lost because the rest was changed.
                let origin = if notice.is_none() { Origin::Saved(kept.id) } else { Origin::Link };
                self.library.saw(id, kept.file);
                self.show(decoded.document, origin, notice);
            }
            Err(problem) => {
                let text = strings::not_opened(&kept.name);
                self.notices.say(Notice::passing(text, vec![problem.to_string()]));
            }
        }
    }

    /// Saves a copy of the scenario with an id.
    pub fn copy_saved(self, id: &str) {
        self.save_changes(false);
        let Some(kept) = storage::kept(id) else { return };
        let copy = placement().beside(&kept);
        self.ui.announce(strings::saved(&copy.name));
        self.save_beside(vec![copy]);
    }

    /// Restores a saved scenario's last saved state, beside its current one.
    pub fn restore_saved(self, id: &str) {
        self.save_changes(false);
        let Some((kept, file)) = storage::kept(id).zip(storage::saved(id)) else { return };
        let name = free_here(&strings::as_saved(&kept.name));
        let saved = Kept { id: storage::fresh_id(&name), file: renamed(&file, &name), name };
        self.ui.announce(strings::saved(&saved.name));
        let texts = [storage::text_of(&kept, None), storage::text_of(&saved, None)];
        let keys = [id, &saved.id].map(storage::key_of);
        self.change_stored(keys.into_iter().zip(texts.map(Some)).collect());
        self.open_saved(&saved.id);
        self.notices.say(Notice::brief(strings::reverted(&kept.name), Vec::new()));
    }

    /// Deletes the saved scenario with an id; the current one stays on screen.
    pub fn delete_saved(self, id: &str) {
        self.save_changes(false);
        let name = self.library.saved.with_untracked(|all| all.iter().find(|k| k.id == id).map(|k| k.name.clone()));
        if self.is_open_untracked(id) {
            self.let_go();
        }
        self.ui.announce(strings::deleted(&name.unwrap_or_default()));
        self.change_stored(vec![(storage::key_of(id), None)]);
    }

    /// The current scenario is no longer saved under a name.
    fn let_go(self) {
        self.scenario.set_origin(Origin::Own);
        self.library.set_new_name(None);
    }

    /// Whether the current scenario is the saved one with an id; tracked.
    pub fn is_open(self, id: &str) -> bool {
        matches!(self.scenario.origin(), Origin::Saved(open) if open == id)
    }

    fn is_open_untracked(self, id: &str) -> bool {
        matches!(self.scenario.origin_untracked(), Origin::Saved(open) if open == id)
    }

    /// Moves a saved scenario up or down in the list.
    pub fn move_saved(self, id: &str, down: bool) {
        let all = self.library.saved.get_untracked();
        let mut ids: Vec<&str> = all.iter().map(|k| k.id.as_str()).collect();
        let Some(from) = ids.iter().position(|i| *i == id) else { return };
        let to = if down { from + 1 } else { from.wrapping_sub(1) };
        if to < ids.len() {
            ids.swap(from, to);
            self.change_stored(vec![(stored::ORDER.to_owned(), Some(storage::order_text(&ids)))]);
        }
    }

    /// The file of all saved scenarios and the price book.
    pub fn all_in_one(self) -> String {
        self.save_changes(false);
        let own = self.prices.own_untracked();
        collection::write(&storage::list().kept, own.as_ref().map(|own| own.text.as_str()))
    }

    /// Unreadable data, by key, as a file.
    pub fn unreadable(self) -> String {
        let found: Map<String, Value> = storage::list()
            .unreadable
            .into_iter()
            .map(|key| {
                let text = storage::get(&key).unwrap_or_default();
                (key, Value::String(text))
            })
            .collect();
        serde_json::to_string_pretty(&found).unwrap_or_default()
    }

    /// Deletes everything this page stores in this browser; the current scenario stays on screen.
    pub fn delete_everything(self) {
        if let Origin::Saved(_) = self.scenario.origin_untracked() {
            self.let_go();
        }
        let changes = storage::keys().into_iter().map(|key| (key, None)).collect();
        self.notices.remove(|_| true);
        self.ui.announce(strings::EVERYTHING_DELETED);
        self.change_stored(changes);
    }

    /// Changes stored data as one undo step. `None` removes a key.
    pub fn change_stored(self, changes: Vec<(String, Option<String>)>) {
        let mut done = Vec::new();
        let mut lasts = true;
        for (key, after) in changes {
            let before = storage::get(&key);
            lasts &= storage::put(&key, after.as_deref());
            done.push(StorageChange { key, before, after });
        }
        self.history.remember(Step::Stored(done));
        self.storage_changed(lasts);
    }

    /// Saves all scenarios from a link with several, including the current one.
    pub fn save_linked(self) {
        if self.scenario.origin_untracked() == Origin::Link {
            self.save();
        }
        let all = self.take_linked().into_iter().map(|document| {
            let file = file::write(&self.prices.with_recorded_result(&document));
            Kept { id: String::new(), name: named(&document.name), file }
        });
        let ids = self.save_beside(all.collect());
        self.library.chosen.update(|chosen| chosen.extend(ids));
    }

    /// Removes the other scenarios from the link, with their notices.
    pub fn take_linked(self) -> Vec<Document> {
        self.notices.remove(|n| n.action.is_some_and(|(action, _)| action == NoticeAction::Compare));
        self.library.linked.try_update(std::mem::take).unwrap_or_default()
    }

    /// Handles changes made by another window, and reports what they mean for the current scenario.
    pub fn take_up_change(self) {
        storage::retry(); // it may have freed space
        if let Origin::Saved(id) = self.scenario.origin_untracked() {
            let known = self.library.last_seen(&id);
            let now = storage::kept(&id).map(|kept| kept.file);
            if known != now {
                let name = named(&self.scenario.document_untracked().name);
                let text =
                    if now.is_some() { strings::changed_elsewhere(&name) } else { strings::deleted_elsewhere(&name) };
                self.notices.say_unless_said(text);
            }
        }
        self.storage_changed(true);
    }

    /// Updates the list and the price book after stored data changed.
    pub fn storage_changed(self, lasts: bool) {
        self.read_storage();
        let book = storage::book();
        let own = self.prices.own_untracked();
        if book.as_ref() != own.as_ref().map(|own| &own.text) {
            self.prices.set_own(OwnBook::stored(&self.prices.published()));
            self.book_changed();
        }
        self.say_whether_it_lasts(lasts);
    }

    /// Reports once that nothing can be stored here.
    pub fn say_storage_is_missing(self) {
        let text = strings::NO_STORAGE.to_owned();
        self.notices.say_once(text, NoticeAction::SaveAll, strings::SAVE_ALL_AS_A_FILE);
    }

    /// Reports that something is held only in memory, or no longer.
    pub fn say_whether_it_lasts(self, lasts: bool) {
        let missing = strings::NO_STORAGE;
        if !lasts {
            self.say_storage_is_missing();
        } else if self.notices.says(missing) && !storage::refuses() && storage::works() {
            self.notices.remove(|n| n.text == missing);
            self.ui.announce(strings::SAVED_AGAIN);
        }
    }

    /// Reads the list of saved scenarios, and reports unreadable ones.
    fn read_storage(self) {
        let found = storage::list();
        self.library.saved.set(found.kept);
        self.library.changed.set(found.changed);
        let unreadable = found.unreadable.len();
        if unreadable > 0 {
            let text = strings::not_readable(&unreadable);
            self.notices.say_once(text, NoticeAction::SaveUnreadable, strings::SAVE_THEM_AS_A_FILE);
        }
    }
}
