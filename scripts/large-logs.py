#!/usr/bin/env python3
"""Reads many files of clusters and bills with Dask: each file becomes a partial, partials become one.

    scripts/large-logs.py --output merged.partial jobs-*.txt.gz

Runs on this machine's cores; with --scheduler, on a Dask cluster whose workers see the same paths and have the program. Needs
Dask (pip install "dask[bag]") and the program rack-or-rent.
"""
import argparse
import pathlib
import subprocess
import tempfile

import dask
import dask.bag

AT_ONCE = 8  # partials that one merge puts together


def output_of(command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout


def partial(path, program, options):
    """The partial of one file."""
    return output_of([program, "measure", "--partial", *options, path])


def merged(partials, program):
    """One partial of several."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder, f"{place}.partial") for place, _ in enumerate(partials)]
        for path, content in zip(paths, partials):
            path.write_bytes(content)
        return output_of([program, "merge", *map(str, paths)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--output", required=True, help="where the merged partial is written")
    parser.add_argument("--program", default="rack-or-rent")
    parser.add_argument("--scheduler", help="address of a Dask cluster; without one, the cores of this machine")
    parser.add_argument("--option", action="append", default=[], help="an option of measure, such as --option=--zone=Europe/Berlin")
    given = parser.parse_args()

    if given.scheduler:
        from dask.distributed import Client

        Client(given.scheduler)
    else:
        dask.config.set(scheduler="processes")
    files = dask.bag.from_sequence(given.files, partition_size=1)
    partials = files.map(partial, program=given.program, options=given.option)
    together = lambda some: merged(list(some), given.program)
    pathlib.Path(given.output).write_bytes(partials.reduction(together, together, split_every=AT_ONCE).compute())


if __name__ == "__main__":
    main()
