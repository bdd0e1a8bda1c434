//! The form: the few inputs that matter most, then every other row of the table in its group.

use engine::scenario::derived::DERIVED;
use engine::scenario::field::{Field, Group, Kind};
use engine::scenario::value::Value;
use engine::scenario::{FIELDS, GROUPS, Scenario};

use super::draw::{Element, Node, drawn, el, late, text};
use super::field_input::{Row, row};
use super::pieces::{button, fixed, to_field};
use super::question::ASKED;
use crate::browser::intl;
use crate::page::Page;
use crate::state::{AppState, BOOK, DEFAULTS};
use crate::words::{form as words, frame};

/// Rows that stand in front of the form, in this order; with those of the question no more than seven.
const FRONT: [&str; 4] = ["own.gpus", "work.busy_share", "own.node_price_usd", "rent.discount_share"];

/// Rows that another part of the page sets.
const ELSEWHERE: [&str; 1] = ["rent.counted_in"];

/// All inputs.
pub fn form(state: AppState) -> Node {
    el("section.inputs tabindex=-1 aria-labelledby=inputs-heading")
        .child(late(drawn(move || head(&state.page()))))
        .child(el("div.front").children(FRONT.iter().filter_map(|id| Row::named(id)).map(|r| row(state, r))))
        .child(late(drawn(move || vec![changed(&state.page()).into()])))
        .children(GROUPS.iter().map(|group| late(group_rows(state, *group).into())))
        .into()
}

/// Heading, what can be undone, and what cannot be used.
fn head(page: &Page) -> Vec<Node> {
    let tool = |action: &'static str, label: &'static str, on: bool| {
        let tool = button(action, "", label).attr("data-action", action);
        if on { tool } else { tool.attr("disabled", "") }
    };
    let tools = el("div.tools")
        .child(tool("undo", words::UNDO, page.can_undo()))
        .child(tool("redo", words::REDO, page.can_redo()))
        .child(button("defaults", "", words::DEFAULTS).attr("data-action", "reset"))
        // The bar is out of sight and many keys away from here.
        .child(button("go", "share", frame::SHARE));
    let bar = el("div.inputs-head").child(el("h2 id=inputs-heading").text(words::YOUR_CASE)).child(tools);
    let mut nodes = vec![bar.into()];
    nodes.extend(wrong(page));
    nodes
}

/// How many inputs differ from their defaults, and which.
fn changed(page: &Page) -> Element {
    let scenario = &page.document.scenario;
    let typical = Scenario::typical(&BOOK);
    let mut links = el("ul");
    let (mut count, mut follow) = (0, 0);
    for (field, default) in FIELDS.iter().zip(DEFAULTS.iter()) {
        if field.get(scenario) != *default {
            let follows = scenario.follows_gpus(field, &BOOK);
            *(if follows { &mut follow } else { &mut count }) += 1;
            let [now, was] = [scenario, &typical].map(|s| field.in_words(s, &intl::with_unit));
            // Only its range may be another.
            let confirmed = matches!(field.get(scenario), Value::Number(amount) if amount.is_confirmed());
            let was = match (now == was, confirmed) {
                (false, _) => vec![text(words::INSTEAD_OF), fixed(was).into()],
                (true, true) => vec![text(words::AS_ASSUMED_AND_CONFIRMED)],
                (true, false) => Vec::new(),
            };
            let values = el("span.values").child(fixed(now)).children(was);
            let of_age = field.id == "present.node_resale_usd";
            let why = if of_age { words::FOLLOWS_ITS_GPU_AND_AGE } else { words::FOLLOWS_THE_GPUS_OWNED };
            let why = follows.then(|| text(why));
            links = links.child(el("li").child(to_field(field.id, field.label)).text(": ").child(values).children(why));
        }
    }
    let summary = el("summary")
        .child(fixed(count.to_string()))
        .text(words::OF)
        .child(fixed(FIELDS.len().to_string()))
        .text(words::INPUTS_CHANGED)
        .children((follow > 0).then(|| text(words::more_follow(&follow))));
    el("details.changed-list").child(summary).child(links)
}

/// Every field whose text cannot be used, each with a way to it.
fn wrong(page: &Page) -> Option<Node> {
    let links = page.unread.iter().map(|u| el("li").child(to_field(u.field, u.problem.clone())).into());
    let words = el("p").text(words::THESE_INPUTS_CANNOT_BE_USED);
    let list = el("ul").children(links);
    (!page.unread.is_empty()).then(|| el("div.wrong data-view=wrong").child(words).child(list).into())
}

/// One group, closed, with what is in it in its heading.
fn group_rows(state: AppState, group: Group) -> Element {
    let rows: Vec<&'static Field> = FIELDS
        .iter()
        .filter(|f| f.group == group && ![&FRONT[..], &ASKED, &ELSEWHERE].iter().any(|set| set.contains(&f.id)))
        .collect();
    let mut inside = el("div.group-rows");
    // Another way to enter a row stands right after it, or first where the row itself stands elsewhere.
    let others = |of: &'static str| DERIVED.iter().filter(move |d| d.sets == of && !FRONT.contains(&d.id));
    let elsewhere = FIELDS.iter().filter(|f| f.group == group && !rows.iter().any(|r| r.id == f.id));
    for other in elsewhere.flat_map(|f| others(f.id)) {
        inside = inside.child(row(state, Row::Other(other)));
    }
    for field in &rows {
        inside = inside.child(row(state, Row::Own(field)));
        for other in others(field.id) {
            inside = inside.child(row(state, Row::Other(other)));
        }
    }
    let values = drawn(move || vec![el("span.group-values translate=no").text(summary(&state.page(), &rows)).into()]);
    let heading = el("summary").child(el("span.group-name").text(group.label)).child(values);
    el("details.group").attr("data-group", group.id).child(heading).child(inside)
}

/// The first values of a group that matter, in a few words.
fn summary(page: &Page, rows: &[&Field]) -> String {
    let scenario = &page.document.scenario;
    let mut words: Vec<String> = Vec::new();
    for field in rows {
        let listed = matches!(field.kind, Kind::Switch | Kind::List { .. });
        if listed || !(field.matters)(scenario) || words.len() == 2 {
            continue;
        }
        let word = match field.kind {
            Kind::Gpu => BOOK.gpu(&scenario.work.gpu).map_or_else(String::new, |g| g.name.clone()),
            _ => field.in_words(scenario, &intl::with_unit),
        };
        if !word.starts_with("0 ") {
            // A bare number says nothing: its name stands before it.
            let bare = matches!(field.kind, Kind::Number { .. });
            words.push(if bare { format!("{} {word}", field.label) } else { word });
        }
    }
    words.join(" · ")
}
