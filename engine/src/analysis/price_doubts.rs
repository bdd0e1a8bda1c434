//! Prices of the user's own that are far from what such things cost: remarked on and asked about, never dropped.
//!
//! In: a scenario and its model. Out: one doubt for each price, of quotes, of listed offers that the user knows better, of the
//! user's own book, and of the node. Deliberately absent: listed prices, which the guards of the book look at.

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
    /// The offer that has it; nothing for the node.
    pub offer: Option<Name>,
    /// Whether it is so far from the usual price that an answer which hangs on it is doubtful.
    pub is_far: bool,
    /// What is odd, and what it may be; nothing where another warning says so.
    pub issue: Option<Issue>,
}

/// Every doubt about the prices of a scenario.
pub fn doubts(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Vec<Doubt> {
    let own = || model.offers.iter().filter_map(|o| Some((o, source(o, scenario, book)?)));
    let far = own().filter_map(|(offer, rows)| of_offer(offer, rows, book, edition));
    let dear = own().filter_map(|(offer, rows)| above_hours(offer, rows, model, book));
    far.chain(dear).chain(of_node(model, scenario, book, edition)).collect()
}

/// The row that a price of the user's own stands in, none for a price of the own book; nothing for a listed price, for one that
/// does not count, and for one that the own book explains.
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
            "{} is less than a fifth of the usual {}: is it a bid floor, or a GPU without its host?",
            what(),
            price(usual.usd)
        )));
    }
    usual.is_far_below(usd).then(|| {
        let doubt = told(format!(
            "{} is more than five times the usual {}: is it the price of an instance?",
            what(),
            price(usual.usd)
        ));
        // A quote dearer than any GPU-hour has a warning already.
        let said = usd > DEAR_USD && offer.id.starts_with("quote-");
        Doubt { issue: doubt.issue.filter(|_| !said), ..doubt }
    })
}

/// A commitment, or spot, that costs more than the same provider's hours of the same GPU on demand.
fn above_hours(offer: &Offer, rows: &[&'static str], model: &Model, book: &PriceBook) -> Option<Doubt> {
    let what = match Class::of(offer.service) {
        Class::Hour => return None,
        Class::Commitment => format!("committed for {} months", number::write(offer.term_months)),
        Class::Spot => "as spot".to_owned(),
    };
    // Hours that would do the same: on machines as large, and not left out for more than being on the list.
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
                "{} {what} at {} USD per GPU-hour costs more than by the hour at {}: was one taken for the other?",
                whose(offer, book),
                price(usd),
                price(hours)
            ),
        )),
    })
}

/// Whether two names are of one provider: the same, or one is the other with more behind it, as in `AWS p5, 3 years`.
fn is_same_provider(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(str::to_lowercase);
    let begins = |long: &str, short: &str| {
        long.strip_prefix(short).is_some_and(|rest| rest.chars().next().is_none_or(|sign| !sign.is_alphanumeric()))
    };
    // Offers without a name may be of anybody.
    a != UNNAMED.to_lowercase() && (begins(&a, &b) || begins(&b, &a))
}

fn of_node(model: &Model, scenario: &Scenario, book: &PriceBook, edition: &str) -> Option<Doubt> {
    const ROW: &str = "own.node_price_usd";
    let usd = node_price(scenario);
    let gpus = scenario.own.gpus_per_node.value;
    // Machines that cost nothing are there already, or paid in another line.
    if usd <= 0.0 || !field(ROW).is_some_and(|row| (row.is_relevant)(scenario)) {
        return None;
    }
    // The price of another GPU's machine, left over from it.
    if model.warnings.iter().any(|w| w.fields.first() == Some(&ROW)) {
        return None;
    }
    let (low, high) = book.owned_gpu_usd(edition, &scenario.work.gpu)?;
    let (low, high) = (low * gpus, high * gpus);
    let name = book.gpu(&scenario.work.gpu).map_or("", |gpu| gpu.name.as_str());
    let words = if usd * FAR < low {
        format!(
            "A node at {} USD is less than a fifth of {}, the least that the price book has for {} GPUs {name}: is it the price of one GPU, or of a node without its GPUs?",
            price(usd),
            price(low),
            number::write(gpus)
        )
    } else if usd > high * FAR {
        format!(
            "A node at {} USD is more than five times {}, the most that the price book has for {} GPUs {name}: is it the price of all nodes?",
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
    if offer.provider == UNNAMED { format!("Your offer of {gpu}") } else { format!("{}'s {gpu}", offer.provider) }
}

/// Dollars with cents; more digits only where cents show nothing of it.
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
