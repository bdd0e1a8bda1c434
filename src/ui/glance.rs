//! The answer in one line, at the foot of the window while the answer itself is out of sight: whoever types or drags
//! further down sees what it does.

use engine::view::measure::{Measure, costs};
use engine::view::{Piece, Style};

use super::answer::PLACE;
use super::draw::{Node, drawn, el, text};
use super::pieces::{button, figure};
use crate::browser::measure;
use crate::page::Sight;
use crate::state::{AppState, Shown};
use crate::words::glance as words;

/// The line; empty while the answer is seen.
pub fn glance(state: AppState) -> Node {
    drawn(move || if state.page().answer == Sight::Seen { Vec::new() } else { line(state) })
}

/// From now on the page knows whether the answer is seen.
pub fn watch(state: AppState) {
    measure::watch_sight(PLACE, move |seen| {
        let sight = if seen { Sight::Seen } else { Sight::Away };
        if state.is_free() && state.now().answer != sight {
            measure::flag("data-glance", !seen);
            state.edit().answer = sight;
        }
    });
}

#[inline(never)] // a part of the program of its own (scripts/later.txt)
fn line(state: AppState) -> Vec<Node> {
    let Some(shown) = state.shown() else { return Vec::new() };
    let stale = !(state.errors().is_empty() && state.page().unread.is_empty());
    let report = &shown.report;
    let measure = Measure::of(report);
    let [own, rent] = costs(report);
    let costs = [(" ", own, words::TO_OWN), (", ", rent, words::TO_RENT)];
    let costs = costs.into_iter().flat_map(|(before, usd, behind)| {
        let cost = usd.map(|usd| [text(before), figure(measure.cost(usd), measure.style).into(), text(behind)]);
        cost.into_iter().flatten()
    });
    let per = el("span.glance-per").text(format!(" {}", measure.per()));
    let saves = report.outlook.saving_usd.filter(|usd| *usd != 0.0).map(|usd| {
        let side = if usd > 0.0 { words::OWNING_SAVES } else { words::RENTING_SAVES };
        el("span").text(side).child(figure(usd.abs(), Style::UsdShort)).into()
    });
    let class = if stale { "glance stale" } else { "glance" };
    let earlier = stale.then(|| text(words::EARLIER));
    let said =
        el("p").child(el("strong").text(head(&shown))).children(earlier).children(costs).child(per).children(saves);
    let way = button("go", PLACE, words::TO_THE_ANSWER);
    vec![el("aside").class(class).attr("aria-label", words::THE_ANSWER_IN_SHORT).child(said).child(way).into()]
}

/// The words that carry the verdict.
fn head(shown: &Shown) -> String {
    let strong = |piece: &Piece| if let Piece::Strong(words) = piece { Some(words.clone()) } else { None };
    shown.answer.sentence.iter().find_map(strong).unwrap_or_default()
}
