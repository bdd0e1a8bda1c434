"""A plan of a scenario: who does the work of each month, and what it costs."""

import numpy as np

from inputs import HOURS, YEAR, Offer, Scenario, Workload, spot_goodput, used_share
from machines import Machines
from money import Ledger


class Model(Machines):
    """What all plans of a scenario share.

    `sizes`: those typed, GPUs: `own` (there and bought), `commit`; 0 excludes, what is missing is found. `limits`: most
    `upfront_usd`, `kw`, latest `full_capacity_month`.
    """

    def __init__(self, inputs, sizes=None, limits=None):
        s = self.s = Scenario(inputs)
        self.inputs, self.typed, self.limits = inputs, sizes or {}, limits or {}
        self.check()
        self.months = M = int(s["time.horizon_months"])
        self.month = np.arange(1, M + 1)
        r = s["money.discount_rate"]
        self.r = r
        self.i = (1.0 + r) ** (1.0 / 12.0) - 1.0
        self.tax = 0.0 if s["money.tax_method"] == "none" else s["money.tax_rate"]

        # Demand: distinct states (share of the year, GPUs of each workload).
        self.workloads = [Workload(row) for row in s["work.workloads"]]
        series = np.stack([w.hours for w in self.workloads], axis=1)
        scale = s["work.gpu_hours_per_month"] * 12.0 / series.sum()
        if abs(scale - 1.0) < 1e-9:
            scale = 1.0
        states, counts = np.unique(series, axis=0, return_counts=True)
        self.states, self.share = states * scale, counts / YEAR
        self.growth = (1.0 + s["work.growth_per_year"]) ** ((self.month - 1) / 12.0)
        self.pinned = self.states * np.array([w.pinned for w in self.workloads])
        self.soft = self.states * np.array([w.interruptible for w in self.workloads])
        self.firm = np.maximum(0.0, self.states - self.pinned - self.soft)

        # Machines.
        e_w = s["work.efficiency"]
        self.G = int(s["own.gpus_per_node"])
        self.per_gpu = s["own.availability"] * s["own.largest_occupancy"] * e_w * s["own.goodput"]
        self.per_committed = s["rent.availability"] * e_w * s["rent.goodput"] * s["rent.paid_efficiency"]
        self.lead, self.ramp = int(s["time.lead_months"]), int(s["time.ramp_months"])
        self.there = int(s["present.nodes"])
        life = s["own.life_years"]
        self.life_months = int(round(life * 12))
        self.there_left = int(round((life - s["present.node_age_years"]) * 12)) if self.there else 0
        self.retires = s["present.at_end_of_life"] == "retired"
        # New nodes replace those there at the end of their life.
        self.renews = self.there > 0 and s["present.at_end_of_life"] == "replaced" and self.there_left < M
        self.machines_there()
        in_use = np.ones(M) if not (self.retires or self.renews) else (self.month <= self.there_left).astype(float)
        self.there_old = self.there * in_use  # by month
        self.there_new = (self.replacing() if self.renews else 0) * (1.0 - in_use)
        self.there_useful = self.useful_gpus(self.there_old, self.there_new)
        self.ramped = np.clip((self.month - self.lead) / (self.ramp + 1.0), 0.0, 1.0)

        # Offers.
        offers = [Offer(place, row, s) for place, row in enumerate(s["rent.quotes"])]
        longest = s["work.longest_term_months"]
        self.by_hour = [o for o in offers if o.term == 0 and not o.spot]
        self.spots = [o for o in offers if o.spot]
        self.terms = [o for o in offers if o.term > 0 and o.term <= longest]
        self.all_soft = all(w.interruptible == 1.0 for w in self.workloads)
        self.drift = (1.0 + s["time.rent_drift"]) ** ((self.month - 1) / 12.0)
        self.e_w = e_w
        # Productive hours of one paid hour, by offer and workload.
        self.kept = {}
        for o in self.by_hour:
            self.kept[o.place] = np.array(
                [e_w * s["rent.goodput"] * s["rent.paid_efficiency"] * used_share(w, o.size) for w in self.workloads]
            )
        for o in self.spots:
            self.kept[o.place] = np.array(
                [
                    e_w * spot_goodput(s, w, o) * s["rent.paid_efficiency"] * used_share(w, o.size)
                    for w in self.workloads
                ]
            )
        tiers = s["rent.support_tiers"]
        self.first_support = tiers[0][1] if tiers else s["rent.support_share"]
        self.markup = (1.0 + s["rent.managed_share"]) * (1.0 + self.first_support)

        # Running commitments: paid whatever is decided.
        self.running = np.zeros(M)
        running_bill = 0.0
        for row in s["present.commitments"]:
            _, gpus, usd, left = row
            self.running += np.where(self.month <= left, gpus * self.per_committed, 0.0)
            running_bill += gpus * HOURS * usd
        self.running_there = len(s["present.commitments"]) > 0
        # The bill of today.
        self.bill = max(0.0, s["present.bill_usd_per_month"] - running_bill) * self.growth
        per_paid = e_w * s["rent.goodput"] * s["rent.paid_efficiency"] * (s["present.gpu_work"] or 1.0)
        self.bill_hours = self.bill / s["present.usd_per_gpu_hour"] * per_paid
        self.bill_there = s["present.bill_usd_per_month"] > 0.0
        self.has_now = self.there > 0 or self.running_there or self.bill_there
        self.power()
        self.factors()

    def check(self):
        s, only = self.s, {
            "money.timing": "monthly",
            "money.method": "cash",
            "time.end": "wind-up",
            "time.beyond": "offer",
            "own.availability_method": "given",
            "own.yearly_method": "lines",
            "stops.method": "given",
            "rent.commitment_billing": "committed",
            "own.storage_tb": 0,
            "own.fabric_usd_per_node": 0,
            "people.rent_people": 0,
            "rent.only_quotes": True,
            "rent.credits": [],
            "rent.launch_hours": 0,
            "rent.idle_out_hours": 0,
            "time.late_usd_per_gpu_hour": 0,
            "own.idle_usd_per_gpu_hour": 0,
            "time.rent_curve": [],
            "present.gpu": "",
            "rent.unavailable_share": 0,
            "own.assembly": "quoted",
            "own.installation_usd_per_node": 0,
            "time.staff_lead_months": 0,
            "rent.porting_usd": 0,
            "present.idle_share": 0,
        }
        for row, value in only.items():
            if s[row] != value:
                raise ValueError(f"{row} = {s[row]!r} is not covered")
        if not s["work.workloads"]:
            raise ValueError("no workloads: not covered")

    # ---- who works

    def prices_per_hour(self, od, sp):
        """Today's price of a productive hour of each workload, with managed services and support: on demand, spot."""
        hourly = od.price * self.markup / self.kept[od.place]
        if sp is None:
            return hourly, None
        spot = sp.price * self.markup / self.kept[sp.place]
        return hourly, (1.0 - sp.no_spot) * spot + sp.no_spot * hourly

    def dispatch(self, own, there, free_pinned, committed, od, sp, strict, order):
        """Who does the hours of each month. `own`, `there`: useful GPUs by month, all and those there. `free_pinned`:
        months in which bound work that does not fit is rented. `committed`: an array of numbers of GPUs.

        Returns arrays (numbers of committed GPUs, months) of productive GPU-hours.
        """
        hourly, spot = self.prices_per_hour(od, sp)
        J = len(self.workloads)
        on_spot = [spot is not None and (strict or spot[j] < hourly[j]) for j in range(J)]
        classes = []  # (price of the alternative, kind, workload)
        for j in range(J):
            classes.append((hourly[j], "pinned", j))
            classes.append((hourly[j], "firm", j))
            classes.append((spot[j] if on_spot[j] else hourly[j], "soft", j))
        classes.sort(key=lambda c: -c[0])
        # Machines there and machines bought: those first that cost less to run, those there where it is the same.
        bought_first = self.v_new < self.v_there
        pays = np.stack(
            [c[0] * self.drift >= np.where(bought_first, self.v_new, self.v_there) for c in classes]
            + [c[0] * self.drift >= np.where(bought_first, self.v_there, self.v_new) for c in classes]
        ).astype(float)
        first = np.where(bought_first, own - there, there)
        head = [self.growth, first, own - first, bought_first.astype(float), self.running, free_pinned.astype(float)]
        different, where = np.unique(np.concatenate([np.stack(head), pays]), axis=1, return_inverse=True)
        where = np.asarray(where).reshape(-1)
        g, first_, second_, bought_first, running_, free = (different[k][None, :, None] for k in range(6))
        pays = different[6:].reshape(2, len(classes), -1)
        S = len(self.share)
        zero = np.zeros((1, different.shape[1], S))
        own_left, run_left = [first_ + zero, second_ + zero], running_ + zero
        com_left = (np.asarray(committed, float) * self.per_committed)[:, None, None] + zero
        owned, ran, com = [zero, zero], zero, zero
        undone, pinned_left, hours = zero, {}, {}
        for _, kind, j in classes:
            if kind == "pinned":
                x = g * self.pinned[None, None, :, j]
                for k in range(2):
                    take = np.minimum(own_left[k], x)
                    own_left[k], owned[k], x = own_left[k] - take, owned[k] + take, x - take
                pinned_left[j] = x * free
                undone = undone + x * (1.0 - free)
        for index, (_, kind, j) in enumerate(classes):
            x = {
                "pinned": pinned_left[j],
                "firm": g * self.firm[None, None, :, j],
                "soft": g * self.soft[None, None, :, j],
            }[kind]
            steps = ["run", "own", "com"] if order == "owned-first" else ["run", "com", "own"]
            for step in steps:
                if step == "own":
                    for k in range(2):
                        cap = own_left[k] * (1.0 if order == "owned-first" else pays[k][index][None, :, None])
                        take = np.minimum(cap, x)
                        own_left[k], owned[k], x = own_left[k] - take, owned[k] + take, x - take
                    take = 0.0
                elif step == "run":
                    take = np.minimum(run_left, x)
                    run_left, ran = run_left - take, ran + take
                else:
                    take = np.minimum(com_left, x)
                    com_left, com = com_left - take, com + take
                x = x - take
            hours[kind, j] = x
        total = lambda x: (HOURS * (x @ self.share))[:, where]
        full = np.zeros((len(committed), self.months))
        result = {
            "there": total(np.where(bought_first, owned[1], owned[0])) + full,
            "owned": total(owned[0] + owned[1]) + full,
            "running": total(ran) + full,
            "committed": total(com) + full,
            "undone": total(undone) + full,
            "hourly": [(kind, j, total(hours[kind, j]) + full) for _, kind, j in classes],
            "on_spot": on_spot,
        }
        return result

    def tiers(self, amount, rows):
        """A price in tiers: rows of (size or None, price)."""
        cost, left = np.zeros_like(amount), amount
        for size, price in rows:
            part = left if size is None else np.minimum(left, size)
            cost, left = cost + part * price, left - part
        return cost

    def rented(self, work, od, sp, commitment, pay, months):
        """What renting costs at the end of each month, and the new offers' hours. `pay`: what is due for the
        commitment, (numbers of GPUs, months). `months`: a slice of the months."""
        s, drift = self.s, self.drift[months]
        by = {}  # provider: [compute, hours]

        def add(name, compute, hours):
            old = by.get(name, (0.0, 0.0))
            by[name] = (old[0] + compute, old[1] + hours)

        spot_hours, od_hours = 0.0, 0.0
        for kind, j, all_hours in work["hourly"]:
            h = all_hours[:, months]
            if kind == "soft" and work["on_spot"][j]:
                part = (1.0 - sp.no_spot) * h
                add(sp.name, part / self.kept[sp.place][j] * sp.price * drift, part)
                spot_hours = spot_hours + part
                h = h - part
            add(od.name, h / self.kept[od.place][j] * od.price * drift, h)
            od_hours = od_hours + h
        com_hours = work["committed"][:, months]
        if commitment is not None:
            add(commitment.name, pay + 0.0 * com_hours, com_hours)
        done = od_hours + spot_hours + com_hours + work["owned"][:, months] + work["running"][:, months]
        done = done + (work["bill"][months] if "bill" in work else 0.0)
        names = list(by)
        hours = np.stack([by[name][1] for name in names])
        most = np.argmax(hours, axis=0)
        rented = hours.sum(axis=0)
        some = rented > 1e-9
        monthly, exit_cost = 0.0, 0.0
        for index, name in enumerate(names):
            compute, own_hours = by[name]
            r = np.where(done > 0, own_hours / np.where(done > 0, done, 1.0), 0.0)
            bill = compute * (1.0 + s["rent.managed_share"])
            bill = bill + r * s["rent.storage_tb"] * 1000.0 * s["rent.storage_usd_per_gb_month"]
            out = np.maximum(0.0, r * s["rent.egress_gb_per_month"] - s["rent.egress_free_gb"])
            bill = bill + self.tiers(out, s["rent.egress_tiers"])
            once = s["rent.line_usd_per_month"] + s["rent.platform_usd_per_month"]
            bill = bill + np.where((most == index) & some, once, 0.0)
            if s["rent.support_tiers"]:
                support = self.tiers(bill, s["rent.support_tiers"])
            else:
                support = bill * s["rent.support_share"]
            support = np.where(own_hours > 1e-9, np.maximum(support, s["rent.support_least_usd_per_month"]), support)
            monthly = monthly + bill + support
            out = self.tiers(r * s["rent.exit_tb"] * 1000.0, s["rent.egress_tiers"])
            exit_cost = exit_cost + out * (1.0 + self.first_support)
        if months.stop == self.months:
            monthly = monthly + 0.0
            monthly[:, -1] += exit_cost[:, -1]
        return monthly, rented, od_hours, spot_hours

    # ---- one plan, for many numbers of committed GPUs at once

    def evaluate(
        self,
        n,
        keep,
        od,
        sp=None,
        strict=False,
        order="least-cost",
        commitment=None,
        gpus=(0,),
        bill=False,
        bridge=None,
        as_bridge=False,
        against=None,
    ):
        """Present value after tax and undone hours of a plan, for each number of committed GPUs.

        `n`: nodes bought. `keep`: the machines there stay; "sell": until what is bought is delivered. `od`, `sp`: hourly offers. `strict`: soft work takes spot
        whatever it costs. `bridge`: months 1 to lead of Now. `against`: deductions by year of the reference of carried
        losses, which concern plans that own.
        """
        s, M, L = self.s, self.months, self.lead
        K = np.asarray(gpus, float)
        buys = n > 0
        stays = self.month <= L if keep == "sell" else np.full(M, bool(keep))
        there = self.there_useful * stays
        own = there + n * self.G * self.per_gpu * self.ramped
        free = (self.month <= L + self.ramp) if buys else np.zeros(M, bool)
        if as_bridge:
            free = np.ones(M, bool)
        use_bridge = buys and bridge is not None and L > 0
        first = L + 1 if use_bridge else 1  # month in which a commitment starts
        fixed = self.running_cost(self.there_old * stays, self.there_new * stays, n * (self.month > L))

        def work_of(count):
            return self.dispatch(own, there, free, count, od, sp, strict, order)

        def due(work, pay, months):
            cost, rented, od_h, sp_h = self.rented(work, od, sp, commitment, pay, months)
            return (
                cost
                + fixed[months]
                + work["there"][:, months] * self.v_there[months]
                + (work["owned"] - work["there"])[:, months] * self.v_new[months],
                rented,
                od_h,
                sp_h,
            )

        off = work_of([0])
        if bill:
            self.serve_by_bill(off)
        all_months = slice(0, M)
        off_due, off_rented, off_od, off_sp = due(off, 0.0, all_months)
        if bill:
            off_due = off_due + self.bill
        ledger = Ledger(self, len(K))
        upfront = np.zeros(len(K))
        signed = []  # (first month, last month, monthly payments)
        until = (L + 1) if buys else 1
        on = np.zeros((len(K), M), bool)
        pay = np.zeros((len(K), M))
        if commitment is not None:
            work = work_of(K)
            share = s["rent.quote_upfront_share"]
            T = commitment.term
            times = max(1, (M - first + 1) // T)

            def sign(month, offer):
                """Monthly payment and prepayment of a term that starts in a month, for each number of GPUs."""
                rate = offer.price * self.drift[month - 1] * HOURS * K
                return rate * (1.0 - share), rate * share * offer.term

            month = first
            for _ in range(times):
                monthly, ahead = sign(month, commitment)
                last = month + T - 1
                on[:, month - 1 : min(last, M)] = True
                pay[:, month - 1 : min(last, M)] = monthly[:, None]
                ledger.start(month, ahead, T)
                signed.append((month, last, monthly))
                if month <= until:
                    upfront += ahead
                if last > M:
                    if s["time.commitment_exit"] == "due":
                        rest = monthly * (1.0 - s["time.recoverable_share"])
                        ledger.monthly(M + 1, np.repeat(rest[:, None], last - M, axis=1))
                    else:
                        ledger.monthly(M, (monthly * (last - M) * s["time.termination_fee_share"])[:, None])
                month = last + 1
            # The tail: backwards, by the hour or a shorter term of the same provider.
            shorter = [o for o in self.terms if o.name == commitment.name and o.term < T]
            later = {M + 1: np.zeros(len(K))}
            choice = {}
            for t in range(M, month - 1, -1):
                best = off_due[0, t - 1] * self.end_net[t - 1] + later[t + 1]
                pick = np.full(len(K), -1)
                for index, offer in enumerate(shorter):
                    if t + offer.term - 1 > M:
                        continue
                    monthly, ahead = sign(t, offer)
                    part = slice(t - 1, t - 1 + offer.term)
                    payments = np.repeat(monthly[:, None], offer.term, axis=1)
                    cost = (due(work, payments, part)[0] * self.end_net[part]).sum(axis=1)
                    cost = cost + ahead * self.prepaid(t, offer.term) + later[t + offer.term]
                    better = cost < best - 1e-12 * np.abs(best)
                    best, pick = np.where(better, cost, best), np.where(better, index, pick)
                later[t], choice[t] = best, pick
            for row in range(len(K)):
                t = month
                while t <= M:
                    index = choice[t][row]
                    if index < 0:
                        t += 1
                        continue
                    offer = shorter[index]
                    monthly, ahead = sign(t, offer)
                    on[row, t - 1 : t - 1 + offer.term] = True
                    pay[row, t - 1 : t - 1 + offer.term] = monthly[row]
                    this = np.arange(len(K)) == row
                    ledger.start(t, ahead * this, offer.term)
                    signed.append((t, t + offer.term - 1, monthly * this))
                    if t <= until:
                        upfront[row] += ahead[row]
                    t += offer.term
            on_due, on_rented, on_od, on_sp = due(work, pay, all_months)
        else:
            work, on_due, on_rented, on_od, on_sp = off, off_due, off_rented, off_od, off_sp

        def pick(a, b):
            return np.where(on, a, b)

        months_due = pick(on_due, off_due)
        rented = pick(on_rented, off_rented)
        hours = {
            "there": pick(work["there"], off["there"]),
            "bought": pick(work["owned"] - work["there"], off["owned"] - off["there"]),
            "committed": pick(work["committed"] + work["running"], off["committed"] + off["running"]),
            "on_demand": pick(on_od, off_od) + (off["bill"] if bill else 0.0),
            "spot": pick(on_sp, off_sp) + np.zeros((len(K), M)),
            "undone": pick(work["undone"], off["undone"]),
        }
        if use_bridge:
            months_due[:, :L] = bridge["due"][:, :L]
            rented[:, :L] = bridge["rented"][:, :L]
            for source in hours:
                hours[source] = hours[source] + 0.0
                hours[source][:, :L] = bridge["hours"][source][:, :L]
        ledger.monthly(1, months_due)
        some = rented > 1e-9
        start = np.where(some.any(axis=1), np.argmax(some, axis=1), -1)
        for k in np.unique(start[start >= 0]):
            ledger.start(int(k) + 1, np.where(start == k, s["rent.setup_usd"], 0.0))
        upfront = upfront + np.where((start >= 0) & (start < until), s["rent.setup_usd"], 0.0)
        upfront = upfront + self.capital(ledger, n)
        if keep and not (keep == "sell" and L == 0):  # sold on day one: worth what is paid
            self.keep_machines(ledger, L if keep == "sell" else None)
        owns = n > 0 or (keep and self.there > 0)
        return {
            "value": ledger.value(against if owns else None),
            "undone": hours["undone"].sum(axis=1),
            "upfront": upfront,
            "hours": hours,
            "due": months_due,
            "rented": rented,
            "ledger": ledger,
            "signed": signed,
        }

    def serve_by_bill(self, work):
        """Hours that the bill pays do what is left, as hours of the month."""
        left = self.bill_hours.copy()
        served = np.zeros(self.months)
        for index, (kind, j, hours) in enumerate(work["hourly"]):
            take = np.minimum(hours[0], left)
            left, served = left - take, served + take
            work["hourly"][index] = (kind, j, hours - take[None, :])
        work["bill"] = served
