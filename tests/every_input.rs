//! Every input of a scenario changes a figure of the report in some scenario where it is relevant, and so does every column of
//! a workload. Those that do not are committed here, each with its reason.

use engine::inputs::field::{Field, Kind};
use engine::inputs::token_offer::TokenOffer;
use engine::inputs::value::{Amount, Credit, OfferPrice, Point, Quote, Rating, Row, Running, SupportTier, Tier, Value};
use engine::inputs::workloads::{Shape, Workload, WorkloadColumn};
use engine::inputs::{
    Assembly, AvailabilityMethod, BeyondChoice, CommitmentExit, CommittedCount, CostUnit, EndOfLife, FIELDS,
    FinanceMethod, GoodputMethod, HorizonEnd, IntervalChoice, Limit, PowerMethod, ResidualMethod, Scenario, Site, Size,
    StaffMethod, TaxMethod, YearlyMethod,
};
use engine::prices::PriceBook;
use engine::report::evaluate;
use serde_json::Value as Json;

/// Rows that change no figure: what money is shown in; what a node price holds, which sets the default of the network.
const EXEMPT: [&str; 4] =
    ["own.node_includes_network", "money.currency", "money.currency_day", "money.currency_per_usd"];
/// Columns that change none: the name, how long work may wait, which is kept for the replay of whole jobs, and whether a
/// series is a record of levels, which the series itself says.
const EXEMPT_COLUMNS: [WorkloadColumn; 4] = [
    WorkloadColumn::Name,
    WorkloadColumn::PatienceHours,
    WorkloadColumn::Measured,
    // Said beside the answer, as its label says.
    WorkloadColumn::UnstartedShare,
];

fn figures(scenario: &Scenario, book: &PriceBook) -> Option<Json> {
    let report = evaluate(scenario, book, book.current_edition()).ok()?;
    let mut figures = serde_json::to_value(&report).expect("a report");
    // Texts, and what moves the answer: an input's own range is no figure that it changes.
    for part in ["warnings", "issues", "derivations", "drivers", "pair", "badge"] {
        figures[part] = Json::Null;
    }
    figures["verdict"]["allowance_usd"] = Json::Null;
    figures["verdict"]["strength"] = Json::Null;
    Some(figures)
}

fn exact(value: f64) -> Amount {
    Amount::exact(value)
}

fn workloads() -> Vec<Workload> {
    let steady = Workload { name: "service".to_owned(), gpus: Some(12.0), job_gpus: Some(4.0), ..Workload::default() };
    let runs = Workload {
        shape: Shape::Runs,
        gpus: Some(32.0),
        hours: Some(200.0),
        times: Some(12.0),
        interruptible: Some(0.8),
        checkpoint_hours: Some(2.0),
        job_gpus: Some(16.0),
        ..Workload::default()
    };
    vec![steady, runs]
}

/// Tokens of a model that an API serves.
fn chat() -> Workload {
    Workload {
        shape: Shape::Inference,
        tokens_per_second: Some(50_000.0),
        token_model: "gpt-oss-20b".to_owned(),
        cached_share: Some(0.1),
        ..Workload::default()
    }
}

/// An offer with a price and a term, months.
fn offer(usd_per_gpu_hour: f64, term_months: f64) -> Quote {
    Quote { name: "A".to_owned(), usd_per_gpu_hour, term_months, ..Quote::default() }
}

/// Changes that make rows relevant, each on its own and on top of the defaults.
fn settings() -> Vec<fn(&mut Scenario)> {
    vec![
        |_| {},
        |s| s.work.workloads = workloads(),
        |s| s.work.workloads = vec![chat()],
        |s| s.work.other_gpus = true,
        |s| s.work.cost_unit = CostUnit::Run,
        |s| s.work.cost_unit = CostUnit::Tokens,
        |s| s.own.yearly_method = YearlyMethod::Fraction,
        |s| s.own.yearly_method = YearlyMethod::Amount,
        |s| s.own.assembly = Assembly::Prebuilt,
        |s| s.power.method = PowerMethod::Fixed,
        |s| s.place.site = Site::Room,
        |s| s.people.method = StaffMethod::Given,
        |s| {
            s.own.availability_method = AvailabilityMethod::Spares;
            s.own.spare_share = exact(0.1);
        },
        |s| {
            s.own.idle_usd_per_gpu_hour = exact(2.0);
            s.own.idle_let_share = exact(0.4);
        },
        |s| s.own.residual_method = ResidualMethod::Share,
        |s| s.own.residual_method = ResidualMethod::Table,
        |s| {
            s.own.residual_method = ResidualMethod::Share;
            s.own.residual_share = exact(0.0);
        },
        |s| s.stops.method = GoodputMethod::Stops,
        |s| {
            s.work.interruptible = true;
            s.stops.interval = IntervalChoice::Given;
        },
        |s| s.work.interruptible = true,
        |s| s.money.method = FinanceMethod::Loan,
        |s| s.money.method = FinanceMethod::Lease,
        |s| s.money.tax_method = TaxMethod::StraightLine,
        |s| s.money.tax_method = TaxMethod::FirstYear,
        |s| s.time.beyond = BeyondChoice::Queue,
        |s| {
            s.time.beyond = BeyondChoice::Queue;
            s.work.gpu_hours_per_month = exact(60_000.0);
        },
        |s| s.work.gpu_hours_per_month = exact(60_000.0),
        |s| s.time.end = HorizonEnd::GoingOn,
        |s| s.time.horizon_months = exact(50.0),
        |s| {
            s.time.horizon_months = exact(13.0);
            s.time.commitment_exit = CommitmentExit::Fee;
        },
        |s| s.time.horizon_months = exact(13.0),
        |s| s.rent.committed_count = CommittedCount::Given,
        |s| s.rent.quotes = vec![offer(1.4, 12.0)],
        |s| {
            s.rent.quotes = vec![Quote { gpu: "mi300x".to_owned(), ..offer(1.4, 0.0) }];
            s.work.other_gpus = true;
        },
        |s| s.rent.support_share = exact(0.05),
        |s| s.rent.egress_tiers = vec![Tier { size_gb: None, usd_per_gb: 0.08 }],
        |s| {
            s.present.nodes = exact(4.0);
            s.present.node_resale_usd = exact(90_000.0);
        },
        |s| {
            s.present.nodes = exact(4.0);
            s.present.node_age_years = exact(3.0);
            s.present.at_end_of_life = EndOfLife::Replaced;
        },
        |s| {
            s.present.nodes = exact(4.0);
            s.sizes.own = Size::Found;
            s.work.gpu_hours_per_month = exact(3_000.0);
        },
        |s| {
            s.present.nodes = exact(4.0);
            "a100-80-sxm".clone_into(&mut s.present.node_gpu);
            s.present.node_resale_usd = exact(60_000.0);
        },
        |s| s.present.bill_usd_per_month = exact(100_000.0),
        |s| {
            s.present.bill_usd_per_month = exact(100_000.0);
            s.rent.quotes = vec![offer(0.9, 12.0)];
        },
        |s| {
            s.present.bill_usd_per_month = exact(100_000.0);
            "a100-80-sxm".clone_into(&mut s.present.gpu);
        },
        |s| {
            s.work.workloads = workloads();
            s.limits.kw = Limit::Most(1.0);
        },
        |s| {
            s.work.gpu_hours_per_month = exact(60_000.0);
            s.rent.only_quotes = true;
            s.rent.quotes = vec![offer(3.0, 0.0)];
        },
        |s| s.work.fabric_gpus = exact(1.0),
    ]
}

/// Values of a row to try.
fn values(row: &Field, scenario: &Scenario) -> Vec<Value> {
    let now = row.get(scenario);
    let number = |usd: f64| Value::Number(exact(usd));
    let mut all = match row.kind {
        Kind::Number { min, max, whole, .. } => {
            let value = now.number().unwrap_or(1.0);
            let round = |at: f64| if whole { at.round() } else { at };
            let tried = [value * 1.5 + 1.0, value * 0.5, value + 0.05, min, max.min(1e3), 2.0, 0.5, 30.0];
            tried.into_iter().map(|at| number(round(at))).collect()
        }
        Kind::NumberOrWord { words, .. } => {
            let words = words.iter().map(|word| Value::Choice(word.id.into()));
            words.chain([0.0, 1.0, 5.0, 24.0, 1e5].map(number)).collect()
        }
        Kind::Choice(options) => options.iter().map(|option| Value::Choice(option.id.into())).collect(),
        Kind::Switch => vec![Value::Switch(true), Value::Switch(false)],
        Kind::List { .. } => lists(row.id),
        _ => ["b200-sxm", "a100-80-sxm", "EU", "SOC 2", ""].map(|text| Value::Text(text.to_owned())).to_vec(),
    };
    all.retain(|value| row.validate(value).is_none());
    all.push(now);
    all
}

fn lists(id: &str) -> Vec<Value> {
    let list = |rows: Vec<Vec<engine::inputs::value::Cell>>| Value::List(rows);
    let mut s = Scenario::neutral();
    s.work.workloads = workloads();
    s.work.performance =
        vec![Rating { gpu: "a100-80-sxm".to_owned(), work: 0.9 }, Rating { gpu: "b200-sxm".to_owned(), work: 9.0 }];
    s.own.residual_table = vec![Point { at: 1.0, share: 0.9 }, Point { at: 5.0, share: 0.6 }];
    s.rent.quotes = vec![Quote { name: "A".to_owned(), usd_per_gpu_hour: 1.0, ..Quote::default() }];
    s.rent.prices = ["lambda-h100-cluster-1y", "gcp-a3-high-3y", "gcp-a3-high-1y"]
        .map(|offer| OfferPrice { offer: offer.to_owned(), usd_per_gpu_hour: 0.6 })
        .to_vec();
    let (input, output) = (0.01, 0.02);
    s.api.offers =
        vec![TokenOffer { usd_per_million_input: input, usd_per_million_output: output, ..TokenOffer::default() }];
    s.rent.egress_tiers = vec![Tier { size_gb: None, usd_per_gb: 0.3 }];
    s.rent.support_tiers = vec![SupportTier { usd_per_month: None, share: 0.2 }];
    s.rent.credits = vec![Credit { provider: String::new(), usd: 50_000.0, months: 24.0 }];
    s.time.rent_curve = vec![Point { at: 12.0, share: 0.5 }];
    s.present.commitments =
        vec![Running { name: "R".to_owned(), gpus: 16.0, usd_per_gpu_hour: 2.0, months_left: 20.0 }];
    let counted = PriceBook::embedded().offers.iter().take(200).map(|offer| offer.id.to_string()).collect();
    s.rent.counted_in = counted;
    let found = engine::inputs::field(id).map(|row| row.get(&s));
    found.into_iter().chain([list(Vec::new())]).collect()
}

#[test]
fn every_input_changes_a_figure() {
    let book = PriceBook::embedded();
    let bases: Vec<Scenario> = settings()
        .into_iter()
        .map(|set| {
            let before = Scenario::typical(&book);
            let mut scenario = before.clone();
            set(&mut scenario);
            if scenario.work.workloads != before.work.workloads {
                scenario.follow_workloads(&book);
            }
            scenario
        })
        .collect();
    let plain: Vec<Option<Json>> = bases.iter().map(|base| figures(base, &book)).collect();
    let mut idle = Vec::new();
    for row in FIELDS.iter().filter(|row| !EXEMPT.contains(&row.id)) {
        let relevant = bases.iter().zip(&plain).filter(|(base, _)| (row.is_relevant)(base));
        let changes = |(base, now): (&Scenario, &Option<Json>)| {
            values(row, base).into_iter().any(|value| {
                let mut changed = base.clone();
                row.set(&mut changed, &value);
                if row.id == "work.workloads" {
                    changed.follow_workloads(&book);
                }
                changed != *base && figures(&changed, &book).is_some_and(|figures| Some(figures) != *now)
            })
        };
        if !relevant.clone().any(changes) {
            idle.push(format!("{} (relevant in {})", row.id, relevant.count()));
        }
    }
    assert!(idle.is_empty(), "no figure changes with: {}", idle.join(", "));
    for id in EXEMPT {
        assert!(engine::inputs::field(id).is_some(), "{id} is no row");
    }
}

#[test]
fn every_column_of_a_workload_changes_a_figure() {
    let book = PriceBook::embedded();
    let shapes = [
        Workload { shape: Shape::Steady, gpus: Some(20.0), ..Workload::default() },
        Workload { shape: Shape::Runs, gpus: Some(32.0), hours: Some(100.0), times: Some(20.0), ..Workload::default() },
        Workload { shape: Shape::Office, gpus: Some(32.0), ..Workload::default() },
        Workload { shape: Shape::Bursty, gpus: Some(32.0), ..Workload::default() },
        Workload {
            shape: Shape::Training,
            gpus: Some(64.0),
            times: Some(4.0),
            parameters: Some(7.0),
            tokens: Some(300.0),
            peak_tflops: Some(989.0),
            flop_utilization: Some(0.4),
            ..Workload::default()
        },
        Workload {
            shape: Shape::Inference,
            tokens_per_second: Some(50_000.0),
            tokens_per_second_per_gpu: Some(2_000.0),
            ..Workload::default()
        },
        chat(),
        Workload { shape: Shape::Series, series: "8*100 24*20".into(), ..Workload::default() },
    ];
    let report = |workload: &Workload| {
        let mut scenario = Scenario::typical(&book);
        scenario.work.workloads = vec![workload.clone(), Workload { gpus: Some(6.0), ..Workload::default() }];
        scenario.follow_workloads(&book);
        figures(&scenario, &book)
    };
    let mut idle = Vec::new();
    for base in &shapes {
        let of_model = WorkloadColumn::OF_A_MODEL.iter().filter(|_| base.names_a_model());
        let columns = base.shape.columns().iter().chain(of_model).chain(&WorkloadColumn::OF_EVERY_SHAPE);
        for column in columns.filter(|column| !EXEMPT_COLUMNS.contains(column)) {
            // A checkpoint counts where work may be interrupted.
            let mut base = base.clone();
            if *column == WorkloadColumn::CheckpointHours {
                base.interruptible = Some(1.0);
                base.job_gpus = Some(64.0);
            }
            let now = report(&base);
            let tried = match column {
                WorkloadColumn::TokenModel => {
                    vec![Workload { token_model: "Llama 3.3 70B".to_owned(), ..base.clone() }]
                }
                WorkloadColumn::Series => vec![Workload { series: "8*100 48*20".into(), ..base.clone() }],
                _ => [0.5, 0.9, 3.0, 24.0, 256.0].iter().filter_map(|value| with(&base, *column, *value)).collect(),
            };
            let changes = |workload: &Workload| report(workload).is_some_and(|figures| Some(figures) != now);
            if !tried.iter().any(changes) {
                idle.push(format!("{:?} of {:?}", column, base.shape));
            }
        }
    }
    assert!(idle.is_empty(), "no figure changes with: {}", idle.join(", "));
}

/// A workload with a number in a column.
fn with(workload: &Workload, column: WorkloadColumn, value: f64) -> Option<Workload> {
    let mut cells = workload.cells();
    let place = WorkloadColumn::ALL.iter().position(|other| *other == column)?;
    if cells.len() <= place {
        cells.resize(place + 1, engine::inputs::value::Cell::Empty);
    }
    cells[place] = engine::inputs::value::Cell::Number(value);
    Workload::of(&cells)
}
