"""Two plans of drawn scenarios against each other with their sizes held, by the payments of `check.py`: values at which both
cost the same (bracketed on a grid, then scipy's brentq), what both cost at other amounts of work, and cost by group of lines.

    python3 pairs.py        # writes pairs.json: some minutes, one core

Held are nodes bought, GPUs committed and the order of dispatch. Which offer serves a kind is chosen again at each value: of
all ways to run the plan that which leaves least undone, of these the cheapest. Two plans compare where they leave equally much
undone. At other amounts of work the bill, running commitments and machines there stay as they are.
"""

import json
import math
import os

import numpy as np
from check import Plan
from inputs import NEUTRAL, Offer, Scenario
from scipy.optimize import brentq

SAME_WORK = 1e-6
ROWS = {
    "money.discount_rate": (0.0, 0.6),
    "work.growth_per_year": (-0.5, 1.0),
    "time.rent_drift": (-0.5, 1.0),
    "rent.managed_share": (0.0, 1.0),
    "own.decommissioning_usd_per_node": (0.0, 200_000.0),
}


class Held(Plan):
    """A plan at a multiple of the work, with the hours that it does in each month."""

    def __init__(self, inputs, plan, now, work):
        super().__init__(inputs, plan, now)
        self.states = [(hours, [work * gpus for gpus in state]) for hours, state in self.states]
        self.hours = {}

    def month_cost(self, m, committed, commitment_usd, bridge=False):
        cost, rented, undone = super().month_cost(m, committed, commitment_usd, bridge)
        growth = (1 + self.s["work.growth_per_year"]) ** ((m - 1) / 12)
        wanted = sum(hours * sum(state) for hours, state in self.states) * growth
        self.hours[m] = wanted - undone
        return cost, rented, undone


def ways(inputs, plan):
    """All ways to run a plan with its sizes: offers chosen again."""
    s = Scenario(inputs)
    offers = [Offer(k, row, s) for k, row in enumerate(s["rent.quotes"])]
    firm = [o.place for o in offers if not o.spot and o.term == 0]
    spot = [o.place for o in offers if o.spot]
    terms = [o.place for o in offers if o.term > 0] if plan["committed_gpus"] else [None]
    all_soft = all((row[6] if len(row) > 6 and row[6] is not None else 0.0) == 1.0 for row in s["work.workloads"])
    mix = plan["plan"] == "mix"
    for commitment in terms:
        base = {**plan, "commitment": commitment}
        if commitment is not None and offers[commitment].machine:
            size = offers[commitment].machine
            base["committed_gpus"] = math.ceil(plan["committed_gpus"] / size - 1e-9) * size
        base.pop("spot", None)
        for hourly in firm:
            yield {**base, "hourly": hourly}
            if mix:
                for place in spot:
                    yield {**base, "hourly": hourly, "spot": place}
        if not mix and all_soft:
            for place in spot:
                yield {**base, "hourly": place}


def value(inputs, plan, now_plan, work=1.0):
    """Present value, undone hours and present value of the hours done."""
    best = None
    for way in ways(inputs, plan):
        now = None
        if now_plan is not None:
            now = min((evaluated(inputs, w, None, work) for w in ways(inputs, now_plan)), key=lambda e: e[0])[3]
        found = evaluated(inputs, way, now if plan["plan"] != "now" else None, work)
        if best is None or found[1] < best[1] - SAME_WORK or (found[1] <= best[1] + SAME_WORK and found[0] < best[0]):
            best = found
    return best


def evaluated(inputs, way, now, work):
    one = Held(inputs, way, now, work)
    if way["plan"] == "now":
        one.now = one
    undone = one.run()
    rate = one.s["money.discount_rate"]
    hours = sum(done * (1 + rate) ** (-m / 12) for m, done in one.hours.items())
    return one.present(), undone, hours, one


def difference(inputs, plans, now, work=1.0):
    plan, against = (value(inputs, p, now, work) for p in plans)
    return against[0] - plan[0] if abs(against[1] - plan[1]) <= SAME_WORK else None


def turns(function, grid, scale):
    """Where a function changes its sign; where both plans cost the same over a range, neither end of it is a change."""
    values = ((at, function(at)) for at in grid)
    known = [(at, usd) for at, usd in values if usd is not None and abs(usd) > 1e-9 * scale]
    return [
        brentq(function, a[0], b[0], xtol=1e-13 * max(1.0, abs(b[0])), rtol=1e-13)
        for a, b in zip(known, known[1:])
        if (a[1] > 0) != (b[1] > 0)
    ]


def groups(inputs, plan, now_plan):
    """Present value of machines bought and sold, of running them, of everything rented, and of tax."""
    one = value(inputs, plan, now_plan)[3]
    rate = one.s["money.discount_rate"]
    worth = lambda paid: sum(usd * (1 + rate) ** (-point / 12) for point, usd in paid)
    everything = worth(one.paid)
    bought = Held(inputs, plan, None, 1.0)
    bought.buy()
    hardware = worth(bought.paid)
    running = 0.0
    for m in range(1, one.M + 1):
        # The machines' work is that of the months of the plan, the bridge among them.
        bridge = one.n > 0 and one.L > 0 and one.now is not None and m <= one.L
        committed = one.K if m in one.active else 0
        done, _ = one.month(m, 0 if bridge else committed, bridge)
        on_machines = sum(done.get((x, None, None), 0.0) for x in ("there", "bought"))
        usd = one.owning(m, one.there_nodes(m) + (one.n if m > one.L else 0)) + on_machines * one.v_own(m)
        running += usd * (1 + rate) ** (-m / 12)
    return [hardware, running, everything - hardware - running, one.present() - everything]


def sign(self, offer, month, active):
    self.active = active
    return original(self, offer, month, active)


original = Plan.sign
Plan.sign = sign
Plan.active = {}


def changed(inputs, row, number):
    return {**inputs, row: number}


def with_hours_at(inputs, factor):
    quotes = [list(row) for row in inputs["rent.quotes"]]
    for row in quotes:
        if row[2] == 0 and not (len(row) > 4 and row[4] == "spot"):
            row[1] *= factor
    return {**inputs, "rent.quotes": quotes}


def case(drawn):
    inputs, expected = drawn["inputs"], drawn["expected"]
    by_name = {plan["plan"]: plan for plan in expected["plans"]}
    plans = [by_name[expected["recommended"]], by_name[expected["runner_up"]]]
    now = by_name.get("now")
    for plan in plans:
        found = value(inputs, plan, now)
        assert abs(found[0] - plan["present_value_usd"]) <= 1e-9 * abs(found[0]), (drawn["index"], plan["plan"], found)
    price = inputs.get("own.node_price_usd", 0.0)
    buys = price > 0 and any(plan["nodes"] for plan in plans)
    scale = plans[0]["present_value_usd"]
    out = {
        "index": drawn["index"],
        "plan": expected["recommended"],
        "against": expected["runner_up"],
        "node_price_usd": turns(
            lambda usd: difference(changed(inputs, "own.node_price_usd", usd), plans, now),
            np.geomspace(price / 20, min(price * 20, 1e8), 25),
            scale,
        )
        if buys
        else [],
        "rest_factor": turns(
            lambda factor: difference(with_hours_at(inputs, factor), plans, now), np.geomspace(0.02, 50, 31), scale
        ),
        "work_factor": turns(lambda work: difference(inputs, plans, now, work), np.linspace(0.05, 2, 40), scale),
        "rows": {},
        "at_work": [
            {"factor": work, "plans": [list(value(inputs, plan, now, work)[:3]) for plan in plans]}
            for work in (0.25, 0.5, 1.0, 1.5, 2.0)
        ],
        "plan_groups": groups(inputs, plans[0], now),
        "against_groups": groups(inputs, plans[1], now),
    }
    rows = list(ROWS)
    for row in [rows[drawn["index"] % len(rows)], rows[(drawn["index"] + 2) % len(rows)]]:
        low, high = ROWS[row]
        if NEUTRAL.get(row) is None:
            continue
        out["rows"][row] = {
            "range": [low, high],
            "turns": turns(lambda x: difference(changed(inputs, row, x), plans, now), np.linspace(low, high, 31), scale),
        }
    return out


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "drawn.json")) as file:
        drawn = json.load(file)
    fits = [
        d
        for d in drawn
        if d["expected"]["recommended"]
        and d["expected"]["runner_up"]
        and d["inputs"].get("money.tax_losses") != "carried"
    ]
    found = [case(d) for d in fits[::6]]
    with open(os.path.join(folder, "pairs.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in found) + "\n]\n")
    print(len(found), "pairs")


if __name__ == "__main__":
    main()
