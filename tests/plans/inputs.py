"""What the rows of a scenario mean: offers, workloads and their hours, work kept on spot machines."""

import json
import math
import os

import numpy as np

HOURS = 730.0
YEAR = 8760
# The neutral value of every row: what a row means that a scenario does not name.
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "neutral.json")) as file:
    NEUTRAL = json.load(file)


class Scenario:
    """The rows of a scenario; rows it does not name are neutral."""

    def __init__(self, inputs):
        unknown = [row for row in inputs if row not in NEUTRAL]
        if unknown:
            raise ValueError(f"unknown rows: {unknown}")
        self.rows = dict(NEUTRAL)
        self.rows.update(inputs)

    def __getitem__(self, row):
        value = self.rows[row]
        return value["value"] if isinstance(value, dict) else value


def cell(row, index):
    return row[index] if index < len(row) else None


class Offer:
    """One of the user's quotes."""

    def __init__(self, place, row, s):
        self.place = place
        self.name = row[0]
        self.price = float(row[1])
        self.spot = cell(row, 4) == "spot"
        self.term = 0 if self.spot else int(row[2])
        self.machine = cell(row, 5)  # GPUs of an instance, where given
        self.size = self.machine or s["own.gpus_per_node"]
        rate, share = cell(row, 6), cell(row, 7)
        self.rate = s["stops.spot_rate"] if rate is None else rate
        self.no_spot = s["stops.no_spot_share"] if share is None else share


class Workload:
    """A workload: its hours, shares and job."""

    def __init__(self, row):
        self.shape = cell(row, 1) or "steady"
        self.hours = hours_of(row, self.shape)
        pinned = cell(row, 8) or 0.0
        self.pinned = pinned if pinned > 1e-9 else 0.0
        self.interruptible = min(cell(row, 6) or 0.0, 1.0 - self.pinned)
        of_run = cell(row, 2) if self.shape == "runs" else None
        job = cell(row, 5)
        self.job = of_run if job is None else job  # GPUs of a job; None: divisible
        self.interval = cell(row, 7) or None


def hours_of(row, shape):
    """GPUs wanted in each hour of a year that starts on a Monday."""
    gpus, rest = row[2], cell(row, 10)
    if shape == "steady":
        return np.full(YEAR, float(gpus))
    if shape == "office":
        rest = 0.2 if rest is None else rest
        hour = np.arange(YEAR)
        busy = (hour // 24 % 7 < 5) & (hour % 24 >= 8) & (hour % 24 < 20)
        return np.where(busy, float(gpus), gpus * rest)
    if shape == "runs":
        rest = rest or 0.0
        lasting, times = row[3], row[4]
        at_once = np.zeros(YEAR)
        for run in range(math.ceil(times)):
            start = math.floor(YEAR * run / times)
            left = lasting * min(times - run, 1.0)
            hour = start
            while left > 1e-12:
                part = min(1.0, left)
                at_once[hour % YEAR] += part
                left -= part
                hour += 1
        return gpus * (at_once + rest * np.maximum(0.0, 1.0 - at_once))
    raise ValueError(f"a shape without a rule here: {shape}")


def used_share(workload, size):
    """Share of the billed GPU-hours that a workload uses of its own instances of a size."""
    job = workload.job
    if not job:
        return 1.0
    if job >= size:
        return job / (math.ceil(job / size - 1e-9) * size)
    together = math.floor(size / job + 1e-9)
    jobs = np.ceil(workload.hours / job - 1e-9)
    billed = np.ceil(jobs / together - 1e-9) * size
    return min(1.0, workload.hours.sum() / billed.sum())


def lambert_w(x):
    """The principal branch, for x in (-1/e, 0)."""
    w = -1.0 + math.sqrt(max(0.0, 2.0 * (1.0 + math.e * x)))
    for _ in range(100):
        e = math.exp(w)
        f = w * e - x
        step = f / (e * (w + 1.0) - (w + 2.0) * f / (2.0 * w + 2.0)) if w > -1.0 else 0.0
        w -= step
        if abs(step) < 1e-16:
            break
    return w


def spot_goodput(s, workload, offer):
    """Share of the work kept on spot machines of an offer: Daly 2006, with the workload's gang and interval."""
    hazard = offer.rate
    if s["stops.spot_kind"] == "hour":
        hazard = -math.log(1.0 - min(hazard, 0.999999))
    elif s["stops.spot_kind"] == "month":
        hazard = -math.log(1.0 - min(hazard, 0.999999)) / HOURS
    gang = math.ceil(workload.job) if workload.job else s["work.fabric_gpus"]
    stops = math.ceil(gang / offer.size) * hazard
    write, restart = s["stops.write_hours"], s["stops.restart_hours"]
    interval = workload.interval
    if interval is None and s["stops.interval"] == "given":
        interval = s["stops.interval_hours"]
    if interval is None:
        if stops == 0.0:
            return s["rent.goodput"]
        best = 0.0 if write == 0.0 else (1.0 + lambert_w(-math.exp(-1.0 - stops * write))) / stops
        interval = max(best, s["stops.shortest_interval_hours"])
    if stops == 0.0:
        kept = interval / (interval + write)
    else:
        kept = interval * stops / (math.exp(stops * restart) * math.expm1(stops * (interval + write)))
    return s["rent.goodput"] * max(kept, 1e-3)
