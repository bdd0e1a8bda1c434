//! The current scenario: its contents, its origin, and its changes.

use std::ops::Deref;
use std::sync::Arc;

use engine::codec::Document;
use engine::inputs::bill::PRICE;
use engine::inputs::derived::{DERIVED, Derived};
use engine::inputs::field::Field;
use engine::inputs::value::{Amount, Cell, Quote, Row, Value, free_quote_name};
use engine::inputs::{Scenario, field, machine_with};
use engine::model::fixes::Fix;
use engine::view::Style;
use leptos::prelude::*;

use super::history::{History, Step};
use super::input_problems::InputProblems;
use super::notices::{Notice, NoticePlace, Notices};
use super::origin::Origin;
use super::prices::Prices;
use crate::browser::locale::Locale;
use crate::strings::scenario_store as strings;

/// How a change is recorded for undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A separate step.
    Step,
    /// Part of ongoing typing or dragging, which is one step.
    Typing,
}

/// A handle to the current scenario. In context.
#[derive(Clone, Copy)]
pub struct ScenarioStore(&'static Signals);

impl Deref for ScenarioStore {
    type Target = Signals;

    fn deref(&self) -> &Signals {
        self.0
    }
}

/// The store's contents; they live as long as the page.
pub struct Signals {
    document: RwSignal<Arc<Document>>,
    origin: RwSignal<Origin>,
    /// The scenario at the time the edited field received focus.
    held: StoredValue<Arc<Document>>,
    /// Whether the current typing is in the history already.
    typing_remembered: StoredValue<bool>,
    /// The scenario the page, or the last link, opened with.
    opened: StoredValue<Arc<Document>>,
    /// The scenario in the URL.
    written: StoredValue<Arc<Document>>,
    problems: InputProblems,
    notices: Notices,
    history: History,
    prices: Prices,
}

impl ScenarioStore {
    /// Starts with a document.
    pub fn new(
        document: Document,
        origin: Origin,
        problems: InputProblems,
        notices: Notices,
        history: History,
        prices: Prices,
    ) -> Self {
        let document = Arc::new(document);
        Self(Box::leak(Box::new(Signals {
            held: StoredValue::new(Arc::clone(&document)),
            opened: StoredValue::new(Arc::clone(&document)),
            written: StoredValue::new(Arc::clone(&document)),
            document: RwSignal::new(document),
            origin: RwSignal::new(origin),
            typing_remembered: StoredValue::new(false),
            problems,
            notices,
            history,
            prices,
        })))
    }

    /// The one in context.
    pub fn expect() -> Self {
        expect_context()
    }

    /// The document; tracked.
    pub fn document(self) -> Arc<Document> {
        self.document.get()
    }

    /// The same, not tracked.
    pub fn document_untracked(self) -> Arc<Document> {
        self.document.get_untracked()
    }

    /// Reads a slice of the scenario; tracked. In a memo, readers run only when that slice changes.
    pub fn with<T>(self, read: impl FnOnce(&Scenario) -> T) -> T {
        self.document.with(|document| read(&document.scenario))
    }

    /// The origin of the scenario; tracked.
    pub fn origin(self) -> Origin {
        self.origin.get()
    }

    /// The same, not tracked.
    pub fn origin_untracked(self) -> Origin {
        self.origin.get_untracked()
    }

    /// Sets the origin of the scenario.
    pub fn set_origin(self, origin: Origin) {
        if self.origin.with_untracked(|now| *now != origin) {
            self.origin.set(origin);
        }
    }

    /// The scenario at the time the edited field received focus; not tracked.
    pub fn held(self) -> Arc<Document> {
        self.held.get_value()
    }

    /// Called when a field receives focus or a drag starts: changes from now on are one step.
    pub fn begin_edit(self) {
        self.held.set_value(self.document_untracked());
        self.typing_remembered.set_value(false);
    }

    /// Whether the last change is part of ongoing typing or dragging; not tracked.
    pub fn is_typing_untracked(self) -> bool {
        self.typing_remembered.get_value()
    }

    /// Reverts what was typed since the field received focus: a valid prefix of invalid text must not stay.
    pub fn revert_edit(self) {
        let held = self.held();
        self.edit(Edit::Typing, |document| document.clone_from(&held));
    }

    /// Changes the current document.
    pub fn edit(self, kind: Edit, change: impl FnOnce(&mut Document)) {
        let before = self.document_untracked();
        let mut now = Document::clone(&before);
        change(&mut now);
        if now == *before {
            return;
        }
        self.notices.remove(|n| n.brief);
        let typing = kind == Edit::Typing;
        let remembered = self.typing_remembered.get_value();
        self.typing_remembered.set_value(typing);
        if remembered && typing {
            self.history.forget_future();
        } else {
            self.history.remember(Step::Work(before, self.origin_untracked()));
        }
        self.document.set(Arc::new(now));
    }

    /// Sets a row to a value it allows, and updates the rows that follow it.
    pub fn set(self, kind: Edit, field: &'static Field, value: &Value) {
        let before = self.document_untracked();
        let held = if kind == Edit::Typing { self.held() } else { Arc::clone(&before) };
        let book = self.prices.published();
        self.edit(kind, |document| {
            field.set(&mut document.scenario, value);
            if document.scenario.work.workloads != before.scenario.work.workloads {
                document.scenario.follow_workloads(&book);
            }
            document.scenario.follow_edit(&held.scenario, &before.scenario, &book);
        });
        self.drop_moved(field.id, &before.scenario);
        if self.document.with_untracked(|d| d.scenario.money.currency != before.scenario.money.currency) {
            self.follow_currency(&before.scenario.money.currency);
        }
    }

    /// Sets a numeric row to a number given by the user.
    pub fn set_number(self, kind: Edit, field: &'static Field, value: f64) {
        self.set(
            kind,
            field,
            &Value::Number(field.given(value, &self.document_untracked().scenario, &self.prices.published())),
        );
    }

    /// Sets a row through its alternative entry, such as work by utilization.
    pub fn set_derived(self, kind: Edit, row: &'static Derived, value: f64) {
        let before = self.document_untracked();
        self.edit_and_follow(kind, |scenario| (row.set)(scenario, value));
        self.drop_moved(row.id, &before.scenario);
    }

    /// Changes the scenario, and updates the rows that follow what was changed.
    pub fn edit_and_follow(self, kind: Edit, change: impl FnOnce(&mut Scenario)) {
        let before = self.document_untracked();
        let held = if kind == Edit::Typing { self.held() } else { Arc::clone(&before) };
        let book = self.prices.published();
        self.edit(kind, |document| {
            change(&mut document.scenario);
            document.scenario.follow_edit(&held.scenario, &before.scenario, &book);
        });
    }

    /// Changes the rows of a list if the result is valid; otherwise returns what is wrong.
    pub fn change_list(self, field: &'static Field, change: impl FnOnce(&mut Vec<Vec<Cell>>)) -> Result<(), String> {
        let Value::List(mut rows) = field.get(&self.document_untracked().scenario) else { return Ok(()) };
        change(&mut rows);
        let value = Value::List(rows);
        match field.validate(&value) {
            None => {
                self.set(Edit::Step, field, &value);
                Ok(())
            }
            Some(words) => Err(format!("{} {words}", field.label)),
        }
    }

    /// Drops drafts of rows changed by another one, such as the busy share by the work.
    fn drop_moved(self, id: &str, before: &Scenario) {
        let now = self.document_untracked();
        let moved = |row: &str| match DERIVED.iter().find(|d| d.id == row) {
            Some(d) => (d.get)(before) != (d.get)(&now.scenario),
            None => field(row).is_some_and(|f| f.get(before) != f.get(&now.scenario)),
        };
        self.problems.drop(|row| row != id && moved(row));
    }

    /// Another currency's rate would make correct amounts wrong: uses this currency's last rate in the history, or
    /// none. Part of the step that chose the currency.
    fn follow_currency(self, before: &str) {
        let mut now = Document::clone(&self.document_untracked());
        let money = &mut now.scenario.money;
        let had = self.history.last_rate_of(&money.currency);
        if let Some((rate, day)) = had.filter(|_| money.currency != "USD") {
            money.currency_per_usd = rate;
            money.currency_day = day;
        } else if before != "USD" {
            money.currency_per_usd = Amount::exact(1.0);
            money.currency_day.clear();
        }
        self.document.set(Arc::new(now));
    }

    /// Chooses a GPU and its machine, and reports what changed: a node price that was not the price book's is named.
    pub fn choose_gpu(self, gpu: &str, locale: Locale) {
        let (document, book) = (self.document_untracked(), self.prices.published());
        if document.scenario.work.gpu == gpu {
            return;
        }
        let before = document.scenario.own.node_price_usd.value;
        let listed = machine_with(&document.scenario.work.gpu, &book, &document.edition);
        let typed = listed.is_none_or(|(_, usd)| usd != before);
        let mut found = false;
        self.edit(Edit::Step, |d| found = d.scenario.choose_gpu(gpu, &book, &d.edition));
        self.problems.drop_drafts(|_| true);
        let name = self.prices.gpu_name(gpu);
        let now = self.document_untracked().scenario.own.node_price_usd.value;
        let text = if found && typed && now != before {
            let [before, now] = [before, now].map(|usd| locale.figure(usd, Style::Usd));
            strings::node_price_replaced(&name, &before, &now)
        } else if found {
            strings::node_set_from_book(&name)
        } else {
            strings::no_machine_in_book(&name)
        };
        self.notices.remove(|n| !n.stays);
        self.notices.say(Notice::at(NoticePlace::Question, text, Vec::new()));
    }

    /// Restates the work in hours of the GPU chosen, of which `hours` do what an hour of the one before did, and says so.
    pub fn restate_work(self, hours: f64, locale: Locale) {
        let name = self.prices.gpu_name(&self.document_untracked().scenario.work.gpu);
        self.problems.drop_drafts(|_| true);
        let book = self.prices.published();
        self.edit_and_follow(Edit::Step, |scenario| scenario.restate_work(hours, &book));
        let work = self.document_untracked().scenario.work.gpu_hours_per_month.value;
        let text = strings::work_was_restated(&locale.figure(work, Style::Count), &name);
        self.notices.say(Notice::at(NoticePlace::Question, text, Vec::new()));
    }

    /// Replaces all inputs as one step.
    pub fn replace(self, scenario: &Scenario) {
        self.problems.clear();
        self.edit(Edit::Step, |document| document.scenario.clone_from(scenario));
    }

    /// Switches to the newest edition of the price book.
    pub fn use_current_prices(self) {
        let book = self.prices.published();
        let current = book.current_edition();
        self.edit(Edit::Step, |document| {
            document.scenario.take_prices(&book, &document.edition, current);
            current.clone_into(&mut document.edition);
        });
    }

    /// Resets a row to its default.
    pub fn reset_field(self, field: &'static Field) {
        self.problems.mark(field.id, None);
        self.set(Edit::Step, field, &field.value_in(&self.prices.published()));
        self.problems.drop_drafts(|_| true);
    }

    /// Applies the fix of an issue.
    pub fn apply_fix(self, fix: &Fix) {
        if let Some(row) = field(fix.field) {
            self.problems.drop_drafts(|_| true);
            self.set(Edit::Step, row, &fix.value);
        }
    }

    /// Sets the work to what the current bill pays for, and says from which price.
    pub fn take_work_of_bill(self, locale: Locale) {
        let book = self.prices.published();
        self.problems.drop_drafts(|_| true);
        self.edit_and_follow(Edit::Step, |scenario| {
            scenario.take_work_of_bill(&book);
        });
        let scenario = &self.document_untracked().scenario;
        if let Some(billed) = scenario.is_work_of_bill(&book) {
            let hours = locale.figure(billed.work.value, Style::Count);
            let price = locale.figure(scenario.present.usd_per_gpu_hour.value, Style::UsdPerHour);
            let text = strings::work_set_from_bill(&hours, &price, billed.assumed.contains(&PRICE));
            self.notices.say(Notice::brief(text, Vec::new()));
        }
    }

    /// Counts an offer in although it does not meet the requirements, or reverts that.
    pub fn count_offer(self, id: &str, on: bool) {
        let Some(row) = field("rent.counted_in") else { return };
        let cell = id.to_owned().cells();
        let _ = self.change_list(row, |rows| {
            rows.retain(|kept| *kept != cell);
            rows.extend(on.then_some(cell));
        });
    }

    /// Adds an offer to the user's own under a name that is free.
    ///
    /// Errors: why the list cannot take it, in words.
    pub fn add_quote(self, quote: Quote) -> Result<(), String> {
        let Some(row) = field("rent.quotes") else { return Ok(()) };
        let name = free_quote_name(&self.document_untracked().scenario.rent.quotes, &quote.name);
        let quote = Quote { name, ..quote };
        self.change_list(row, |rows| rows.push(quote.cells()))
    }

    /// Renames the scenario.
    pub fn rename(self, name: &str) {
        self.edit(Edit::Step, |document| name.clone_into(&mut document.name));
    }

    /// Replaces the document without an undo step; returns the previous one.
    pub fn swap(self, document: Arc<Document>) -> Arc<Document> {
        self.problems.clear();
        let before = self.document_untracked();
        self.document.set(document);
        // A field that kept the focus starts a new step.
        self.begin_edit();
        before
    }

    /// Replaces the document; undo restores the previous one.
    pub fn show(self, document: Document, origin: Origin) {
        let was = self.origin_untracked();
        let before = self.swap(Arc::new(document));
        self.history.remember(Step::Work(before, was));
        if origin == Origin::Link {
            self.opened.set_value(self.document_untracked());
        }
        self.set_origin(origin);
    }

    /// Whether the current document is in the URL; not tracked.
    pub fn is_written_untracked(self) -> bool {
        self.written.with_value(|written| **written == *self.document_untracked())
    }

    /// Records that the current document is in the URL.
    pub fn mark_written(self) {
        self.written.set_value(self.document_untracked());
    }

    /// Whether the current scenario is the user's own and should be stored: a linked one is not until it is changed.
    /// Not tracked.
    pub fn is_own_work_untracked(self) -> bool {
        self.origin_untracked() != Origin::Link
            || self.opened.with_value(|opened| **opened != *self.document_untracked())
    }
}
