//! Labels of charts never overlap: over presets at the widths of phones, tablets and screens, and where marks come
//! close to each other. Random scenarios are in `tests/properties/labels.rs`.

use crate::shared::labels;

use engine::chart::scene::{Kind, across};
use engine::codec::{Document, file};
use engine::inputs::presets::{PRESETS, preset};
use engine::inputs::value::Amount;
use engine::prices::PriceBook;
use engine::view::exportable::PlotId;
use engine::view::plot::{Crossing, Form};
use labels::{WIDTHS, overlaps, plots, scene, values};

fn read(text: &str, book: &PriceBook) -> Document {
    file::read(text, book).expect("a preset is a scenario").document
}

#[test]
fn no_two_labels_overlap_in_any_preset_at_any_width() {
    let book = PriceBook::embedded();
    let from = read(preset("reference-case").expect("a preset").text(), &book);
    let mut found = Vec::new();
    let typical = [("typical".to_owned(), Document::typical(&book))];
    let presets = PRESETS.iter().map(|p| (p.id.to_owned(), read(p.text(), &book)));
    for (name, document) in presets.chain(typical) {
        for plot in plots(&from, &document, &book) {
            for width in WIDTHS {
                found.extend(
                    overlaps(&plot, width).into_iter().map(|pair| format!("{name}, {}, {width}: {pair}", plot.what.id)),
                );
            }
        }
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

/// Two break-evens a hundredth of the axis apart: both values stand, and neither covers the other or a line's label.
#[test]
fn two_break_evens_near_each_other_are_both_readable() {
    let book = PriceBook::embedded();
    let typical = Document::typical(&book);
    let mut checked = 0;
    for mut plot in plots(&typical, &typical, &book) {
        let id = plot.what.id;
        let Form::Lines(lines) = &mut plot.form else { continue };
        for at in [0.05, 0.3, 0.5, 0.7, 0.95] {
            let y = lines.ends.1 / 2.0;
            lines.crossings = [0.0, 0.01].map(|aside| Crossing { x: lines.right * (at + aside), y }).to_vec();
            let plot = engine::view::plot::Plot { form: Form::Lines(lines.clone()), ..clone_of(id, &typical, &book) };
            for width in WIDTHS {
                assert_eq!(overlaps(&plot, width), Vec::<String>::new(), "{id}, {at}, {width}");
                assert_eq!(values(&plot, width), 2, "{id}, {at}, {width}");
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 2 * 5 * WIDTHS.len());
}

fn clone_of(id: PlotId, document: &Document, book: &PriceBook) -> engine::view::plot::Plot {
    plots(document, document, book).into_iter().find(|plot| plot.what.id == id).expect("the same chart")
}

/// Machines that last three years of five: the step is marked at month 36, and its label covers no other.
#[test]
fn the_second_purchase_is_labelled_at_its_month() {
    let book = PriceBook::embedded();
    for life in [1.0, 2.0, 3.0, 4.5] {
        let mut document = Document::typical(&book);
        document.scenario.own.life_years = Amount::exact(life);
        document.scenario.time.horizon_months = Amount::exact(60.0);
        document.scenario.time.lead_months = Amount::exact(0.0);
        let plot = clone_of(PlotId::CashCurve, &document, &book);
        for width in WIDTHS {
            let drawn = scene(&plot, width);
            let named = drawn.shapes.iter().filter(|s| s.words == "second purchase").count();
            assert_eq!(named, 1, "{life} years, {width}");
            let at = across((0.0, 60.0), width).place(life * 12.0);
            let rules = drawn.shapes.iter().filter(|s| s.kind == Kind::Rule && s.at[0] == s.at[2] && s.at[1] < 30.0);
            assert_eq!(rules.map(|s| s.at[0]).collect::<Vec<_>>(), [at], "{life} years, {width}");
            assert_eq!(overlaps(&plot, width), Vec::<String>::new(), "{life} years, {width}");
        }
    }
}
