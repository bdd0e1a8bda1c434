//! Scenarios kept in this browser, and files.

use leptos::prelude::*;

use super::draw::{Node, drawn, el};
use super::pieces::button;
use crate::browser::storage::Kept;
use crate::state::{AppState, Origin};

/// Save, open, delete; a file out and in.
pub fn scenarios(state: AppState) -> AnyView {
    drawn(move || {
        let name = el("input")
            .attr("type", "text")
            .attr("id", "in-name")
            .attr("data-field", "name")
            .attr("data-do", "rename")
            .attr("autocomplete", "off")
            .attr("maxlength", "80")
            .attr("dir", "auto")
            .attr("value", state.document.with(|d| d.name.clone()));
        let save = match state.origin.get() {
            Origin::Kept(_) => "Save",
            Origin::Link => "Save a copy",
            _ => "Save as new",
        };
        let open_file = el("input")
            .attr("type", "file")
            .attr("accept", ".json,application/json")
            .attr("data-action", "open-file")
            .attr("data-do", "open-file");
        let buttons = el("div")
            .class("buttons")
            .child(button("save", "", save).class("").attr("data-action", "save"))
            .child(button("save-file", "", "Save a file").attr("data-action", "save-file"))
            .child(el("label").class("plain file").text("Open a file").child(open_file));
        let kept = state.kept.get();
        vec![
            el("section")
                .class("scenarios")
                .attr("id", "scenarios")
                .attr("aria-labelledby", "scenarios-heading")
                .child(el("h2").attr("id", "scenarios-heading").text("Scenarios"))
                .child(el("div").class("row").child(el("label").attr("for", "in-name").text("Name")).child(name))
                .child(buttons)
                .child(el("ul").class("kept").attr("data-view", "scenarios").children(kept.iter().map(one)))
                .child(el("p").class("small").text("Scenarios stay in this browser. Clearing the site's data deletes them, and some browsers drop them after a week without a visit: save a file of what matters."))
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
        .child(el("span").attr("dir", "auto").class("kept-name").text(name.clone()))
        .child(act("open", "Open"))
        .child(act("delete", "Delete"))
        .into()
}
