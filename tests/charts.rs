//! Charts: their files, byte for byte, and that drawing, table and file contain the same numbers.
//!
//! Shapes, tables and files are created in the engine, so all this runs natively: the page only turns shapes into
//! elements. `UPDATE=1 cargo test --test native charts` rewrites the pictures; look at them before committing.

use std::fs;
use std::path::Path;

use engine::analysis::bridge::bridge;
use engine::chart::Currency;
use engine::chart::picture::{Meta, svg};
use engine::chart::scale::Scale;
use engine::chart::scene::{HEIGHT, Kind, Look, ON_PAPER, Scene, Shape, View, across};
use engine::chart::table;
use engine::chart::text_metrics::guess;
use engine::codec::{Document, file};
use engine::csv::read_any;
use engine::inputs::field;
use engine::inputs::presets::{PRESETS, preset};
use engine::number;
use engine::prices::PriceBook;
use engine::report::evaluate;
use engine::view::exportable::PlotId;
use engine::view::plot::{BarLayout, Form, Plot, Row, RowKey};
use engine::view::{Piece, Style, bars, cash, plain_text};

use crate::shared::curve;

use curve::cost_curve;

/// Figures roughly as the page writes them in English.
fn write(value: f64, style: Style) -> String {
    let rounded = |value: f64, digits: usize| format!("{value:.digits$}");
    let dollars = |text: String| text.strip_prefix('-').map_or_else(|| format!("${text}"), |t| format!("-${t}"));
    match style {
        Style::UsdPerHour => dollars(rounded(value, 2)),
        Style::UsdExact => dollars(rounded(value, 6)),
        Style::UsdFine => dollars(rounded(value, 4)),
        Style::Usd => dollars(rounded(value, 0)),
        Style::UsdShort if value.abs() >= 1e6 => dollars(rounded(value / 1e6, 2)) + "M",
        Style::UsdShort => dollars(rounded(value / 1e3, 0)) + "K",
        Style::Percent => rounded(value * 100.0, 0) + "%",
        Style::PercentFine => rounded(value * 100.0, 1) + "%",
        Style::Count => rounded(value, 0),
        Style::Months => rounded(value, 1) + " months",
        Style::Exact | Style::Decimal => number::write(value),
    }
}

fn meta(document: &Document, verdict: &str) -> Meta {
    Meta {
        scenario: document.name.clone(),
        verdict: verdict.to_owned(),
        prices: document.edition.clone(),
        version: "0.0.0",
        saved: "2026-01-02".to_owned(),
        money: Currency { code: "USD".to_owned(), per_usd: 1.0 },
    }
}

fn read(text: &str, book: &PriceBook) -> Document {
    file::read(text, book).expect("a preset is a scenario").document
}

/// Every chart of a scenario.
fn plots(document: &Document, book: &PriceBook) -> Vec<Plot> {
    let report = evaluate(&document.scenario, book, &document.edition).expect("a report");
    let from = read(preset("reference-case").expect("a preset").text(), book);
    let way = bridge(&from, document, book).expect("a way");
    let ends = [[way.from.own, way.from.rent], [way.to.own, way.to.rent]];
    vec![
        cost_curve(document, &report, book),
        cash::cash(&report),
        bars::cost_lines(&report),
        bars::break_evens(&report),
        bars::drivers(&report, &report.drivers),
        bars::way(ends, way.steps.iter().map(|s| (s.label, s.field, s.own, s.rent))),
    ]
}

fn all(book: &PriceBook) -> Vec<(String, Document)> {
    let presets = PRESETS.iter().map(|p| (p.id.to_owned(), read(p.text(), book)));
    presets.chain([("typical".to_owned(), Document::typical(book))]).collect()
}

fn scene(plot: &Plot, width: f64, cursor: Option<(usize, usize)>) -> Scene {
    scene_in(plot, [width, HEIGHT], cursor)
}

fn scene_in(plot: &Plot, [width, height]: [f64; 2], cursor: Option<(usize, usize)>) -> Scene {
    let money = Currency { code: "EUR".to_owned(), per_usd: 1.0 };
    View { plot, axes: plot, width, height, cursor, money: &money, write: &write }.scene()
}

#[test]
fn pictures_are_as_they_were() {
    let book = PriceBook::embedded();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/charts");
    let mut changed = Vec::new();
    let of = |id: &'static str| (id, read(preset(id).expect("a preset").text(), &book));
    for (name, document) in [("typical", Document::typical(&book)), of("bill-8m"), of("inference-fleet")] {
        let report = evaluate(&document.scenario, &book, &document.edition).expect("a report");
        let sentence =
            engine::view::answer::answer(&report, "H100", document.scenario.own.node_price_usd.value).sentence;
        let meta = meta(&document, &plain_text(&sentence, write));
        for plot in plots(&document, &book) {
            let path = folder.join(format!("{name}-{}.svg", plot.what.id));
            let found = svg(&plot, &meta, &write);
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &found).expect("written");
            }
            if fs::read_to_string(&path).unwrap_or_default() != found {
                changed.push(path);
            }
        }
    }
    assert!(changed.is_empty(), "these pictures changed; UPDATE=1 rewrites them: {changed:#?}");
}

#[test]
fn table_and_file_hold_the_points_that_are_drawn() {
    let book = PriceBook::embedded();
    for (name, document) in all(&book) {
        for plot in plots(&document, &book) {
            let of = format!("{name}, {}", plot.what.id);
            let csv = table::text(&plot, &meta(&document, ""), table::Kind::Csv, &write);
            let (found, errors) = read_any(&csv, b',');
            assert!(errors.is_empty() && csv.starts_with('\u{feff}'), "{of}: {errors:?}");
            assert_eq!(found.rows.len(), plot.rows.len(), "{of}");
            for (row, line) in plot.rows.iter().zip(&found.rows) {
                if let RowKey::Figure(at) = row.head {
                    assert_eq!(number::read_canonical(line.cell(0)), Some(at), "{of}");
                }
                for series in 0..plot.series.len() {
                    assert_eq!(number::read_canonical(line.cell(series + 1)), row.cell(series), "{of}");
                }
            }
            let tabs = table::text(&plot, &meta(&document, ""), table::Kind::Tsv, &write);
            assert_eq!(tabs.lines().count(), plot.rows.len() + 1, "{of}");
            if let Form::Lines(lines) = &plot.form {
                check_path(&plot, lines.right, &of);
                check_crossing(&plot, &document, &book, &of);
            } else {
                check_bars(&plot, &of);
                check_leads(&plot, &of);
            }
        }
    }
}

#[test]
fn tables_hold_the_currency_that_is_shown() {
    let book = PriceBook::embedded();
    let money = Currency { code: "EUR".to_owned(), per_usd: 0.875 };
    for (name, document) in all(&book) {
        for plot in plots(&document, &book) {
            let of = format!("{name}, {}", plot.what.id);
            let csv = |meta: &Meta| read_any(&table::text(&plot, meta, table::Kind::Csv, &write), b',').0;
            let [here, dollars] =
                [Meta { money: money.clone(), ..meta(&document, "") }, meta(&document, "")].map(|m| csv(&m));
            assert_eq!(here.columns.len(), dollars.columns.len(), "{of}");
            for (column, head) in here.columns.iter().enumerate() {
                let dear = dollars.columns[column].contains("(USD");
                assert_eq!((head.contains("(EUR"), head.contains("USD")), (dear, false), "{of}: {head}");
                let rate = if dear { 0.875 } else { 1.0 };
                assert_eq!(here.rows.len(), dollars.rows.len(), "{of}");
                for (row, line) in here.rows.iter().zip(&dollars.rows) {
                    let [found, before] = [row, line].map(|r| number::read_canonical(r.cell(column)));
                    assert_eq!(found, before.map(|v| v * rate), "{of}: {head}");
                }
            }
            let about = here.rows[0].cell(here.columns.len() - 1);
            assert!(about.contains("1 USD = 0.875 EUR"), "{of}: {about}");
        }
    }
}

/// Every point of a line inside the drawing is in its path, at its position.
fn check_path(plot: &Plot, right: f64, of: &str) {
    let drawn = scene(plot, 700.0, None);
    // The y axis, from the figures beside its grid lines.
    let x = across((0.0, right), 700.0);
    let grid: Vec<f64> = drawn.shapes.iter().filter(|s| s.look == Look::Grid).map(|s| s.at[1]).collect();
    let Form::Lines(lines) = &plot.form else { return };
    let ticks = engine::chart::ticks::around(lines.ends.0, lines.ends.1, 6);
    let y = Scale { from: (ticks[0], ticks[ticks.len() - 1]), to: (grid[0], grid[grid.len() - 1]) };
    let paths = |look: Look| drawn.shapes.iter().filter(move |s| s.look == look).map(|s| &s.words);
    let holds = |path: &str, series: usize| {
        let corners: Vec<&str> = path.split(['M', 'L', 'Z']).collect();
        for (at, value) in plot.points(series) {
            let Some(value) = value.filter(|v| *v <= y.from.1) else { continue };
            let corner = format!("{} {}", number::write(x.place(at)), number::write(y.place(value)));
            assert!(corners.contains(&corner.as_str()), "{of}: {corner} of {at}, {value} is not in {path}");
        }
    };
    let ends = |series: &usize| lines.bands.iter().any(|b| b.low == *series || b.high == *series);
    let as_lines: Vec<usize> = (0..plot.series.len()).filter(|series| !ends(series)).collect();
    assert_eq!(paths(Look::Line).count(), as_lines.len(), "{of}");
    paths(Look::Line).zip(as_lines).for_each(|(path, series)| holds(path, series));
    assert_eq!(paths(Look::Band).count(), lines.bands.len(), "{of}");
    for (path, strip) in paths(Look::Band).zip(&lines.bands) {
        holds(path, strip.low);
        holds(path, strip.high);
        // The band's line is inside it.
        let line = plot.series.iter().position(|s| s.id == strip.of).expect("a line");
        for ((low, line), high) in plot.points(strip.low).iter().zip(plot.points(line)).zip(plot.points(strip.high)) {
            assert!(low.1 <= line.1 && line.1 <= high.1, "{of} at {}: {low:?}, {line:?}, {high:?}", low.0);
        }
    }
}

/// No label of a line covers the text of a crossing, on a phone either.
#[test]
fn names_of_lines_leave_crossings_readable() {
    let book = PriceBook::embedded();
    let room = |shape: &Shape| {
        let wide = guess(&shape.words);
        let [x, base, ..] = shape.at;
        let left = if shape.anchor == "end" { x - wide } else { x };
        [left, left + wide, base - 12.0, base + 4.0]
    };
    for (name, document) in all(&book) {
        for plot in plots(&document, &book).iter().filter(|plot| matches!(plot.form, Form::Lines(_))) {
            for width in [280.0, 350.0, 700.0] {
                let drawn = scene(plot, width, None);
                let of = |look: Look| drawn.shapes.iter().filter(move |s| s.look == look);
                for value in of(Look::Value) {
                    for label in of(Look::Label).filter(|s| s.words != "this case") {
                        let ([a, b, c, d], [e, f, g, h]) = (room(value), room(label));
                        let meet = a < f && e < b && c < h && g < d;
                        assert!(!meet, "{name}, {}, {width}: {} on {}", plot.what.id, label.words, value.words);
                    }
                }
            }
        }
    }
}

/// There is a bar for each value except zero differences.
fn check_bars(plot: &Plot, of: &str) {
    let Form::Bars(bars) = &plot.form else { return };
    let drawn = scene(plot, 700.0, None);
    let keys = if matches!(bars.lay, BarLayout::Reach(_)) { 0 } else { plot.series.len() };
    let bars_drawn = drawn.shapes.iter().filter(|s| s.look == Look::Bar).count() - keys;
    let always = plot.rows.iter().filter(|r| r.note == "always").count();
    let nothing =
        |index: usize, v: f64| v == 0.0 && bars.lay == BarLayout::Running && index > 0 && index + 1 < plot.rows.len();
    let values =
        plot.rows.iter().enumerate().flat_map(|(i, r)| r.cells.iter().flatten().filter(move |v| !nothing(i, **v)));
    assert_eq!(bars_drawn, values.count() + always, "{of}");
}

/// The crossing that is marked is the break-even of the verdict, and the heading says it.
fn check_crossing(plot: &Plot, document: &Document, book: &PriceBook, of: &str) {
    let Form::Lines(lines) = &plot.form else { return };
    if plot.what.id != PlotId::CostCurve {
        return;
    }
    let report = evaluate(&document.scenario, book, &document.edition).expect("a report");
    let turning = report.outlook.turning.expect("both sides compare");
    let marked: Vec<f64> = lines.crossings.iter().map(|at| at.x).collect();
    let expected: Vec<f64> = [turning.busy_share, turning.until_busy_share].into_iter().flatten().collect();
    assert_eq!(marked, expected, "{of}");
    for at in expected {
        assert!(plot.takeaway.contains(&Piece::Figure(at, Style::PercentFine)), "{of}: {:?}", plot.takeaway);
    }
    let dots = scene(plot, 700.0, None).shapes.iter().filter(|s| s.look == Look::Dot).count();
    assert_eq!(dots, marked.len(), "{of}");
}

/// Bars of inputs link to them, each across its whole row and no other; files contain no links.
fn check_leads(plot: &Plot, of: &str) {
    for width in [272.0, 720.0] {
        let drawn = scene(plot, width, None);
        let places: Vec<_> = drawn.shapes.iter().filter(|s| s.look == Look::Leads).collect();
        let ids: Vec<&str> = plot.rows.iter().map(|r| r.leads_to).filter(|id| !id.is_empty()).collect();
        assert_eq!(places.iter().map(|s| s.of).collect::<Vec<_>>(), ids, "{of}");
        for pair in places.windows(2) {
            assert!(pair[0].at[1] + pair[0].at[3] <= pair[1].at[1] + 1e-9, "{of}: one row over another");
        }
        // The legend's bars are above those of the data.
        for bar in drawn.shapes.iter().filter(|s| s.look == Look::Bar).skip(plot.series.len()) {
            let holds = |s: &&&Shape| s.at[1] <= bar.at[1] && bar.at[1] + bar.at[3] <= s.at[1] + s.at[3];
            assert!(plot.what.id != PlotId::Drivers || places.iter().filter(holds).count() == 1, "{of}: {bar:?}");
        }
    }
    let leads = |row: &Row| {
        field(row.leads_to).is_some_and(|f| matches!(&row.head, RowKey::Words(words) if words.starts_with(f.label)))
    };
    match plot.what.id {
        PlotId::Drivers => assert!(plot.rows.iter().all(leads), "{of}"),
        // Its ends are scenarios, and a price edition is not an input.
        PlotId::Bridge => assert!(plot.rows.iter().all(|r| r.leads_to.is_empty() || leads(r)), "{of}"),
        _ => assert!(plot.rows.iter().all(|r| r.leads_to.is_empty()), "{of}"),
    }
    let file = svg(plot, &meta(&Document::typical(&PriceBook::embedded()), ""), &write);
    assert!(plot.rows.iter().all(|r| r.leads_to.is_empty() || !file.contains(r.leads_to)), "{of}");
}

#[test]
fn nothing_is_drawn_beside_the_drawing() {
    let book = PriceBook::embedded();
    for (name, document) in all(&book) {
        for plot in plots(&document, &book) {
            for width in [272.0, 296.0, 366.0, 720.0, 880.0, 1240.0] {
                let drawn = scene(&plot, width, Some((0, 0)));
                for shape in &drawn.shapes {
                    let at = shape.at;
                    let (left, right) = match shape.kind {
                        Kind::Rule => (at[0].min(at[2]), at[0].max(at[2])),
                        Kind::Box => (at[0], at[0] + at[2]),
                        Kind::Circle => (at[0] - at[2], at[0] + at[2]),
                        Kind::Path => (0.0, 0.0),
                        Kind::Words => {
                            let wide = guess(&shape.words);
                            let left = at[0]
                                - match shape.anchor {
                                    "end" => wide,
                                    "middle" => wide / 2.0,
                                    _ => 0.0,
                                };
                            (left, left + wide)
                        }
                    };
                    // Text widths are overestimated.
                    assert!(left >= -12.0 && right <= width + 12.0, "{name}, {}, {width}: {shape:?}", plot.what.id);
                }
            }
        }
    }
}

#[test]
fn axes_name_the_currency_of_their_figures() {
    let book = PriceBook::embedded();
    for plot in plots(&Document::typical(&book), &book) {
        let drawn = scene(&plot, 700.0, None);
        let named = |code: &str| drawn.shapes.iter().any(|s| s.words.starts_with(code));
        assert_eq!((named("EUR "), named("USD")), (plot.what.id != PlotId::BreakEvens, false), "{}", plot.what.id);
    }
}

/// Steps of 1, 2 or 5 times a power of ten as displayed, at any exchange rate, and never two equal labels.
#[test]
fn ticks_are_round_in_the_currency_shown() {
    let book = PriceBook::embedded();
    let tick_of = |s: &Shape| s.words.strip_prefix('¤').filter(|_| s.look == Look::Words).and_then(|w| w.parse().ok());
    for rate in [1.0, 0.92, 0.31, 7.1, 151.4] {
        for plot in plots(&Document::typical(&book), &book).into_iter().filter(|p| p.what.id != PlotId::BreakEvens) {
            let money = Currency { code: "EUR".to_owned(), per_usd: rate };
            let write = |value: f64, style: Style| match style {
                Style::Usd => format!("¤{:.0}", value * rate),
                // Without trailing zeros: labels as wide as figures on a page.
                Style::UsdPerHour | Style::UsdFine | Style::UsdShort => {
                    let text = format!("¤{:.6}", value * rate);
                    text.trim_end_matches('0').trim_end_matches('.').to_owned()
                }
                _ => String::new(),
            };
            let view = View {
                plot: &plot,
                axes: &plot,
                width: 700.0,
                height: HEIGHT,
                cursor: None,
                money: &money,
                write: &write,
            };
            let drawn = view.scene();
            let mut read: Vec<f64> = drawn.shapes.iter().filter_map(tick_of).collect();
            read.sort_by(f64::total_cmp);
            let money_axis: Vec<f64> = read.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let Some(step) = money_axis.first().copied() else { panic!("{}: no ticks", plot.what.id) };
            assert!(
                step > 0.0 && money_axis.iter().all(|d| (d - step).abs() < 1e-4 * step),
                "{}, {rate}: {read:?}",
                plot.what.id
            );
            let lead = step / 10.0_f64.powf((step * 1.000_001).log10().floor());
            assert!(
                [1.0, 2.0, 5.0].iter().any(|round| (lead - round).abs() < 1e-4),
                "{}, {rate}: {step}",
                plot.what.id
            );
        }
    }
}

#[test]
fn every_point_can_be_read_and_no_picture_holds_markup_of_a_scenario() {
    let book = PriceBook::embedded();
    let mut document = Document::typical(&book);
    document.name = "<script>alert(1)</script> & \"x\"".to_owned();
    for plot in plots(&document, &book) {
        for row in 0..plot.rows.len() {
            for series in 0..plot.series.len() {
                assert!(!plot.reading(row, series, &write).is_empty());
            }
        }
        assert_eq!(plot.reading(plot.rows.len(), 0, &write), "");
        let found = svg(&plot, &meta(&document, "a < b"), &write);
        assert!(!found.contains("<script") && found.contains("&lt;script&gt;") && found.contains("a &lt; b"));
        assert!(
            !found.contains("style") && !found.contains("class=") && !found.contains("href"),
            "it is self-contained"
        );
    }
}

/// On the way to paper a browser may report almost no width.
#[test]
fn no_width_is_too_small_to_be_drawn() {
    let book = PriceBook::embedded();
    for (name, document) in all(&book) {
        for plot in plots(&document, &book) {
            for width in [0.0, 1.0, 22.0, 60.0, 120.0] {
                let drawn = scene(&plot, width, None);
                assert!(drawn.shapes.iter().all(|shape| shape.at.iter().all(|at| at.is_finite())), "{name}, {width}");
            }
        }
    }
}

/// Text on paper is as large as it is drawn, so all of it has to stay inside the drawing and apart.
#[test]
fn on_paper_every_chart_has_its_figures_and_names() {
    let book = PriceBook::embedded();
    for (name, document) in all(&book) {
        for plot in plots(&document, &book) {
            let drawn = scene_in(&plot, ON_PAPER, None);
            let texts: Vec<&Shape> = drawn.shapes.iter().filter(|s| s.kind == Kind::Words).collect();
            assert!(texts.len() > 4, "{name}, {}: {} texts", plot.what.id, texts.len());
            for text in &texts {
                assert!((0.0..=drawn.height).contains(&text.at[1]), "{name}, {}: {text:?}", plot.what.id);
            }
            if let Form::Lines(_) = plot.form {
                assert_eq!(drawn.height, ON_PAPER[1]);
                // The figures of the left axis end at one place; names of marks end at theirs.
                let ending = || texts.iter().filter(|t| t.look == Look::Words && t.anchor == "end");
                let axis = ending().map(|t| t.at[0]).fold(f64::INFINITY, f64::min);
                let mut ticks: Vec<f64> = ending().filter(|t| t.at[0] == axis).map(|t| t.at[1]).collect();
                assert!(ticks.len() > 2, "{name}, {}: {ticks:?}", plot.what.id);
                ticks.sort_by(f64::total_cmp);
                // Letters are 12.5 pixels high.
                assert!(ticks.windows(2).all(|pair| pair[1] - pair[0] >= 12.5), "{name}, {}: {ticks:?}", plot.what.id);
            }
        }
    }
}
