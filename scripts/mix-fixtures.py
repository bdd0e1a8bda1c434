#!/usr/bin/env python3
"""Writes tests/mix/ideal_mix.json: random demands with the cheapest mix as a linear programme finds it.

Needs scipy (1.11 or later); its solver is HiGHS. Presolve is off: with it HiGHS has returned results up to 6.9 % too dear
for whole nodes. With --time it prints instead how long HiGHS takes for a year of 8,760 hours.

    python3 scripts/mix-fixtures.py
    python3 scripts/mix-fixtures.py --time
"""
import json
import pathlib
import random
import sys
import time

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

CASES = 320


def solve(case, owned=None):
    """Cost of the cheapest mix; `owned` fixes the owned capacity in useful GPUs."""
    total, pinned, spot = np.array(case["total"]), np.array(case["pinned"]), np.array(case["spot"])
    hours, classes = len(total), len(spot)
    options = [case["own"]] + case["others"]
    n = len(options)
    # Variables: capacity of each option, then per hour the work on each option, of each spot class, on demand.
    per_hour = n + classes + 1
    size = n + hours * per_hour
    at = lambda hour, which: n + hour * per_hour + which
    cost = np.zeros(size)
    low, high = np.zeros(size), np.full(size, np.inf)
    rows, columns, values, limits = [], [], [], []
    for i, option in enumerate(options):
        cost[i] = option["fixed"]
    if owned is not None:
        low[0] = high[0] = owned / options[0]["availability"]
    row = 0
    sums_rows, sums_columns = [], []
    for hour in range(hours):
        for i, option in enumerate(options):
            cost[at(hour, i)] = option["running"]
            rows += [row, row]
            columns += [at(hour, i), i]
            values += [1.0, -option["availability"]]
            limits.append(0.0)
            row += 1
        low[at(hour, 0)] = pinned[hour]
        for j in range(classes):
            cost[at(hour, n + j)] = case["spot_usd"][j]
            high[at(hour, n + j)] = spot[j][hour]
        cost[at(hour, n + classes)] = case["on_demand"]
        sums_rows += [hour] * per_hour
        sums_columns += [at(hour, which) for which in range(per_hour)]
    found = linprog(
        cost,
        A_ub=coo_matrix((values, (rows, columns)), shape=(row, size)),
        b_ub=limits,
        A_eq=coo_matrix((np.ones(len(sums_rows)), (sums_rows, sums_columns)), shape=(hours, size)),
        b_eq=total,
        bounds=np.column_stack([low, high]),
        method="highs",
        options={"presolve": False},
    )
    return found.fun if found.status == 0 else None


def random_case(draw):
    hours = draw.choice([12, 18, 24])
    kind = draw.random()
    peak = draw.choice([6, 20, 60])
    if kind < 0.3:
        total = [draw.randint(1, peak) for _ in range(hours)]
    elif kind < 0.6:
        total = [draw.choice([peak // 3, peak // 2, peak]) for _ in range(hours)]
    else:
        total = [max(1, round(peak * draw.random() ** 3)) for _ in range(hours)]
    pinned_share = draw.choice([0, 0, 0.2, 0.5, 0.9])
    pinned = [draw.choice([1.0, draw.random()]) * pinned_share * d for d in total]
    classes = draw.choice([0, 1, 1, 2, 3])
    spot = []
    left = [d - s for d, s in zip(total, pinned)]
    for _ in range(classes):
        share = draw.choice([0.2, 0.5, 1.0])
        taken = [round(share * draw.random() * rest, 3) for rest in left]
        left = [rest - used for rest, used in zip(left, taken)]
        spot.append(taken)
    length = hours  # yearly fixed costs scaled to the hours of the series
    own = {
        "fixed": draw.uniform(0.2, 3.0) * length,
        "running": draw.choice([0.0, draw.uniform(0.02, 0.5)]),
        "availability": draw.choice([1.0, draw.uniform(0.7, 1.0)]),
    }
    others = []
    for _ in range(draw.choice([0, 1, 2, 3])):
        others.append(
            {
                "fixed": draw.uniform(0.2, 4.0) * length,
                "running": draw.choice([0.0, 0.0, draw.uniform(0.0, 1.5)]),
                "availability": draw.choice([1.0, draw.uniform(0.8, 1.0)]),
            }
        )
    on_demand = draw.choice([draw.uniform(2.0, 8.0), draw.uniform(0.3, 2.0), draw.uniform(0.0, 0.4)])
    return {
        "total": total,
        "pinned": [round(s, 3) for s in pinned],
        # The dearest first.
        "spot_usd": sorted((draw.uniform(0.05, 1.2) * on_demand for _ in spot), reverse=True),
        "spot": spot,
        "own": own,
        "others": others,
        "on_demand": on_demand,
    }


def main():
    draw = random.Random(20261126)
    cases = []
    while len(cases) < CASES:
        case = random_case(draw)
        cost = solve(case)
        if cost is None:
            continue
        need = max(case["pinned"])
        given = draw.uniform(need, max(case["total"]) * 1.1)
        case["cost"] = cost
        case["owned_given"] = given
        case["cost_with_owned_given"] = solve(case, given)
        cases.append(case)
    target = pathlib.Path(__file__).resolve().parent.parent / "tests" / "mix" / "ideal_mix.json"
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    target.write_text('{"how_computed": "scripts/mix-fixtures.py: scipy.optimize.linprog, HiGHS, presolve off", "cases": [\n' + lines + "\n]}\n")
    print(f"{len(cases)} cases, {sum(max(c['pinned']) > 0 for c in cases)} with pinned demand")


def measure():
    """A year of campaigns, a 40 % share that may be interrupted; the same demand as in the engine's benchmark."""
    total = [20 + (37 * hour) % 61 for hour in range(8760)]
    case = {
        "total": total,
        "pinned": [0.0] * 8760,
        "spot": [[0.4 * d for d in total]],
        "spot_usd": [1.9],
        "own": {"fixed": 18000.0, "running": 0.3, "availability": 0.95},
        "others": [{"fixed": 3.1 * 8760, "running": 0.0, "availability": 1.0}, {"fixed": 2.44 * 8760, "running": 0.0, "availability": 1.0}],
        "on_demand": 4.5,
    }
    best = float("inf")
    for _ in range(3):
        begun = time.perf_counter()
        cost = solve(case)
        best = min(best, time.perf_counter() - begun)
    print(f"HiGHS, 8,760 hours: cost {cost:.6f}, {best * 1e3:.0f} ms (best of 3, with building the problem)")


measure() if "--time" in sys.argv else main()
