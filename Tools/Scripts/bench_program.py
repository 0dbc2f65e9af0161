"""The program of the benchmarks, which describes this machine and writes tables into pages."""
import json
import os
import subprocess
from pathlib import Path

PROGRAM = Path(__file__).resolve().parent.parent / "Benchmarks/.build/release/bench"


def environment(command):
    """Where and when `command` measures, as the benchmarks save it."""
    return json.loads(subprocess.run([PROGRAM, "environment", "--command", command], check=True, capture_output=True).stdout)


def write_table(page, name, table, command):
    """Puts `table` between the markers of that name, below the sentence that says where it was measured."""
    subprocess.run([PROGRAM, "table", name, page, "--command", command], input=table.encode(), check=True)


def load():
    """How busy the machine is, for a note."""
    return f"Load {os.getloadavg()[0]:.1f}."
