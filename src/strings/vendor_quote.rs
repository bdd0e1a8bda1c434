//! Text of `src/form/vendor_quote.rs`.

use std::fmt::Display;

/// The quote as sentences, with a field in each slot.
pub const OFFER: &str = "A vendor offers {nodes} nodes of {gpus} GPUs at {price} each and {running} per year to run them all, used for {years} years, with a residual value of {residual} % of the price.";
pub const COMPARISON: &str = "It is compared with {price} per GPU-hour in the cloud, {class}, for jobs of {job} GPUs, with a cost of capital of {capital} % per year, with a claimed saving of {saving} {sum}.";
pub const DETAILS: &str = "The GPUs are {gpu}. Priced separately: network at {network} a node and installation at {installation} a node; they are delivered in {delivery} months, with support at {support} % of the node price a year, colocation at {colocation} per kW and month for {contracted} kW in all. Electricity is {electricity}. Tax is at {tax} %, with the hardware depreciated over {depreciation} years.";
/// Follows the class, where that is spot.
pub const SPOT_TERMS: &str = " with no capacity for {share} % of the work and a {number} {of}";

pub const CLASS_OF_CLOUD: &str = "Class of the cloud price";
pub const CLOUD_INTERRUPTIONS: &str = "Interruptions of spot";
pub const CLOUD_NO_CAPACITY: &str = "Share of the work that finds no spot capacity";
pub const CLAIMED: &str = "Claimed saving";
pub const NO_UTILIZATION_HIGH_ENOUGH: &str = "no utilization is high enough";
pub const COST_OF_CAPITAL: &str = "Cost of capital, percent per year";
pub const GPUS_OF_A_JOB: &str = "GPUs per job";
pub const CLOUD_PRICE: &str = "Cloud price, per GPU-hour";
pub const CONTRACTED: &str = "Contracted power of all nodes, kilowatts";
pub const DEPRECIATION: &str = "Depreciation, years";
pub const ELECTRICITY: &str = "Electricity";
pub const AT_PRESENT_VALUE: &str = "at present value";
pub const LABEL_CLAIMED_SUM: &str = "Basis of the claimed saving";
pub const UNDISCOUNTED: &str = "undiscounted";
pub const NOT_STATED: &str = "not stated";
pub const METERED_SEPARATELY: &str = "metered separately";
pub const IN_THE_RENT: &str = "in the rent";
pub const COLOCATION: &str = "Colocation, per kilowatt and month";
pub const DELIVERY: &str = "Months until delivery";
pub const GPU_OF_THE_QUOTE: &str = "GPU of the quote";
pub const INSTALLATION: &str = "Installation of a node, if priced separately";
pub const NETWORK: &str = "Network of a node, if priced separately";
pub const SUPPORT: &str = "Support, percent of the node price a year";
pub const TAX: &str = "Tax rate, percent";
pub const THAT_OF_THE_QUESTION: &str = "those of the question";
pub const A_VENDORS_QUOTE: &str = "A vendor\u{2019}s quote";
pub const CLOSE: &str = "Close";
pub const GPUS_IN_A_NODE: &str = "GPUs per node";
pub const NEEDS_A_NUMBER: &str = "needs a number";
pub const NODES: &str = "Nodes";
pub const NOT_READABLE: &str = "is not a valid number";
pub const PRICE_OF_A_NODE: &str = "Node price";
pub const RUNNING_COST_A_YEAR: &str = "Running cost per year";
pub const USE_ALONE: &str = "Use it alone, with the vendor\u{2019}s assumptions";
pub const USE_WITH_OUR_ASSUMPTIONS: &str = "Use it with this page\u{2019}s assumptions";
pub const RESIDUAL_VALUE: &str = "Residual value, percent of the price";
pub const YEARS_OF_USE: &str = "Years of use";

pub fn claim(claimed: &dyn Display, computed: &dyn Display, needs: &dyn Display) -> String {
    format!(
        "The vendor claims {claimed}. With the inputs here, {computed}. For the claim to hold, one of these would have to change: {needs}."
    )
}

pub fn claim_at_present_value(saving: &dyn Display) -> String {
    format!("{saving}, at present value like the claim")
}

/// `turns` says whether the two sums have different winners.
pub fn claim_undiscounted(sum: &dyn Display, present_value: &dyn Display, turns: bool) -> String {
    let why = if turns { ": when the payments fall due decides" } else { "" };
    format!("{sum}, undiscounted like the claim; at present value {present_value}{why}")
}

pub fn owning_against_renting(usd: &dyn Display, dearer: bool) -> String {
    if dearer { format!("owning costs {usd} more than renting") } else { format!("owning saves {usd}") }
}

pub fn claim_at_price(price: &dyn Display) -> String {
    format!("; or the cheapest offer at {price} per GPU-hour")
}

pub fn claim_at_use(share: &dyn Display) -> String {
    format!("GPUs busy {share} of the time, with as much work to rent")
}

pub fn claim_without_comparison(claimed: &dyn Display) -> String {
    format!("The claimed saving of {claimed} cannot be checked, because the two sides do not do the same work.")
}

pub fn explanation(gpu: &dyn Display) -> String {
    format!(
        "The quote is for {gpu} and for complete systems: network and installation are set to zero unless they are priced separately. Support and colocation are added to a running cost; without one they set their own inputs, and support is paid after the warranty. A tax rate above 0 switches tax on (straight-line unless you chose another method). The years of use set the horizon, the wait for delivery included, the lives, and the depreciation unless it is stated. Contracted kilowatts are paid for as they are, without whole racks. The cloud price becomes one of your offers, on demand or spot. Fields left empty stay as they are. So does the work that you entered; work that nobody entered follows the number of GPUs. Used alone, this page\u{2019}s own storage, build-out, lead time, set-up, egress and lost hours are also set to zero on both sides, and the cloud price is the only offer."
    )
}

/// `work`: what the work became, in GPU-hours per month, where nobody had entered it.
pub fn applied(
    gpus: &dyn Display,
    price: &dyn Display,
    months: &dyn Display,
    work: Option<&dyn Display>,
    (alone, has_running_cost): (bool, bool),
) -> String {
    let rest = match (alone, has_running_cost) {
        (true, _) => "The page\u{2019}s other assumptions are set to zero on both sides",
        (false, true) => {
            "Its running cost takes the place of power, space, staffing and support; everything else follows this page\u{2019}s assumptions; see Assumptions"
        }
        (false, false) => {
            "Everything else, including space, staffing and storage, follows this page\u{2019}s assumptions; see Assumptions"
        }
    };
    let work = work.map_or_else(String::new, |work| {
        format!(" You entered no work: it is now what these GPUs do at the usual load, {work} GPU-hours per month.")
    });
    format!("Quote applied: {gpus} GPUs at {price} per node, over {months} months.{work} {rest}. Undo removes it")
}
