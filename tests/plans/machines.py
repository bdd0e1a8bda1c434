"""What owned machines are, and what they cost to run: power, people, space, support, insurance."""

import math

import numpy as np

from inputs import HOURS
from money import Money


def ceil(x):
    """Rounded up, but for rounding."""
    return int(math.ceil(x - 1e-9))


# Dense BF16 teraflops and rated watts by the makers' data sheets.
DENSE_BF16 = {"a100-80-sxm": 312.0, "h100-sxm": 989.0, "b200-sxm": 2250.0}
RATED_W = {"a100-80-sxm": 400.0, "h100-sxm": 700.0, "b200-sxm": 1000.0}


class Machines(Money):
    """Owned machines in use."""

    def machines_there(self):
        """What is there: of the GPU of the work, or of another one that does q of its work in an hour."""
        s = self.s
        gpu, work = s["present.node_gpu"] or s["work.gpu"], s["work.gpu"]
        self.other = gpu != work
        self.price_new = s["own.node_price_usd"] * (1.0 - s["own.node_discount_share"])
        self.price_there = s["present.node_price_usd"] or self.price_new
        self.G_there, self.q, self.kw_there = self.G, 1.0, s["place.node_kw"]
        self.w_there, self.host_there = s["power.tdp_w"], s["power.host_kw_per_node"]
        if not self.other:
            return
        self.G_there = int(s["present.gpus_per_node"] or self.G)
        self.q = s["present.gpu_relative_work"] or DENSE_BF16[gpu] / DENSE_BF16[work]
        self.kw_there = s["present.node_kw"]
        if not self.kw_there:
            raise ValueError("the nameplate of machines there of another GPU: from the price book, not covered")
        if gpu in RATED_W:
            # The rest of three quarters of the nameplate, the GPUs drawing 18 % and three quarters of the other 82 %.
            self.w_there = RATED_W[gpu]
            gpus_kw = self.G_there * self.w_there / 1000.0
            self.host_there = max(0.0, round(0.75 * self.kw_there - (0.18 + 0.82 * 0.75) * gpus_kw, 1))
        else:
            scale = self.kw_there / s["place.node_kw"]
            self.w_there = s["power.tdp_w"] * scale * self.G / self.G_there
            self.host_there = s["power.host_kw_per_node"] * scale

    def replacing(self):
        """Fewest new nodes that do at least the work of all machines there."""
        return ceil(self.there * self.G_there * self.q / self.G) if self.other else self.there

    def useful_gpus(self, old, new):
        """Useful GPUs of nodes there and new ones."""
        return (old * self.G_there * self.q + new * self.G) * self.per_gpu

    def power(self):
        s = self.s
        included = s["place.site"] == "colocation" and s["place.power_included"]
        tariff = 0.0 if included else s["power.usd_per_kwh"] * s["power.pue"]
        if s["power.method"] == "load":
            tdp, idle = s["power.tdp_w"] / 1000.0, s["power.idle_share"]
            self.power_fixed = (tdp * idle * self.G + s["power.host_kw_per_node"]) * HOURS * tariff  # per node, month
            busy = tdp * (1.0 - idle) * s["power.load_share"] * tariff
            tdp_there = self.w_there / 1000.0
            self.power_fixed_there = (tdp_there * idle * self.G_there + self.host_there) * HOURS * tariff
            busy_there = tdp_there * (1.0 - idle) * s["power.load_share"] * tariff / self.q
        else:
            host = s["power.host_kw_per_node"] if s["power.fixed_adds_host"] else 0.0
            self.power_fixed = (s["power.fixed_draw_w"] / 1000.0 * self.G + host) * HOURS * tariff
            busy = busy_there = 0.0
            if self.other:
                raise ValueError("a fixed draw beside machines of another GPU is not covered")
            self.power_fixed_there = self.power_fixed
        self.per_hour = busy / (self.e_w * s["own.goodput"])  # per productive hour
        per_hour_there = busy_there / (self.e_w * s["own.goodput"])
        self.tariff = (1.0 + s["time.tariff_drift"]) ** ((self.month - 1) / 12.0)
        # Of a productive hour by month: on machines there, on new ones.
        new = self.per_hour * self.tariff
        self.v_there = np.where(self.there_old > 0, per_hour_there * self.tariff, new)
        self.v_new = new

    def staff(self, gpus):
        s = self.s
        if gpus == 0:
            return 0.0
        if s["people.method"] == "given":
            return s["people.own_people"]
        if gpus > 256:
            return 3.5 + (gpus - 256) / 96.0
        return float(np.interp(gpus, [0, 8, 64, 256], [0.0, 0.05, 1.5, 3.5]))

    def due(self, age):
        """Share of the month that ends at an age, in months, in which a support contract is due."""
        return min(1.0, max(0.0, age - 12.0 * self.s["own.warranty_years"]))

    def contracts(self, month, old, replaced, bought):
        """Support and insurance of a month, each node on its own price."""
        s, life = self.s, self.life_months
        there = s["present.node_age_years"] * 12.0 + month
        again = (month - self.there_left - 1) % life + 1 if replaced else 0
        new = (month - self.lead - 1) % life + 1
        support = old * self.price_there * self.due(there)
        support += (replaced * self.due(again) + bought * self.due(new)) * self.price_new
        insured = old * self.price_there + (replaced + bought) * self.price_new
        return (support * s["own.support_share"] + insured * s["own.insurance_share"]) / 12.0

    def running_cost(self, old, replaced, bought):
        """What owned machines cost each month whatever they do. Nodes in place by month: those there, those that replaced
        them, those bought."""
        s, out = self.s, np.zeros(self.months)
        for k in range(self.months):
            before, count = int(round(old[k])), int(round(replaced[k] + bought[k]))
            if before + count == 0:
                continue
            years = k / 12.0
            gpus = before * self.G_there + count * self.G
            out[k] = self.contracts(k + 1, before, int(round(replaced[k])), int(round(bought[k])))
            people = self.staff(gpus) * s["people.usd_per_person_year"] + s["people.on_call_usd_per_year"]
            cost = people / 12.0 * (1.0 + s["time.staff_drift"]) ** years
            cost += (self.power_fixed * count + self.power_fixed_there * before) * self.tariff[k]
            cost += (s["own.platform_usd_per_year"] + s["own.operations_usd_per_year"]) / 12.0
            cost += s["own.links_usd_per_month"] + s["own.software_usd_per_gpu_year"] * gpus / 12.0
            if s["place.site"] == "colocation":
                kw = count * s["place.node_kw"] + before * self.kw_there
                if s["place.rack_kw"] > 0:
                    kw = ceil(kw / s["place.rack_kw"]) * s["place.rack_kw"]
                cost += kw * s["place.colocation_usd_per_kw_month"] * (1.0 + s["time.space_drift"]) ** years
            else:
                cost += s["place.room_usd_per_year"] / 12.0 * (1.0 + s["time.space_drift"]) ** years
            out[k] += cost
        return out
