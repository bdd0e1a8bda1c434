#!/usr/bin/env python3
"""Writes tests/mixes/independent.json: the cheapest mix of scenarios of this folder, found without the program.

It reads the rows of the scenarios and nothing else, and knows only what these scenarios use: workloads of four kinds,
nodes that are bought, one term, spot that is never interrupted, one price by the hour. Three ways:

- HiGHS (scipy 1.9 or later, presolve off): the year as a mixed-integer programme over whole nodes and whole instances,
  and without that condition, which is the least that any mix could cost.
- every hour of the year counted, for every number of nodes and of committed instances.
- every month counted with growth, drift and discounting, for every number of nodes and of committed instances.

    python3 tests/mixes/independent.py
"""
import json
import pathlib
from collections import Counter

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

HERE = pathlib.Path(__file__).resolve().parent
YEAR = 8760


def ways(demand):
    """Hours of the year by GPUs wanted and GPUs among them that may be interrupted."""
    return Counter(demand)


class Scenario:
    def __init__(self, name):
        self.name = name
        self.rows = json.loads((HERE / f"{name}.json").read_text())["inputs"]
        row = self.rows.__getitem__
        self.rate, self.growth, self.drift = row("money.discount_rate"), row("work.growth_per_year"), row("time.rent_drift")
        self.months, self.node, self.node_usd = row("time.horizon_months"), row("own.gpus_per_node"), row("own.node_price_usd")
        self.running = row("power.tdp_w") / 1000 * row("power.usd_per_kwh")
        # What this script leaves out is zero, and machines last to the end.
        left_out = ["own.residual_share", "own.decommissioning_usd_per_node", "own.support_share", "power.idle_share", "rent.storage_tb"]
        assert all(row(name) == 0 for name in left_out)
        assert row("own.availability") == row("own.largest_occupancy") == row("own.goodput") == row("rent.goodput") == 1
        assert row("power.pue") == row("power.load_share") == 1
        assert row("own.life_years") * 12 >= self.months and row("time.lead_months") == row("time.ramp_months") == 0
        quotes = [quote + [None] * (8 - len(quote)) for quote in row("rent.quotes")]
        spot = [quote for quote in quotes if quote[4] == "spot"]
        terms = [quote for quote in quotes if quote[2]]
        hours = [quote for quote in quotes if not quote[2] and quote[4] != "spot"]
        assert len(terms) == len(hours) == 1 and len(spot) <= 1
        self.hour, self.term, self.term_months, self.instance = hours[0][1], terms[0][1], terms[0][2], terms[0][5]
        self.spot = spot[0][1] if spot else float("inf")
        assert self.running < min(self.spot, self.hour), "owned hours cost less than rented ones"
        self.demand = [(0.0, 0.0)] * YEAR
        for work in row("work.workloads"):
            work = work + [None] * (20 - len(work))
            may_stop = work[6] or 0.0
            add = hours_of(work)
            self.demand = [(all_ + gpus, stop + may_stop * gpus) for (all_, stop), gpus in zip(self.demand, add)]
        self.peak = max(all_ for all_, _ in self.demand) * (1 + self.growth) ** ((self.months - 1) / 12)

    def cost_of_hour(self, owned, committed, all_, may_stop):
        """What the hours of one hour cost, and who does them: the cheapest first."""
        here = min(all_, committed)
        machines = min(all_ - here, owned)
        beyond = all_ - here - machines
        on_spot = min(beyond, may_stop) if self.spot < self.hour else 0.0
        return machines, here, on_spot, beyond - on_spot

    def sizes(self):
        most_nodes, most = -int(-self.peak // self.node), -int(-self.peak // self.instance)
        return [(nodes, instances) for nodes in range(most_nodes + 1) for instances in range(most + 1)]


def hours_of(work):
    """GPUs hour by hour; a year starts on a Monday."""
    _, shape, gpus, lasting, times = work[:5]
    if shape is None:
        return [gpus] * YEAR
    if shape == "series":
        hours = []
        for part in work[19].split():
            level, _, count = part.partition("*")
            hours += [float(level)] * int(count or 1)
        assert len(hours) == YEAR
        return hours
    if shape == "office":
        rest = gpus * (0.2 if work[10] is None else work[10])
        return [gpus if hour // 24 % 7 < 5 and 8 <= hour % 24 < 20 else rest for hour in range(YEAR)]
    assert shape == "runs" and work[10] is None
    hours = [0.0] * YEAR
    for run in range(times):
        first = YEAR * run // times
        for hour in range(first, first + lasting):
            hours[hour] += gpus
    return hours


def answer(scenario, by, usd, nodes, instances, hours):
    names = ["owned", "committed", "spot", "on_demand"]
    return {
        "scenario": scenario.name,
        "by": by,
        "present_value_usd": usd,
        "nodes": nodes,
        "committed_gpus": instances * scenario.instance,
        "hours": dict(zip(names, hours)),
    }


def programme(scenario):
    """The year as a programme: nodes and instances, then for each way the demand is the work of machines, term and hour."""
    assert scenario.months == 12 and scenario.rate == scenario.growth == scenario.drift == 0 and scenario.term_months == 12
    states = sorted(ways(all_ for all_, _ in scenario.demand).items())
    cost = [scenario.node_usd, scenario.instance * scenario.term * YEAR]
    for _, hours in states:
        cost += [hours * scenario.running, 0.0, hours * scenario.hour]
    size = len(cost)
    limits = []
    for index, (gpus, _) in enumerate(states):
        machines, term, hour = (2 + 3 * index + way for way in range(3))
        row = np.zeros((3, size))
        row[0, [machines, 0]] = 1, -scenario.node
        row[1, [term, 1]] = 1, -scenario.instance
        row[2, [machines, term, hour]] = 1
        limits.append(LinearConstraint(row, [-np.inf, -np.inf, gpus], [0, 0, gpus]))
    whole = np.array([1, 1] + [0] * (size - 2))
    found = [
        milp(cost, integrality=integrality, bounds=Bounds(0, np.inf), constraints=limits, options={"presolve": False, "mip_rel_gap": 0.0})
        for integrality in (whole, 0 * whole)
    ]
    assert all(result.status == 0 for result in found)
    best, least = found
    hours = [sum(best.x[2 + 3 * i + way] * states[i][1] for i in range(len(states))) for way in range(3)]
    case = answer(scenario, "HiGHS", best.fun, round(best.x[0]), round(best.x[1]), [hours[0], hours[1], 0.0, hours[2]])
    return case | {"least_usd": least.fun}


def hour_by_hour(scenario):
    assert scenario.months == 12 and scenario.rate == scenario.growth == scenario.drift == 0 and scenario.term_months == 12
    best = None
    for nodes, instances in scenario.sizes():
        usd = nodes * scenario.node_usd + instances * scenario.instance * scenario.term * YEAR
        done = [0.0] * 4
        for all_, may_stop in scenario.demand:
            work = scenario.cost_of_hour(nodes * scenario.node, instances * scenario.instance, all_, may_stop)
            done = [sum_ + gpus for sum_, gpus in zip(done, work)]
            usd += work[0] * scenario.running + (work[2] * scenario.spot if work[2] else 0.0) + work[3] * scenario.hour
        if best is None or usd < best[0]:
            best = (usd, nodes, instances, done)
    return answer(scenario, "every hour, all sizes", *best)


def month_by_month(scenario):
    """A month is a twelfth of the year; bills at its end, nodes at the start; a term keeps the price of its first month."""
    states = ways(scenario.demand)
    per_month = (1 + scenario.rate) ** (1 / 12)
    best = None
    for nodes, instances in scenario.sizes():
        usd = nodes * scenario.node_usd
        done = [0.0] * 4
        for month in range(scenario.months):
            grown = (1 + scenario.growth) ** (month / 12)
            drifted = (1 + scenario.drift) ** (month / 12)
            signed = (1 + scenario.drift) ** (month // scenario.term_months * scenario.term_months / 12)
            bill = instances * scenario.instance * scenario.term * signed * YEAR / 12
            for (all_, may_stop), hours in states.items():
                work = scenario.cost_of_hour(nodes * scenario.node, instances * scenario.instance, all_ * grown, may_stop * grown)
                work = [gpus * hours / 12 for gpus in work]
                done = [sum_ + more for sum_, more in zip(done, work)]
                rented = (work[2] * scenario.spot if work[2] else 0.0) + work[3] * scenario.hour
                bill += work[0] * scenario.running + rented * drifted
            usd += bill / per_month ** (month + 1)
        if best is None or usd < best[0]:
            best = (usd, nodes, instances, done)
    return answer(scenario, "every month, all sizes", *best)


def main():
    cases = [
        programme(Scenario("three-steps")),
        programme(Scenario("office-and-runs")),
        hour_by_hour(Scenario("office-and-runs")),
        month_by_month(Scenario("growth-and-falling-prices")),
    ]
    head = '{"how_computed": "tests/mixes/independent.py", "cases": [\n'
    (HERE / "independent.json").write_text(head + ",\n".join(json.dumps(case) for case in cases) + "\n]}\n")


main()
