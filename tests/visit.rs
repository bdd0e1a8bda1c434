//! What a visit opens, and what undo and redo do to a sequence of steps, without a browser.
//!
//! Expected values: the order that the page promises (docs/format.md), and a plain list of states for undo.

use engine::codec::{Document, link};
use engine::prices::PriceBook;
use proptest::prelude::*;
use rack_or_rent::keeping::steps::{MOST_STEPS, Steps};
use rack_or_rent::keeping::visit::{Opens, Visit};

fn linked(gpus: f64) -> String {
    let mut document = Document::typical(&PriceBook::embedded());
    document.scenario.own.gpus.value = gpus;
    link::write(&document)
}

#[test]
fn a_worked_case_comes_before_a_link_a_link_before_the_working_copy_and_that_before_the_defaults() {
    let (first, second) = (linked(72.0), linked(128.0));
    let all = Visit {
        fragment: first.clone(),
        query: "preset=startup-64".to_owned(),
        working: Some(second.clone()),
        ..Visit::default()
    };
    assert!(matches!(all.opens(), Opens::Preset(preset) if preset.id == "startup-64"));
    let all = Visit { query: second.clone(), ..all };
    assert_eq!(all.opens(), Opens::Link(first), "the fragment comes before the query");
    let all = Visit { fragment: "nothing".to_owned(), ..all };
    assert_eq!(all.opens(), Opens::Link(second.clone()));
    let inside = linked(256.0);
    let all = Visit { query: String::new(), inside: inside.clone(), ..all };
    assert_eq!(all.opens(), Opens::Link(inside), "the scenario in the page's own file");
    let all = Visit { inside: String::new(), ..all };
    assert_eq!(all.opens(), Opens::Working(second));
    let all = Visit { working: Some("damaged".to_owned()), ..all };
    assert_eq!(all.opens(), Opens::Defaults, "a damaged working copy is no link");
    assert_eq!(Visit { query: "preset=unknown".to_owned(), ..Visit::default() }.opens(), Opens::Defaults);
}

#[test]
fn a_page_loaded_again_right_after_an_edit_opens_the_edit_not_its_older_address() {
    let (older, edit) = (linked(72.0), linked(128.0));
    let visit = Visit {
        fragment: older.clone(),
        is_reload: true,
        left: Some(older.clone()),
        working: Some(edit.clone()),
        ..Visit::default()
    };
    assert_eq!(visit.opens(), Opens::Newer(edit.clone()));
    let same = Opens::Link(older.clone());
    assert_eq!(Visit { is_reload: false, ..visit.clone() }.opens(), same, "a link that was followed");
    assert_eq!(Visit { left: Some(edit), ..visit.clone() }.opens(), same, "another page left the address");
    assert_eq!(Visit { left: None, ..visit.clone() }.opens(), same);
    assert_eq!(Visit { working: None, ..visit }.opens(), same);
}

#[test]
fn a_link_is_the_visitors_own_work_only_where_the_working_copy_holds_the_same() {
    let book = PriceBook::embedded();
    let text = linked(72.0);
    let document = link::read(&text, &book).document;
    let visit = Visit { working: Some(text), ..Visit::default() };
    assert_eq!(visit.own_work(&document, &book), Some(document.clone()));
    let other = link::read(&linked(80.0), &book).document;
    assert_eq!(visit.own_work(&other, &book), None);
    assert_eq!(Visit::default().own_work(&document, &book), None);
}

/// One thing that a visitor does.
#[derive(Clone, Copy, Debug)]
enum Act {
    Change,
    Undo,
    Redo,
}

proptest! {
    /// Against a plain list of all states and a place in it.
    #[test]
    fn undo_and_redo_walk_along_the_states_that_were(acts in prop::collection::vec(prop_oneof![
        3 => Just(Act::Change), 2 => Just(Act::Undo), 1 => Just(Act::Redo),
    ], 0..400)) {
        let mut steps: Steps<usize> = Steps::default();
        let mut now = 0;
        let (mut states, mut place, mut next) = (vec![0], 0, 1);
        for act in acts {
            match act {
                Act::Change => {
                    steps.remember(now);
                    now = next;
                    states.truncate(place + 1);
                    states.push(next);
                    place += 1;
                    next += 1;
                    if states.len() > MOST_STEPS + 1 {
                        states.remove(0);
                        place -= 1;
                    }
                }
                Act::Undo => {
                    if let Some(before) = steps.take_back() {
                        steps.undone(now);
                        now = before;
                    }
                    place = place.saturating_sub(1);
                }
                Act::Redo => {
                    if let Some(after) = steps.take_again() {
                        steps.redone(now);
                        now = after;
                    }
                    place = (place + 1).min(states.len() - 1);
                }
            }
            prop_assert_eq!(now, states[place]);
            prop_assert_eq!(steps.past().len(), place);
            prop_assert_eq!(steps.can_redo(), place + 1 < states.len());
        }
    }
}
