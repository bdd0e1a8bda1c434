//! Commitments of bills, and what of the present plan cannot be taken over. Right figures: by hand, beside each test.

use crate::shared::bills;

use bills::{FOCUS, HOUR, Row, file, of_file, summary};
use engine::measured::bill::present::{MeasuredCommitment, MeasuredValue, NotSet};
use engine::measured::{Summary, proposals};
use engine::prices::PriceBook;
use engine::view::measured::MeasuredView;
use engine::view::plain_text;

/// 8 GPUs from the 16th on, 16 × 24 hours at 768 a day: 4.00 a GPU-hour.
#[test]
fn a_commitment_bought_inside_the_window_counts_from_then_on() {
    let found = of_file("reserved-from-the-16th.csv");
    let list = commitments(&found);
    let expected =
        MeasuredCommitment { name: "p5.48xlarge".to_owned(), gpus: 8.0, usd_per_gpu_hour: 4.0, months_left: None };
    assert_eq!(list, [expected]);
}

fn commitments(found: &Summary) -> Vec<MeasuredCommitment> {
    let rows = proposals::rows(found);
    let list = rows.into_iter().find(|row| row.row == "present.commitments").map(|row| row.value);
    match list {
        Some(MeasuredValue::Commitments { list }) => list,
        _ => Vec::new(),
    }
}

/// 364 days are 11.97 months: 12. Each of 1,199 ends gives a whole month, at least one.
#[test]
fn months_left_are_rounded_and_never_drop_a_commitment() {
    let text = file("364-days-left.csv");
    let found = summary(&[&text]);
    let expected = MeasuredCommitment {
        name: "p4d.24xlarge".to_owned(),
        gpus: 8.0,
        usd_per_gpu_hour: 1.5,
        months_left: Some(12.0),
    };
    assert_eq!(commitments(&found), [expected]);
    let mut any_end = found;
    for days in 1..1_200_u32 {
        for bill in any_end.bill.iter_mut().flat_map(|bill| &mut bill.currencies) {
            bill.commitments.iter_mut().for_each(|of| of.days_left = Some(f64::from(days)));
        }
        let left: Vec<Option<f64>> = commitments(&any_end).iter().map(|of| of.months_left).collect();
        assert_eq!(left, [Some((f64::from(days) * 24.0 / 730.0).round().max(1.0))], "{days} days");
    }
    // One that has ended is not taken over, and is named.
    let found = summary(&[&text.replace("2027-03-31", "2026-03-31")]);
    assert_eq!(commitments(&found), []);
    assert!(proposals::plan(&found).not_set.contains(&NotSet::Ended { machine: "p4d.24xlarge".to_owned() }));
}

/// Days of March 2026 under a commitment: the row of each.
fn committed(days: std::ops::RangeInclusive<u32>, row: Row<'_>) -> String {
    days.fold(String::new(), |text, day| {
        let start = format!("2026-03-{day:02}T00:00:00Z");
        let end = format!("2026-03-{:02}T00:00:00Z", day + 1);
        text + &Row { start: &start, end: &end, quantity: "24", ..row }.text()
    })
}

/// Two commitments for ten days: p5 is used all the time, p4d half of it. 192 GPU-hours a day each: p5 768 a day, 4.00;
/// p4d 144 for 96 GPU-hours, 1.50, and 144 unused. One share for both would make the p5 too many and the p4d too few.
#[test]
fn each_commitment_has_its_own_used_and_unused_share() {
    let p5 = Row { cost: "768", commitment: "c-1", status: "Used", resource: "i-5", ..HOUR };
    let p4d = Row { cost: "144", commitment: "c-2", status: "Used", machine: "p4d.24xlarge", resource: "i-4", ..HOUR };
    let unused = Row { status: "Unused", machine: "", resource: "", ..p4d };
    let half = committed(1..=10, p4d).replace(",24,Hours,Standard,i-4", ",12,Hours,Standard,i-4");
    let unused = committed(1..=10, unused).replace(",24,Hours,Standard,,", ",,,Standard,,");
    let text = format!("{FOCUS}{}{half}{unused}", committed(1..=10, p5));
    let found = summary(&[&text]);
    let list: Vec<(String, f64, f64)> =
        commitments(&found).into_iter().map(|of| (of.name, of.gpus, of.usd_per_gpu_hour)).collect();
    assert_eq!(list, [("p5.48xlarge".to_owned(), 8.0, 4.0), ("p4d.24xlarge".to_owned(), 8.0, 1.5)]);
    // One that nothing used at all is named with its cost.
    let alone = committed(1..=10, Row { commitment: "c-3", status: "Unused", machine: "", resource: "", ..p5 });
    let alone = alone.replace(",24,Hours,Standard,,", ",,,Standard,,");
    let plan = proposals::plan(&summary(&[&format!("{text}{alone}")]));
    assert!(plan.not_set.contains(&NotSet::UnusedAlone { cost: 7_680.0 }), "{:?}", plan.not_set);
}

/// What fails its check is named; the rest of a list is kept.
#[test]
fn what_cannot_be_taken_over_is_named() {
    let dear = Row { cost: "3840000", commitment: "c-1", status: "Used", resource: "i-5", ..HOUR };
    let fine = Row { cost: "288", commitment: "c-2", status: "Used", machine: "p4d.24xlarge", resource: "i-4", ..HOUR };
    let text = format!("{FOCUS}{}{}", committed(1..=10, dear), committed(1..=10, fine));
    let found = summary(&[&text]);
    let names: Vec<String> = commitments(&found).into_iter().map(|of| of.name).collect();
    assert_eq!(names, ["p4d.24xlarge"], "a price of 20,000 is refused alone");
    let plan = proposals::plan(&found);
    let refused = plan.not_set.iter().any(|of| matches!(of, NotSet::Refused { name, .. } if name == "p5.48xlarge"));
    assert!(refused && plan.not_set.contains(&NotSet::NoFullMonth), "{:?}", plan.not_set);
    let view = MeasuredView::new(&found, &PriceBook::embedded().gpus);
    let said: Vec<String> = view.findings.iter().map(|of| plain_text(of, |value, _| value.to_string())).collect();
    assert!(said.iter().any(|text| text.contains("Running commitments") && text.contains("p5.48xlarge")), "{said:?}");
    // Nothing but idle nodes: more than the row allows.
    let idle = "Date,Namespace,GPUHours,GPUCost,CPUCost,RAMCost,TotalCost\n2026-01-01,__idle__,0,90,10,0,100\n";
    let plan = proposals::plan(&summary(&[idle]));
    let refused =
        plan.not_set.iter().any(|of| matches!(of, NotSet::Refused { row, .. } if row == "present.idle_share"));
    assert!(refused, "{:?}", plan.not_set);
    // Six days do not show the size of a commitment.
    let plan = proposals::plan(&summary(&[&format!("{FOCUS}{}", committed(1..=6, fine))]));
    let short = NotSet::ShortBill { machine: "p4d.24xlarge".to_owned(), days: 7 };
    assert!(plan.not_set.contains(&short), "{:?}", plan.not_set);
}
