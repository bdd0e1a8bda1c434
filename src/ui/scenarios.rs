//! Scenarios kept in this browser, and files.

use super::draw::{Node, drawn, el};
use super::pieces::button;
use crate::browser::storage::Kept;
use crate::page::Origin;
use crate::state::AppState;

/// Save, open, delete; a file out and in.
pub fn scenarios(state: AppState) -> Node {
    drawn(move || {
        let page = state.page();
        let name =
            el("input type=text id=in-name data-field=name data-do=rename autocomplete=off maxlength=80 dir=auto")
                .attr("value", page.document.name.clone());
        let save = match page.origin {
            Origin::Kept(_) => "Save",
            Origin::Link => "Save a copy",
            _ => "Save as new",
        };
        let open_file = el("input type=file accept=.json,application/json data-action=open-file data-do=open-file");
        let buttons = el("div.buttons")
            .child(button("save", "", save).class("").attr("data-action", "save"))
            .child(button("save-file", "", "Save a file").attr("data-action", "save-file"))
            .child(el("label").class("plain file").text("Open a file").child(open_file));
        vec![
            el("section.scenarios id=scenarios aria-labelledby=scenarios-heading")
                .child(el("h2 id=scenarios-heading").text("Scenarios"))
                .child(el("div.row").child(el("label for=in-name").text("Name")).child(name))
                .child(buttons)
                .child(el("ul.kept data-view=scenarios").children(page.kept.iter().map(one)))
                .child(el("p.small").text("Scenarios stay in this browser. Clearing the site's data deletes them, and some browsers drop them after a week without a visit: save a file of what matters."))
                .into(),
        ]
    })
}

fn one(kept: &Kept) -> Node {
    let name = engine::codec::plain(&kept.name, engine::codec::LONGEST_NAME);
    let act = |action: &'static str, label: &'static str| {
        button(action, &kept.id, label).attr("data-action", action).attr("aria-label", format!("{label} {name}"))
    };
    el("li")
        .child(el("span.kept-name dir=auto").text(name.clone()))
        .child(act("open", "Open"))
        .child(act("delete", "Delete"))
        .into()
}
