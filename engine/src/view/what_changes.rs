//! What would change the answer, in a sentence.

use super::cost_unit::grows;
use super::entered::{of_the_entered, share_of_entered};
use super::figure_links::KeyFigure;
use super::no_bridge::nothing_bridges;
use super::phrases::span;
use super::{Piece, Style, words};
use crate::report::{Report, VerdictKind};

/// How near a node price that changes the answer must be to be the first thing to find out.
const NEAR: f64 = 0.3;

/// The price of a node that alone decides, if it is close and the present price is no quote.
pub(super) fn quote_that_decides(report: &Report, node_price_usd: f64) -> Option<f64> {
    let near = |flip: &f64| node_price_usd > 0.0 && (flip / node_price_usd - 1.0).abs() < NEAR;
    report.verdict.node_price_flip_usd.filter(near).filter(|_| report.verdict.assumed.is_some())
}

/// Whether renting costs less at any use.
fn never(report: &Report) -> bool {
    report.outlook.turning.as_ref().is_some_and(|t| t.busy_share.is_none() && !t.own_above)
}

/// At which use the answer turns: by the verdict's own reckoning, over the horizon.
fn use_that_turns(report: &Report) -> Option<Vec<Piece>> {
    let verdict = &report.verdict;
    let turning = report.outlook.turning.as_ref()?;
    let over = span(report.outlook.months);
    let here = share_of_entered(report);
    let wins = verdict.kind == VerdictKind::Own;
    let Some(at) = turning.busy_share else {
        return match (wins, turning.own_above) {
            (_, true) => Some(vec![words(format!("Over {over} owning costs less however busy they are"))]),
            (_, false) => Some(vec![words(format!("Over {over} owning costs more however busy they are"))]),
        };
    };
    let at = Piece::LinkedFigure(at, Style::PercentFine, KeyFigure::BreakEvenShare);
    // The busy share of work that grows is that of its first month.
    let start = if grows(report) { " at the start" } else { "" };
    if wins {
        let side = if turning.own_above {
            "Rent instead if they are busy under "
        } else {
            "Commit instead if they are busy over "
        };
        let mut pieces = vec![words(side), at, words(start)];
        pieces.extend(of_the_entered(report));
        if let Some(until) = turning.until_busy_share {
            pieces.extend([words(", commit instead if over "), Piece::Figure(until, Style::PercentFine)]);
        }
        return Some(pieces);
    }
    let side = if turning.own_above { "from" } else { "up to" };
    let mut pieces = vec![words(format!("Over {over} owning pays {side} ")), at];
    if let Some(until) = turning.until_busy_share {
        pieces.extend([words(" to "), Piece::Figure(until, Style::PercentFine)]);
    }
    pieces.push(words(format!(" busy{start}")));
    pieces.extend(of_the_entered(report));
    // More work than there are hours is no share of the time.
    if here > 1.0 {
        pieces.push(words(" (you: more than all of the time)"));
    } else {
        pieces.extend([words(" (you: "), Piece::Figure(here, Style::PercentFine), words(")")]);
    }
    Some(pieces)
}

/// What would change the answer: the use, and the price of a node.
pub(super) fn turns(report: &Report, node_price_usd: f64) -> Vec<Piece> {
    let verdict = &report.verdict;
    if report.own.unserved_gpu_hours > 0.0 || verdict.undone.is_some() || nothing_bridges(report) {
        return Vec::new(); // owning does less work: its cost compares with nothing
    }
    let Some(mut pieces) = use_that_turns(report) else { return Vec::new() };
    // If owning never pays, a more expensive node changes nothing; only a cheaper one is named.
    let said = verdict.kind == VerdictKind::TooClose && quote_that_decides(report, node_price_usd).is_some();
    let flip = verdict.node_price_flip_usd.filter(|flip| !said && (!never(report) || *flip < node_price_usd));
    if let Some(flip) = flip {
        let always = report.outlook.turning.as_ref().is_some_and(|t| t.busy_share.is_none());
        let side = match verdict.kind {
            _ if never(report) => ". It would take a node under ",
            VerdictKind::Own if always => ", unless a node costs over ",
            VerdictKind::Own => ", or a node costs over ",
            // Too close, and owning is ahead.
            _ if flip > node_price_usd => ", as long as a node costs under ",
            _ if always => ". It would take a node under ",
            _ => ", or with a node under ",
        };
        pieces.extend([
            words(side),
            Piece::LinkedFigure(flip, Style::Usd, KeyFigure::NodePrice),
            words(" (you: "),
            Piece::Figure(node_price_usd, Style::Usd),
            words(")"),
        ]);
    }
    pieces.push(words("."));
    pieces
}
