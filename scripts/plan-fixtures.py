#!/usr/bin/env python3
"""Writes tests/mix/whole_nodes.json: random scenarios with the cheapest mix of whole nodes and whole instances as HiGHS
finds it, number of nodes by number of nodes.

Every scenario lasts a year without interest, so that its mix is a mixed-integer programme: nodes by their price, racks and
staff, committed instances by their price, and in every hour of a day that repeats the work by who does it. Racks and staff
make the cost of nodes jump and bend, so the best number of nodes is also found with racks that are not rounded up.

Needs scipy (1.11 or later). Presolve is off, as in mix-fixtures.py.

    python3 scripts/plan-fixtures.py
"""
import json
import math
import pathlib
import random

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_matrix

CASES = 240
HOURS, DAYS, YEAR = 24, 365, 8760
STAFF = [(0, 0), (8, 0.05), (64, 1.5), (256, 3.5)]  # GPUs, people
SERIES = 19  # its place in a row of the list of workloads


def wanted(row):
    return np.array([float(gpus) for gpus in row[SERIES].split()])


def draw_case(draw):
    rows = {"rent.only_quotes": True, "time.horizon_months": 12, "own.life_years": 5}
    size = rows["own.gpus_per_node"] = draw.choice([2, 4, 8])
    workloads = []
    for index in range(draw.choice([1, 1, 2])):
        peak = draw.choice([6, 12, 24, 40])
        if draw.random() < 0.4:
            series = [draw.randint(0, peak) for _ in range(HOURS)]
        elif draw.random() < 0.5:
            series = [draw.choice([peak // 3, peak // 2, peak]) for _ in range(HOURS)]
        else:
            series = [round(peak * draw.random() ** 3, 2) for _ in range(HOURS)]
        series[draw.randrange(HOURS)] = peak
        row = [f"work {index + 1}", "series"] + [None] * 18
        row[SERIES] = " ".join(str(gpus) for gpus in series)
        row[6] = draw.choice([None, None, 0.5, 0.7])
        row[8] = draw.choice([None, None, 0.2, 0.3])
        workloads.append(row)
    rows["work.workloads"] = workloads
    rows["work.gpu_hours_per_month"] = sum(float(wanted(row).sum()) for row in workloads) * DAYS / 12
    price = draw.uniform(2.0, 4.5)
    rows["rent.quotes"] = [["H", round(price, 2), 0]]
    if draw.random() < 0.7:
        committed = ["C", round(price * draw.uniform(0.4, 0.85), 3), 12]
        rows["rent.quotes"].append(committed + draw.choice([[], [None, None, 4], [None, None, 8]]))
    if any(row[6] for row in workloads):
        rows["rent.quotes"].append(["S", round(price * draw.uniform(0.3, 1.1), 3), 0, None, "spot", None, 0, 0])
    rows["rent.availability"] = draw.choice([1, 0.97])
    rows["rent.goodput"] = draw.choice([1, 0.95])
    rows["rent.paid_efficiency"] = draw.choice([1, 0.9])
    rows["own.availability"] = draw.choice([1, 0.95])
    rows["own.largest_occupancy"] = draw.choice([1, 0.9])
    rows["own.goodput"] = draw.choice([1, 0.96])
    # A fifth of the price is a year of its life.
    rows["own.node_price_usd"] = round(size * draw.uniform(0.4, 1.1) * price * YEAR * 5 * draw.uniform(0.4, 0.9), -2)
    if draw.random() < 0.6:
        rows["power.tdp_w"], rows["power.usd_per_kwh"] = 1_000, draw.choice([0.1, 0.4, 1.5])
        rows["power.pue"] = draw.choice([1, 1.3])
    if draw.random() < 0.8:
        rows["place.site"] = "colocation"
        rows["place.node_kw"] = round(size * 1.25, 3)
        rows["place.rack_kw"] = round(rows["place.node_kw"] * draw.choice([1, 2, 2, 3, 4, 2.5]), 3)
        rows["place.colocation_usd_per_kw_month"] = draw.choice([100, 250, 400])
    else:
        rows["place.build_out_usd"] = draw.choice([0, 20_000, 100_000])
    if draw.random() < 0.5:
        rows["people.method"], rows["people.usd_per_person_year"] = "size", draw.choice([120_000, 250_000])
    return rows


def of_nodes(rows, nodes, whole_racks=True):
    """What a number of nodes costs in the year, whatever they do."""
    usd = nodes * rows["own.node_price_usd"] / 5
    if rows.get("place.site") == "colocation":
        kw = nodes * rows["place.node_kw"]
        if whole_racks:
            kw = math.ceil(round(kw / rows["place.rack_kw"], 9)) * rows["place.rack_kw"]
        usd += kw * rows["place.colocation_usd_per_kw_month"] * 12
    elif nodes:
        usd += rows["place.build_out_usd"]  # worth nothing at the end
    if "people.method" in rows:
        gpus, people = zip(*STAFF)
        usd += float(np.interp(nodes * rows["own.gpus_per_node"], gpus, people)) * rows["people.usd_per_person_year"]
    return usd


def beside(rows, nodes):
    """The least that the work costs beside a number of nodes; nothing where they cannot do what has to run on them."""
    work = rows["work.workloads"]
    pinned = sum(wanted(row) * (row[8] or 0.0) for row in work)
    capacity = nodes * rows["own.gpus_per_node"] * rows["own.availability"] * rows["own.largest_occupancy"]
    capacity *= rows["own.goodput"]
    if capacity < pinned.max() - 1e-9:
        return None
    paid = rows["rent.goodput"] * rows["rent.paid_efficiency"]  # useful hours of one that is paid
    quotes = {quote[0]: quote for quote in rows["rent.quotes"]}
    running = rows.get("power.tdp_w", 0) / 1_000 * rows.get("power.pue", 1) * rows.get("power.usd_per_kwh", 0)
    spot = [wanted(row) * (row[6] or 0.0) if "S" in quotes else np.zeros(HOURS) for row in work]
    # Instances committed, then per hour: owned, committed, on demand, spot of each workload.
    kinds = 3 + len(work)
    at = lambda hour, kind: 1 + hour * kinds + kind
    count = 1 + HOURS * kinds
    cost, low, high = np.zeros(count), np.zeros(count), np.full(count, np.inf)
    committed = quotes.get("C")
    whole = (committed[5] if len(committed) > 5 else 1) if committed else 1
    high[0] = 10_000 if committed else 0
    cost[0] = whole * committed[1] * YEAR if committed else 0
    matrix, least, most = [], [], []

    def rule(terms, from_, to):
        matrix.extend((len(least), column, value) for column, value in terms)
        least.append(from_)
        most.append(to)

    for hour in range(HOURS):
        cost[at(hour, 0)] = running / rows["own.goodput"] * DAYS
        low[at(hour, 0)], high[at(hour, 0)] = pinned[hour], max(capacity, pinned[hour])
        cost[at(hour, 2)] = quotes["H"][1] / paid * DAYS
        for which, gpus in enumerate(spot):
            cost[at(hour, 3 + which)] = quotes["S"][1] / paid * DAYS if "S" in quotes else 0.0
            high[at(hour, 3 + which)] = gpus[hour]
        all_work = sum(wanted(row)[hour] for row in work)
        rule([(at(hour, kind), 1.0) for kind in range(kinds)], all_work, all_work)
        rule([(at(hour, 1), 1.0), (0, -whole * paid * rows["rent.availability"])], -np.inf, 0.0)
    row, column, value = zip(*matrix)
    found = milp(
        cost,
        constraints=LinearConstraint(coo_matrix((value, (row, column)), shape=(len(least), count)), least, most),
        bounds=Bounds(low, high),
        integrality=np.array([1] + [0] * (count - 1)),
        options={"presolve": False, "mip_rel_gap": 0.0},
    )
    assert found.status == 0, found.message
    return found.fun


def solve(rows):
    most = sum(wanted(row) for row in rows["work.workloads"]).max()
    useful = rows["own.gpus_per_node"] * rows["own.availability"] * rows["own.largest_occupancy"] * rows["own.goodput"]
    rented = [beside(rows, nodes) for nodes in range(math.ceil(most / useful) + 1)]
    totals = lambda whole: [
        math.inf if usd is None else usd + of_nodes(rows, nodes, whole) for nodes, usd in enumerate(rented)
    ]
    exact, smooth = totals(True), totals(False)
    return {
        "cost_usd": min(exact),
        "nodes": exact.index(min(exact)),
        "second_usd": next((usd for usd in sorted(exact)[1:] if usd < math.inf), None),
        "nodes_without_whole_racks": smooth.index(min(smooth)),
    }


def main():
    draw = random.Random(20261127)
    cases = []
    while len(cases) < CASES:
        rows = draw_case(draw)
        cases.append({"inputs": rows, **solve(rows)})
    target = pathlib.Path(__file__).resolve().parent.parent / "tests" / "mix" / "whole_nodes.json"
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    target.write_text("[\n" + lines + "\n]\n")
    moved = sum(case["nodes"] != case["nodes_without_whole_racks"] for case in cases)
    print(f"{len(cases)} cases, {sum(case['nodes'] > 0 for case in cases)} own, {moved} by whole racks another number")


if __name__ == "__main__":
    main()
