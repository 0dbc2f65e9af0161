"""Builds a program of one file on each library below, from nothing, and prints what that costs: CPU time of the builds, size
of the stripped program, CPU time of a launch, peak memory. On Linux.

bench_clients.py [TEXT]: only the libraries that contain TEXT.
bench_clients.py --save: all, and saves the run for the page of the benchmarks.
"""
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from page_tables import environment

ROOT = Path(__file__).resolve().parents[2]
LAUNCHES = 200
PROGRAM = """
let numbers = PassthroughSubject<Int, Never>()
let cancellable = numbers.map { $0 + 1 }.filter { $0 % 3 != 0 }.removeDuplicates().scan(0, +).dropFirst().sink { print($0) }
for number in 1...10 { numbers.send(number) }
cancellable.cancel()
"""
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Client",
  dependencies: [%s],
  targets: [.executableTarget(name: "Client", dependencies: [%s], path: "Sources")])
"""


def ours(package, traits=""):
    return f'.package(path: {json.dumps(str(ROOT / "Packages" / package))}{traits})'


# The name of a row, what it imports, and the package with a product of that name.
ROWS = [
    ("nothing", None, None),
    ("Foundation", "Foundation", None),
    ("StreamsCore", "StreamsCore", ours("Streams")),
    ("Streams without URLSession", "Streams", ours("Streams", ", traits: []")),
    *((name, name, ours(name)) for name in ["Streams", "Schedulers", "StreamsExtras", "StreamsTesting"]),
    ("OpenCombine", "OpenCombine", '.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")'),
]
# The page compares these: a side of the rows that other libraries have, too. The others are rows of their own.
SIDES = {"Streams": ("ours", ""), "OpenCombine": ("peer", ""), "Foundation": ("loop", "")}


def run(*command):
    """Runs a command, and returns the CPU seconds of all its processes."""
    def used():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime
    before = used()
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{command}:\n{result.stdout}{result.stderr}")
    return used() - before


def resident(program):
    """The peak memory in bytes of a program that waits for a line of input."""
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    time.sleep(1)
    kilobytes = re.search(r"VmHWM:\s*(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]
    process.communicate()
    return int(kilobytes) * 1024


def costs(module, package, folder):
    """Nanoseconds of a release build and of a debug build, bytes, nanoseconds of a launch, bytes of memory."""
    (folder / "Sources").mkdir()
    identity = package and ("OpenCombine" if "url" in package else Path(package.split('"')[1]).name)
    product = f'.product(name: "{module}", package: "{identity}")' if package else ""
    (folder / "Package.swift").write_text(MANIFEST % (package or "", product))
    source = (f"import {module}\n" if module else "") + (PROGRAM if package else "") + "_ = readLine()\n"
    (folder / "Sources/main.swift").write_text(source)
    seconds = []
    for configuration in ["release", "debug"]:
        options = ["--package-path", folder, "--scratch-path", folder / configuration]
        run("swift", "package", *options, "resolve")
        seconds.append(run("swift", "build", "-c", configuration, *options))
    program = folder / "release/release/Client"
    run("strip", program)
    launch = sum(run(program) for _ in range(LAUNCHES)) / LAUNCHES
    return [seconds[0] * 1e9, seconds[1] * 1e9, program.stat().st_size, launch * 1e9, resident(program)]


def main():
    """Prints a line for each program, and saves the run as the page's other runs are: sides of rows."""
    save = "--save" in sys.argv
    rows = {}
    print("import: release build, CPU s; debug build, CPU s; stripped, kB; launch, CPU ms; memory, MB", flush=True)
    for name, module, package in ROWS:
        if not save and len(sys.argv) > 1 and sys.argv[1] not in name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            measured = costs(module, package, Path(folder))
        print(f"{name}: " + "; ".join(f"{value / unit:.1f}" for value, unit in zip(measured, [1e9, 1e9, 1e3, 1e6, 1e6])),
              flush=True)
        release, debug, size, launch, memory = measured
        side, suffix = SIDES.get(name, ("ours", f", {name}"))
        for what, nanoseconds, held in [("release build", release, size), ("debug build", debug, None), ("launch", launch, memory)]:
            row = rows.setdefault(f"{what} of a client{suffix}", {"section": "Programs", "unit": "build", "goal": {}})
            row[side] = {"nanoseconds": [nanoseconds]} | ({"heldBytes": held} if held else {})
    if save:
        report = {"environment": environment("make bench-clients"), "rows": [{"name": name} | row for name, row in rows.items()]}
        (ROOT / "Docs/Benchmarks/clients.json").write_text(json.dumps(report, indent=2, sort_keys=True) + "\n")


main()
