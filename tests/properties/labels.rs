//! No two labels of a chart overlap, at the widths of phones, tablets and screens.

use engine::codec::Document;
use proptest::prelude::*;

use crate::draw::{Drawn, Texts, book, cases, document};
use crate::shared::labels;

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn labels_of_charts_never_overlap(Drawn(d) in document(Texts::Known)) {
        let from = Document::typical(book());
        for plot in labels::plots(&from, &d, book()) {
            for width in labels::WIDTHS {
                let found = labels::overlaps(&plot, width);
                prop_assert!(found.is_empty(), "{}, {}: {:#?}", plot.what.id, width, found);
            }
        }
    }
}
