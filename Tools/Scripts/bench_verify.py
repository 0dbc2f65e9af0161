"""Measures `docs verify` on a made-up repository of one package and 50 examples.

bench_verify.py DOCS [--examples N] [--page FILE]

CPU seconds are those of all that the tool starts, compiler and examples included. What the compiler takes for one of
the examples in a process of its own is measured in between, since the same work takes a machine that is shared with
others half as long again at other times. With --page, the table takes the place of the one in FILE.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from page_tables import load, write_table

COLD_RUNS = 5

LIBRARY = """public struct Gear: Sendable {
  public var teeth: Int
  public init(teeth: Int) { self.teeth = teeth }
  public func turns(of other: Gear) -> Double { Double(teeth) / Double(other.teeth) }
}
"""


def example(number):
    return f"""```swift
import Clockwork

struct Train{number} {{
  var gears: [Gear]
  var ratio: Double {{ zip(gears, gears.dropFirst()).map {{ $0.turns(of: $1) }}.reduce(1, *) }}
}}
let train = Train{number}(gears: (1...{number % 7 + 2}).map {{ Gear(teeth: $0 * {number + 3}) }})
print("ratio", train.ratio < 1, train.gears.map(\\.teeth).filter {{ $0.isMultiple(of: 2) }}.count)
```

```text
ratio true {sum(1 for tooth in range(1, number % 7 + 3) if tooth * (number + 3) % 2 == 0)}
```
"""


class Bench:
    def __init__(self, docs, root, count):
        self.docs, self.root, self.count = docs, root, count
        self.rows = []
        source = root / "Sources/Clockwork/Gear.swift"
        source.parent.mkdir(parents=True)
        source.write_text(LIBRARY)
        (root / "Package.swift").write_text(
            '// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: "Clockwork", '
            'products: [.library(name: "Clockwork", targets: ["Clockwork"])], targets: [.target(name: "Clockwork")])\n')
        (root / "README.md").write_text("# Gears\n\n" + "\n".join(example(number) for number in range(count)))
        (root / "alone.swift").write_text(example(3).split("```swift\n")[1].split("```")[0])

    def replace(self, file, old, new):
        path = self.root / file
        path.write_text(path.read_text().replace(old, new))

    def forget(self):
        """Everything about the examples, but not the built library."""
        for folder in ["objects", "libraries"]:
            shutil.rmtree(self.root / ".build/docs" / folder)
        (self.root / ".build/docs/examples.json").unlink()

    def verify(self, title):
        """Seconds of the clock."""
        start = time.monotonic()
        process = subprocess.Popen([self.docs, "verify", "--root", self.root], stdout=subprocess.PIPE, text=True)
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        lines = output.strip().split("\n")
        parts = lines[-2].split(";")[-1].strip()
        print(f"{title:34} {usage.ru_utime + usage.ru_stime:6.2f} CPU s {wall:6.2f} s   {parts}   {lines[-1]}")
        if status:
            sys.exit(output)
        seconds = [part.split()[1] for part in parts.split(", ")]
        self.rows.append((title, f"{usage.ru_utime + usage.ru_stime:.2f}", f"{wall:.2f}", *seconds))
        return wall

    def compile_alone(self):
        """CPU seconds of the compiler for one of the examples, in a process of its own."""
        modules = next((self.root / ".build/docs/docs-probe/.build").glob("*/debug/Modules"))
        process = subprocess.Popen(
            ["swiftc", "-frontend", "-c", "-primary-file", self.root / "alone.swift", "-swift-version", "6", "-Onone", "-g",
             "-I", modules, "-module-name", "Alone", "-o", self.root / "alone.o"])
        _, status, usage = os.wait4(process.pid, 0)
        if status:
            sys.exit("the compiler alone failed")
        return usage.ru_utime + usage.ru_stime

    def run(self):
        """Returns the table."""
        self.verify("with the library to build")
        alone, walls = [], []
        for _ in range(COLD_RUNS):
            alone += [self.compile_alone() for _ in range(5)]
            self.forget()
            walls.append(self.verify(f"{self.count} examples from nothing"))
        # Of these runs the one in the middle.
        middle = sorted(zip(walls, self.rows[1:]))[len(walls) // 2][1]
        self.rows[1:] = [middle]
        self.verify("nothing changed")
        self.replace("README.md", "struct Train7 {", "struct Train7: Sendable {")
        self.verify("one example edited")
        self.replace("Sources/Clockwork/Gear.swift", "Double(teeth) / Double", "1.0 * Double(teeth) / Double")
        self.verify("the library's body edited")
        lines = ["| | CPU s | Wall s | Library | Compile | Link | Run |", "| --- |" + " ---: |" * 6]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        lines += ["", f"From nothing: {min(walls):.2f} to {max(walls):.2f} s in {len(walls)} runs. In between, the compiler took "
                  f"{statistics.median(alone):.3f} CPU s (median) for one of the examples in a process of its own. {load()}"]
        return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("docs")
    parser.add_argument("--examples", type=int, default=50)
    parser.add_argument("--page")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-verify-") as name:
        table = Bench(str(Path(options.docs).resolve()), Path(name), options.examples).run()
    print(table)
    if options.page:
        write_table(options.page, "examples", table, "make bench-docs")


main()
