"""Speed on CPUs, beside other libraries: docs/performance/cpu.md and cpu-amd.md."""

import dataclasses
import statistics

from charts.parts import Section, details, figure, panels, paragraph, source, subheading, table
from charts.svg import ROW_PX, Chart, Scale
from charts.tables import Document, date_in, number

PAGES = [("docs/performance/cpu.md", "make bench && make bench-docs"),
         ("docs/performance/cpu-amd.md", "make bench && make bench-docs BENCH_PAGE=cpu-amd")]
DEPTHS = (16, 8)
OWN = "Lodestone"
ANCESTOR = "GraphicsMagick"
# Columns behind those of the libraries that ran.
ESTIMATE = "fast_image_resize elsewhere / by memcpy"
# Those shown in milliseconds; the tables have all.
SHOWN = ["Lanczos to 25%", "Scale (area) to 25%", "Blur, sigma 2, 13 taps", "Convolution, 5 x 5", "Median, 3 x 3"]
CUT = 8  # bars end at this multiple of Lodestone's time
TICKS = (3, 10, 30, 100)  # multiples below the dots


@dataclasses.dataclass
class Run:
    """The operations of one machine at one depth, on one thread."""

    machine: str
    depth: int
    table: object
    name: str

    def title(self):
        return f"{self.machine}, {self.depth} bits"

    def libraries(self):
        return self.table.columns[2:self.table.column(ESTIMATE)]

    def ratios(self, library):
        """Operation, times as long as Lodestone's."""
        own, other = self.table.column(OWN), self.table.column(library)
        return [(row[0], number(row[other]) / self.table.number(row, own), row[other], row[own])
                for row in self.table.rows if number(row[other]) is not None]

    def times(self, operation):
        """Each library's time of an operation, Lodestone's first."""
        row = self.table.row(operation)
        named = [(name, row[self.table.column(name)]) for name in [OWN] + self.libraries()]
        return [(name, cell) for name, cell in named if number(cell) is not None]


class Machine:
    def __init__(self, path, command):
        self.document = Document(path)
        self.command = command
        self.facts = self.document.find(r"<!-- results -->\n(.*?)\n", "what it was measured on")
        self.name = self.facts.split(",")[0].replace("(R)", "").replace(" Processor", "").strip()
        date_in(path, self.facts)
        self.runs = [Run(self.name, depth, self.table(depth), f"{self.name.split()[0].lower()}-{depth}")
                     for depth in DEPTHS]

    def table(self, depth):
        return self.document.section(f"{depth} bits, 1 thread").table(OWN, ESTIMATE)

    def source(self):
        return source(self.document, "Measured on " + self.facts.rstrip("."), self.command)


def scale_of(ratios):
    """The same for all machines."""
    return Scale(min(.5, *ratios), 1.2 * max(TICKS[-1], *ratios), logarithmic=True)


def strips(run, scale):
    """A row of dots for each library: how many times as long it takes for each operation."""
    libraries = run.libraries()
    all_ratios = [ratio for library in libraries for _, ratio, _, _ in run.ratios(library)]
    chart = Chart(f"ratios-{run.name}", f"Time relative to Lodestone, {run.title()}",
                  f"{len(all_ratios)} comparisons, of which Lodestone is faster in {wins(all_ratios)}; the table has them.",
                  122, 14)
    row_px = 40
    for place, library in enumerate(libraries):
        ratios = run.ratios(library)
        y = 22 + place * row_px
        chart.name_row(y - 8, library, "strong")
        chart.name_row(y + 8, f"median {times(statistics.median(ratio for _, ratio, _, _ in ratios))}", "soft")
        for operation, ratio, theirs, own in ratios:
            tip = f"{operation}: {library} {theirs} ms, Lodestone {own} ms"
            chart.dot(scale(ratio), y, 5, "win" if ratio > 1 else "loss", tip)
    bottom = 22 + len(libraries) * row_px - row_px / 2
    chart.grid(scale, [(1, "equal", "even")] + [(value, f"{value}×", "") for value in TICKS], 4, bottom)
    chart.y = bottom + 24
    return figure(chart, run.title())


def bars(run):
    chart = Chart(f"times-{run.name}", f"Milliseconds for an operation, {run.title()}",
                  "The time of each library; the table has them.", 112, 74)
    scale = Scale(0, CUT)
    y = -10
    for operation in SHOWN:
        y += 20
        chart.name_row(y, operation, "strong")
        y += 4
        entries = run.times(operation)
        own = number(entries[0][1])
        for library, cell in entries:
            y += ROW_PX
            ratio = number(cell) / own
            value = cell.split()[0]
            kind = "strong" if library == OWN else ""
            chart.name_row(y, library, kind)
            chart.bar(0, scale(min(ratio, CUT)), y, 12, "own" if library == OWN else "peer",
                      f"{operation}: {library} {value} ms")
            if ratio > CUT:
                chart.cut(scale(CUT), y, 12)
            chart.label(scale(min(ratio, CUT)), y, f"{value} ms", kind, dx=6)
        y += 10
    chart.y = y
    return figure(chart, run.title())


def wins(ratios):
    return sum(ratio > 1 for ratio in ratios)


def times(ratio):
    return f"{ratio:.2g}×" if ratio < 10 else f"{ratio:.0f}×"


def estimates(runs):
    """In how many operations the lower estimate for fast_image_resize is below Lodestone's time, and of how many."""
    faster, count = 0, 0
    for run in runs:
        index, own = run.table.column(ESTIMATE), run.table.column(OWN)
        for row in run.table.rows:
            if number(row[index]) is not None:
                count += 1
                faster += min(number(part.strip()) for part in row[index].split("/")) < run.table.number(row, own)
    return faster, count


def section():
    machines = [Machine(*page) for page in PAGES]
    runs = [run for machine in machines for run in machine.runs]
    ratios = [ratio for run in runs for library in run.libraries() for _, ratio, _, _ in run.ratios(library)]
    return Section("cpu", "CPU", f"On the CPU, Lodestone is faster in {wins(ratios)} of {len(ratios)} comparisons with other "
                   "libraries", relative(runs, scale_of(ratios)) + absolute(machines[0].document, runs) +
                   [details("All operations, as tables",
                            [table(run.table, f"Milliseconds on one thread, {run.title()}",
                                   range(run.table.column(ESTIMATE) + 1)) for run in runs])] +
                   [machine.source() for machine in machines], highlight(machines[0].document, runs[0]))


def relative(runs, scale):
    faster, count = estimates(runs)
    return [paragraph("Each dot is one operation on one thread: how many times as long the other library takes. Dots to the "
                      "right of the line are those in which Lodestone is faster; rings to the left, those in which it is "
                      "slower."),
            panels([strips(run, scale) for run in runs]),
            paragraph(f"Not in the charts: fast_image_resize, which did not run on these machines. By its figures from "
                      f"another one it would be faster in {faster} of {count} operations.", "soft")]


def absolute(document, runs):
    own, best, _ = leaders(runs[0])
    shown, hidden = ([bars(run) for run in runs if run.depth == depth] for depth in DEPTHS)
    return [subheading(f"{SHOWN[0]} of {megapixels(document)} megapixels takes {own} ms, where {best[0]} takes {best[1]}"),
            paragraph(f"Milliseconds, {DEPTHS[0]} bits, one thread. Bars that are cut off are more than {CUT} times as long "
                      "as Lodestone's."),
            panels(shown),
            details(f"The same at {DEPTHS[1]} bits", [panels(hidden)])]


def leaders(run):
    """Lodestone's time of the first operation that is shown; name and time of the best other library and of the ancestor."""
    own, *others = [(name, cell.split()[0]) for name, cell in run.times(SHOWN[0])]
    return own[1], min(others, key=lambda entry: number(entry[1])), next(other for other in others if other[0] == ANCESTOR)


def highlight(document, run):
    own, best, ancestor = leaders(run)
    return f"{own} ms", f"{SHOWN[0]} of {megapixels(document)} megapixels, {run.depth} bits, one thread. {best[0]} takes " \
                        f"{best[1]}, {ancestor[0]} {ancestor[1]}."


def megapixels(document):
    columns, rows = document.find(r"^Image: .*?, (\d+ x \d+)", "how large the image was").split(" x ")
    return f"{int(columns) * int(rows) / 1e6:.0f}"
