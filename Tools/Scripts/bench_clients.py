"""Builds a program of one file on each library below, from nothing, and prints a table of what that costs: CPU time of the
builds, size of the stripped program, CPU time of a launch, peak memory. On Linux.

bench_clients.py [TEXT]: only the rows that contain TEXT.
"""
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
    return f'.package(path: {json.dumps(str(Path(__file__).resolve().parents[2] / "Packages" / package))}{traits})'


# The name of a row, what it imports, and the package with a product of that name.
ROWS = [
    ("nothing", None, None),
    ("`Foundation`", "Foundation", None),
    ("`StreamsCore`", "StreamsCore", ours("Streams")),
    ("`Streams`, without the trait `URLSession`", "Streams", ours("Streams", ", traits: []")),
    *((f"`{name}`", name, ours(name)) for name in ["Streams", "Schedulers", "StreamsExtras", "StreamsTesting"]),
    ("`OpenCombine`", "OpenCombine", '.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")'),
]


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


def cells(module, package, folder):
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
    return (f"{seconds[0]:.1f} | {seconds[1]:.1f} | {program.stat().st_size / 1000:.0f} | {launch * 1000:.1f} | "
            f"{resident(program) / 1e6:.1f}")


print("| import | release build, CPU s | debug build, CPU s | stripped, kB | launch, CPU ms | memory, MB |")
print("| --- | ---: | ---: | ---: | ---: | ---: |", flush=True)
for name, module, package in ROWS:
    if len(sys.argv) < 2 or sys.argv[1] in name:
        with tempfile.TemporaryDirectory() as folder:
            print(f"| {name} | {cells(module, package, Path(folder))} |", flush=True)
