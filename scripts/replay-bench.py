#!/usr/bin/env python3
"""Replays the same jobs with the native engine and with plain Python by the same rules, and prints both side by side.

Needs `cargo build --profile native -p rack-or-rent-engine --example replay_speed` before.

    python3 scripts/replay-bench.py [--jobs 1000000] [--gpus 1024]

Printed for each load of the owned machines: seconds of both, their ratio, and the GPU-hours on owned machines, which must agree.
"""
import argparse
import bisect
import pathlib
import random
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE.parent / "target" / "native" / "examples" / "replay_speed"
PARTS = 1_000_000
SIZES = [1, 1, 2, 4, 8, 8, 16, 32, 64]


def drawn(jobs, gpus, load):
    """Jobs of one to 64 GPUs, minutes to a day, that are `load` of the machines."""
    draw = random.Random(1)
    mean_work = sum(SIZES) / len(SIZES) * 2.5 * 3_600
    gap = mean_work / (gpus * load)
    at, found = 0.0, []
    for _ in range(jobs):
        at += draw.expovariate(1 / gap)
        found.append((int(at), max(60, int(draw.expovariate(1 / (2.5 * 3_600)))), draw.choice(SIZES)))
    return found


def plain(jobs, gpus, patience):
    """GPU-seconds on owned machines: conservative backfill on a list of moments and what is free from each on."""
    moments, free = [-1], [gpus]
    owned = 0
    for submit, seconds, wanted in jobs:
        past = bisect.bisect_right(moments, submit) - 1
        if past > 64:
            del moments[:past], free[:past]
            past = 0
        start, end, at = submit, submit + seconds, past
        while at < len(moments) and moments[at] < end:
            if free[at] < wanted:
                if at + 1 == len(moments):
                    start = None
                    break
                start = moments[at + 1]
                end = start + seconds
                if start > submit + patience:
                    start = None
                    break
            at += 1
        if start is None or wanted > gpus:
            continue
        owned += wanted * seconds
        for moment in (start, end):
            place = bisect.bisect_left(moments, moment)
            if place == len(moments) or moments[place] != moment:
                moments.insert(place, moment)
                free.insert(place, free[place - 1])
        for place in range(bisect.bisect_left(moments, start), bisect.bisect_left(moments, end)):
            free[place] -= wanted
    return owned


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=1_000_000)
    parser.add_argument("--gpus", type=int, default=1_024)
    given = parser.parse_args()
    for load, patience in [(0.7, 28_800), (0.98, 28_800), (1.02, 28_800)]:
        jobs = drawn(given.jobs, given.gpus, load)
        text = "\n".join(f"{submit} {seconds} {gpus}" for submit, seconds, gpus in jobs)
        command = [OURS, str(given.gpus), str(patience)]
        printed = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.split()
        ours, count, owned = float(printed[0]), int(printed[1]), int(printed[2]) // PARTS
        begun = time.perf_counter()
        theirs_owned = plain(jobs, given.gpus, patience)
        theirs = time.perf_counter() - begun
        assert count == len(jobs) and owned == theirs_owned, (owned, theirs_owned)
        print(f"load {load:.0%}  {count} jobs  ours {ours:6.2f} s  plain Python {theirs:6.2f} s  {theirs / ours:5.1f} times  {owned / 3600:.0f} GPU-hours owned")


main()
