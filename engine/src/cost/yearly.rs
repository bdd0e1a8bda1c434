//! Contracts for owned machines, or the single fraction that replaces every yearly line.

use super::power::variable;
use super::{Before, Explained, From, LetOut, LineId, LineKind, Outlay, OwnLine};
use crate::formulas::formula::Formula;
use crate::formulas::hours::available_hours;
use crate::model::{Model, Yearly, YearlyLines};
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
        let price = m.owned.node.price * m.owned.standing();
        let yearly = Outlay::yearly(price * lines.support_share);
        Outlay { from: From::Age(lines.warranty_years), before: Before::PerNode, ..yearly }
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
    of: |m| per_node(yearly_line(m, |y| y.software_per_gpu * m.owned.gpus)),
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
    of: |m| per_node(yearly_line(m, |y| m.owned.hardware_price() * y.insurance_share)),
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
        Yearly::Fraction(share) => per_node(Outlay::yearly(m.owned.hardware_price() * share)),
        Yearly::Amount(usd) => per_node(Outlay::yearly(usd)),
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
        let running = match &m.owned.yearly {
            Yearly::Lines(lines) => lines.draw.map_or(HourlyPrice::ZERO, variable),
            Yearly::Fraction(_) | Yearly::Amount(_) => HourlyPrice::ZERO,
        };
        if m.owned.idle_let == 0.0 {
            return Outlay::default(); // most scenarios
        }
        let available = available_hours(m.owned.calendar(), m.owned.availability).as_gpu_hours();
        let let_out = (running > HourlyPrice::ZERO && m.time.tariff.moves()).then(|| LetOut {
            share: m.owned.idle_let,
            available,
            earns: m.owned.idle_rate.as_usd_per_gpu_hour(),
            runs: running.as_usd_per_gpu_hour(),
        });
        let gain = m.owned.idle_rate - running;
        if gain <= HourlyPrice::ZERO {
            // An hour that costs more than it earns is not let out; a later one may cost less.
            return per_node(Outlay { let_out, ..Outlay::default() });
        }
        let gain = gain * m.owned.idle_let;
        let whole = Money::usd(available * gain.as_usd_per_gpu_hour());
        per_node(Outlay { per_busy_hour: gain, let_out, ..Outlay::yearly(Money::ZERO - whole) })
    },
};

fn per_node(outlay: Outlay) -> Outlay {
    Outlay { before: Before::PerNode, ..outlay }
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
