//! The choices of the table: each option with its permanent id in files and links, and its label.

use super::value::choice;

choice! {
    /// How fast the network between nodes must be.
    NetworkNeed {
        /// Any, or none.
        Any = "any", "any";
        /// A fast link between the GPUs of one node.
        Nvlink = "nvlink", "NVLink inside a node";
        /// Remote memory access between nodes: InfiniBand, EFA, RoCE, GPUDirect.
        Rdma = "rdma", "InfiniBand or equivalent between nodes";
    }
}
choice! {
    /// The unit costs are shown for.
    CostUnit {
        /// A productive GPU-hour.
        Hour = "hour", "productive GPU-hour";
        /// A month's work.
        Month = "month", "month";
        /// A run of the scenario's number of productive GPU-hours.
        Run = "run", "run";
        /// A million tokens, at the scenario's speed.
        Tokens = "tokens", "million tokens";
    }
}
choice! {
    /// What does the work of the current bill until machines that are bought are there.
    UntilDelivery {
        /// The bill, paid in full until then.
        Bill = "bill", "the current bill goes on";
        /// The cheapest offer by the hour: the bill ends on day one.
        Rent = "rent", "rented by the hour";
    }
}
choice! {
    /// Residual value of a machine at the end of its life.
    ResidualMethod {
        /// Falling by a constant factor per year.
        Curve = "curve", "curve by age";
        /// A share of the price.
        Share = "share", "share of the price";
        /// Shares of the price by age.
        Table = "table", "table by age";
        /// The price book's planning figures by age.
        Book = "book", "price book planning figures";
    }
}
choice! {
    /// What the price of a node covers.
    Assembly {
        /// A complete system, ready to run.
        Quoted = "quoted", "a complete system";
        /// Parts, assembled by the user's own staff.
        Parts = "parts", "parts, self-assembled";
        /// Parts, assembled by a seller for a surcharge.
        Prebuilt = "prebuilt", "parts, assembled by the seller";
    }
}
choice! {
    /// How availability is entered.
    AvailabilityMethod {
        /// As one share.
        Given = "given", "a single figure";
        /// From failures, spares and planned maintenance.
        Spares = "spares", "failures and spares";
    }
}
choice! {
    /// How goodput is entered.
    GoodputMethod {
        /// As a share of busy hours.
        Given = "given", "a single figure";
        /// From how often machines stop.
        Stops = "stops", "interruption rates";
    }
}
choice! {
    /// Unit of an interruption rate.
    StopRate {
        /// Interruptions of one node per hour.
        PerNodeHour = "node-hour", "interruptions per node-hour";
        /// Chance that a node is interrupted within an hour.
        ChancePerHour = "hour", "chance per hour";
        /// Chance that a node is interrupted within a month.
        ChancePerMonth = "month", "chance per month";
    }
}
choice! {
    /// How often a job writes a checkpoint.
    IntervalChoice {
        /// At the optimal interval.
        Best = "best", "at the optimal interval";
        /// At a fixed interval.
        Given = "given", "at a fixed interval";
    }
}
choice! {
    /// What happens to work beyond the plan's own machines or commitment.
    BeyondChoice {
        /// It goes to the cheapest hourly offer.
        Offer = "offer", "rented by the hour";
        /// It waits until there is capacity.
        Queue = "queue", "queued";
        /// Additional nodes are bought for it if that costs less; the rest goes to the cheapest hourly offer.
        Node = "node", "more nodes where they pay off";
    }
}
choice! {
    /// What happens to existing nodes when their life ends.
    EndOfLife {
        /// They are replaced, at the node price of that time.
        Replaced = "replaced", "replace";
        /// They are removed and not replaced: their work is rented.
        Retired = "retired", "retire, rent instead";
        /// They run on to the horizon.
        RunOn = "run-on", "keep running";
    }
}
choice! {
    /// What the end of the horizon means.
    HorizonEnd {
        /// The work ends: hardware is sold, commitments stay due.
        WindUp = "wind-up", "wind up: sell and settle";
        /// The work continues: remaining hardware and prepayments keep their value.
        GoingOn = "going-on", "continue: remaining value counts";
    }
}
choice! {
    /// How a commitment that outlasts the horizon ends.
    CommitmentExit {
        /// Its payments stay due.
        Due = "due", "payments remain due";
        /// A fee ends it.
        Fee = "fee", "a termination fee";
    }
}
choice! {
    /// How a purchase is paid.
    FinanceMethod {
        /// At once.
        Cash = "cash", "cash";
        /// By a loan with equal payments.
        Loan = "loan", "loan";
        /// By leasing.
        Lease = "lease", "lease";
    }
}
choice! {
    /// How a purchase is depreciated for tax.
    TaxMethod {
        /// Tax is left out.
        Without = "none", "not included";
        /// In equal parts.
        StraightLine = "straight", "straight line";
        /// By the five-year table of MACRS.
        Macrs = "macrs", "MACRS, 5 years";
        /// A share in the first year, the rest by MACRS.
        FirstYear = "first-year", "bonus in the first year, then MACRS";
    }
}
choice! {
    /// How a year's excess of deductions over savings is used.
    TaxLosses {
        /// Against other profits at once.
        AtOnce = "at-once", "used immediately";
        /// Carried forward to later savings.
        Carried = "carried", "carried forward";
    }
}
choice! {
    /// How the yearly cost of owning is entered.
    YearlyMethod {
        /// Line by line.
        Lines = "lines", "line by line";
        /// One fraction of the hardware price a year.
        Fraction = "fraction", "share of the hardware price";
        /// One amount.
        Amount = "amount", "one amount";
    }
}
choice! {
    /// How power is entered.
    PowerMethod {
        /// From the draw of GPUs and host at their load.
        Load = "load", "from load";
        /// A fixed average draw per GPU.
        Fixed = "fixed", "fixed draw";
    }
}
choice! {
    /// Where owned machines are housed.
    Site {
        /// Space and cooling rented by the kilowatt.
        Colocation = "colocation", "colocation";
        /// The user's own room.
        Room = "room", "own room";
    }
}
choice! {
    /// How staff are entered.
    StaffMethod {
        /// From the size of the cluster.
        Size = "size", "from cluster size";
        /// As a number of people.
        Given = "given", "a fixed number";
    }
}
choice! {
    /// What happens to the hours of a commitment that this work does not use.
    CommitmentBilling {
        /// They are billed.
        Committed = "committed", "every hour is billed";
        /// The user's other work absorbs them.
        Absorbed = "absorbed", "your other work uses idle hours";
    }
}
choice! {
    /// How many GPUs a commitment covers.
    CommittedCount {
        /// As many as would be owned.
        SameNumber = "same-number", "same number as owned";
        /// As many as provide the same hours as the owned ones.
        SameCapacity = "same-capacity", "same capacity as owned";
        /// A user-defined number.
        Given = "given", "a fixed number";
    }
}
choice! {
    /// How a purchase is spread over its life.
    ChargeChoice {
        /// Loss in value in equal parts, without interest.
        Simple = "simple", "straight line";
        /// With interest on the capital.
        Discounted = "discounted", "with cost of capital";
    }
}
choice! {
    /// When the payments of a year fall due.
    TimingChoice {
        /// At the end of each month.
        Monthly = "monthly", "monthly";
        /// At the end of the year.
        YearEnd = "year-end", "year end";
    }
}
