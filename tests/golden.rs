//! Worked cases that the engine must reproduce: published figures and independently computed ones.
//!
//! The figures and their sources are in `tests/cases/*.json`; `common` describes the format. The same files run
//! natively and in the browser.

mod common;

// In a worker, as in `common/both.rs`: a page that computes for half a minute without a pause counts as hung.
#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_dedicated_worker);

macro_rules! golden {
    ($($name:ident: $file:literal;)+) => {
        $(
            #[cfg_attr(not(target_arch = "wasm32"), test)]
            #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
            fn $name() {
                common::run(include_str!(concat!("cases/", $file)));
            }
        )+

        /// A case file that is not run proves nothing.
        #[cfg(not(target_arch = "wasm32"))]
        #[test]
        fn every_case_file_is_run() {
            let listed = [$($file,)+];
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
            for entry in std::fs::read_dir(folder).expect("the folder of cases") {
                let name = entry.expect("an entry").file_name().into_string().expect("a plain name");
                assert!(listed.contains(&name.as_str()), "no test runs tests/cases/{name}");
            }
        }
    };
}

golden! {
    the_reference_cluster_costs_what_was_published_line_by_line: "reference-cluster.json";
    power_that_follows_load_gives_the_published_curve_and_break_evens: "power-by-load.json";
    break_evens_with_fixed_lines_and_the_bridge_to_the_published_one: "break-even-fixed.json";
    specialty_clouds_are_never_beaten_by_the_reference_cluster: "specialty-clouds.json";
    a_thousand_gpu_hours_a_day_cost_what_was_published: "thousand-hours-a-day.json";
    equal_goodput_on_both_sides_decides_for_owning: "equal-goodput.json";
    capital_is_charged_with_and_without_interest: "capital-charge.json";
    power_is_counted_from_idle_load_host_and_pue: "power-chain.json";
    the_break_even_stops_at_the_ceiling_and_its_corners_have_names: "break-even-ceiling.json";
    billing_modes_cost_what_they_say: "billing-modes.json";
    the_cloud_bill_is_charged_in_its_order: "cloud-bill-order.json";
    people_follow_cluster_size: "people-by-size.json";
    spares_cover_failures_and_never_planned_maintenance: "spares-availability.json";
    cash_loan_and_lease_of_the_same_machines: "cash-loan-lease.json";
    commitments_can_be_paid_ahead: "upfront.json";
    a_commitment_can_outlast_the_horizon: "commitment-longer-than-horizon.json";
    prices_drift_and_commitments_renew_at_them: "drift-renewal.json";
    machines_are_bought_again_and_sold_young: "horizon-life-residual.json";
    tax_is_saved_by_what_is_written_off: "tax-shield.json";
    interruptions_stop_the_whole_gang: "spot-gang.json";
    spot_waste_is_what_was_published: "spot-waste.json";
    a_published_saving_on_80_a100_is_a_loss: "a100-offer.json";
    training_runs_take_the_hours_they_take: "seven-b-runs.json";
    a_reserved_floor_and_spot_above_it: "floor-and-burst.json";
    egress_of_a_checkpoint_a_day: "egress.json";
    running_cost_as_a_fraction_of_the_price: "convention-2020.json";
    a_published_payback_is_seven_months: "vendor-paper.json";
    a_bill_of_eight_million_buys_these_hours: "eight-million-bill.json";
    a_saving_that_turns_on_the_clock_is_too_close: "negative-npv.json";
    gpus_of_other_kinds_compare_by_their_work: "other-gpu.json";
    an_input_can_have_two_break_even_values: "two-roots-interval.json";
    further_nodes_are_bought_where_they_pay: "further-nodes.json";
    machines_are_resold_at_planning_figures: "planning-resale.json";
    power_follows_the_nodes_that_are_there: "nodes-there.json";
    a_prepayment_is_deducted_for_the_months_that_count: "prepaid-beyond.json";
}

/// Figures published for a worked case match ours within their own printed digits, or state why they do not.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn a_published_figure_is_ours_or_says_why_not() {
    common::check_published();
}

/// The runner itself: rejects errors above the tolerance, or of one unit of the last digit.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn the_runner_refuses_what_is_off() {
    use serde_json::json;
    for (found, wanted, fits) in [
        (json!(3.553_972_4), json!("3.553972"), true),
        (json!(3.553_972_6), json!("3.553972"), false),
        (json!(0.541_558_4), json!("54.1558 %"), true),
        (json!(0.541_559_0), json!("54.1558 %"), false),
        (json!(17_708.333_3), json!("17,708.333"), true),
        (json!(12_291.0), json!("12,290"), false),
        (json!(1.0), json!(1.000_000_01), false),
        (json!(1.0), json!(1.000_000_000_1), true),
        (json!(1e-20), json!(0), false),
        (json!(null), json!("0"), false),
        (json!(null), json!(0), false),
        (json!("never"), json!("always"), false),
        (json!("36"), json!("text:36"), true),
        (json!(0), json!(null), false),
    ] {
        assert_eq!(common::meets(&found, &wanted, 1e-9), fits, "{found}, not {wanted}");
    }
}

/// Draws are the same to the last bit natively and in the browser: the bits of 500 draws of each form, recorded natively. What
/// they stand for is compared with scipy and closed forms in the engine.
#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn draws_have_the_same_bits_everywhere() {
    use engine::analysis::risk::draws::Sampler;
    use engine::formulas::distributions::{Distribution, Form};
    let (low, mode, high) = (2.0, 3.0, 7.0);
    let forms = [
        Form::Uniform { low, high },
        Form::Triangular { low, mode, high },
        Form::Pert { low, mode, high },
        Form::Normal { low, high },
        Form::Lognormal { low, high },
    ];
    let all = forms.map(|form| Distribution::new(form, (0.0, 8.0)).expect("a distribution"));
    let draws = Sampler::new(1, all.to_vec(), None).block(500);
    let bits = draws.iter().flatten().fold(0_u64, |sum, drawn| sum.rotate_left(5) ^ drawn.to_bits());
    assert_eq!(bits, BITS_OF_DRAWS, "{bits}");
}

/// Recorded natively.
const BITS_OF_DRAWS: u64 = 1_859_335_071_219_921_903;
