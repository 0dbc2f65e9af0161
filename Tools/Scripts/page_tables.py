"""Tables of measurements in pages.

page_tables.py environment COMMAND       prints where and when COMMAND measures, as JSON
page_tables.py sentence                  prints the sentence for a page that says that of the JSON from standard input
page_tables.py write NAME PAGE [COMMAND] puts the table from standard input between the lines <!-- begin NAME --> and
                                         <!-- end NAME --> of the page, below where and when COMMAND has measured it
"""
import json
import os
import platform
import re
import subprocess
import sys
from datetime import date
from pathlib import Path


def environment(command):
    """Where and when `command` measures, as a saved run of the benchmarks has it."""
    def text(path):
        return Path(path).read_text() if Path(path).exists() else ""

    def output(*command):
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def found(pattern, text, otherwise):
        match = re.search(pattern, text, re.MULTILINE)
        return match[1].strip() if match else otherwise
    differs = output("git", "status", "--porcelain", "--untracked-files=no") != ""
    return {
        "machine": f"{found('^model name.*:(.*)', text('/proc/cpuinfo'), platform.machine())}, {os.cpu_count()} cores",
        "system": found('^PRETTY_NAME="?([^"\n]*)', text("/etc/os-release"), platform.platform()),
        "swift": found(r"Swift version (\S+)", output("swift", "--version"), "unknown"),
        "configuration": "release",
        "commit": output("git", "rev-parse", "--short", "HEAD") + ("+" if differs else ""),
        "date": date.today().isoformat(),
        "command": command,
    }


def sentence(measured, builds=None):
    """Where and when, for a page. `builds` are those of its configuration, unless named."""
    how = f"at commit `{measured['commit']}` with `{measured['command']}`" if measured["commit"] else f"with {measured['command']}"
    return (f"Measured on {measured['date']} {how}: {measured['machine']}; {measured['system']}; "
            f"Swift {measured['swift']}, {builds or measured['configuration'] + ' build'}.")


def write_table(page, name, table, command=None, builds=None):
    """Puts `table` between the markers of that name, below a sentence that says where `command` measured `builds`."""
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->"
    text = Path(page).read_text()
    if begin not in text or end not in text.split(begin, 1)[1]:
        sys.exit(f"{page} has no lines {begin}{end}: put them where the table should be")
    before, rest = text.split(begin, 1)
    heading = sentence(environment(command), builds) + "\n\n" if command else ""
    Path(page).write_text(f"{before}{begin}\n{heading}{table.strip()}\n\n{end}{rest.split(end, 1)[1]}")


def load():
    """How busy the machine is, for a note."""
    return f"Load {os.getloadavg()[0]:.1f}."


if __name__ == "__main__":
    if sys.argv[1] == "environment":
        print(json.dumps(environment(sys.argv[2])))
    elif sys.argv[1] == "sentence":
        print(sentence(json.load(sys.stdin)), end="")
    else:
        write_table(sys.argv[3], sys.argv[2], sys.stdin.read(), *sys.argv[4:])
