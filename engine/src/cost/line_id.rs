//! Ids of cost lines.

use serde::{Serialize, Serializer};

/// Declares the ids of lines: name, and the permanent text in results.
macro_rules! line_ids {
    ($($(#[$doc:meta])* $name:ident $text:literal,)+) => {
        /// A cost line. Serialises as its text, which never changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum LineId { $($(#[$doc])* $name,)+ }

        impl LineId {
            /// Every line.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// Its permanent text.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)+ }
            }
        }
    };
}

line_ids! {
    /// Nodes to buy.
    Nodes "nodes",
    /// Nodes already owned.
    PresentNodes "present_nodes",
    /// Spare nodes.
    Spares "spares",
    /// The network between nodes.
    Fabric "fabric",
    /// Owned storage.
    Storage "storage",
    /// Installation of nodes.
    Installation "installation",
    /// Preparing the room.
    BuildOut "build_out",
    /// Removal at the end of life.
    Decommissioning "decommissioning",
    /// Electricity.
    Power "power",
    /// Colocation, or the room.
    Space "space",
    /// Staff.
    People "people",
    /// The hardware support contract.
    Support "support",
    /// Licences.
    Software "software",
    /// An owner's platform subscription.
    Platform "platform",
    /// Operations bought as a service.
    Operations "operations",
    /// External links.
    Links "links",
    /// Insurance and property tax.
    Insurance "insurance",
    /// One fraction or amount that replaces every yearly line.
    YearlyFraction "yearly_fraction",
    /// Idle hours sold.
    IdleIncome "idle_income",
    /// A provider's GPU-hours.
    Compute "compute",
    /// A provider's managed services.
    Managed "managed",
    /// A provider's storage.
    RentedStorage "rented_storage",
    /// Egress.
    Egress "egress",
    /// A dedicated line.
    DedicatedLine "line",
    /// A provider's platform subscription.
    RentedPlatform "rented_platform",
    /// A provider's support plan.
    CloudSupport "cloud_support",
    /// Work above capacity, rented.
    Overflow "overflow",
    /// Hardware bought a second time within the horizon.
    BoughtAgain "bought-again",
    /// Hardware sold before a second purchase.
    HardwareSold "hardware-sold",
    /// Late work.
    Late "late",
    /// Set-up of rented machines, and porting.
    SetUp "set_up",
    /// Moving data out at the end.
    MovingOut "moving_out",
    /// The current bill, while it goes on.
    PresentBill "present_bill",
    /// Tokens from an API.
    Tokens "tokens",
    /// People who serve tokens on GPUs.
    Serving "serving",
    /// Tax that deductions save.
    TaxSaved "tax_saved",
}

/// Label of [`LineId::Serving`], wherever it stands.
pub const SERVING_LABEL: &str = "Staff for serving";

impl Serialize for LineId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::LineId;
    use crate::cost::OWN_LINES;
    use crate::cost::rent::RENT_LINES;

    #[test]
    fn no_two_lines_share_an_id() {
        let used: Vec<LineId> = OWN_LINES.iter().map(|line| line.id).chain(RENT_LINES.iter().map(|l| l.id)).collect();
        assert_eq!(
            used,
            LineId::ALL[..used.len()],
            "lines in the order of the tables, then those that only results have"
        );
        let mut texts: Vec<&str> = LineId::ALL.iter().map(|id| id.as_str()).collect();
        texts.sort_unstable();
        assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
    }
}
