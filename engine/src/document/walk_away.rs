//! The walk-away sheet: for each provider, and for the vendor of nodes, the price at which the offer would win. Half a page, to be mailed.

use super::memo::{Memo, MemoOf};
use super::{Block, WordTable};
use crate::analysis::walk_away::WalkAway;
use crate::units::Unit;
use crate::view::phrases::{bills, span};
use crate::view::plan_words::{doing, gpus_there};
use crate::view::template::filled;
use crate::view::{Piece, Style, words};

/// Providers on the sheet, at most: with them it has half a page.
const PROVIDERS: usize = 8;

/// The sheet; nothing without a recommended plan. `found`: the prices at which offers would win.
pub fn walk_away_sheet(of: MemoOf, found: &[WalkAway]) -> Option<Memo> {
    let best = of.plans.recommended()?;
    let plan = doing(of.report, best, gpus_there(&of.plans.plans));
    let slots = [
        ("plan", words(plan)),
        ("usd", Piece::Figure(best.present_value_usd, Style::UsdShort)),
        ("over", words(span(of.report.outlook.months))),
        (
            "work",
            words((of.write)(libm::round(of.subject.scenario.work.gpu_hours_per_month.value), Unit::GpuHoursPerMonth)),
        ),
    ];
    let text = "Offers are measured against {plan}, which costs {usd} over {over} at present value, for {work}. Each price is for all of the work, everything else as it is.";
    let mut blocks = vec![Block::Paragraph(filled(text, &slots))];
    let rows: Vec<Vec<Piece>> = found.iter().take(PROVIDERS).map(|offer| row(offer, of)).collect();
    if !rows.is_empty() {
        blocks.push(Block::Table(WordTable {
            title: "Prices at which an offer wins",
            heads: vec!["Provider", "Offer", "Billed", "GPU-hour now", "Wins below", "Change"],
            rows,
        }));
    }
    blocks.extend(node(of).map(Block::Paragraph));
    let named = [of.words.title.as_str(), of.name].into_iter().map(str::trim).find(|text| !text.is_empty());
    let title = named.map_or_else(|| "Walk-away prices".to_owned(), |name| format!("Walk-away prices: {name}"));
    Some(Memo { title, blocks })
}

fn row(offer: &WalkAway, of: MemoOf) -> Vec<Piece> {
    // Rounded down: at the price on the sheet the offer wins. Fine enough to agree with the same price where it is rounded to cents.
    let fine = |usd: f64| libm::floor(usd * 1e4) / 1e4;
    let billed = of.report.offers.iter().find(|found| found.id == offer.offer).map(bills).unwrap_or_default();
    let wins = offer.wins_below_usd.map(fine).filter(|usd| *usd > 0.0);
    vec![
        words(offer.provider.clone()),
        words(offer.name.clone()),
        words(billed),
        Piece::Figure(offer.now_usd, Style::UsdPerHour),
        wins.map_or_else(|| words("at no price"), |usd| Piece::Figure(usd, Style::UsdFine)),
        wins.map_or_else(|| words(""), |usd| Piece::Figure(usd / offer.now_usd - 1.0, Style::PercentFine)),
    ]
}

/// The price of a node at which both plans cost the same.
fn node(of: MemoOf) -> Option<Vec<Piece>> {
    let pair = of.weighed.pair.as_ref()?;
    let price = pair.node_price.as_ref()?;
    let buys = price.cheaper_above != pair.plan;
    let slots = [("usd", Piece::Figure(price.usd?, Style::Usd)), ("now", Piece::Figure(price.now_usd, Style::Usd))];
    let text = if buys {
        "For the vendor of the nodes: above {usd} a node, {now} now, we would not buy."
    } else {
        "For the vendor of the nodes: below {usd} a node, {now} now, we would buy."
    };
    Some(filled(text, &slots))
}
