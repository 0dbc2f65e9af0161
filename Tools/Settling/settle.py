#!/usr/bin/env python3
"""Counts how often plain tasks have not followed an advance of virtual time.

Results are kept in a file until the program changes, so that it can be stopped and run again: only what is missing is
run. Builds the program `trial` beside this script first, unless --no-build is given.
"""
import argparse
import hashlib
import itertools
import json
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent

WORKS = {
    "timer": "async timer, three ticks",
    "sleeps": "three sleeps",
    "hops": "actors, yields and groups between sleeps",
    "computing": "3 ms of computing around each sleep",
    "long10": "three jobs of 10 ms in a row around each sleep",
    "long50": "two jobs of 50 ms in a row around each sleep",
    "semaphore": "a semaphore that `DispatchQueue.global()` signals, around each sleep",
    "background": "`Task(priority: .background)`",
    "high": "`Task(priority: .high)`",
    "detached": "`Task.detached`",
    "starting": "tasks that start tasks",
    "main": "a task of the main actor, 2 ms of computing",
    "foreign": "three sleeps, beside a task of another test, in jobs of 100 ms",
    "nothing": "no task at all: what three advances cost",
}
# These take so long that they have fewer runs: one in so many.
SELDOM = {"long10": 2, "long50": 4, "foreign": 20}
PLACES = ["bare", "scoped", "main"]
BUILDS = ["debug", "release"]
# How many processes count beside it, on which processor it must run, how many runs go side by side in one process.
COLUMNS = {
    "alone": ("a new process", 0, None, 1),
    "busy": ("beside two busy processes", 2, None, 1),
    "one": ("on one processor", 0, 0, 1),
    "side": ("64 at a time, in one process", 0, None, 64),
}
SIDE_BY_SIDE = 640


def trial(build, work, place, runs=1, at_once=1, core=None):
    """Failures and nanoseconds of one run; a process that does not end has failed."""
    command = [str(HERE / ".build" / build / "trial"), work, place, str(runs), str(at_once)]
    if core is not None:
        command = ["taskset", "-c", str(core)] + command
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=30 * runs, check=True)
        failures, nanoseconds = result.stdout.split()
        return int(failures), int(nanoseconds)
    except (subprocess.SubprocessError, ValueError):
        return runs, 0


class Results:
    """The results of the program as it is built now."""

    def __init__(self, path):
        self.path = Path(path)
        built = [HERE / ".build" / build / "trial" for build in BUILDS]
        self.program = hashlib.sha256(b"".join(file.read_bytes() for file in built if file.exists())).hexdigest()
        kept = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.cells = kept["cells"] if kept.get("program") == self.program else {}

    def cell(self, column, work):
        return self.cells.setdefault(f"{column}/{work}", {"runs": 0, "failures": 0, "nanoseconds": 0})

    def add(self, column, work, runs, failures, nanoseconds):
        cell = self.cell(column, work)
        cell["runs"] += runs
        cell["failures"] += failures
        cell["nanoseconds"] += nanoseconds * runs

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = {"program": self.program, "cells": self.cells}
        self.path.write_text(json.dumps(kept, indent=1, sort_keys=True))


def run(results, column, arguments, is_over):
    """In rounds over all tasks, so that it can be stopped at any time. The runs of a cell take turns between the places
    and the builds."""
    _, _, core, at_once = COLUMNS[column]
    turns = list(itertools.product(PLACES, arguments.build))
    # The jobs of the other test never end.
    works = [work for work in arguments.work if at_once == 1 or work != "foreign"]
    wanted = {work: -(-arguments.runs // SELDOM.get(work, 1)) for work in works}
    while not is_over():
        left = [work for work in works if results.cell(column, work)["runs"] < wanted[work]]
        if not left:
            return
        for work in left:
            done = results.cell(column, work)["runs"]
            if at_once == 1:
                for turn in range(min(6, wanted[work] - done)):
                    place, build = turns[(done + turn) % len(turns)]
                    results.add(column, work, 1, *trial(build, work, place, core=core))
            else:
                count = min(SIDE_BY_SIDE, wanted[work] - done)
                results.add(column, work, count, *trial("release", work, "bare", count, at_once))
            results.save()


def shown(cell):
    if not cell["runs"]:
        return ""
    return f"{cell['failures']:,} of {cell['runs']:,}, {cell['nanoseconds'] / cell['runs'] / 1e6:,.1f} ms"


def table(results):
    lines = ["| Task | " + " | ".join(name for name, *_ in COLUMNS.values()) + " |"]
    lines.append("| --- |" + " ---: |" * len(COLUMNS))
    for work, name in WORKS.items():
        lines.append(f"| {name} | " + " | ".join(shown(results.cell(column, work)) for column in COLUMNS) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1200, help="runs in each cell; fewer of long ones")
    parser.add_argument("--seconds", type=float, default=0, help="end after so long, even if cells are not full")
    parser.add_argument("--results", default=str(HERE / ".build" / "results.json"))
    parser.add_argument("--work", nargs="+", choices=WORKS, default=list(WORKS))
    parser.add_argument("--build", nargs="+", choices=BUILDS, default=BUILDS)
    parser.add_argument("--column", nargs="+", choices=COLUMNS, default=list(COLUMNS))
    parser.add_argument("--no-build", action="store_true", help="the program is built already")
    parser.add_argument("--write-page", metavar="PAGE", help="write the table into this page")
    arguments = parser.parse_args()
    start = time.monotonic()
    if not arguments.no_build:
        for build in BUILDS:
            subprocess.run(["swift", "build", "-c", build, "--package-path", str(HERE)], check=True, stdout=sys.stderr)
    results = Results(arguments.results)
    for column in arguments.column:
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(COLUMNS[column][1])]
        try:
            run(results, column, arguments, lambda: arguments.seconds and time.monotonic() - start > arguments.seconds)
        finally:
            for process in busy:
                process.kill()
                process.wait()
    print(table(results))
    if arguments.write_page:
        measured = ["--command", "make bench-settle", "--builds", "debug and release builds"]
        write = [str(HERE.parents[1] / "Scripts/bench"), "table", "settling", arguments.write_page, *measured]
        subprocess.run(write, input=table(results), text=True, check=True)


if __name__ == "__main__":
    main()
