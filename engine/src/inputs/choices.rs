//! The choices of the table: each way with its name in files and links, for ever, and its name for people.

use super::value::choice;

choice! {
    /// How fast the network between nodes must be.
    NetworkNeed {
        /// Any, or none.
        Any = "any", "any";
        /// A fast link between the GPUs of one node.
        Nvlink = "nvlink", "NVLink inside a node";
        /// Remote memory access between nodes: InfiniBand, EFA, RoCE, GPUDirect.
        Rdma = "rdma", "InfiniBand or equal between nodes";
    }
}
choice! {
    /// What costs are told for.
    CostUnit {
        /// A productive GPU-hour.
        Hour = "hour", "a productive GPU-hour";
        /// The work of a month.
        Month = "month", "a month";
        /// A run, of as many productive GPU-hours as the scenario says.
        Run = "run", "a run";
        /// A million tokens, at the speed that the scenario says.
        Tokens = "tokens", "a million tokens";
    }
}
choice! {
    /// What a machine is worth at the end of its life.
    ResidualMethod {
        /// Falling by a constant factor a year.
        Curve = "curve", "curve by age";
        /// A share of the price.
        Share = "share", "a share of the price";
        /// Shares of the price by age.
        Table = "table", "a table by age";
        /// The price book's planning figures by age.
        Book = "book", "planning figures of the price book";
    }
}
choice! {
    /// What the price of a node is a price of.
    Assembly {
        /// A system, ready to run.
        Quoted = "quoted", "a whole system";
        /// Parts, put together by your own people.
        Parts = "parts", "parts, built by you";
        /// Parts, put together by a seller who charges for it.
        Prebuilt = "prebuilt", "parts, built by a seller";
    }
}
choice! {
    /// How availability is entered.
    AvailabilityMethod {
        /// As one share.
        Given = "given", "one share";
        /// From failures, spares and planned maintenance.
        Spares = "spares", "from failures and spares";
    }
}
choice! {
    /// How goodput is entered.
    GoodputMethod {
        /// As a share of busy hours.
        Given = "given", "a share of busy hours";
        /// From how often machines stop.
        Stops = "stops", "from interruptions";
    }
}
choice! {
    /// What the figure of an interruption counts.
    StopRate {
        /// Interruptions of one node in an hour.
        PerNodeHour = "node-hour", "interruptions a node-hour";
        /// Chance that a node is interrupted within an hour.
        ChancePerHour = "hour", "chance per hour";
        /// Chance that a node is interrupted within a month.
        ChancePerMonth = "month", "chance per month";
    }
}
choice! {
    /// How often a job saves its state.
    IntervalChoice {
        /// As often as loses least.
        Best = "best", "as often as loses least";
        /// At a fixed interval.
        Given = "given", "at a fixed interval";
    }
}
choice! {
    /// What becomes of work beyond what the plan's own machines or commitment can take.
    BeyondChoice {
        /// It goes to the cheapest offer by the hour.
        Offer = "offer", "rented by the hour";
        /// It waits until there is room.
        Queue = "queue", "waits in a queue";
        /// Further nodes are bought for it where that costs less; the rest goes to the cheapest offer by the hour.
        Node = "node", "further nodes where they pay";
    }
}
choice! {
    /// What becomes of nodes that are there already when their life ends.
    EndOfLife {
        /// New ones are bought in their place, at the node price of then.
        Replaced = "replaced", "replaced by new ones";
        /// They are taken out and nothing is bought: their work is rented.
        Retired = "retired", "retired, the rest rented";
        /// They go on to the horizon.
        RunOn = "run-on", "run on to the horizon";
    }
}
choice! {
    /// What the end of the horizon means.
    HorizonEnd {
        /// The work ends: hardware is sold, commitments stay due.
        WindUp = "wind-up", "wind up: sell and pay out";
        /// The work goes on: what is left of hardware and prepayments keeps its value.
        GoingOn = "going-on", "going on: what is left keeps its value";
    }
}
choice! {
    /// How a commitment that outlasts the horizon is left.
    CommitmentExit {
        /// Its payments stay due.
        Due = "due", "payments stay due";
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
    /// How a purchase is written off for tax.
    TaxMethod {
        /// Tax is left out.
        Without = "none", "left out";
        /// In equal parts.
        StraightLine = "straight", "straight line";
        /// By the five-year table of MACRS.
        Macrs = "macrs", "MACRS, 5 years";
        /// A share in the first year, the rest by MACRS.
        FirstYear = "first-year", "a share in the first year, the rest by MACRS";
    }
}
choice! {
    /// What a year with more deductions than savings is good for.
    TaxLosses {
        /// Other profits take it at once.
        AtOnce = "at-once", "used at once";
        /// It waits for later savings.
        LinkedOffers = "carried", "carried forward";
    }
}
choice! {
    /// How the yearly cost of owning is entered.
    YearlyMethod {
        /// Line by line.
        Lines = "lines", "line by line";
        /// One fraction of the hardware price a year.
        Fraction = "fraction", "one fraction of the hardware";
        /// One amount.
        Amount = "amount", "one amount";
    }
}
choice! {
    /// How power is entered.
    PowerMethod {
        /// From the draw of GPUs and host at the load they have.
        Load = "load", "from load";
        /// A fixed average draw per GPU.
        Fixed = "fixed", "a fixed draw";
    }
}
choice! {
    /// Where owned machines stand.
    Site {
        /// Space and cooling are rented by the kilowatt.
        Colocation = "colocation", "colocation";
        /// In a room of one's own.
        Room = "room", "own room";
    }
}
choice! {
    /// How people are entered.
    StaffMethod {
        /// From the size of the cluster.
        Size = "size", "from cluster size";
        /// As a number of people.
        Given = "given", "a number of people";
    }
}
choice! {
    /// What happens to the hours of a commitment that this work does not use.
    CommitmentBilling {
        /// They are paid.
        Committed = "committed", "every hour is billed";
        /// Something else of yours uses them.
        Absorbed = "absorbed", "other work of yours absorbs idle hours";
    }
}
choice! {
    /// How many GPUs a commitment covers.
    CommittedCount {
        /// As many as would be owned.
        SameNumber = "same-number", "as many as owned";
        /// As many as deliver the same hours as the owned ones.
        SameCapacity = "same-capacity", "the same capacity as owned";
        /// A number of your own.
        Given = "given", "a number";
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
    /// When payments of a year fall.
    TimingChoice {
        /// At the end of each month.
        Monthly = "monthly", "monthly";
        /// At the end of the year.
        YearEnd = "year-end", "year end";
    }
}
