//! The sentence about the kilowatts contracted in colocation.

use super::{Piece, Style, words};
use crate::report::ContractedPower;

/// What is contracted for how many nodes, what they draw if that is paid apart, and the rent.
pub fn contracted_power(of: &ContractedPower) -> Vec<Piece> {
    let kw = |kw: f64| Piece::Figure(libm::round(kw * 10.0) / 10.0, Style::Exact);
    let mut found = match of.racks {
        Some(racks) => vec![
            Piece::Figure(racks, Style::Count),
            words(if racks == 1.0 { " rack of " } else { " racks of " }),
            kw(of.kw / racks),
            words(" kW, "),
            kw(of.kw),
            words(" kW in all, "),
        ],
        None => vec![kw(of.kw), words(" kW ")],
    };
    let one = of.nodes == 1.0;
    found.extend([
        words(if of.racks.is_none_or(|racks| racks == 1.0) { "is contracted for " } else { "are contracted for " }),
        Piece::Figure(of.nodes, Style::Count),
        words(if one { " node" } else { " nodes" }),
    ]);
    if of.racks.is_some() {
        found.extend([words(" rated at "), kw(of.rated_kw), words(" kW")]);
    }
    if let Some(drawn) = of.drawn_kw {
        found.extend([words(if one { ", which draws " } else { ", which draw " }), kw(drawn), words(" kW on average")]);
        if drawn > of.kw {
            found.push(words(", more than is contracted"));
        }
    }
    found.extend([words(": "), Piece::Figure(of.usd_per_year, Style::Usd), words(" a year.")]);
    found
}
