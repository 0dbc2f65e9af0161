"""Measures `docs build` on made-up pages, beside Hugo and beside libcmark alone, in one run.

bench_docs.py DOCS [--pages N...] [--page FILE] [--save FILE]

Prints a table in CPU seconds (of user and system), which other work on the machine disturbs least; the best of a few
runs counts. With --page, the table takes the place of the one in FILE; with --save, the run is saved as `bench chart` reads it.
Hugo is left out where it is not installed.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from page_tables import environment, load, write_table
from made_up_pages import corpus

COMMAND = "make bench-docs"

CMARK = r"""
#include <cmark.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char **files) {
  for (int index = 1; index < count; index++) {
    FILE *file = fopen(files[index], "r");
    static char text[1 << 20];
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    char *html = cmark_markdown_to_html(text, size, CMARK_OPT_DEFAULT);
    char name[4096];
    snprintf(name, sizeof name, "%s.html", files[index]);
    file = fopen(name, "w");
    fputs(html, file);
    fclose(file);
    free(html);
  }
}
"""


def run(command, **options):
    """CPU seconds, wall seconds and megabytes of a command."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{command}: {errors.decode()[-2000:]}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024


def best(times, body):
    return min((body() for _ in range(times)), key=lambda result: result[0])


def hugo(folder, source):
    """A site of Hugo with a theme that has nothing but a list of pages."""
    site = folder / "hugo"
    (site / "layouts/_default").mkdir(parents=True)
    shutil.copytree(source, site / "content", dirs_exist_ok=True)
    # A folder with an index.md is one page to Hugo, and all else in it belongs to that.
    (site / "content/index.md").rename(site / "content/_index.md")
    (site / "config.toml").write_text('baseURL = "https://example.org/"\ntitle = "x"\ndisableKinds = ["taxonomy", "term"]\n')
    shell = '<!doctype html><title>{{ .Title }}</title><main>{{ .Content }}</main>'
    (site / "layouts/_default/single.html").write_text(shell)
    (site / "layouts/_default/list.html").write_text(shell + "{{ range .Pages }}<a href='{{ .RelPermalink }}'>{{ .Title }}</a>{{ end }}")
    return ["hugo", "--source", str(site), "--quiet"]


def rows(docs, count, runs, folder):
    source = folder / f"pages-{count}"
    corpus(source, count)
    out = folder / f"out-{count}"
    build = [docs, "build", str(source), "--output", str(out), "--root", str(folder)]

    def put_away(path):
        # Not removed: ext4 makes new files several times slower for half a minute after it has removed as many.
        if path.exists():
            (folder / "old").mkdir(exist_ok=True)
            path.rename(folder / f"old/{time.monotonic_ns()}")

    def cold():
        put_away(out)
        return run(build)

    def edited():
        path = source / "part-000/page-00042.md"
        path.write_text(path.read_text() + f"\nOne more sentence, number {time.monotonic_ns()}.\n")
        time.sleep(0.1)
        return run(build)

    results = [("`docs build`, everything on", count, *best(runs, cold))]
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    index = (out / "search/index.js").stat().st_size
    texts = sum(path.stat().st_size for path in (out / "search").iterdir()) - index
    results.append(("the same, nothing changed", count, *best(runs, lambda: run(build))))
    results.append(("the same, one page changed", count, *best(runs, edited)))
    if shutil.which("hugo"):
        command = hugo(folder / f"h{count}", source)

        def hugo_cold():
            put_away(folder / f"h{count}/hugo/public")
            put_away(folder / f"h{count}/hugo/resources")
            return run(command)
        results.append(("Hugo, a theme without anything", count, *best(max(runs // 2, 1), hugo_cold)))
    program = folder / "cmark"
    if not program.exists():
        (folder / "cmark.c").write_text(CMARK)
        subprocess.run(["clang", "-O2", str(folder / "cmark.c"), "-o", str(program), "-lcmark"], check=True)
    files = [str(path) for path in sorted(source.rglob("*.md"))]
    copies = folder / "copies"
    shutil.rmtree(copies, ignore_errors=True)
    shutil.copytree(source, copies)
    files = [str(path) for path in sorted(copies.rglob("*.md"))]
    results.append(("libcmark alone, HTML without a page around it", count, *best(runs, lambda: run([str(program), *files]))))
    return results, {"bytes": size / count, "index": index, "texts": texts}


def saved_rows(results, count):
    """The rows as a report of the benchmarks has them: Hugo is the peer, and libcmark alone the loop."""
    seconds = {title: cpu for title, _, cpu, _, _ in results}

    def timing(start):
        found = [cpu for title, cpu in seconds.items() if title.startswith(start)]
        return {"nanoseconds": [found[0] * 1e9]} if found else None
    rows = []
    for start, name in (("`docs", "from nothing"), ("the same, nothing", "nothing changed"), ("the same, one", "one page changed")):
        sides = {"ours": timing(start), "peer": timing("Hugo"), "loop": timing("libcmark")}
        rows.append({"name": f"{count:,} pages, {name}", "section": "The documentation tool", "unit": "build", "goal": {}}
                    | {side: result for side, result in sides.items() if result})
    return rows


def reload_time(docs, folder):
    """Milliseconds from a save to a script that tells pages to reload, on 100 pages."""
    source = folder / "watched"
    corpus(source, 100)
    script = folder / "watched-out.live.js"
    watch = subprocess.Popen(
        [docs, "build", str(source), "--output", str(folder / "watched-out"), "--root", str(folder), "--watch"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not script.exists():
            time.sleep(0.05)
        times = []
        for number in range(9):
            time.sleep(0.3)
            before = script.read_text()
            path = source / "part-000/page-00010.md"
            path.write_text(path.read_text() + f"\nSave {number}.\n")
            saved = time.monotonic()
            while script.read_text() == before:
                time.sleep(0.001)
            times.append((time.monotonic() - saved) * 1000)
        return statistics.median(times)
    finally:
        watch.terminate()
        watch.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("docs")
    parser.add_argument("--pages", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--page")
    parser.add_argument("--save")
    options = parser.parse_args()
    docs = str(Path(options.docs).resolve())
    lines = ["| | Pages | CPU s | Wall s | MB |", "| --- | ---: | ---: | ---: | ---: |"]
    notes = []
    saved = []
    with tempfile.TemporaryDirectory(prefix="bench-docs-") as name:
        folder = Path(name)
        for count in options.pages:
            results, sizes = rows(docs, count, 5 if count <= 2000 else 2, folder)
            saved += saved_rows(results, count)
            for title, pages, cpu, wall, memory in results:
                lines.append(f"| {title} | {pages:,} | {cpu:.2f} | {wall:.2f} | {memory:.0f} |")
            notes.append(
                f"{count:,} pages: {sizes['bytes'] / 1000:.1f} KB of site a page; search index {sizes['index'] / 1e6:.2f} MB, "
                f"loaded at the first search, and {sizes['texts'] / 1e6:.2f} MB of text, loaded 16 pages at a time as results "
                "are shown.")
        notes.append(f"`docs build --watch`, 100 pages: {reload_time(docs, folder):.0f} ms from a save to a built site, in the median. Open pages look for one ten times a second.")
    hugo_version = subprocess.run(["hugo", "version"], capture_output=True, text=True).stdout.split()[1] if shutil.which("hugo") else "not installed"
    notes.append(f"Hugo {hugo_version}. {load()}")
    table = "\n".join(lines) + "\n\n" + "\n\n".join(notes)
    print(table)
    if options.save:
        Path(options.save).write_text(json.dumps({"environment": environment(COMMAND), "rows": saved}, indent=2) + "\n")
    if options.page:
        write_table(options.page, "sites", table, COMMAND)


main()
