//! Tokens from an API beside GPUs. Expected values: by hand, as sums that do without this program, and published comparisons
//! recomputed from their own figures.

use engine::analysis::goal_seek::Subject;
use engine::analysis::token_volume::token_volume;
use engine::codec::{Document, file, link};
use engine::inputs::Scenario;
use engine::inputs::token_offer::TokenOffer;
use engine::inputs::value::{Amount, Quote};
use engine::inputs::workloads::{Shape, Workload};
use engine::model::offers::Barrier;
use engine::plans::plan::{PlanKind, Source};
use engine::plans::plans;
use engine::plans::recommendation::Plans;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};

/// Seconds of a month of 730 hours, in millions.
pub(crate) const MILLION_SECONDS: f64 = 730.0 * 3_600.0 / 1e6;

pub(crate) fn chat(model: &str, tokens_per_second: f64) -> Workload {
    Workload {
        name: "chat".to_owned(),
        shape: Shape::Inference,
        token_model: model.to_owned(),
        tokens_per_second: Some(tokens_per_second),
        ..Workload::default()
    }
}

pub(crate) fn typical(workload: Workload, book: &PriceBook) -> Document {
    let mut document = Document::typical(book);
    document.scenario.work.workloads = vec![workload];
    document.scenario.follow_workloads(book);
    document
}

pub(crate) fn subject<'a>(document: &'a Document, book: &'a PriceBook) -> Subject<'a> {
    Subject { scenario: &document.scenario, book, edition: &document.edition }
}

pub(crate) fn found(document: &Document, book: &PriceBook) -> Plans {
    plans(subject(document, book)).expect("plans")
}

fn report(document: &Document, book: &PriceBook) -> Report {
    evaluate(&document.scenario, book, &document.edition).expect("a report")
}

/// Present value of a dollar at the end of each month of the horizon, by the closed form of an annuity.
fn annuity(s: &Scenario) -> f64 {
    let i = (1.0 + s.money.discount_rate.value).powf(1.0 / 12.0) - 1.0;
    (1.0 - (1.0 + i).powf(-s.time.horizon_months.value)) / i
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} and {expected}");
}

/// What an API costs: tokens a month x price of their mix, at present value. Small, medium, large volume; kept input; batches.
/// Prices by hand from the price book's rows.
#[test]
fn an_api_costs_its_tokens_at_their_prices() {
    let book = PriceBook::embedded();
    let llama = 0.5 * 0.10 + 0.5 * 0.32; // DeepInfra, as much output as input
    let kept = Workload { output_share: Some(0.2), cached_share: Some(0.5), ..chat("DeepSeek R1 0528", 5_000.0) };
    let kept = Workload { tokens_per_second_per_gpu: Some(2_000.0), ..kept };
    let batches = Workload { batch_share: Some(0.6), ..chat("gpt-oss-20b", 5_000.0) };
    let cases = [
        (chat("Llama 3.3 70B", 100.0), llama),
        (Workload { peak_to_mean: Some(2.0), ..chat("llama-3.3-70b", 5_000.0) }, llama),
        (chat("Llama 3.3 70B", 400_000.0), llama),
        (kept, 0.3 * 0.50 + 0.5 * 0.35 + 0.2 * 2.15), // DeepInfra
        (batches, (0.5 * 0.07 + 0.5 * 0.20) * (1.0 - 0.6 * 0.5)), // Amazon Bedrock, batches at half price
    ];
    for (workload, usd_per_million) in cases {
        let million = workload.tokens_per_second.expect("tokens") * MILLION_SECONDS;
        let document = typical(workload, &book);
        let plans = found(&document, &book);
        let api = plans.plan(PlanKind::Api).expect("an API");
        near(api.present_value_usd, million * usd_per_million * annuity(&document.scenario));
        near(api.usd_per_million_tokens.expect("a price"), usd_per_million);
        assert_eq!((api.sources.as_slice(), api.upfront_usd), ([Source::Api].as_slice(), 0.0));
        let tokens = report(&document, &book).tokens.expect("tokens");
        near(tokens.million_per_month, million);
        near(tokens.offers[0].usd_per_million.expect("a price"), usd_per_million);
        let lines: f64 = api.lines.iter().map(|line| line.present_value_usd).sum();
        near(lines, api.present_value_usd);
    }
}

/// Growing demand and falling prices: month m makes (1 + g)^((m-1)/12) of today's tokens at (1 + d)^((m-1)/12) of today's price.
#[test]
fn tokens_grow_and_their_prices_move() {
    let book = PriceBook::embedded();
    let mut document = typical(chat("Llama 3.3 70B", 1_000.0), &book);
    let s = &mut document.scenario;
    (s.work.growth_per_year, s.api.price_drift) = (Amount::exact(0.5), Amount::exact(-0.2));
    let i = (1.0 + s.money.discount_rate.value).powf(1.0 / 12.0) - 1.0;
    let month = |m: f64| (1.5_f64 * 0.8).powf((m - 1.0) / 12.0) * (1.0 + i).powf(-m);
    let sum: f64 = (1..=60).map(|m| month(f64::from(m))).sum();
    let plans = found(&document, &book);
    near(plans.plan(PlanKind::Api).expect("an API").present_value_usd, 1_000.0 * MILLION_SECONDS * 0.21 * sum);
}

/// A mix lets GPUs serve the base and buys the peak: the API's hours are those above what the machines do, hour by hour.
#[test]
fn a_mix_buys_what_is_above_its_machines() {
    let book = PriceBook::embedded();
    let dear = TokenOffer {
        provider: "Dear".to_owned(),
        usd_per_million_input: 0.5,
        usd_per_million_output: 0.5,
        ..TokenOffer::default()
    };
    let workload = Workload { peak_to_mean: Some(3.0), target_load: Some(0.7), ..chat("Llama 3.3 70B", 100_000.0) };
    let mut document = typical(workload, &book);
    document.scenario.api.offers = vec![dear];
    document.scenario.rent.only_quotes = true; // no GPU is rented by the hour, no listed provider counts
    document.scenario.time.lead_months = Amount::exact(0.0);
    document.scenario.time.ramp_months = Amount::exact(0.0);
    let plans = found(&document, &book);
    let mix = plans.recommended().expect("a plan");
    assert_eq!((mix.kind, mix.sources.as_slice()), (PlanKind::Mix, [Source::Bought, Source::Api].as_slice()));
    let model = engine::model::Model::new(&document.scenario, &book, &document.edition).expect("a model");
    let owned = &model.owned;
    let useful = mix.own_gpus * owned.ceiling() * owned.yields.productive_per_busy();
    let wanted = model.load.demand.total();
    let above: f64 = wanted.iter().map(|gpus| (gpus - useful).max(0.0)).sum::<f64>() / 8_760.0;
    let mean = wanted.iter().sum::<f64>() / 8_760.0;
    assert!(above > 0.0);
    let share = mix.hours.api / mix.hours.done();
    assert!((share - above / mean).abs() < 1e-9, "{share} and {}", above / mean);
}

fn only(quote: Option<Quote>, offer: TokenOffer, workload: Workload, book: &PriceBook) -> Document {
    let mut document = Document::typical(book);
    let s = &mut document.scenario;
    *s = Scenario::neutral();
    "h100-sxm".clone_into(&mut s.work.gpu);
    s.work.workloads = vec![workload];
    s.time.horizon_months = Amount::exact(36.0);
    s.sizes.own = engine::inputs::Size::Typed(0.0);
    s.api.allowed = true;
    s.api.offers = vec![offer];
    s.rent.quotes = quote.into_iter().collect();
    s.rent.only_quotes = true;
    s.follow_workloads(book);
    document
}

/// Published: an H100 at about 1,200 USD a month (730 hours) against an API at 3 USD per million of input and 15 of output; 300
/// million of input and 100 of output cost 2,400 USD a month there (gpubrazil.com, "Token economics", 2026). So the GPU pays from
/// 1,200 / 6 = 200 million tokens a month on.
#[test]
fn a_published_volume_is_found_again() {
    let book = PriceBook::embedded();
    let api = TokenOffer {
        provider: "Mid-tier".to_owned(),
        usd_per_million_input: 3.0,
        usd_per_million_output: 15.0,
        ..TokenOffer::default()
    };
    let gpu = Quote {
        name: "Dedicated".to_owned(),
        usd_per_gpu_hour: 1_200.0 / 730.0,
        term_months: 36.0,
        ..Quote::default()
    };
    let workload = Workload {
        output_share: Some(0.25),
        tokens_per_second_per_gpu: Some(1_000.0),
        ..chat("GLM 5.2", 400.0 / MILLION_SECONDS)
    };
    let document = only(Some(gpu), api, workload, &book);
    let plans = found(&document, &book);
    let bought = plans.plan(PlanKind::Api).expect("an API");
    near(bought.cash_by_month_usd[0], 2_400.0);
    let hosted = plans.plan(PlanKind::Commit).expect("a GPU");
    near(hosted.cash_by_month_usd[0], 1_200.0);
    assert_eq!(plans.recommended, Some(PlanKind::Commit));
    let volume = token_volume(subject(&document, &book)).expect("a volume");
    near(volume.million_now, 400.0);
    near(volume.api_usd_per_million, 6.0);
    near(volume.hosted_now.usd_per_million, 3.0);
    let from = volume.from_million.expect("hosting pays");
    assert!((199.999..=201.0).contains(&from), "{from}");
    assert_eq!(volume.hosted_then.kind, PlanKind::Commit);
    assert_eq!(report(&document, &book).tokens.expect("tokens").volume, Some(volume), "the report carries it");
    // With a twentieth of an engineer at 240,000 USD a year, 1,000 USD a month: from (1,200 + 1,000) / 6 million on.
    let mut document = document;
    document.scenario.api.serving_people = Amount::exact(0.05);
    document.scenario.people.usd_per_person_year = Amount::exact(240_000.0);
    let from = token_volume(subject(&document, &book)).expect("a volume").from_million.expect("hosting pays");
    assert!((366.666..=368.6).contains(&from), "{from}");
}

/// Published: an H100 at 2.50 USD an hour and 700 tokens a second makes a million for about 0.99 USD; at 10% of the time in use
/// for ten times as much (dreaming.press, "Self-hosting LLM inference vs API cost"). Against an API at 0.50 hosting never pays.
#[test]
fn a_published_price_per_million_is_found_again_and_never_is_a_distance() {
    let book = PriceBook::embedded();
    let api = TokenOffer {
        provider: "Cheap".to_owned(),
        usd_per_million_input: 0.5,
        usd_per_million_output: 0.5,
        ..TokenOffer::default()
    };
    let gpu =
        |term: f64| Quote { name: "Rented".to_owned(), usd_per_gpu_hour: 2.5, term_months: term, ..Quote::default() };
    let workload = |share: f64| Workload { tokens_per_second_per_gpu: Some(700.0), ..chat("GLM 5.2", 700.0 * share) };
    for (share, usd) in [(1.0, 0.99), (0.1, 9.9)] {
        let document = only(Some(gpu(36.0)), api.clone(), workload(share), &book);
        let plans = found(&document, &book);
        let hosted = plans.plan(PlanKind::Commit).expect("a GPU").usd_per_million_tokens.expect("a price");
        assert!((hosted - usd).abs() < 0.006 * usd, "{hosted} and {usd}");
        assert_eq!(plans.recommended, Some(PlanKind::Api));
    }
    let document = only(Some(gpu(0.0)), api, workload(1.0), &book);
    let volume = token_volume(subject(&document, &book)).expect("a volume");
    assert_eq!((volume.from_million, volume.at_any), (None, false));
    near(volume.hosted_then.usd_per_million, 2.5 / (700.0 * 3_600.0 / 1e6));
}

/// The volume is the least from which owning costs less: three per cent below it the API does. The plans say so themselves, at
/// both volumes.
#[test]
fn the_volume_is_where_hosting_starts_to_pay() {
    let book = PriceBook::embedded();
    let dear = TokenOffer {
        provider: "Dear".to_owned(),
        usd_per_million_input: 1.04,
        usd_per_million_output: 1.04,
        ..TokenOffer::default()
    };
    let with = |tokens: f64| {
        let mut document = typical(chat("Llama 3.3 70B", tokens), &book);
        let s = &mut document.scenario;
        s.api.offers = vec![dear.clone()];
        s.rent.only_quotes = true;
        // Nothing is rented, so the machines are there from the start.
        (s.time.lead_months, s.time.ramp_months) = (Amount::exact(0.0), Amount::exact(0.0));
        document
    };
    let volume = token_volume(subject(&with(1_000.0), &book)).expect("a volume");
    near(volume.api_usd_per_million, 1.04);
    assert!(volume.hosted_now.usd_per_million > 1.04 && volume.hosted_then.usd_per_million < 1.04, "{volume:?}");
    let cost = |factor: f64| {
        let plans = found(&with(volume.from_million.expect("it pays") * factor / MILLION_SECONDS), &book);
        [PlanKind::Own, PlanKind::Api].map(|kind| plans.plan(kind).expect("a plan").present_value_usd)
    };
    let ([own, api], [own_below, api_below]) = (cost(1.001), cost(0.97));
    assert!(own < api && own_below > api_below, "{own} {api}, below {own_below} {api_below}");
    // At the cheapest listed price, a fifth of that, it takes more.
    let listed = token_volume(subject(&typical(chat("Llama 3.3 70B", 1_000.0), &book), &book)).expect("a volume");
    near(listed.api_usd_per_million, 0.21);
    assert!(listed.from_million > volume.from_million, "{listed:?}");
}

/// A copy of the model on 16 GPUs stays while any token is asked for: it is billed all year as two instances of 8, however few
/// tokens it makes, and as one if it takes 2 GPUs or 8.
#[test]
fn a_copy_of_a_model_is_rented_whole() {
    let book = PriceBook::embedded();
    let rented = |job: f64| {
        let few = Workload { job_gpus: Some(job), ..chat("Llama 3.3 70B", 1_000.0) };
        let mut document = typical(few, &book);
        let s = &mut document.scenario;
        s.work.fabric_gpus = Amount::exact(8.0);
        let quote = Quote { name: "Rented".to_owned(), usd_per_gpu_hour: 2.0, ..Quote::default() };
        s.rent.quotes = vec![Quote { gpus_per_machine: Some(8.0), ..quote }];
        s.rent.only_quotes = true;
        let hours = s.work.gpu_hours_per_month.value;
        let report = report(&document, &book);
        let offer = report.offers.iter().find(|offer| offer.counted).expect("the quote");
        (offer.usd_per_productive_gpu_hour.expect("a price"), hours, offer.gpus_per_instance)
    };
    let [two, eight, sixteen] = [2.0, 8.0, 16.0].map(rented);
    assert_eq!((eight.2, two.0), (8.0, eight.0), "an instance of 8 each");
    // An instance more, all year; of an hour on it 98.5% are kept.
    let instance = 2.0 * 8.0 * 730.0 / 0.985 / eight.1;
    assert!(((sixteen.0 - eight.0) / instance - 1.0).abs() < 1e-9, "{} and {instance}", sixteen.0 - eight.0);
}

/// Throughput comes from the book for model, GPU and share of output; where it has none it is asked for. By hand: TensorRT-LLM's
/// 2,209 output tokens a second of an H100 at as much input are 4,418 of both.
#[test]
fn throughput_comes_from_the_book_or_is_asked_for() {
    let book = PriceBook::embedded();
    let document = typical(chat("Llama 3.3 70B", 44_180.0), &book);
    near(document.scenario.work.gpu_hours_per_month.value, 10.0 * 730.0);
    let tokens = report(&document, &book).tokens.expect("tokens");
    near(tokens.workloads[0].tokens_per_second_per_gpu, 4_418.0);
    assert_eq!(tokens.workloads[0].throughput, ["llama-3.3-70b-h100-sxm-1000-1000-fp8-tp2"]);
    near(document.scenario.work.mtokens_per_gpu_hour.value, 4_418.0 * 3_600.0 / 1e6);
    let mut other = document.clone();
    other.scenario.choose_gpu("b200-sxm", &book, &document.edition);
    near(other.scenario.work.gpu_hours_per_month.value, 44_180.0 / (2.0 * 6_920.0) * 730.0);
    let asked = [
        (chat("Kimi K3", 1_000.0), "the price book has none for Kimi K3"),
        (Workload { output_share: Some(0.9), ..chat("Llama 3.3 70B", 1_000.0) }, "the price book has none"),
    ];
    for (workload, words) in asked {
        let unusable = typical(workload, &book);
        assert_eq!(unusable.scenario.work.gpu_hours_per_month.value, 0.0, "no hours of another workload are answered");
        let warnings = report(&unusable, &book).warnings;
        assert!(warnings.iter().any(|issue| issue.message.contains(words)), "{warnings:?}");
    }
}

/// What cannot be right is said, and nothing is computed from it.
#[test]
fn bad_input_is_said() {
    let book = PriceBook::embedded();
    let cases = [
        (
            Workload { output_share: Some(0.7), cached_share: Some(0.6), ..chat("Llama 3.3 70B", 1_000.0) },
            "output (70%) and cached input (60%) exceed 100% of all tokens together",
        ),
        (chat("Llama 3.3 70B", 0.0), "needs tokens per second"),
        (
            Workload { tokens_per_second_per_gpu: Some(1_000.0), ..chat("No Such Model 9B", 1_000.0) },
            "\u{201c}No Such Model 9B\u{201d} is not in the price book",
        ),
    ];
    for (workload, words) in cases {
        let document = typical(workload, &book);
        let found = report(&document, &book);
        assert!(found.warnings.iter().any(|issue| issue.message.contains(words)), "{words}: {:?}", found.warnings);
        assert!(found.decision.is_none_or(|decision| decision.plans.plan(PlanKind::Api).is_none()), "{words}");
    }
}

/// People who serve tokens on GPUs are paid where GPUs serve them, and only there: two at 200,000 USD a year with salaries that
/// rise 3% a year, by the months of the horizon. Late, tax and delivery are left out.
#[test]
fn people_who_serve_are_paid_where_gpus_serve() {
    let book = PriceBook::embedded();
    let mut document = typical(chat("Llama 3.3 70B", 100_000.0), &book);
    let s = &mut document.scenario;
    (s.api.serving_people, s.people.usd_per_person_year) = (Amount::exact(2.0), Amount::exact(200_000.0));
    s.people.rent_people = Amount::exact(0.0);
    s.time.staff_drift = Amount::exact(0.03);
    let i = (1.0 + s.money.discount_rate.value).powf(1.0 / 12.0) - 1.0;
    let months: f64 = (1..=60).map(f64::from).map(|m| 1.03_f64.powf((m - 1.0) / 12.0) * (1.0 + i).powf(-m)).sum();
    let expected = 2.0 * 200_000.0 / 12.0 * months;
    let mut without = document.clone();
    without.scenario.api.serving_people = Amount::exact(0.0);
    let (before, after) = (found(&without, &book), found(&document, &book));
    let usd = |plans: &Plans, kind| plans.plan(kind).expect("listed").present_value_usd;
    for kind in [PlanKind::Own, PlanKind::Commit, PlanKind::Rent] {
        near(usd(&after, kind) - usd(&before, kind), expected);
        let lines = &after.plan(kind).expect("listed").lines;
        let serving = lines.iter().find(|line| line.label == "Staff for serving").expect("a line");
        near(serving.present_value_usd, expected);
        near(lines.iter().map(|line| line.present_value_usd).sum(), usd(&after, kind));
    }
    near(usd(&after, PlanKind::Api), usd(&before, PlanKind::Api));
}

/// Prices of tokens are newer than an edition: it says so, and not that the model is unknown.
#[test]
fn an_edition_without_prices_of_tokens_says_so() {
    let book = PriceBook::embedded();
    let mut document = typical(chat("Llama 3.3 70B", 1_000.0), &book);
    let warned = |document: &Document| {
        let warnings = report(document, &book).warnings;
        warnings.iter().map(|issue| issue.message.clone()).filter(|text| text.contains("Llama")).collect::<Vec<_>>()
    };
    assert_eq!(warned(&document), Vec::<String>::new());
    "2026-11".clone_into(&mut document.edition);
    let [text] = &warned(&document)[..] else { panic!("one warning") };
    assert!(text.starts_with("The price edition 2026-11 has no prices of tokens"), "{text}");
}

/// Training on GPUs beside tokens that an API makes: nobody serves on GPUs, so nobody is paid for it.
#[test]
fn a_mix_that_sends_every_token_to_an_api_needs_nobody_to_serve() {
    let book = PriceBook::embedded();
    let mut document = typical(chat("Llama 3.3 70B", 1_000.0), &book);
    let s = &mut document.scenario;
    s.work.workloads.push(Workload { shape: Shape::Steady, gpus: Some(64.0), ..Workload::default() });
    s.api.serving_people = Amount::exact(50.0);
    s.follow_workloads(&book);
    let plans = found(&document, &book);
    let mix = plans.recommended().expect("a plan");
    assert!(mix.hours.api > 0.0 && mix.own_gpus + mix.hours.on_demand + mix.hours.commitment > 0.0);
    assert!(mix.lines.iter().all(|line| line.label != "Staff for serving"), "{:?}", mix.lines);
    let own = plans.plan(PlanKind::Own).expect("listed");
    assert!(own.lines.iter().any(|line| line.label == "Staff for serving"));
}

/// A provider whose limit is below the busiest hour, or that does not say where it runs, cannot serve; tokens may be forbidden.
#[test]
fn limits_and_jurisdiction_rule_providers_out() {
    let book = PriceBook::embedded();
    let workload = Workload { peak_to_mean: Some(2.0), ..chat("Llama 3.3 70B", 1_000.0) };
    let mut document = typical(workload, &book);
    let offer = |most: f64| TokenOffer {
        provider: "Mine".to_owned(),
        usd_per_million_input: 0.1,
        usd_per_million_output: 0.1,
        most_tokens_per_second: Some(most),
        jurisdiction: "EU".to_owned(),
        ..TokenOffer::default()
    };
    document.scenario.api.offers = vec![offer(2_000.0), offer(1_999.0)];
    document.scenario.work.jurisdiction = "EU".to_owned();
    let tokens = report(&document, &book).tokens.expect("tokens");
    let barriers = |id: &str| tokens.offers.iter().find(|offer| offer.id == *id).map(|offer| offer.barriers.clone());
    assert_eq!(barriers("token-1"), Some(vec![]));
    assert_eq!(barriers("token-2"), Some(vec![Barrier::RateLimit]));
    assert_eq!(barriers("llama-3.3-70b-deepinfra"), Some(vec![Barrier::Jurisdiction]));
    document.scenario.api.allowed = false;
    assert!(found(&document, &book).plan(PlanKind::Api).is_none());
}

/// Links and files hold the tokens: what is read back is the same, and says the same.
#[test]
fn links_and_files_hold_tokens() {
    let book = PriceBook::embedded();
    let workload = Workload {
        peak_to_mean: Some(2.0),
        cached_share: Some(0.2),
        output_share: Some(0.3),
        ..chat("Llama 3.3 70B", 50_000.0)
    };
    let mut document = typical(workload, &book);
    document.scenario.api.offers = vec![TokenOffer {
        provider: "Mine, EU".to_owned(),
        usd_per_million_input: 0.2,
        usd_per_million_output: 0.4,
        ..TokenOffer::default()
    }];
    document.scenario.api.price_drift = Amount::exact(-0.1);
    let text = link::write(&document);
    let read = link::read(&text, &book);
    assert_eq!((&read.document.scenario, read.notices.len()), (&document.scenario, 0), "{text}");
    let filed = file::read(&file::write(&document), &book).expect("a file").document;
    assert_eq!(filed.scenario, document.scenario);
    // By hand, without the cells at the end.
    let by_hand = link::read("wl=Chat~inference~-~-~-~-~-~-~-~-~-~-~-~-~-~50000~2~-~0.7~-~-~llama-3.3-70b", &book)
        .document
        .scenario;
    let expected = Workload { peak_to_mean: Some(2.0), target_load: Some(0.7), ..chat("llama-3.3-70b", 50_000.0) };
    assert_eq!(by_hand.work.workloads, [Workload { name: "Chat".to_owned(), ..expected }]);
    near(by_hand.work.gpu_hours_per_month.value, 50_000.0 / (4_418.0 * 0.7) * 730.0);
}

/// A text of format 5 knows nothing of tokens: they may be bought where a workload names a model, which it cannot.
#[test]
fn a_text_of_format_5_buys_no_tokens() {
    let book = PriceBook::embedded();
    let workload =
        Workload { token_model: String::new(), tokens_per_second_per_gpu: Some(2_000.0), ..chat("", 50_000.0) };
    let now = typical(workload, &book);
    let before = link::write(&now).replace("v=6", "v=5");
    let read = link::read(&before, &book);
    assert_eq!((&read.document.scenario, read.notices.len()), (&now.scenario, 0));
    assert!(report(&read.document, &book).tokens.is_none());
}
