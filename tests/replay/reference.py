#!/usr/bin/env python3
"""Replays drawn streams of jobs by the rules of the model, event by event and slowly, as the expected values of tests/replay.rs.

    python3 tests/replay/reference.py            writes tests/replay/streams.csv

It shares no code and no method with the engine: it keeps the list of all reservations and tries every moment at which one ends.
GPUs are fractions, so nothing is rounded.
"""
import random
import sys
from fractions import Fraction
from pathlib import Path


def fits(held, capacity, start, seconds, gpus):
    """Whether so many GPUs are free during [start, start + seconds)."""
    over = [h for h in held if h[0] < start + seconds and h[1] > start]
    moments = {start} | {h[0] for h in over if h[0] > start}
    return all(sum(h[2] for h in over if h[0] <= at < h[1]) + gpus <= capacity for at in moments)


def owned_start(held, capacity, submit, latest, seconds, gpus):
    for start in sorted({submit} | {h[1] for h in held if h[1] > submit}):
        if latest is not None and start > latest:
            return None
        if fits(held, capacity, start, seconds, gpus):
            return start
    return None


class Instances:
    """Rented instances: jobs smaller than one share it, first come first served in the order of launch."""

    def __init__(self, size, launch, idle):
        self.size, self.launch, self.idle, self.shared, self.billed = size, launch, idle, [], 0

    def run(self, submit, seconds, gpus):
        if gpus >= self.size:
            many = -(-gpus // self.size)
            self.billed += many * self.size * (self.launch + seconds + self.idle)
            return
        for jobs in self.shared:
            is_there = max(end for _, end, _ in jobs) + self.idle > submit
            if is_there and sum(g for _, end, g in jobs if end > submit) + gpus <= self.size:
                jobs.append((submit, submit + seconds, gpus))
                return
        self.shared.append([(submit, submit + seconds, gpus)])

    def total(self):
        spans = [max(end for _, end, _ in jobs) - jobs[0][0] for jobs in self.shared]
        return self.billed + sum(self.size * (self.launch + span + self.idle) for span in spans)


def replay(jobs, owned, committed, patience, instances):
    """(place, start) of each job: o, c or r; and the GPU-seconds billed for rented instances."""
    held, running, placed = [], [], []
    for submit, seconds, gpus in jobs:
        held = [h for h in held if h[1] > submit]
        latest = None if patience is None else submit + patience
        start = owned_start(held, owned, submit, latest, seconds, gpus)
        if start is not None:
            held.append((start, start + seconds, gpus))
            placed.append(("o", start))
            continue
        running = [r for r in running if r[0] > submit]
        if sum(g for _, g in running) + gpus <= committed:
            running.append((submit + seconds, gpus))
            placed.append(("c", submit))
            continue
        instances.run(submit, seconds, gpus)
        placed.append(("r", submit))
    return placed, instances.total()


SIZES = ["1", "1", "2", "4", "8", "8", "16", "32", "0.5", "1/7", "3", "64"]


def drawn(draw):
    """A stream: jobs, machines, patience and instances."""
    many = draw.choice([1, 30, 60, 120])
    owned = draw.choice([0, 1, 8, 16, 40, 64])
    load = draw.choice([0.3, 0.7, 0.95, 1.5])
    sizes = draw.sample(SIZES, draw.randint(1, 5))
    jobs, now = [], 0
    for _ in range(many):
        gpus = draw.choice(sizes)
        seconds = max(1, int(draw.expovariate(1 / draw.choice([60, 3_600, 20_000]))))
        jobs.append((now, seconds, gpus))
        # Several at once, too.
        if draw.random() < 0.8:
            now += int(seconds * float(Fraction(gpus)) / max(owned, 4) / load * draw.expovariate(1))
    patience = draw.choice([None, 0, 0, 600, 7_200, 86_400])
    instances = (draw.choice([1, 4, 8]), draw.choice([0, 600]), draw.choice([0, 900]))
    return jobs, owned, draw.choice([0, 0, 8, 24]), patience, instances


def main():
    draw = random.Random(20_261_127)
    lines = ["# stream: owned GPUs, committed GPUs, patience (empty: without limit), GPUs of an instance, launch, idle seconds, GPU-seconds billed",
             "# job: submit, seconds, GPUs, place, start"]
    for _ in range(200):
        jobs, owned, committed, patience, (size, launch, idle) = drawn(draw)
        exact = [(submit, seconds, Fraction(gpus)) for submit, seconds, gpus in jobs]
        placed, billed = replay(exact, owned, committed, patience, Instances(size, launch, idle))
        lines.append(f"stream,{owned},{committed},{'' if patience is None else patience},{size},{launch},{idle},{billed}")
        lines += [f"{s},{t},{g},{place},{start}" for (s, t, g), (place, start) in zip(jobs, placed)]
    Path(__file__).with_name("streams.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
