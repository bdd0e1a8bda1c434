//! Prices and peaks that belong to another quantity: a month's price, an instance's, a sparse peak.

use super::super::issue::{BookFile, BookIssue, Rule};
use super::super::{Class, FabricBasis, Gpu, HardwareKind, Offer, PriceBook, PriceStatus, Service};
use crate::number::write;

/// Published GPU prices are rounded: relative tolerance to instance price / GPUs.
const ROUNDING: f64 = 2e-3;
/// No GPU-hour has ever cost this much, USD.
const DEAREST_GPU_HOUR_USD: f64 = 60.0;
/// A month has 730 hours: a price this many times the usual one is not just an expensive offer.
const MONTH_FACTOR: f64 = 100.0;

/// Whether a note explains why an unusual row is correct.
pub fn is_explained(note: &str) -> bool {
    note.strip_prefix("checked:").is_some_and(|reason| !reason.trim().is_empty())
}

fn at_offer(offer: &Offer, rule: Rule, message: String) -> BookIssue {
    BookIssue::at(BookFile::Offers, &offer.id, rule, message)
}

/// Instance price / GPUs differs from the GPU price by more than published rounding.
pub fn instance_prices(book: &PriceBook) -> Vec<BookIssue> {
    book.offers
        .iter()
        .filter_map(|o| {
            let divided = o.usd_per_instance_hour / o.gpus_per_instance;
            let differs = (divided - o.usd_per_gpu_hour).abs() > ROUNDING * o.usd_per_gpu_hour;
            differs.then(|| {
                at_offer(
                    o,
                    Rule::InstancePrice,
                    format!(
                        "{} per instance divided by {} GPUs is {}, not {} per GPU",
                        write(o.usd_per_instance_hour),
                        write(o.gpus_per_instance),
                        write(divided),
                        write(o.usd_per_gpu_hour)
                    ),
                )
            })
        })
        .collect()
}

/// Spot more expensive than on-demand for the same GPU, provider and edition: one is stored as the other.
pub fn spot_above_on_demand(book: &PriceBook) -> Vec<BookIssue> {
    let spot = book.offers.iter().filter(|o| o.service == Service::Spot && !is_explained(&o.note));
    spot.filter_map(|o| {
        let same =
            |other: &&Offer| other.service == Service::OnDemand && other.provider == o.provider && other.gpu == o.gpu;
        let cheapest = book.offers_of(&o.edition).filter(same).map(|other| other.usd_per_gpu_hour).reduce(f64::min)?;
        (o.usd_per_gpu_hour > cheapest).then(|| {
            at_offer(
                o,
                Rule::SpotAboveOnDemand,
                format!("spot at {} is above on-demand at {}", write(o.usd_per_gpu_hour), write(cheapest)),
            )
        })
    })
    .collect()
}

/// Commitments more expensive than on-demand hours for the same GPU, provider and edition, on equivalent machines: one
/// is stored as the other.
pub fn commitment_above_on_demand(book: &PriceBook) -> Vec<BookIssue> {
    let committed = book.offers.iter().filter(|o| o.service == Service::Reserved && !is_explained(&o.note));
    committed
        .filter_map(|o| {
            // A user's row without a fabric has an assumed one.
            let assumed = o.status == PriceStatus::Yours && o.fabric_basis == FabricBasis::Assumed;
            let same = |other: &&Offer| {
                other.service == Service::OnDemand
                    && other.provider.eq_ignore_ascii_case(&o.provider)
                    && other.gpu == o.gpu
                    && other.gpus_per_instance >= o.gpus_per_instance
                    && (assumed || other.fabric_gpus >= o.fabric_gpus)
                    && other.gpu_part_only == o.gpu_part_only
            };
            let cheapest =
                book.offers_of(&o.edition).filter(same).map(|other| other.usd_per_gpu_hour).reduce(f64::min)?;
            (o.usd_per_gpu_hour > cheapest).then(|| {
                at_offer(
                    o,
                    Rule::CommitmentAboveOnDemand,
                    format!(
                        "a {}-month commitment at {} is above on-demand at {}",
                        write(o.term_months),
                        write(o.usd_per_gpu_hour),
                        write(cheapest)
                    ),
                )
            })
        })
        .collect()
}

/// Prices below a fifth of the usual one: a bid floor, or a GPU without its host.
pub fn far_below_usual(book: &PriceBook) -> Vec<BookIssue> {
    let whole = book.offers.iter().filter(|o| !o.gpu_part_only && !is_explained(&o.note));
    whole
        .filter_map(|o| {
            let usual = book.usual(&o.edition, &o.gpu, Class::of(o.service), &o.id)?;
            usual.is_far_above(o.usd_per_gpu_hour).then(|| {
                at_offer(
                    o,
                    Rule::FarBelowUsual,
                    format!(
                        "{} USD per GPU-hour is less than a fifth of the usual {}. Is it a minimum bid, or a GPU without its host?",
                        write(o.usd_per_gpu_hour),
                        write(usual.usd)
                    ),
                )
            })
        })
        .collect()
}

/// Monthly prices stored as hourly ones. No reason explains these.
pub fn month_as_hour(book: &PriceBook) -> Vec<BookIssue> {
    book.offers
        .iter()
        .filter_map(|o| {
            let usual = median_of_others(book, o);
            let dear = usual.is_some_and(|usual| o.usd_per_gpu_hour > MONTH_FACTOR * usual);
            (dear || o.usd_per_gpu_hour > DEAREST_GPU_HOUR_USD).then(|| {
                at_offer(
                    o,
                    Rule::MonthAsHour,
                    format!("{} USD per GPU-hour looks like a monthly price", write(o.usd_per_gpu_hour)),
                )
            })
        })
        .collect()
}

/// Prices above five times the usual one and above every listed one: instance prices stored as GPU prices.
pub fn instance_as_gpu(book: &PriceBook) -> Vec<BookIssue> {
    let whole = book.offers.iter().filter(|o| !o.gpu_part_only && !is_explained(&o.note));
    whole
        .filter_map(|o| {
            let usual = book.usual(&o.edition, &o.gpu, Class::of(o.service), &o.id)?;
            usual.is_far_below(o.usd_per_gpu_hour).then(|| {
                at_offer(
                    o,
                    Rule::InstanceAsGpu,
                    format!(
                        "{} USD per GPU-hour is more than five times the usual {}. Is it the price of a whole instance?",
                        write(o.usd_per_gpu_hour),
                        write(usual.usd)
                    ),
                )
            })
        })
        .collect()
}

/// The median listed price of a GPU in an edition, excluding the offer itself and the user's own; `None` without one.
fn median_of_others(book: &PriceBook, offer: &Offer) -> Option<f64> {
    let others = book
        .offers_of(&offer.edition)
        .filter(|o| o.gpu == offer.gpu && o.id != offer.id && o.status != PriceStatus::Yours);
    let mut prices: Vec<f64> = others.map(|o| o.usd_per_gpu_hour).collect();
    prices.sort_by(f64::total_cmp);
    let upper = *prices.get(prices.len() / 2)?;
    let lower = prices.len().checked_sub(1).and_then(|last| prices.get(last / 2)).copied()?;
    Some(f64::midpoint(lower, upper))
}

/// Half boards: for GPUs that come two to a board, cards and instances have an even number.
pub fn two_gpu_boards(book: &PriceBook) -> Vec<BookIssue> {
    let per_board = |gpu: &str| book.gpu(gpu).map_or(1.0, |g| g.gpus_per_board);
    let cards = book.hardware.iter().filter(|h| h.kind == HardwareKind::Component);
    let counts = (cards.map(|h| (BookFile::Hardware, h.id.as_str(), h.gpu.as_str(), h.gpus_per_node, h.note.as_str())))
        .chain(
            book.offers
                .iter()
                .map(|o| (BookFile::Offers, o.id.as_str(), o.gpu.as_str(), o.gpus_per_instance, o.note.as_str())),
        );
    counts
        .filter(|row| row.3 % per_board(row.2) != 0.0 && !is_explained(row.4))
        .map(|(file, id, gpu, count, _)| {
            let message = format!("a board holds {} GPUs `{gpu}`, {} are counted", write(per_board(gpu)), write(count));
            BookIssue::at(file, id, Rule::TwoGpuBoard, message)
        })
        .collect()
}

/// FP8 peaks that are not about twice the BF16 peak: one of the two is with sparsity.
///
/// Limits: a row with both peaks sparse is not detected.
pub fn sparse_peaks(book: &PriceBook) -> Vec<BookIssue> {
    let odd = |g: &&Gpu| {
        let ratio = g.dense_fp8_tflops.zip(g.dense_bf16_tflops).map(|(fp8, bf16)| fp8 / bf16);
        ratio.is_some_and(|r| !(1.8..=2.2).contains(&r)) && !is_explained(&g.note)
    };
    book.gpus
        .iter()
        .filter(odd)
        .map(|g| {
            let message = "the dense peak at FP8 is about twice that at BF16; is one of them with sparsity?";
            BookIssue::at(BookFile::Gpus, g.id.as_str(), Rule::SparsePeak, message.to_owned())
        })
        .collect()
}

/// Percentages stored as shares of 1.
pub fn percent_as_share(book: &PriceBook) -> Vec<BookIssue> {
    let beyond = |value: f64| value.abs() > 1.5;
    let odd = book.figures.iter().filter(|f| f.unit.starts_with("share") && (beyond(f.low) || beyond(f.high)));
    odd.map(|f| {
        let message = format!("{} to {} is not a fraction of 1", f.low, f.high);
        BookIssue::at(BookFile::Figures, f.id.as_str(), Rule::PercentAsShare, message)
    })
    .collect()
}
