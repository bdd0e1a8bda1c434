//! What to paste into another page: a frame with the newest prices or with those of today's answer, its address, a plain
//! link, pictures of the chart.

use engine::codec::link;

use super::draw::{Element, Node, el};
use super::pieces::{button, yes};
use super::share::one;
use crate::browser::address;
use crate::page::Page;
use crate::state::sealed;
use crate::words::snippet as words;

/// Something to choose: its word in the address, its label, and the ways by word and label.
type Choice = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What there is to choose.
const CHOICES: [Choice; 3] = [
    (
        "view",
        words::SHOWS,
        &[("answer", words::THE_ANSWER), ("chart", words::ANSWER_AND_CHART), ("full", words::EVERYTHING_WITH_INPUTS)],
    ),
    ("theme", words::COLOURS, &[("auto", words::AS_THE_READERS_DEVICE), ("light", "light"), ("dark", "dark")]),
    ("background", words::BACKGROUND, &[("paper", words::ITS_OWN), ("none", words::NONE_WHAT_LIES_BEHIND_SHOWS)]),
];

/// What a frame may do: run, open the whole page, save files. Nothing of the page around it.
pub const SANDBOX: &str = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads";

/// The choice, what follows from it, and buttons.
pub fn inside(page: &Page) -> Vec<Node> {
    let (here, framed) = (address::page(), address::for_frames());
    let keys = keys(page.snippet);
    let whole = link::write(&sealed(&page.document));
    let pinned = format!("{framed}#{keys}&{whole}");
    let live = format!("{framed}#{keys}&{}", link::write_live(&page.document));
    let name = &page.document.name;
    let title = if name.is_empty() { words::RENT_GPUS_OR_OWN_THEM } else { name };
    let copied = &page.copied;
    let picture = |kind: &str, label: &'static str| Node::from(button("export", &format!("{kind} cost-curve"), label));
    let help = words::N_600_PIXELS_OF_HEIGHT_DO_FOR;
    let inside = el("div.embedding")
        .child(el("div.choices").children(CHOICES.iter().zip(page.snippet).map(choice)))
        .child(one(
            "embed-live",
            words::FRAME_WITH_THE_NEWEST_PRICES,
            html(&live, title),
            copied,
            words::HTML_EVERY_INPUT_STAYS_AS_IT,
        ))
        .child(one(
            "embed-pinned",
            words::FRAME_THAT_ALWAYS_SAYS_THE_SAME,
            html(&pinned, title),
            copied,
            words::HTML_THE_PRICE_EDITION_IS_FIXED,
        ))
        .child(one("embed-address", words::ADDRESS_OF_THAT_FRAME, pinned, copied, words::FOR_PRODUCTS_THAT_ASK_FOR_AN))
        .child(one(
            "embed-link",
            words::PLAIN_LINK,
            format!("{here}#{whole}"),
            copied,
            words::FOR_WIKIS_THAT_SHOW_NO_FRAMES,
        ))
        .child(el("p.buttons").child(picture("svg", words::CHART_AS_SVG)).child(picture("png", words::CHART_AS_PNG)))
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
    el("span").text(words::EMBED_IN_A_WIKI_A_PAGE)
}
