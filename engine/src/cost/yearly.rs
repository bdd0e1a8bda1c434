//! Contracts for owned machines, or the single fraction that replaces every yearly line.

use super::power::{mean_of_kinds, variable};
use super::{Explained, From, LetOut, LineId, LineKind, Outlay, OwnLine, Staged};
use crate::formulas::formula::Formula;
use crate::formulas::hours::{available_hours, calendar_hours};
use crate::model::{Draw, Model, Yearly, YearlyLines};
use crate::units::{HourlyPrice, Money};

/// Hardware support contract.
pub const SUPPORT: OwnLine = OwnLine {
    id: LineId::Support,
    label: "Support contract",
    kind: LineKind::Contracts,
    explained: Explained {
        formula: Formula::SupportContract,
        inputs: &["own.support_share", "own.warranty_years", "own.life_years", "own.node_price_usd"],
    },
    of: |m| {
        let Yearly::Lines(lines) = &m.owned.yearly else { return Outlay::default() };
        let yearly = Outlay::yearly(m.owned.nodes_price() * lines.support_share);
        let staged = shares(m.owned.node_prices(), lines.support_share);
        Outlay { from: From::Age(lines.warranty_years), staged, ..yearly.per_node() }
    },
};

/// Licences.
pub const SOFTWARE: OwnLine = OwnLine {
    id: LineId::Software,
    label: "Software",
    kind: LineKind::Contracts,
    explained: Explained {
        formula: Formula::Described("GPUs × licences per GPU"),
        inputs: &["own.software_usd_per_gpu_year"],
    },
    of: |m| {
        let whole = yearly_line(m, |y| y.software_per_gpu * m.owned.physical_gpus).per_node();
        let owned = &m.owned;
        let Yearly::Lines(lines) = &owned.yearly else { return whole };
        let of_gpus = |gpus: f64| lines.software_per_gpu * gpus;
        let new = |nodes: f64| of_gpus(nodes * owned.gpus_per_node);
        let sum = || {
            [of_gpus(owned.present * owned.there.gpus_per_node), new(owned.bought_nodes()), new(owned.replacing_nodes)]
        };
        Outlay { staged: owned.has_other_gpu().then(|| Staged::Sum(sum())), ..whole }
    },
};

/// Scheduler or platform subscription.
pub const PLATFORM: OwnLine = OwnLine {
    id: LineId::Platform,
    label: "Platform subscription",
    kind: LineKind::Contracts,
    explained: Explained { formula: Formula::Described("as entered"), inputs: &["own.platform_usd_per_year"] },
    of: |m| yearly_line(m, |y| y.platform),
};

/// Operations bought as a service.
pub const OPERATIONS: OwnLine = OwnLine {
    id: LineId::Operations,
    label: "Managed operations",
    kind: LineKind::Contracts,
    explained: Explained { formula: Formula::Described("as entered"), inputs: &["own.operations_usd_per_year"] },
    of: |m| yearly_line(m, |y| y.operations),
};

/// External links.
pub const LINKS: OwnLine = OwnLine {
    id: LineId::Links,
    label: "External links",
    kind: LineKind::Contracts,
    explained: Explained { formula: Formula::Described("monthly links × 12"), inputs: &["own.links_usd_per_month"] },
    of: |m| yearly_line(m, |y| y.links),
};

/// Insurance and property tax.
pub const INSURANCE: OwnLine = OwnLine {
    id: LineId::Insurance,
    label: "Insurance and property tax",
    kind: LineKind::Contracts,
    explained: Explained {
        formula: Formula::Described("share × price of nodes, fabric and storage"),
        inputs: &["own.insurance_share"],
    },
    of: |m| {
        let whole = yearly_line(m, |y| m.owned.hardware_price() * y.insurance_share).per_node();
        let Yearly::Lines(lines) = &m.owned.yearly else { return whole };
        Outlay { staged: shares(m.owned.hardware_prices(), lines.insurance_share), ..whole }
    },
};

/// One fraction of the hardware price, or one amount, that replaces every yearly line.
pub const FRACTION: OwnLine = OwnLine {
    id: LineId::YearlyFraction,
    label: "Yearly costs",
    kind: LineKind::Contracts,
    explained: Explained {
        formula: Formula::Described("fraction × price of nodes, fabric and storage; or one amount"),
        inputs: &["own.yearly_fraction", "own.yearly_usd"],
    },
    of: |m| match m.owned.yearly {
        Yearly::Fraction(share) => Outlay {
            staged: shares(m.owned.hardware_prices(), share),
            ..Outlay::yearly(m.owned.hardware_price() * share).per_node()
        },
        Yearly::Amount(usd) => {
            let there = usd * (m.owned.present / m.owned.nodes);
            let sum = Staged::Sum([there, usd - there, there]);
            Outlay { staged: m.owned.has_other_gpu().then_some(sum), ..Outlay::yearly(usd).per_node() }
        }
        Yearly::Lines(_) => Outlay::default(),
    },
};

/// Idle hours paid for by others.
pub const IDLE_INCOME: OwnLine = OwnLine {
    id: LineId::IdleIncome,
    label: "Idle hours sold",
    kind: LineKind::Income,
    explained: Explained {
        formula: Formula::IdleIncome,
        inputs: &["own.idle_usd_per_gpu_hour", "own.idle_let_share", "own.idle_fee_share"],
    },
    of: |m| {
        if m.owned.idle_let == 0.0 {
            return Outlay::default(); // most scenarios
        }
        let owned = &m.owned;
        let running = |draw: fn(&YearlyLines) -> Option<Draw>| match &owned.yearly {
            Yearly::Lines(lines) => draw(lines).map_or(HourlyPrice::ZERO, variable),
            Yearly::Fraction(_) | Yearly::Amount(_) => HourlyPrice::ZERO,
        };
        let new = idle_hours(m, owned.gpus, running(|lines| lines.draw));
        if !owned.has_other_gpu() {
            return Outlay { let_out: new.let_out, per_busy_hour: new.gain, ..Outlay::yearly(Money::ZERO - new.whole) }
                .per_node();
        }
        // An hour of a GPU there is let out at the rate of the work that it can do.
        let bought = owned.gpus * owned.bought_share();
        let of_new = |gpus: f64| idle_hours(m, gpus, running(|lines| lines.draw));
        let there = idle_hours(m, owned.gpus - bought, running(|lines| lines.draw_there) / owned.there.relative_work);
        let (of_bought, replacing) = (of_new(bought), of_new(owned.replacing_nodes * owned.gpus_per_node));
        let busy = [there.gain, of_bought.gain];
        Outlay {
            per_busy_hour: mean_of_kinds(owned, busy),
            busy_by_kind: Some(busy),
            staged: Some(Staged::Sum([there, of_bought, replacing].map(|kind| Money::ZERO - kind.whole))),
            let_out: of_bought.let_out,
            let_out_there: there.let_out,
            ..Outlay::yearly(Money::ZERO - (there.whole + of_bought.whole))
        }
        .per_node()
    },
};

/// Idle hours of some GPUs that are let out.
#[derive(Clone, Copy)]
struct IdleHours {
    /// What they would bring in a year in which all hours are idle.
    whole: Money,
    /// What a busy hour costs by not being let out.
    gain: HourlyPrice,
    /// Where the price of electricity moves it.
    let_out: Option<LetOut>,
}

fn idle_hours(model: &Model, gpus: f64, running: HourlyPrice) -> IdleHours {
    let owned = &model.owned;
    let available = available_hours(calendar_hours(gpus), owned.availability).as_gpu_hours();
    let let_out = (running > HourlyPrice::ZERO && model.time.tariff.moves()).then(|| LetOut {
        share: owned.idle_let,
        available,
        earns: owned.idle_rate.as_usd_per_gpu_hour(),
        runs: running.as_usd_per_gpu_hour(),
    });
    let gain = owned.idle_rate - running;
    if gain <= HourlyPrice::ZERO {
        // An hour that costs more than it earns is not let out; a later one may cost less.
        return IdleHours { whole: Money::ZERO, gain: HourlyPrice::ZERO, let_out };
    }
    let gain = gain * owned.idle_let;
    IdleHours { whole: Money::usd(available * gain.as_usd_per_gpu_hour()), gain, let_out }
}

/// A share of the prices of machines there, of those bought, and of those that replace the ones there.
fn shares(prices: Option<[Money; 3]>, share: f64) -> Option<Staged> {
    prices.map(|prices| Staged::Sum(prices.map(|price| price * share)))
}

fn yearly_line(model: &Model, cost: impl Fn(&YearlyLines) -> Money) -> Outlay {
    match &model.owned.yearly {
        Yearly::Lines(lines) => Outlay::yearly(cost(lines)),
        Yearly::Fraction(_) | Yearly::Amount(_) => Outlay::default(),
    }
}

#[cfg(test)]
mod tests {
    use crate::cost::own_rates;
    use crate::inputs::value::Amount;
    use crate::inputs::{Scenario, YearlyMethod};
    use crate::model::Model;
    use crate::prices::PriceBook;

    /// By hand: a tenth of 8 nodes at 300,000 is 240,000 a year, entered as a fraction or as an amount.
    #[test]
    fn an_amount_is_what_the_fraction_comes_to() {
        let book = PriceBook::embedded();
        let mut scenario = Scenario::neutral();
        scenario.own.gpus = Amount::exact(64.0);
        scenario.own.node_price_usd = Amount::exact(300_000.0);
        scenario.work.gpu_hours_per_month = Amount::exact(10_000.0);
        let mut yearly = |method: YearlyMethod| {
            scenario.own.yearly_method = method;
            scenario.own.yearly_fraction = Amount::exact(0.1);
            scenario.own.yearly_usd = Amount::exact(240_000.0);
            let Ok(model) = Model::new(&scenario, &book, "2026-11") else { panic!("a model") };
            own_rates(&model).fixed.as_usd()
        };
        let bare = yearly(YearlyMethod::Lines);
        for method in [YearlyMethod::Fraction, YearlyMethod::Amount] {
            assert!((yearly(method) - bare - 240_000.0).abs() < 1e-6, "{method:?}");
        }
    }
}
