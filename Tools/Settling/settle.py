#!/usr/bin/env python3
"""Counts how often plain tasks have not followed an advance of virtual time, in fresh processes first.

Each run of the first table is a process of its own. Results are kept in a file, so that it can be stopped and run again:
only what is missing is run. Builds the program `trial` beside this script first, unless --no-build is given.
"""
import argparse
import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Scripts"))

from bench_program import write_table  # noqa: E402

WORKS = {
    "timer": "async timer, three ticks",
    "sleeps": "three sleeps",
    "hops": "actors, yields and groups between sleeps",
    "computing": "3 ms of computing around each sleep",
    "background": "`Task(priority: .background)`",
    "high": "`Task(priority: .high)`",
    "detached": "`Task.detached`",
    "starting": "tasks that start tasks",
    "main": "a task of the main actor, 2 ms of computing",
    "nothing": "no task at all: what an advance costs",
}
PLACES = {"bare": "bare", "scoped": "`withVirtualTime`", "main": "`advance` on the main actor"}
BUILDS = ["debug", "release"]
LOADS = {"alone": 0, "busy": 2}
FRESH_WAYS = {"advance": "`await advance`", "yields": "20 background yields", "owned": "`timeline.task { }`"}
# Warm: how many runs side by side, how many busy tasks in the pool, how many processors.
WARM = {
    "one at a time": (1, 0, None),
    "64 side by side": (64, 0, None),
    "256 side by side": (256, 0, None),
    "64 beside four busy tasks in the pool": (64, 4, None),
    "a pool of one thread": (1, 0, 0),
}


def program(build):
    return HERE / ".build" / build / "trial"


def trial(build, work, place, way, runs=1, at_once=1, busy=0, core=None, limit=300):
    """Failures and nanoseconds of one run; a process that does not end has failed."""
    command = [str(program(build)), work, place, way, str(runs), str(at_once), str(busy)]
    if core is not None:
        command = ["taskset", "-c", str(core)] + command
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=True)
        failures, nanoseconds = result.stdout.split()
        return int(failures), int(nanoseconds), result.stderr.count("may not have settled")
    except (subprocess.SubprocessError, ValueError):
        return runs, 0, 0


class Results:
    def __init__(self, path):
        self.path = Path(path)
        self.cells = json.loads(self.path.read_text()) if self.path.exists() else {}

    def cell(self, *key):
        return self.cells.setdefault("/".join(key), {"runs": 0, "failures": 0, "nanoseconds": 0, "timeouts": 0})

    def add(self, key, runs, failures, nanoseconds, timeouts):
        cell = self.cell(*key)
        cell["runs"] += runs
        cell["failures"] += failures
        cell["nanoseconds"] += nanoseconds * runs
        cell["timeouts"] += timeouts

    def save(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.cells, indent=1, sort_keys=True))


def fresh_keys(arguments):
    chosen = itertools.product(arguments.load, arguments.build, arguments.way, arguments.place, arguments.work)
    return [("fresh",) + key for key in chosen]


def is_over(arguments):
    return arguments.seconds and time.monotonic() - arguments.start > arguments.seconds


def run_fresh(results, arguments):
    """In rounds over all cells, so that it can be stopped at any time."""
    keys = fresh_keys(arguments)
    for load in arguments.load:
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(LOADS[load])]
        try:
            while not is_over(arguments):
                left = [k for k in keys if k[1] == load and results.cell(*k)["runs"] < arguments.runs]
                if not left:
                    break
                least = min(results.cell(*key)["runs"] for key in left)
                for key in left:
                    if results.cell(*key)["runs"] > least or is_over(arguments):
                        continue
                    for _ in range(min(10, arguments.runs - results.cell(*key)["runs"])):
                        failures, nanoseconds, timeouts = trial(key[2], key[5], key[4], key[3], limit=30)
                        results.add(key, 1, failures, nanoseconds, timeouts)
                    results.save()
        finally:
            for process in busy:
                process.kill()
                process.wait()


def run_warm(results, arguments):
    for name, work, way in itertools.product(WARM, arguments.work, arguments.way):
        at_once, busy, core = WARM[name]
        key = ("warm", name, way, work)
        while results.cell(*key)["runs"] < arguments.warm_runs and not is_over(arguments):
            # Twenty runs at a time where each takes long.
            slow = way == "yields" or busy or work in ("computing", "main")
            runs = min(arguments.warm_runs - results.cell(*key)["runs"], max(640 if at_once > 1 else 0, 50 if slow else 1000))
            outcome = trial("release", work, "bare", way, runs, at_once, busy, core)
            results.add(key, runs, *outcome)
            results.save()


def shown(cell):
    if not cell["runs"]:
        return ""
    return f"{cell['failures']:,} of {cell['runs']:,}, {cell['nanoseconds'] // cell['runs'] // 1000:,} µs"


def fresh_table(results, build):
    columns = [(load, way) for load in LOADS for way in FRESH_WAYS]
    columns = [(l, w) for l, w in columns if any(k.startswith(f"fresh/{l}/{build}/{w}/") for k in results.cells)]
    lines = ["| Task | Where | " + " | ".join(f"{FRESH_WAYS[w]}, {l}" for l, w in columns) + " |"]
    lines.append("| --- | --- |" + " ---: |" * len(columns))
    for work, place in itertools.product(WORKS, PLACES):
        cells = [shown(results.cell("fresh", load, build, way, place, work)) for load, way in columns]
        if any(cells):
            lines.append(f"| {WORKS[work]} | {PLACES[place]} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def fresh_tables(results):
    return "\n\n".join(f"### In a {build} build\n\n{fresh_table(results, build)}" for build in BUILDS)


def warm_table(results):
    ways = [w for w in FRESH_WAYS if any(k.startswith("warm/") and k.split("/")[2] == w for k in results.cells)]
    lines = ["| Task | Way | " + " | ".join(WARM) + " |", "| --- | --- |" + " ---: |" * len(WARM)]
    for work, way in itertools.product(WORKS, ways):
        cells = [shown(results.cell("warm", name, way, work)) for name in WARM]
        if any(cells):
            lines.append(f"| {WORKS[work]} | {FRESH_WAYS[way]} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1000, help="fresh processes in each cell")
    parser.add_argument("--warm-runs", type=int, default=10000, help="runs in each cell of one warm process; 0: none")
    parser.add_argument("--seconds", type=float, default=0, help="end after so long, even if cells are not full")
    parser.add_argument("--results", default=str(HERE / ".build" / "results.json"))
    parser.add_argument("--work", nargs="+", choices=WORKS, default=list(WORKS))
    parser.add_argument("--place", nargs="+", choices=PLACES, default=list(PLACES))
    parser.add_argument("--build", nargs="+", choices=BUILDS, default=BUILDS)
    parser.add_argument("--load", nargs="+", choices=LOADS, default=list(LOADS))
    parser.add_argument("--way", nargs="+", choices=FRESH_WAYS, default=list(FRESH_WAYS))
    parser.add_argument("--no-build", action="store_true", help="the program is built already")
    parser.add_argument("--write-page", metavar="PAGE", help="write the tables into this page")
    arguments = parser.parse_args()
    arguments.start = time.monotonic()
    if not arguments.no_build:
        for build in BUILDS:
            subprocess.run(["swift", "build", "-c", build, "--package-path", str(HERE)], check=True, stdout=sys.stderr)
    results = Results(arguments.results)
    run_fresh(results, arguments)
    run_warm(results, arguments)
    print(fresh_tables(results) + "\n\n" + warm_table(results))
    if arguments.write_page:
        write_table(arguments.write_page, "fresh", fresh_tables(results), "make bench-settle")
        write_table(arguments.write_page, "warm", warm_table(results), "make bench-settle")


if __name__ == "__main__":
    main()
