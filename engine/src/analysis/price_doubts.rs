//! Flags the user's own prices that are far from market prices: reported and asked about, never dropped.
//!
//! In: a scenario and its model. Out: one doubt per price, for quotes, listed offers the user overrides, the user's own
//! book, and the node. Deliberately absent: listed prices, which the guards of the book check.

use crate::inputs::issue::Issue;
use crate::inputs::{Scenario, field};
use crate::model::offers::{Barrier, Billing, Offer, UNNAMED};
use crate::model::{DEAR_USD, Model, node_price};
use crate::number;
use crate::prices::{Class, FAR, PriceBook, Service, is_explained, is_own};
use crate::text::Name;

/// A price that needs a second look.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubt {
    /// The offer it belongs to; `None` for the node.
    pub offer: Option<Name>,
    /// Whether it is so far from the usual price that an answer depending on it is doubtful.
    pub is_far: bool,
    /// What is odd, and the likely cause; `None` if another warning covers it.
    pub issue: Option<Issue>,
}

/// Every doubt about a scenario's prices.
pub fn doubts(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Vec<Doubt> {
    let own = || model.offers.iter().filter_map(|o| Some((o, source(o, scenario, book)?)));
    let far = own().filter_map(|(offer, rows)| of_offer(offer, rows, book, edition));
    let dear = own().filter_map(|(offer, rows)| above_hours(offer, rows, model, book));
    far.chain(dear).chain(of_node(model, scenario, book, edition)).collect()
}

/// The rows that hold a user-defined price, empty for one in the user's price book; `None` for a listed price, an offer
/// that is not counted, and a price that book explains.
fn source(offer: &Offer, scenario: &Scenario, book: &PriceBook) -> Option<&'static [&'static str]> {
    if !offer.counted {
        return None;
    }
    if offer.id.starts_with("quote-") {
        return Some(&["rent.quotes"]);
    }
    if scenario.rent.own_price(&offer.id).is_some() {
        return Some(&["rent.prices"]);
    }
    let explained = || book.offer(&offer.id).is_some_and(|o| is_explained(&o.note));
    (is_own(&offer.id) && !explained()).then_some(&[])
}

fn of_offer(offer: &Offer, rows: &[&'static str], book: &PriceBook, edition: &str) -> Option<Doubt> {
    let usd = offer.price.as_usd_per_gpu_hour();
    let usual = book.usual(edition, &offer.gpu, Class::of(offer.service), "")?;
    let what = || format!("{} at {} USD per GPU-hour", whose(offer, book), price(usd));
    let told =
        |words: String| Doubt { offer: Some(offer.id.clone()), is_far: true, issue: Some(Issue::warning(rows, words)) };
    if usual.is_far_above(usd) {
        return Some(told(format!(
            "{} is less than a fifth of the usual {}. Is it a minimum bid, or a GPU without its host?",
            what(),
            price(usual.usd)
        )));
    }
    usual.is_far_below(usd).then(|| {
        let doubt = told(format!(
            "{} is more than five times the usual {}. Is it the price of a whole instance?",
            what(),
            price(usual.usd)
        ));
        // A quote above any plausible GPU-hour already has a warning.
        let said = usd > DEAR_USD && offer.id.starts_with("quote-");
        Doubt { issue: doubt.issue.filter(|_| !said), ..doubt }
    })
}

/// A commitment or spot offer that costs more than the same provider's on-demand hours of the same GPU.
fn above_hours(offer: &Offer, rows: &[&'static str], model: &Model, book: &PriceBook) -> Option<Doubt> {
    let what = match Class::of(offer.service) {
        Class::Hour => return None,
        Class::Commitment => format!("committed for {} months", number::write(offer.term_months)),
        Class::Spot => "as spot".to_owned(),
    };
    // Equivalent hours: on machines of the same size, and excluded for nothing but being on the list.
    let same = model.offers.iter().filter(|o| {
        o.service == Service::OnDemand
            && o.billing == Billing::PayPerUse
            && o.gpu == offer.gpu
            && o.gpus_per_instance >= offer.gpus_per_instance
            && o.price.as_usd_per_gpu_hour() > 0.0
            && (o.counted || o.barriers.iter().all(|b| *b == Barrier::NotAsked))
            && is_same_provider(&o.provider, &offer.provider)
    });
    let hours = same.map(|o| o.price.as_usd_per_gpu_hour()).reduce(f64::min)?;
    let usd = offer.price.as_usd_per_gpu_hour();
    (usd > hours).then(|| Doubt {
        offer: Some(offer.id.clone()),
        is_far: false,
        issue: Some(Issue::warning(
            rows,
            format!(
                "{} {what} at {} USD per GPU-hour costs more than on demand at {}. Were the two swapped?",
                whose(offer, book),
                price(usd),
                price(hours)
            ),
        )),
    })
}

/// Whether two names denote one provider: equal, or one extends the other, as in `AWS p5, 3 years`.
fn is_same_provider(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(str::to_lowercase);
    let begins = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.chars().next().is_none_or(|sign| !sign.is_alphanumeric()))
    };
    // Unnamed offers may come from any provider.
    a != UNNAMED.to_lowercase() && (begins(&a, &b) || begins(&b, &a))
}

fn of_node(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Option<Doubt> {
    const ROW: &str = "own.node_price_usd";
    let usd = node_price(scenario);
    let gpus = scenario.own.gpus_per_node.value;
    // Machines that cost nothing already exist or are paid for in another line.
    if usd <= 0.0 || !field(ROW).is_some_and(|row| (row.is_relevant)(scenario)) {
        return None;
    }
    // Left over from another GPU's machine.
    if model.warnings.iter().any(|w| w.fields.first() == Some(&ROW)) {
        return None;
    }
    let (low, high) = book.owned_gpu_usd(edition, &scenario.work.gpu)?;
    let (low, high) = (low * gpus, high * gpus);
    let name = book.gpu(&scenario.work.gpu).map_or("", |gpu| gpu.name.as_str());
    let words = if usd * FAR < low {
        format!(
            "A node at {} USD costs less than a fifth of {}, the lowest price in the price book for {} GPUs {name}. Is it the price of one GPU, or of a node without GPUs?",
            price(usd),
            price(low),
            number::write(gpus)
        )
    } else if usd > high * FAR {
        format!(
            "A node at {} USD costs more than five times {}, the highest price in the price book for {} GPUs {name}. Is it the price of all nodes?",
            price(usd),
            price(high),
            number::write(gpus)
        )
    } else {
        return None;
    };
    Some(Doubt { offer: None, is_far: true, issue: Some(Issue::warning(&[ROW], words)) })
}

fn whose(offer: &Offer, book: &PriceBook) -> String {
    let gpu = book.gpu(&offer.gpu).map_or(offer.gpu.as_str(), |gpu| gpu.name.as_str());
    match offer.provider.as_str().strip_prefix(UNNAMED) {
        Some(number) => format!("Your {gpu} offer{number}"),
        None => format!("{}'s {gpu}", offer.provider),
    }
}

/// Dollars with cents; more digits only if cents would show nothing.
fn price(usd: f64) -> String {
    if usd < 0.01 {
        return number::write(usd);
    }
    let text = number::write(libm::round(usd * 100.0) / 100.0);
    match text.split_once('.') {
        Some((_, cents)) if cents.len() == 1 => format!("{text}0"),
        None if usd < 1_000.0 => format!("{text}.00"),
        _ => text,
    }
}
