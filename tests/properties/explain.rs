//! Every figure follows from its parts, in any scenario.

#[path = "../common/recompute.rs"]
mod recompute;

use proptest::prelude::*;

use crate::check::explained;
use crate::draw::{Drawn, Texts, cases, document};

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn every_node_of_a_derivation_follows_from_its_parts(Drawn(d) in document(Texts::Known)) {
        recompute::trees_follow(&explained(&d), &d);
    }
}
