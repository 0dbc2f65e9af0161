"""Where and when a script has measured, in the form of the benchmarks (`Environment` in Tools/Benchmarks)."""
import os
import platform
import re
import subprocess
from datetime import date
from pathlib import Path


def output(*command):
    """The output of a command; empty if it fails."""
    return subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent).stdout.strip()


def found(file, pattern):
    path = Path(file)
    match = re.search(pattern, path.read_text(), re.M) if path.exists() else None
    return match and match[1].strip()


def environment(command):
    """The keys are those of the benchmarks' saved runs."""
    processor = found("/proc/cpuinfo", r"^model name\s*:(.*)$") or platform.machine()
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    changed = output("git", "status", "--porcelain", "--untracked-files=no")
    return {
        "machine": f"{processor}, {os.cpu_count()} cores",
        "system": found("/etc/os-release", r'^PRETTY_NAME="?(.*?)"?$') or platform.system(),
        "configuration": "release",
        "swift": swift[1] if swift else "unknown",
        "date": str(date.today()),
        "command": command,
        "commit": output("git", "rev-parse", "--short", "HEAD") + ("+" if changed else ""),
    }


def measured(environment, *more):
    """The sentence below or above a table."""
    parts = [environment["machine"], environment["system"], f"Swift {environment['swift']}", *more]
    return ("Measured on {date} at commit `{commit}` with `{command}`: ".format(**environment) + "; ".join(parts) + ".")
