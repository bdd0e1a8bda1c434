//! The parts of documents on the page.

use std::sync::Arc;

use engine::document::{Block, Fact, WordTable};
use engine::view::Piece;
use engine::view::plan_words::id;
use leptos::prelude::*;

use crate::components::plot_chart::PaperPicture;
use crate::components::sentence_views;
use crate::components::table::{ScrollTable, SheetTable};

/// A part of a document.
pub fn block_view(block: &Block) -> AnyView {
    match block {
        Block::Heading(text) => view! { <h4>{*text}</h4> }.into_any(),
        Block::Paragraph(pieces) => view! { <p>{sentence_views(pieces, true)}</p> }.into_any(),
        Block::OwnWords(text) => text
            .lines()
            .map(|line| view! { <p class="own-words"><bdi>{line.to_owned()}</bdi></p> })
            .collect_view()
            .into_any(),
        Block::Facts(facts) => view! { <dl class="facts">{facts.iter().map(fact_view).collect_view()}</dl> }.into_any(),
        Block::Items(items) => {
            let items = items.iter().map(|item| view! { <li>{sentence_views(item, false)}</li> });
            view! { <ul>{items.collect_view()}</ul> }.into_any()
        }
        Block::Sheet(sheet) => view! {
            <p class="table-title">{sheet.title.to_string()}</p>
            <SheetTable sheet=sheet.clone()/>
        }
        .into_any(),
        Block::Plot(plot) => view! {
            <p class="table-title">{sentence_views(&plot.takeaway, false)}</p>
            <PaperPicture plot=Arc::new((**plot).clone())/>
        }
        .into_any(),
        Block::Table(table) => table_view(table),
        Block::ToFillIn(labels) => {
            let places = labels.iter().map(|label| view! { <span>{*label}</span> }).collect_view();
            view! { <p class="to-fill-in">{places}</p> }.into_any()
        }
    }
}

fn fact_view(fact: &Fact) -> AnyView {
    let plans = fact.plans.iter().map(|kind| id(*kind)).collect::<Vec<_>>().join(" ");
    view! { <div data-plan=plans><dt>{fact.label}</dt><dd>{sentence_views(&fact.pieces, true)}</dd></div> }.into_any()
}

fn table_view(table: &WordTable) -> AnyView {
    let title = table.title;
    let heads = table.heads.iter().map(|head| view! { <th scope="col">{*head}</th> }).collect_view();
    let row = |cells: &Vec<Piece>| {
        let cells = cells.iter().zip(&table.heads).enumerate().map(|(place, (cell, head))| {
            let cell = sentence_views(std::slice::from_ref(cell), false);
            match place {
                0 => view! { <th scope="row">{cell}</th> }.into_any(),
                _ => view! { <td data-label=*head>{cell}</td> }.into_any(),
            }
        });
        view! { <tr>{cells.collect_view()}</tr> }.into_any()
    };
    let rows: Vec<AnyView> = table.rows.iter().map(row).collect();
    view! {
        <ScrollTable label=title>
            <table class="cards">
                <caption>{title}</caption>
                <thead><tr>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </ScrollTable>
    }
    .into_any()
}
