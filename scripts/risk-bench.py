#!/usr/bin/env python3
"""Times draws of what is uncertain beside vectorised NumPy on the same machine, and how their cost grows.

NumPy computes the steady year alone: owning and five offers, 20 triangular inputs, independent or linked by a normal copula, percentiles
included. The engine has no such steady model any more: each of its draws is the whole scenario, every plan month by month. So the ratios
say what that costs, and the growth with draws, months and plans says that nothing is done twice.

Needs NumPy and `cargo build --profile native -p rack-or-rent-engine --example risk_speed` before.

    python3 scripts/risk-bench.py [--times 5]
"""
import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy

ROOT = Path(__file__).resolve().parent.parent
OURS = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "native" / "examples" / "risk_speed"
DRAWS = 10_000
HOURS = 8_760.0
# Low, mode and high of the inputs of the steady year.
RANGES = numpy.array([
    (220e3, 260e3, 330e3), (0.05, 0.12, 0.2), (0.05, 0.1, 0.2), (500e3, 800e3, 1.2e6), (1.1, 1.3, 1.6), (0.05, 0.09, 0.16),
    (0.5, 0.7, 0.9), (0.85, 0.92, 0.98), (0.2, 0.3, 0.4), (90.0, 140.0, 200.0), (0.5, 1.0, 2.0), (160e3, 200e3, 260e3),
    (0.02, 0.04, 0.08), (0.05, 0.08, 0.12), (0.03, 0.05, 0.08), (1.9, 2.4, 3.5), (1.7, 2.2, 3.0), (1.6, 2.1, 2.9), (2.2, 2.9, 3.9), (1.4, 2.0, 2.6),
])


def triangular(shares):
    low, mode, high = RANGES.T
    bend = (mode - low) / (high - low)
    below = low + numpy.sqrt(shares * (high - low) * (mode - low))
    above = high - numpy.sqrt((1 - shares) * (high - low) * (high - mode))
    return numpy.where(shares < bend, below, above)


def normal_shares(values):
    """Shares of the standard normal below some values (Abramowitz and Stegun 26.2.17)."""
    t = 1 / (1 + 0.2316419 * numpy.abs(values))
    tail = numpy.exp(-values * values / 2) / numpy.sqrt(2 * numpy.pi)
    tail *= t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
    return numpy.where(values < 0, tail, 1 - tail)


def steady(shares):
    """How often owning eight nodes costs less than the cheapest of five offers, and percentiles of the difference."""
    (node, fabric, spares, room, pue, tariff, busy, kept, idle, colocation, people, person, software, rate, care, *offers) = triangular(shares).T
    gpus, life = 64.0, 5.0
    charge = rate / (1 - (1 + rate) ** -life)
    capital = (node * 8 * (1 + fabric + spares) + room) * charge
    kwh = gpus * 1.2 * HOURS * (idle + (1 - idle) * busy)
    yearly = kwh * pue * tariff + colocation * 12 * gpus * 1.3 + people * person + (software + care) * node * 8
    hours = gpus * HOURS * busy * kept
    own = (capital + yearly) / hours
    rent = numpy.min(numpy.array(offers), axis=0) / kept
    return numpy.mean(own < rent), numpy.percentile(rent - own, [10, 50, 90])


def independent(draw):
    return steady(draw.random((DRAWS, len(RANGES))))


def linked(draw):
    corner = numpy.linalg.cholesky(0.5 * numpy.eye(len(RANGES)) + 0.5)
    return steady(normal_shares(draw.standard_normal((DRAWS, len(RANGES))) @ corner.T))


def best_seconds(times, call):
    found = []
    for _ in range(times):
        start = time.perf_counter()
        call(numpy.random.default_rng(1))
        found.append(time.perf_counter() - start)
    return min(found)


def drawn(folder, name, inputs, times):
    """The engine's draws of a preset with other inputs: the fastest of some runs."""
    preset = json.loads((ROOT / "engine/presets" / f"{name}.json").read_text())
    path = folder / f"{name}.json"
    path.write_text(json.dumps({**preset, "inputs": {**preset["inputs"], **inputs}}))
    runs = [json.loads(subprocess.run([OURS, "--json", path], check=True, capture_output=True, text=True).stdout) for _ in range(times)]
    return min(runs, key=lambda run: run["all_seconds"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    plain, copula = best_seconds(times, independent), best_seconds(times, linked)
    print(f"NumPy {numpy.__version__}, steady year, {DRAWS} draws of {len(RANGES)} inputs: {plain * 1e3:.1f} ms, linked {copula * 1e3:.1f} ms")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for preset in ["seven-b-runs", "startup-64", "egress"]:
            runs = {months: drawn(folder, preset, {"time.horizon_months": months}, times) for months in (30, 60)}
            run = runs[60]
            evaluations = run["plans"] * 60 * run["draws"]
            print(
                f"{preset}, 60 months: {run['draws']} draws of {run['inputs']} inputs, {run['plans']} plans: {run['all_seconds']:.2f} s, "
                f"{run['seconds'] / evaluations * 1e9:.0f} ns for each month of a plan; {run['all_seconds'] / copula:.0f} times NumPy's steady year; "
                f"twice the draws {run['seconds'] / run['half_seconds']:.2f} times the time, twice the months {run['seconds'] / runs[30]['seconds']:.2f} times"
            )


main()
