//! The verdict as a sentence, what would turn it, and the indifference price.

use super::badge::Badge;
use super::cost_unit::{Measure, after_tax, costs};
use super::entered::{of_the_entered, share_of_entered};
use super::figure_links::KeyFigure;
use super::no_bridge::{nothing_bridges, unbridged};
use super::phrases::{assumptions, offer_name, span};
use super::target_price::indifference;
use super::what_changes::{quote_that_decides, turns};
use super::{Piece, Style, words};
use crate::inputs::bill::PRICE;
use crate::inputs::field;
use crate::model::offers::Barrier;
use crate::number;
use crate::report::{OfferResult, Report, VerdictKind};
use crate::units::count;

/// What the first screen says.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How sure: `clear`, `leaning`, `too close`, `doubtful price`; or that a warning stands.
    pub badge: Badge,
    /// Whether a price that was not entered carries the answer: that of a node, or the one the work was computed from.
    pub on_assumed_prices: bool,
    /// Whether the offer of the verdict can be had only as long as its provider has some to book.
    pub not_promised: bool,
    /// The sentence.
    pub sentence: Vec<Piece>,
    /// The same without the two costs, for a place where these stand beside it.
    pub headline: Vec<Piece>,
    /// What would turn it.
    pub turns: Vec<Piece>,
    /// Rent below this price, own above it.
    pub indifference: Vec<Piece>,
    /// What else to know before deciding: where a steady year, or another end of the horizon, has another winner.
    pub caveats: Vec<Vec<Piece>>,
    /// How busy the GPUs are, and what is missing or spare.
    pub busy: Vec<Piece>,
    /// What the answer stands on, where nobody typed it.
    pub assumed: Vec<Piece>,
}

/// The words of a report. `gpu` is the GPU's name; `node_price_usd` the price in the form.
pub fn answer(report: &Report, gpu: &str, node_price_usd: f64) -> Answer {
    Answer {
        badge: Badge::for_report(report),
        on_assumed_prices: on_assumed_prices(report),
        not_promised: not_promised(report),
        sentence: sentence(report, gpu, node_price_usd),
        headline: headline(report, gpu, node_price_usd),
        turns: turns(report, node_price_usd),
        indifference: indifference(report),
        caveats: super::caveats::caveats(report),
        busy: busy(report),
        assumed: assumed(report),
    }
}

/// Whether a price that was not entered carries the answer: that of a node, or the one the work was computed from.
pub fn on_assumed_prices(report: &Report) -> bool {
    report.verdict.assumed.is_some() || report.verdict.work_assumed_from.contains(&PRICE)
}

/// Whether the offer of the verdict can be had only as long as its provider has some to book.
pub fn not_promised(report: &Report) -> bool {
    report.cheapest().is_some_and(|offer| super::phrases::renewal(offer).is_some())
}

fn sentence(report: &Report, gpu: &str, node_price_usd: f64) -> Vec<Piece> {
    let measure = Measure::of(report);
    let (to_own, to_rent) =
        (|usd: f64| measure.opens(usd, KeyFigure::OwnCost), |usd: f64| measure.opens(usd, KeyFigure::RentCost));
    let [own, rent] = costs(report);
    let cheapest = report.cheapest();
    let name = rival_name(report);
    let gpus = Piece::Figure(report.hours.gpus, Style::Count);
    if let Some(undone) = &report.verdict.undone {
        let name = report.offers.iter().find(|o| o.id == undone.offer).map(offer_name).unwrap_or_default();
        return super::no_bridge::undecided(report, undone, &name);
    }
    if nothing_bridges(report) {
        return unbridged(report);
    }
    match (report.verdict.kind, own, rent) {
        (VerdictKind::Own, Some(own), Some(rent)) => {
            let mut pieces = vec![Piece::Strong(own_head(report)), words(" "), gpus, words(format!(" {gpu}"))];
            pieces.extend(rented_share(report));
            pieces.push(words(" cost "));
            pieces.extend([
                to_own(own),
                words(format!(" {} against ", measure.per())),
                to_rent(rent),
                words(format!(" for {name}, {}: ", cheapest.map_or("", |o| standing(o)))),
            ]);
            pieces.extend(less(report));
            pieces
        }
        (VerdictKind::Rent | VerdictKind::Commit | VerdictKind::NeverPays, _, Some(rent))
            if report.own.unserved_gpu_hours > 0.0 =>
        {
            let head = if report.verdict.kind == VerdictKind::Rent { "Rent" } else { "Commit" };
            let mut pieces = vec![Piece::Strong(head.into()), words(format!(" {name}: ")), to_rent(rent)];
            pieces.extend([
                words(format!(" {}. ", measure.per())),
                gpus,
                words(format!(" owned {gpu} cannot do all this work, and no eligible hourly offer covers the rest: ")),
            ]);
            pieces.extend([
                Piece::Figure(report.own.unserved_gpu_hours / 12.0, Style::Count),
                words(" GPU-hours per month would remain undone."),
            ]);
            pieces
        }
        (VerdictKind::Rent | VerdictKind::Commit | VerdictKind::NeverPays, Some(own), Some(rent)) => {
            let never = report.verdict.kind == VerdictKind::NeverPays;
            let head = if never {
                "Owning never pays"
            } else if report.verdict.kind == VerdictKind::Rent {
                "Rent"
            } else {
                "Commit"
            };
            let mut pieces = vec![
                Piece::Strong(head.into()),
                words(if never { format!(" against {name}: ") } else { format!(" {name}: ") }),
            ];
            pieces.extend([
                to_rent(rent),
                words(format!(" {} against ", measure.per())),
                to_own(own),
                words(" to own "),
                gpus,
                words(format!(" {gpu}, ")),
            ]);
            pieces.extend(less(report));
            pieces
        }
        (VerdictKind::TooClose, Some(own), Some(rent)) => too_close(report, own, rent, &name, node_price_usd),
        (VerdictKind::NoWork, ..) => vec![
            Piece::Strong("No work, so no cost per productive GPU-hour.".into()),
            words(" Owning "),
            gpus,
            words(format!(" {gpu} costs ")),
            Piece::Figure(report.own.usd_per_year, Style::UsdShort),
            words(" per year regardless."),
        ],
        (VerdictKind::Unserved, ..) => vec![
            Piece::Strong("No option covers all the work.".into()),
            words(" The owned machines fall short, and no eligible offer covers the rest: "),
            Piece::Figure(report.own.unserved_gpu_hours / 12.0, Style::Count),
            words(" GPU-hours per month remain undone."),
        ],
        (_, own, _) => vec![
            Piece::Strong("Nothing to compare with.".into()),
            words(if only_own_without_price(report) {
                " Only your own offers are compared, and none of them has a price. Owning "
            } else {
                " No offer meets these requirements. Owning "
            }),
            gpus,
            words(format!(" {gpu} costs ")),
            own.map_or(Piece::Figure(report.own.usd_per_year, Style::UsdShort), to_own),
            words(if own.is_some() { format!(" {}.", measure.per()) } else { " a year.".to_owned() }),
        ],
    }
}

/// The sentence for a place where both costs stand beside it.
fn headline(report: &Report, gpu: &str, node_price_usd: f64) -> Vec<Piece> {
    let compares = report.outlook.saving_usd.is_some() && report.own.unserved_gpu_hours <= 0.0;
    let (Some(usd), true) = (report.verdict.difference_usd, compares) else {
        return sentence(report, gpu, node_price_usd);
    };
    let name = rival_name(report);
    let by = |style: Style| {
        let (usd, share) = (Piece::LinkedFigure(usd, Style::UsdShort, KeyFigure::Saving), saved_share(report));
        [usd, words(" ("), Piece::LinkedFigure(share, style, KeyFigure::Saving), words(")")]
    };
    let over = span(report.outlook.months);
    let value = format!("at present value{}", after_tax(report));
    let mut pieces = match report.verdict.kind {
        VerdictKind::Own => {
            let mut pieces = vec![Piece::Strong(own_head(report)), words(format!(" Over {over} that costs "))];
            pieces.extend(by(Style::Percent));
            pieces.push(words(format!(" less, {value}, than renting from {name}, ")));
            pieces.push(words(report.cheapest().map_or("", standing)));
            if let Some(share) = overflow_share(report) {
                pieces.extend([words("; "), Piece::Figure(share, Style::Percent)]);
                pieces.push(words(" of the work is rented by the hour"));
            }
            pieces
        }
        VerdictKind::Rent | VerdictKind::Commit => {
            let head = if report.verdict.kind == VerdictKind::Rent { "Rent" } else { "Commit" };
            let mut pieces = vec![Piece::Strong(head.into()), words(format!(" {name}: "))];
            pieces.extend(by(Style::Percent));
            pieces.push(words(format!(" less over {over}, {value}, than owning")));
            pieces
        }
        VerdictKind::NeverPays => {
            let mut pieces =
                vec![Piece::Strong("Owning never pays".into()), words(format!(" against {name}, which costs "))];
            pieces.extend(by(Style::Percent));
            pieces.push(words(format!(" less over {over}, {value}")));
            pieces
        }
        VerdictKind::TooClose => {
            let side = if report.outlook.saving_usd.is_some_and(|usd| usd > 0.0) {
                format!("owning costs less than renting from {name}")
            } else {
                format!("renting from {name} costs less than owning")
            };
            let mut pieces = vec![
                Piece::Strong("Too close to call.".into()),
                words(format!(" Over {over} {side}, {value}, but only by ")),
            ];
            pieces.extend(by(Style::PercentFine));
            if usd < report.verdict.allowance_usd {
                pieces.extend([
                    words("; unconfirmed inputs could shift this by "),
                    Piece::Figure(report.verdict.allowance_usd, Style::UsdShort),
                    words(" either way"),
                ]);
            }
            pieces.extend(decides(report, node_price_usd));
            return pieces;
        }
        _ => return sentence(report, gpu, node_price_usd),
    };
    pieces.push(words("."));
    pieces
}

/// The offer of the verdict in the middle of a sentence.
fn rival_name(report: &Report) -> String {
    let name = report.cheapest().map(offer_name).unwrap_or_default();
    // An offer without a name of its own is "your offer".
    name.strip_prefix("Your offer").map_or_else(|| name.clone(), |rest| format!("your offer{rest}"))
}

/// Share of the work from which on the rented part belongs into the first words.
const MUCH_IS_RENTED: f64 = 0.25;

/// "Own.", or "Own 24, rent the rest." where much of the work stays rented.
fn own_head(report: &Report) -> String {
    let plan = &report.outlook.own;
    // What is rented until delivery ends with it.
    let waiting = count(report.outlook.lead_months) / count(report.outlook.months);
    if plan.gpu_hours > 0.0 && plan.elsewhere_gpu_hours / plan.gpu_hours - waiting >= MUCH_IS_RENTED {
        return format!("Own {}, rent the rest.", number::write(report.hours.gpus));
    }
    "Own.".to_owned()
}

/// Whether nothing counts because the user compares with own offers alone and none of them can be used.
fn only_own_without_price(report: &Report) -> bool {
    let out = |offer: &OfferResult| {
        offer.reasons.iter().any(|reason| matches!(reason.barrier, Barrier::NotAsked | Barrier::NoPrice))
    };
    report.offers.iter().all(out)
        && report.offers.iter().any(|o| o.reasons.iter().any(|r| r.barrier == Barrier::NotAsked))
}

/// Inputs that cannot be known in advance.
const OF_THE_FUTURE: [&str; 3] = ["own.residual_decades_per_year", "own.residual_share", "own.other_residual_share"];

/// What on its own would change the answer: an unquoted node price close to the flip point, then the strongest unconfirmed
/// input that flips it within its range, those that can be found out before those that cannot.
fn decides(report: &Report, node_price_usd: f64) -> Vec<Piece> {
    if let Some(flip) = quote_that_decides(report, node_price_usd) {
        let side = if flip > node_price_usd { ". A node over " } else { ". A node under " };
        return vec![
            words(side),
            Piece::LinkedFigure(flip, Style::Usd, KeyFigure::NodePrice),
            words(" alone changes the answer: get a quote first."),
        ];
    }
    let turns = || report.drivers.iter().filter(|d| d.unconfirmed && d.flips);
    let known = turns().find(|d| !OF_THE_FUTURE.contains(&d.field));
    let label = |id: &str| field(id).map_or(id, |row| row.label).to_owned();
    vec![words(match (known, turns().next()) {
        (Some(found), _) => {
            format!(". \u{201c}{}\u{201d} alone can change the answer: check this first.", label(found.field))
        }
        (None, Some(open)) => {
            format!(". \u{201c}{}\u{201d} alone can change the answer, and it cannot be known yet.", label(open.field))
        }
        (None, None) => ".".to_owned(),
    })]
}

fn too_close(report: &Report, own: f64, rent: f64, offer: &str, node_price_usd: f64) -> Vec<Piece> {
    let measure = Measure::of(report);
    let mut pieces = vec![
        Piece::Strong("Too close to call.".into()),
        words(" Own at "),
        measure.opens(own, KeyFigure::OwnCost),
        words(" and rent at "),
        measure.opens(rent, KeyFigure::RentCost),
        words(format!(
            " {} from {offer}: over {}{} {} costs ",
            measure.per(),
            span(report.outlook.months),
            after_tax(report),
            if report.outlook.saving_usd.is_some_and(|usd| usd > 0.0) { "owning" } else { "renting" }
        )),
    ];
    let verdict = &report.verdict;
    let by = verdict.difference_usd.unwrap_or(0.0);
    pieces.extend([
        Piece::LinkedFigure(by, Style::UsdShort, KeyFigure::Saving),
        words(" ("),
        Piece::LinkedFigure(saved_share(report), Style::PercentFine, KeyFigure::Saving),
        words(") less"),
    ]);
    if by < verdict.allowance_usd {
        pieces.extend([
            words("; unconfirmed inputs could shift this by "),
            Piece::Figure(verdict.allowance_usd, Style::UsdShort),
            words(" either way"),
        ]);
    } else {
        pieces.push(words(", within the margin of error of such estimates"));
    }
    pieces.extend(decides(report, node_price_usd));
    pieces
}

/// What part of the work is rented where the owned machines cannot do it all.
fn rented_share(report: &Report) -> Vec<Piece> {
    let Some(share) = overflow_share(report) else { return Vec::new() };
    vec![words(", and "), Piece::Figure(share, Style::Percent), words(" of the work rented by the hour,")]
}

fn overflow_share(report: &Report) -> Option<f64> {
    let over = report.own.overflow_gpu_hours;
    // Without a queue: what waits is not rented.
    (over > 0.0 && report.outlook.own.elsewhere_gpu_hours > 0.0).then_some(over / report.hours.wanted_gpu_hours)
}

/// How an offer came into the comparison.
fn standing(offer: &OfferResult) -> &'static str {
    if offer.reasons.is_empty() {
        "the cheapest that can do this job"
    } else {
        "which you included although it does not meet your requirements"
    }
}

fn less(report: &Report) -> Vec<Piece> {
    let verdict = &report.verdict;
    let (Some(usd), Some(_)) = (verdict.difference_usd, verdict.difference_share) else { return Vec::new() };
    vec![
        Piece::LinkedFigure(usd, Style::UsdShort, KeyFigure::Saving),
        words(" ("),
        Piece::LinkedFigure(saved_share(report), Style::Percent, KeyFigure::Saving),
        words(format!(") less over {}, at present value{}.", span(report.outlook.months), after_tax(report))),
    ]
}

/// What the cheaper side costs less, as a share of what the dearer one does.
fn saved_share(report: &Report) -> f64 {
    let outlook = &report.outlook;
    let dearer = outlook.own.present_value_usd.max(outlook.rent.as_ref().map_or(0.0, |r| r.present_value_usd));
    report.verdict.difference_usd.filter(|_| dearer > 0.0).map_or(0.0, |usd| usd / dearer)
}

/// How busy the GPUs are, and what is missing or spare.
pub fn busy(report: &Report) -> Vec<Piece> {
    let hours = &report.hours;
    let mut pieces = vec![
        words("Busy "),
        Piece::Figure(hours.wanted_busy_share, Style::PercentFine),
        words(" of the time for "),
        Piece::Figure(report.work_per_month(), Style::Count),
        words(" productive GPU-hours per month on "),
        Piece::Figure(hours.gpus, Style::Count),
        words(" GPUs"),
    ];
    if let Some(further) = report.own.further {
        pieces.extend([
            words(", "),
            Piece::Figure(further.nodes, Style::Count),
            words(if further.nodes == 1.0 {
                " additional node among them: with it"
            } else {
                " additional nodes among them: with them"
            }),
        ]);
        if further.done_without {
            pieces.extend([
                words(" owning costs "),
                Piece::Figure(further.without_usd - further.present_value_usd, Style::UsdShort),
                words(" less over the horizon than renting what they do"),
            ]);
        } else {
            pieces.push(words(" work is done that would otherwise remain undone"));
        }
    }
    if report.own.overflow_gpu_hours > 0.0 || report.own.unserved_gpu_hours > 0.0 {
        let over = report.own.overflow_gpu_hours + report.own.unserved_gpu_hours;
        pieces.extend([
            words("; they can be busy "),
            Piece::Figure(hours.ceiling_busy_share, Style::PercentFine),
            words(", so "),
            Piece::Figure(over / 12.0, Style::Count),
            words(if report.own.unserved_gpu_hours > 0.0 {
                " GPU-hours per month remain undone."
            } else {
                " GPU-hours per month are rented by the hour."
            }),
        ]);
        return pieces;
    }
    let turning = report.outlook.turning.as_ref().filter(|t| t.own_above && t.until_busy_share.is_none());
    if let Some(at) = turning.and_then(|t| t.busy_share) {
        let spare = share_of_entered(report) - at;
        pieces.push(words(format!("; break-even over {} at ", span(report.outlook.months))));
        pieces.push(Piece::Figure(at, Style::PercentFine));
        pieces.extend(of_the_entered(report));
        pieces.extend([
            words("; "),
            Piece::Figure(spare.abs() * 100.0, Style::Count),
            words(if (spare.abs() * 100.0).round() == 1.0 { " percentage point" } else { " percentage points" }),
            words(if spare >= 0.0 { " to spare" } else { " short" }),
        ]);
    }
    pieces.push(words("."));
    pieces
}

/// What the answer stands on, where nobody typed it.
pub fn assumed(report: &Report) -> Vec<Piece> {
    with_assumed_work(report, assumed_node_price(report))
}

/// The same where the answer is not about the GPUs that were entered: of no share of what owning those would cost.
///
/// `buys`: whether one of the two plans that lead does, so that the price of a node counts.
pub fn assumed_of_plans(report: &Report, buys: bool) -> Vec<Piece> {
    let price = report.verdict.assumed.as_ref().filter(|_| buys).map(|assumed| {
        let day = if assumed.as_of.is_empty() { String::new() } else { format!(", of {}", assumed.as_of) };
        words(format!("The node price is an assumption{day}. Enter your own quote."))
    });
    with_assumed_work(report, price.into_iter().collect())
}

fn with_assumed_work(report: &Report, mut pieces: Vec<Piece>) -> Vec<Piece> {
    let work = assumed_work(report);
    if !pieces.is_empty() && !work.is_empty() {
        pieces.push(words(" "));
    }
    pieces.extend(work);
    pieces
}

fn assumed_node_price(report: &Report) -> Vec<Piece> {
    let Some(assumed) = &report.verdict.assumed else { return Vec::new() };
    let mut pieces = vec![words("The node price is an assumption")];
    if !assumed.as_of.is_empty() {
        pieces.push(words(format!(", of {}", assumed.as_of)));
    }
    pieces.extend([
        words(", and makes up "),
        Piece::Figure(assumed.share_of_own_cost, Style::Percent),
        words(" of the cost of owning. Enter your own quote."),
    ]);
    pieces
}

/// Names the price and the assumed rows behind work that was set from the bill.
fn assumed_work(report: &Report) -> Vec<Piece> {
    let rows = &report.verdict.work_assumed_from;
    let Some(plan) = report.present.as_ref().filter(|_| !rows.is_empty()) else { return Vec::new() };
    vec![
        words("The work is what the bill pays for at "),
        Piece::Figure(plan.usd_per_month / plan.paid_gpu_hours_per_month, Style::UsdPerHour),
        words(format!(" per GPU-hour. {}", assumptions(rows))),
    ]
}
