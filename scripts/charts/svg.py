"""Charts as SVG. They are as wide as the page lets them be, with text of one size: the element is as wide as the scale,
places on it are in per cent, and what is written beside it has a margin of fixed width."""

import html
import math

ROW_PX = 18
FONT_CAP_PX = 4  # from the middle of a line of text to its baseline


def escape(text):
    return html.escape(str(text), quote=True)


def percent(share):
    return f"{100 * share:.2f}%"


class Scale:
    """Shares of the width for values from low to high, linear or logarithmic."""

    def __init__(self, low, high, logarithmic=False):
        self.low, self.high, self.logarithmic = low, high, logarithmic

    def __call__(self, value):
        if self.logarithmic:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


class Chart:
    def __init__(self, name, title, description, left_px, right_px):
        self.name, self.title, self.description = name, title, description
        self.left_px, self.right_px = left_px, right_px
        self.y = 0
        self.parts = []

    def name_row(self, y, text, kind=""):
        """In the left margin."""
        self.parts.append(f'<text x="{-self.left_px}" y="{y + FONT_CAP_PX}"{klass(kind)}>{escape(text)}</text>')

    def label(self, share, y, text, kind="", dx=0, anchor="start"):
        moved = f' dx="{dx}"' if dx else ""
        self.parts.append(f'<text x="{percent(share)}" y="{y + FONT_CAP_PX}"{moved}{klass(kind)}{ends(anchor)}>'
                          f'{escape(text)}</text>')

    def bar(self, start, end, y, height, kind, tip):
        self.parts.append(f'<rect x="{percent(start)}" y="{y - height / 2:g}" width="{percent(end - start)}" '
                          f'height="{height}"{klass("mark " + kind)}><title>{escape(tip)}</title></rect>')

    def dot(self, share, y, radius, kind, tip):
        self.parts.append(f'<circle cx="{percent(share)}" cy="{y}" r="{radius}"{klass("mark " + kind)}>'
                          f'<title>{escape(tip)}</title></circle>')

    def line(self, start, end, y, kind):
        self.parts.append(f'<line x1="{percent(start)}" y1="{y}" x2="{percent(end)}" y2="{y}"{klass(kind)}/>')

    def cut(self, share, y, height):
        """Marks a bar that is longer than the chart is wide."""
        half = height / 2 + 2
        self.parts.append(f'<svg x="{percent(share)}" y="{y - half:g}" overflow="visible">'
                          f'<path d="M-14 {2 * half:g}l6 {-2 * half:g}"{klass("cut")}/></svg>')

    def grid(self, scale, ticks, top, bottom):
        """Lines through the chart, first of all, so that everything else lies on them."""
        lines = [f'<line x1="{percent(scale(value))}" y1="{top}" x2="{percent(scale(value))}" y2="{bottom}"'
                 f'{klass(kind or "grid")}><title>{escape(name)}</title></line>' for value, name, kind in ticks]
        self.parts[:0] = lines
        for value, name, _ in ticks:
            self.label(scale(value), bottom + 12, name, "soft", anchor="middle")

    def svg(self):
        return "\n".join([
            f'<svg class="chart" role="img" height="{self.y:g}" aria-labelledby="{self.name}-t" '
            f'aria-describedby="{self.name}-d" '
            f'style="margin-left:{self.left_px}px;width:calc(100% - {self.left_px + self.right_px}px)">',
            f'<title id="{self.name}-t">{escape(self.title)}</title>',
            f'<desc id="{self.name}-d">{escape(self.description)}</desc>', *self.parts, "</svg>"])


def klass(name):
    return f' class="{name}"' if name else ""


def ends(anchor):
    return "" if anchor == "start" else f' text-anchor="{anchor}"'
