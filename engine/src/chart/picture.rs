//! A plot as a self-contained SVG file: no styles, no fonts, no external references.
//!
//! Colours are those of the light page on white, as attributes; series also differ by dash or hollow bars.

use super::Currency;
use super::scene::{HEIGHT, Kind, Look, Shape, View, Write};
use super::text_metrics::guess;
use crate::number;
use crate::view::plain_text;
use crate::view::plot::Plot;

/// Width of the drawing in a file, in pixels.
const WIDTH: f64 = 880.0;
/// Margin around it.
const EDGE: f64 = 32.0;

/// What a file states about the origin of its figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Meta {
    /// Name of the scenario.
    pub scenario: String,
    /// The verdict.
    pub verdict: String,
    /// Name of the price edition.
    pub prices: String,
    /// Version of the program.
    pub version: &'static str,
    /// Date it is saved.
    pub saved: String,
    /// The currency figures are shown in.
    pub money: Currency,
}

impl Meta {
    /// The full description: what is shown, for which scenario, and where the figures come from.
    pub fn about(&self, plot: &Plot, write: Write) -> String {
        self.about_this(&format!("{}. {}", plot.what.title, plain_text(&plot.takeaway, write)))
    }

    /// The same for a description that is already written.
    pub(super) fn about_this(&self, what: &str) -> String {
        format!("{what}. {} {}", self.verdict, self.origin())
    }

    /// Where the figures come from.
    fn origin(&self) -> String {
        let name = if self.scenario.is_empty() { "unnamed" } else { &self.scenario };
        let saved = format!(
            "Scenario: {name}. Saved {} from Rack or Rent {}, prices: {}.",
            self.saved, self.version, self.prices
        );
        match self.money.code.as_str() {
            "USD" => saved,
            code => format!("{saved} Amounts in {code}, 1 USD = {} {code}.", number::write(self.money.per_usd)),
        }
    }
}

/// The SVG file.
pub fn svg(plot: &Plot, meta: &Meta, write: Write) -> String {
    let scene =
        View { plot, axes: plot, width: WIDTH, height: HEIGHT, cursor: None, money: &meta.money, write }.scene();
    let mut head = String::new();
    let mut y = 30.0;
    let takeaway = plain_text(&plot.takeaway, write);
    let parts: [(&str, &str, f64); 4] = [
        (&takeaway, "font-size=\"18\" font-weight=\"700\" fill=\"#1a2127\"", 18.0),
        (plot.what.title, "fill=\"#1a2127\"", 12.5),
        (&meta.verdict, "fill=\"#4d5963\"", 12.5),
        (plot.note, "fill=\"#4d5963\"", 12.5),
    ];
    for (words, look, size) in parts {
        y = lines(&mut head, words, look, size, y);
    }
    let top = y;
    let mut body = String::new();
    for shape in scene.shapes.iter().filter(|s| s.look != Look::Leads) {
        draw(&mut body, shape);
    }
    let mut foot = String::new();
    let end = lines(&mut foot, &meta.origin(), "font-size=\"11.5\" fill=\"#4d5963\"", 11.5, top + scene.height + 24.0);
    let (width, height) = (number::write(WIDTH + 2.0 * EDGE), number::write(end + 4.0));
    let (title, about) = (safe(plot.what.title), safe(&meta.about(plot, write)));
    let (edge, top) = (number::write(EDGE), number::write(top));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" font-family=\"Arial, Helvetica, sans-serif\" font-size=\"12.5\">\n<title>{title}</title>\n<desc>{about}</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{head}<g transform=\"translate({edge} {top})\">\n{body}</g>\n{foot}</svg>\n"
    )
}

/// Writes text in lines as wide as the file. Returns the y position of the next line.
fn lines(out: &mut String, words: &str, look: &str, size: f64, mut y: f64) -> f64 {
    let mut put = |line: &str, y: f64| {
        element(out, "text", &mut [("x", EDGE), ("y", y)].into_iter(), look, Some(line));
    };
    let mut line = String::new();
    for word in words.split(' ').filter(|w| !w.is_empty()) {
        if !line.is_empty() && guess(&line) + guess(word) > WIDTH * 12.5 / size {
            put(&line, y);
            line.clear();
            y += size * 1.4;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if line.is_empty() {
        return y;
    }
    put(&line, y);
    y + size * 1.4 + 4.0
}

/// Colour and dash of a series.
fn of(series: &str) -> (&'static str, &'static str) {
    match series {
        "own" | "high" => ("#a8480a", ""),
        "hour" | "low" => ("#0d5c8c", "9 5"),
        "commit" => ("#2c6b2f", "2 5"),
        "mix" => ("#6b3fa0", "12 4 2 4"),
        _ => ("#1a2127", ""),
    }
}

/// Attributes of the looks, in their order; `*` is the colour of the series. Bars of series with a dash are hollow.
/// Links are not drawn in a file.
const LOOKS: [&str; 14] = [
    "stroke=\"#dcd8ce\"",
    "stroke=\"#4d5963\"",
    "fill-opacity=\"0.06\"",
    "fill=\"*\" fill-opacity=\"0.13\"",
    "fill=\"none\" stroke=\"*\" stroke-width=\"2.5\"",
    "fill=\"*\" stroke=\"*\"",
    "stroke=\"#1a2127\" stroke-dasharray=\"3 4\"",
    "fill=\"*\"",
    "fill=\"#ffffff\" stroke=\"*\" stroke-width=\"2\"",
    "fill=\"none\" stroke=\"*\"",
    "fill=\"#4d5963\"",
    "fill=\"*\" font-weight=\"700\"",
    "fill=\"*\" font-weight=\"700\"",
    "stroke=\"#1a2127\" stroke-width=\"2\"",
];

fn draw(out: &mut String, shape: &Shape) {
    let (colour, dash) = of(shape.of);
    let hollow = shape.look == Look::Bar && !dash.is_empty();
    let look = if hollow { Look::Dot } else { shape.look };
    let mut look = LOOKS.get(look as usize).copied().unwrap_or_default().split('*').collect::<Vec<_>>().join(colour);
    if shape.look == Look::Line && !dash.is_empty() {
        look = format!("{look} stroke-dasharray=\"{dash}\"");
    }
    let look = match shape.kind {
        Kind::Path => format!("d=\"{}\" {look}", shape.words),
        Kind::Words => format!("text-anchor=\"{}\" {look}", shape.anchor),
        _ => look,
    };
    let words = (shape.kind == Kind::Words).then_some(shape.words.as_str());
    element(out, shape.tag(), &mut shape.numbers(), &look, words);
}

fn element(
    out: &mut String,
    tag: &str,
    numbers: &mut dyn Iterator<Item = (&'static str, f64)>,
    look: &str,
    words: Option<&str>,
) {
    let mut put = |parts: &[&str]| parts.iter().for_each(|part| out.push_str(part));
    put(&["<", tag]);
    for (name, value) in numbers {
        // Tenths of a pixel, without floating-point residue.
        put(&[" ", name, "=\"", &number::write(libm::round(value * 10.0) / 10.0), "\""]);
    }
    put(&[" ", look]);
    match words {
        Some(words) => put(&[">", &safe(words), "</", tag, ">\n"]),
        None => put(&["/>\n"]),
    }
}

/// Text as allowed in XML: no markup, no forbidden characters.
fn safe(text: &str) -> String {
    let mut safe = String::new();
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}
