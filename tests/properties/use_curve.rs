//! The first chart: its dot is the cost of the verdict, its crossings are where the verdict turns.

use engine::horizon::node_expansion::share_of_entered;
use engine::inputs::derived::derived;
use proptest::prelude::*;

use crate::check::{model, near, report};
use crate::draw::{Drawn, Texts, book, cases, document, document_of_one_gpu};
use crate::shared::curve::curve_of;

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn the_dot_is_the_cost_of_the_verdict_and_the_crossing_its_break_even(Drawn(d) in document_of_one_gpu(Texts::Known)) {
        let report = report(&d);
        let found = curve_of(&d, &report, book());
        let outlook = &report.outlook;
        if let Some(rent) = outlook.rent.as_ref().filter(|_| outlook.saving_usd.is_some()) {
            // Of the GPUs entered, further nodes left out.
            let here = share_of_entered(&model(&d));
            let typed = (derived("work.busy_share").expect("a row").get)(&d.scenario);
            prop_assert!(near(here, typed, 0.0, 1e-12), "{here} and {typed}");
            prop_assert_eq!(found.today, outlook.own.levelised_usd_per_productive_gpu_hour.map(|usd| (here, usd)));
            let point = found.points.iter().find(|point| point.busy_share == here);
            let cheapest = point.and_then(|p| p.rent.into_iter().flatten().reduce(f64::min));
            prop_assert_eq!(cheapest, rent.levelised_usd_per_productive_gpu_hour);
        }
        if let Some(turning) = &outlook.turning {
            let marked: Vec<f64> = found.crossings.iter().map(|at| at.busy_share).collect();
            for at in [turning.busy_share, turning.until_busy_share].into_iter().flatten() {
                prop_assert!(marked.contains(&at), "{at} is not among {marked:?}");
            }
        }
        for pair in found.points.windows(2) {
            prop_assert!(pair[0].busy_share < pair[1].busy_share);
        }
    }

    /// The cheaper side changes nowhere else than at a crossing.
    #[test]
    fn between_crossings_the_cheaper_side_stays(Drawn(d) in document(Texts::Known)) {
        let report = report(&d);
        let found = curve_of(&d, &report, book());
        let sides = found.points.iter().filter_map(|point| {
            let (own, rent) = (point.own?, point.rent.into_iter().flatten().reduce(f64::min)?);
            ((rent - own).abs() > 1e-9 * own.abs()).then_some((point.busy_share, rent > own))
        });
        let sides: Vec<(f64, bool)> = sides.collect();
        for pair in sides.windows(2) {
            let gap = found.points.iter().any(|p| pair[0].0 < p.busy_share && p.busy_share < pair[1].0 && p.own.is_none());
            let crossed = found.crossings.iter().any(|at| pair[0].0 <= at.busy_share && at.busy_share <= pair[1].0);
            prop_assert!(gap || crossed || pair[0].1 == pair[1].1, "{:?} and {:?} of {:?}", pair[0], pair[1], found.crossings);
        }
    }
}
