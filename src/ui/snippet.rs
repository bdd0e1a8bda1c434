//! What to paste into another page: a frame with the newest prices or with those of today's answer, its address, a plain
//! link, pictures of the chart.

use engine::codec::link;

use super::draw::{Element, Node, el};
use super::pieces::{button, yes};
use super::share::one;
use crate::browser::address;
use crate::page::Page;

/// Something to choose: its word in the address, its label, and the ways by word and label.
type Choice = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What there is to choose.
const CHOICES: [Choice; 3] = [
    ("view", "Shows", &[("answer", "the answer"), ("chart", "answer and chart"), ("full", "everything, with inputs")]),
    ("theme", "Colours", &[("auto", "as the reader\u{2019}s device"), ("light", "light"), ("dark", "dark")]),
    ("background", "Background", &[("paper", "its own"), ("none", "none: what lies behind shows")]),
];

/// What a frame may do: run, open the whole page, save files. Nothing of the page around it.
pub const SANDBOX: &str = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads";

/// The choice, what follows from it, and buttons.
pub fn inside(page: &Page) -> Vec<Node> {
    let here = address::page();
    let keys = keys(page.snippet);
    let pinned = format!("{here}#{keys}&{}", link::write(&page.document));
    let live = format!("{here}#{keys}&{}", link::write_live(&page.document));
    let name = &page.document.name;
    let title = if name.is_empty() { "Rent GPUs or own them" } else { name };
    let copied = &page.copied;
    let picture = |kind: &str, label: &'static str| Node::from(button("export", &format!("{kind} cost-curve"), label));
    let help = "600 pixels of height do for every view; with the script embed/rack-or-rent.js a frame takes the height it needs. In a sandboxed frame the server must send Access-Control-Allow-Origin: *; where it does not, use the file rack-or-rent.html beside this page. docs/embed.md has guides for wikis.";
    let inside = el("div.embedding")
        .child(el("div.choices").children(CHOICES.iter().zip(page.snippet).map(choice)))
        .child(one(
            "embed-live",
            "Frame with the newest prices",
            html(&live, title),
            copied,
            "HTML. Every input stays as it is here; list prices of renting are the newest this page has.",
        ))
        .child(one(
            "embed-pinned",
            "Frame that always says the same",
            html(&pinned, title),
            copied,
            "HTML. The price edition is fixed too.",
        ))
        .child(one(
            "embed-address",
            "Address of that frame",
            pinned,
            copied,
            "For products that ask for an address instead of HTML.",
        ))
        .child(one(
            "embed-link",
            "Plain link",
            format!("{here}#{}", link::write(&page.document)),
            copied,
            "For wikis that show no frames; put a picture of the chart beside it.",
        ))
        .child(el("p.buttons").child(picture("svg", "Chart as SVG")).child(picture("png", "Chart as PNG")))
        .child(el("p.small").text(help));
    vec![inside.into()]
}

/// Takes a choice.
pub fn choose(page: &mut Page, about: &str, text: &str, _: bool) {
    for ((name, _, ways), place) in CHOICES.iter().zip(&mut page.snippet) {
        if *name == about {
            *place = ways.iter().position(|(word, _)| *word == text).unwrap_or(0);
        }
    }
    page.copied.clear();
}

fn choice(((name, label, ways), chosen): (&Choice, usize)) -> Node {
    let options = ways.iter().enumerate().map(|(place, (word, label))| {
        el("option").attr("value", *word).attr("selected", yes(place == chosen)).text(*label).into()
    });
    let id = format!("embed-{name}");
    el("div")
        .child(el("label").attr("for", id.clone()).text(*label))
        .child(el("select data-do=embed").attr("id", id).attr("data-about", *name).children(options))
        .into()
}

/// The page's keys of a choice; what is not said is as it is without it.
fn keys(chosen: [usize; 3]) -> String {
    let mut keys = "embed=1".to_owned();
    for ((name, _, ways), place) in CHOICES.iter().zip(chosen) {
        let word = ways.get(place).map_or("", |(word, _)| word);
        if !matches!(word, "auto" | "paper") {
            keys.extend(["&", name, "=", word]);
        }
    }
    keys
}

fn html(address: &str, title: &str) -> String {
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"600\" frameborder=\"0\" loading=\"lazy\" referrerpolicy=\"no-referrer\" allow=\"clipboard-write\" sandbox=\"{SANDBOX}\"></iframe>",
        escaped(address),
        escaped(title)
    )
}

/// Text as it stands in an attribute.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            letter => out.push(letter),
        }
    }
    out
}

/// The fold's heading.
pub fn heading() -> Element {
    el("span").text("Embed in a wiki, a page or a dashboard")
}
