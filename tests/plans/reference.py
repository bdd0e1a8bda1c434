"""An independent model of plans: present values, hours and the recommendation, by full enumeration.

Written from the specification alone (README.md beside it says which choices of reading it makes), to test the engine
against. It shares no code with the engine, and looks for speed only where that costs no clarity.

    python3 reference.py SCENARIO.json ...

Units: US dollars, productive GPU-hours, GPUs, months. A month has 730 hours, a year 8,760.
"""

import json
import math
import sys

import numpy as np

from machines import ceil
from model import Model


class Plans(Model):
    """The plans of a scenario, the recommended one and its runner-up."""

    def single_offers(self):
        """Offers that may do all of the work: (on demand or the fallback, spot)."""
        offers = [(od, None) for od in self.by_hour]
        if self.all_soft:
            offers += [(od, sp) for sp in self.spots for od in self.by_hour]
        return offers

    def plan(self, name, found, row, **sizes):
        hours = {source: found["hours"][source][row] for source in found["hours"]}
        after = self.lead if sizes["nodes"] > 0 and self.lead < self.months else 0
        sources = ["there", "bought", "committed", "spot", "on_demand"]
        done = {source: float(hours[source][after:].sum()) for source in sources}
        all_done = sum(done.values())
        kind = [source for source in sources if all_done > 0 and done[source] > 0.05 * all_done]
        discounted = float(sum((hours[source] * self.end[: self.months]).sum() for source in sources))
        return {
            "plan": name,
            "kind": kind,
            **sizes,
            "cash": found["ledger"].cash[row, : self.months + 1],
            "present_value_usd": float(found["value"][row]),
            "per_year_usd": float(found["value"][row]) * self.per_year(),
            "usd_per_hour": float(found["value"][row] / discounted) if discounted > 0 else None,
            "upfront_usd": float(found["upfront"][row]),
            "obligation_usd": self.obligation(found, row, sizes["nodes"]),
            "full_capacity_month": self.lead + self.ramp + 1 if sizes["nodes"] > 0 else 1,
            "hours": {
                "machines": float(hours["there"].sum() + hours["bought"].sum()),
                **{source: float(hours[source].sum()) for source in ("committed", "spot", "on_demand", "undone")},
            },
        }

    def per_year(self):
        """Capital recovery factor of the horizon."""
        return 12.0 / self.months if self.r == 0.0 else 12.0 * self.i / (1.0 - (1.0 + self.i) ** -self.months)

    def obligation(self, found, row, nodes):
        """Most that stays due if all work stopped just after the payments at the start of a month."""
        s, most = self.s, 0.0
        by_fee = s["time.commitment_exit"] == "fee"
        part = s["time.termination_fee_share"] if by_fee else 1.0 - s["time.recoverable_share"]
        price = s["own.node_price_usd"] * (1.0 - s["own.node_discount_share"]) * nodes
        for m in range(1, self.months + 1):
            due = sum(pay[row] * (last - m + 1) for first, last, pay in found["signed"] if first <= m <= last) * part
            if m <= self.lead:
                due += price * (1.0 - s["time.deposit_share"])
            most = max(most, float(due))
        return most

    def cheapest(self, name, options):
        """The best of several ways to run a plan: (arguments of `evaluate`, sizes)."""
        best = None
        for arguments, sizes in options:
            found = self.evaluate(against=self.against, **arguments)
            if best is None or found["value"][0] < best[0]["value"][0] * (1.0 - 1e-12):
                best = (found, sizes)
        return best[0], self.plan(name, best[0], 0, **best[1])

    @staticmethod
    def sizes(n=0, commitment=None, gpus=0, od=None, sp=None):
        return {
            "nodes": n,
            "committed_gpus": gpus,
            "commitment": None if commitment is None else commitment.place,
            "hourly": None if od is None else (sp or od).place,
        }

    def useful(self):
        """Most useful GPUs wanted at once, by month."""
        return self.growth * self.states.sum(axis=1).max()

    def fewest_nodes(self):
        """Nodes beside what is there that do everything from full capacity on."""
        months = np.arange(self.months) >= self.lead + self.ramp
        if not months.any():
            return 0
        g = self.growth[months, None]
        total = g * self.states.sum(axis=1)[None, :]
        pinned = g * self.pinned.sum(axis=1)[None, :]
        there = self.there_useful[months, None]
        short = np.maximum(total - self.running[months, None], pinned) - there
        return max(0, ceil(short.max() / (self.G * self.per_gpu)))

    def solve(self):
        """All plans, the recommended one and its runner-up."""
        self.against = None
        answer, reference = self.solve_against()
        if self.tax and self.s["money.tax_losses"] == "carried" and reference is not None:
            self.against = reference["ledger"].deducted[0]
            answer, _ = self.solve_against()
        return answer

    def solve_against(self):
        """The same, with losses carried against the deductions of a reference, if there is one."""
        plans = []
        now, bridge = None, None
        if self.has_now:
            options = [
                (
                    dict(n=0, keep=True, od=od, sp=sp, strict=True, order="owned-first", bill=True),
                    self.sizes(od=od, sp=sp),
                )
                for od, sp in self.single_offers()
            ]
            found, now = self.cheapest("now", options)
            offer = next(o for o, z in zip(self.single_offers(), options) if z[1]["hourly"] == now["hourly"])
            bridge = self.evaluate(0, True, *offer, strict=True, order="owned-first", bill=True, as_bridge=True)
            plans.append(now)
        n = self.fewest_nodes() if "own" not in self.typed else self.typed_nodes()
        if n > 0:
            options = [
                (
                    dict(n=n, keep=True, od=od, sp=sp, strict=True, order="owned-first", bridge=bridge),
                    self.sizes(n, od=od, sp=sp),
                )
                for od, sp in self.single_offers()
            ]
            plans.append(self.cheapest("own", options)[1])
        if self.there and (self.other or self.s["present.may_sell"]) and self.typed.get("own") != 0:
            n = self.replacing()
            options = [
                (
                    dict(n=n, keep="sell", od=od, sp=sp, strict=True, order="owned-first", bridge=bridge),
                    self.sizes(n, od=od, sp=sp),
                )
                for od, sp in self.single_offers()
            ]
            plans.append(self.cheapest("replace", options)[1])
        # Commit: the best commitment for all work that may leave.
        may_leave = (self.states - self.pinned).sum(axis=1).max() * self.growth - self.running
        commit = None
        for c in self.terms:
            step = c.machine or 1
            K = ceil(may_leave.max() / self.per_committed / step) * step
            K = self.typed.get("commit", K)
            if K <= 0:
                continue
            for od, sp in self.single_offers():
                found = self.evaluate(0, False, od, sp, strict=True, commitment=c, gpus=[K])
                if commit is None or found["value"][0] < commit[0]["value"][0] * (1.0 - 1e-12):
                    commit = (found, self.sizes(0, c, K, od, sp))
        if commit:
            plans.append(self.plan("commit", commit[0], 0, **commit[1]))
        options = [
            (dict(n=0, keep=False, od=od, sp=sp, strict=True), self.sizes(od=od, sp=sp))
            for od, sp in self.single_offers()
        ]
        rent, plan = self.cheapest("rent", options)
        plans.append(plan)

        candidates, count = self.enumerate(bridge)
        least = min([p["hours"]["undone"] for p in plans] + [c["undone"].min() for c in candidates])
        for p in plans:
            p["complete"] = p["hours"]["undone"] <= least + 1e-6
        # What carried losses and peak cash are measured against.
        complete = {p["plan"] for p in plans if p["complete"]}
        pure = [found for found, name in ((commit and commit[0], "commit"), (rent, "rent")) if name in complete]
        reference = min(pure, key=lambda found: found["value"][0], default=None)
        self.spent = None
        if reference is not None and not self.tax:
            self.spent = np.cumsum(reference["ledger"].cash[0, : self.months + 1])
        mix = self.best_mix("mix", candidates, least)
        for p in plans:
            p["breaks"] = self.breaks(p["nodes"], p["upfront_usd"], p["plan"] != "replace", p["cash"])
            sold = self.there > 0 and p["plan"] in ("replace", "commit", "rent") and not self.s["present.may_sell"]
            p["may_be_recommended"] = p["complete"] and not p["breaks"] and not sold
        allowed = [p["present_value_usd"] for p in plans if p["may_be_recommended"]]
        same = lambda p: (sorted(p["kind"]), p["nodes"], p["commitment"], p["committed_gpus"])
        listed = list(plans)
        if mix:
            mix["complete"], mix["breaks"], mix["may_be_recommended"] = True, [], True
            differs = all(same(p) != same(mix) for p in plans)
            saves = not allowed or min(allowed) - mix["present_value_usd"] > 0.005 * min(allowed)
            mix["listed"] = bool(differs and saves)
            listed += [mix] if mix["listed"] else []
        if self.typed.get("own", 0) > 0 and self.typed.get("commit", 0) > 0 and self.terms:
            exactly = [c for c in candidates if c["arguments"]["n"] == self.typed_nodes() and c["gpus"][0] > 0]
            undone = min(c["undone"].min() for c in exactly)
            yours = self.best_mix("yours", exactly, undone, limited=False)
            yours["complete"] = bool(undone <= least + 1e-6)
            yours["breaks"] = self.breaks(yours["nodes"], yours["upfront_usd"], cash=yours["cash"])
            yours["may_be_recommended"] = yours["complete"] and not yours["breaks"]
            listed.append(yours)
        may = [p for p in listed if p["may_be_recommended"]]
        recommended = self.first(may)
        others = [p for p in listed if p["complete"] and not p["breaks"] and p is not recommended]
        another = [p for p in others if recommended and set(p["kind"]) != set(recommended["kind"])]
        runner_up = self.first(another or others) if recommended else None
        if self.spent is not None:
            for p in listed + ([mix] if mix and not mix["listed"] else []):
                p["peak_cash_usd"] = self.peak(p["cash"])
        for p in listed + ([mix] if mix else []):
            p.pop("cash", None)
        answer = {
            "plans": listed,
            "best_mix": mix,
            "least_undone": least,
            "mixes_tried": count,
            "recommended": recommended and recommended["plan"],
            "runner_up": runner_up and runner_up["plan"],
        }
        if self.limits:
            without = Plans(self.inputs, self.typed).solve()
            values = [
                next((p["present_value_usd"] for p in a["plans"] if p["plan"] == a["recommended"]), None)
                for a in (answer, without)
            ]
            answer["limits_cost_usd"] = None if None in values else values[0] - values[1]
        return answer, reference

    def typed_nodes(self):
        """Nodes bought for a typed number of GPUs owned."""
        return max(0, math.ceil((self.typed["own"] - self.there * self.G_there) / self.G))

    def peak(self, cash):
        """Largest excess of what a plan has paid over what the reference has paid by then."""
        return float(np.max(np.cumsum(cash) - self.spent))

    def breaks(self, nodes, upfront, keep=True, cash=None):
        """Limits that a plan breaks."""
        limits, broken = self.limits, []
        if upfront > limits.get("upfront_usd", math.inf) + 1e-6:
            broken.append("upfront_usd")
        if "peak_cash_usd" in limits and self.peak(cash) > limits["peak_cash_usd"] + 1e-6:
            broken.append("peak_cash_usd")
        kw = nodes * self.s["place.node_kw"] + self.there * self.kw_there * keep
        if nodes > 0 and kw > limits.get("kw", math.inf) + 1e-9:
            broken.append("kw")
        if nodes > 0 and self.lead + self.ramp + 1 > limits.get("full_capacity_month", math.inf):
            broken.append("full_capacity_month")
        return broken

    def best_mix(self, name, candidates, least, limited=True):
        """The cheapest of the mixes that leave so little undone and keep the limits; nothing if none does."""
        best, fit = math.inf, []
        for c in candidates:
            fits = c["undone"] <= least + 1e-6
            if limited and self.limits:
                fits &= [
                    not self.breaks(c["arguments"]["n"], upfront, cash=cash)
                    for upfront, cash in zip(c["upfront"], c["cash"])
                ]
            fit.append(fits)
            best = min(best, c["value"][fits].min(initial=math.inf))
        tied = []
        for c, fits in zip(candidates, fit):
            for row in np.nonzero(fits & (c["value"] <= best + 1e-9 * abs(best)))[0]:
                tied.append((c["arguments"], c["gpus"][row]))
        mixes = []
        for arguments, K in tied[:200]:
            found = self.evaluate(gpus=[K], against=self.against, **arguments)
            commitment = arguments["commitment"] if K else None
            p = self.plan(name, found, 0, **self.sizes(arguments["n"], commitment, int(K), arguments["od"], None))
            p["spot"] = arguments["sp"].place if arguments["sp"] else None
            p["order"] = arguments["order"]
            mixes.append(p)
        return min(mixes, key=lambda p: (len(p["kind"]), p["nodes"], p["committed_gpus"]), default=None)

    @staticmethod
    def first(plans):
        if not plans:
            return None
        least = min(p["present_value_usd"] for p in plans)
        tied = [p for p in plans if p["present_value_usd"] <= least + 1e-9 * abs(least)]
        order = ["now", "own", "replace", "commit", "rent", "mix", "yours"]
        return min(tied, key=lambda p: (len(p["kind"]), p["nodes"], p["committed_gpus"], order.index(p["plan"])))

    def enumerate(self, bridge):
        """Present value and undone hours of every mix."""
        wanted = self.useful() - self.there_useful
        # While machines ramp up more of them can be in use.
        usable = np.where(self.ramped > 0, wanted / np.maximum(self.ramped, 1e-9), 0.0)
        most = max(0, ceil(usable.max() / (self.G * self.per_gpu)))
        most_gpus = self.useful().max() / self.per_committed
        soft = self.soft.sum() > 0
        costs = max(self.v_new.max(), self.v_there.max()) > 0
        orders = ["least-cost", "owned-first"] if costs else ["owned-first"]
        out, count = [], 0
        nodes = range(most + 1) if "own" not in self.typed else sorted({0, self.typed_nodes()})
        terms = [None] + (self.terms if self.typed.get("commit") != 0 else [])
        for n in nodes:
            for od in self.by_hour:
                for sp in [None] + (self.spots if soft else []):
                    for order in orders:
                        for c in terms:
                            step = (c.machine or 1) if c else 1
                            gpus = np.arange(1, ceil(most_gpus / step) + 1) * step if c else np.zeros(1)
                            if c and "commit" in self.typed:
                                gpus = np.array([self.typed["commit"]])
                            arguments = dict(n=n, keep=True, od=od, sp=sp, order=order, commitment=c, bridge=bridge)
                            found = self.evaluate(gpus=gpus, against=self.against, **arguments)
                            out.append(
                                {
                                    "arguments": arguments,
                                    "gpus": gpus,
                                    "cash": found["ledger"].cash[:, : self.months + 1] if self.limits else None,
                                    **{k: found[k] for k in ("value", "undone", "upfront")},
                                }
                            )
                            count += len(gpus)
        return out, count


def read(path):
    """The inputs of a scenario file."""
    with open(path) as file:
        return json.load(file)["inputs"]


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(json.dumps({"file": path, **Plans(read(path)).solve()}, indent=1))
