//! Who would know the value of an input: whom to ask before a decision hangs on it.

use crate::inputs::field::Field;

/// Rows whose value is known by someone other than the rest of their group.
const ROWS: &[(&str, &str)] = &[
    ("work.efficiency", "the team that runs the jobs"),
    ("own.node_price_usd", "a vendor\u{2019}s written quote"),
    ("own.node_discount_share", "a vendor\u{2019}s written quote"),
    ("own.residual_decades_per_year", "a dealer in used hardware"),
    ("own.residual_share", "a dealer in used hardware"),
    ("own.other_residual_share", "a dealer in used hardware"),
    ("own.availability", "the team that runs the cluster"),
    ("own.failure_share", "the team that runs the cluster"),
    ("own.planned_share", "the team that runs the cluster"),
    ("own.largest_occupancy", "the scheduler\u{2019}s accounting"),
    ("own.goodput", "the scheduler\u{2019}s accounting"),
    ("own.insurance_share", "your insurer"),
    ("own.idle_usd_per_gpu_hour", "current marketplace prices"),
    ("rent.goodput", "the scheduler\u{2019}s accounting"),
    ("rent.paid_efficiency", "your latest bills and the scheduler\u{2019}s accounting"),
    ("power.usd_per_kwh", "your electricity contract"),
    ("power.kg_co2e_per_kwh", "your electricity supplier"),
    ("limits.kw", "the data centre operator"),
    ("limits.full_capacity_month", "the team that waits for the results"),
    ("time.lead_months", "a vendor\u{2019}s written quote"),
    ("time.horizon_months", "the budget owner"),
    ("time.late_usd_per_gpu_hour", "the team that waits for the results"),
    ("api.serving_people", "the team that would serve the model"),
    ("present.node_resale_usd", "a dealer in used hardware"),
    ("present.gpu_relative_work", "the team that runs the jobs"),
    ("present.may_sell", "the budget owner"),
    ("present.until_delivery", "your provider\u{2019}s account manager"),
];

/// Who knows the rows of each group.
const GROUPS: &[(&str, &str)] = &[
    ("work", "the scheduler\u{2019}s accounting"),
    ("api", "the provider\u{2019}s price list"),
    ("sizes", "the team that runs the cluster"),
    ("limits", "the budget owner"),
    ("own", "a vendor\u{2019}s written quote"),
    ("power", "the data sheet and the data centre operator"),
    ("place", "a colocation provider\u{2019}s quote"),
    ("people", "the team that would run the cluster"),
    ("rent", "your provider\u{2019}s account manager"),
    ("money", "the finance department"),
    ("time", "no one; past price trends are a guide"),
    ("stops", "the scheduler\u{2019}s logs"),
    ("present", "your latest bills"),
];

/// Whom to ask for an input.
pub fn who_knows(field: &Field) -> &'static str {
    let found = |list: &[(&str, &'static str)], id: &str| list.iter().find(|(key, _)| *key == id).map(|(_, who)| *who);
    found(ROWS, field.id).or_else(|| found(GROUPS, field.group.id)).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::{FIELDS, GROUPS as ALL, field};

    #[test]
    fn every_group_has_someone_and_every_row_named_exists() {
        assert!(FIELDS.iter().all(|row| !who_knows(row).is_empty()));
        assert!(ALL.iter().all(|group| GROUPS.iter().any(|(id, _)| *id == group.id)), "a group without anyone");
        let known = |(id, _): &(&str, &str)| field(id).is_some();
        assert!(ROWS.iter().all(known), "{:?}", ROWS.iter().find(|row| !known(row)));
    }
}
