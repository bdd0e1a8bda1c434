//! Interruptions of machines: goodput, checkpoints, spares.

use engine::formulas::goodput::{Stops, hazard_of_chance_per_hour, hazard_of_chance_per_month};
use engine::formulas::hours::availability_with_spares;
use proptest::prelude::*;

use crate::check::{model, near};
use crate::draw::{Drawn, Texts, cases, document, number};

/// The expected share of the needed nodes that work, term by term.
fn by_binomial_sum(nodes: u32, spares: u32, failure_share: f64, planned_share: f64) -> f64 {
    let total = nodes + spares;
    let mut ways = 1.0;
    let mut expected = 0.0;
    for up in 0..=total {
        let chance = ways * (1.0 - failure_share).powf(f64::from(up)) * failure_share.powf(f64::from(total - up));
        expected += chance * f64::from(up.min(nodes));
        ways *= f64::from(total - up) / f64::from(up + 1);
    }
    (1.0 - planned_share) * expected / f64::from(nodes)
}

proptest! {
    #![proptest_config(cases(1_200))]

    #[test]
    fn goodput_is_a_share_and_falls_with_stops(per_hour in number(0.0, 1e4), more in 1.0..10.0_f64, write_hours in number(0.0, 100.0), restart_hours in number(0.0, 100.0), interval in number(1e-3, 1e3), shortest in number(1e-3, 1e3)) {
        let few = Stops { per_hour, write_hours, restart_hours };
        let many = Stops { per_hour: per_hour * more, ..few };
        for stops in [few, many] {
            prop_assert!((0.0..=1.0).contains(&stops.goodput(interval)), "{stops:?}");
        }
        // Rounding of the exponential's argument, at most some 700, is relevant too.
        prop_assert!(many.goodput(interval) <= few.goodput(interval) * (1.0 + 1e-12), "{few:?} at {interval}");
        let Some(best) = few.best_interval(shortest) else {
            prop_assert!(per_hour < f64::MIN_POSITIVE);
            return Ok(());
        };
        prop_assert!(best >= shortest && best.is_finite());
        let at_best = few.goodput(best);
        for factor in [0.5, 0.9, 0.999, 1.001, 1.1, 2.0] {
            let beside = (best * factor).max(shortest);
            prop_assert!(few.goodput(beside) <= at_best * (1.0 + 1e-12) + 1e-300, "{few:?}: {beside} is better than {best}");
        }
        if let Some(worse) = many.best_interval(shortest) {
            prop_assert!(many.goodput(worse) <= at_best * (1.0 + 1e-12), "{few:?}");
            prop_assert!(worse <= best * (1.0 + 1e-9), "more stops, longer interval: {best} and {worse}");
        }
        // Daly's formula can lose more than its first order only if stops are more frequent than checkpoints.
        if few.first_order_loss(interval) < 0.01 {
            let (loss, first_order) = (1.0 - few.goodput(interval), few.first_order_loss(interval));
            prop_assert!((loss - first_order).abs() <= 0.02 * first_order + 1e-15, "{few:?} at {interval}");
        }
    }

    #[test]
    fn a_chance_of_a_stop_is_the_hazard_that_gives_it(chance in 0.0..0.999_f64) {
        let (hour, month) = (hazard_of_chance_per_hour(chance), hazard_of_chance_per_month(chance));
        prop_assert!(near(1.0 - (-hour).exp(), chance, 1.0, 1e-14) && near(1.0 - (-month * 730.0).exp(), chance, 1.0, 1e-13));
    }

    #[test]
    fn spares_are_counted_as_a_binomial_sum(nodes in 1..40_u32, spares in 0..20_u32, failure_share in number(0.0, 0.99), planned_share in number(0.0, 0.99)) {
        let found = availability_with_spares(f64::from(nodes), f64::from(spares), failure_share, planned_share);
        let expected = by_binomial_sum(nodes, spares, failure_share, planned_share);
        prop_assert!(near(found, expected, 0.0, 1e-12), "{found}, expected {expected}");
        if spares == 0 {
            prop_assert!(near(found, (1.0 - failure_share) * (1.0 - planned_share), 0.0, 1e-12));
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn spares_raise_availability_at_any_size(nodes in number(1.0, 1e5), spare_share in number(0.0, 1.0), more in number(1.0, 1e4), failure_share in number(0.0, 0.99), planned_share in number(0.0, 0.99)) {
        let (nodes, more) = (nodes.round(), more.round());
        let spares = (nodes * spare_share).round();
        let at = |spares: f64| availability_with_spares(nodes, spares, failure_share, planned_share);
        let (few, many) = (at(spares), at(spares + more));
        let (most, least) = (1.0 - planned_share, (1.0 - failure_share) * (1.0 - planned_share));
        prop_assert!((0.0..=1.0).contains(&few) && few <= most * (1.0 + 1e-12), "{few} above {most}");
        prop_assert!(few >= least * (1.0 - 1e-9), "{few} is below {least}, the value without spares");
        prop_assert!(many >= few - 1e-12, "{few} and, with {more} more, {many}");
        // On average no more work than all nodes that are up: (N + S) (1 − failures).
        prop_assert!(few <= ((nodes + spares) / nodes * least) * (1.0 + 1e-9), "{few}");
    }

    #[test]
    fn every_offer_and_the_owned_machines_keep_a_share_of_their_hours(Drawn(d) in document(Texts::Known)) {
        let model = model(&d);
        let all = model.offers.iter().map(|o| o.yields).chain([model.owned.yields, model.rented.yields]);
        for yields in all {
            prop_assert!(yields.goodput > 0.0 && yields.goodput <= 1.0, "{yields:?}");
        }
        prop_assert!(model.owned.availability >= 0.0 && model.owned.availability <= 1.0);
    }
}
