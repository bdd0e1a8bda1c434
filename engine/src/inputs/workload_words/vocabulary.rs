//! The one table of words: what the reader of a described demand knows. Its grammar, the page's help, the tests and the
//! dictionary for fuzzing read it.
//!
//! A phrase is written in lower case, with a space for a hyphen. The longest phrase that fits counts. A word that stands
//! in no phrase is named to the user: so a word belongs here only if leaving it out changes nothing (`Filler`), or if the
//! grammar gives it a place.

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// A minute.
    Minute,
    /// An hour.
    Hour,
    /// 24 hours.
    Day,
    /// Seven days; 52 of them are a year.
    Week,
    /// 14 days.
    Fortnight,
    /// 730 hours.
    Month,
    /// Three months.
    Quarter,
    /// 8,760 hours.
    Year,
}

impl TimeUnit {
    /// All of them, the shortest first.
    pub const ALL: [Self; 8] =
        [Self::Minute, Self::Hour, Self::Day, Self::Week, Self::Fortnight, Self::Month, Self::Quarter, Self::Year];

    /// Its hours.
    pub const fn hours(self) -> f64 {
        match self {
            Self::Minute => 1.0 / 60.0,
            Self::Hour => 1.0,
            Self::Day => 24.0,
            Self::Week => 168.0,
            Self::Fortnight => 336.0,
            Self::Month => 730.0,
            Self::Quarter => 2_190.0,
            Self::Year => 8_760.0,
        }
    }

    /// How often it comes round in a year. The page counts 52 weeks.
    pub const fn per_year(self) -> f64 {
        match self {
            Self::Minute => 525_600.0,
            Self::Hour => 8_760.0,
            Self::Day => 365.0,
            Self::Week => 52.0,
            Self::Fortnight => 26.0,
            Self::Month => 12.0,
            Self::Quarter => 4.0,
            Self::Year => 1.0,
        }
    }
}

/// Days of the week on which something runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DaySet {
    /// All seven.
    All,
    /// Monday to Friday: 261 days of a year that starts on a Monday.
    Weekdays,
    /// Saturday and Sunday: 104 days.
    Weekend,
    /// The same day each week.
    OneDay,
}

impl DaySet {
    /// Days a year.
    pub const fn per_year(self) -> f64 {
        match self {
            Self::All => 365.0,
            Self::Weekdays => 261.0,
            Self::Weekend => 104.0,
            Self::OneDay => 52.0,
        }
    }

    /// Days a week.
    pub const fn per_week(self) -> f64 {
        match self {
            Self::All => 7.0,
            Self::Weekdays => 5.0,
            Self::Weekend => 2.0,
            Self::OneDay => 1.0,
        }
    }
}

/// What may be marked about a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It may be interrupted.
    Interruptible,
    /// It has to run on owned machines.
    OwnedOnly,
}

/// Words that no workload has a place for: they lead to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A limit or a range of numbers: "up to".
    Limit,
    /// A demand that changes over the years.
    Growth,
    /// Tokens, requests or parameters: they need a workload of another kind.
    Throughput,
    /// A part of what was said before: "of which".
    Subset,
    /// A time of the year: the program spreads runs evenly.
    Season,
}

/// Which workloads a remark is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them.
    All,
    /// Two.
    Both,
    /// None of them.
    None,
}

/// What a phrase means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Meaning {
    /// A number as a word.
    Number(f64),
    /// Multiplies the number before it.
    Multiplier(f64),
    /// "half", before "a" and a unit.
    Half,
    /// "and a half", after a number or a unit.
    AndAHalf,
    /// "a": the number one, or "per" before a unit.
    A,
    /// A unit of time.
    Unit(TimeUnit),
    /// How often, in one word: once in so many units.
    Frequency(f64, TimeUnit),
    /// "once", "twice".
    Often(f64),
    /// "times", after a number.
    Times,
    /// "x", between two numbers or before a kind of GPU.
    By,
    /// Runs or jobs.
    Runs,
    /// What a job needs follows.
    JobsOf,
    /// Days on which something runs.
    Days(DaySet),
    /// Nights: a time of each day that needs a length.
    Nights,
    /// "every", "per".
    Every,
    /// "each".
    Each,
    /// "other", after "every".
    Other,
    /// GPUs.
    Gpus,
    /// GPU-hours, in one word.
    GpuHours,
    /// A kind of GPU, as it stands in the names of the price book.
    Model(&'static str),
    /// A variant of it, or its vendor.
    Variant(&'static str),
    /// Nodes, servers, clusters; `true` for several.
    Machines(bool),
    /// All year.
    AllYear,
    /// Without a pause.
    Nonstop,
    /// Office hours.
    Office,
    /// Bursts.
    Bursts,
    /// A mark; `false` for one that denies it.
    Mark(Mark, bool),
    /// Denies the mark that follows.
    Not,
    /// Joins marks, or offers alternatives.
    Or,
    /// Reaches several workloads.
    Scope(Scope),
    /// "only", beside office hours; otherwise it changes nothing.
    Only,
    /// "to", between two numbers.
    To,
    /// A length follows: "for", "of".
    For,
    /// Joins parts of a sentence.
    And,
    /// Per cent.
    Percent,
    /// What the GPUs are for: becomes the workload's name.
    Purpose(&'static str),
    /// Changes nothing.
    Filler,
    /// Leads to a question.
    Ask(Topic),
}

/// Phrases of one meaning.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What they mean.
    pub meaning: Meaning,
    /// The phrases.
    pub phrases: &'static [&'static str],
}

const fn entry(meaning: Meaning, phrases: &'static [&'static str]) -> Entry {
    Entry { meaning, phrases }
}

use DaySet::{OneDay, Weekdays, Weekend};
use Mark::{Interruptible, OwnedOnly};
use Meaning as M;
use TimeUnit::{Day, Fortnight, Hour, Minute, Month, Quarter, Week, Year};

/// The table.
pub const VOCABULARY: &[Entry] = &[
    // Numbers.
    entry(M::Number(1.0), &["one", "single"]),
    entry(M::Number(2.0), &["two"]),
    entry(M::Number(3.0), &["three"]),
    entry(M::Number(4.0), &["four"]),
    entry(M::Number(5.0), &["five"]),
    entry(M::Number(6.0), &["six"]),
    entry(M::Number(7.0), &["seven"]),
    entry(M::Number(8.0), &["eight"]),
    entry(M::Number(9.0), &["nine"]),
    entry(M::Number(10.0), &["ten"]),
    entry(M::Number(11.0), &["eleven"]),
    entry(M::Number(12.0), &["twelve"]),
    entry(M::Number(13.0), &["thirteen"]),
    entry(M::Number(14.0), &["fourteen"]),
    entry(M::Number(15.0), &["fifteen"]),
    entry(M::Number(16.0), &["sixteen"]),
    entry(M::Number(17.0), &["seventeen"]),
    entry(M::Number(18.0), &["eighteen"]),
    entry(M::Number(19.0), &["nineteen"]),
    entry(M::Number(20.0), &["twenty"]),
    entry(M::Number(30.0), &["thirty"]),
    entry(M::Number(40.0), &["forty"]),
    entry(M::Number(50.0), &["fifty"]),
    entry(M::Number(60.0), &["sixty"]),
    entry(M::Number(70.0), &["seventy"]),
    entry(M::Number(80.0), &["eighty"]),
    entry(M::Number(90.0), &["ninety"]),
    entry(M::Multiplier(12.0), &["dozen"]),
    entry(M::Multiplier(100.0), &["hundred"]),
    entry(M::Multiplier(1e3), &["thousand", "k"]),
    entry(M::Multiplier(1e6), &["million"]),
    entry(M::Half, &["half"]),
    entry(M::AndAHalf, &["and a half"]),
    entry(M::A, &["a", "an"]),
    entry(M::Percent, &["percent", "per cent", "%"]),
    // Units of time.
    entry(M::Unit(Minute), &["minute", "minutes", "min", "mins"]),
    entry(M::Unit(Hour), &["hour", "hours", "h", "hr", "hrs"]),
    entry(M::Unit(Day), &["day", "days", "d"]),
    entry(M::Unit(Week), &["week", "weeks", "wk", "wks", "w"]),
    entry(M::Unit(Fortnight), &["fortnight", "fortnights"]),
    entry(M::Unit(Month), &["month", "months", "mo", "mos"]),
    entry(M::Unit(Quarter), &["quarter", "quarters"]),
    entry(M::Unit(Year), &["year", "years", "yr", "yrs", "y", "annum"]),
    // How often.
    entry(M::Frequency(1.0, Hour), &["hourly"]),
    entry(
        M::Frequency(1.0, Day),
        &["daily", "every day of the week", "every day of the year", "every single day", "each and every day"],
    ),
    entry(M::Frequency(1.0, Week), &["weekly", "of the week"]),
    entry(M::Frequency(1.0, Fortnight), &["fortnightly"]),
    entry(M::Frequency(1.0, Month), &["monthly", "of the month"]),
    entry(M::Frequency(1.0, Quarter), &["quarterly", "of the quarter"]),
    entry(M::Frequency(1.0, Year), &["yearly", "of the year", "annually"]),
    entry(M::Often(1.0), &["once"]),
    entry(M::Often(2.0), &["twice"]),
    entry(M::Often(3.0), &["thrice"]),
    entry(M::Times, &["times", "time"]),
    entry(M::By, &["x", "×", "*"]),
    entry(M::Every, &["every", "per", "/"]),
    entry(M::Each, &["each"]),
    entry(M::Other, &["other"]),
    entry(
        M::Days(Weekdays),
        &["weekday", "weekdays", "workday", "workdays", "working day", "working days", "business day", "business days"],
    ),
    entry(
        M::Days(Weekdays),
        &["monday to friday", "mondays to fridays", "mon fri", "monday through friday", "from monday to friday"],
    ),
    entry(M::Days(Weekend), &["weekend", "weekends"]),
    entry(
        M::Days(OneDay),
        &[
            "monday",
            "tuesday",
            "wednesday",
            "thursday",
            "friday",
            "saturday",
            "sunday",
            "mondays",
            "tuesdays",
            "wednesdays",
            "thursdays",
            "fridays",
            "saturdays",
            "sundays",
        ],
    ),
    entry(M::Nights, &["night", "nights", "nightly", "overnight"]),
    // When.
    entry(
        M::AllYear,
        &[
            "all year",
            "all year long",
            "all year round",
            "year round",
            "the whole year",
            "the entire year",
            "throughout the year",
            "through the year",
            "the year round",
            "every day and night",
            "all of the year",
        ],
    ),
    entry(
        M::Nonstop,
        &[
            "24/7",
            "24x7",
            "24 x 7",
            "24*7",
            "around the clock",
            "round the clock",
            "always",
            "always on",
            "all the time",
            "at all times",
            "constantly",
            "continuously",
            "continuous",
            "permanently",
            "permanent",
            "nonstop",
            "non stop",
            "steady",
            "steadily",
            "constant",
            "base",
            "base load",
            "baseload",
            "baseline",
            "day and night",
            "24/7/365",
            "24x7x365",
        ],
    ),
    entry(M::Office, &["office hours", "working hours", "business hours", "work hours", "office time", "office hour"]),
    entry(M::Bursts, &["burst", "bursts", "bursty", "sporadic", "sporadically", "spiky"]),
    // What.
    entry(M::Gpus, &["gpu", "gpus", "gpu's", "accelerator", "accelerators"]),
    entry(M::GpuHours, &["gpuh", "gpuhs", "gpuhr", "gpuhrs", "gpuhours"]),
    entry(M::Model("k80"), &["k80", "k80s"]),
    entry(M::Model("v100"), &["v100", "v100s"]),
    entry(M::Model("t4"), &["t4", "t4s"]),
    entry(M::Model("a10g"), &["a10g", "a10gs"]),
    entry(M::Model("a100"), &["a100", "a100s"]),
    entry(M::Model("3090"), &["rtx 3090", "rtx 3090s"]),
    entry(M::Model("4090"), &["rtx 4090", "rtx 4090s"]),
    entry(M::Model("5090"), &["rtx 5090", "rtx 5090s"]),
    entry(M::Model("a6000"), &["rtx a6000", "a6000", "a6000s"]),
    entry(M::Model("6000 ada"), &["rtx 6000 ada"]),
    entry(M::Model("pro 6000"), &["rtx pro 6000", "rtx pro 6000s"]),
    entry(M::Model("l4"), &["l4", "l4s"]),
    entry(M::Model("l40s"), &["l40s"]),
    entry(M::Model("h100"), &["h100", "h100s"]),
    entry(M::Model("h200"), &["h200", "h200s"]),
    entry(M::Model("gh200"), &["gh200", "gh200s"]),
    entry(M::Model("b200"), &["b200", "b200s"]),
    entry(M::Model("b300"), &["b300", "b300s"]),
    entry(M::Model("gb10"), &["gb10", "gb10s"]),
    entry(M::Model("gb200"), &["gb200", "gb200s"]),
    entry(M::Model("gb300"), &["gb300", "gb300s"]),
    entry(M::Model("rubin"), &["rubin", "rubins"]),
    entry(M::Model("mi300x"), &["mi300x", "mi300xs"]),
    entry(M::Model("mi325x"), &["mi325x", "mi325xs"]),
    entry(M::Model("mi355x"), &["mi355x", "mi355xs"]),
    entry(M::Model("trainium"), &["trainium", "trainiums", "trn1"]),
    entry(M::Model("trainium2"), &["trainium2", "trn2"]),
    entry(M::Model("v4"), &["tpu v4"]),
    entry(M::Model("v5e"), &["tpu v5e"]),
    entry(M::Model("v5p"), &["tpu v5p"]),
    entry(M::Model("v6e"), &["tpu v6e"]),
    entry(M::Model("v7"), &["tpu v7"]),
    entry(M::Model("gaudi"), &["gaudi 2", "gaudi2"]),
    entry(M::Variant("sxm"), &["sxm", "sxm4", "sxm5"]),
    entry(M::Variant("pcie"), &["pcie"]),
    entry(M::Variant("nvl"), &["nvl"]),
    entry(M::Variant("40 gb"), &["40 gb"]),
    entry(M::Variant("80 gb"), &["80 gb"]),
    entry(M::Variant("94 gb"), &["94 gb"]),
    entry(M::Variant("141 gb"), &["141 gb"]),
    entry(M::Machines(false), &["node", "server", "machine", "cluster", "box"]),
    entry(M::Machines(true), &["nodes", "servers", "machines", "clusters", "boxes"]),
    entry(M::Runs, &["run", "runs", "job", "jobs", "campaign", "campaigns", "session", "sessions"]),
    entry(M::JobsOf, &["in jobs of", "as jobs of"]),
    // Marks.
    entry(
        M::Mark(Interruptible, true),
        &[
            "interruptible",
            "interruptable",
            "interrupted",
            "interrupt",
            "interruption",
            "interruptions",
            "preemptible",
            "pre emptible",
            "preemptable",
            "preempted",
            "pre empted",
            "preemption",
            "preemptions",
            "spot",
            "spot instances",
            "spot capacity",
            "spot market",
            "stopped",
            "stop",
            "paused",
            "pause",
        ],
    ),
    entry(
        M::Mark(Interruptible, false),
        &["uninterruptible", "uninterrupted", "without interruption", "without interruptions"],
    ),
    entry(
        M::Mark(OwnedOnly, true),
        &[
            "on prem",
            "on premises",
            "on premise",
            "onprem",
            "in house",
            "inhouse",
            "sovereign",
            "air gapped",
            "on our own",
            "on our own machines",
            "on our own hardware",
            "own machines",
            "own hardware",
            "owned",
            "owned machines",
            "our own machines",
            "our machines",
            "our hardware",
            "our servers",
            "our own servers",
            "our premises",
            "our own hardware",
            "on owned hardware",
            "in our own data center",
            "in our own data centre",
            "in our data center",
            "in our data centre",
            "on site",
        ],
    ),
    entry(
        M::Mark(OwnedOnly, false),
        &[
            "can go to the cloud",
            "may go to the cloud",
            "can be rented",
            "may be rented",
            "may run in the cloud",
            "can run in the cloud",
        ],
    ),
    entry(
        M::Mark(OwnedOnly, true),
        &["not in the cloud", "never in the cloud", "no cloud", "not be rented", "outside the cloud"],
    ),
    entry(
        M::Not,
        &[
            "not",
            "no",
            "non",
            "never",
            "cannot",
            "can't",
            "cant",
            "mustn't",
            "shouldn't",
            "won't",
            "isn't",
            "aren't",
            "don't",
            "doesn't",
            "needn't",
            "without",
        ],
    ),
    entry(M::Or, &["or", "nor"]),
    entry(
        M::Scope(Scope::All),
        &["all", "all of it", "all of them", "all of this", "everything", "all parts", "every part"],
    ),
    entry(M::Scope(Scope::Both), &["both", "both of them", "the two"]),
    entry(M::Scope(Scope::None), &["neither", "neither of them", "none", "none of it", "none of them", "nothing"]),
    entry(M::Only, &["only", "just"]),
    // What they are for.
    entry(M::Purpose("Production"), &["production", "prod"]),
    entry(M::Purpose("Training"), &["training", "pretraining", "pre training"]),
    entry(M::Purpose("Inference"), &["inference", "serving", "service", "services"]),
    entry(M::Purpose("Research"), &["research", "researchers"]),
    entry(M::Purpose("Development"), &["development", "dev", "developers"]),
    entry(M::Purpose("Experiments"), &["experiments", "experimentation"]),
    entry(M::Purpose("Fine-tuning"), &["fine tuning", "finetuning"]),
    entry(M::Purpose("Tests"), &["test", "tests", "testing"]),
    entry(M::Purpose("Staging"), &["staging"]),
    entry(M::Purpose("Evaluation"), &["evaluation", "evaluations", "evals"]),
    entry(M::Purpose("Batch"), &["batch"]),
    entry(M::Purpose("Simulation"), &["simulation", "simulations"]),
    entry(M::Purpose("Rendering"), &["rendering"]),
    // Between.
    entry(M::To, &["to"]),
    entry(
        M::For,
        &["for", "of", "lasting", "takes", "taking", "which takes", "which last", "that last", "lasts", "last"],
    ),
    entry(
        M::And,
        &["and", "plus", "&", "+", "as well as", "but", "also", "with bursts of", "with a burst of", "with runs of"],
    ),
    entry(
        M::Filler,
        &[
            "we",
            "i",
            "us",
            "our",
            "you",
            "need",
            "needs",
            "needed",
            "want",
            "wants",
            "wanted",
            "use",
            "uses",
            "using",
            "require",
            "requires",
            "required",
            "have",
            "has",
            "having",
            "would",
            "will",
            "shall",
            "like",
            "please",
            "the",
            "on",
            "in",
            "at",
            "with",
            "by",
            "during",
            "which",
            "that",
            "those",
            "these",
            "this",
            "they",
            "them",
            "it",
            "its",
            "is",
            "are",
            "be",
            "being",
            "do",
            "does",
            "can",
            "may",
            "must",
            "should",
            "could",
            "stay",
            "stays",
            "kept",
            "keep",
            "running",
            "workload",
            "workloads",
            "work",
            "long",
            "about",
            "approximately",
            "approx",
            "roughly",
            "ca",
            "circa",
            "~",
            "in total",
            "altogether",
            "another",
            "additional",
            "additionally",
            "more",
            "extra",
            "instances",
            "nvidia",
            "amd",
            "useful",
            "there",
            "where",
            "it's",
            "that's",
            "they're",
            "we'd",
            "we'll",
            "we've",
            "size",
            "sized",
            "worth",
            "spread evenly",
            "evenly",
            "back to back",
            "at once",
            "together",
        ],
    ),
    // What needs a question.
    entry(
        M::Ask(Topic::Limit),
        &[
            "up to",
            "at most",
            "at least",
            "no more than",
            "not more than",
            "more than",
            "less than",
            "fewer than",
            "max",
            "maximum",
            "minimum",
            "between",
            "over",
            "under",
            "above",
            "below",
            "on average",
            "average",
            "mean",
            "peak",
            "peaks",
            "peaking at",
            "from",
            "several",
            "some",
            "a few",
            "few",
            "a couple of",
            "couple",
            "many",
            "various",
            "<",
            ">",
            "≤",
            "≥",
        ],
    ),
    entry(
        M::Ask(Topic::Growth),
        &[
            "growing",
            "grow",
            "grows",
            "growth",
            "increasing",
            "increases",
            "increase",
            "rising",
            "rises",
            "doubling",
            "doubles",
            "double",
            "shrinking",
            "shrinks",
            "declining",
            "ramping",
            "ramp",
            "ramping up",
        ],
    ),
    entry(
        M::Ask(Topic::Throughput),
        &[
            "token",
            "tokens",
            "tokens per second",
            "tokens/s",
            "tps",
            "request",
            "requests",
            "requests per second",
            "qps",
            "rps",
            "queries",
            "users",
            "parameters",
            "params",
            "model",
            "models",
            "billion",
        ],
    ),
    entry(
        M::Ask(Topic::Subset),
        &[
            "of which",
            "of those",
            "of these",
            "of them",
            "of it",
            "including",
            "includes",
            "thereof",
            "instead of",
            "instead",
        ],
    ),
    entry(
        M::Ask(Topic::Season),
        &[
            "in may",
            "of may",
            "during may",
            "by may",
            "january",
            "february",
            "march",
            "april",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
            "spring",
            "summer",
            "autumn",
            "winter",
            "christmas",
            "easter",
        ],
    ),
];

/// A description, and the GPU-hours a year that it comes to.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// As a person types it.
    pub text: &'static str,
    /// GPU-hours a year, by hand: 8,760 hours, 365 days, 52 weeks, 12 months or 4 quarters a year.
    pub gpu_hours: f64,
}

const fn example(text: &'static str, gpu_hours: f64) -> Example {
    Example { text, gpu_hours }
}

/// What stands in the empty field.
pub const PLACEHOLDER: Example = example("24 GPUs all year, 256 for 3 weeks every quarter", 726_336.0);

/// What the help shows.
pub const EXAMPLES: &[Example] = &[
    PLACEHOLDER,
    example("8xH100 for 72h every 2 weeks, on spot", 14_976.0),
    example("a dozen GPUs 8 hours a day on weekdays", 25_056.0),
    example("8 GPUs for 2 hours a day, 5 days a week", 4_160.0),
    example("four two-week runs of 64 GPUs a year, not interruptible", 86_016.0),
    example("32 GPUs during office hours, on-prem", 136_243.2),
    example("5,000 GPU-hours a month", 60_000.0),
    example("2 nodes of 8 GPUs around the clock for 6 months", 70_080.0),
    example("24 GPUs all year and 256 GPUs for 3 weeks every quarter, both interruptible", 726_336.0),
];
