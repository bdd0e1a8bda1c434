//! The memo: every figure is that of a plan of the report, its first page is short, and words of an author stay text.
//!
//! Expected values: the plans of the report and the pair that explains them, which other tests check against independent models.

use engine::analysis::decision::Decision;
use engine::chart::Currency;
use engine::codec::{Document, MemoWords, code, file, link};
use engine::document::memo::{Memo, MemoOf, REVERSED, memo};
use engine::document::{Block, markdown};
use engine::inputs::presets::PRESETS;
use engine::model::Subject;
use engine::prices::PriceBook;
use engine::report::{Report, evaluate};
use engine::view::figure_links::KeyFigure;
use engine::view::plan_sheet;
use engine::view::{Piece, Style, plain_text};

fn write(value: f64, style: Style) -> String {
    match style {
        Style::Percent => format!("{:.0}%", value * 100.0),
        Style::PercentFine => format!("{:.1}%", value * 100.0),
        _ => format!("{value}"),
    }
}

/// The value of a piece that is a figure.
fn figure(piece: &Piece) -> Option<f64> {
    match piece {
        Piece::Figure(value, _) | Piece::LinkedFigure(value, ..) => Some(*value),
        Piece::Words(_) | Piece::Strong(_) => None,
    }
}

fn memo_of(document: &Document, book: &PriceBook) -> Option<(Memo, Report, Decision)> {
    let report = evaluate(&document.scenario, book, &document.edition).ok()?;
    let decision = report.decision.clone()?;
    let found = memo(MemoOf {
        subject: Subject { scenario: &document.scenario, book, edition: &document.edition },
        name: &document.name,
        words: &document.memo,
        report: &report,
        plans: &decision.plans,
        weighed: &decision.weighed,
        chart: None,
        write: &|value, unit| format!("{value} {}", unit.symbol()),
    });
    Some((found, report, decision))
}

fn presets(book: &PriceBook) -> Vec<(&'static str, Document)> {
    PRESETS.iter().map(|preset| (preset.id, file::read(preset.text(), book).expect("a scenario").document)).collect()
}

/// The parts of the first page.
fn first_page(memo: &Memo) -> &[Block] {
    let end = memo.blocks.iter().position(|block| matches!(block, Block::Heading(_))).unwrap_or(memo.blocks.len());
    &memo.blocks[..end]
}

fn pieces_of(block: &Block) -> Vec<Vec<Piece>> {
    match block {
        Block::Paragraph(pieces) => vec![pieces.clone()],
        Block::Items(items) => items.clone(),
        Block::Facts(facts) => facts
            .iter()
            .map(|fact| [vec![Piece::Words(format!("{} ", fact.label))], fact.pieces.clone()].concat())
            .collect(),
        Block::ToFillIn(labels) => labels.iter().map(|label| vec![Piece::Words((*label).to_owned())]).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn the_first_page_has_at_most_250_words_and_no_blank_figure() {
    let book = PriceBook::embedded();
    let mut memos = 0;
    for (id, document) in presets(&book).into_iter().chain([("default", Document::typical(&book))]) {
        let Some((memo, ..)) = memo_of(&document, &book) else { continue };
        let said: Vec<String> =
            first_page(&memo).iter().flat_map(pieces_of).map(|pieces| plain_text(&pieces, write)).collect();
        let words = said.iter().flat_map(|text| text.split_whitespace()).count();
        assert!(words <= 250, "{id}: {words} words");
        for text in &said {
            assert!(!text.contains("NaN") && !text.contains("inf ") && !text.contains("  "), "{id}: {text}");
            assert!(!text.contains('{') && !text.trim().is_empty(), "{id}: {text}");
        }
        memos += 1;
    }
    assert!(memos > 10, "{memos}");
}

/// A table beside a headline that is too close to call recommends nothing.
#[test]
fn its_table_of_plans_says_what_the_headline_says() {
    let book = PriceBook::embedded();
    let (mut close, mut clear) = (0, 0);
    for (id, document) in presets(&book) {
        let Some((memo, ..)) = memo_of(&document, &book) else { continue };
        let heads: Vec<&str> = memo
            .blocks
            .iter()
            .filter_map(|block| if let Block::Sheet(sheet) = block { Some(sheet) } else { None })
            .filter(|sheet| sheet.id == plan_sheet::ID)
            .flat_map(|sheet| sheet.rows.iter().map(|(head, _)| head.as_str()))
            .collect();
        let marked = |mark: &str| heads.iter().filter(|head| head.contains(mark)).count();
        let headline = first_page(&memo).first().map(|block| plain_text(&pieces_of(block).concat(), write));
        let is_close = headline.is_some_and(|text| text.starts_with("Too close to call"));
        let expected = if is_close { (0, 2) } else { (1, 0) };
        assert_eq!((marked("(recommended)"), marked("(too close to call)")), expected, "{id}: {heads:?}");
        close += usize::from(is_close);
        clear += usize::from(!is_close);
    }
    assert!(close > 2 && clear > 2, "{close} close, {clear} clear");
}

#[test]
fn its_figures_are_those_of_the_plans_that_it_names() {
    let book = PriceBook::embedded();
    let (mut payback, mut payments, mut turned) = (0, 0, 0);
    for (id, document) in presets(&book) {
        let Some((memo, _, decision)) = memo_of(&document, &book) else { continue };
        let Some(best) = decision.plans.recommended() else { continue };
        let facts: Vec<_> = first_page(&memo)
            .iter()
            .flat_map(|block| if let Block::Facts(facts) = block { facts.clone() } else { Vec::new() })
            .collect();
        assert!(facts.iter().all(|fact| !fact.plans.is_empty()), "{id}: every fact names its plans");
        let figures = |label: &str| -> Vec<f64> {
            let found = facts.iter().filter(|fact| fact.label == label).flat_map(|fact| &fact.pieces);
            found.filter_map(figure).collect()
        };
        assert_eq!(figures("Cost"), [best.present_value_usd, best.usd_per_year], "{id}");
        let mut paid = figures("Payments");
        if best.upfront_usd > 0.0 {
            payments += 1;
            assert_eq!(paid.remove(0), best.upfront_usd, "{id}");
        }
        assert!(!paid.is_empty(), "{id}: every plan pays in some month");
        assert!(paid.iter().all(|usd| best.cash_by_month_usd.contains(usd)), "{id}: {paid:?}");
        let other = decision.plans.compared_with.and_then(|kind| decision.plans.plan(kind)).expect("another plan");
        let saving = (other.present_value_usd - best.present_value_usd).abs();
        assert_eq!(figures("Instead of")[..2], [other.present_value_usd, saving], "{id}");
        let pair = decision.weighed.pair.as_ref().expect("a pair");
        if let Some(found) = pair.payback.as_ref().filter(|_| !pair.needs_less_cash) {
            payback += 1;
            let wanted: Vec<f64> =
                found.month.into_iter().chain(found.discounted_month).chain(pair.internal_rate).collect();
            assert_eq!(figures("Payback"), wanted, "{id}");
        }
        let reversed = facts.iter().filter(|fact| fact.label == REVERSED).count();
        assert!(reversed <= 3, "{id}");
        turned += usize::from(reversed > 0);
        // The sum of a plan's payments by year is that of its months.
        let cash = memo.blocks.iter().find_map(|block| {
            if let Block::Sheet(sheet) = block { (sheet.id == "memo-cash").then_some(sheet) } else { None }
        });
        let years: f64 = cash.expect("cash by year").rows.iter().filter_map(|(_, values)| values[2]).sum();
        let months: f64 = best.cash_by_month_usd.iter().sum();
        assert!((years - months).abs() < 1e-6 * months.abs().max(1.0), "{id}: {years} and {months}");
    }
    assert!(payback > 3 && payments > 5 && turned > 5, "{payback}, {payments}, {turned}");
}

/// A figure that opens is a root of its derivations, or a part of one.
#[test]
fn every_figure_that_opens_is_among_its_derivations() {
    let book = PriceBook::embedded();
    let (mut costs, mut upfront, mut savings) = (0, 0, 0);
    for (id, document) in presets(&book).into_iter().chain([("default", Document::typical(&book))]) {
        let Some((memo, report, _)) = memo_of(&document, &book) else { continue };
        for piece in memo.blocks.iter().flat_map(pieces_of).flatten() {
            let Piece::LinkedFigure(shown, _, figure) = piece else { continue };
            let trees = figure.trees(&report.derivations);
            let mut values =
                trees.iter().flat_map(|tree| [*tree].into_iter().chain(&tree.parts)).map(|tree| tree.value);
            let is_there = values.any(|value| (value.abs() - shown).abs() <= 1e-9 * shown.abs());
            assert!(is_there, "{id}: {shown} is not among {trees:#?}");
            match figure {
                KeyFigure::PlanCost(_) => costs += 1,
                KeyFigure::PlanUpfront(_) => upfront += 1,
                KeyFigure::Saving | KeyFigure::PlanSaving => savings += 1,
                _ => {}
            }
        }
    }
    assert!(costs > 30 && upfront > 5 && savings > 10, "{costs}, {upfront}, {savings}");
}

/// The words of the author travel in files and not in links; what nobody wrote leaves a file as it was.
#[test]
fn words_of_an_author_travel_in_files_alone() {
    let book = PriceBook::embedded();
    let plain = Document::typical(&book);
    assert!(!file::write(&plain).contains("\"memo\""));
    let words = MemoWords {
        title: "Twelve nodes".to_owned(),
        author: "A. Author".to_owned(),
        date: "2026-12-01".to_owned(),
        paragraph: "One line.\nAnother <b>line</b>.".to_owned(),
    };
    let document = Document { memo: words.clone(), ..plain.clone() };
    let read = file::read(&file::write(&document), &book).expect("a scenario");
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    assert_eq!(read.document.memo, words);
    assert_ne!(document, plain, "it is kept");
    assert_eq!(link::write(&document), link::write(&plain));
    assert_eq!(code(&document), code(&plain));
    // A link holds them where somebody asks for that.
    let asked = link::read(&link::write_with_words(&document), &book);
    assert!(asked.notices.is_empty(), "{:?}", asked.notices);
    assert_eq!(asked.document, document);
    // What the browser keeps of the work holds them; a damaged part is named.
    let kept = link::write_with_memo(&document);
    let read = link::read(&kept, &book);
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    assert_eq!(read.document, document);
    assert_eq!(link::write_with_memo(&plain), link::write(&plain));
    let read = link::read(&kept.replace("&memo=_7b", "&memo=_7c"), &book);
    assert_eq!((read.document.memo, read.notices.len()), (MemoWords::default(), 1));
    // What is no text is left out, with a word.
    let text = file::write(&document).replace("\"A. Author\"", "7");
    let read = file::read(&text, &book).expect("a scenario");
    assert_eq!((read.document.memo, read.notices.len()), (MemoWords::default(), 1));
    let long =
        MemoWords { title: "x".repeat(10_000), paragraph: "y\u{7}\n".repeat(10_000), ..MemoWords::default() }.tidied();
    assert!(
        long.title.chars().count() <= 120
            && long.paragraph.chars().count() <= 2_000
            && !long.paragraph.contains('\u{7}')
    );
}

/// Markup, formulas and headings in the words of an author, and a name of three hundred letters, are text in Markdown.
#[test]
fn words_of_an_author_are_no_markup() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    document.memo = MemoWords {
        title: "=HYPERLINK(\"x\") <script>alert(1)</script> [a](javascript:b)".to_owned(),
        author: "| a | b |".to_owned(),
        date: "soon".to_owned(),
        paragraph: "# Heading\n- item\n\u{202e}backwards".to_owned(),
    };
    let (memo, ..) = memo_of(&document, &book).expect("a memo");
    let dollars = Currency { code: "USD".to_owned(), per_usd: 1.0 };
    let text = markdown::memo(&memo, &[document.memo.author.clone()], &dollars, &write);
    assert!(text.starts_with("# "), "{text}");
    for markup in ["<script>", "[a](javascript", "\n# Heading", "\n- item", "| a | b |"] {
        assert!(!text.contains(markup), "{markup}: {}", &text[..400.min(text.len())]);
    }
    assert_eq!(text.matches("\n## ").count(), 2, "headings are ours alone");
}

/// Without a plan to take the memo says so in words.
#[test]
fn a_scenario_without_a_recommendation_has_words_and_no_figure() {
    let book = PriceBook::embedded();
    let text =
        r#"{"v":5,"inputs":{"limits.upfront_usd":1,"limits.kw":0.001,"rent.only_quotes":true,"rent.quotes":[]}}"#;
    let document = file::read(text, &book).expect("a scenario").document;
    let (memo, _, decision) = memo_of(&document, &book).expect("a memo");
    assert_eq!(decision.plans.recommended, None);
    let said: Vec<String> =
        first_page(&memo).iter().flat_map(pieces_of).map(|pieces| plain_text(&pieces, write)).collect();
    assert!(said[0].starts_with("No plan"), "{said:?}");
    let facts = first_page(&memo).iter().any(|block| matches!(block, Block::Facts(facts) if !facts.is_empty()));
    assert!(!facts, "nothing to approve");
}

/// How sure it is: the percentiles of the cost of the draws that the answer rests on, in order, around the median.
#[test]
fn the_range_of_the_cost_is_that_of_the_draws() {
    let book = PriceBook::embedded();
    let mut ranges = 0;
    for (id, document) in presets(&book) {
        let Some((memo, _, decision)) = memo_of(&document, &book) else { continue };
        let Some([low, middle, high]) = decision.weighed.likelihood.and_then(|found| found.cost_percentiles_usd) else {
            continue;
        };
        assert!(low <= middle && middle <= high && low > 0.0, "{id}: {low}, {middle}, {high}");
        let said: Vec<String> =
            first_page(&memo).iter().flat_map(pieces_of).map(|pieces| plain_text(&pieces, write)).collect();
        assert!(
            said.iter().any(|text| text.contains(&format!("cost {low}, {middle}, {high} (P10, P50, P90)"))),
            "{id}: {said:?}"
        );
        ranges += 1;
    }
    assert!(ranges > 10, "{ranges}");
}
