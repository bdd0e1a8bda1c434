//! Users' price books as people, spreadsheets and pranksters write them.

use super::super::{Interconnect, PriceStatus, Service};
use super::*;

fn read(text: &str) -> (PriceBook, OwnRead) {
    let mut book = PriceBook::embedded();
    let read = book.add_own(text);
    (book, read)
}

fn told(issues: &[BookIssue]) -> Vec<(usize, &str, &str)> {
    issues.iter().map(|i| (i.line.unwrap_or(0), i.id.as_str(), i.message.as_str())).collect()
}

#[test]
fn four_columns_are_enough() {
    let (book, read) = read("gpu,id,usd_per_gpu_hour,provider\nH100 sxm,Acme-1,2.05,Acme\n");
    assert_eq!(read, OwnRead { taken: 1, ..OwnRead::default() });
    let o = book.offer("own-acme-1").expect("the offer");
    assert_eq!((o.provider.as_str(), o.offer.as_str(), o.gpu.as_str()), ("Acme", "H100 80 GB SXM", "h100-sxm"));
    assert_eq!((o.usd_per_gpu_hour, o.usd_per_instance_hour, o.gpus_per_instance), (2.05, 16.4, 8.0));
    assert_eq!((o.service, o.term_months, o.interruptible), (Service::OnDemand, 0.0, false));
    assert_eq!((o.interconnect, o.fabric_gpus, o.egress_usd_per_gb), (Interconnect::Rdma, 512.0, None));
    assert_eq!((o.status, o.as_of, o.source.as_str()), (PriceStatus::Yours, None, "own-book"));
    assert_eq!(book.source("own-book").map(|s| (s.title.as_str(), s.url.as_str())), Some(("your price book", "")));
    for edition in ["2026-11", "reference-2024"] {
        assert!(book.offers_of(edition).any(|o| o.id == "own-acme-1"), "{edition}");
    }
}

#[test]
fn a_row_of_the_published_book_can_be_taken_over_and_is_no_quote_then() {
    let all = super::super::BookTexts::FILES.offers;
    let mut book = PriceBook::embedded();
    let read = book.add_own(all);
    let before = PriceBook::embedded();
    assert_eq!((read.taken, told(&read.left_out)), (before.offers.len(), vec![]));
    assert!(book.offers.iter().filter(|o| is_own(&o.id)).all(|o| o.status == PriceStatus::Yours));
    let dated = book.offer("own-aws-p5-od").and_then(|o| o.as_of);
    assert_eq!((dated, dated.is_some()), (before.offer("aws-p5-od").and_then(|o| o.as_of), true));
}

#[test]
fn terms_and_networks_fill_what_is_left_out() {
    let text = "id,provider,gpu,usd_per_gpu_hour,term_months,service,interconnect,gpus_per_instance,fabric_gpus
a,A,h100-sxm,2,12,,,,
b,B,h100-sxm,2,,spot,,,
c,C,h100-sxm,2,,,nvlink,4,
d,D,h100-sxm,2,,,none,1,
e,E,h100-sxm,2,,,,1,1
f,F,h100-sxm,2,,marketplace,ethernet,,
";
    let (book, read) = read(text);
    assert_eq!((read.taken, told(&read.left_out)), (6, vec![]));
    let found = |id: &str| {
        let o = book.offer(id).expect("an offer");
        (o.service.as_str(), o.interruptible, o.interconnect.as_str(), o.fabric_gpus, o.host.as_str())
    };
    assert_eq!(found("own-a"), ("reserved", false, "rdma", 512.0, "data-centre"));
    assert_eq!(found("own-b"), ("spot", true, "rdma", 512.0, "data-centre"));
    assert_eq!(found("own-c"), ("on-demand", false, "nvlink", 4.0, "data-centre"));
    assert_eq!(found("own-d"), ("on-demand", false, "none", 1.0, "data-centre"));
    assert_eq!(found("own-e"), ("on-demand", false, "none", 1.0, "data-centre"));
    assert_eq!(found("own-f"), ("marketplace", false, "ethernet", 512.0, "marketplace"));
}

#[test]
fn spreadsheets_write_semicolons_decimal_commas_tabs_and_a_mark() {
    let price = |text: &str| {
        let (book, read) = read(text);
        assert_eq!(told(&read.left_out), [], "{text:?}");
        book.offer("own-x").map(|o| (o.usd_per_gpu_hour, o.usd_per_instance_hour))
    };
    let head = "id;provider;gpu;usd_per_gpu_hour;usd_per_instance_hour";
    assert_eq!(price(&format!("\u{feff}{head}\r\nx;Ä;h100-sxm;2,5;20\r\n")), Some((2.5, 20.0)));
    assert_eq!(price(&format!("{head}\nx;Ä;h100-sxm;2.5;20,0\n")), Some((2.5, 20.0)));
    assert_eq!(price(&format!("{head}\nx;Ä;h100-sxm;2,5;\n").replace(';', "\t")), Some((2.5, 20.0)));
    assert_eq!(price("\n\nID , Provider,gpu,usd_per_gpu_hour\nx,\"A, B\",h100-sxm,2.5"), Some((2.5, 20.0)));
}

/// Files as written by spreadsheets, tools and people: the text, the offer `own-x` as read, the report.
#[test]
fn files_with_the_usual_traps_are_read() {
    type Case<'t> = (&'t str, Option<(&'t str, f64, f64, &'t str)>, &'t [(usize, &'t str)]);
    let cases: [Case<'_>; 17] = [
        (
            "sep=;\r\nid;provider;gpu;usd_per_gpu_hour;as_of\r\nx;A;H100 SXM;$2,35;14.10.2026\r\n",
            Some(("h100-sxm", 2.35, 0.0, "2026-10-14")),
            &[],
        ),
        ("\"sep=,\"\nid,provider,gpu,usd_per_gpu_hour\nx,A,h100-sxm,2.35\n", Some(("h100-sxm", 2.35, 0.0, "")), &[]),
        ("sep=|\nid|provider|gpu|usd_per_gpu_hour\nx|A, B|h100-sxm|2.35\n", Some(("h100-sxm", 2.35, 0.0, "")), &[]),
        (
            "id,provider,gpu,usd_per_gpu_hour\nx,A,NVIDIA H100 80GB HBM3,USD 2.35/hr\n",
            Some(("h100-sxm", 2.35, 0.0, "")),
            &[],
        ),
        (
            "ID\tVendor\tGPU Type\tPrice per GPU-hour\tTerm (months)\nx\tA\tA100-SXM4-80GB\t$1.85\t36 months\n",
            Some(("a100-80-sxm", 1.85, 36.0, "")),
            &[],
        ),
        (
            "\"ID\",\"Provider\",\"GPU\",\"$/GPU/hr\"\r\"x\",\"A\",\"Tesla V100-SXM2-16GB\",\"$0.95\"\r",
            Some(("v100-16-sxm", 0.95, 0.0, "")),
            &[],
        ),
        (
            "id,provider,gpu,usd_per_gpu_hour,,,\n,,,,,,\nx,A,H200,2.5,,,\n   ,,,,,,\n\n",
            Some(("h200-sxm", 2.5, 0.0, "")),
            &[],
        ),
        ("id,provider,gpu,usd_per_gpu_hour\nx,A,NVIDIA B200,\"3,95\",,\n", Some(("b200-sxm", 3.95, 0.0, "")), &[]),
        (
            "id,provider,gpu,gpus_per_instance,usd_per_gpu_hour,usd_per_instance_hour\nx,A,AMD Instinct MI300X,512,2.5,\"1,280\"\n",
            Some(("mi300x", 2.5, 0.0, "")),
            &[],
        ),
        (
            "id,provider,gpu,usd_per_gpu_hour,as_of\nx,A,NVIDIA L40S,1,10/11/2026\ny,A,NVIDIA L40S,1,10/14/2026\n",
            Some(("l40s", 1.0, 0.0, "2026-10-11")),
            &[],
        ),
        (
            "id,provider,gpu,usd_per_gpu_hour,as_of\nx,A,NVIDIA L40S,1,10/11/2026\n",
            None,
            &[(2, "as_of is `10/11/2026`, which could mean 2026-11-10 or 2026-10-11; write it unambiguously")],
        ),
        (
            "id,provider,gpu,usd_per_gpu_hour\nx,A,RTX PRO 6000 Blackwell Server Edition,\u{20ac}1.10\n",
            None,
            &[(2, "usd_per_gpu_hour is `\u{20ac}1.10`, but prices must be in US dollars")],
        ),
        (
            "id,provider,gpu,usd_per_gpu_hour\nx,A,NVIDIA GH200 480GB,\"1,234\"\n",
            None,
            &[(2, "usd_per_gpu_hour is `1,234`, which could mean 1.234 or 1234; write it unambiguously")],
        ),
        (
            "id,provider,gpu,usd_per_gpu_hour\nx,A,NVIDIA H200 NVL,2\n",
            None,
            &[(2, "gpu is `NVIDIA H200 NVL`, which is not in the price book")],
        ),
        ("id,provider,gpu,usd_per_gpu_hour,service\nx,A,h100-sxm,2,On Demand\n", Some(("h100-sxm", 2.0, 0.0, "")), &[]),
        (
            "id,vendor,provider,gpu,usd_per_gpu_hour\nx,A,B,h100-sxm,2\n",
            None,
            &[(1, "the column `provider` occurs twice; no row is used")],
        ),
        ("id,provider,gpu,usd_per_gpu_hour\nx,A,h100-sxm,2,extra\n", None, &[(2, "5 cells, but the header has 4")]),
    ];
    for (text, expected, expected_told) in cases {
        let (book, read) = read(text);
        let offer = book.offer("own-x");
        let found = offer.map(|o| {
            (o.gpu.as_str(), o.usd_per_gpu_hour, o.term_months, o.as_of.map(String::from).unwrap_or_default())
        });
        assert_eq!(found, expected.map(|(gpu, usd, months, day)| (gpu, usd, months, day.to_owned())), "{text:?}");
        let told: Vec<_> = read.left_out.iter().map(|i| (i.line.unwrap_or(0), i.message.as_str())).collect();
        assert_eq!(told, expected_told, "{text:?}");
        // The same file as other programs save it.
        let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for bytes in [units.clone(), [vec![0xFF, 0xFE], units].concat()] {
            assert_eq!(PriceBook::embedded().add_own(&crate::text::decoded(&bytes)), read, "{text:?}");
        }
    }
}

#[test]
fn a_name_that_fits_two_gpus_is_used_and_told_with_its_line() {
    let (book, read) = read("id,provider,gpu,usd_per_gpu_hour\nx,A,H100,2\n");
    assert_eq!(book.offer("own-x").map(|o| o.gpu.as_str()), Some("h100-sxm"));
    let words = "`H100` is read as H100 80 GB SXM; for another variant, write h100-pcie or h100-nvl";
    assert_eq!(told(&read.doubtful), [(2, "own-x", words)]);
}

#[test]
fn every_row_that_cannot_be_used_is_told_with_its_line() {
    let text = "id,provider,gpu,usd_per_gpu_hour,usd_per_instance_hour,as_of,service,term_months
good,A,h100-sxm,2,,,,
good,A,h100-sxm,2,,,,
,A,h100-sxm,2,,,,
a b,A,h100-sxm,2,,,,
nobody,,h100-sxm,2,,,,
gpu,A,h900,2,,,,
free,A,h100-sxm,0,,,,
minus,A,h100-sxm,-2,,,,
dear,A,h100-sxm,1e3,,,,
month,A,h100-sxm,1500,,,,
both,A,h100-sxm,2,20,,,
day,A,h100-sxm,2,,2026-02-30,,
word,A,h100-sxm,2,,,rented,
term,A,h100-sxm,2,,,on-demand,12
short,A
last,A,h100-sxm,3,24,2026-10-01,reserved,36
";
    let (book, read) = read(text);
    assert_eq!(read.taken, 2);
    assert_eq!(book.offers.iter().filter(|o| is_own(&o.id)).count(), 2);
    assert_eq!(
        told(&read.left_out),
        [
            (16, "", "2 cells, but the header has 8"),
            (3, "own-good", "the id occurs twice; the first row is used"),
            (4, "", "an id may contain only a to z, 0 to 9, full stops and hyphens"),
            (5, "own-a b", "an id may contain only a to z, 0 to 9, full stops and hyphens"),
            (6, "own-nobody", "provider is empty"),
            (7, "own-gpu", "gpu is `h900`, which is not in the price book"),
            (8, "own-free", "usd_per_gpu_hour is `0` but must be a number above 0"),
            (9, "own-minus", "usd_per_gpu_hour is `-2` but must be a number above 0"),
            (10, "own-dear", "usd_per_gpu_hour is `1e3` but must be a number above 0"),
            (13, "own-day", "as_of is `2026-02-30` but must be a date such as 2026-09-29 or 2026-09"),
            (
                14,
                "own-word",
                "service is `rented` but must be one of on-demand, capacity-block, reserved, spot, marketplace"
            ),
            (15, "own-term", "`reserved` has a term, everything else has 0 months"),
            (12, "own-both", "20 per instance divided by 8 GPUs is 2.5, not 2 per GPU"),
            (11, "own-month", "1500 USD per GPU-hour looks like a monthly price"),
        ]
    );
}

#[test]
fn an_odd_price_is_used_and_told_unless_it_is_explained() {
    let text = "id,provider,gpu,usd_per_gpu_hour,note\na,A,h100-sxm,40,\nb,A,h100-sxm,40,checked: with people\n";
    let (_, read) = read(text);
    assert_eq!((read.taken, told(&read.left_out)), (2, vec![]));
    assert_eq!(read.doubtful.iter().map(|i| (i.line, i.id.as_str())).collect::<Vec<_>>(), [(Some(2), "own-a")]);
}

#[test]
fn texts_that_are_no_book_give_nothing_and_say_why() {
    let cases: [(&str, &[&str]); 6] = [
        ("", &["the header row is missing"]),
        ("\u{feff}\n", &["the header row is missing"]),
        ("id,provider,gpu\nx,A,h100-sxm\n", &["the column `usd_per_gpu_hour` is missing; no row is used"]),
        (
            "id,provider,gpu,usd_per_gpu_hour,gpu\nx,A,h100-sxm,2,h100-sxm\n",
            &["the column `gpu` occurs twice; no row is used"],
        ),
        ("id,provider,gpu,usd_per_gpu_hour\n", &[]),
        (
            "{\"format\":1}",
            &[
                "a quotation mark inside an unquoted cell",
                "the column `{\"format\":1}` is unknown and ignored",
                "the column `id` is missing; no row is used",
                "the column `provider` is missing; no row is used",
                "the column `gpu` is missing; no row is used",
                "the column `usd_per_gpu_hour` is missing; no row is used",
            ],
        ),
    ];
    for (text, expected) in cases {
        let (book, read) = read(text);
        assert_eq!(read.left_out.iter().map(|i| i.message.as_str()).collect::<Vec<_>>(), expected, "{text:?}");
        assert_eq!((read.taken, book), (0, PriceBook::embedded()), "{text:?}");
    }
}

#[test]
fn unknown_columns_are_told_and_the_rows_are_used() {
    let (_, read) = read("id,provider,gpu,usd_per_gpu_hour,sales rep\nx,A,h100-sxm,2,Joe\n");
    assert_eq!(read.taken, 1);
    assert_eq!(told(&read.left_out), [(1, "", "the column `sales rep` is unknown and ignored")]);
}

#[test]
fn hostile_texts_are_shown_plainly_and_never_panic() {
    let wide = "x".repeat(5_000);
    let text = format!(
        "id,provider,gpu,usd_per_gpu_hour\nx,\"<b>\u{202e}A\u{7}{wide}\",h100-sxm,2\n{wide},A,h100-sxm,2\ny,A,{wide},2\n"
    );
    let (book, read) = read(&text);
    let provider = &book.offer("own-x").expect("the offer").provider;
    assert!(provider.starts_with("<b>Axx") && provider.chars().count() == 60, "{provider}");
    assert_eq!(read.taken, 1);
    assert!(read.left_out.iter().all(|i| i.message.len() < 300 && i.id.len() < 100));
    let good = "\u{feff}id;provider;gpu;usd_per_gpu_hour\r\n\"x\"\"\";É;h100-sxm;2,5\r\n\"y\n\";\"\0;\";;\t";
    for end in (0..=good.len()).filter(|e| good.is_char_boundary(*e)) {
        let _ = PriceBook::embedded().add_own(good.get(..end).unwrap_or_default());
    }
    let long = "id,provider,gpu,usd_per_gpu_hour\n".to_owned() + &",".repeat(LONGEST_OWN);
    assert_eq!(told(&PriceBook::embedded().add_own(&long).left_out).len(), 1);
}

#[test]
fn more_rows_than_can_be_used_are_told() {
    let mut text = "id,provider,gpu,usd_per_gpu_hour\n".to_owned();
    for n in 0..502_u32 {
        text.extend(["x", n.to_string().as_str(), ",A,h100-sxm,2\n"]);
    }
    let (_, read) = read(&text);
    assert_eq!(read.taken, 500);
    assert_eq!(told(&read.left_out), [(502, "", "only 500 rows are used; this row and those below it are ignored")]);
}

/// Cells that spreadsheets run: OWASP, "CSV Injection".
#[test]
fn a_saved_book_holds_no_formula_and_gives_the_same_offers() {
    let rows = [
        "id;provider;gpu;usd_per_gpu_hour;=extra;note",
        r#"a;"=HYPERLINK(""http://x"")";h100-sxm;2,5;;"+1 paid;=A1""#,
        "-b;-Acme;h100-sxm;2,75;;\t=1",
        "=x;Acme;h100-sxm;2,75;;",
        "c;Acme;h100-sxm;-3;;",
        "d;Acme;h100-sxm;+3,25;;plain",
        "",
    ];
    let text = rows.join("\r\n");
    let (book, found) = read(&text);
    assert_eq!(found.taken, 3, "{:?}", found.left_out);
    assert_eq!(book.offer("own-a").map(|o| o.provider.as_str()), Some("=HYPERLINK(\"http://x\")"));
    let file = own_book_file(&text);
    let (again, found_again) = read(&file);
    assert_eq!((again, found_again), (book, found));
    assert_eq!(own_book_file(&file), file, "saved again it is the same");
    let (table, _) = crate::csv::read_any(&file, b';');
    for cell in table.rows.iter().flat_map(|row| &row.cells).chain(&table.columns) {
        let is_number = matches!(cell.as_str(), "-3" | "+3,25");
        assert!(is_number || !cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell:?}");
    }
    assert!(file.contains(";-3;") && file.contains(";+3,25;"), "numbers stay numbers");
    assert!(file.ends_with("d;Acme;h100-sxm;+3,25;;plain\r\n"));
}
