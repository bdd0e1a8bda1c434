#!/usr/bin/env python3
"""Reads the same files with our native readers and with a plain pandas script, and prints both side by side.

Needs pandas, and `cargo build --profile native -p rack-or-rent-cli` before. Makes its files in a
temporary folder: a year of jobs, and samples of GPUs.

    python3 scripts/measured-bench.py [--jobs 400000] [--hours 500]

Printed for each file: seconds, MB/s, the most memory, and the GPU-hours or the mean utilization, which must agree.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
OURS = HERE.parent / "target" / "native" / "rack-or-rent"


def pandas_jobs(path):
    """GPU-hours of a list of Slurm jobs, by month and by account, as a script would have it."""
    import pandas as pd

    jobs = pd.read_csv(path, sep="|", dtype=str)
    jobs = jobs[~jobs["JobID"].str.contains(".", regex=False)]
    gpus = jobs["AllocTRES"].str.extract(r"gres/gpu=(\d+)")[0].astype(float)
    start = pd.to_datetime(jobs["Start"], errors="coerce")
    end = pd.to_datetime(jobs["End"], errors="coerce").fillna(start.max())
    hours = gpus * (end - start).dt.total_seconds() / 3600
    by_month = hours.groupby(start.dt.to_period("M")).sum()
    by_account = hours.groupby(jobs["Account"]).sum()
    assert len(by_month) and len(by_account)
    return float(hours.sum())


def pandas_samples(path):
    """Mean utilization of nvidia-smi samples, by GPU."""
    import pandas as pd

    samples = pd.read_csv(path, skipinitialspace=True)
    value = samples["utilization.gpu [%]"].str.rstrip(" %")
    known = pd.to_numeric(value, errors="coerce")
    pd.to_datetime(samples["timestamp"], format="%Y/%m/%d %H:%M:%S.%f")
    assert len(known.groupby(samples["uuid"]).mean())
    return float(known.mean() / 100)


def child(kind, path):
    value = {"jobs": pandas_jobs, "samples": pandas_samples}[kind](path)
    print(json.dumps({"value": value}))


def timed(command):
    """Seconds, the JSON that the command prints, and its most memory in KiB."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    text = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    took = time.perf_counter() - begun
    if status != 0:
        sys.exit(f"{command[0]} failed")
    return took, json.loads(text), used.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=400_000)
    parser.add_argument("--hours", type=int, default=500)
    parser.add_argument("--child", nargs=2)
    given = parser.parse_args()
    if given.child:
        return child(*given.child)
    make = [sys.executable, HERE / "measured-samples.py"]
    with tempfile.TemporaryDirectory() as folder:
        files = [
            ("jobs", ["sacct", "--jobs", str(given.jobs), "--days", "365"], lambda f: f["held_gpu_hours"]),
            ("samples", ["smi", "--gpus", "64", "--hours", str(given.hours)], lambda f: f["utilization"]["mean"]),
        ]
        for kind, arguments, value in files:
            path = pathlib.Path(folder) / kind
            with open(path, "wb") as out:
                subprocess.run([*make, *arguments], stdout=out, check=True)
            megabytes = path.stat().st_size / 1e6
            row = lambda who, took, kib, found: print(
                f"{kind:8} {who:8} {took:7.2f} s {megabytes / took:7.0f} MB/s {kib / 1024:6.0f} MB  {found:.6g}"
            )
            took, found, kib = timed([OURS, "measure", path])
            row("ours", took, kib, value(found))
            took, theirs, kib = timed([sys.executable, __file__, "--child", kind, path])
            row("pandas", took, kib, theirs["value"])


main()
