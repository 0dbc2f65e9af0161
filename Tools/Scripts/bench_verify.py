"""Measures `docs verify` on a made-up repository of one package and 50 examples: bench_verify.py DOCS [EXAMPLES]

CPU seconds are those of all that the tool starts, compiler and examples included. What the compiler takes for one of
the examples in a process of its own is measured in between, since the same work takes a machine that is shared with
others half as long again at other times.
"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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


def main():
    docs = str(Path(sys.argv[1]).resolve())
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    with tempfile.TemporaryDirectory(prefix="bench-verify-") as name:
        root = Path(name)
        source = root / "Sources/Clockwork/Gear.swift"
        source.parent.mkdir(parents=True)
        source.write_text(LIBRARY)
        (root / "Package.swift").write_text(
            '// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: "Clockwork", '
            'products: [.library(name: "Clockwork", targets: ["Clockwork"])], targets: [.target(name: "Clockwork")])\n')
        page = root / "README.md"
        page.write_text("# Gears\n\n" + "\n".join(example(number) for number in range(count)))

        def verify(title):
            start = time.monotonic()
            process = subprocess.Popen([docs, "verify", "--root", str(root)], stdout=subprocess.PIPE, text=True)
            output = process.stdout.read()
            _, status, usage = os.wait4(process.pid, 0)
            lines = output.strip().split("\n")
            print(f"{title:34} {usage.ru_utime + usage.ru_stime:6.2f} CPU s {time.monotonic() - start:6.2f} s   "
                  f"{lines[-2].split(';')[-1].strip()}   {lines[-1]}")
            if status:
                print(output)
                sys.exit(1)

        alone = root / "alone.swift"
        alone.write_text(example(3).split("```swift\n")[1].split("```")[0])

        def compile_alone():
            modules = next((root / ".build/docs/probes").glob("*/.build/*/debug/Modules"))
            process = subprocess.Popen(
                ["swiftc", "-frontend", "-c", "-primary-file", alone, "-swift-version", "6", "-Onone", "-g", "-I", modules,
                 "-module-name", "Alone", "-o", root / "alone.o"])
            _, status, usage = os.wait4(process.pid, 0)
            if status:
                sys.exit("the compiler alone failed")
            alone_times.append(usage.ru_utime + usage.ru_stime)

        verify("first, with the library to build")
        alone_times = []
        for _ in range(COLD_RUNS):
            for _ in range(5):
                compile_alone()
            for folder in ["objects", "programs"]:
                shutil.rmtree(root / ".build/docs" / folder)
            (root / ".build/docs/examples.json").unlink()
            verify(f"{count} examples, cold")
        print(f"{'one, by the compiler alone':34} {statistics.median(alone_times):6.3f} CPU s (median)")
        verify("nothing changed")
        page.write_text(page.read_text().replace("struct Train7 {", "struct Train7: Sendable {"))
        verify("one example edited")
        source.write_text(LIBRARY.replace("Double(teeth) / Double", "1.0 * Double(teeth) / Double"))
        verify("the library's body edited")
        print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")


main()
