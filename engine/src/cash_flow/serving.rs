//! The people who serve tokens on GPUs, owned or rented. An API needs none of them.

use super::load::all_work;
use super::{Flows, add, value};
use crate::model::Model;
use crate::units::MONTHS_PER_YEAR;

/// Months of work closer than this share are the same.
const ROUNDING: f64 = 1e-9;

/// Pays the people in each month in which GPUs serve any of the tokens: in which work is done, and an API does less than all
/// that may be tokens. A lower bound of costs leaves them out: more GPUs might need them where fewer do not.
pub(super) fn pay_serving(model: &Model, flows: &mut Flows) {
    if model.serving_usd_per_year <= 0.0 || flows.without_data {
        return;
    }
    let of_tokens = model.load.demand.share_of_tokens();
    for month in 1..=flows.months {
        let tokens = all_work(model, month) * of_tokens;
        let bought = value(&flows.sources.api, month);
        let on_gpus = flows.sources.of_month(month) - bought;
        if tokens - bought > ROUNDING * tokens && on_gpus > ROUNDING * tokens {
            let usd = model.serving_usd_per_year / MONTHS_PER_YEAR * value(&model.time.staff, month);
            add(&mut flows.serving, month, usd);
            flows.pay(month, usd);
        }
    }
}
