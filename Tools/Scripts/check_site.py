"""Looks at a built site in headless Chromium: check_site.py SITE [--screenshots FOLDER]

Everything but 404.html is opened from disk. Checked are: landmarks and names, the skip link, visible focus, contrast of all text in
both themes (WCAG AA), search by keyboard alone, no request that leaves the folder, no error in the console, no sideways
scrolling from 390 to 2,560 pixels, no word of code on two lines, no scrolling tables on a wide screen, a logo and
contents with one left edge, charts that fill the column, sections that fold, reading without JavaScript, print, anchors
without smooth scrolling, the remembered theme, and the size of scripts and styles; no two pages share a title. Prints
each problem in a line, and ends with 1 if there are any.
"""
import os
import re
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import sync_playwright

MOST_SCRIPT, MOST_STYLE = 30_000, 20_000
WIDTHS = [390, 1000, 1400, 2560]
# What browsers ask of it is answered from the folder of the site.
SERVER = "http://site.invalid/"

LOOK = Path(__file__).with_name("look_at_page.js").read_text()


class Checker:
    def __init__(self, site, screenshots):
        self.site = site
        self.screenshots = screenshots
        self.problems = []

    def say(self, page, problem):
        self.problems.append(f"{page}: {problem}")

    def url(self, path):
        return SERVER + "no/such/page" if path == "404.html" else (self.site / path).as_uri()

    def serve(self, route):
        """Answers as a server does, which shows 404.html for an address without a page."""
        file = self.site / route.request.url.removeprefix(SERVER)
        route.fulfill(path=file if file.is_file() else self.site / "404.html")

    def open(self, browser, path, **options):
        context = browser.new_context(viewport=options.pop("viewport", {"width": 1440, "height": 1000}), **options)
        # So long only if something is wrong, or the machine is busy.
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.say(path, f"script error: {error}"))
        page.route(SERVER + "**", self.serve)
        page.on("console", lambda message: message.type == "error" and self.say(path, f"console: {message.text}"))
        page.on("request", lambda request: request.url.startswith(("file://" + str(self.site), "data:", SERVER)) or
                self.say(path, f"asks for {request.url}"))
        page.goto(self.url(path))
        return page

    def shot(self, page, name):
        if self.screenshots:
            page.screenshot(path=self.screenshots / f"{name}.png")

    def look(self, browser, path):
        name = path.replace("/", "-").removesuffix(".html")
        # Without motion, so that a part that slides in is where it belongs as soon as the page is wide enough.
        page = self.open(browser, path, reduced_motion="reduce")
        for theme in ["light", "dark"]:
            page.emulate_media(color_scheme=theme)
            for problem in page.evaluate(LOOK):
                self.say(path, f"{theme}: {problem}")
            self.shot(page, f"{name}-{theme}")
        for wide in WIDTHS:
            page.set_viewport_size({"width": wide, "height": 900})
            for theme in ["light", "dark"]:
                page.emulate_media(color_scheme=theme)
                self.fit(page, path, wide, theme)
        page.context.close()
        if path != "index.html" and 'class="contents-above"' in (self.site / path).read_text():
            page = self.open(browser, path, viewport={"width": 1000, "height": 900}, java_script_enabled=False)
            contents = page.locator(".contents-above")
            contents.locator("summary").click()
            if not contents.locator("a").first.is_visible():
                self.say(path, "has no contents on a screen of 1,000 pixels")
            page.context.close()

    def fit(self, page, path, wide, theme):
        where = f"on a screen of {wide:,} pixels, {theme}"
        self.shot(page, f"{path.replace('/', '-').removesuffix('.html')}-{wide}-{theme}")
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > wide:
            self.say(path, f"{width:,} pixels wide {where}")
        if wide > 390:
            for text in page.evaluate("""() => [...document.querySelectorAll(".table")]
                    .filter(table => table.scrollWidth > table.clientWidth + 1).map(table => table.innerText.slice(0, 30))"""):
                self.say(path, f"the table “{text}” scrolls {where}")
            logo, contents = (page.locator(part).first.bounding_box()["x"] for part in [".brand img", "[id='site.nav'] li > *"])
            if abs(logo - contents) > 1:
                self.say(path, f"the logo starts at {logo:.0f} and the contents below it at {contents:.0f} {where}")
        for text in page.evaluate("""() => [...document.querySelectorAll("article :not(pre) > code")]
                .filter(code => new Set([...code.getClientRects()].map(part => part.top)).size > code.querySelectorAll("wbr").length + 1)
                .map(code => code.textContent)"""):
            self.say(path, f"the code “{text}” breaks within a word {where}")
        for source in page.evaluate("""() => [...document.querySelectorAll("article p > img[src$='.svg']:only-child")]
                .filter(image => image.offsetWidth < image.parentElement.clientWidth * .95).map(image => image.src)"""):
            self.say(path, f"{source} does not fill the column {where}")

    def keyboard(self, browser, path):
        page = self.open(browser, path)
        page.keyboard.press("Tab")
        if not page.evaluate("document.activeElement.matches('.skip')"):
            self.say(path, "the first Tab does not lead to the skip link")
        page.keyboard.press("Enter")
        if not page.evaluate("document.activeElement.closest('main')"):
            self.say(path, "the skip link does not lead into the page")
        page = self.open(browser, path)
        for _ in range(30):
            page.keyboard.press("Tab")
            bad = page.evaluate("""() => {
              const style = getComputedStyle(document.activeElement);
              return document.activeElement !== document.body && (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2)
                ? document.activeElement.outerHTML.slice(0, 80) : null }""")
            if bad:
                self.say(path, f"focus cannot be seen: {bad}")
        page.context.close()

    def search(self, browser, path, word):
        page = self.open(browser, path)
        page.keyboard.press("/")
        page.wait_for_selector("dialog[open]")
        page.keyboard.type(word)
        try:
            page.wait_for_selector(".search li mark")
        except Exception:
            return self.say(path, f"search finds nothing for “{word}”")
        for problem in page.evaluate(LOOK):
            if "contrast" in problem:
                self.say(path, f"search: {problem}")
        self.shot(page, "search")
        first = page.evaluate("document.querySelector('.search [aria-selected=true]')?.id")
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.querySelectorAll('.search li').length") > 1 and \
                page.evaluate("document.querySelector('.search [aria-selected=true]')?.id") == first:
            self.say(path, "the arrows do not choose another result")
        target = page.evaluate("document.querySelector('.search [aria-selected=true] a').href")
        page.keyboard.press("Enter")
        try:
            page.wait_for_url(lambda url: url == target)
        except Exception:
            self.say(path, f"Enter leads to {page.url}, not to {target}")
        fragment = page.evaluate("decodeURIComponent(location.hash.slice(1))")
        if fragment and not page.evaluate("id => !!document.getElementById(id)", fragment):
            self.say(path, f"search leads to “#{fragment}”, which is not there")
        page.keyboard.press("/")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("Escape")
        if page.evaluate("!!document.querySelector('dialog[open]')"):
            self.say(path, "Escape does not close search")
        page.context.close()

    def answer(self, browser, path, question, wanted):
        """The first thing found must be, or be part of, `wanted`."""
        page = self.open(browser, path)
        page.keyboard.press("/")
        page.wait_for_selector("dialog[open]")
        page.keyboard.insert_text(question)
        try:
            page.wait_for_function(
                "wanted => document.querySelector('.search li')?.innerText.split('\\n').includes(wanted)", arg=wanted)
        except Exception:
            found = page.locator(".search li").all_inner_texts()
            self.say(path, f"search answers “{question}” with “{found[0] if found else 'nothing'}”, not with “{wanted}”")
        page.context.close()

    def theme(self, browser, path):
        page = self.open(browser, path, color_scheme="light")
        before = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.click(".theme")
        after = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.reload()
        if before == after or page.evaluate("getComputedStyle(document.body).backgroundColor") != after:
            self.say(path, "the chosen theme is not kept")
        page.click(".theme")
        page.emulate_media(color_scheme="dark")
        if page.evaluate("getComputedStyle(document.body).backgroundColor") != after:
            self.say(path, "choosing the system's theme again does not follow the system")
        if page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") != "auto":
            self.say(path, "scrolls to an anchor instead of jumping")
        page.context.close()

    def without_script(self, browser, path):
        page = self.open(browser, path, java_script_enabled=False)
        if not page.locator("main h1").is_visible() or not page.locator("[id='site.nav'] li a").first.is_visible():
            self.say(path, "cannot be read without JavaScript")
        if page.locator(".find").is_visible():
            self.say(path, "shows a search that does not work without JavaScript")
        hidden = page.locator("details.hidden-code").first
        if hidden.count():
            hidden.locator("summary").click()
            if not hidden.locator("pre").is_visible():
                self.say(path, "hidden lines cannot be shown without JavaScript")
        page.context.close()
        page = self.open(browser, path, java_script_enabled=False, viewport={"width": 390, "height": 844})
        page.click(".menu")
        try:
            page.locator("[id='site.nav'] a").nth(1).wait_for()
        except Exception:
            self.say(path, "the menu does not open without JavaScript")
        page.context.close()

    def hidden_lines(self, browser, path):
        page = self.open(browser, path)
        hidden, button = page.locator("details.hidden-code pre"), page.locator(".reveal")
        if button.count():
            button.click()
            if not all(part.is_visible() for part in hidden.all()):
                self.say(path, "the button does not show all hidden lines")
            button.click()
            if any(part.is_visible() for part in hidden.all()):
                self.say(path, "the button does not hide the hidden lines")
        page.context.close()

    def headings(self, browser, path):
        """The heading that is read is marked, and named where the contents are a bar; an address may be in capitals."""
        for wide, shown in [(1440, ".contents [aria-current]"), (390, ".contents-above summary")]:
            page = self.open(browser, path, viewport={"width": wide, "height": 900})
            heading = page.locator("article h2").last
            page.goto(self.url(path) + "#" + quote(heading.get_attribute("id").upper()))
            try:
                heading.wait_for()
                page.wait_for_function(
                    "([shown, text]) => text.startsWith(document.querySelector(shown)?.innerText ?? 'none')",
                    arg=[shown, heading.inner_text()])
            except Exception:
                self.say(path, f"does not mark the heading of the address on a screen of {wide:,} pixels")
            bar = page.locator(".contents-above summary")
            if bar.is_visible():
                before = bar.bounding_box()["height"]
                bar.evaluate("bar => { bar.textContent = 'A heading '.repeat(20); }")
                if bar.bounding_box()["height"] != before:
                    self.say(path, "a long heading makes the bar higher, and moves what is read")
            page.context.close()

    def copies(self, browser, path):
        """Copying takes the hidden lines too while they are shown."""
        page = self.open(browser, path)
        page.evaluate("navigator.clipboard.writeText = text => { window.copied = text; }")
        figure = page.locator("figure.code:has(details.hidden-code)").first
        if figure.count():
            hidden = figure.locator("details.hidden-code pre").first.text_content().strip()
            for shown in [False, True]:
                if shown:
                    figure.locator(".copy").nth(1).click()
                figure.locator(".copy").first.click()
                if (hidden in page.evaluate("window.copied")) != shown:
                    self.say(path, f"copying {'leaves out' if shown else 'takes'} hidden lines {'that are shown' if shown else ''}")
        page.context.close()

    def folds(self, browser, path):
        """A section that was folded opens for a link into it, and is printed."""
        page = self.open(browser, path, java_script_enabled=False)
        section = page.locator("details.members:has(h3)").first
        if section.count():
            member = section.locator("h3").first
            if member.is_visible():
                self.say(path, "a section is not folded without JavaScript")
            page.emulate_media(media="print")
            if not member.bounding_box():
                self.say(path, "does not print a section that is folded")
            page.emulate_media(media="screen")
            page.goto(self.url(path) + "#" + quote(member.get_attribute("id")))
            if not member.is_visible():
                self.say(path, "a link does not open the section that it leads into")
        page.context.close()

    def printed(self, browser, path):
        page = self.open(browser, path, color_scheme="dark")
        page.emulate_media(media="print")
        if page.locator(".bar").is_visible() or page.locator("[id='site.nav']").is_visible():
            self.say(path, "prints what is only for the screen")
        if page.evaluate("getComputedStyle(document.body).color") != "rgb(28, 39, 41)":
            self.say(path, "prints the dark theme")
        if self.screenshots:
            page.pdf(path=self.screenshots / (path.replace("/", "-").removesuffix(".html") + ".pdf"))
        page.context.close()

    def titles(self):
        """No two pages share a title, nor two headings of level 1 outside of the reference."""
        found = {}
        for page in self.site.rglob("*.html"):
            text, path = page.read_text(), str(page.relative_to(self.site))
            if 'http-equiv="refresh"' in text:
                continue
            names = [("title", re.search(r"<title>(.*?)</title>", text, re.S)[1])]
            if not path.startswith("reference/"):
                names.append(("heading", re.search(r"<h1[^>]*>(.*?)( <a class=\"anchor\"|</h1>)", text, re.S)[1]))
            for name in names:
                if name in found:
                    self.say(path, f"has the {name[0]} “{name[1]}” of {found[name]}")
                found[name] = path

    def sizes(self):
        for name, most in [("assets/site.js", MOST_SCRIPT), ("assets/site.css", MOST_STYLE)]:
            size = (self.site / name).stat().st_size
            if size > most:
                self.say(name, f"{size} bytes, and at most {most} are allowed")


def chosen(site):
    """Some pages of each kind: the first, those with most of everything, and the reference."""
    pages = [page for page in sorted(site.rglob("*.html")) if "http-equiv=\"refresh\"" not in page.read_text()]
    texts = {page: page.read_text() for page in pages}
    guides = [page for page in pages if "reference" not in page.relative_to(site).parts and page.name != "404.html"]
    reference = [page for page in pages if "reference" in page.relative_to(site).parts]
    found = [site / "index.html"]
    for mark in ["<table", "class=\"diagram\"", "hidden-code", "class=\"note", "class=\"output\""]:
        found.append(max(guides, key=lambda page: texts[page].count(mark)))
    if reference:
        found += [max(reference, key=lambda page: len(texts[page])), next(page for page in reference if page.name == "index.html"),
                  max(reference, key=lambda page: texts[page].count("class=\"fields\""))]
    found += [page for page in guides if "comparison" in page.name] + [site / "404.html"]
    return list(dict.fromkeys(str(page.relative_to(site)) for page in found))


def look_at_all(checker, browser, pages):
    checker.sizes()
    checker.titles()
    for path in pages:
        checker.look(browser, path)


def use(checker, browser, pages):
    rich = max(pages, key=lambda page: (checker.site / page).read_text().count("hidden-code"))
    for path in dict.fromkeys([pages[0], *pages[-2:]]):
        checker.keyboard(browser, path)
        checker.search(browser, path, os.environ.get("SEARCH", "the"))
    for answer in Path(__file__).with_name("answers.txt").read_text().splitlines():
        checker.answer(browser, pages[0], *answer.split("="))
    checker.theme(browser, rich)
    checker.without_script(browser, rich)
    checker.hidden_lines(browser, rich)
    checker.headings(browser, rich)
    checker.copies(browser, rich)
    checker.printed(browser, rich)
    for path in pages:
        if 'class="members"' in (checker.site / path).read_text():
            checker.folds(browser, path)


def check(part, site, screenshots, program, pages):
    """The problems that `part` finds."""
    checker = Checker(site, screenshots)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        part(checker, browser, pages)
        browser.close()
    return checker.problems


def main():
    site = Path(sys.argv[1]).resolve()
    screenshots = Path(sys.argv[3]).resolve() if len(sys.argv) > 3 and sys.argv[2] == "--screenshots" else None
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
    program = next((found for found in map(shutil.which, ["chromium", "chromium-browser", "google-chrome"]) if found), None)
    if not program:
        sys.exit("check-site: no Chromium found; install it, as with 'apt-get install chromium'")
    start = time.time()
    pages = chosen(site)
    # Each in a process with a browser of its own.
    with ProcessPoolExecutor() as pool:
        parts = [pool.submit(check, part, site, screenshots, program, pages) for part in [look_at_all, use]]
        problems = dict.fromkeys(problem for part in parts for problem in part.result())
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages looked at in {time.time() - start:.0f} s, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
