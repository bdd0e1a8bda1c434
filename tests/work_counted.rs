//! Work grows with a file, not with its square: files are drawn at one, two and four times a size, and the work counted is
//! compared, not the time. Every reader, and what joins and sums up.

use std::fmt::Write as _;
use std::io::{self, Read, Write as _};

use engine::measured::{self, Format, Meaning, ReadSettings, Record, SummaryQuestions};
use engine::prices::PriceBook;
use proptest::prelude::*;

/// Most by which work may grow when a file is doubled: 2 is linear, 4 the square. Sorting and fixed costs stay below it.
const MOST: f64 = 2.4;

/// Files, and how they are read.
struct Drawn {
    files: Vec<Vec<u8>>,
    settings: ReadSettings,
    /// Bytes that one read gives at most.
    piece: usize,
}

impl Drawn {
    fn of(files: Vec<String>, settings: ReadSettings) -> Self {
        let files = files.into_iter().map(String::into_bytes).collect();
        Self { files, settings, piece: usize::MAX }
    }

    fn one(text: String) -> Self {
        Self::of(vec![text], ReadSettings::default())
    }

    fn table(text: String, meanings: &[Meaning]) -> Self {
        let chosen = (0..).zip(meanings.iter().copied()).collect();
        Self::of(vec![text], ReadSettings { chosen, ..ReadSettings::default() })
    }
}

/// A source that gives few bytes at a time.
struct Slow<'b> {
    rest: &'b [u8],
    piece: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let take = self.rest.len().min(into.len()).min(self.piece);
        let (now, rest) = self.rest.split_at(take);
        into[..take].copy_from_slice(now);
        self.rest = rest;
        Ok(take)
    }
}

/// The work of reading files, joining them and summing them up.
fn work(drawn: &Drawn, book: &PriceBook) -> u64 {
    let mut record = Record::default();
    for file in &drawn.files {
        let mut bytes = Slow { rest: file, piece: drawn.piece };
        let mut go_on = |_| true;
        let reading = measured::read(&mut bytes, "file.csv", &drawn.settings, &mut go_on);
        // A refusal costs what was read so far; drawn files are read.
        record.add(reading.expect("a file that is read"));
    }
    let _ = record.summarize(&SummaryQuestions::default(), &book.gpus);
    record.work()
}

/// The work at sizes 1, 2 and 4, as ratios to the size before.
fn ratios(draw: impl Fn(usize) -> Drawn, size: usize) -> [f64; 2] {
    let book = PriceBook::embedded();
    let [one, two, four] = [1, 2, 4].map(|times| work(&draw(times * size), &book));
    #[allow(clippy::cast_precision_loss)] // far below 2^52
    let ratio = |a: u64, b: u64| b as f64 / a as f64;
    [ratio(one, two), ratio(two, four)]
}

/// A moment after 2026-01-01, as `2026-01-01T00:00:00`.
fn time(seconds: usize) -> String {
    let (day, rest) = (seconds / 86_400, seconds % 86_400);
    let (month, day) = (day / 28, day % 28);
    let (year, month) = (2026 + month / 12, month % 12);
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year}-{:02}-{:02}T{hour:02}:{minute:02}:{second:02}", month + 1, day + 1)
}

/// A header and rows.
fn rows(header: &str, number: usize, row: impl Fn(usize) -> String) -> String {
    (0..number).fold(format!("{header}\n"), |text, n| text + &row(n) + "\n")
}

fn gzip(members: impl Iterator<Item = String>) -> Vec<u8> {
    let one = |text: String| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).expect("compressed");
        encoder.finish().expect("compressed")
    };
    members.flat_map(one).collect()
}

const SACCT: &str = "JobID|User|State|Submit|Start|End|Elapsed|NodeList|AllocTRES";
const SMI: &str = "timestamp, index, name, uuid, utilization.gpu [%], memory.used [MiB], memory.total [MiB]";
const SMI_HOST: &str = "timestamp, hostname, index, utilization.gpu [%], memory.used [MiB], memory.total [MiB]";
const FOCUS: &str = "ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ServiceCategory,BilledCost,EffectiveCost,ConsumedQuantity,ConsumedUnit,ResourceId,BillingCurrency,Tags,SkuPriceDetails";
const CUR: &str = "lineItem/LineItemType,lineItem/ProductCode,product/instanceType,lineItem/UsageStartDate,lineItem/UsageEndDate,lineItem/UsageAmount,lineItem/UnblendedCost,lineItem/UsageType,lineItem/ResourceId";
const AZURE: &str = "Date,SubscriptionName,ResourceGroup,MeterCategory,MeterSubCategory,MeterName,Quantity,UnitOfMeasure,CostInBillingCurrency,BillingCurrency,ResourceId,ChargeType,PricingModel,Tags,AdditionalInfo";
const OPENCOST: &str = "Date,Cluster,Namespace,Controller,GPUHours,CPUCost,GPUCost,RAMCost,PVCost,TotalCost";

fn job(id: &str, n: usize, nodes: &str) -> String {
    let (start, end) = (time(60 * n), time(60 * n + 7_200));
    format!("{id}|u{}|COMPLETED|{start}|{start}|{end}|02:00:00|{nodes}|gres/gpu:h100=8", n % 97)
}

fn sample(seconds: usize, gpu: usize, used: usize) -> String {
    format!("{}, {}, NVIDIA H100 80GB HBM3, GPU-{gpu}, {used} %, 40000 MiB, 81559 MiB", time(seconds), gpu % 8)
}

/// A row of FOCUS: from and to in hours.
fn charge(from: usize, to: usize, resource: usize, cost: usize) -> String {
    let hours = to - from;
    let (from, to) = (time(3_600 * from), time(3_600 * to));
    format!(
        "{from}Z,{to}Z,Usage,Compute,{cost}.5,{cost}.5,{hours},Hours,i-{resource},USD,\"{{\"\"team\"\":\"\"t{}\"\"}}\",\"{{\"\"InstanceType\"\":\"\"p5.48xlarge\"\"}}\"",
        resource % 50
    )
}

type Case = (&'static str, usize, fn(usize) -> Drawn);

/// What could be looked at again and again: marks, long lines, slow sources, times out of order, one thing many times, many
/// things once, many files.
const CASES: [Case; 41] = [
    ("quotation marks that never close", 20_000, |n| {
        Drawn::table(rows("start,gpus", n, |_| "b\"c,\"d".to_owned()), &[Meaning::Start, Meaning::Gpus])
    }),
    ("cells over several lines", 5_000, |n| {
        let row = |n: usize| format!("{},{},\"a\nb \"\"{n}\"\"\"", time(3_600 * n), n % 9);
        Drawn::table(rows("start,gpus,note", n, row), &[Meaning::Start, Meaning::Gpus])
    }),
    ("one line", 500_000, |n| {
        let text = format!("start,gpus\n2026-01-01,4\n{}\n2026-01-02,5\n", "x".repeat(n));
        Drawn::table(text, &[Meaning::Start, Meaning::Gpus])
    }),
    ("a wide table", 500, |n| {
        let line = |first: &str| format!("{first}{}\n", ",7".repeat(n));
        let text = line("start") + &(0..n).fold(String::new(), |text, n| text + &line(&time(3_600 * n)));
        Drawn::table(text.get(..400 * n).map(str::to_owned).unwrap_or(text), &[Meaning::Start, Meaning::Gpus])
    }),
    ("three bytes at a time", 4_000, |n| {
        let drawn =
            Drawn::table(rows("start,gpus", n, |n| format!("{},{n}", time(60 * n))), &[Meaning::Start, Meaning::Gpus]);
        Drawn { piece: 3, ..drawn }
    }),
    ("a row of small parts of gzip", 2_000, |n| {
        let first = std::iter::once("start,gpus,note\n2026-01-01,1,".to_owned());
        let text = gzip(first.chain((0..n).map(|_| "note ".repeat(8))));
        let settings =
            ReadSettings { chosen: vec![(0, Meaning::Start), (1, Meaning::Gpus)], ..ReadSettings::default() };
        Drawn { files: vec![text], settings, piece: usize::MAX }
    }),
    ("UTF-16", 4_000, |n| {
        let text = rows("start,gpus", n, |n| format!("{},{n}", time(60 * n)));
        let bytes: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        let settings =
            ReadSettings { chosen: vec![(0, Meaning::Start), (1, Meaning::Gpus)], ..ReadSettings::default() };
        Drawn { files: vec![bytes], settings, piece: usize::MAX }
    }),
    ("jobs of any table", 4_000, |n| {
        let row = |n: usize| format!("{},{},2,j{n},u{n}", time(60 * n), 1 + n % 8);
        let meanings = [Meaning::Start, Meaning::Gpus, Meaning::Duration, Meaning::JobId, Meaning::User];
        Drawn::table(rows("start,gpus,hours,id,user", n, row), &meanings)
    }),
    ("GPU-hours of any table", 4_000, |n| {
        let row = |n: usize| format!("{},{},t{n}", time(3_600 * (n / 4)), 1 + n % 8);
        Drawn::table(rows("start,gpu hours,team", n, row), &[Meaning::Start, Meaning::GpuHours, Meaning::Account])
    }),
    ("costs of any table", 4_000, |n| {
        let row = |n: usize| format!("{},{},{n},t{n}", time(86_400 * (n / 40)), 1 + n % 8);
        let meanings = [Meaning::Start, Meaning::GpuHours, Meaning::Cost, Meaning::Account];
        Drawn::table(rows("start,gpu hours,cost,team", n, row), &meanings)
    }),
    ("samples of any table, falling", 4_000, |n| {
        let all = n;
        let row = |n: usize| format!("{},{},g{}", time(60 * (all - n)), n % 100, n % 3);
        Drawn::table(rows("time,util,gpu", n, row), &[Meaning::Start, Meaning::UtilizationPercent, Meaning::Gpu])
    }),
    ("jobs", 4_000, |n| Drawn::one(rows(SACCT, n, |n| job(&n.to_string(), n, "n1")))),
    ("one job in many rows", 4_000, |n| {
        let row = |n: usize| job("7", 0, "n1").replace("02:00:00", &format!("0{}:{:02}:00", n / 60 % 2, n % 60));
        Drawn::one(rows(SACCT, n, row))
    }),
    ("attempts of one job", 4_000, |n| Drawn::one(rows(SACCT, n, |n| job("7", n, "n1")))),
    ("jobs of many users and types", 4_000, |n| {
        let row = |n: usize| {
            job(&n.to_string(), n, &format!("n{n}")).replace("|u", &format!("|u{n}-")).replace("h100", &format!("t{n}"))
        };
        Drawn::one(rows(SACCT, n, row))
    }),
    ("steps of jobs", 4_000, |n| Drawn::one(rows(SACCT, n, |n| job(&format!("{}.{}", n / 9, n % 9), n, "n1")))),
    ("waiting arrays and their tasks", 2_000, |n| {
        let header = "JobID|User|State|Submit|Start|End|Elapsed|ReqTRES|AllocTRES";
        let row = |n: usize| {
            if n.is_multiple_of(2) {
                format!("{n}_[1-9,20-90:2%4]|u|PENDING|{}|Unknown|Unknown|00:00:00|gres/gpu=2|", time(60 * n))
            } else {
                let start = time(60 * n);
                format!("{}_3|u|RUNNING|{start}|{start}|Unknown|00:10:00||gres/gpu=2", n - 1)
            }
        };
        Drawn::one(rows(header, n, row))
    }),
    ("a line without an end in a table of fixed width", 3_000_000, |n| {
        let heading = "JobID State     Start               End                 Elapsed  AllocTRES\n----- --------- ------------------- ------------------- -------- ---------\n";
        let row = "7     COMPLETED 2026-01-01T00:00:00 2026-01-01T02:00:00 02:00:00 gres/gpu=4\n";
        Drawn::one(format!("{heading}{row}{}\n{row}", "x".repeat(n)))
    }),
    ("a table of fixed width", 4_000, |n| {
        let heading = "JobID    State     Start               End                 Elapsed  AllocTRES \n-------- --------- ------------------- ------------------- -------- ----------";
        Drawn::one(rows(heading, n, |n| {
            format!("{n:<8} COMPLETED {} {} 00:10:00 gres/gpu=4", time(60 * n), time(60 * n + 600))
        }))
    }),
    ("Standard Workload Format", 4_000, |n| {
        let text = (0..n).fold(String::new(), |text, n| {
            text + &format!("{n} {} 5 600 8 -1 -1 8 600 -1 1 {n} 1 1 1 1 -1 -1\n", 60 * n)
        });
        Drawn::of(vec![text], ReadSettings { processors_are_gpus: true, ..ReadSettings::default() })
    }),
    ("samples", 4_000, |n| Drawn::one(rows(SMI, n, |n| sample(60 * (n / 8), n % 8, n % 100)))),
    ("samples out of order", 4_000, |n| {
        let all = n;
        Drawn::one(rows(SMI, n, |n| sample(7_200 * (n * 7_919 % all), 0, n % 100)))
    }),
    ("many GPUs", 4_000, |n| Drawn::one(rows(SMI, 2 * n, |at| sample(60 * (at / n), at % n, at % 100)))),
    ("idle GPUs of one host", 1_000, |n| {
        let row = |at: usize| format!("{}, h, {}, 0 %, 40000 MiB, 81559 MiB", time(900 * (at / n)), at % n);
        Drawn::one(rows(SMI_HOST, 4 * n, row))
    }),
    ("idle GPUs of many hosts", 1_000, |n| {
        let row = |at: usize| format!("{}, h{}, 0, 0 %, 40000 MiB, 81559 MiB", time(900 * (at / n)), at % n);
        Drawn::one(rows(SMI_HOST, 4 * n, row))
    }),
    ("idle times and jobs of one host", 2_000, |n| {
        let row = |at: usize| {
            format!("{}, h1, 0, {} %, 40000 MiB, 81559 MiB", time(600 * at), if at.is_multiple_of(6) { 90 } else { 0 })
        };
        let jobs = rows(SACCT, n, |at| {
            let (start, end) = (time(600 * at), time(600 * at + 600));
            format!("{at}|u{at}|COMPLETED|{start}|{start}|{end}|00:10:00|h1|gres/gpu:h100=1")
        });
        Drawn::of(vec![rows(SMI_HOST, n, row), jobs], ReadSettings::default())
    }),
    ("metrics of many GPUs", 500, |n| {
        let series = |n: usize| {
            format!(
                "{{\"metric\":{{\"__name__\":\"DCGM_FI_DEV_GPU_UTIL\",\"UUID\":\"GPU-{n}\",\"Hostname\":\"h{n}\"}},\"values\":[[1770000000,\"40\"],[1770000060,\"60\"]]}}"
            )
        };
        let all: Vec<String> = (0..n).map(series).collect();
        Drawn::one(format!(
            "{{\"status\":\"success\",\"data\":{{\"resultType\":\"matrix\",\"result\":[{}]}}}}",
            all.join(",")
        ))
    }),
    ("metrics of one GPU in many parts", 1_000, |n| {
        let series = |n: usize| {
            format!(
                "{{\"metric\":{{\"__name__\":\"DCGM_FI_DEV_GPU_UTIL\",\"UUID\":\"GPU-1\",\"pod\":\"p{n}\"}},\"values\":[[{},\"4\"]]}}",
                1_770_000_000 + 60 * n
            )
        };
        let all: Vec<String> = (0..n).map(series).collect();
        Drawn::one(format!(
            "{{\"status\":\"success\",\"data\":{{\"resultType\":\"matrix\",\"result\":[{}]}}}}",
            all.join(",")
        ))
    }),
    ("metrics as a wide table", 60, |n| {
        let columns = (0..n).fold("Time".to_owned(), |text, n| {
            text + &format!(",\"{{__name__=\"\"DCGM_FI_DEV_GPU_UTIL\"\", UUID=\"\"GPU-{n}\"\"}}\"")
        });
        Drawn::one(rows(&columns, 3_600 / n, |at| format!("{}{}", time(60 * at), ",50".repeat(n))))
    }),
    ("metrics as a long table", 4_000, |n| {
        Drawn::one(rows("timestamp,__name__,UUID,value", n, |n| {
            format!("{},DCGM_FI_DEV_GPU_UTIL,GPU-{},{}", time(60 * (n / 50)), n % 50, n % 100)
        }))
    }),
    ("rows of FOCUS", 2_000, |n| Drawn::one(rows(FOCUS, n, |n| charge(n / 8, n / 8 + 1, n % 8, n % 90)))),
    ("overlapping rows of one resource", 500, |n| Drawn::one(rows(FOCUS, n, |at| charge(0, n + at, 1, at % 90)))),
    ("many resources", 2_000, |n| Drawn::one(rows(FOCUS, n, |n| charge(n % 100, n % 100 + 1, n, n % 90)))),
    ("one row many times", 2_000, |n| Drawn::one(rows(FOCUS, n, |_| charge(0, 1, 1, 9)))),
    ("two files with the same rows", 1_000, |n| {
        let text = rows(FOCUS, n, |n| charge(n / 8, n / 8 + 1, n % 8, n % 90));
        Drawn::of(vec![text.clone(), text], ReadSettings::default())
    }),
    ("a bill in many files", 20, |n| {
        let file = |day: usize| rows(FOCUS, 48, |n| charge(24 * day + n / 2, 24 * day + n / 2 + 1, n % 2, n));
        Drawn::of((0..n).map(file).collect(), ReadSettings::default())
    }),
    ("rows of AWS", 2_000, |n| {
        Drawn::one(rows(CUR, n, |n| {
            let (from, to) = (time(3_600 * (n / 9)), time(3_600 * (n / 9) + 3_600));
            format!("Usage,AmazonEC2,p5.48xlarge,{from}Z,{to}Z,1,55.04,BoxUsage:p5.48xlarge,i-{}", n % 9)
        }))
    }),
    ("rows of Azure", 2_000, |n| {
        Drawn::one(rows(AZURE, n, |n| {
            let day = time(86_400 * (n / 90));
            let day = day.get(..10).unwrap_or_default();
            format!("{day},s1,rg,Virtual Machines,ND,ND96isr H100 v5,24,1 Hour,{n},USD,/vm/{},Usage,OnDemand,,", n % 90)
        }))
    }),
    ("allocations of OpenCost", 2_000, |n| {
        Drawn::one(rows(OPENCOST, n, |n| {
            let day = time(86_400 * (n / 90));
            format!("{},c1,team-{n},train,96,20,240,10,0,270", day.get(..10).unwrap_or_default())
        }))
    }),
    ("a log in many files", 20, |n| {
        let file = |day: usize| rows(SMI, 200, |n| sample(86_400 * day + 400 * n, 0, n % 100));
        Drawn::of((0..n).map(file).collect(), ReadSettings::default())
    }),
    ("a series in many files, the last first", 20, |n| {
        let row = |day: usize| move |hour: usize| format!("{},{hour}", time(86_400 * day + 3_600 * hour));
        let files = (0..n).rev().map(|day| rows("start,gpus", 24, row(day))).collect();
        let settings =
            ReadSettings { chosen: vec![(0, Meaning::Start), (1, Meaning::Gpus)], ..ReadSettings::default() };
        Drawn::of(files, settings)
    }),
];

#[test]
fn work_grows_with_a_file_and_not_with_its_square() {
    let mut table = String::new();
    let mut worst: f64 = 0.0;
    for (name, size, draw) in CASES {
        let [two, four] = ratios(draw, size);
        let _ = writeln!(table, "{two:5.2} {four:5.2}  {name}");
        worst = worst.max(two).max(four);
    }
    let _ = io::stderr().write_all(format!("\nwork at size 2 by size 1, and at 4 by 2:\n{table}").as_bytes());
    assert!(worst <= MOST, "{worst:.2} times the work for twice the data:\n{table}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    /// Whatever a line is made of: marks, delimiters, line breaks and blanks in any order, again and again.
    #[test]
    fn no_line_makes_a_reader_slower_and_slower(
        line in "[\"\",;\t\n a1|]{1,24}",
        format in prop::sample::select(Format::ALL.to_vec()),
        head in prop::sample::select(vec!["", SACCT, SMI, FOCUS, CUR, AZURE, OPENCOST, "start,gpus", "Time;DCGM_FI_DEV_GPU_UTIL"]),
    ) {
        let settings = ReadSettings {
            format: Some(format),
            interval: Some(60.0),
            processors_are_gpus: true,
            chosen: vec![(0, Meaning::Start), (1, Meaning::Gpus)],
            ..ReadSettings::default()
        };
        let work = |size: usize| {
            let text = format!("{head}\n{}", line.repeat(size / line.len()));
            let mut bytes = text.as_bytes();
            let mut go_on = |_| true;
            measured::read(&mut bytes, "", &settings, &mut go_on).map(|reading| reading.work.steps())
        };
        let sizes = [100_000, 200_000, 400_000].map(work);
        if let [Ok(one), Ok(two), Ok(four)] = sizes {
            let all = [one, two, four];
            prop_assert!(5 * two <= 12 * one && 5 * four <= 12 * two, "{line:?} as {format:?}: {all:?}");
        }
    }
}
