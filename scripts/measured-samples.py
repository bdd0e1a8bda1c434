#!/usr/bin/env python3
"""Makes sample files of clusters, of any size: for speed measurements, and the examples of the page.

Only the standard library, and the same files for the same seed on any day.

  scripts/measured-samples.py sacct --jobs 1600000 --days 365 > jobs.txt      a year of a large cluster
  scripts/measured-samples.py smi --gpus 64 --hours 720 --every 60 > gpus.csv a loop of nvidia-smi
  scripts/measured-samples.py dcgm --gpus 64 --hours 720 > answer.json        an answer of Prometheus' query_range
  scripts/measured-samples.py focus --days 61 --machines 4 > bill.csv         a cloud bill in the FOCUS format, by day
  scripts/measured-samples.py examples                                        writes worker/examples/

Jobs: arrivals grow by 3 % a month and follow the hours of a working day; sizes are powers of two up to 64 GPUs, mostly
small; durations are log-normal, from minutes to days. 1 % wait at the end, 2 % are requeued once, 3 % are cancelled. A
scheduler is not simulated: a wait is drawn, longer for larger jobs.
Bill: machines of eight H100, the first half under a commitment bought for a year, of which 85 to 100 % is used each day; the
others by the hour, 8 to 20 hours a day. Storage, data transfer, support, a credit and tax beside them.
Samples: one GPU in eight is held but idle, one value in a thousand cannot be read.
"""

import argparse
import datetime
import io
import math
import pathlib
import random
import sys

START = datetime.datetime(2025, 11, 1)
TYPES = [("h100", 0.5), ("a100", 0.4), ("", 0.1)]
ACCOUNTS = ["vision", "speech", "nlp", "robotics", "physics", "platform"]
ROWS_AT_ONCE = 4096
# A seed with which the few jobs grow as many jobs would.
SEED_OF_EXAMPLE = 49


def moment(seconds):
    return (START + datetime.timedelta(seconds=int(seconds))).strftime("%Y-%m-%dT%H:%M:%S")


def clock(seconds):
    days, rest = divmod(int(seconds), 86400)
    text = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return f"{days}-{text}" if days else text


def arrivals(jobs, days, rng):
    """Submit times in seconds, rising: more by day than by night, 3 % more each month."""
    times = []
    while len(times) < jobs:
        at = rng.random() * days * 86400
        hour = at / 3600 % 24
        weight = (0.4 + 0.6 * (9 <= hour < 19)) * math.exp(0.03 * (at / 86400 - days) / 30.4)
        if rng.random() < weight:
            times.append(at)
    times.sort()
    return times


HEADER = "JobID|JobName|User|Account|Partition|Cluster|State|Submit|Eligible|Start|End|Elapsed|Timelimit|ReqTRES|AllocTRES|NodeList|WCKey"
# Columns of the example, which has to be small.
BRIEF = "JobID|User|Account|State|Submit|Start|End|Elapsed|Timelimit|ReqTRES|AllocTRES"


def brief(row):
    """The columns of the example alone, and in its lists only GPUs."""
    cells = dict(zip(HEADER.split("|"), row.split("|")))
    if "gres" in cells["AllocTRES"]:
        cells["ReqTRES"] = ""
    for column in ["ReqTRES", "AllocTRES"]:
        if cells[column] != column:
            cells[column] = ",".join(part for part in cells[column].split(",") if part.startswith("gres/"))
    return "|".join(cells[column] for column in BRIEF.split("|"))


def sacct(out, jobs, days, seed, users, largest=64, length=(8.2, 1.5), late=0.999):
    rng = random.Random(seed)
    rows = [HEADER]
    end_of_all = days * 86400
    for number, submit in enumerate(arrivals(jobs, days, rng)):
        job = 100_000 + number
        user = int(users * rng.random() ** 2)
        account = ACCOUNTS[user % len(ACCOUNTS)]
        pick, kind = rng.random(), ""
        for name, share in TYPES:
            if pick < share:
                kind = name
                break
            pick -= share
        gpus = min(largest, 2 ** int(rng.expovariate(0.7)))
        nodes = max(1, gpus // 8)
        run = min(3 * 86400, max(60, rng.lognormvariate(*length)))
        wait = rng.expovariate(1 / (120 * (1 + gpus)))
        limit = clock(math.ceil(run * 1.5 / 3600) * 3600)
        typed = f"gres/gpu:{kind}={gpus}," if kind else ""
        asked = f"billing={gpus * 16},cpu={gpus * 8},gres/gpu={gpus},mem={gpus * 64}G,node={nodes}"
        tres = f"billing={gpus * 16},cpu={gpus * 8},{typed}gres/gpu={gpus},mem={gpus * 64}G,node={nodes}"
        first = rng.randrange(1, 129)
        list_of_nodes = f"gpu{first:03}" if nodes == 1 else f"gpu[{first:03}-{first + nodes - 1:03}]"
        head = f"{job}|train-{number % 97}|user{user:03}|{account}|gpu|main"
        start = submit + wait
        drawn = rng.random()
        if start >= end_of_all or (submit > late * end_of_all and drawn < 0.5):
            rows.append(f"{head}|PENDING|{moment(submit)}|{moment(submit)}|Unknown|Unknown|00:00:00|{limit}|{asked}|||{account}-{user % 3}")
            continue
        tail = f"{limit}|{asked}|{tres}|{list_of_nodes}|{account}-{user % 3}"

        def row(state, submit, start, end, elapsed):
            rows.append(f"{head}|{state}|{moment(submit)}|{moment(submit)}|{moment(start)}|{end}|{clock(elapsed)}|{tail}")

        if drawn < 0.02:
            lost = int(run * rng.random()) + 60
            row("REQUEUED", submit, start, moment(start + lost), lost)
            submit, start = start + lost, start + lost + 60
        if start + run > end_of_all:
            row("RUNNING", submit, start, "Unknown", max(1, end_of_all - int(start)))
        else:
            state = "CANCELLED by 1000" if drawn > 0.97 else "COMPLETED"
            row(state, submit, start, moment(int(start) + int(run)), run)
        if len(rows) > ROWS_AT_ONCE:
            out.write("\n".join(rows) + "\n")
            rows.clear()
    out.write("\n".join(rows) + "\n")


def states(gpus, rng):
    """Mean use and memory held of each GPU: most are busy, one in eight is held but idle."""
    return [(0.01, 0.6) if gpu % 8 == 5 else (0.35 + 0.6 * rng.random(), 0.3 + 0.6 * rng.random()) for gpu in range(gpus)]


def smi(out, gpus, hours, every, seed):
    rng = random.Random(seed)
    columns = "timestamp, index, name, uuid, utilization.gpu [%], memory.used [MiB], memory.total [MiB], power.draw [W]"
    rows, of = [columns], states(gpus, rng)
    begin = START + datetime.timedelta(days=90, hours=8)
    for step in range(int(hours * 3600 / every)):
        time = (begin + datetime.timedelta(seconds=step * every)).strftime("%Y/%m/%d %H:%M:%S.") + f"{step * 7 % 1000:03}"
        for gpu, (use, held) in enumerate(of):
            share = 0.0 if use < 0.05 else min(1.0, max(0.0, rng.gauss(use, 0.1)))
            value = f"{share * 100:.0f} %" if rng.random() > 0.001 else "[Unknown Error]"
            used = 81559 * held
            rows.append(f"{time}, {gpu}, NVIDIA H100 80GB HBM3, GPU-{gpu:08x}, {value}, {used:.0f} MiB, 81559 MiB, {90 + 560 * share:.2f} W")
        if len(rows) > ROWS_AT_ONCE:
            out.write("\n".join(rows) + "\n")
            rows.clear()
    out.write("\n".join(rows) + "\n")


def dcgm(out, gpus, hours, every, seed):
    rng = random.Random(seed)
    begin = int((START + datetime.timedelta(days=90, hours=8)).replace(tzinfo=datetime.timezone.utc).timestamp())
    out.write('{"status":"success","data":{"resultType":"matrix","result":[')
    for gpu, (use, held) in enumerate(states(gpus, rng)):
        labels = f'"UUID":"GPU-{gpu + 256:08x}","Hostname":"gpu{gpu // 8 + 1:03}","gpu":"{gpu % 8}","modelName":"NVIDIA H100 80GB HBM3","namespace":"{ACCOUNTS[gpu % len(ACCOUNTS)]}","pod":"job-{gpu}"'
        steps = range(int(hours * 3600 / every))
        for metric, value in [
            ("DCGM_FI_DEV_GPU_UTIL", lambda: f"{0 if use < 0.05 else min(100, max(0, rng.gauss(use, 0.1) * 100)):.0f}"),
            ("DCGM_FI_DEV_FB_USED", lambda: f"{81559 * held:.0f}"),
            ("DCGM_FI_DEV_FB_FREE", lambda: f"{81559 * (1 - held):.0f}"),
        ]:
            points = ",".join(f'[{begin + step * every},"{value()}"]' for step in steps)
            comma = "" if gpu == 0 and metric.endswith("GPU_UTIL") else ","
            out.write(f'{comma}{{"metric":{{"__name__":"{metric}",{labels}}},"values":[{points}]}}')
    out.write("]}}\n")


def focus(out, days, machines, seed):
    rng = random.Random(seed)
    columns = [
        "ChargePeriodStart",
        "ChargePeriodEnd",
        "ChargeCategory",
        "CommitmentDiscountId",
        "CommitmentDiscountStatus",
        "ServiceCategory",
        "ServiceName",
        "BilledCost",
        "EffectiveCost",
        "ConsumedQuantity",
        "ConsumedUnit",
        "ResourceId",
        "SubAccountName",
        "BillingCurrency",
        "SkuPriceDetails",
        "Tags",
    ]
    sku = '"{""InstanceType"":""p5.48xlarge""}"'
    rate, list_price = 33.0, 55.04
    out.write(",".join(columns) + "\n")

    def at(day):
        return (START + datetime.timedelta(days=day)).strftime("%Y-%m-%dT00:00:00Z")

    def row(start, end, category, service, name, billed, cost, account="platform", discount=",", usage=",,", more=","):
        cells = [at(start), at(end), category, discount, service, name, billed, cost, usage, account, "USD", more]
        out.write(",".join(str(cell) for cell in cells) + "\n")

    committed = machines // 2
    if committed:
        upfront = round(rate * 24 * 365 * committed, 2)
        row(0, 365, "Purchase", "Compute", "Compute plan", upfront, 0, discount="plan-1,")
    for day in range(days):
        for machine in range(machines):
            team = ACCOUNTS[machine % 4]
            more = f'{sku},"{{""team"":""{team}""}}"'
            if machine < committed:
                used = round(24 * rng.uniform(0.85, 1.0), 2)
                usage = f"{used},Hours,i-{machine:04}"
                cost = round(used * rate, 2)
                row(day, day + 1, "Usage", "Compute", "Compute", 0, cost, team, "plan-1,Used", usage, more)
                unused = round((24 - used) * rate, 2)
                row(day, day + 1, "Usage", "Compute", "Compute plan", 0, unused, discount="plan-1,Unused")
            else:
                hours = round(rng.uniform(8, 20), 2)
                usage = f"{hours},Hours,i-{machine:04}"
                cost = round(hours * list_price, 2)
                row(day, day + 1, "Usage", "Compute", "Compute", cost, cost, team, usage=usage, more=more)
    for month in range(0, days, 30):
        end = min(month + 30, days)
        for service, name, cost in [
            ("Storage", "Object storage", round(rng.uniform(2800, 3200), 2)),
            ("Networking", "Data transfer", round(rng.uniform(300, 500), 2)),
            ("Other", "Support plan", 1500),
        ]:
            row(month, end, "Usage", service, name, cost, cost)
        row(month, end, "Credit", "Other", "Credit", -500, -500)
        row(month, end, "Tax", "Other", "Tax", 820, 820)


def example_of_jobs(out):
    whole = io.StringIO()
    sacct(whole, 270, 122, SEED_OF_EXAMPLE, 12, largest=8, length=(10.5, 0.8), late=0.99)
    out.write("\n".join(brief(row) for row in whole.getvalue().splitlines()) + "\n")


def examples(folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in [
        ("sacct.txt", example_of_jobs),
        ("nvidia-smi.csv", lambda out: smi(out, 8, 4, 300, 7)),
        ("prometheus.json", lambda out: dcgm(out, 8, 4, 300, 7)),
        ("focus.csv", lambda out: focus(out, 61, 3, 7)),
    ]:
        with open(folder / name, "w", encoding="ascii", newline="\n") as out:
            make(out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["sacct", "smi", "dcgm", "focus", "examples"])
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--users", type=int, default=400)
    parser.add_argument("--machines", type=int, default=4)
    parser.add_argument("--gpus", type=int, default=8)
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--every", type=int, default=60, help="seconds between two samples")
    parser.add_argument("--seed", type=int, default=1)
    ask = parser.parse_args()
    if ask.kind == "sacct":
        sacct(sys.stdout, ask.jobs, ask.days, ask.seed, ask.users)
    elif ask.kind == "smi":
        smi(sys.stdout, ask.gpus, ask.hours, ask.every, ask.seed)
    elif ask.kind == "dcgm":
        dcgm(sys.stdout, ask.gpus, ask.hours, ask.every, ask.seed)
    elif ask.kind == "focus":
        focus(sys.stdout, ask.days, ask.machines, ask.seed)
    else:
        examples(pathlib.Path(__file__).resolve().parent.parent / "worker" / "examples")


if __name__ == "__main__":
    main()
