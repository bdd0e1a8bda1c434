"""What owned machines cost to run: power, people, space."""

import math

import numpy as np

from inputs import HOURS
from money import Money


def ceil(x):
    """Rounded up, but for rounding."""
    return int(math.ceil(x - 1e-9))


class Machines(Money):
    """Owned machines in use."""

    def power(self):
        s = self.s
        included = s["place.site"] == "colocation" and s["place.power_included"]
        tariff = 0.0 if included else s["power.usd_per_kwh"] * s["power.pue"]
        if s["power.method"] == "load":
            tdp, idle = s["power.tdp_w"] / 1000.0, s["power.idle_share"]
            self.power_fixed = (tdp * idle * self.G + s["power.host_kw_per_node"]) * HOURS * tariff  # per node, month
            busy = tdp * (1.0 - idle) * s["power.load_share"] * tariff
        else:
            host = s["power.host_kw_per_node"] if s["power.fixed_adds_host"] else 0.0
            self.power_fixed = (s["power.fixed_draw_w"] / 1000.0 * self.G + host) * HOURS * tariff
            busy = 0.0
        self.per_hour = busy / (self.e_w * s["own.goodput"])  # per productive hour
        self.tariff = (1.0 + s["time.tariff_drift"]) ** ((self.month - 1) / 12.0)

    def staff(self, gpus):
        s = self.s
        if gpus == 0:
            return 0.0
        if s["people.method"] == "given":
            return s["people.own_people"]
        if gpus > 256:
            return 3.5 + (gpus - 256) / 96.0
        return float(np.interp(gpus, [0, 8, 64, 256], [0.0, 0.05, 1.5, 3.5]))

    def running_cost(self, nodes):
        """What owned machines cost each month whatever they do: nodes in place by month."""
        s, out = self.s, np.zeros(self.months)
        for k in range(self.months):
            count = int(round(nodes[k]))
            if count == 0:
                continue
            years = k / 12.0
            people = self.staff(count * self.G) * s["people.usd_per_person_year"] + s["people.on_call_usd_per_year"]
            cost = people / 12.0 * (1.0 + s["time.staff_drift"]) ** years
            cost += self.power_fixed * count * self.tariff[k]
            cost += (s["own.platform_usd_per_year"] + s["own.operations_usd_per_year"]) / 12.0
            cost += s["own.links_usd_per_month"] + s["own.software_usd_per_gpu_year"] * count * self.G / 12.0
            if s["place.site"] == "colocation":
                kw = count * s["place.node_kw"]
                if s["place.rack_kw"] > 0:
                    kw = ceil(kw / s["place.rack_kw"]) * s["place.rack_kw"]
                cost += kw * s["place.colocation_usd_per_kw_month"] * (1.0 + s["time.space_drift"]) ** years
            else:
                cost += s["place.room_usd_per_year"] / 12.0 * (1.0 + s["time.space_drift"]) ** years
            out[k] = cost
        return out
