"""What the documents say: their sections, tables and sentences. Every figure of the page comes from here."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def fail(place, why):
    sys.exit(f"page: {place}: {why}")


def number(cell):
    """The number that a cell begins with: 24.6 of "24.6 ±3%", 2500 of "2,500"; None of "-" and of an empty one."""
    match = re.match(r"[\d,]*\.?\d+", cell)
    return float(match.group().replace(",", "")) if match else None


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


class Table:
    def __init__(self, place, columns, rows):
        self.place, self.columns, self.rows = place, columns, rows
        for row in self.rows:
            if len(row) != len(self.columns):
                fail(place, f"the row {row[0]} has {len(row)} cells, and the table {len(self.columns)} columns")

    def column(self, name, nth=0):
        """The index of the column; where several have this name, of the nth of them."""
        found = [index for index, column in enumerate(self.columns) if column == name]
        if len(found) <= nth:
            fail(self.place, f'the table of {self.columns[0] or self.columns[1]} has no column "{name}"')
        return found[nth]

    def row(self, name):
        for row in self.rows:
            if row[0] == name:
                return row
        fail(self.place, f'no row "{name}"')

    def number(self, row, column):
        value = number(row[column])
        if value is None:
            fail(self.place, f'no number for "{row[0]}" in the column "{self.columns[column]}"')
        return value


class Document:
    """A file of the repository, or a section of one."""

    def __init__(self, path, text=None, heading=""):
        self.path = path
        self.place = f"{path}, {heading}" if heading else path
        if text is None:
            try:
                text = (ROOT / path).read_text(encoding="utf-8")
            except OSError as error:
                fail(path, error.strerror)
        self.text = text

    def section(self, heading):
        """From a heading to the next of its level or above."""
        match = re.search(rf"^(#+) {re.escape(heading)}\n", self.text, re.M)
        if not match:
            fail(self.place, f'no heading "{heading}"')
        rest = self.text[match.end():]
        end = re.search(rf"^#{{1,{len(match.group(1))}}} ", rest, re.M)
        return Document(self.path, rest[:end.start()] if end else rest, heading)

    def blocks(self):
        return [block.strip("\n") for block in re.split(r"\n\s*\n", self.text) if block.strip()]

    def table(self, *columns):
        """The first table that has all of these columns."""
        return self.table_and_lead(*columns)[0]

    def table_and_lead(self, *columns):
        """Likewise, and the paragraph before it."""
        lead = ""
        for block in self.blocks():
            lines = [line for line in block.splitlines() if line.startswith("|")]
            if len(lines) > 2 and set(columns) <= set(cells(lines[0])):
                return Table(self.place, cells(lines[0]), [cells(line) for line in lines[2:]]), " ".join(lead.split())
            lead = block
        fail(self.place, f"no table with the columns {', '.join(columns)}")

    def find(self, pattern, what):
        """What the first group of a pattern matches, on one line."""
        match = re.search(pattern, self.text, re.M | re.S)
        if not match:
            fail(self.place, f"does not say {what}")
        return " ".join(match.group(1).split())

    def command(self, text):
        """A command, which the document has to state."""
        if text not in self.text:
            fail(self.place, f"does not state the command {text}")
        return text


def date_in(place, text):
    match = re.search(r"\d{4}-\d\d-\d\d", text)
    return match.group() if match else fail(place, f"no date in: {text}")
