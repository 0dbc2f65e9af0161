"""Pages of about 4.5 KB of Markdown with made-up words, the same in every run."""
import os
import random
import time

SYLLABLES = "stream value time order test clock queue merge zip map send wait done late early sync list tick hold next".split()


class Words:
    """Text of made-up words, the same in every run."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def word(self):
        return "".join(self.random.choices(SYLLABLES, k=self.random.choice([1, 1, 1, 2, 2, 3])))

    def words(self, count):
        return " ".join(self.word() for _ in range(count))

    def sentence(self):
        text = self.words(self.random.randint(6, 18)).capitalize()
        kind = self.random.random()
        if kind < 0.15:
            text += f" `{self.word()}(_:)` " + self.words(3)
        elif kind < 0.25:
            text += f" **{self.word()}** " + self.words(2)
        return text + "."

    def paragraph(self):
        return " ".join(self.sentence() for _ in range(self.random.randint(2, 5)))


def page(number, count):
    """About 4.5 KB of Markdown, as a guide has it."""
    words = Words(number)
    near = [(number * 7 + step) % count for step in (3, 11, 29)]
    links = ", ".join(f"[{words.words(2)}](../part-{other // 100:03}/page-{other:05}.md#usage)" for other in near)
    sections = []
    for title in ("Usage", "Details"):
        code = "\n".join([
            "import Streams", "", f"// {words.words(5)}", f"let {words.word()} = PassthroughSubject<Int, Never>()",
            "let subscription = subject", "  .filter { $0 % 2 == 0 }", f"  .map {{ \"{words.word()} \\($0 * {number % 90})\" }}",
            "  .sink { print($0) }", f"for number in 1...{number % 9 + 2} {{ subject.send(number) }}"])
        items = "\n".join(f"- {words.sentence()}" for _ in range(3))
        sections.append(f"## {title}\n\n{words.paragraph()}\n\n```swift\n{code}\n```\n\n{items}\n\n{words.paragraph()}\n")
    table = "| Name | Meaning |\n| --- | --- |\n" + "\n".join(f"| `{words.word()}` | {words.words(5)} |" for _ in range(5))
    return (f"# {words.words(3).capitalize()} {number}\n\n{words.paragraph()}\n\nSee {links}.\n\n" + "\n".join(sections)
            + f"\n> [!NOTE]\n> {words.sentence()}\n\n### Table\n\n{table}\n\n{words.paragraph()}\n\n{words.paragraph()}\n")


def corpus(folder, count):
    for number in range(count):
        path = folder / f"part-{number // 100:03}" / f"page-{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(number, count))
    (folder / "index.md").write_text("# Home\n\nMade-up pages.\n")
    old = time.time() - 1000
    for path in folder.rglob("*.md"):
        os.utime(path, (old, old))
