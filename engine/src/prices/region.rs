//! The jurisdiction that the name of a region states.

/// Parts of region names inside the European Union, beside `eu` and `europe`.
const EU_PARTS: [&str; 9] = ["france", "germany", "sweden", "italy", "spain", "poland", "finland", "ireland", "fin-"];

/// Parts of names that begin with `east` or `west` and lie outside the United States: `westeurope`, `eastasia`.
const NOT_US: [&str; 3] = ["europe", "asia", "india"];

/// The jurisdiction of a region in a price list: `US`, `EU` or `EU, US`; empty if its name does not state one.
pub fn jurisdiction(region: &str) -> &'static str {
    let region = region.to_ascii_lowercase();
    let eu = region.starts_with("eu")
        || region.contains("europe")
        || EU_PARTS.iter().any(|part| region.starts_with(part) || region.contains(&format!("-{part}")));
    let compass = ["east", "west"].iter().any(|start| region.starts_with(start));
    let us = region.starts_with("us")
        || region.ends_with("/us")
        || region.contains("-usa")
        || region.trim_end_matches(|c: char| c.is_ascii_digit()).ends_with("centralus")
        || compass && !NOT_US.iter().any(|part| region.contains(part));
    match (eu, us) {
        (true, true) => "EU, US",
        (true, false) => "EU",
        (false, true) => "US",
        (false, false) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of AWS, Azure, Google Cloud, Verda, Shadeform and the price book.
    #[test]
    fn names_of_clouds_state_where_they_are() {
        for (region, expected) in [
            ("us-east-1", "US"),
            ("eastus2", "US"),
            ("southcentralus", "US"),
            ("dallas-usa-1", "US"),
            ("US", "US"),
            ("EU/US", "EU, US"),
            ("eu-north1", "EU"),
            ("europe-west4", "EU"),
            ("westeurope", "EU"),
            ("swedencentral", "EU"),
            ("paris-france-5", "EU"),
            ("FIN-03", "EU"),
            ("eastasia", ""),
            ("westindia", ""),
            ("uksouth", ""),
            ("ap-northeast-1", ""),
            ("australiaeast", ""),
            ("any", ""),
        ] {
            assert_eq!(jurisdiction(region), expected, "{region}");
        }
    }
}
