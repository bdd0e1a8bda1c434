//! The closed lists of words in the price book. Each word is a stable id: in files, links and the page.

use serde::Serialize;

/// A closed list of words.
pub(super) trait Vocabulary: Copy + 'static {
    /// Every value.
    const ALL: &'static [Self];
    /// Their words, in the same order.
    const WORDS: &'static [&'static str];
    /// The first of them.
    const FIRST: Self;
    /// The word as it is written.
    fn word(self) -> &'static str;
    /// The value behind a word.
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

            /// The word for it, for ever.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// The value behind a word.
            pub fn parse(text: &str) -> Option<Self> { <Self as Vocabulary>::of(text) }
        }

        impl Vocabulary for $name {
            const ALL: &'static [Self] = Self::ALL;
            const WORDS: &'static [&'static str] = &[$($word,)+];
            const FIRST: Self = Self::ALL[0]; // a list without words does not compile
            fn word(self) -> &'static str { self.as_str() }
        }
    )+ };
}

pub(super) use vocabulary;

vocabulary! {
    /// How an offer is bought.
    Service {
        /// By the hour, no promise on either side.
        OnDemand = "on-demand",
        /// A block of days, booked and mostly paid ahead.
        CapacityBlock = "capacity-block",
        /// A commitment of months or years.
        Reserved = "reserved",
        /// Cheap, and can be taken back.
        Spot = "spot",
        /// From a private or small host, found by a broker.
        Marketplace = "marketplace",
    }
    /// How much of a commitment is paid at its start.
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
    /// What joins the GPUs that `fabric_gpus` counts, from the slowest to the fastest way across machines.
    Interconnect {
        /// Single GPUs.
        None = "none",
        /// The bus of one machine.
        Pcie = "pcie",
        /// `NVLink`, or the maker's equal such as Infinity Fabric: one machine, or one rack.
        Nvlink = "nvlink",
        /// Plain Ethernet between machines.
        Ethernet = "ethernet",
        /// Between machines past the processor: `InfiniBand`, `RoCE`, EFA, GPUDirect-TCPX, the links of a TPU pod.
        Rdma = "rdma",
    }
    /// Whether the size of the fabric is in the source.
    FabricBasis {
        /// The offer says so.
        Stated = "stated",
        /// We assumed it.
        Assumed = "assumed",
    }
    /// Where the machines stand.
    HostClass {
        /// The provider's halls.
        DataCentre = "data-centre",
        /// Anybody's.
        Marketplace = "marketplace",
    }
    /// How far the price of an offer or a machine can be trusted today.
    PriceStatus {
        /// Read in the edition's year, and the newest found.
        Current = "current",
        /// Doubtful: a low confidence, or no quote of the seller.
        Weak = "weak",
        /// The newest found, but older than the edition's year.
        Stale = "stale",
        /// The figure of a reference text, for its worked example only.
        Reference = "reference",
        /// Ours or another calculator's planning value.
        Assumption = "assumption",
        /// Of the user's own book; never in a published one.
        Yours = "yours",
    }
    /// What kind of statement a figure is.
    FigureStatus {
        /// Measured or counted by somebody, or the common value of several.
        Survey = "survey",
        /// A seller's list price or data sheet.
        List = "list",
        /// Computed from other figures.
        Derived = "derived",
        /// Ours, or a planning value of others.
        Assumption = "assumption",
        /// The figure of a reference text, for its worked example only.
        Reference = "reference",
    }
    /// How sure we are of a row.
    Confidence {
        /// One source, or a poor one.
        Low = "low",
        /// One good source.
        Medium = "medium",
        /// The seller's own words, or several sources that agree.
        High = "high",
    }
    /// What a piece of hardware is.
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
    /// Whether a hardware price holds the network between nodes.
    NetworkIncluded {
        /// It does: add no fabric.
        Yes = "yes",
        /// It does not.
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
    }
}
