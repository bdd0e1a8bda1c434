//! The formulas that derivations and cost lines show: the words of each and its arithmetic, in one table. The page shows
//! the words, the tests recompute figures by the arithmetic, and a spreadsheet can write it as a live cell.

use serde::{Serialize, Serializer};

use super::expression::Expression::{
    self, AtLeast, Interpolated, Minus, Number, Over, Part, Plus, Power, RoundedUp, SumOfParts, Times,
};

/// The parts of a formula, by their places.
const A: &Expression = &Part(0);
const B: &Expression = &Part(1);
const C: &Expression = &Part(2);
const D: &Expression = &Part(3);
const E: &Expression = &Part(4);
const F: &Expression = &Part(5);
const G: &Expression = &Part(6);
/// Hours of a year.
const HOURS: &Expression = &Number(8_760.0);
/// Months of a year.
const MONTHS: &Expression = &Number(12.0);
/// Watts of a kilowatt.
const WATTS: &Expression = &Number(1_000.0);

/// Declares the formulas: name, words, number of parts (`any` for a sum), arithmetic.
macro_rules! formulas {
    (@count any) => { None };
    (@count $count:literal) => { Some($count) };
    ($($name:ident, $words:literal, $count:tt, $expression:expr;)+) => {
        /// How a figure follows from its parts. Serialises as its words.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Formula {
            /// No formula: an input, or a figure that another place computes.
            Plain,
            /// In words only: its parts are not listed, so nothing can be recomputed from them.
            Described(&'static str),
            $(#[doc = $words] $name,)+
        }

        impl Formula {
            /// Every formula with arithmetic.
            pub const COMPUTED: &'static [Self] = &[$(Self::$name,)+];

            /// Its words; empty for [`Formula::Plain`].
            pub fn words(self) -> &'static str {
                match self {
                    Self::Plain => "",
                    Self::Described(words) => words,
                    $(Self::$name => $words,)+
                }
            }

            /// Its arithmetic; `None` if it has none.
            pub fn expression(self) -> Option<&'static Expression> {
                match self {
                    Self::Plain | Self::Described(_) => None,
                    $(Self::$name => {
                        const EXPRESSION: &Expression = &$expression;
                        Some(EXPRESSION)
                    })+
                }
            }

            /// The number of its parts; `None` if any number will do. Zero without arithmetic.
            pub fn part_count(self) -> Option<usize> {
                match self {
                    Self::Plain | Self::Described(_) => Some(0),
                    $(Self::$name => formulas!(@count $count),)+
                }
            }
        }
    };
}

formulas! {
    SumOfLines, "sum of the lines", any, SumOfParts;
    SumOfTiers, "sum of the tiers", any, SumOfParts;
    SumOfBoth, "sum of both", 2, Plus(A, B);
    SumOfYears, "sum of the years", any, SumOfParts;
    SumOfMonths, "sum of the months", any, SumOfParts;
    SumOfPayments, "sum of the payments", any, SumOfParts;
    SumOfDiscountedPayments, "sum of the discounted payments", any, SumOfParts;

    // Cost per hour and per unit of work.
    YearlyCostPerProductiveHour, "yearly cost ÷ productive hours", 2, Over(A, B);
    YearlyCostPerGpu, "yearly cost ÷ GPUs", 2, Over(A, B);
    HourlyCostOfUnit, "cost per hour × hours", 2, Times(A, B);
    HoursPerMillionTokens, "1 ÷ millions of tokens per GPU-hour", 1, Over(&Number(1.0), A);

    // Hours.
    HoursOnOwnedGpus, "GPUs × 8760 × busy share × job efficiency × goodput", 4,
        Times(&Times(&Times(A, HOURS), &Times(B, C)), D);
    OwnedAndRentedHours, "on the owned GPUs + rented", 2, Plus(A, B);
    HoursAtUtilization, "8760 × utilization", 1, Times(HOURS, A);
    BilledHours, "productive hours ÷ (job efficiency × goodput × share of billed hours used)", 4,
        Over(A, &Times(&Times(B, C), D));
    CommittedHours, "committed GPUs × 8760, used or not", 1, Times(A, HOURS);

    // Lines of owning.
    StraightLineCharge, "(price − residual value) ÷ life", 3, Over(&Minus(A, B), C);
    AnnuityCharge, "price × capital recovery factor − residual value × sinking fund factor", 5,
        Minus(&Times(A, D), &Times(B, E));
    EnergyUsed, "GPUs × standing draw × 8760 + busy hours × extra draw", 4,
        Plus(&Times(&Times(A, &Over(B, WATTS)), HOURS), &Times(C, &Over(D, WATTS)));
    PowerCost, "GPUs × (idle draw + host draw + busy share × extra draw) × PUE × 8760 h × price", 3,
        Times(&Times(A, B), C);
    StaffCost, "(staff when owning − staff when renting) × cost per person + on-call pay", 3, Plus(&Times(A, B), C);
    AdditionalStaff, "staff when owning − staff when renting", 2, Minus(A, B);
    AdditionalStaffByRule, "staff by the rule − staff when renting, at least none", 2,
        AtLeast(&Minus(A, B), &Number(0.0));
    StaffRule,
        "0.05 people for 8 GPUs, 1.5 for 64 and 3.5 for 256, in proportion between these, then one more per 96 GPUs", 1,
        Interpolated { at: A, points: &[(0.0, 0.0), (8.0, 0.05), (64.0, 1.5), (256.0, 3.5)], beyond: 1.0 / 96.0 };
    SpaceCost, "contracted kW (whole racks) × rent per kW-month × 12; or the yearly cost of the room", 2,
        Times(&Times(A, B), MONTHS);
    RatedPower, "rated power of the nodes", 1, Part(0);
    // A rounding error above a whole number is no further rack.
    WholeRacks, "rated power of the nodes ÷ power per rack, rounded up", 2,
        RoundedUp(&Minus(&Over(A, B), &Number(1e-9)));
    PowerOfRacks, "whole racks × power per rack", 2, Times(A, B);
    SupportContract, "share × node price, in the years after the warranty", 2, Times(A, B);
    IdleIncome, "− share sold × idle available hours × (price after fee − running cost per hour)", 3,
        Plus(A, &Times(B, C));
    UpfrontLine, "nodes × unit price", 2, Times(A, B);

    // Lines of renting.
    ComputeBill, "hours billed × price after discount", 2, Times(A, B);
    RentedOverflow, "hours × price per productive hour", 2, Times(A, B);
    SupportTier, "part × rate × 12", 3, Times(&Times(A, B), C);
    SupportMinimum, "monthly minimum × 12", 1, Times(A, MONTHS);

    // The steady year's break-even.
    BreakEvenPrice,
        "((fixed cost − other rental costs) ÷ (8760 × busy share) + cost per busy hour) × share of billed hours used ÷ goodput ratio ÷ charges on compute",
        7, Over(&Over(&Times(&Plus(&Over(&Minus(A, B), &Times(HOURS, C)), D), E), F), G);
    BusyShareWithoutBend, "fixed cost of owning minus renting ÷ (8760 × (rented hour − owned hour))", 2,
        Over(A, &Times(HOURS, B));
    BusyShareAfterBend,
        "busy share where the price changes + (owning minus renting there) ÷ (8760 × (rented hour − owned hour))", 3,
        Plus(A, &Over(B, &Times(HOURS, C)));
    HighestShareServed, "the highest busy share an offer can serve: above it, renting leaves work undone", 1, Part(0);
    FixedAndBusyHours, "fixed cost + cost per busy hour × busy hours", 3, Plus(A, &Times(B, C));
    FixedAndHourly, "fixed cost + 8760 × busy share × cost per hour", 3, Plus(A, &Times(&Times(HOURS, B), C));
    HourOfRentedWork, "price × rented hours per owned hour ÷ share of billed hours used", 3, Over(&Times(A, B), C);
    OwnedMinusRented, "owned − rented", 2, Minus(A, B);
    RentedMinusOwned, "rented − owned", 2, Minus(A, B);
    NeededMinusMaximum, "needed − maximum", 2, Minus(A, B);

    // The horizon.
    PresentValuePerHour, "present value ÷ discounted hours", 2, Over(A, B);
    DiscountedPayment, "cash × discount factor", 2, Times(A, B);
    DiscountedHours, "hours of a month × discount factor", 2, Times(A, B);
    DiscountFactor, "1 ÷ (1 + cost of capital)^(months ÷ 12)", 2,
        Over(&Number(1.0), &Power(&Plus(&Number(1.0), B), &Over(A, MONTHS)));
    AfterTax, "before tax − tax saved", 2, Minus(A, B);
    Tax, "deductible or taxable amount × tax rate", 2, Times(A, B);
    SumOfDeductions, "sum of the deductions", any, SumOfParts;
    SavedByOwning, "deducted by renting − deducted by owning", 2, Minus(A, B);
    TaxSavedByOwning, "tax saved by renting − tax on savings from owning", 2, Minus(A, B);
    OwningMinusRenting, "present value of owning − present value of renting", 2, Minus(A, B);
    RentingMinusOwning, "present value of renting − present value of owning", 2, Minus(A, B);
    OtherPlanMinusThis, "present value of the other plan − present value of this one", 2, Minus(A, B);
    EvenPayment, "present value × capital recovery factor of the horizon", 2, Times(A, B);
    ShareOfDearer, "difference ÷ more expensive side", 2, Over(A, B);
    ShareOfCheaper, "difference ÷ cheaper side", 2, Over(A, B);
    // Whether the sides are equal there is a part of its own.
    FoundBySearch, "found by search: the value at which owning and renting cost the same", 2, Part(0);
    FoundAtStep, "found by search: the value at which a step in cost changes the cheaper side", 2, Part(0);
    ExcessSoFar, "owning so far − renting so far", 2, Minus(A, B);
    HighestExcess, "highest monthly value of owning so far − renting so far", 3, Minus(B, C);
    PaybackWithinMonth, "month before + excess before ÷ (excess before − excess after)", 3,
        Plus(A, &Over(B, &Minus(B, C)));
    PaybackAtMonth, "the month whose final payment brings payback", 3, Part(0);
}

impl Formula {
    /// The figure from the values of its parts, in their order; `None` if the formula has no arithmetic or another number
    /// of parts.
    ///
    /// No figure of a report is computed by it: it is the check beside the engine's own computation.
    pub fn compute(self, parts: &[f64]) -> Option<f64> {
        let expression = self.expression()?;
        self.part_count().is_none_or(|count| count == parts.len()).then(|| expression.value(parts))
    }
}

impl Serialize for Formula {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.words())
    }
}

#[cfg(test)]
mod tests {
    use super::Formula;

    /// A formula that reads a part beyond its last would find zero there, and one that leaves out a part would show a value
    /// that does not count: only these three show such a value, which their words say.
    #[test]
    fn every_formula_reads_its_parts_and_no_others() {
        for formula in Formula::COMPUTED {
            let Some(count) = formula.part_count() else { continue };
            let read = formula.expression().expect("arithmetic").parts_read();
            let unread: Vec<usize> = (0..count).filter(|part| !read.contains(part)).collect();
            let expected: &[usize] = match formula {
                // The life stands in its two factors.
                Formula::AnnuityCharge => &[2],
                Formula::FoundBySearch | Formula::FoundAtStep => &[1],
                Formula::HighestExcess => &[0],
                Formula::PaybackAtMonth => &[1, 2],
                _ => &[],
            };
            assert_eq!(unread, expected, "{formula:?}");
            assert!(read.iter().all(|part| *part < count), "{formula:?} reads {read:?} of {count}");
        }
    }

    #[test]
    fn no_two_formulas_have_the_same_words() {
        let mut words: Vec<&str> = Formula::COMPUTED.iter().map(|formula| formula.words()).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair[0] != pair[1]), "{words:?}");
    }

    #[test]
    fn nothing_is_computed_from_another_number_of_parts() {
        assert_eq!(Formula::StraightLineCharge.compute(&[100.0, 20.0]), None);
        assert_eq!(Formula::Described("as entered").compute(&[]), None);
        assert_eq!(Formula::Plain.compute(&[1.0]), None);
    }

    /// By hand: two years at 21% are a factor of 1 ÷ 1.21² = 0.68301…; (500 − 100) ÷ (8760 × 0.5) is 0.091324…, and with
    /// 0.4 an hour, 0.9 used, a ratio of 1.2 and 1.1 on compute (0.491324 × 0.9) ÷ 1.2 ÷ 1.1 = 0.334994.
    #[test]
    fn figures_by_hand() {
        let near = |formula: Formula, parts: &[f64], by_hand: f64| {
            let found = formula.compute(parts).expect("a figure");
            assert!((found - by_hand).abs() < 1e-6, "{formula:?}: {found}");
        };
        near(Formula::DiscountFactor, &[24.0, 0.21], 0.683_013_455);
        near(Formula::BreakEvenPrice, &[500.0, 100.0, 0.5, 0.4, 0.9, 1.2, 1.1], 0.334_993_773);
        near(Formula::AnnuityCharge, &[1_000.0, 200.0, 5.0, 0.25, 0.16], 218.0);
        near(Formula::PaybackWithinMonth, &[7.0, 30.0, -10.0], 7.75);
        // 64 kW in racks of 16 are four whole ones, although the division leaves a rounding error.
        near(Formula::WholeRacks, &[64.0 + 1e-12, 16.0], 4.0);
        near(Formula::WholeRacks, &[65.0, 16.0], 5.0);
        near(Formula::AdditionalStaffByRule, &[0.5, 2.0], 0.0);
        // The rule: 4 GPUs half of 0.05; 36 halfway from 8 to 64; 160 halfway from 64 to 256; 192 beyond are two more.
        for (gpus, people) in [(0.0, 0.0), (4.0, 0.025), (36.0, 0.775), (160.0, 2.5), (256.0, 3.5), (448.0, 5.5)] {
            near(Formula::StaffRule, &[gpus], people);
        }
    }
}
