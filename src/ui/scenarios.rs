//! Scenarios kept in this browser, and files.

use engine::codec::collection::Kept;

use super::compare;
use super::draw::{Element, Node, drawn, el};
use super::pieces::{button, to_field, yes};
use crate::browser::timer::{Wait, after};
use crate::browser::{measure, storage};
use crate::page::{Origin, Page};
use crate::state::AppState;
use crate::words::scenarios as words;

/// Signs of a name that a button has room for.
const MOST_OF_A_NAME: usize = 24;
/// Id of the button that brings back what was deleted.
const UNDO: &str = "undo-kept";
/// Id of the button that asks to delete everything.
const ASK: &str = "ask-delete";
/// Id of the button that says no.
const NO: &str = "keep-everything";

/// Save, open, copy, order, delete; files out and in; the comparison.
pub fn scenarios(state: AppState) -> Node {
    el("section.scenarios id=scenarios aria-labelledby=scenarios-heading")
        .child(el("h2 id=scenarios-heading").text(words::SCENARIOS))
        .child(drawn(move || kept(&state.page())))
        .child(compare::compare(state))
        .child(drawn(move || storage(&state.page())))
        .into()
}

/// What is on screen, and what is kept.
fn kept(page: &Page) -> Vec<Node> {
    let name = el("input type=text id=in-name data-field=name data-do=rename autocomplete=off maxlength=80 dir=auto")
        .attr("value", page.new_name.as_ref().unwrap_or(&page.document.name).clone());
    let (save, told) = match page.origin {
        Origin::Kept(_) => (words::SAVE, words::KEPT_UNDER_THIS_NAME_AND_KEPT),
        Origin::Link => (words::SAVE_A_COPY, words::FROM_A_LINK_OR_FILE_NOT),
        _ => (words::SAVE_AS_NEW, words::NOT_KEPT_UNDER_A_NAME_YET),
    };
    let told = if storage::refuses() { words::KEPT_NOWHERE } else { told };
    let named = |name: &str| engine::codec::plain(name, MOST_OF_A_NAME);
    let told = page.new_name.as_ref().map_or_else(|| told.to_owned(), |_| words::is_kept_under(&page.document.name));
    let (save, another) = if let Some(name) = &page.new_name {
        let rename = button("take-new-name", "", words::rename(&named(&page.document.name)));
        (button("save-another", "", words::save_as(&named(name))), Some(rename.attr("data-action", "rename").into()))
    } else {
        let another = button("save-another", "", words::SAVE_AS_ANOTHER).attr("data-action", "save-another");
        (button("save", "", save), matches!(page.origin, Origin::Kept(_)).then(|| another.into()))
    };
    let undo = button("undo", "", words::UNDO).attr("id", UNDO);
    let open_file = el("input type=file accept=.json,application/json data-action=open-file data-do=open-file");
    let buttons = el("div.buttons")
        .child(save.class("").attr("data-action", "save"))
        .children(another)
        .child(to_field("work.busy_share", words::CHANGE_INPUTS))
        .child(button("save-file", "", words::SAVE_A_FILE).attr("data-action", "save-file"))
        .child(el("label").class("plain file").text(words::OPEN_A_FILE).child(open_file))
        .child(if page.can_undo() { undo } else { undo.attr("disabled", "") });
    let full = compare::is_full(page);
    let list = el("ul.kept data-view=scenarios").children(page.kept.iter().map(|kept| one(page, kept, full)));
    vec![
        el("div.row").child(el("label for=in-name").text(words::NAME)).child(name).into(),
        el("p.small data-view=keeping").text(told).into(),
        buttons.into(),
        list.into(),
    ]
}

fn one(page: &Page, kept: &Kept, full: bool) -> Node {
    let name = engine::codec::collection::named(&kept.name);
    let act = |action: &'static str, label: &'static str, about: &str| {
        button(action, &kept.id, label).attr("data-action", action).attr("aria-label", format!("{about} {name}"))
    };
    let go = |action: &'static str, label, about| {
        act(action, label, about).class("plain icon").attr("id", format!("{action}-{}", kept.id))
    };
    let open = page.is_open(&kept.id).then(|| el("span.small").text(words::ON_SCREEN).into());
    let changed = page.is_changed(&kept.id).then(|| {
        let back = act("as-saved", words::AS_LAST_SAVED, words::AS_LAST_SAVED);
        el("p.small").text(words::CHANGED_SINCE_SAVED).text(" ").child(back).into()
    });
    el("li")
        .child(
            tick(&kept.id, page.is_chosen(&kept.id), full)
                .child(el("span.kept-name dir=auto").text(name.clone()))
                .children(open),
        )
        .child(act("open", words::OPEN, words::OPEN))
        .child(act("copy-kept", words::DUPLICATE, words::DUPLICATE))
        .child(go("up", "↑", words::MOVE_UP))
        .child(go("down", "↓", words::MOVE_DOWN))
        .child(act("delete", words::DELETE, words::DELETE))
        .children(changed)
        .into()
}

/// A box to tick for comparing; no id stands for what is on screen.
pub fn tick(id: &str, on: bool, full: bool) -> Element {
    let tick = el("input type=checkbox data-do=choose").attr("data-about", id.to_owned()).attr("checked", yes(on));
    el("label.tick").child(if full && !on { tick.attr("disabled", "") } else { tick })
}

/// Where all of it lives, all out, and all gone.
fn storage(page: &Page) -> Vec<Node> {
    let buttons = el("div.buttons")
        .child(button("save-all", "", words::SAVE_ALL_AS_ONE_FILE).attr("data-action", "save-all"))
        .child(button("ask-delete", "", words::DELETE_EVERYTHING).attr("data-action", "delete-all").attr("id", ASK));
    let mut nodes: Vec<Node> =
        vec![buttons.into(), el("p.small").text(words::SCENARIOS_YOUR_PRICE_BOOK_AND_YOUR).into()];
    if page.asks_to_delete() {
        let question = words::delete_scenarios_your_price_book_and(&page.kept.len());
        let answers = el("div.buttons")
            .child(
                button("delete-all", "", words::DELETE_EVERYTHING)
                    .class("danger")
                    .attr("data-action", "delete-all-now"),
            )
            .child(button("keep-everything", "", words::KEEP_EVERYTHING).attr("id", NO));
        nodes.insert(1, el("div.notice").child(el("p").text(question)).child(answers).into());
    }
    nodes
}

/// Where the keyboard goes when what it stood in moves or goes.
pub fn follow_focus(action: &str, about: &str) {
    let (place, always) = match action {
        "up" | "down" => (format!("{action}-{about}"), true),
        "ask-delete" => (NO.to_owned(), true),
        "keep-everything" => (ASK.to_owned(), true),
        "delete" | "delete-all" | "drop-guests" | "keep-guests" => (UNDO.to_owned(), false),
        _ => return,
    };
    let go = move || if always { measure::focus(&place) } else { measure::focus_if_lost(&place) };
    after(Wait::Focus, 0, Box::new(go));
}
