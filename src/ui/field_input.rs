//! Draws any row of the table: label, field, error, source, and the way back to the default.

use std::cell::RefCell;

use engine::scenario::derived::{DERIVED, Derived};
use engine::scenario::field;
use engine::scenario::field::{Basis, Field, Kind};
use engine::scenario::value::{Amount, Value};
use engine::typed::Odd;
use engine::units::Unit;
use wasm_bindgen::JsCast;

use super::draw::{Element, Node, drawn_if, el};
use super::list_input;
use super::moving;
use super::pieces::{button, outside, yes};
use crate::browser::timer::{Wait, after, forget};
use crate::browser::{clock, intl};
use crate::page::{Page, Typed, Unread};
use crate::state::{AppState, BOOK};
use crate::words::field_input as words;

/// How many times outside its usual range a price must be to be remarked on.
const FAR: f64 = 4.0;
/// Signs that a field has room for beside its unit.
const FITS: usize = 7;
/// Wait before an unusable text is called so, while it is being typed, in milliseconds.
const PATIENCE: u64 = 600;

/// The element id of a row's field.
pub fn input_id(row: &str) -> String {
    format!("in-{}", row.replace(['.', '_'], "-"))
}

/// Puts the keyboard into a row's field, opening what hides it.
pub fn focus(row: &str) {
    let Some(element) = web_sys::window().and_then(|w| w.document()).and_then(|d| d.get_element_by_id(&input_id(row)))
    else {
        return;
    };
    let mut above = element.parent_element();
    while let Some(parent) = above {
        if parent.tag_name() == "DETAILS" {
            let _ = parent.set_attribute("open", "");
        }
        above = parent.parent_element();
    }
    if let Ok(element) = element.dyn_into::<web_sys::HtmlElement>() {
        let _ = element.focus();
    }
}

/// A row of the form.
#[derive(Clone, Copy)]
pub enum Row {
    /// A row of the table.
    Own(&'static Field),
    /// Another way to enter a row, such as work by utilization.
    Other(&'static Derived),
}

impl Row {
    /// The row with an id.
    pub fn named(id: &str) -> Option<Self> {
        field(id).map(Self::Own).or_else(|| DERIVED.iter().find(|d| d.id == id).map(Self::Other))
    }

    fn id(self) -> &'static str {
        match self {
            Self::Own(field) => field.id,
            Self::Other(other) => other.id,
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Self::Own(field) => field.label,
            Self::Other(other) => other.label,
        }
    }

    /// Its unit; that of a bare number where it holds none.
    fn unit(self) -> Unit {
        match self {
            Self::Own(field) => field.unit().unwrap_or(Unit::Ratio),
            Self::Other(other) => other.unit,
        }
    }

    fn value(self, page: &Page) -> f64 {
        match self {
            Self::Own(field) => field.get(&page.document.scenario).number().unwrap_or(0.0),
            Self::Other(other) => (other.get)(&page.document.scenario),
        }
    }

    /// Its number as it stands in its field.
    fn written(self, page: &Page) -> String {
        match self {
            Self::Own(_) => intl::typed(self.value(page), self.unit()),
            Self::Other(_) => intl::typed_short(self.value(page), self.unit()),
        }
    }

    /// Its unit with the least and the most it may be.
    fn bounds(self) -> Option<(Unit, f64, f64)> {
        match self {
            Self::Own(Field { kind: Kind::Number { unit, min, max, .. }, .. }) => Some((*unit, *min, *max)),
            Self::Own(_) => None,
            Self::Other(other) => Some((other.unit, other.min, other.max)),
        }
    }

    /// What is wrong with a number, in the reader's own signs and currency.
    fn objection(self, value: f64) -> Option<String> {
        let (unit, min, max) = self.bounds()?;
        let allowed = || words::must_be_between_and(&intl::typed(min, unit), &intl::with_unit(max, unit));
        if !(min..=max).contains(&value) {
            return Some(allowed());
        }
        // What else a row of numbers asks for is that they are whole.
        let Self::Own(field) = self else { return None };
        let objection = field.objection(&Value::Number(Amount::exact(value)));
        objection.map(|_| format!("{}{}", allowed(), words::AS_A_WHOLE_NUMBER))
    }

    fn set(self, page: &mut Page, value: f64) {
        match self {
            Self::Own(field) => page.set(field, &Value::Number(field.given(value, &BOOK))),
            Self::Other(other) => page.set_derived(other, value),
        }
    }

    /// Low and high of a price that the price book knows: what is far outside was perhaps not meant.
    fn usual_prices(self) -> Option<(f64, f64)> {
        let Self::Own(field) = self else { return None };
        let quoted = matches!(field.basis, Basis::Figure(_) | Basis::HardwarePrice(_));
        let (_, low, high) =
            field.range_in(&BOOK).filter(|(_, low, _)| quoted && self.unit().is_money() && *low > 0.0)?;
        Some((low, high))
    }

    /// The number a text stands for in the row's own unit, and whether that needs to be shown; or what is wrong.
    fn read(self, text: &str) -> Result<(f64, bool), String> {
        let (label, unit) = (self.label(), self.unit());
        let Some(found) = intl::read(text, unit) else {
            let example = if unit.is_percent() {
                words::SUCH_AS_80_OR_80.to_owned()
            } else {
                let number = |number: f64| intl::typed(number, Unit::Ratio);
                words::such_as(&1200, &number(1_200.5), &number(4.8))
            };
            let problem =
                if text.trim().is_empty() { words::NEEDS_A_NUMBER } else { words::IS_NOT_READABLE_AS_A_NUMBER };
            // Nothing is within any range: what is said of it is the range.
            let allowed = self.objection(f64::INFINITY).unwrap_or_default();
            return Err(format!("{label} {problem}, {example}; {allowed}"));
        };
        let (value, said) = found.map_err(|odd| format!("{label} {}", contradicts(odd, unit)))?;
        match self.objection(value) {
            Some(words) => Err(format!("{label} {words}")),
            None => Ok((value, said)),
        }
    }
}

/// What about a text contradicts the unit of its field.
fn contradicts(odd: Odd, unit: Unit) -> String {
    match odd {
        Odd::Percentage => words::IS_NO_PERCENTAGE.to_owned(),
        Odd::Money => words::IS_NO_MONEY.to_owned(),
        Odd::Currency([code]) => words::is_not_in(code, &intl::code()),
        Odd::Currency(_) => words::has_another_sign(&intl::code()),
        Odd::Counts(counted) if unit == Unit::Ratio => words::has_no_unit(&counted.in_words()),
        Odd::Counts(counted) => words::counts_something_else(&intl::symbol(unit), &counted.in_words()),
    }
}

/// One row, whatever it holds. Rows that do not matter in the chosen modes are hidden.
pub fn row(state: AppState, row: Row) -> Node {
    let usual = row.usual_prices();
    let default = match row {
        Row::Own(field) => Some((field, field.value_in(&BOOK))),
        Row::Other(_) => None,
    };
    let before: RefCell<Option<Key>> = RefCell::new(None);
    drawn_if(move || {
        let page = state.page();
        let scenario = &page.document.scenario;
        let key = Some(Key::of(row, &page));
        if *before.borrow() == key {
            return None;
        }
        *before.borrow_mut() = key;
        let changed = default.as_ref().filter(|(field, default)| field.get(scenario) != *default);
        let control = match row {
            Row::Own(field) if matches!(field.kind, Kind::List { .. }) => list_input::list_input(&page, field),
            Row::Own(field) if field.unit().is_none() => choice(&page, field),
            _ => number(&page, row, usual),
        };
        let label = el("label").attr("for", input_id(row.id())).text(row.label());
        // A form of its own: browsers look over all fields of a form whenever one changes.
        let mut drawn = el("form.row").attr("data-row", row.id()).child(label).child(control).child(about(row));
        if let Some((field, _)) = changed {
            let reset = button("reset", field.id, "reset").class("plain reset");
            drawn = drawn.class("row changed").child(reset.attr("aria-label", words::reset(&field.label)));
        }
        if is_explained(row, &page) {
            drawn = drawn.child(explanation(row));
        }
        if let Some(words) = asked_of(row, &page) {
            drawn = drawn.child(el("p.asked translate=no").text(words));
        }
        if matches!(row, Row::Own(field) if !(field.matters)(scenario)) {
            drawn = drawn.attr("hidden", "");
        }
        Some(vec![drawn.into()])
    })
}

/// Everything that a row's looks follow from: rows are many, and a key press changes one or two of them.
#[derive(PartialEq)]
struct Key {
    value: Value,
    matters: bool,
    typed: Option<Typed>,
    unread: Option<Unread>,
    edition: Option<String>,
    currency: Option<(String, f64)>,
    asked: bool,
    explained: bool,
}

impl Key {
    fn of(row: Row, page: &Page) -> Self {
        let scenario = &page.document.scenario;
        let id = row.id();
        let (value, matters, offered) = match row {
            Row::Own(field) => {
                (field.get(scenario), (field.matters)(scenario), matches!(field.kind, Kind::Gpu | Kind::OtherGpu))
            }
            Row::Other(other) => (Value::Number(Amount::exact((other.get)(scenario))), true, false),
        };
        Self {
            value,
            matters,
            typed: page.typed.iter().find(|t| t.field == id).cloned(),
            unread: page.problem(id).cloned(),
            // The GPUs to choose from are those of the edition.
            edition: offered.then(|| page.document.edition.clone()),
            currency: (listed(row) || row.unit().is_money())
                .then(|| (scenario.money.currency.clone(), scenario.money.currency_per_usd.value)),
            asked: asked_of(row, page).is_some(),
            explained: is_explained(row, page),
        }
    }
}

/// Whether a row holds a list: money may stand in it.
fn listed(row: Row) -> bool {
    matches!(row, Row::Own(field) if matches!(field.kind, Kind::List { .. }))
}

/// A select or a box to tick.
fn choice(page: &Page, field: &'static Field) -> Element {
    let control = |words: &'static str| {
        el(words)
            .attr("id", input_id(field.id))
            .attr("data-field", field.id)
            .attr("data-do", "set")
            .attr("data-about", field.id)
    };
    let option = |id: &str, label: String, chosen: &str| {
        Node::from(el("option").attr("value", id.to_owned()).text(label).attr("selected", yes(id == chosen)))
    };
    match (field.kind, field.get(&page.document.scenario)) {
        (Kind::Choice(options), Value::Choice(id)) => {
            control("select").children(options.iter().map(|o| option(o.id, o.label.to_owned(), &id)))
        }
        (Kind::Switch, Value::Switch(on)) => control("input type=checkbox").attr("checked", yes(on)),
        (Kind::Currency | Kind::Day, Value::Text(words)) => {
            let hint = if matches!(field.kind, Kind::Day) { "2026-11-21" } else { "EUR" };
            let problem = page.problem(field.id).map(|u| el("p.error data-error=").text(u.problem.clone()).into());
            let input = control("input type=text autocomplete=off spellcheck=false translate=no maxlength=10");
            el("div.field").child(input.attr("placeholder", hint).attr("value", words)).children(problem)
        }
        (_, Value::Text(chosen)) => {
            let edition = &page.document.edition;
            let book = page.book();
            let offered = book.gpus.iter().filter(|g| book.offers_of(edition).any(|o| o.gpu == g.id));
            let none =
                matches!(field.kind, Kind::OtherGpu).then(|| option("", words::THAT_OF_THE_WORK.to_owned(), &chosen));
            control("select").children(none).children(offered.map(|g| option(&g.id, g.name.clone(), &chosen)))
        }
        _ => el("span"),
    }
}

/// What a row must be for both sides to cost the same, if that was asked of the case on screen.
fn asked_of(row: Row, page: &Page) -> Option<String> {
    let asked = page.asked.as_ref().filter(|a| a.found.field == row.id() && a.of == page.document)?;
    field(asked.found.field).map(|field| moving::words(field, &asked.found))
}

/// The small button behind which a row is explained. The explanation stands below the row, over no other field.
fn about(row: Row) -> Element {
    let summary = el("summary").attr("aria-label", words::about(&row.label())).text("?");
    el("details.about name=about data-do=fold").attr("data-about", fold_of(row)).child(summary)
}

/// Its name among what is unfolded.
fn fold_of(row: Row) -> String {
    format!("about {}", row.id())
}

fn is_explained(row: Row, page: &Page) -> bool {
    page.folds.iter().any(|fold| fold.strip_prefix("about ") == Some(row.id()))
}

/// Help, source and date, and what it must be to break even.
#[inline(never)] // in the second part of the program (scripts/later.txt)
fn explanation(row: Row) -> Element {
    match row {
        Row::Own(field) => {
            let number = matches!(field.kind, Kind::Number { .. });
            let ask = number.then(|| button("ask", field.id, words::WHAT_MUST_THIS_BE_TO_BREAK).into());
            el("div.card").child(el("p").text(field.help())).children(source_of(field)).children(ask)
        }
        Row::Other(other) => el("div.card").child(el("p").text(other.help())),
    }
}

/// The default of a row with its range, date and source.
fn source_of(field: &'static Field) -> [Node; 2] {
    let default = field.default_in(&BOOK);
    let mut shown = String::new();
    if let (Some(value), Some(unit)) = (default.value.number(), field.unit()) {
        let range = default.range.filter(|(low, high)| low < high);
        let range = range.map(|(low, high)| words::between_and(&intl::typed(low, unit), &intl::typed(high, unit)));
        shown = words::default(&intl::typed(value, unit), &intl::symbol(unit), &range.unwrap_or_default());
    }
    if !default.as_of.is_empty() {
        let age = clock::days_since(&default.as_of).filter(|d| *d > 90).map(|d| words::days_old(&d));
        shown = format!("{shown} ({}{})", default.as_of, age.unwrap_or_default());
    }
    let kind = if default.assumed { words::ASSUMPTION } else { words::SOURCE };
    let source =
        if default.url.is_empty() { el("span").text(default.source) } else { outside(&default.url, default.source) };
    [el("p.source translate=no").text(shown).into(), el("p.source").text(kind).child(source).into()]
}

/// A text field for a number: keeps what is typed, says what is wrong, shows how an unclear text is read.
fn number(page: &Page, row: Row, usual: Option<(f64, f64)>) -> Element {
    let (id, unit) = (row.id(), row.unit());
    let typed = page.typed.iter().find(|t| t.field == id);
    let value = row.value(page);
    let far = usual.filter(|(low, high)| !(low / FAR..=high * FAR).contains(&value));
    let note = match (typed.and_then(|t| t.reading.clone()), far) {
        (Some(reading), _) => reading,
        (None, Some((low, high))) => words::far_from_the_usual_to(&intl::typed(low, unit), &intl::typed(high, unit)),
        _ => String::new(),
    };
    let meant = far.and_then(|usual| meant(row, usual, value));
    let error_id = format!("{}-error", input_id(id));
    let shown = typed.map_or_else(|| row.written(page), |t| t.text.clone());
    // A number of which a part is out of sight reads as another one.
    let class = if shown.len() > FITS { "field long" } else { "field" };
    let mut input =
        el("input type=text inputmode=decimal autocomplete=off spellcheck=false translate=no data-do=number")
            .attr("id", input_id(id))
            .attr("data-field", id)
            .attr("data-about", id)
            .attr("value", shown);
    let mut error = el("p.error data-error=").attr("id", error_id.clone());
    match page.problem(id) {
        Some(unread) => {
            input = input.attr("aria-invalid", "true").attr("aria-describedby", error_id);
            error = error.text(unread.problem.clone());
        }
        None => error = error.attr("hidden", ""),
    }
    el("div")
        .class(class)
        .child(el("span.entry").child(input))
        .child(el("span.unit translate=no").text(intl::symbol(unit)))
        .child(el("span.reading translate=no").text(note).children(meant))
        .child(error)
}

/// A button to the price that was perhaps meant: 290.000 is 290 here and 290,000 elsewhere.
#[inline(never)] // a part of the program of its own (scripts/later.txt), as the next
fn meant(row: Row, (low, high): (f64, f64), value: f64) -> Option<Node> {
    let meant = (value * 1e9).round() / 1e6; // 32.7 times 1,000 is not 32,700 in binary
    (value * FAR < low && (low / FAR..=high * FAR).contains(&meant)).then(|| {
        let about = format!("{} {}", row.id(), engine::number::write(meant));
        button("set-number", &about, words::i_mean(&intl::typed(meant, row.unit()))).into()
    })
}

/// Inputs of which a thousandth of the usual is no case of anybody's, and turns the answer.
const THOUSANDS: [&str; 3] = ["own.node_price_usd", "people.usd_per_person_year", "work.gpu_hours_per_month"];

/// What to say beside the answer where such an input is a thousandth of the usual.
#[inline(never)] // a part of the program of its own (scripts/later.txt)
pub fn thousandth(page: &Page) -> Option<Node> {
    THOUSANDS.into_iter().filter_map(Row::named).find_map(|row| {
        let Row::Own(field) = row else { return None };
        let (_, low, high) = field.range_in(&BOOK)?;
        let meant = meant(row, (low, high), row.value(page))?;
        Some(el("li").text(words::is_a_thousandth(&row.label())).child(meant).into())
    })
}

/// Takes a text as it is being typed: it counts at once if it can be used, and is called unusable after a while if not.
pub fn typing(state: AppState, id: &str, text: String) {
    let Some(row) = Row::named(id) else { return };
    let mut page = state.edit();
    page.typed.retain(|t| t.field != row.id());
    forget(Wait::Complain);
    let mut typed = Typed { field: row.id(), text, reading: None };
    if let Ok((number, said)) = row.read(&typed.text) {
        page.mark(row.id(), None);
        typed.reading = said.then(|| format!("= {}", intl::typed(number, row.unit())));
        page.type_in(|page| row.set(page, number));
    } else {
        let say = move || {
            if state.is_free() {
                complain(&mut state.edit(), row);
            }
        };
        after(Wait::Complain, PATIENCE, Box::new(say));
    }
    page.typed.push(typed);
}

/// The keyboard has left a field: a text that can be used gives way to the number it stands for.
pub fn typed(state: AppState, id: &str) {
    forget(Wait::Complain);
    let Some(row) = Row::named(id) else { return };
    let was_typed = state.now().typed.iter().any(|t| t.field == id);
    if was_typed {
        let mut page = state.edit();
        complain(&mut page, row);
        if page.problem(id).is_none() {
            page.typed.retain(|t| t.field != id);
        }
    }
}

/// Takes what a row was typed into back and says why, if its text cannot be used.
fn complain(page: &mut Page, row: Row) {
    let text = page.typed.iter().find(|t| t.field == row.id());
    if let Some(Err(problem)) = text.map(|t| row.read(&t.text)) {
        page.type_in(Page::put_back);
        let used = format!("{} {}", row.written(page), intl::symbol(row.unit()));
        page.announcement = words::not_used(&problem, &used);
        page.mark(row.id(), Some(Unread { field: row.id(), problem, used }));
    }
}

/// Sets a row to the number that stands behind its id.
pub fn set_number(page: &mut Page, about: &str) {
    let (id, number) = about.split_once(' ').unwrap_or((about, ""));
    if let (Some(row), Some(value)) = (Row::named(id), engine::number::read_canonical(number)) {
        page.typed.clear();
        row.set(page, value);
    }
}

/// Takes a text for a row of a code or a date, or says what is allowed.
pub fn set_text(page: &mut Page, field: &'static Field, text: &str) {
    let value = Value::Text(text.trim().to_ascii_uppercase());
    let problem = field.objection(&value).map(|words| format!("{} {words}", field.label));
    if problem.is_none() {
        page.set(field, &value);
    }
    let used = field.in_words(&page.document.scenario, &intl::with_unit);
    page.mark(field.id, problem.map(|problem| Unread { field: field.id, problem, used }));
}
