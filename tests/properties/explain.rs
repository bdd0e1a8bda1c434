//! Every figure follows from its parts, down to inputs, in any scenario.

#[path = "../common/recompute.rs"]
mod recompute;

use proptest::prelude::*;

use crate::check::explained;
use crate::draw::{Drawn, Texts, cases, document};

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn every_node_of_a_derivation_follows_from_its_parts(Drawn(d) in document(Texts::Known)) {
        let report = explained(&d);
        recompute::trees_follow(&report, &d);
        recompute::trees_end_in_inputs(&report, &d);
    }
}
