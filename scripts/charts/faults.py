"""What became of provoked faults: docs/reliability.md."""

from charts.parts import Section, details, figure, panels, paragraph, plural, source, table
from charts.svg import Chart, Scale
from charts.tables import Document

PATH = "docs/reliability.md"
# Rows whose names end so make a group of their own.
GROUPS = [(", library", "While the library works"), (", commands", "While a command runs")]
OTHERS = "Drivers, files and callers"


def grouped(rows):
    groups = {OTHERS: [], **{heading: [] for _, heading in GROUPS}}
    for row in rows:
        for ending, heading in GROUPS:
            if row[0].endswith(ending):
                groups[heading].append((row[0].removesuffix(ending), row))
                break
        else:
            groups[OTHERS].append((row[0], row))
    return groups


def chart_of(shown, heading, rows, scale):
    tried, lost = shown.column("tried"), shown.column("lost")
    chart = Chart("faults-" + heading.split()[-1], heading, "The number of faults tried and lost; the table has them.", 0, 104)
    for place, (name, row) in enumerate(rows):
        y = 10 + place * 42
        kind = "win" if shown.number(row, lost) == 0 else "loss"
        chart.name_row(y, name[0].upper() + name[1:])
        chart.label(1, y, f"{row[lost]} lost", "strong", dx=104, anchor="end")
        share = scale(shown.number(row, tried))
        chart.line(0, 1, y + 16, "lane")
        chart.line(0, share, y + 16, "stem")
        chart.dot(share, y + 16, 5, kind, f"{row[0]}: {row[tried]} tried, {row[lost]} lost")
        chart.label(1, y + 16, f"{row[tried]} tried", "soft", dx=104, anchor="end")
    chart.y = len(rows) * 42 - 10
    return figure(chart, heading)


def section():
    document = Document(PATH)
    shown = document.table("fault", "tried", "survived", "lost")
    tried, survived, lost = (int(sum(shown.number(row, shown.column(name)) for row in shown.rows))
                             for name in ("tried", "survived", "lost"))
    most = max(shown.number(row, shown.column("tried")) for row in shown.rows)
    scale = Scale(1, most, logarithmic=True)
    kinds = len(shown.rows)
    result = "nothing was lost" if lost == 0 and survived == tried else f"{lost:,} were lost"
    meaning = document.find(r"\*Survived\* means:\s*(.*?)\. Everything", "what survived means")
    loss = document.find(r"Everything else is \*lost\*:\s*(.*?)\.", "what lost means")
    return Section(
        "faults", "Faults", f"{plural(kinds, 'kind')} of fault, tried {tried / 1e6:.1f} million times: {result}", [
            paragraph(f"A fault leads to {meaning}. Lost would be {loss}. The lines show, on a "
                      "logarithmic scale, how often each was tried."),
            panels([chart_of(shown, heading, rows, scale) for heading, rows in grouped(shown.rows).items()], "three"),
            details("The figures as a table", [table(shown, "Faults tried, survived and lost")]),
            source(document, document.find(r"^(Made at .*?)\.", "where it was made"), "scripts/torture full BUILD"),
        ], (f"{lost:,} lost", f"of {tried / 1e6:.1f} million cases, of {plural(kinds, 'kind')} of fault. Lost would be "
            f"{loss}."))
