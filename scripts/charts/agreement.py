"""Where the published digests hold: docs/conformance.md and the list of cases."""

from charts.parts import Section, details, figure, image, panels, paragraph, source, table
from charts.svg import ROW_PX, Chart, Scale
from charts.tables import Document, Table, fail

PATH = "docs/conformance.md"
LIST = "docs/conformance/list-3.txt"
EQUAL = "equal"


def published_cases():
    """The number of cases of each operation in the list of digests, whose first line says how many there are."""
    lines = Document(LIST).text.splitlines()
    counts = {}
    for line in lines[1:]:
        operation = line.split("  ", 2)[2].partition(":")[0]
        counts[operation] = counts.get(operation, 0) + 1
    if f", {sum(counts.values())} cases" not in lines[0]:
        fail(LIST, "its first line says another number of cases")
    return counts


def matrix(shown):
    chart = Chart("platforms", "Where the digests are equal", "The table has the same.", 216, 6)
    columns = [(shown.column(f"{depth} bits"), share, depth) for depth, share in ((16, .25), (8, .8))]
    for _, share, depth in columns:
        chart.label(share, 10, f"{depth} bits", "soft", anchor="middle")
    for place, row in enumerate(shown.rows):
        y = 34 + place * 27
        chart.name_row(y, row[0].replace("`", ""))
        for column, share, depth in columns:
            if row[column] == EQUAL:
                chart.dot(share, y, 7, "win", f"{row[0]}, {depth} bits: equal")
            else:
                chart.label(share, y, "–", "soft", anchor="middle")
    chart.y = 34 + len(shown.rows) * 27 - 12
    return figure(chart, "Where they are equal (– not checked)")


def bars(counts):
    chart = Chart("cases", "Published results of each operation", "One bar for each operation.", 112, 34)
    scale = Scale(0, max(counts.values()))
    for place, (operation, count) in enumerate(sorted(counts.items(), key=lambda entry: -entry[1])):
        y = 10 + place * ROW_PX
        chart.name_row(y, operation)
        chart.bar(0, scale(count), y, 12, "own", f"{operation}: {count} results")
        chart.label(scale(count), y, count, dx=6)
    chart.y = len(counts) * ROW_PX + 2
    return figure(chart, "Published results of each operation")


def section():
    document = Document(PATH)
    shown = document.table("where", "16 bits", "8 bits")
    counts = published_cases()
    total = sum(counts.values())
    for row in shown.rows:
        if not set(row[1:]) <= {EQUAL, "-"}:
            fail(PATH, f'"{row[0]}" is neither {EQUAL} nor -')
    rings = image("docs/images/agreement.png", "A ring chart scaled to a quarter on the CPU, on OpenCL, and the "
                    "difference of the two: black")
    checked = sum(cell == EQUAL for row in shown.rows for cell in row[1:])
    return Section(
        "agreement", "Same pixels", f"The same pixels, bit for bit: {total:,} published results, equal wherever they were "
        "checked", [
            paragraph("The SHA-256 of each result is published. `lodestone conform` computes them again, on the CPU and on "
                      "every device of a machine, in ten seconds with a GPU."),
            panels([f"<div>{matrix(shown)}{rings}</div>", bars(counts)]),
            details("The figures as tables", [
                table(shown, "Where the published digests hold"),
                table(Table(PATH, ["operation", "results"], [[name, str(count)] for name, count in counts.items()]),
                      "Published results of each operation")]),
            source(document, "Checked on these CPUs and devices", "lodestone conform"),
        ], (f"{total:,}", f"results are published, and equal bit for bit in all {checked} checks, on CPUs and devices."))
