#!/usr/bin/env python3
"""Writes tests/risk/quantiles.csv with scipy: quantiles of truncated distributions (model page, section 8).

Needs scipy:  python3 -m venv /tmp/risk && /tmp/risk/bin/pip install scipy && /tmp/risk/bin/python scripts/risk-fixtures.py
The last share stays away from 1: there a rounding of the share moves the quantile by more than what is compared.
Columns: form, low, mode, high, lower bound, upper bound, share, quantile. Of normal and lognormal, low and high are the 5th and 95th percentiles.
"""
import math
from pathlib import Path
from scipy import stats

Z95 = stats.norm.ppf(0.95)
SHARES = [1e-9, 1e-4, 0.01, 0.05, 0.25, 0.5, 0.62, 0.9, 0.95, 0.999, 1 - 1e-6]
CASES = [
    ("uniform", 1.0, 1.0, 3.0), ("uniform", -2.0, 0.0, 0.5),
    ("triangular", 0.0, 0.25, 1.0), ("triangular", 5.0, 5.0, 9.0), ("triangular", 5.0, 9.0, 9.0), ("triangular", 1e6, 1.2e6, 5e6),
    ("pert", 0.0, 0.25, 1.0), ("pert", 10.0, 10.0, 20.0), ("pert", 10.0, 19.5, 20.0), ("pert", -1.0, 0.0, 3.0),
    ("normal", 75.0, 80.0, 85.0), ("normal", -1.0, 0.0, 1.0),
    ("lognormal", 0.5, 1.0, 4.0), ("lognormal", 2e5, 3e5, 3.5e5),
]


def distribution(form, low, mode, high):
    wide = high - low
    if form == "uniform":
        return stats.uniform(low, wide)
    if form == "triangular":
        return stats.triang((mode - low) / wide, low, wide)
    if form == "pert":
        share = (mode - low) / wide
        return stats.beta(1 + 4 * share, 1 + 4 * (1 - share), low, wide)
    if form == "normal":
        return stats.norm((low + high) / 2, wide / (2 * Z95))
    mean, deviation = (math.log(low) + math.log(high)) / 2, (math.log(high) - math.log(low)) / (2 * Z95)
    return stats.lognorm(deviation, 0, math.exp(mean))


lines = ["# scripts/risk-fixtures.py: form, low, mode, high, bounds, share, quantile by scipy"]
for form, low, mode, high in CASES:
    found = distribution(form, low, mode, high)
    middle = (low + high) / 2
    for least, most in [(-math.inf, math.inf), (low + 0.1 * (high - low), math.inf), (-math.inf, middle)]:
        below, above = found.cdf(least), found.cdf(most)
        for share in SHARES:
            value = min(max(found.ppf(below + share * (above - below)), least), most)
            lines.append(",".join([form] + [repr(float(x)) for x in (low, mode, high, least, most, share, value)]))
Path(__file__).parent.parent.joinpath("tests/risk/quantiles.csv").write_text("\n".join(lines) + "\n")
