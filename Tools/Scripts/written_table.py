"""Tables in pages that a command writes."""
from pathlib import Path


def write_table(page, name, table):
    """Puts `table` between the comments that tell where the table of that name begins and ends."""
    path = Path(page)
    start, end = f"<!-- begin of {name} -->\n", f"<!-- end of {name} -->"
    head, rest = path.read_text().split(start)
    path.write_text(head + start + "\n" + table + "\n\n" + end + rest.split(end)[1])
