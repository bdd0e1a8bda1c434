//! Recomputes every node of a derivation from the values below it, by its formula as a person would read it.

use engine::codec::Document;
use engine::derivation::Derivation;
use engine::formulas::break_even::BreakEven;
use engine::inputs::BeyondChoice;
use engine::report::Report;
use engine::units::Unit;

/// Recomputes a node from the values of its parts, by its formula as a person would read it.
#[allow(clippy::too_many_lines)] // one arm for each formula
fn recomputed(formula: &str, parts: &[f64]) -> f64 {
    let sum = parts.iter().sum::<f64>();
    match (formula, parts) {
        (
            "sum of the lines"
            | "sum of the tiers"
            | "sum of both"
            | "sum of the years"
            | "sum of the payments"
            | "sum of the months"
            | "on the owned GPUs + rented",
            _,
        ) => sum,
        (
            "owned − rented"
            | "rented − owned"
            | "needed − maximum"
            | "before tax − tax saved"
            | "owning so far − renting so far"
            | "tax saved by renting − tax on savings from owning"
            | "present value of owning − present value of renting",
            [one, other],
        ) => one - other,
        ("present value of renting − present value of owning", [dearer, cheaper]) => dearer - cheaper,
        ("highest monthly value of owning so far − renting so far", [_month, own, rent]) => own - rent,
        ("difference ÷ more expensive side" | "difference ÷ cheaper side", [difference, side]) => difference / side,
        ("nodes × unit price", [nodes, one]) => nodes * one,
        ("present value ÷ discounted hours", [value, hours]) => value / hours,
        ("hours of a month × discount factor", [hours, factor]) => hours * factor,
        ("fixed cost of owning minus renting ÷ (8760 × (rented hour − owned hour))", [fixed, dearer]) => {
            fixed / (8_760.0 * dearer)
        }
        (formula, [from, over, dearer]) if formula.starts_with("busy share where the price changes + ") => {
            from + over / (8_760.0 * dearer)
        }
        ("found by search: the value at which owning and renting cost the same", [at, _between]) => *at,
        (formula, [covered]) if formula.starts_with("the highest busy share an offer can serve") => *covered,
        ("fixed cost + 8760 × busy share × cost per hour", [fixed, busy, hour]) => fixed + 8_760.0 * busy * hour,
        ("part × rate × 12", [part, share, months]) => part * share * months,
        ("monthly minimum × 12", [least]) => least * 12.0,
        ("yearly cost ÷ GPUs", [year, gpus]) => year / gpus,
        ("8760 × utilization", [utilization]) => 8_760.0 * utilization,
        ("price × rented hours per owned hour ÷ share of billed hours used", [price, ratio, used]) => {
            price * ratio / used
        }
        ("cash × discount factor", [cash, factor]) => cash * factor,
        ("deductible or taxable amount × tax rate", [cash, rate]) => cash * rate,
        ("1 ÷ (1 + cost of capital)^(months ÷ 12)", [months, rate]) => 1.0 / (1.0 + rate).powf(months / 12.0),
        ("month before + excess before ÷ (excess before − excess after)", [month, before, after]) => {
            month + before / (before - after)
        }
        ("the month whose final payment brings payback", [month, before, after]) => {
            assert!(*before > 0.0 && *after <= 1e-9 * before, "{before} and {after}");
            *month
        }
        ("yearly cost ÷ productive hours", [year, hours]) => year / hours,
        ("cost per hour × hours", [hour, hours]) => hour * hours,
        ("1 ÷ millions of tokens per GPU-hour", [speed]) => 1.0 / speed,
        ("(price − residual value) ÷ life", [price, worth, life]) => (price - worth) / life,
        (
            "price × capital recovery factor − residual value × sinking fund factor",
            [price, worth, _life, recovery, fund],
        ) => price * recovery - worth * fund,
        ("GPUs × 8760 × busy share × job efficiency × goodput", [gpus, busy, efficiency, goodput]) => {
            gpus * 8_760.0 * busy * efficiency * goodput
        }
        ("hours × price per productive hour" | "hours billed × price after discount", [hours, price]) => {
            hours * price
        }
        ("committed GPUs × 8760, used or not", [gpus]) => gpus * 8_760.0,
        (
            "productive hours ÷ (job efficiency × goodput × share of billed hours used)",
            [productive, efficiency, goodput, used],
        ) => productive / (efficiency * goodput * used),
        ("GPUs × standing draw × 8760 + busy hours × extra draw", [gpus, standing, busy, extra]) => {
            gpus * standing / 1_000.0 * 8_760.0 + busy * extra / 1_000.0
        }
        ("GPUs × (idle draw + host draw + busy share × extra draw) × PUE × 8760 h × price", [kwh, pue, price]) => {
            kwh * pue * price
        }
        ("(staff when owning − staff when renting) × cost per person + on-call pay", [people, cost, on_call]) => {
            people * cost + on_call
        }
        ("staff by the rule − staff when renting, at least none", [people, renting]) => (people - renting).max(0.0),
        ("staff when owning − staff when renting", [people, renting]) => people - renting,
        // By hand, in the rule's own words.
        (engine::formulas::staffing::RULE, [gpus]) => match *gpus {
            gpus if gpus <= 8.0 => 0.05 * gpus / 8.0,
            gpus if gpus <= 64.0 => 0.05 + (1.5 - 0.05) * (gpus - 8.0) / 56.0,
            gpus if gpus <= 256.0 => 1.5 + 2.0 * (gpus - 64.0) / 192.0,
            gpus => 3.5 + (gpus - 256.0) / 96.0,
        },
        ("contracted kW (whole racks) × rent per kW-month × 12; or the yearly cost of the room", [kw, rent]) => {
            kw * rent * 12.0
        }
        ("rated power of the nodes", [kw]) => *kw,
        ("rated power of the nodes ÷ power per rack, rounded up", [kw, rack]) => (kw / rack - 1e-9).ceil(),
        ("whole racks × power per rack", [racks, rack]) => racks * rack,
        ("share × node price, in the years after the warranty", [year, share]) => year * share,
        (
            "− share sold × idle available hours × (price after fee − running cost per hour)",
            [fixed, per_hour, hours],
        ) => fixed + per_hour * hours,
        (formula, [fixed, extras, busy, per_hour, used, ratio, on_price]) if formula.starts_with("((fixed cost") => {
            ((fixed - extras) / (8_760.0 * busy) + per_hour) * used / ratio / on_price
        }
        (formula, _) => panic!("no check for {formula} of {} parts", parts.len()),
    }
}

/// Checks a tree; returns the number of nodes recomputed.
///
/// A difference that nearly cancels is only as exact as its parts: the tolerance is the effect of their last digits,
/// and for money also of the amounts that go `through` in both directions.
fn check(node: &Derivation, through: f64, of: &str) -> usize {
    assert!(node.value.is_finite(), "{of}: {} is {}", node.label, node.value);
    let below: usize = node.parts.iter().map(|p| check(p, through, of)).sum();
    if node.parts.is_empty() {
        return below;
    }
    let parts: Vec<f64> = node.parts.iter().map(|p| p.value).collect();
    let found = recomputed(node.formula, &parts);
    let moved = |place: usize| {
        let mut parts = parts.clone();
        parts[place] *= 1.0 + 1e-11;
        (recomputed(node.formula, &parts) - found).abs()
    };
    let rounding = if matches!(node.unit, Unit::Usd | Unit::UsdPerYear) { 1e-14 * through } else { 0.0 };
    let tolerance = rounding + 1e-11 * node.value.abs() + (0..parts.len()).map(moved).sum::<f64>() + 1e-200;
    let off = (found - node.value).abs();
    assert!(off <= tolerance, "{of}: {} is {}, from its parts {found}: {}", node.label, node.value, node.formula);
    below + 1
}

/// Everything the lines of owning cost and bring in over the horizon: they may nearly cancel, and rounding follows the
/// gross amounts.
fn through(report: &Report) -> f64 {
    let a_year: f64 = report.own.lines.iter().map(|line| line.usd_per_year.abs()).sum();
    a_year * engine::units::count(report.outlook.months) / 12.0 + report.own.upfront_usd
}

/// Checks that both sides have the same value at a point found by search, within the effect of its last digits. The
/// winner may also change in a step there, such as one more whole node; then a tree shows the step. `steps` allows that
/// where this report does not show it.
fn meets(report: &Report, steps: bool, label: &str, place: Option<f64>, of: &str) {
    let tree = report.derivations.iter().find(|tree| tree.label.starts_with(label));
    assert_eq!(tree.map(|tree| tree.value), place, "{of}: {label}");
    if let Some(tree) = tree.filter(|_| !steps && report.own.further.is_none()) {
        let between = &tree.parts[1];
        let worth = between.parts[0].value.abs() + between.parts[1].value.abs() + through(report);
        assert!(between.value.abs() <= 1e-9 * worth, "{of}: {label}: {} of {worth}", between.value);
    }
}

/// Checks every tree of a report, and that its roots are the report's own figures; returns the number of nodes
/// recomputed.
pub(crate) fn trees_follow(report: &Report, document: &Document) -> usize {
    let of = &document.name;
    let root =
        |label: &str| report.derivations.iter().find(|tree| tree.label.starts_with(label)).map(|tree| tree.value);
    assert_eq!(root("Owning"), report.own.usd_per_productive_gpu_hour, "{of}");
    assert_eq!(root("Renting"), report.cheapest().and_then(|o| o.usd_per_productive_gpu_hour), "{of}");
    assert_eq!(root("Steady-year break-even price"), report.indifference_usd_per_gpu_hour, "{of}");
    assert_eq!(root("Present value of owning"), Some(report.outlook.own.present_value_usd), "{of}");
    assert_eq!(root("Present value of renting"), report.outlook.rent.as_ref().map(|r| r.present_value_usd), "{of}");
    let saved = root("Saved by owning").or_else(|| root("Saved by renting").map(|usd| -usd));
    let shown = report.outlook.saving_usd;
    assert_eq!(saved.filter(|usd| *usd != 0.0), shown.filter(|usd| *usd != 0.0), "{of}");
    assert_eq!(root("Saved, as a share of the cheaper side"), report.verdict.difference_share, "{of}");
    let near = |label: &str, shown: Option<f64>| {
        let found = root(label);
        assert_eq!(found.is_some(), shown.is_some(), "{of}: {label}");
        let (found, shown) = (found.unwrap_or(0.0), shown.unwrap_or(0.0));
        assert!((found - shown).abs() <= 1e-12 * shown.abs(), "{of}: {label}: {found}, shown {shown}");
    };
    near("Upfront payment", Some(report.own.upfront_usd));
    let (own, rent) = (&report.outlook.own, report.outlook.rent.as_ref());
    near("Over the horizon, owning", own.levelised_usd_per_productive_gpu_hour);
    near("Over the horizon, renting", rent.and_then(|rent| rent.levelised_usd_per_productive_gpu_hour));
    let peak = report.outlook.payback.as_ref().map(|payback| payback.peak_cash_usd);
    near("Peak cash", peak.filter(|usd| *usd > 0.0));
    let payback = report.outlook.payback.as_ref();
    if let Some(payback) = payback {
        assert_eq!(root("Payback, months").or(root("Immediate payback:").map(|_| 0.0)), payback.month, "{of}");
        let at_once = root("Immediate payback, discounted").map(|_| 0.0);
        assert_eq!(root("Payback, discounted").or(at_once), payback.discounted_month, "{of}");
    } else {
        assert_eq!(root("Payback"), None, "{of}");
    }
    match report.verdict.break_even {
        Some(BreakEven::From(at) | BreakEven::UpTo(at)) => assert_eq!(root("Break-even"), Some(at.busy_share), "{of}"),
        Some(BreakEven::Outside { up_to: first, from: last } | BreakEven::Several { first, last }) => {
            let found: Vec<f64> =
                report.derivations.iter().filter(|t| t.label.starts_with("Break-even")).map(|t| t.value).collect();
            assert_eq!(found, [first.busy_share, last.busy_share], "{of}");
        }
        Some(BreakEven::Never(miss)) => {
            assert!(
                root("Break-even never: owning minus").is_some_and(|over| over >= -1e-9 * miss.owned_at_ceiling.abs()),
                "{of}"
            );
            assert_eq!(root("Break-even never: busy share"), miss.distance().map(|d| d.busy_share), "{of}");
        }
        Some(BreakEven::Always) => {
            let mut shown = report.derivations.iter().filter(|t| t.label.starts_with("Break-even at any busy share"));
            assert!(
                shown.all(|tree| tree.value <= 1e-9 * tree.parts.iter().map(|p| p.value.abs()).sum::<f64>()),
                "{of}"
            );
        }
        None => assert_eq!(root("Break-even"), None, "{of}"),
    }
    let turning = report.outlook.turning.as_ref();
    // More work, or a cheaper node, may add one.
    let steps = document.scenario.time.beyond == BeyondChoice::Node;
    meets(report, steps, "Over the horizon, break-even busy share", turning.and_then(|t| t.busy_share), of);
    meets(report, steps, "Over the horizon, break-even price", turning.and_then(|t| t.usd_per_gpu_hour), of);
    meets(report, steps, "Over the horizon, break-even node price", report.verdict.node_price_flip_usd, of);
    // Idle hours are available hours less busy ones: if few are left, the difference is rounding.
    let let_out = report.hours.available_gpu_hours * document.scenario.own.idle_usd_per_gpu_hour.value;
    let through = through(report) + let_out;
    report.derivations.iter().map(|tree| check(tree, through, of)).sum()
}
