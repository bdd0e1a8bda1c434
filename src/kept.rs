//! Scenarios that are kept: saved, kept as they change, copied, ordered, deleted, and beside what other windows of this
//! browser do.
//!
//! A scenario on screen that is kept under a name is written there as it changes. Nothing is written over that this
//! window has not seen: what another window made of it stays, and what is on screen is kept beside it.

use engine::codec::collection::{self, Kept, named};
use engine::codec::{Document, LONGEST_NAME, file, plain};
use leptos::task::spawn_local;

use crate::adding::{Adding, free_name, renamed};
use crate::browser::timer::{Wait, after, waits};
use crate::browser::{more, storage};
use crate::own_book::OwnBook;
use crate::page::{Notice, Origin, Page, TO_COMPARE, told};
use crate::state::{AppState, BOOK, sealed};
use crate::windows::Rescued;
use crate::words::keeping as words;

/// Takes up what another window changed, a little later: it may change much at once. A price book of one's own is read
/// by the third part of the program.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn another_window(state: AppState) {
    if !waits(Wait::Hear) {
        after(Wait::Hear, PAUSE, Box::new(move || take_up(state)));
    }
}

fn take_up(state: AppState) {
    if !state.is_free() {
        return;
    }
    if storage::book().is_none() || more::all_is_there() {
        return state.edit().take_up_change();
    }
    spawn_local(async move {
        more::fetch_all().await;
        state.edit().take_up_change();
    });
}

/// Wait before what another window changed is taken up, in milliseconds.
const PAUSE: u64 = 100;
/// The fold of the question whether everything is to be deleted.
const ASKING: &str = "delete-all";

impl Page {
    /// Keeps the scenario under its name: over the one it was opened from, else as a new one.
    pub fn save(&mut self) {
        if let Origin::Kept(_) = self.origin {
            return self.keep_changes(true);
        }
        if self.document.name.trim().is_empty() {
            self.rename(collection::UNNAMED);
        }
        self.keep_as(storage::fresh_id(&self.document.name), true);
        self.announcement = words::is_kept(&self.document.name);
    }

    /// Takes a name as it is typed. What is kept has one: whether the new one is for it or for another is asked.
    pub fn name(&mut self, name: &str) {
        let name = plain(name, LONGEST_NAME);
        if let Origin::Kept(_) = self.origin {
            self.new_name = Some(name).filter(|name| !name.trim().is_empty() && *name != self.document.name);
        } else {
            self.rename(&name);
        }
    }

    /// Gives the kept scenario on screen the name that was typed.
    pub fn take_new_name(&mut self) {
        if let Some(name) = self.new_name.take() {
            let name = self.free_name(&name);
            self.rename(&name);
        }
    }

    fn rename(&mut self, name: &str) {
        self.change(&mut |d| name.clone_into(&mut d.name));
    }

    /// Keeps what is on screen as another scenario, and works on that one. What was changed since the one it comes from was
    /// saved, its name too, belongs to the new one.
    pub fn save_another(&mut self) {
        self.keep_changes(false);
        let old = self.before_changes();
        if let Some(old) = &old
            && let Some(kept) = self.kept.iter_mut().find(|kept| kept.id == old.id)
        {
            kept.name.clone_from(&old.name); // the name it has now is free
        }
        let typed = self.new_name.take();
        let name = self.free_name(typed.as_ref().unwrap_or(&self.document.name));
        self.rename(&name);
        // The one it comes from is what one wants to compare with.
        if let Origin::Kept(id) = self.origin.clone() {
            self.choose(&id, true);
        }
        let id = storage::fresh_id(&name);
        self.choose(&id, true);
        // Not before the changes stand in the new one for good.
        if self.keep_as(id, true)
            && let Some(old) = old
        {
            let lasts = storage::keep(&old, true);
            self.saw(&old.id, old.file);
            self.storage_changed(lasts);
        }
        self.announcement = words::is_kept(&name);
    }

    /// The kept scenario on screen as it was last saved, where it was changed since.
    fn before_changes(&self) -> Option<Kept> {
        let Origin::Kept(id) = self.origin.clone() else { return None };
        let file = storage::saved(&id)?;
        let name = named(&file::read(&file, &BOOK).ok()?.document.name);
        Some(Kept { id, name, file })
    }

    /// Returns whether it outlives the page.
    fn keep_as(&mut self, id: String, asked: bool) -> bool {
        let kept = Kept { id, name: named(&self.document.name), file: file::write(&sealed(&self.document)) };
        let lasts = storage::keep(&kept, asked);
        self.saw(&kept.id, kept.file);
        self.origin = Origin::Kept(kept.id);
        self.storage_changed(lasts);
        lasts
    }

    /// Ticks a kept scenario for comparing, or no longer; no id stands for what is on screen.
    pub fn choose(&mut self, id: &str, on: bool) {
        self.chosen.retain(|chosen| chosen != id);
        self.chosen.extend(on.then(|| id.to_owned()));
    }

    /// Whether a kept scenario is ticked; no id stands for what is on screen.
    pub fn is_chosen(&self, id: &str) -> bool {
        self.chosen.iter().any(|chosen| chosen == id)
    }

    /// Asks whether everything is to be deleted, or no longer.
    pub fn ask_to_delete(&mut self, on: bool) {
        self.folds.retain(|fold| fold != ASKING);
        self.folds.extend(on.then(|| ASKING.to_owned()));
    }

    /// Whether the page asks so.
    pub fn asks_to_delete(&self) -> bool {
        self.folds.iter().any(|fold| fold == ASKING)
    }

    /// Takes note of what this window knows a kept scenario to be.
    pub fn saw(&mut self, id: &str, file: String) {
        self.seen.retain(|(known, _)| known != id);
        self.seen.push((id.to_owned(), file));
    }

    /// Keeps the changes of a kept scenario under its name; beside it where another window changed it. `asked` also
    /// does so where nothing changed here.
    pub fn keep_changes(&mut self, asked: bool) {
        let Origin::Kept(id) = self.origin.clone() else { return };
        let file = file::write(&sealed(&self.document));
        let now = storage::kept(&id).map(|kept| kept.file);
        let known = self.seen.iter().find(|(known, _)| *known == id).map(|(_, file)| file.clone());
        if now.as_ref() == Some(&file) {
            self.saw(&id, file);
            if asked && self.is_changed(&id) {
                self.keep_as(id, true); // from now on this is how it was saved
            }
            return;
        }
        // A text that only says something else of the same inputs is no change.
        let same = |known: &String| {
            *known == file || file::read(known, &BOOK).is_ok_and(|read| read.document == self.document)
        };
        if !asked && known.as_ref().is_some_and(same) {
            return;
        }
        if now == known {
            self.keep_as(id, asked);
            return;
        }
        let name = named(&self.document.name);
        if now.is_none() {
            self.say(Notice::passing(words::was_deleted_in_another_window_it(&name), Vec::new()));
            self.keep_as(id, asked);
            return;
        }
        let beside = self.free_name(&name);
        self.document.name.clone_from(&beside);
        self.keep_as(storage::fresh_id(&beside), true);
        let text = words::was_changed_in_another_window_both(&name, &beside);
        self.announcement.clone_from(&text);
        self.say(Notice::passing(text, Vec::new()));
    }

    /// A name that no kept scenario has: this one, or with a number behind.
    fn free_name(&self, name: &str) -> String {
        free_name(name, |name| self.kept.iter().all(|k| k.name != name))
    }

    /// Opens the kept scenario with an id.
    pub fn open_kept(&mut self, id: &str) {
        self.keep_changes(false);
        let Some(kept) = storage::kept(id) else { return };
        match file::read(&kept.file, &BOOK) {
            Ok(decoded) => {
                let notices = told(words::THIS_SCENARIO_WAS_OPENED_BUT_NOT, &decoded);
                // What cannot be used must not go because the rest of it was changed.
                let origin = if notices.is_empty() { Origin::Kept(kept.id) } else { Origin::Link };
                self.saw(id, kept.file);
                self.show(decoded.document, origin, notices);
            }
            Err(problem) => {
                let text = words::cannot_be_opened_it_stays_as(&kept.name);
                self.say(Notice::passing(text, vec![problem.to_string()]));
            }
        }
    }

    /// Keeps a copy of the scenario with an id.
    pub fn copy_kept(&mut self, id: &str) {
        self.keep_changes(false);
        let Some(kept) = storage::kept(id) else { return };
        let copy = self.beside(&kept);
        self.announcement = words::is_kept(&copy.name);
        self.add(vec![copy]);
    }

    /// A scenario under a name and an id of its own.
    fn beside(&self, kept: &Kept) -> Kept {
        let name = self.free_name(&kept.name);
        Kept { id: storage::fresh_id(&name), file: renamed(&kept.file, &name), name }
    }

    /// Whether a kept scenario was changed since somebody last asked to save it.
    pub fn is_changed(&self, id: &str) -> bool {
        self.changed.iter().any(|changed| changed == id)
    }

    /// Brings a kept scenario back as it was when somebody last asked to save it, beside what became of it.
    pub fn as_saved(&mut self, id: &str) {
        self.keep_changes(false);
        let Some((kept, file)) = storage::kept(id).zip(storage::saved(id)) else { return };
        let name = self.free_name(&words::as_saved(&kept.name));
        let saved = Kept { id: storage::fresh_id(&name), file: renamed(&file, &name), name };
        self.announcement = words::is_kept(&saved.name);
        let texts = [storage::text_of(&kept, None), storage::text_of(&saved, None)];
        let keys = [id, &saved.id].map(storage::key_of);
        self.change_kept(keys.into_iter().zip(texts.map(Some)).collect());
        self.open_kept(&saved.id);
        self.say(Notice { brief: true, ..Notice::passing(words::is_on_screen_as_saved(&kept.name), Vec::new()) });
    }

    /// Removes the kept scenario with an id; what is on screen stays.
    pub fn remove_kept(&mut self, id: &str) {
        self.keep_changes(false);
        let name = self.kept.iter().find(|k| k.id == id).map_or_else(String::new, |k| k.name.clone());
        if self.is_open(id) {
            self.let_go();
        }
        self.announcement = words::is_deleted_undo_brings_it_back(&name);
        self.change_kept(vec![(storage::key_of(id), None)]);
    }

    /// What is on screen is kept under no name any more.
    fn let_go(&mut self) {
        self.origin = Origin::Own;
        self.new_name = None;
    }

    /// Whether the scenario on screen is the kept one with an id.
    pub fn is_open(&self, id: &str) -> bool {
        matches!(&self.origin, Origin::Kept(open) if open == id)
    }

    /// Moves a kept scenario up in the list, or down.
    pub fn move_kept(&mut self, id: &str, down: bool) {
        let mut ids: Vec<&str> = self.kept.iter().map(|k| k.id.as_str()).collect();
        let Some(from) = ids.iter().position(|i| *i == id) else { return };
        let to = if down { from + 1 } else { from.wrapping_sub(1) };
        if to < ids.len() {
            ids.swap(from, to);
            let text = storage::order_text(&ids);
            self.change_kept(vec![(storage::ORDER.to_owned(), Some(text))]);
        }
    }

    /// What finds names and ids beside all that is kept.
    pub fn beside_all(&self) -> Adding {
        Adding::beside_all(&self.kept, storage::ids())
    }

    /// Deletes everything that this page keeps in this browser, after the question; what is on screen stays.
    pub fn delete_all(&mut self) {
        self.ask_to_delete(false);
        if let Origin::Kept(_) = self.origin {
            self.let_go();
        }
        let changes = storage::keys().into_iter().map(|key| (key, None)).collect();
        self.notices.clear();
        words::EVERYTHING_KEPT_HERE_IS_DELETED_UNDO.clone_into(&mut self.announcement);
        self.change_kept(changes);
    }

    /// Takes what came beside the scenario on screen away, with what was said of it.
    pub fn take_guests(&mut self) -> Vec<Document> {
        self.notices.retain(|n| n.offers.0 != TO_COMPARE);
        std::mem::take(&mut self.guests)
    }

    /// Takes up what another window changed, and says what it means for what is on screen.
    pub fn take_up_change(&mut self) {
        storage::retry(); // it may have made room
        if let Origin::Kept(id) = &self.origin {
            let known = self.seen.iter().find(|(known, _)| known == id).map(|(_, file)| file.clone());
            let now = storage::kept(id).map(|kept| kept.file);
            if known != now {
                let name = named(&self.document.name);
                let text = if now.is_some() {
                    words::was_changed_in_another_window_what(&name)
                } else {
                    words::was_deleted_in_another_window_what(&name)
                };
                if self.notices.iter().all(|n| n.text != text) {
                    self.say(Notice::passing(text, Vec::new()));
                }
            }
        }
        self.storage_changed(true);
    }

    /// What is kept has changed: the list and the price book follow.
    pub fn storage_changed(&mut self, lasts: bool) {
        self.look_at_storage();
        let book = storage::book();
        // One of another window that cannot be read yet is for later.
        let readable = book.is_none() || more::all_is_there();
        if readable && book.as_ref() != self.own_book.as_ref().map(|own| &own.text) {
            self.own_book = OwnBook::kept();
            self.book_changed();
        }
        self.say_whether_it_lasts(lasts);
    }

    /// Says, once, that nothing can be kept here.
    pub fn say_storage_is_missing(&mut self) {
        self.say_once(words::SCENARIOS_AND_PRICE_BOOKS_ARE_NOT.to_owned(), "save-all", words::SAVE_ALL_AS_A_FILE);
    }

    /// Whether it says so.
    pub fn says_storage_is_missing(&self) -> bool {
        self.notices.iter().any(|n| n.text == words::SCENARIOS_AND_PRICE_BOOKS_ARE_NOT)
    }

    /// Says it no longer, and that all is kept now.
    pub fn storage_is_there(&mut self) {
        self.notices.retain(|n| n.text != words::SCENARIOS_AND_PRICE_BOOKS_ARE_NOT);
        words::EVERYTHING_IS_KEPT_NOW.clone_into(&mut self.announcement);
    }

    /// Says that something is held in memory alone, or no longer.
    pub fn say_whether_it_lasts(&mut self, lasts: bool) {
        if !lasts {
            self.say_storage_is_missing();
        } else if self.says_storage_is_missing() && !storage::refuses() && storage::works() {
            self.storage_is_there();
        }
    }

    /// Reads the list of what is kept, and says so if something there cannot be read.
    pub fn look_at_storage(&mut self) {
        let found = storage::list();
        self.kept = found.kept;
        self.changed = found.changed;
        let unreadable = found.unreadable.len();
        if unreadable > 0 {
            self.say_once(
                words::things_kept_in_this_browser_cannot(&unreadable),
                "save-unreadable",
                words::SAVE_THEM_AS_A_FILE,
            );
        }
    }

    /// Keeps work that is about to be written over under a name, unless it is at hand anyway. `window` is the one it comes
    /// from, where that is another.
    pub fn keep_earlier_work(&mut self, earlier: &Document, window: &str) {
        let Some(kept) = self.as_earlier_work(earlier, window) else { return };
        let text = words::what_you_worked_on_before_is(&kept.name);
        if self.notices.iter().all(|n| n.text != text) {
            self.say(Notice::passing(text, Vec::new()));
        }
        // No step of its own: undo is for what somebody did here.
        let lasts = storage::keep(&kept, true);
        self.working.rescue(Rescued { of: window.to_owned(), id: kept.id, file: kept.file });
        self.storage_changed(lasts);
    }

    /// Work as a scenario to keep, unless it is at hand anyway. Later work of a window takes the place of its earlier.
    pub fn as_earlier_work(&self, earlier: &Document, window: &str) -> Option<Kept> {
        let at_hand = |file: &str| file::read(file, &BOOK).is_ok_and(|read| read.document == *earlier);
        if *earlier == Document::typical(&BOOK)
            || *earlier == self.document
            || self.kept.iter().any(|kept| at_hand(&kept.file))
            || engine::presets::PRESETS.iter().any(|preset| at_hand(preset.text()))
        {
            return None;
        }
        let name = if earlier.name.is_empty() { words::EARLIER_WORK } else { &earlier.name };
        let kept = Kept { id: String::new(), name: name.to_owned(), file: file::write(&sealed(earlier)) };
        let again = self.working.again(window, |id| storage::kept(id).map(|kept| kept.file));
        let old = again.and_then(|id| self.kept.iter().find(|k| k.id == id));
        Some(old.map_or_else(
            || self.beside_all().beside(&kept),
            |old| Kept { id: old.id.clone(), file: renamed(&kept.file, &old.name), name: old.name.clone() },
        ))
    }
}
