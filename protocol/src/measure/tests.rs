use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::measured::FileChanged;
use engine::view::measured::FileOutcome;

use super::*;

const JOBS: &str = "JobID|State|Account|Start|End|AllocTRES\n\
    1|COMPLETED|nlp|2026-01-05T00:00:00|2026-01-05T10:00:00|gres/gpu:h100=4\n";
const BILL: &str = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ServiceCategory,BilledCost,EffectiveCost,ConsumedQuantity,ConsumedUnit,ResourceId,BillingCurrency,SkuPriceDetails\n\
    2026-01-05T00:00:00Z,2026-01-05T10:00:00Z,Usage,Compute,400,400,10,Hours,i-1,USD,\"{\"\"InstanceType\"\":\"\"p5.48xlarge\"\"}\"\n";
/// A GPU that is idle at 3 % of its compute with a third of its memory held, for an hour, then busy for an hour.
fn samples() -> String {
    let header = "timestamp, uuid, name, utilization.gpu [%], memory.used [MiB], memory.total [MiB]\n";
    (0..120).fold(header.to_owned(), |text, minute| {
        let (hour, minute, percent) = (minute / 60, minute % 60, if minute < 60 { 3 } else { 90 });
        text + &format!(
            "2026/02/03 {hour:02}:{minute:02}:00.000, GPU-a, NVIDIA H100 80GB HBM3, {percent} %, 27000 MiB, 81559 MiB\n"
        )
    })
}

/// A session over files in memory, which counts how often each is opened.
struct Desk {
    session: FilesSession,
    files: Vec<FileToRead>,
    contents: BTreeMap<String, Result<String, bool>>,
    opened: RefCell<Vec<String>>,
    heard: Rc<Cell<Option<(JobId, Progress)>>>,
    next: JobId,
}

impl Desk {
    fn with(contents: &[(&str, &str)]) -> Self {
        let files = contents.iter().zip(1..).map(|((name, text), id)| FileToRead {
            id,
            name: (*name).to_owned(),
            bytes: text.len() as u64,
            ..FileToRead::default()
        });
        let texts = contents.iter().map(|(name, text)| ((*name).to_owned(), Ok((*text).to_owned())));
        let mut desk = Self {
            session: FilesSession::default(),
            files: files.collect(),
            contents: texts.collect(),
            opened: RefCell::default(),
            heard: Rc::default(),
            next: 0,
        };
        desk.session.open(desk.files.clone());
        desk
    }

    fn step(&mut self) -> FilesStep {
        let mut open = |file: &FileToRead| -> io::Result<Box<dyn Read>> {
            self.opened.borrow_mut().push(file.name.clone());
            match self.contents.get(&file.name) {
                Some(Ok(text)) => Ok(Box::new(io::Cursor::new(text.clone().into_bytes()))),
                Some(Err(true)) => Err(io::Error::other(FileChanged)),
                _ => Err(io::Error::other("gone")),
            }
        };
        let heard = Rc::clone(&self.heard);
        let hear: HearProgress = Rc::new(move |job, progress| heard.set(Some((job, progress))));
        self.session.step(&mut open, &hear)
    }

    fn start(&mut self, questions: &FilesQuestions) -> JobId {
        self.next += 1;
        self.session.ask(self.next, questions.clone());
        self.next
    }

    fn ask(&mut self, questions: &FilesQuestions) -> MeasuredView {
        let asked = self.start(questions);
        loop {
            match self.step() {
                FilesStep::Reading(..) => {}
                FilesStep::Answered(job, view) if job == asked => return *view,
                other => panic!("{other:?}"),
            }
        }
    }

    /// Steps until so many files were opened.
    fn step_until_opened(&mut self, files: usize) {
        while self.opened.borrow().len() < files {
            assert!(matches!(self.step(), FilesStep::Reading(..)));
        }
    }

    /// The names of the files that were opened since the last call.
    fn opened(&self) -> Vec<String> {
        self.opened.take()
    }
}

/// The cost of the month.
fn cost(view: &MeasuredView) -> Option<f64> {
    let months = view.sheets.iter().find(|sheet| sheet.id == "measured-months").expect("months");
    let at = months.columns.iter().position(|column| column.label == "Cost").expect("a cost");
    months.rows[0].1[at]
}

fn priced_at(priced_at: PriceBasis) -> FilesQuestions {
    FilesQuestions { owned: Some(("h100-sxm".to_owned(), 2.0)), priced_at, ..FilesQuestions::default() }
}

fn is_read(view: &MeasuredView) -> Vec<bool> {
    view.files.iter().map(|file| matches!(file.outcome, FileOutcome::Read { .. })).collect()
}

/// By hand: 4 GPUs for 10 hours; the bill asks 400 dollars for 8 GPUs and 10 hours, 5 a GPU-hour; owned 2.
#[test]
fn another_price_basis_reads_nothing_again() {
    let mut desk = Desk::with(&[("jobs.txt", JOBS), ("focus.csv", BILL)]);
    assert_eq!(cost(&desk.ask(&priced_at(PriceBasis::Bill))), Some(200.0));
    assert_eq!(desk.opened(), ["jobs.txt", "focus.csv"]);
    assert_eq!(cost(&desk.ask(&priced_at(PriceBasis::Owned))), Some(80.0));
    assert!(cost(&desk.ask(&priced_at(PriceBasis::List))).is_some_and(|usd| usd > 80.0));
    assert_eq!(cost(&desk.ask(&priced_at(PriceBasis::Bill))), Some(200.0), "the same as before");
    assert_eq!(desk.opened(), [""; 0]);
}

/// 60 minutes at 3 % of the compute: idle below 5 %, not below 2 %, and not for more than an hour and a half.
#[test]
fn thresholds_and_names_are_asked_of_what_was_read() {
    let text = samples();
    let jobs = JOBS.replace("gpu:h100", "gpu:bigcard");
    let mut desk = Desk::with(&[("gpus.csv", &text), ("jobs.txt", &jobs)]);
    let idle_hours = |view: &MeasuredView| {
        let sheet = view.sheets.iter().find(|sheet| sheet.id == "measured-idle")?;
        sheet.rows.first()?.1.iter().flatten().copied().next()
    };
    let mut questions = FilesQuestions::default();
    let first = desk.ask(&questions);
    let hours = idle_hours(&first).expect("idle hours");
    assert!((hours - 1.0).abs() < 1e-9, "{hours}");
    assert_eq!(first.unknown_types, ["bigcard"]);
    assert_eq!(desk.opened().len(), 2);
    questions.summary.idle.utilization = 0.02;
    assert_eq!(idle_hours(&desk.ask(&questions)), None);
    questions.summary.idle = engine::measured::samples::IdleRule { seconds: 5_400.0, ..Default::default() };
    assert_eq!(idle_hours(&desk.ask(&questions)), None);
    questions.summary.gpu_names.insert("bigcard".to_owned(), "h100-sxm".to_owned());
    assert_eq!(desk.ask(&questions).unknown_types, [""; 0]);
    questions.summary.idle = engine::measured::samples::IdleRule::default();
    questions.summary.gpu_names.clear();
    assert_eq!(desk.ask(&questions), first, "the same as before");
    assert_eq!(desk.opened(), [""; 0]);
}

#[test]
fn only_the_file_that_is_read_otherwise_is_read_again() {
    let mut desk = Desk::with(&[("jobs.txt", JOBS), ("focus.csv", BILL)]);
    desk.ask(&FilesQuestions::default());
    desk.opened();
    desk.files[0].settings.zone_offset = 3_600.0;
    desk.session.open(desk.files.clone());
    desk.ask(&FilesQuestions::default());
    assert_eq!(desk.opened(), ["jobs.txt"]);
    // One that is added is read; one that is removed is closed, and the rest stays.
    desk.contents.insert("more.txt".to_owned(), Ok(JOBS.replace("\n1|", "\n2|")));
    desk.files.push(FileToRead { id: 7, name: "more.txt".to_owned(), ..FileToRead::default() });
    desk.session.open(desk.files.clone());
    assert_eq!(cost(&desk.ask(&priced_at(PriceBasis::Owned))), Some(160.0));
    assert_eq!(desk.opened(), ["more.txt"]);
    desk.files.remove(0);
    desk.session.open(desk.files.clone());
    let view = desk.ask(&priced_at(PriceBasis::Owned));
    assert_eq!((cost(&view), view.files.len()), (Some(80.0), 2));
    assert_eq!(desk.opened(), [""; 0]);
    // The same as files that were never there with the first.
    let mut other = Desk::with(&[("focus.csv", BILL), ("more.txt", &JOBS.replace("\n1|", "\n2|"))]);
    assert_eq!(other.ask(&priced_at(PriceBasis::Owned)), view);
}

#[test]
fn a_file_that_cannot_be_read_leaves_the_others() {
    let cut = "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":";
    let mut desk = Desk::with(&[("gone.txt", JOBS), ("changed.txt", JOBS), ("jobs.txt", JOBS), ("cut.json", cut)]);
    desk.contents.insert("gone.txt".to_owned(), Err(false));
    desk.contents.insert("changed.txt".to_owned(), Err(true));
    let view = desk.ask(&priced_at(PriceBasis::Owned));
    assert_eq!(is_read(&view), [false, false, true, false]);
    assert_eq!(cost(&view), Some(80.0));
    let why = |place: usize| match &view.files[place].outcome {
        FileOutcome::Refused { why, .. } => why.as_str(),
        FileOutcome::Unreadable { .. } => "unreadable",
        FileOutcome::Read { .. } => "read",
    };
    assert_eq!(why(0), "unreadable");
    // Its contents may come another way: it is tried again once it is named again, and not before.
    desk.opened();
    desk.ask(&FilesQuestions::default());
    assert_eq!(desk.opened(), [""; 0]);
    desk.contents.insert("gone.txt".to_owned(), Ok(JOBS.replace("\n1|", "\n2|")));
    desk.session.open(desk.files.clone());
    assert_eq!(cost(&desk.ask(&priced_at(PriceBasis::Owned))), Some(160.0));
    assert_eq!(desk.opened(), ["gone.txt"]);
    assert_eq!(why(1), "It changed; choose it again.");
    // 48 characters, and then the end.
    assert_eq!(why(3), "The file ends in the middle of its JSON, at line 1, column 48. Was it cut off?");
}

#[test]
fn what_was_read_before_a_question_was_dropped_is_kept() {
    let mut desk = Desk::with(&[("jobs.txt", JOBS), ("focus.csv", BILL)]);
    let job = desk.start(&FilesQuestions::default());
    desk.step_until_opened(2);
    desk.session.cancel(job + 1);
    desk.session.cancel(job);
    assert_eq!(desk.step(), FilesStep::Idle);
    assert_eq!(desk.opened(), ["jobs.txt", "focus.csv"]);
    // A newer question takes the place of an older one: only that is answered. The file in the middle is read anew.
    desk.start(&priced_at(PriceBasis::List));
    assert_eq!(cost(&desk.ask(&priced_at(PriceBasis::Owned))), Some(80.0));
    assert_eq!(desk.opened(), ["focus.csv"]);
}

/// Rows of some 60 bytes: three megabytes, which are read in several steps.
fn long() -> String {
    let row = |id: usize| format!("{id}|COMPLETED|nlp|2026-01-05T00:00:00|2026-01-05T10:00:00|gres/gpu:h100=4\n");
    let header = JOBS.split_inclusive('\n').next().expect("a header").to_owned();
    (1..45_000).fold(header, |text, id| text + &row(id))
}

#[test]
fn between_two_steps_of_a_file_it_can_be_closed_or_asked_about_otherwise() {
    let text = long();
    let mut desk = Desk::with(&[("long.txt", &text), ("jobs.txt", JOBS)]);
    let first = desk.start(&FilesQuestions::default());
    desk.step_until_opened(1);
    assert_eq!(desk.step(), FilesStep::Reading(first), "the first of several steps");
    assert_eq!(desk.step(), FilesStep::Reading(first));
    assert_eq!(desk.opened(), ["long.txt"], "it is still being read");
    // Another question goes on with it.
    let second = desk.start(&priced_at(PriceBasis::Owned));
    assert_eq!(desk.step(), FilesStep::Reading(second));
    let (job, progress) = desk.heard.get().expect("progress");
    assert!(job == second && progress.done > 1_024 && progress.total > progress.done, "{progress:?}");
    assert_eq!(desk.opened(), [""; 0]);
    // Closed, it is read no further.
    desk.files.remove(0);
    desk.session.open(desk.files.clone());
    let view = desk.ask(&priced_at(PriceBasis::Owned));
    assert_eq!((cost(&view), view.files.len()), (Some(80.0), 1));
    assert_eq!(desk.opened(), ["jobs.txt"]);
}

/// 2,048 bytes of which half are read: one kibibyte of two. Another question reads nothing.
#[test]
fn progress_counts_what_a_question_reads() {
    let long = format!("{JOBS}{}", "\n".repeat(1_024 - JOBS.len()));
    let mut desk = Desk::with(&[("a.txt", &long), ("b.txt", &long)]);
    let job = desk.start(&FilesQuestions::default());
    desk.step_until_opened(2);
    assert_eq!(desk.heard.get(), Some((job, Progress { done: 1, total: 2 })));
    while matches!(desk.step(), FilesStep::Reading(..)) {}
    assert_eq!(desk.heard.take(), Some((job, Progress { done: 2, total: 2 })));
    desk.ask(&FilesQuestions::default());
    assert_eq!(desk.heard.get().map(|(_, progress)| progress), Some(Progress { done: 0, total: 0 }));
}
