//! The tests that run natively alone, in one program: it is compiled and linked once, and its tests share both cores to the end.
//! One group of them: `cargo test --test native tokens`.
#![cfg(not(target_arch = "wasm32"))]

/// What several of them need.
#[path = "common"]
mod shared {
    pub(crate) mod bills;
    pub(crate) mod curve;
    pub(crate) mod drawn_plans;
    pub(crate) mod enumeration;
    pub(crate) mod faults;
    pub(crate) mod labels;
    pub(crate) mod recompute;
    pub(crate) mod typed_sizes;
    pub(crate) mod work;
}

#[path = "alternatives.rs"]
mod alternatives;
#[path = "bands.rs"]
mod bands;
#[path = "bill_alone.rs"]
mod bill_alone;
#[path = "bill_commitments.rs"]
mod bill_commitments;
#[path = "bill_demand.rs"]
mod bill_demand;
#[path = "bill_faults.rs"]
mod bill_faults;
#[path = "bills.rs"]
mod bills;
#[path = "briefs.rs"]
mod briefs;
#[path = "caveats.rs"]
mod caveats;
#[path = "charts.rs"]
mod charts;
#[path = "commitment_sizing.rs"]
mod commitment_sizing;
#[path = "contracted_power.rs"]
mod contracted_power;
#[path = "cost_units.rs"]
mod cost_units;
#[path = "decision_log.rs"]
mod decision_log;
#[path = "default_figures.rs"]
mod default_figures;
#[path = "demand.rs"]
mod demand;
#[path = "demand_states.rs"]
mod demand_states;
#[path = "demand_words.rs"]
mod demand_words;
#[path = "every_input.rs"]
mod every_input;
#[path = "explain.rs"]
mod explain;
#[path = "faults_doubts.rs"]
mod faults_doubts;
#[path = "faults_edges.rs"]
mod faults_edges;
#[path = "faults_money.rs"]
mod faults_money;
#[path = "faults_renting.rs"]
mod faults_renting;
#[path = "faults_there.rs"]
mod faults_there;
#[path = "faults_verdict.rs"]
mod faults_verdict;
#[path = "gpu_samples.rs"]
mod gpu_samples;
#[path = "hints.rs"]
mod hints;
#[path = "horizon_break_even.rs"]
mod horizon_break_even;
#[path = "ideal_mix.rs"]
mod ideal_mix;
#[path = "input_break_evens.rs"]
mod input_break_evens;
#[path = "job_size.rs"]
mod job_size;
#[path = "keeping.rs"]
mod keeping;
#[path = "labels.rs"]
mod labels;
#[path = "limits.rs"]
mod limits;
#[path = "lock_files.rs"]
mod lock_files;
#[path = "machines_there.rs"]
mod machines_there;
#[path = "measured_view.rs"]
mod measured_view;
#[path = "memo.rs"]
mod memo;
#[path = "mix_over_horizon.rs"]
mod mix_over_horizon;
#[path = "mixes.rs"]
mod mixes;
#[path = "old_paths.rs"]
mod old_paths;
#[path = "other_tables.rs"]
mod other_tables;
#[path = "own_offers.rs"]
mod own_offers;
#[path = "partials.rs"]
mod partials;
#[path = "plan_answer.rs"]
mod plan_answer;
#[path = "plan_pairs.rs"]
mod plan_pairs;
#[path = "plan_views.rs"]
mod plan_views;
#[path = "plans.rs"]
mod plans;
#[path = "present_bill.rs"]
mod present_bill;
#[path = "price_catalogues.rs"]
mod price_catalogues;
#[path = "price_files.rs"]
mod price_files;
#[path = "reconcile.rs"]
mod reconcile;
#[path = "releases.rs"]
mod releases;
#[path = "replay.rs"]
mod replay;
#[path = "replay_record.rs"]
mod replay_record;
#[path = "requirement_flips.rs"]
mod requirement_flips;
#[path = "sample_faults.rs"]
mod sample_faults;
#[path = "second_purchase.rs"]
mod second_purchase;
#[path = "size_search.rs"]
mod size_search;
#[path = "sizes_and_limits.rs"]
mod sizes_and_limits;
#[path = "slurm.rs"]
mod slurm;
#[path = "slurm_faults.rs"]
mod slurm_faults;
#[path = "tidy.rs"]
mod tidy;
#[path = "token_volume.rs"]
mod token_volume;
#[path = "tokens.rs"]
mod tokens;
#[path = "undone_work.rs"]
mod undone_work;
#[path = "use_curve.rs"]
mod use_curve;
#[path = "vendor_quote.rs"]
mod vendor_quote;
#[path = "visit.rs"]
mod visit;
#[path = "walk_away.rs"]
mod walk_away;
#[path = "work_counted.rs"]
mod work_counted;
#[path = "workbook.rs"]
mod workbook;
