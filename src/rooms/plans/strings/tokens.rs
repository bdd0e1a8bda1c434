//! Text of `tokens.rs`.

use std::fmt::Display;

use engine::analysis::token_volume::Hosted;
use engine::plans::plan::PlanKind;
use engine::view::template::filled;
use engine::view::{Piece, Style};

use crate::strings::figure;

pub const TITLE: &str = "Tokens from an API, or your own GPUs";
pub const VOLUME_TITLE: &str = "Volume from which hosting pays";
pub const FIND_THE_VOLUME: &str = "Find the volume from which hosting pays";
pub const PLAN: &str = "Plan";
pub const PER_MILLION: &str = "Per million tokens";
pub const PROVIDERS: &str = "Who sells these tokens";
pub const PROVIDER: &str = "Provider";
pub const INPUT: &str = "Input";
pub const CACHED: &str = "Cached input";
pub const OUTPUT: &str = "Output";
pub const PRICE_DATE: &str = "Price date";
pub const YOURS: &str = "yours";
pub const CHANGE_THE_PRICE: &str = "change";
pub const NOT_COUNTED: &str = "Prices per million tokens of this mix of input and output. Listed prices are for pay-as-you-go; quotas, speed and the data terms of a provider are not compared.";
pub const OUTPUT_IS_ASSUMED: &str = "Half of the tokens are taken to be output where no share is entered.";
pub const NO_PRICE_FOR_BATCHES: &str =
    "No provider here has a price for batches, so what is sent in batches costs the same.";
pub const NO_PRICE_FOR_CACHED: &str = "No provider here has a price of its own for cached input.";
pub const GPUS_IN_PARTS: &str = "GPUs are counted in parts and by the hour, as if the work could be spread at will. Enter the GPUs per job of the workload, such as those of one copy of the model, and whole instances are billed.";
pub const NOBODY_SERVES: &str = "People who keep the model served on GPUs are not counted, which favours hosting: enter them under \u{201c}Staff for serving on GPUs\u{201d}.";
pub const ENTERED: &str = "(as entered)";
pub const FROM_THE_BOOK: &str = "(measured at full load, from the price book)";

fn usd(value: f64) -> Piece {
    figure(value, Style::UsdFine)
}

fn million(value: f64) -> Piece {
    figure(value, Style::Count)
}

pub fn use_as_own(provider: &dyn Display) -> String {
    format!("Change the price of {provider}: copy it to your own prices")
}

pub fn workload(name: &str, model: &str, million_per_month: f64, per_second: f64) -> Vec<Piece> {
    let slots = [
        ("name", Piece::Words(name.to_owned())),
        ("model", Piece::Words(model.to_owned())),
        ("million", million(million_per_month)),
        ("second", million(per_second)),
    ];
    filled("{name}: {million} million tokens a month of {model}; one GPU makes {second} a second", &slots)
}

pub fn pays_from(from: f64, now: f64, hosted: &Hosted) -> Vec<Piece> {
    let Hosted { own_gpus: own, committed_gpus: committed, .. } = *hosted;
    let with = match (own > 0.0, committed > 0.0, hosted.kind == PlanKind::Mix) {
        (true, true, _) => ", then by owning {own} GPUs, committing to {committed} and renting the rest",
        (true, false, true) => ", then by owning {own} GPUs and renting the rest",
        (true, false, false) => ", then by owning {own} GPUs",
        (false, true, true) => ", then by committing to {committed} GPUs and renting the rest",
        (false, true, false) => ", then by committing to {committed} GPUs",
        (false, false, _) => ", then by renting GPUs by the hour",
    };
    let slots =
        [("from", million(from)), ("now", million(now)), ("own", million(own)), ("committed", million(committed))];
    filled(
        &format!(
            "Hosting the model yourself pays from {{from}} million tokens a month on{with}. Now: {{now}} million."
        ),
        &slots,
    )
}

pub fn pays_at_any(least: f64) -> Vec<Piece> {
    filled(
        "Hosting the model yourself costs less at any volume, down to {least} million tokens a month.",
        &[("least", million(least))],
    )
}

pub fn never_pays(times: f64, hosted: f64, api: f64) -> Vec<Piece> {
    let slots = [
        ("times", figure(times, Style::Count)),
        ("hosted", usd(hosted)),
        ("api", usd(api)),
        ("more", figure(hosted / api - 1.0, Style::Percent)),
    ];
    filled(
        "Hosting the model yourself never costs less: even at {times} times as many tokens a million costs {hosted} on GPUs, {more} more than the API\u{2019}s {api}.",
        &slots,
    )
}

pub fn now(now: f64, hosted: f64, api: f64) -> Vec<Piece> {
    let slots = [("now", million(now)), ("hosted", usd(hosted)), ("api", usd(api))];
    filled(
        "At {now} million tokens a month a million costs {hosted} on GPUs and {api} from the API, at present value over the horizon.",
        &slots,
    )
}
