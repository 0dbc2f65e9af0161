"""Steps through pages of the test kit in headless Chromium: check_page.py FOLDER [--screenshots FOLDER]

FOLDER holds page.html, page-timeline.html and page-difference.html. Checked are: what the arrow keys, the buttons, the
filter and D show, what a run highlights, that nothing is loaded and nothing logged, that the page is not wider than the
screen at 390 pixels, and that the drawing is there without script. Prints what is wrong, and ends with 1 then.
"""
import sys
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


def main():
    folder = Path(sys.argv[1]).resolve()
    shots = Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=next(
            p for p in ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"] if Path(p).exists()),
            args=["--no-sandbox"])
        page = opened(browser, folder / "page.html")
        page.keyboard.press("ArrowRight")
        expect("the first instant", detail(page), "0 ms letters: subscribed")
        page.keyboard.press("ArrowRight")
        expect("the second instant", detail(page), "1 ms letters: value a")
        page.click("text=Later")
        expect("the third instant", detail(page), "3 ms letters: value b")
        page.keyboard.press("ArrowLeft")
        expect("a step back", detail(page), "1 ms letters: value a")
        page.fill("input", "offline")
        page.click("text=Later")
        expect("what the filter leaves", detail(page), "5 ms letters: failed offline")
        expect("what the filter hides", page.locator(".e.off").count(), 3)

        page = opened(browser, folder / "page-timeline.html")
        page.locator(".ran").first.hover()
        expect("what a run has caused", page.locator(".caused").count(), 1)
        if shots:
            page.screenshot(path=shots / "page-timeline.png")

        page = opened(browser, folder / "page-difference.html", color_scheme="dark")
        page.keyboard.press("d")
        expect("the first difference", detail(page), "3 ms expected: value 2")
        page.keyboard.press("d")
        expect("the difference in what came", detail(page), "3 ms actual: value 3")
        if shots:
            page.screenshot(path=shots / "page-difference-dark.png")

        for file in sorted(folder.glob("page*.html")):
            page = opened(browser, file)
            page.set_viewport_size({"width": 390, "height": 700})
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > 390:
                problems.append(f"{file.name}: {width} pixels wide on a screen of 390")
            if shots:
                page.screenshot(path=shots / f"{file.stem}-narrow.png")
            page = browser.new_context(java_script_enabled=False).new_page()
            page.goto(file.as_uri())
            expect(f"{file.name} without script: lanes", page.locator("li").count() > 0, True)
            expect(f"{file.name} without script: the form", page.locator("form").is_visible(), False)
            expect(f"{file.name} without script: the drawing", page.locator("svg .e").first.is_visible(), True)
        browser.close()
    print("\n".join(problems), end="\n" if problems else "")
    sys.exit(bool(problems))


main()
