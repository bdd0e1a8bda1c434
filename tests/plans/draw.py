"""Draws scenarios and writes what the independent model says of each: `drawn.json`.

python3 draw.py            writes drawn.json, drawn_sizes.json with typed sizes and limits, drawn_cash.json with limits
                           of peak cash, and drawn_there.json with machines there of another GPU, beside this file
python3 draw.py 17 42      prints the answers of two of them in full
"""

import json
import os
import random
import sys
import time

import numpy as np

from inputs import Workload
from reference import Plans

SEED = 20261127
COUNT = 300
FURTHER = 80  # with typed sizes or limits
CASH = 40  # with a limit of peak cash that binds
THERE = 100  # with machines there of another GPU, or of the same one at a price of their own
MOST_PEAK = 96  # GPUs
# At least so many scenarios of each.
WANTED = {"racks": 60, "staff": 60, "tax": 60, "there": 60, "two-commitments": 60}


def workload(d, cover, largest):
    """A row of the list of workloads, and its peak."""
    shape = d.choice(["steady"] if "steady" in cover else ["steady", "office", "runs", "runs"])
    row = [None] * 11
    row[0] = shape
    row[1] = None if shape == "steady" else shape
    if shape == "steady":
        row[2] = d.choice([1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24])
    elif shape == "office":
        row[2] = d.choice([4, 6, 8, 12, 16, 20, 24, 32])
        row[10] = d.choice([None, None, 0.0, 0.5])
    else:
        row[2] = d.choice([4, 8, 12, 16, 24, 32, 48])
        row[4] = d.choice([1, 2, 3, 4, 6, 12])
        row[3] = d.choice([24, 72, 168, 336, 504, 700])
        row[10] = d.choice([None, None, None, 0.25])
    row[2] = min(row[2] * (8 if "large" in cover else 1), largest)
    job = d.random()
    if job < 0.4:
        row[5] = d.choice([g for g in (1, 2, 3, 4, 8, 16) if g <= row[2]])
    if "spot" in cover and d.random() < 0.75:
        row[6] = d.choice([1.0, 1.0, 0.5, 0.8])
        row[7] = d.choice([None, 0.25, 0.5, 2.0])
    if "pinned" in cover and d.random() < 0.6:
        row[8] = d.choice([0.25, 0.5]) if row[6] in (None, 0.5) else (0.2 if row[6] == 0.8 else None)
        if row[6] is None and d.random() < 0.3:
            row[8] = 1.0
    while row[-1] is None:
        row.pop()
    return row


def cover_of(index, d):
    """What a scenario is about."""
    cover = set()
    chances = {
        "racks": 0.3,
        "staff": 0.35,
        "tax": 0.28,
        "there": 0.3,
        "two-commitments": 0.35,
        "spot": 0.4,
        "pinned": 0.18,
        "growth": 0.2,
        "lead": 0.25,
        "ramp": 0.15,
        "data": 0.25,
        "running": 0.12,
        "bill": 0.1,
        "build-out": 0.1,
        "rent-drift": 0.25,
        "power": 0.45,
        "upfront-share": 0.12,
        "support": 0.12,
        "managed": 0.08,
        "life": 0.1,
        "ceiling": 0.2,
        "interest": 0.6,
        "large": 0.05,
        "steady": 0.12,
        "setup": 0.15,
        "instances": 0.15,
        "longer-term": 0.08,
        "same-provider": 0.5,
    }
    for name, chance in chances.items():
        if d.random() < chance:
            cover.add(name)
    # What the pages leave open together stays apart (README.md).
    if {"tax", "there"} <= cover:
        if index % 5:
            cover.discard("there" if index % 2 else "tax")
        else:
            cover.add("tax-there")
    if "tax" in cover and d.random() < 0.2:
        cover.add("carried")
    if "large" in cover:
        cover -= {"ramp"}
    if cover & {"support", "managed"}:
        cover -= {"upfront-share", "longer-term"}
    if "bill" in cover:
        cover -= {"spot", "pinned"}
    if "racks" in cover:
        cover.discard("build-out")
    if not cover & {"there", "running"}:
        cover.discard("bill") if index % 3 else None
    if "two-commitments" not in cover:
        cover.discard("same-provider")
    return cover


def draw(index):
    """A scenario: what it covers, and the rows that differ from the neutral scenario."""
    d = random.Random(SEED * 1_000 + index)
    cover = cover_of(index, d)
    rows = {"rent.only_quotes": True}
    months = d.choice([12, 24, 24, 36, 36, 48])
    if "tax" not in cover and d.random() < 0.3:
        months = d.choice([15, 18, 30, 33, 42])
    rows["time.horizon_months"] = months
    size = d.choice([8, 8, 8, 4, 2])
    rows["own.gpus_per_node"] = size
    growth = 0.0
    if "growth" in cover:
        growth = rows["work.growth_per_year"] = d.choice([-0.3, -0.1, 0.1, 0.25, 0.4])
    room = min(MOST_PEAK, 12 * size) * (8 if "large" in cover else 1) / max(1.0, (1.0 + growth) ** (months / 12.0))
    workloads = []
    for _ in range(d.choice([1, 1, 2, 2, 3])):
        if room >= 4:
            row = workload(d, cover, int(room))
            if "bill" in cover:
                row = [None if k == 5 else cell for k, cell in enumerate(row)]
                if row[1] == "runs":
                    row[1], row[3:] = "office", []
                while row[-1] is None:
                    row.pop()
            workloads.append(row)
            room -= row[2]
    rows["work.workloads"] = workloads
    rows["work.gpu_hours_per_month"] = float(sum(Workload(row).hours.sum() for row in workloads) / 12.0)

    # Offers.
    hour = round(d.uniform(1.8, 4.5), 2)
    machine = d.choice([1, 2, 4, 8]) if "instances" in cover else None
    quotes = [["H", hour, 0] if machine is None else ["H", hour, 0, None, None, machine]]
    terms = [12, 24, 36] if "longer-term" in cover else [t for t in (6, 12, 24, 36) if t <= months]
    several = "two-commitments" in cover
    if several or d.random() < 0.5:
        first = d.choice(terms)
        name = "P" if "same-provider" in cover else "A"
        whole = [None, None, d.choice([2, 4, 8])] if "instances" in cover and d.random() < 0.5 else []
        quotes.append([name, round(hour * d.uniform(0.4, 0.8), 3), first] + whole)
        if several:
            second = d.choice([t for t in (3, 6, 12, 24) if t != first and t <= months])
            quotes.append([name if "same-provider" in cover else "B", round(hour * d.uniform(0.5, 0.95), 3), second])
            if "same-provider" in cover and d.random() < 0.4:
                quotes[0][0] = "P"
    if "spot" in cover:
        rate = d.choice([0.0, 0.0002, 0.001, 0.01])
        quotes.append(
            [
                "S",
                round(hour * d.uniform(0.2, 0.8), 3),
                0,
                None,
                "spot",
                d.choice([1, 4, 8]),
                rate,
                d.choice([0, 0, 0.1, 0.3]),
            ]
        )
        rows["stops.write_hours"] = d.choice([0, 0.02, 0.05])
        rows["stops.restart_hours"] = d.choice([0, 0.17])
        if d.random() < 0.3:
            rows["stops.interval"], rows["stops.interval_hours"] = "given", d.choice([0.5, 1.5])
    rows["rent.quotes"] = quotes
    if "upfront-share" in cover:
        rows["rent.quote_upfront_share"] = d.choice([0.25, 0.5, 1.0])
    if "longer-term" in cover:
        if d.random() < 0.3:
            rows["time.commitment_exit"], rows["time.termination_fee_share"] = "fee", 0.5
        else:
            rows["time.recoverable_share"] = d.choice([0, 0.3])
    if "rent-drift" in cover:
        rows["time.rent_drift"] = d.choice([-0.3, -0.15, 0.1, 0.2])
    if "managed" in cover:
        rows["rent.managed_share"] = d.choice([0.05, 0.1])
    if "support" in cover:
        if d.random() < 0.5:
            rows["rent.support_share"] = d.choice([0.03, 0.1])
        else:
            rows["rent.support_tiers"] = [[10_000, 0.1], [70_000, 0.07], [None, 0.03]]
        if d.random() < 0.4:
            rows["rent.support_least_usd_per_month"] = d.choice([100, 3_000])
    if "data" in cover:
        rows["rent.storage_tb"] = d.choice([20, 100, 400])
        rows["rent.storage_usd_per_gb_month"] = d.choice([0.02, 0.08])
        if d.random() < 0.7:
            rows["rent.egress_gb_per_month"] = d.choice([5_000, 50_000, 200_000])
            rows["rent.egress_tiers"] = d.choice([[[None, 0.09]], [[10_000, 0.09], [40_000, 0.085], [None, 0.07]]])
            if d.random() < 0.5:
                rows["rent.egress_free_gb"] = d.choice([100, 4_000])
            else:
                rows["rent.exit_tb"] = rows["rent.storage_tb"]
                rows["rent.egress_tiers"] = [[None, 0.09]]
        if d.random() < 0.3:
            rows["rent.line_usd_per_month"] = 2_000
        if d.random() < 0.3:
            rows["rent.platform_usd_per_month"] = 1_500
    if "setup" in cover:
        rows["rent.setup_usd"] = d.choice([5_000, 40_000])

    # Owning.
    rows["own.node_price_usd"] = round(size * d.uniform(16_000, 60_000), -2)
    if d.random() < 0.5:
        rows["own.residual_method"] = "curve"
    else:
        rows["own.residual_share"] = d.choice([0, 0.1, 0.25])
    if "life" in cover:
        rows["own.life_years"] = d.choice([2, 3])
    if d.random() < 0.3:
        rows["own.decommissioning_usd_per_node"] = d.choice([500, 2_000])
    if "ceiling" in cover:
        rows["own.availability"] = d.choice([0.95, 0.98])
        rows["own.largest_occupancy"] = d.choice([0.9, 1])
        rows["rent.availability"] = d.choice([1, 0.99])
        rows["rent.goodput"] = rows["own.goodput"] = d.choice([1, 0.985])
    if "lead" in cover:
        rows["time.lead_months"] = d.choice([1, 2, 3, 5])
        if d.random() < 0.4:
            rows["time.deposit_share"] = 0.3
    if "ramp" in cover:
        rows["time.ramp_months"] = d.choice([1, 2])
    if "racks" in cover:
        rows["place.site"] = "colocation"
        rows["place.colocation_usd_per_kw_month"] = d.choice([120, 200, 300])
        rows["place.node_kw"] = round(size * d.choice([1.0, 1.275, 1.4]), 3)
        rows["place.rack_kw"] = round(rows["place.node_kw"] * d.choice([2, 3, 4, 2.5]), 3)
        if d.random() < 0.3:
            rows["place.power_included"] = True
        if d.random() < 0.2:
            rows["time.space_drift"] = 0.04
    elif d.random() < 0.3:
        rows["place.room_usd_per_year"] = d.choice([6_000, 30_000])
    if "build-out" in cover:
        rows["place.build_out_usd"] = d.choice([20_000, 150_000])
    if "staff" in cover:
        rows["people.usd_per_person_year"] = d.choice([120_000, 200_000])
        if d.random() < 0.75:
            rows["people.method"] = "size"
        else:
            rows["people.own_people"] = d.choice([0.25, 0.5, 1])
        if d.random() < 0.2:
            rows["time.staff_drift"] = 0.03
    if d.random() < 0.15:
        rows["own.platform_usd_per_year"] = d.choice([12_000, 60_000])
    if d.random() < 0.1:
        rows["own.software_usd_per_gpu_year"] = 200
    if "power" in cover:
        rows["power.tdp_w"] = d.choice([700, 1_000])
        rows["power.idle_share"] = d.choice([0, 0.15])
        rows["power.load_share"] = d.choice([0.75, 1])
        rows["power.host_kw_per_node"] = d.choice([0, 2])
        rows["power.pue"] = d.choice([1.2, 1.5])
        rows["power.usd_per_kwh"] = d.choice([0.08, 0.2, 0.6])
        if d.random() < 0.2:
            rows["time.tariff_drift"] = 0.05

    # What is there.
    if "there" in cover:
        rows["present.nodes"] = d.choice([1, 1, 2, 3])
        life = rows.get("own.life_years", 5)
        rows["present.node_age_years"] = d.choice([a for a in (0.5, 1, 1.5, 2, 3, 4) if a < life])
        rows["present.node_resale_usd"] = round(rows["own.node_price_usd"] * d.uniform(0.1, 0.6), -2)
        left = round((life - rows["present.node_age_years"]) * 12)
        retires = d.random() < 0.5
        rows["present.at_end_of_life"] = "retired" if retires else "run-on"
        if left < months:
            cover.add("retiring" if retires else "runs-on")
            if not retires:
                rows["own.residual_method"] = "curve"
                rows.pop("own.residual_share", None)
    if "running" in cover:
        rows["present.commitments"] = [
            ["R", d.choice([2, 4, 8]), round(hour * 0.7, 3), d.choice([4, 9, 12, 60])]
            for _ in range(d.choice([1, 1, 2]))
        ]
    if "bill" in cover:
        price = round(hour * d.uniform(0.6, 1.6), 2)
        hours = rows["work.gpu_hours_per_month"] * d.choice([0.4, 0.8, 1.0, 1.2])
        rows["present.usd_per_gpu_hour"] = price
        rows["present.bill_usd_per_month"] = round(price * hours, 2)
        rows["present.bill_usd_per_month"] += round(
            sum(r[1] * r[2] for r in rows.get("present.commitments", [])) * 730.0, 2
        )

    # Money.
    if "interest" in cover:
        rows["money.discount_rate"] = d.choice([0.05, 0.08, 0.12])
    if "tax" in cover:
        rows["money.tax_rate"] = d.choice([0.21, 0.25, 0.3])
        rows["money.tax_method"] = d.choice(["straight", "macrs", "first-year"])
        if rows["money.tax_method"] == "straight":
            rows["money.tax_years"] = d.choice([3, 5])
        if rows["money.tax_method"] == "first-year":
            rows["money.tax_first_share"] = d.choice([0.4, 1])
        if "carried" in cover:
            rows["money.tax_losses"] = "carried"
    return sorted(cover), rows


def typed(index):
    """Sizes typed and limits of a further scenario."""
    d = random.Random(SEED * 2_000 + index)
    cover, rows = draw(index)
    sizes, limits = {}, {}
    node = rows["own.gpus_per_node"]
    if index % 2:
        if d.random() < 0.75:
            sizes["own"] = d.choice([0, node, 2 * node, 3 * node, 2 * node + 1])
        if not sizes or d.random() < 0.6:
            sizes["commit"] = d.choice([0, 2, 4, 8, 12])
    else:
        if d.random() < 0.6:
            limits["upfront_usd"] = round(rows["own.node_price_usd"] * d.choice([0.5, 1.1, 2.1, 3.5]))
        if "place.node_kw" in rows:
            limits["kw"] = round(rows["place.node_kw"] * (rows.get("present.nodes", 0) + d.choice([1, 2, 4])), 3)
        if not limits or d.random() < 0.3:
            limits["full_capacity_month"] = d.choice([1, 2, 4])
    return cover, rows, sizes, limits


def with_little_cash(index):
    """A scenario with a limit of peak cash below what its cheapest plan needs; nothing where that needs none."""
    d = random.Random(SEED * 4_000 + index)
    cover, rows = draw(index)
    answer = Plans(rows).solve()
    best = next((p for p in answer["plans"] if p["plan"] == answer["recommended"]), {})
    needed = best.get("peak_cash_usd", 0.0)
    if needed < 1_000.0:
        return None
    limits = {"peak_cash_usd": round(needed * d.choice([0.2, 0.5, 0.8, 0.95]))}
    if d.random() < 0.3:
        limits["upfront_usd"] = round(rows["own.node_price_usd"] * d.choice([1.1, 2.1, 3.5]))
    return cover, rows, limits


def another_gpu(index):
    """Machines there of another GPU; of every eighth scenario of the same one."""
    d = random.Random(SEED * 3_000 + index)
    cover, rows = draw(index)
    cover = set(cover) - {"there", "retiring", "runs-on"}
    size, months = rows["own.gpus_per_node"], rows["time.horizon_months"]
    rows = {row: value for row, value in rows.items() if not row.startswith("present.node")}
    same = index % 8 == 0
    cover.add("same-gpu" if same else "other-gpu")
    new_kw = rows.setdefault("place.node_kw", round(size * d.choice([1.0, 1.275, 1.4]), 3))
    rows["present.nodes"] = d.choice([1, 2, 3, 4])
    life = rows.get("own.life_years", 5)
    # Of life that is left some is left after delivery.
    ages = [a for a in (0.5, 1, 1.5, 2, 3, 4, 4.5) if a + 0.5 <= life]
    ending = [a for a in ages if (life - a) * 12 < months]
    rows["present.node_age_years"] = d.choice(ending if ending and d.random() < 0.6 else ages)
    price = round(rows["own.node_price_usd"] * d.uniform(0.3, 0.9), -2)
    rows["present.node_resale_usd"] = round(price * d.uniform(0.05, 0.6), -2)
    if same or d.random() < 0.7:
        rows["present.node_price_usd"] = price
    if not same:
        rows["present.node_gpu"] = "older"
        per_node = size
        if d.random() < 0.6:
            per_node = rows["present.gpus_per_node"] = d.choice([2, 4, 8])
        rows["present.node_kw"] = round(new_kw / size * per_node * d.choice([0.5, 0.8, 1.0]), 3)
        rows["present.gpu_relative_work"] = d.choice([0.14, 0.3, 0.3, 0.5, 0.75, 1.0, 1.25])
        if d.random() < 0.3:
            # Both of the price book: what an hour of one does follows from dense BF16 speed.
            rows["work.gpu"], rows["present.node_gpu"] = d.choice(
                [("b200-sxm", "a100-80-sxm"), ("h100-sxm", "a100-80-sxm"), ("b200-sxm", "h100-sxm")]
            )
            rows["present.gpu_relative_work"] = 0
            rows["present.node_price_usd"] = price
            cover.add("of-the-book")
    rows["present.may_sell"] = d.random() < 0.6
    cover.add("may-sell" if rows["present.may_sell"] else "kept")
    end = rows["present.at_end_of_life"] = d.choice(["retired", "run-on", "replaced"])
    if round((life - rows["present.node_age_years"]) * 12) < months:
        cover.add({"retired": "retiring", "run-on": "runs-on", "replaced": "renewed"}[end])
        if end == "run-on":
            rows["own.residual_method"] = "curve"
            rows.pop("own.residual_share", None)
    if d.random() < 0.5:
        cover.add("contracts")
        rows["own.support_share"] = d.choice([0.05, 0.1])
        rows["own.warranty_years"] = d.choice([0, 1, 3])
        rows["own.insurance_share"] = d.choice([0, 0.01])
    if d.random() < 0.3:
        rows["time.hardware_drift"] = d.choice([-0.2, 0.1])
    if d.random() < 0.3 and not cover & {"lead", "support", "managed"}:
        rows["time.lead_months"] = d.choice([1, 3])
        cover.add("lead")
    if "spot" in cover and all(len(row) > 6 and row[6] == 1.0 for row in rows["work.workloads"]):
        # Which offer serves the rest of work that may all be interrupted: the pages leave it open.
        rows["work.workloads"][0][6] = 0.5
    if cover & {"support", "managed"}:
        # A term would end beyond the horizon (README.md, choice 12).
        rows.pop("time.lead_months", None)
        rows.pop("time.deposit_share", None)
        cover.discard("lead")
    if "spot" in cover:
        rows.pop("rent.support_least_usd_per_month", None)  # due to each provider: whether spot is used at all
    # Power decides who works first.
    if d.random() < 0.5:
        rows.update({"power.tdp_w": 1_000, "power.idle_share": 0.15, "power.load_share": 0.75, "power.pue": 1.4})
        rows["power.host_kw_per_node"] = d.choice([0, 2])
        rows["power.usd_per_kwh"] = d.choice([0.2, 0.6, 1.2])
        cover.add("power")
    sizes = {}
    if index % 5 == 0:
        there = rows["present.nodes"] * (rows.get("present.gpus_per_node") or size)
        sizes["own"] = there + d.choice([-there, 0, 1, size, 2 * size + 1])
        cover.add("typed")
    return sorted(cover), rows, sizes


def shorter(value):
    """Figures with 12 significant digits."""
    if isinstance(value, float):
        return float(f"{value:.12g}")
    if isinstance(value, dict):
        return {key: shorter(part) for key, part in value.items()}
    if isinstance(value, list):
        return [shorter(part) for part in value]
    return int(value) if isinstance(value, np.integer) else value


def write(name, lines):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "w") as file:
        file.write("[\n" + ",\n".join(lines) + "\n]\n")


def main():
    if len(sys.argv) > 1:
        for index in map(int, sys.argv[1:]):
            cover, rows = draw(index)
            print(json.dumps({"covers": cover, "inputs": rows, "expected": shorter(Plans(rows).solve())}, indent=1))
        return
    began, counts, lines, mixes = time.time(), {}, [], 0
    for index in range(COUNT):
        cover, rows = draw(index)
        expected = shorter(Plans(rows).solve())
        mixes += expected["mixes_tried"]
        for name in cover + ["recommends " + str(expected["recommended"])]:
            counts[name] = counts.get(name, 0) + 1
        line = {"index": index, "covers": cover, "inputs": rows, "expected": expected}
        lines.append(json.dumps(line, separators=(",", ":")))
    write("drawn.json", lines)
    further, of_others = [], {}
    for index in range(COUNT, COUNT + FURTHER):
        cover, rows, sizes, limits = typed(index)
        # Whole instances and a typed number of GPUs: the pages leave open which counts.
        rows["rent.quotes"] = [quote[:3] if quote[2] else quote for quote in rows["rent.quotes"]]
        expected = shorter(Plans(rows, sizes, limits).solve())
        line = {
            "index": index,
            "covers": cover,
            "inputs": rows,
            "sizes": sizes,
            "limits": limits,
            "expected": expected,
        }
        further.append(json.dumps(line, separators=(",", ":")))
    write("drawn_sizes.json", further)
    index, short_of_cash = COUNT + FURTHER + THERE, []
    while len(short_of_cash) < CASH:
        found = with_little_cash(index)
        if found:
            cover, rows, limits = found
            expected = shorter(Plans(rows, {}, limits).solve())
            line = {"index": index, "covers": cover, "inputs": rows, "limits": limits, "expected": expected}
            short_of_cash.append(json.dumps(line, separators=(",", ":")))
        index += 1
    write("drawn_cash.json", short_of_cash)
    others = []
    for index in range(COUNT + FURTHER, COUNT + FURTHER + THERE):
        cover, rows, sizes = another_gpu(index)
        rows["rent.quotes"] = [quote[:3] if quote[2] and sizes else quote for quote in rows["rent.quotes"]]
        expected = shorter(Plans(rows, sizes).solve())
        for name in cover + ["recommends " + str(expected["recommended"])]:
            of_others[name] = of_others.get(name, 0) + 1
        line = {"index": index, "covers": cover, "inputs": rows, "sizes": sizes, "expected": expected}
        others.append(json.dumps(line, separators=(",", ":")))
    write("drawn_there.json", others)
    print("machines there of another GPU:", dict(sorted(of_others.items())))
    for name, least in WANTED.items():
        assert counts.get(name, 0) >= least, (name, counts.get(name, 0))
    for name in sorted(counts):
        print(f"{counts[name]:5} {name}")
    print(f"{COUNT} scenarios, {mixes} mixes, {time.time() - began:.0f} s")


if __name__ == "__main__":
    main()
