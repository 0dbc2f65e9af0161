"""Steps through pages of the test kit in headless Chromium: check_page.py FOLDER [--screenshots FOLDER]

FOLDER holds page.html, page-timeline.html, page-difference.html, page-recorder.html, page-tasks.html and page-long.html.
Checked are: what the arrow keys, the buttons and D show, what a run highlights, what a failure of a recorder frames, that
the rows of tasks are linked to those of their sleeps, that a long difference is there to its end, that nothing is loaded and nothing logged, that the page fits and fills screens
of 390, 1440 and 2560 pixels, that times and names stay in place while the lanes scroll, that a step and a step back
give the same picture, that a step in 10,000 events touches no more nodes than one in 100, and that the drawing is there
without script. Prints what is wrong, and ends with 1 then. The picture of Docs/guides/failing-test-page.md is among the
screenshots.
"""
import base64
import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

problems = []


def expect(what, found, wanted):
    if found != wanted:
        problems.append(f"{what}: expected {wanted!r}, got {found!r}")


def opened(browser, file, **options):
    page = browser.new_context(viewport={"width": 1000, "height": 700}, **options).new_page()
    page.on("pageerror", lambda error: problems.append(f"{file.name}: {error}"))
    page.on("console", lambda message: problems.append(f"{file.name}: {message.text}"))
    page.on("request", lambda request: request.url == file.as_uri() or problems.append(f"{file.name}: loads {request.url}"))
    page.goto(file.as_uri())
    return page


def detail(page):
    return page.text_content("#detail")


def picture(page):
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()


def changed(page, first, second):
    """How many points of two pictures differ clearly; their edges are never quite the same."""
    return page.evaluate("""async pictures => {
        const [a, b] = await Promise.all(pictures.map(async source => {
            const image = new Image()
            image.src = source
            await image.decode()
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d")
            context.drawImage(image, 0, 0)
            return context.getImageData(0, 0, image.width, image.height).data
        }))
        let count = 0
        for (let i = 0; i < a.length; i += 4) if (Math.abs(a[i] - b[i]) > 64) count++
        return count
    }""", [first, second])


def large(page, count):
    """The page with one lane of `count` values: the same script and style."""
    html = page.read_text()
    cells = "".join(
        f'<td><b class="e value" data-t="{i * 10**6}" title="{i} ms many: value a">a</b>' for i in range(count))
    return re.sub(r"<table>.*?</table>", f'<table><tbody><tr><th scope="row">many{cells}</table>', html, flags=re.S)


def touched(browser, source, file, count):
    """The most nodes that one of ten steps touches in a page of `count` events, also where it changes nothing."""
    file.write_text(large(source, count))
    page = opened(browser, file)
    page.keyboard.press("ArrowRight")
    page.evaluate("""() => {
        window.observer = new MutationObserver(() => {})
        observer.observe(document, { subtree: true, attributes: true, childList: true, characterData: true })
    }""")
    most = 0
    for _ in range(10):
        # In one evaluation: nothing may take the records in between.
        most = max(most, page.evaluate("""() => {
            dispatchEvent.call(document.body, new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }))
            return new Set(observer.takeRecords().map(record => record.target)).size
        }"""))
    expect(f"after eleven steps in {count} events", detail(page), "10 ms many: value a")
    return most


def main():
    folder = Path(sys.argv[1]).resolve()
    shots = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with sync_playwright() as playwright:
        places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]
        program = next((place for place in places if Path(place).exists()), None)
        if program is None:
            print("The kit's pages are not looked at: there is no Chromium at " + " or ".join(places))
            return
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = opened(browser, folder / "page.html")
        start = picture(page)
        page.keyboard.press("ArrowRight")
        first = re.sub(r"\(.*\)", "(place)", detail(page))
        expect("the first instant", first, "0 ms letters: subscribed · 0 ms letters: requested +all (place)")
        after = picture(page)
        blank = browser.new_context().new_page()
        expect("a step changes the picture", changed(blank, start, after) > 30, True)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        expect("a step and a step back give the same picture", changed(blank, picture(page), after), 0)
        page.keyboard.press("ArrowRight")
        expect("the second instant", detail(page), "1 ms letters: value a")
        page.click("text=Later")
        expect("the third instant", detail(page), "3 ms letters: value b")
        page.keyboard.press("ArrowLeft")
        expect("a step back", detail(page), "1 ms letters: value a")

        page = opened(browser, folder / "page-timeline.html")
        page.locator("tr", has_text="first").locator(".ran").hover()
        expect("what a run has caused", page.locator(".lanes .caused").count(), 2)
        page.locator("tr", has_text="second").locator(".ran").hover()
        expect("what has caused a run", page.locator("tr", has_text="first").locator(".ran.cause").count(), 1)
        words = re.sub(r" \(.*?\)", "", detail(page))
        expect("what has caused a run, in words", words, "2 s second: ran, caused by 1 s first: ran")

        with tempfile.TemporaryDirectory() as scratch:
            small = touched(browser, folder / "page.html", Path(scratch) / "small.html", 100)
            many = touched(browser, folder / "page.html", Path(scratch) / "large.html", 10_000)
            # The event that loses the mark, the one that gets it, and the line that describes it.
            expect("nodes that a step in 100 events touches", small, 3)
            expect("nodes that a step in 10,000 events touches", many, 3)

        page = opened(browser, folder / "page-difference.html", color_scheme="dark")
        page.keyboard.press("d")
        difference = "{0} ms expected: value {1} · {0} ms doubled: value {2} · {0} ms difference: expected value {1}, got value {2}"
        expect("the first difference", detail(page), difference.format(11, 2, 3))
        page.set_viewport_size({"width": 800, "height": 200})
        page.keyboard.press("d")
        expect("the second difference", detail(page), difference.format(13, 4, 6))
        box = page.locator(".at").first.bounding_box()
        expect("whether it is in view", 0 <= box["y"] and box["y"] + box["height"] <= 200, True)

        if shots:
            page = opened(browser, folder / "page-difference.html")
            page.set_viewport_size({"width": 1000, "height": 940})
            page.screenshot(path=shots / "failing-test-page.png", full_page=True)

        page = opened(browser, folder / "page-recorder.html")
        page.keyboard.press("d")
        words = "3 ms expected: value 3 · 3 ms numbers: value 2 · 3 ms difference: expected value 3, got value 2"
        expect("the first difference of a recorder", detail(page), words)
        lefts = page.evaluate("[...document.querySelectorAll('.at')].map(e => e.closest('td').getBoundingClientRect().left)")
        expect("whether expected and actual values are in one column", len(set(lefts)), 1)

        page = opened(browser, folder / "page-tasks.html")
        page.locator("tr", has_text="started at").locator(".ran").first.hover()
        # When it was scheduled, and when it ran.
        expect("the sleep that a turn has begun", page.locator("tr", has_text="of loader").locator(".caused").count(), 2)

        page = opened(browser, folder / "page-long.html", color_scheme="dark")
        for screen in [390, 2560]:
            page.set_viewport_size({"width": screen, "height": 700})
            marks = page.locator("td mark")
            expect("the parts that differ", [len(text) for text in marks.all_text_contents()], [2, 1802])
            end = page.evaluate("""() => {
                const pill = [...document.querySelectorAll("td .differs")].pop(), frame = pill.getBoundingClientRect()
                const range = document.createRange(), mark = pill.querySelector("mark")
                range.setStart(mark.firstChild, mark.textContent.length - 1)
                range.setEnd(mark.firstChild, mark.textContent.length)
                pill.scrollTo(0, pill.scrollHeight)
                const letter = range.getBoundingClientRect()
                return [frame.height < 500, letter.top >= frame.top, letter.bottom <= frame.bottom]
            }""")
            expect(f"whether the end of a long difference can be scrolled to at {screen}", end, [True, True, True])

        for file in sorted(folder.glob("page*.html")):
            for scheme in ["light", "dark"]:
                page = opened(browser, file, color_scheme=scheme)
                for screen in [390, 1440, 2560]:
                    page.set_viewport_size({"width": screen, "height": 700})
                    width = page.evaluate("document.documentElement.scrollWidth")
                    if width > screen:
                        problems.append(f"{file.name}: {width} pixels wide on a screen of {screen}")
                    # The times stay on top, and the names on the left, while the lanes scroll.
                    page.set_viewport_size({"width": screen, "height": 240})
                    top, left = page.evaluate("""() => {
                        const lanes = document.querySelector(".lanes")
                        lanes.scrollIntoView()
                        lanes.scrollTo(1e6, 1e6)
                        const frame = lanes.getBoundingClientRect(), time = lanes.querySelector("thead th")
                        const row = [...lanes.querySelectorAll("th[scope=row]")].pop()
                        return [time.getBoundingClientRect().top - frame.top, row.getBoundingClientRect().left - frame.left]
                    }""")
                    expect(f"{file.name}, {screen} pixels: where the times are", top, 0)
                    expect(f"{file.name}, {screen} pixels: where the names are", left, 0)
                    page.set_viewport_size({"width": screen, "height": 700})
                    page.evaluate("document.querySelector('.lanes').scrollTo(0, 0), scrollTo(0, 0)")
                    if shots:
                        page.screenshot(path=shots / f"{file.stem}-{screen}-{scheme}.png", full_page=True)
                table = page.evaluate("document.querySelector('table').getBoundingClientRect().width")
                if table < 2400:
                    problems.append(f"{file.name}: the lanes fill {table} of 2560 pixels")
            page = browser.new_context(java_script_enabled=False).new_page()
            page.goto(file.as_uri())
            expect(f"{file.name} without script: lanes", page.locator("th[scope=row]").count() > 0, True)
            expect(f"{file.name} without script: the form", page.locator("form").is_visible(), False)
            expect(f"{file.name} without script: the drawing", page.locator("td .e").first.is_visible(), True)
        browser.close()
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
