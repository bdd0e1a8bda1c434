//! The closed word lists of the price book. Each word is a stable id in files, links and the page.

use serde::Serialize;

/// A closed word list.
pub(super) trait Vocabulary: Copy + 'static {
    /// Every value.
    const ALL: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [&'static str];
    /// The first value.
    const FIRST: Self;
    /// The word for this value.
    fn word(self) -> &'static str;
    /// The value for a word.
    fn of(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|v| v.word() == text)
    }
}

macro_rules! vocabulary {
    ($($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $variant:ident = $word:literal,)+ })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        pub enum $name {
            $($(#[$word_doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// Every value, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The permanent word.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value for a word.
            pub fn parse(text: &str) -> Option<Self> { <Self as Vocabulary>::of(text) }
        }

        impl Vocabulary for $name {
            const ALL: &'static [Self] = Self::ALL;
            const WORDS: &'static [&'static str] = &[$($word,)+];
            const FIRST: Self = Self::ALL[0]; // an empty list does not compile
            fn word(self) -> &'static str { self.as_str() }
        }
    )+ };
}

pub(super) use vocabulary;

vocabulary! {
    /// How an offer is bought.
    Service {
        /// By the hour, with no commitment on either side.
        OnDemand = "on-demand",
        /// A block of days, booked and mostly paid in advance.
        CapacityBlock = "capacity-block",
        /// A commitment of months or years.
        Reserved = "reserved",
        /// Cheap, but can be interrupted.
        Spot = "spot",
        /// From a private or small host, through a broker.
        Marketplace = "marketplace",
    }
    /// The upfront part of a commitment.
    Upfront {
        /// Nothing.
        None = "none",
        /// A part.
        Partial = "partial",
        /// All of it.
        All = "all",
        /// The source does not say.
        Unspecified = "unspecified",
    }
    /// The interconnect of the GPUs that `fabric_gpus` counts, from the slowest to the fastest across machines.
    Interconnect {
        /// Single GPUs.
        None = "none",
        /// The bus of one machine.
        Pcie = "pcie",
        /// `NVLink`, or an equivalent such as Infinity Fabric: one machine, or one rack.
        Nvlink = "nvlink",
        /// Plain Ethernet between machines.
        Ethernet = "ethernet",
        /// Between machines, bypassing the processor: `InfiniBand`, `RoCE`, EFA, GPUDirect-TCPX, the links of a TPU
        /// pod.
        Rdma = "rdma",
    }
    /// Whether the size of the fabric is from the source.
    FabricBasis {
        /// Stated by the offer.
        Stated = "stated",
        /// Our assumption.
        Assumed = "assumed",
    }
    /// Where the machines are hosted.
    HostClass {
        /// The provider's data centres.
        DataCentre = "data-centre",
        /// A private or third-party host.
        Marketplace = "marketplace",
    }
    /// Current reliability of the price of an offer or a machine.
    PriceStatus {
        /// From the edition's year, and the newest found.
        Current = "current",
        /// Doubtful: low confidence, or not a quote from the seller.
        Weak = "weak",
        /// The newest found, but from before the edition's year.
        Stale = "stale",
        /// A reference text's figure, for its worked example only.
        Reference = "reference",
        /// A planning value, ours or another calculator's.
        Assumption = "assumption",
        /// From the user's own book; never in a published one.
        Yours = "yours",
        /// Dated and clear, but read in someone else's file: the seller's page was not opened.
        SecondHand = "second-hand",
    }
    /// The kind of statement a figure is.
    FigureStatus {
        /// Measured or counted, or a value common to several sources.
        Survey = "survey",
        /// A seller's list price or data sheet.
        List = "list",
        /// Computed from other figures.
        Derived = "derived",
        /// A planning value, ours or others'.
        Assumption = "assumption",
        /// A reference text's figure, for its worked example only.
        Reference = "reference",
    }
    /// The format of the numbers that a model is served with.
    Precision {
        /// Four bits.
        Fp4 = "fp4",
        /// Eight bits.
        Fp8 = "fp8",
        /// Sixteen bits.
        Bf16 = "bf16",
    }
    /// Which tokens a throughput counts.
    TokensCounted {
        /// Output alone.
        Output = "output",
        /// Input and output.
        All = "all",
    }
    /// The confidence in a row.
    Confidence {
        /// One source, or a poor one.
        Low = "low",
        /// One good source.
        Medium = "medium",
        /// The seller's own statement, or several sources that agree.
        High = "high",
    }
    /// The kind of a piece of hardware.
    HardwareKind {
        /// A card, a module or a bare board.
        Component = "component",
        /// A desk-side machine.
        Workstation = "workstation",
        /// A node for a rack.
        Server = "server",
        /// A whole rack that is one machine.
        Rack = "rack",
    }
    /// Whether a hardware price includes the network between nodes.
    NetworkIncluded {
        /// Included: add no fabric.
        Yes = "yes",
        /// Not included.
        No = "no",
        /// The source does not say.
        Unknown = "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Vocabulary + PartialEq + std::fmt::Debug + Serialize>(parse: fn(&str) -> Option<T>) {
        for (at, value) in T::ALL.iter().enumerate() {
            assert_eq!(parse(value.word()), Some(*value));
            assert_eq!(serde_json::to_string(value).ok(), Some(format!("\"{}\"", value.word())));
            assert!(T::ALL.iter().skip(at + 1).all(|other| other.word() != value.word()));
        }
        for not_a_word in ["", " ", "Reserved", "on-demand ", "none-such"] {
            assert_eq!(parse(not_a_word), None);
        }
    }

    #[test]
    fn every_word_is_unique_and_reads_back() {
        check(Service::parse);
        check(Upfront::parse);
        check(Interconnect::parse);
        check(FabricBasis::parse);
        check(HostClass::parse);
        check(PriceStatus::parse);
        check(FigureStatus::parse);
        check(Confidence::parse);
        check(HardwareKind::parse);
        check(NetworkIncluded::parse);
        check(Precision::parse);
        check(TokensCounted::parse);
    }
}
