"""Whole programs, beside others that do the same: docs/performance/cpu.md."""

from charts.cpu import OWN, Machine, PAGES
from charts.parts import Section, details, figure, panels, paragraph, table
from charts.svg import Chart, Scale
from charts.tables import number

DEPTHS = (16, 8)
# Column, unit, heading of its chart.
MEASURES = [("milliseconds", "ms", "Time from start to exit"), ("peak MiB", "MiB", "Most memory in use")]


def program_of(row):
    return row[0].partition(": ")[2]


def bars(shown, column, unit, heading):
    chart = Chart(column.replace(" ", "-"), f"Whole programs, {column}", "A bar for each program; the table has them.", 112, 66)
    index = shown.column(column)
    scale = Scale(0, max(shown.number(row, index) for row in shown.rows))
    for place, row in enumerate(shown.rows):
        y = 12 + place * 24
        program, value, end = program_of(row), row[index].split()[0], scale(shown.number(row, index))
        kind, weight = ("own", "strong") if program == OWN else ("peer", "")
        chart.name_row(y, program, weight)
        chart.bar(0, end, y, 14, kind, f"{program}: {value} {unit}")
        chart.label(end, y, f"{value} {unit}", weight, dx=6)
    chart.y = len(shown.rows) * 24
    return figure(chart, heading)


def section():
    machine = Machine(*PAGES[0])
    tables = {depth: machine.document.section(f"Whole process, Lodestone of {depth} bits").table("whole process", "peak MiB")
              for depth in DEPTHS}
    shown = tables[DEPTHS[0]]
    own = next(row for row in shown.rows if program_of(row) == OWN)
    ms, mib = (shown.column(column) for column, _, _ in MEASURES)
    best = min((row for row in shown.rows if row is not own), key=lambda row: number(row[ms]))
    time, other_time = (f"{number(row[ms]):g}" for row in (own, best))
    return Section(
        "programs", "Whole program", f"Reducing a JPEG file to 25% takes {time} ms; {program_of(best)} takes {other_time}", [
            paragraph(f"A whole process: start, decoding, resizing, encoding and exit; {DEPTHS[0]} bits, the threads that each "
                      "program starts by default."),
            panels([bars(shown, *measure) for measure in MEASURES]),
            details("The figures as tables",
                    [table(tables[depth], f"Whole programs, Lodestone of {depth} bits", [0, ms, mib]) for depth in DEPTHS]),
            machine.source(),
        ], (f"{time} ms", f"for a JPEG file to 25%, from start to exit, in {own[mib]} MiB. {program_of(best)} takes "
            f"{other_time} ms and {best[mib]} MiB."))
