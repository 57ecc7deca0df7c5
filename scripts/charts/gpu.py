"""Kernels and first calls on a GPU: docs/performance/gpu.md."""

from charts.parts import Section, details, figure, panels, paragraph, source, table
from charts.svg import Chart, Scale
from charts.tables import Document, date_in, fail, number

PATH = "docs/performance/gpu.md"
COMMAND = "scripts/gpu-report BUILD"
HEADING = "NVIDIA H100"
BEFORE = ", before"


def is_latest(row):
    return not row[0].endswith(BEFORE)


class Kernels:
    """Times of kernels beside those of NPP, of one depth."""

    def __init__(self, shown, depth, nth):
        own = shown.column(f"{depth} bits")
        peer = shown.column("NPP", nth)
        self.depth = depth
        # The latest figures of each operation: where only earlier ones were measured at this depth, those.
        latest = {row[0].removesuffix(BEFORE): row for row in sorted(shown.rows, key=is_latest)
                  if number(row[own]) is not None}
        order = dict.fromkeys(row[0].removesuffix(BEFORE) for row in shown.rows)
        self.rows = [(name, latest[name][own], latest[name][peer]) for name in order if name in latest]
        self.earlier = [name for name, row in latest.items() if not is_latest(row)]

    def won(self):
        return sum(number(own) < number(peer) for _, own, peer in self.rows)

    def longest(self):
        return max(number(cell) for row in self.rows for cell in row[1:])

    def figure(self, scale):
        chart = Chart(f"kernels-{self.depth}", f"Milliseconds of kernels on resident images, {self.depth} bits",
                      "Two bars for each operation, Lodestone's and NPP's; the table has them.", 122, 60)
        for place, (name, own, peer) in enumerate(self.rows):
            y = 10 + place * 42
            chart.name_row(y + 8, name)
            for offset, library, cell, kind in ((0, "Lodestone", own, "own"), (16, "NPP", peer, "peer")):
                end = scale(number(cell))
                chart.bar(0, end, y + offset, 13, kind, f"{name}: {library} {cell} ms")
                named = f" {library}" if place == 0 else ""
                chart.label(end, y + offset, cell + named, "strong" if kind == "own" else "", dx=6)
        chart.y = len(self.rows) * 42
        return figure(chart, f"{self.depth} bits, milliseconds")


def earlier(depths):
    return "".join(f" At {depth.depth} bits, {' and '.join(depth.earlier)} are from before their last change."
                   for depth in depths if depth.earlier)


def span(values, digits=2):
    low, high = (f"{value:.{digits}g}" for value in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def machine(part, date):
    facts = part.find(r"\A\s*(.*?);", "which machine it is")
    return f"Measured on an NVIDIA {facts}; {date}"


def kernels():
    document = Document(PATH)
    part = document.section(HEADING)
    shown, lead = part.table_and_lead("16 bits", "NPP", "ratio")
    depths = [Kernels(shown, 16, 0), Kernels(shown, 8, 1)]
    won, count = sum(depth.won() for depth in depths), sum(len(depth.rows) for depth in depths)
    calls = part.table("pinned, 16 bits", "pinned / floor")
    pinned = [calls.number(row, calls.column("pinned, 16 bits")) for row in calls.rows]
    floors = [calls.number(row, calls.column("pinned / floor")) for row in calls.rows]
    scale = Scale(0, max(depth.longest() for depth in depths))
    first = depths[0].rows[0]
    return Section(
        "gpu", "GPU", f"On an H100, kernels are faster than NVIDIA's own library in {won} of {count} comparisons", [
            paragraph("NVIDIA Performance Primitives (NPP) did the same work in the same run, on images in the memory "
                      "of the device."),
            panels([depth.figure(scale) for depth in depths]),
            paragraph(lead.rpartition(". ")[2].rstrip(":") + "." + earlier(depths), "soft"),
            paragraph(f"In an earlier run, calls from host memory to host memory took {span(pinned)} ms at 16 bits: "
                      f"{span(floors, 3)} times what the link alone needs for the pixels."),
            details("The figures as tables", [
                table(shown, "Milliseconds of kernels on resident images, Lodestone and NPP"),
                table(calls, "Milliseconds from host memory to host memory")]),
            source(document, machine(part, date_in(PATH, lead)), COMMAND),
        ], (f"{first[1]} ms", f"{first[0]} on an H100, pixels in its memory. NPP takes {first[2]}."))


def bars_of_first_calls(name, caption, rows, scale, named):
    chart = Chart(name, "Milliseconds of first calls",
                  "For each operation the first call ever, of which a part is compiling, and the first call of a later "
                  "process; the table has them.", 0, 40)
    for place, (operation, (ever, compiling, process, _), said) in enumerate(rows):
        y = 10 + place * 60
        ever_is, process_is = named if place == 0 else ("", "")
        chart.name_row(y, operation, "strong")
        chart.label(1, y, f"later calls {said[3]} ms", "soft", dx=40, anchor="end")
        chart.bar(0, scale(compiling), y + 17, 13, "compile", f"{operation}: compiling {said[1]} ms")
        chart.bar(scale(compiling), scale(ever), y + 17, 13, "own", f"{operation}: first call ever {said[0]} ms")
        chart.label(scale(ever), y + 17, said[0] + ever_is, dx=6)
        chart.bar(0, scale(process), y + 33, 13, "peer", f"{operation}: first call of a process {said[2]} ms")
        chart.label(scale(process), y + 33, said[2] + process_is, dx=6)
    chart.y = len(rows) * 60 - 10
    return figure(chart, caption)


def first_calls():
    document = Document(PATH)
    part = document.section(HEADING)
    shown, lead = part.table_and_lead("first call ever", "compile", "first of a process")
    columns = [shown.column(name) for name in ("first call ever", "compile", "first of a process", "pageable")]
    rows = [(row[0], [shown.number(row, index) for index in columns], [row[index] for index in columns])
            for row in shown.rows]
    for name, (ever, compiling, process, later), _ in rows:
        if not later < process < ever or compiling > ever:
            fail(part.place, f'"{name}": first calls should take longer than later ones')
    scale = Scale(0, max(values[0] for _, values, _ in rows))
    half = (len(rows) + 1) // 2
    evers, processes, laters = ([values[index] for _, values, _ in rows] for index in (0, 2, 3))
    heading = f"On an H100, the first call ever takes {span([value / 1000 for value in evers])} s, the first of a process " \
              f"{span([value / 1000 for value in processes])} s, and those after it {span(laters)} ms"
    return Section(
        "first-call", "First call", heading, [
            paragraph("The first call ever opens the driver and compiles kernels for the device, which later processes "
                      "find in a cache: the left part of its bars, in another colour, is compiling. In mode `auto`, the CPU "
                      "works meanwhile, and no call waits."),
            panels([bars_of_first_calls("first-calls", "Milliseconds", rows[:half], scale,
                                        (" first call ever", " first call of a later process")),
                    bars_of_first_calls("more-first-calls", "Milliseconds, other operations", rows[half:], scale, ("", ""))]),
            details("The figures as a table", [table(shown, "Milliseconds of calls on an H100, 16 bits")]),
            source(document, machine(part, date_in(PATH, lead)), COMMAND),
        ], None)
