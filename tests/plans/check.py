"""Computes the present value of the plans of `drawn.json` once more: state by state and payment by payment, in plain
Python, for the sizes found. It shares the reading of the inputs with the model, and no arithmetic of plans.

    python3 check.py
"""

import json
import os
from collections import Counter
from functools import lru_cache

from inputs import Offer, Scenario, Workload, spot_goodput, used_share
from money import MACRS

FAR = 200


class Plan:
    def __init__(self, inputs, plan, now=None):
        s = self.s = Scenario(inputs)
        self.M = int(s["time.horizon_months"])
        self.L = int(s["time.lead_months"])
        self.offers = [Offer(k, row, s) for k, row in enumerate(s["rent.quotes"])]
        self.work = [Workload(row) for row in s["work.workloads"]]
        states = Counter(zip(*[w.hours.tolist() for w in self.work]))
        self.states = [(count / 8760 * 730, gpus) for gpus, count in states.items()]
        self.name, self.n, self.K = plan["plan"], plan["nodes"], plan["committed_gpus"]
        self.keep = self.name in ("now", "own", "mix", "yours") and s["present.nodes"] > 0
        self.com = None if plan["commitment"] is None else self.offers[plan["commitment"]]
        hourly = self.offers[plan["hourly"]]
        cheapest = min((o for o in self.offers if not o.spot and o.term == 0), key=lambda o: o.price)
        self.od, self.sp = (cheapest, hourly) if hourly.spot else (hourly, None)
        self.only_spot = hourly.spot
        if plan.get("spot") is not None:
            self.sp = self.offers[plan["spot"]]
        self.owned_first = self.name in ("now", "own") or plan.get("order") == "owned-first"
        self.now = now
        self.t = 0.0 if s["money.tax_method"] == "none" else s["money.tax_rate"]
        self.paid, self.deducted = [], {}

    # Payments: a point in time (0 is the start of month 1) and an amount; deductions by year.
    def pay(self, point, usd, year=None):
        self.paid.append((point, usd))
        if year is not None:
            self.deducted[year] = self.deducted.get(year, 0.0) + usd

    def year_of(self, month):
        return (month + 11) // 12

    def present(self, against=None):
        """After tax; with losses carried against the deductions of another plan, if this one owns."""
        r = self.s["money.discount_rate"]
        cost = sum(usd * (1 + r) ** (-point / 12) for point, usd in self.paid)
        waiting = 0.0
        for year in range(1, 40):
            own = used = self.deducted.get(year, 0.0)
            if against is not None and (self.n or self.keep):
                other = against.get(year, 0.0)
                if own > other:
                    waiting, used = waiting + own - other, other
                else:
                    used = min(other, own + waiting)
                    waiting -= used - own
            cost -= self.t * used * (1 + r) ** -year
        return cost

    def there_nodes(self, m):
        s = self.s
        if not self.keep:
            return 0
        left = round((s["own.life_years"] - s["present.node_age_years"]) * 12)
        return 0 if s["present.at_end_of_life"] == "retired" and m > left else int(s["present.nodes"])

    def month(self, m, committed, bridge=False):
        """Hours of a month: {(what, provider offer, workload): hours}, undone hours."""
        s = self.s
        who = self.now if bridge else self
        od, sp = who.od, who.sp
        owned_first = who.owned_first
        only_spot = who.only_spot
        ceiling = s["own.availability"] * s["own.largest_occupancy"] * s["own.goodput"] * s["work.efficiency"]
        bought = 0.0 if bridge or m <= self.L else self.n * min(1.0, (m - self.L) / (s["time.ramp_months"] + 1))
        G = s["own.gpus_per_node"]
        per_com = s["rent.availability"] * s["rent.goodput"] * s["work.efficiency"] * s["rent.paid_efficiency"]
        running = sum(row[1] * per_com for row in s["present.commitments"] if m <= row[3])
        growth = (1 + s["work.growth_per_year"]) ** ((m - 1) / 12)
        drift = (1 + s["time.rent_drift"]) ** ((m - 1) / 12)
        tiers = s["rent.support_tiers"]
        markup = (1 + s["rent.managed_share"]) * (1 + (tiers[0][1] if tiers else s["rent.support_share"]))
        v_own = self.v_own(m)
        price = []
        for w in self.work:
            h = od.price / (
                s["work.efficiency"] * s["rent.goodput"] * s["rent.paid_efficiency"] * used_share(w, od.size)
            )
            x = h
            if sp is not None:
                kept = (
                    s["work.efficiency"] * spot_goodput(s, w, sp) * s["rent.paid_efficiency"] * used_share(w, sp.size)
                )
                x = (1 - sp.no_spot) * sp.price / kept + sp.no_spot * h
            price.append((h * markup * drift, x * markup * drift))
        may_rent_bound = self.n > 0 and m <= self.L + s["time.ramp_months"]
        done, undone = {}, 0.0

        def add(key, hours):
            if hours > 0:
                done[key] = done.get(key, 0.0) + hours

        for hours, gpus in self.states:
            room = {
                "there": self.there_nodes(m) * G * ceiling,
                "bought": bought * G * ceiling,
                "running": running,
                "new": committed * per_com,
            }
            jobs = []
            for j, w in enumerate(self.work):
                wanted = gpus[j] * growth
                bound, soft = wanted * w.pinned, wanted * w.interruptible
                jobs.append([price[j][0], "bound", j, bound])
                jobs.append([price[j][0], "firm", j, max(0.0, wanted - bound - soft)])
                on_spot = sp is not None and (only_spot or price[j][1] < price[j][0])
                jobs.append([price[j][1] if on_spot else price[j][0], "spot" if on_spot else "firm", j, soft])
            jobs.sort(key=lambda job: -job[0])
            for job in jobs:
                if job[1] == "bound":
                    for source in ("there", "bought"):
                        take = min(room[source], job[3])
                        room[source] -= take
                        job[3] -= take
                        add((source, None, None), take * hours)
                    if not may_rent_bound:
                        undone += job[3] * hours
                        job[3] = 0.0
            for alternative, what, j, left in jobs:
                order = (
                    ["running", "there", "bought", "new"] if owned_first else ["running", "new", "there", "bought"]
                )
                for source in order:
                    if source in ("there", "bought") and not owned_first and alternative < v_own:
                        continue
                    take = min(room[source], left)
                    room[source] -= take
                    left -= take
                    add((source, None, None), take * hours)
                if left > 0:
                    if what == "spot":
                        add(("hour", sp.place, j), left * hours * (1 - sp.no_spot))
                        add(("hour", od.place, j), left * hours * sp.no_spot)
                    else:
                        add(("hour", od.place, j), left * hours)
        return done, undone

    def v_own(self, m):
        s = self.s
        if s["place.site"] == "colocation" and s["place.power_included"]:
            return 0.0
        busy = s["power.tdp_w"] / 1000 * (1 - s["power.idle_share"]) * s["power.load_share"]
        tariff = s["power.usd_per_kwh"] * s["power.pue"] * (1 + s["time.tariff_drift"]) ** ((m - 1) / 12)
        return busy * tariff / (s["own.goodput"] * s["work.efficiency"])

    def owning(self, m, nodes):
        s = self.s
        if nodes == 0:
            return 0.0
        gpus, years = nodes * s["own.gpus_per_node"], (m - 1) / 12
        people = s["people.own_people"]
        if s["people.method"] == "size":
            known = [(0, 0.0), (8, 0.05), (64, 1.5), (256, 3.5), (352, 4.5)]
            for (a, x), (b, y) in zip(known, known[1:]):
                if a <= gpus <= b:
                    people = x + (y - x) * (gpus - a) / (b - a)
        cost = people * s["people.usd_per_person_year"] / 12 * (1 + s["time.staff_drift"]) ** years
        cost += s["own.platform_usd_per_year"] / 12 + s["own.software_usd_per_gpu_year"] * gpus / 12
        included = False
        if s["place.site"] == "colocation":
            kw, rack = nodes * s["place.node_kw"], s["place.rack_kw"]
            racks = 0
            while racks * rack < kw - 1e-9 * rack:
                racks += 1
            cost += racks * rack * s["place.colocation_usd_per_kw_month"] * (1 + s["time.space_drift"]) ** years
            included = s["place.power_included"]
        else:
            cost += s["place.room_usd_per_year"] / 12
        if not included:
            kw = gpus * s["power.tdp_w"] / 1000 * s["power.idle_share"] + nodes * s["power.host_kw_per_node"]
            cost += kw * 730 * s["power.pue"] * s["power.usd_per_kwh"] * (1 + s["time.tariff_drift"]) ** years
        return cost

    def month_cost(self, m, committed, commitment_usd, bridge=False):
        """Dollars at the end of a month, new offers' hours, undone hours."""
        s = self.s
        done, undone = self.month(m, committed, bridge)
        who = self.now if bridge else self
        cost = self.owning(m, self.there_nodes(m) + (self.n if m > self.L else 0))
        cost += sum(done.get((x, None, None), 0.0) for x in ("there", "bought")) * self.v_own(m)
        bill_hours = 0.0
        if who.name == "now":
            running = sum(row[1] * row[2] * 730 for row in s["present.commitments"])
            usd = max(0.0, s["present.bill_usd_per_month"] - running) * (1 + s["work.growth_per_year"]) ** (
                (m - 1) / 12
            )
            cost += usd
            left = (
                usd
                / s["present.usd_per_gpu_hour"]
                * s["rent.goodput"]
                * s["work.efficiency"]
                * s["rent.paid_efficiency"]
            )
            for key in [k for k in done if k[0] == "hour"]:
                take = min(left, done[key])
                done[key] -= take
                left -= take
                bill_hours += take
        everything = sum(done.values()) + bill_hours
        bills = {}
        drift = (1 + s["time.rent_drift"]) ** ((m - 1) / 12)
        for (what, place, j), hours in done.items():
            if what == "hour" and hours > 0:
                offer, w = self.offers[place], self.work[j]
                kept = spot_goodput(s, w, offer) if offer.spot else s["rent.goodput"]
                paid = hours / (s["work.efficiency"] * kept * s["rent.paid_efficiency"] * used_share(w, offer.size))
                bill = bills.setdefault(offer.name, [0.0, 0.0])
                bill[0] += paid * offer.price * drift
                bill[1] += hours
        if committed or commitment_usd:
            bill = bills.setdefault(self.com.name, [0.0, 0.0])
            bill[0] += commitment_usd
            bill[1] += done.get(("new", None, None), 0.0)
        rented = sum(hours for _, hours in bills.values())
        # On equal hours the order of the offers decides, which no figure shows.
        top = max(bills, key=lambda name: bills[name][1], default=None)
        exits = 0.0
        for name, (compute, hours) in bills.items():
            r = hours / everything if everything else 0.0
            total = compute * (1 + s["rent.managed_share"])
            total += r * s["rent.storage_tb"] * 1000 * s["rent.storage_usd_per_gb_month"]
            total += self.tiered(
                max(0.0, r * s["rent.egress_gb_per_month"] - s["rent.egress_free_gb"]), s["rent.egress_tiers"]
            )
            if name == top and rented > 1e-9:
                total += s["rent.line_usd_per_month"] + s["rent.platform_usd_per_month"]
            tiers = s["rent.support_tiers"]
            support = self.tiered(total, tiers) if tiers else total * s["rent.support_share"]
            if hours > 1e-9:
                support = max(support, s["rent.support_least_usd_per_month"])
            cost += total + support
            first = tiers[0][1] if tiers else s["rent.support_share"]
            exits += self.tiered(r * s["rent.exit_tb"] * 1000, s["rent.egress_tiers"]) * (1 + first)
        return cost + (exits if m == self.M else 0.0), rented, undone

    @staticmethod
    def tiered(amount, tiers):
        cost = 0.0
        for size, price in tiers:
            part = amount if size is None else min(amount, size)
            cost += part * price
            amount -= part
        return cost

    def rate(self, offer, month):
        return offer.price * (1 + self.s["time.rent_drift"]) ** ((month - 1) / 12) * 730 * self.K

    def net(self, point, year):
        r = self.s["money.discount_rate"]
        return (1 + r) ** (-point / 12) - self.t * (1 + r) ** -year

    def run(self):
        s, M, L, n = self.s, self.M, self.L, self.n
        bridged = n > 0 and L > 0 and self.now is not None
        first = L + 1 if bridged else 1
        active, share = {}, s["rent.quote_upfront_share"]
        if self.com is not None:
            T, m, signed = self.com.term, first, 0
            while signed == 0 or m + T - 1 <= M:
                self.sign(self.com, m, active)
                m, signed = m + T, signed + 1
            shorter = [o for o in self.offers if o.name == self.com.name and 0 < o.term < T]

            @lru_cache(None)
            def least(t):
                if t > M:
                    return 0.0, None
                options = [(self.month_cost(t, 0, 0.0)[0] * self.net(t, self.year_of(t)) + least(t + 1)[0], None)]
                for offer in shorter:
                    if t + offer.term - 1 <= M:
                        usd = self.rate(offer, t)
                        cost = least(t + offer.term)[0]
                        for k in range(t, t + offer.term):
                            cost += self.month_cost(k, self.K, usd * (1 - share))[0] * self.net(k, self.year_of(k))
                        ahead = usd * share * offer.term
                        r = s["money.discount_rate"]
                        cost += ahead * (1 + r) ** (-(t - 1) / 12)
                        cost -= self.t * sum(
                            ahead / offer.term * (1 + r) ** -self.year_of(k) for k in range(t, t + offer.term)
                        )
                        options.append((cost, offer))
                return min(options, key=lambda option: option[0])

            while m <= M:
                offer = least(m)[1]
                if offer is None:
                    m += 1
                else:
                    self.sign(offer, m, active)
                    m += offer.term
        undone, set_up = 0.0, False
        for m in range(1, M + 1):
            if bridged and m <= L:
                cost, rented, late = self.month_cost(m, 0, 0.0, bridge=True)
            else:
                on = m in active
                cost, rented, late = self.month_cost(m, self.K if on else 0, active.get(m, 0.0))
            self.pay(m, cost, self.year_of(m))
            undone += late
            if rented > 1e-9 and not set_up:
                set_up = True
                self.pay(m - 1, s["rent.setup_usd"], self.year_of(m))
        self.buy()
        return undone

    def sign(self, offer, month, active):
        s, usd, share = self.s, self.rate(offer, month), self.s["rent.quote_upfront_share"]
        self.pay(month - 1, usd * share * offer.term)
        for m in range(month, month + offer.term):
            year = self.year_of(m)
            self.deducted[year] = self.deducted.get(year, 0.0) + usd * share
            if m <= self.M:
                active[m] = usd * (1 - share)
            elif s["time.commitment_exit"] == "due":
                self.pay(m, usd * (1 - share) * (1 - s["time.recoverable_share"]), year)
            else:
                self.pay(self.M, usd * (1 - share) * s["time.termination_fee_share"], self.year_of(self.M))

    def worth(self, years):
        s = self.s
        if s["own.residual_method"] == "curve":
            return 10 ** (-s["own.residual_decades_per_year"] * years)
        x = min(1.0, years / s["own.life_years"])
        return (1 - x) + x * s["own.residual_share"]

    def buy(self):
        s, M, L, n = self.s, self.M, self.L, self.n
        life = round(s["own.life_years"] * 12)
        removal = s["own.decommissioning_usd_per_node"]
        m = L + 1
        while n and m <= M:
            price, last = s["own.node_price_usd"] * n, min(M, m + life - 1)
            early = s["time.deposit_share"] if m == L + 1 else 0.0
            self.pay(0, price * early)
            self.pay(m - 1, price * (1 - early))
            sold = price * self.worth((last - m + 1) / 12)
            self.pay(last, -sold)
            self.pay(last, removal * n, self.year_of(last))
            self.write_off(price, sold, self.year_of(m), self.year_of(last))
            m = last + 1
        if n and s["place.site"] == "room":
            price = s["place.build_out_usd"] * n / (n + s["present.nodes"])
            early = s["time.deposit_share"]
            self.pay(0, price * early)
            self.pay(L, price * (1 - early))
            self.write_off(price, 0.0, self.year_of(L + 1), self.year_of(M))
        if self.keep:
            today, age = s["present.node_resale_usd"] * s["present.nodes"], s["present.node_age_years"]
            last = M
            if s["present.at_end_of_life"] == "retired":
                last = min(M, round((s["own.life_years"] - age) * 12))
            sold = today * min(1.0, self.worth(age + last / 12) / self.worth(age))
            self.pay(0, today)
            self.pay(last, -sold, self.year_of(last))
            self.pay(last, removal * s["present.nodes"], self.year_of(last))

    def write_off(self, price, sold, year, last):
        """Depreciation until the year of sale, then what is left less the proceeds."""
        s = self.s
        if s["money.tax_method"] == "straight":
            shares = [1 / s["money.tax_years"]] * int(s["money.tax_years"])
        elif s["money.tax_method"] == "macrs":
            shares = MACRS
        else:
            now = s["money.tax_first_share"]
            shares = [now + (1 - now) * MACRS[0]] + [(1 - now) * x for x in MACRS[1:]]
        early = {year + k: x * price for k, x in enumerate(shares) if year + k < last}
        early[last] = price - sum(early.values()) - sold
        for y, usd in early.items():
            self.deducted[y] = self.deducted.get(y, 0.0) + usd


def main():
    folder = os.path.dirname(os.path.abspath(__file__))
    worst, count = 0.0, 0
    cases = [
        case for name in ("drawn.json", "drawn_sizes.json") for case in json.load(open(os.path.join(folder, name)))
    ]
    for case in cases:
        expected = case["expected"]
        plans = expected["plans"] + ([expected["best_mix"]] if expected["best_mix"] else [])
        has_now = plans[0]["plan"] == "now"
        now = Plan(case["inputs"], plans[0]) if has_now else None
        against = None
        if case["inputs"].get("money.tax_losses") == "carried":
            pure = [Plan(case["inputs"], p) for p in plans if p["plan"] in ("commit", "rent") and p["complete"]]
            for other in pure:
                other.run()
            if pure:
                against = min(pure, key=lambda other: other.present()).deducted
        for plan in plans:
            one = Plan(case["inputs"], plan, now)
            undone = one.run()
            value = one.present(against)
            off = abs(value - plan["present_value_usd"]) / max(1.0, abs(value))
            late = abs(undone - plan["hours"]["undone"])
            count += 1
            worst = max(worst, off)
            if off > 1e-9 or late > 1e-5:
                print(
                    case["index"],
                    plan["plan"],
                    case["covers"],
                    value,
                    plan["present_value_usd"],
                    undone,
                    plan["hours"]["undone"],
                )
    print(f"{count} plans, largest difference {worst:.1e}")
    assert worst < 1e-9


if __name__ == "__main__":
    main()
