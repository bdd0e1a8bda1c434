//! What each command does.

use std::path::PathBuf;

use engine::analysis::owned_prices::owned_prices;
use engine::analysis::replay_question::replay_question;
use engine::analysis::risk::RiskSearch;
use engine::analysis::walk_away::walk_away;
use engine::chart::Currency;
use engine::codec::file;
use engine::document::memo::{self, Memo, MemoOf};
use engine::document::walk_away::walk_away_sheet;
use engine::document::workbook::workbook_of;
use engine::document::{markdown, version_line};
use engine::horizon::node_expansion;
use engine::measured::partial::Partial;
use engine::measured::proposals;
use engine::plans::recommendation::Plans;
use engine::plans::result::PlanResult;
use engine::plans::setting::Setting;
use engine::plans::{evaluate_with, find_sizes};
use engine::prices::PriceBook;
use engine::replay::answer::answer;
use engine::report::evaluate;
use engine::view::measured::remarks::refusal;
use engine::view::plan_words;
use engine::view::price_files::{self, Month};
use serde::Serialize;

use crate::arguments::{Command, Measure, Merge, Prices, ReadOptions, Replay, ScenarioSource, Tool, WorkbookOptions};
use crate::figures;
use crate::scenarios::{self, Opened};

/// Lists of the demand that are left out unless they are asked for.
const LONG: [&str; 3] = ["wanted", "held", "series"];

/// Name and version of the program.
const PROGRAM: &str = concat!("Rack or Rent ", env!("CARGO_PKG_VERSION"));

/// What a command prints.
pub(crate) struct Found {
    pub output: Vec<u8>,
    /// What could not be used as written.
    pub notices: Vec<String>,
}

/// Runs a command.
///
/// Errors: why nothing could be computed, one sentence each.
pub(crate) fn run(command: &Command) -> Result<Found, Vec<String>> {
    match command {
        Command::Evaluate(source) => report(source),
        Command::Mix(source) => mix(source),
        Command::Risk(source) => risk(source),
        Command::Memo(source) => document(source, |of| Some(memo::memo(of))),
        Command::WalkAway(source) => document(source, |of| walk_away_sheet(of, &walk_away(of.subject)?)),
        Command::Workbook(options) => workbook(options),
        Command::Measure(options) => measure(options),
        Command::Prices(options) => prices(options),
        Command::Merge(options) => merge(options),
        Command::Replay(options) => replay(options),
    }
}

/// JSON and the end of its last line.
fn json<T: Serialize>(value: &T) -> Result<Vec<u8>, Vec<String>> {
    serde_json::to_string_pretty(value).map(lines).map_err(|error| vec![error.to_string()])
}

fn lines(text: String) -> Vec<u8> {
    (text + "\n").into_bytes()
}

fn open(source: &ScenarioSource) -> Result<Opened, Vec<String>> {
    scenarios::open(source).map_err(|problem| vec![problem])
}

fn report(source: &ScenarioSource) -> Result<Found, Vec<String>> {
    let opened = open(source)?;
    let document = &opened.decoded.document;
    let report = evaluate(&document.scenario, &opened.book, &document.edition)
        .map_err(|issues| issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>())?
        .with_issues(&opened.decoded.notices);
    let mut notices = opened.notices();
    if notices.is_empty() {
        notices = report.issues.iter().map(|issue| issue.message.clone()).collect();
    }
    Ok(Found { output: json(&report)?, notices })
}

fn mix(source: &ScenarioSource) -> Result<Found, Vec<String>> {
    let opened = open(source)?;
    let (_, plans) = plans(&opened)?;
    Ok(Found { output: json(&plans)?, notices: opened.notices() })
}

fn risk(source: &ScenarioSource) -> Result<Found, Vec<String>> {
    let opened = open(source)?;
    let subject = opened.subject();
    let one = |problem: &str| vec![problem.to_owned()];
    let mut search = RiskSearch::start(subject).ok_or_else(|| one("The plans cannot be computed."))?;
    while search.step(subject) {}
    let found = search.finish().ok_or_else(|| one("Nothing is uncertain, or fewer than two plans may be taken."))?;
    Ok(Found { output: json(&found)?, notices: opened.notices() })
}

/// A document of a scenario as Markdown.
fn document(source: &ScenarioSource, write: fn(MemoOf) -> Option<Memo>) -> Result<Found, Vec<String>> {
    let opened = open(source)?;
    let document = &opened.decoded.document;
    let report = evaluate(&document.scenario, &opened.book, &document.edition)
        .map_err(|issues| issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>())?;
    let decision = report.decision.as_ref().ok_or_else(|| vec!["The plans cannot be computed.".to_owned()])?;
    recommended(&decision.plans)?;
    let written = write(MemoOf {
        subject: opened.subject(),
        name: &document.name,
        words: &document.memo,
        report: &report,
        plans: &decision.plans,
        weighed: &decision.weighed,
        chart: None,
        write: &figures::with_unit,
    });
    let written = written.ok_or_else(|| vec!["The plans cannot be computed.".to_owned()])?;
    let version = version_line(PROGRAM, document);
    let by = [document.memo.author.clone(), document.memo.date.clone(), version];
    let byline: Vec<String> = by.into_iter().filter(|line| !line.is_empty()).collect();
    let dollars = Currency { code: "USD".to_owned(), per_usd: 1.0 };
    let text = markdown::memo(&written, &byline, &dollars, &figures::figure);
    Ok(Found { output: text.into_bytes(), notices: opened.notices() })
}

fn workbook(options: &WorkbookOptions) -> Result<Found, Vec<String>> {
    let opened = open(&options.scenario)?;
    let found = workbook_of(&opened.decoded.document, &opened.book, PROGRAM)?;
    let output = rack_or_rent_workbook::written_as(&found, options.form.into()).map_err(|problem| vec![problem])?;
    Ok(Found { output, notices: opened.notices() })
}

/// The plans of a scenario, and what they were computed with.
fn plans(opened: &Opened) -> Result<(Setting, Plans), Vec<String>> {
    let subject = opened.subject();
    let own = node_expansion::model(subject.scenario, subject.book, subject.edition)
        .map_err(|issues| issues.into_iter().map(|issue| issue.message).collect::<Vec<_>>())?;
    let setting = Setting::new(Some(&own), subject).ok_or_else(|| vec!["The plans cannot be computed.".to_owned()])?;
    let sizes = find_sizes(&setting, subject);
    let plans = evaluate_with(&setting, subject, &own, &sizes);
    Ok((setting, plans))
}

fn prices(options: &Prices) -> Result<Found, Vec<String>> {
    let opened = open(&ScenarioSource { file: Some(options.scenario.clone()), link: None, prices: None })?;
    let (setting, plans) = plans(&opened)?;
    let plan = recommended(&plans)?;
    let one = |problem: &str| vec![problem.to_owned()];
    let prices = owned_prices(&setting, opened.subject(), plan)
        .ok_or_else(|| one("The recommended plan owns no machines, so there is nothing to price."))?;
    let gpu = opened.book.gpu(&prices.gpu).ok_or_else(|| one("The GPU is not in the price book."))?;
    let text = match options.tool {
        Tool::Opencost => price_files::opencost(&prices),
        Tool::Skypilot => price_files::skypilot(&prices, gpu)
            .ok_or_else(|| one("The machines are never busy, so no hour has a price."))?,
        Tool::Focus => {
            let from = options.from.as_deref().and_then(Month::of);
            let from = from.ok_or_else(|| one("--from needs a month such as 2026-12"))?;
            price_files::focus(&prices, &gpu.name, from, options.months)
        }
    };
    Ok(Found { output: text.into_bytes(), notices: opened.notices() })
}

fn recommended(plans: &Plans) -> Result<&PlanResult, Vec<String>> {
    plans.recommended().ok_or_else(|| vec!["No plan of this scenario can be recommended.".to_owned()])
}

fn measure(options: &Measure) -> Result<Found, Vec<String>> {
    if options.partial {
        return partial(&options.reading, &options.files);
    }
    let book = PriceBook::embedded();
    let (record, mut notices) = options.reading.record(&options.files)?;
    let questions = options.questions.questions(&options.reading, &book).map_err(|problem| vec![problem])?;
    let summary = record.summarize(&questions, &book.gpus);
    if let Some(path) = &options.into {
        let mut decoded = scenarios::read(Some(path), &book).map_err(|problem| vec![problem])?;
        notices.extend(decoded.notices.iter().map(|notice| notice.message.clone()));
        let plan = proposals::plan(&summary);
        let workload = summary
            .demand
            .as_ref()
            .map(|demand| proposals::workload(&demand.levels, demand.unstarted_share(), &names(&options.files)));
        proposals::apply(&mut decoded.document.scenario, workload, &plan.rows, &book);
        return Ok(Found { output: lines(file::write(&decoded.document)), notices });
    }
    let mut found = serde_json::to_value(summary).map_err(|error| vec![error.to_string()])?;
    if let Some(demand) = found.get_mut("demand").and_then(|demand| demand.as_object_mut()).filter(|_| !options.whole) {
        for list in LONG {
            demand.remove(list);
        }
    }
    Ok(Found { output: json(&found)?, notices })
}

fn merge(options: &Merge) -> Result<Found, Vec<String>> {
    partial(&ReadOptions::default(), &options.files)
}

fn partial(reading: &ReadOptions, files: &[PathBuf]) -> Result<Found, Vec<String>> {
    let (readings, notices) = reading.readings(files)?;
    let mut partial = Partial::default();
    for reading in &readings {
        partial.add(reading).map_err(|problem| vec![refusal(&problem.into())])?;
    }
    Ok(Found { output: partial.write(), notices })
}

/// Names of files, without their folders.
fn names(files: &[PathBuf]) -> String {
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    files.iter().filter_map(name).collect::<Vec<_>>().join(", ")
}

fn replay(options: &Replay) -> Result<Found, Vec<String>> {
    let source = ScenarioSource { file: Some(options.scenario.clone()), link: None, prices: None };
    let opened = open(&source)?;
    if !(options.patience >= 0.0 && options.patience.is_finite()) {
        return Err(vec!["--patience needs hours, 0 or more".to_owned()]);
    }
    #[expect(clippy::cast_possible_truncation, reason = "a conversion stops at the largest number")]
    let patience = (!options.no_limit).then(|| (options.patience * 3_600.0).round() as i64);
    let (setting, plans) = plans(&opened)?;
    let plan = recommended(&plans)?;
    let question = replay_question(
        &setting,
        opened.subject(),
        plan,
        (plan_words::id(plan.kind), plan_words::name(plan.kind)),
        (patience, options.best_sizes),
    )
    .ok_or_else(|| vec!["No offer by the hour: what does not fit on the machines could not be rented.".to_owned()])?;
    let (record, of_files) = options.reading.record(&options.files)?;
    let jobs = record.jobs_to_replay(&options.gpus.iter().cloned().collect());
    let found =
        answer(jobs, question).ok_or_else(|| vec!["The files hold no jobs that could be run again.".to_owned()])?;
    let notices = opened.notices().into_iter().chain(of_files).collect();
    Ok(Found { output: json(&found)?, notices })
}
