"""Parts of the page: paragraphs, figures, tables, and where figures come from."""

import dataclasses
import posixpath
import re

from charts.svg import escape
from charts.tables import ROOT, fail, number

PAGE = "docs/index.html"


@dataclasses.dataclass
class Section:
    name: str
    menu: str  # its name in the list at the top
    heading: str  # what its charts show
    parts: list
    highlight: tuple  # for the top of the page: a figure, and what it is


def href(path):
    """A link to a file of the repository, perhaps with a place in it."""
    if not (ROOT / path.partition("#")[0]).exists():
        fail(PAGE, f"a link to {path}, which does not exist")
    return posixpath.relpath(path, posixpath.dirname(PAGE))


def link(path, text):
    return f'<a href="{escape(href(path))}">{prose(text)}</a>'


def prose(text):
    """Text in which `this` is code. Lines do not end between a number and its unit."""
    text = re.sub(r"(?<=\d) (?=(ms|s|MiB|million|megapixels|bits)\b)", "\N{NO-BREAK SPACE}", escape(text))
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", text)


def paragraph(text, kind=""):
    return f'<p class="{kind}">{prose(text)}</p>' if kind else f"<p>{prose(text)}</p>"


def subheading(text):
    return f"<h3>{prose(text)}</h3>"


def figure(chart, caption=""):
    heading = f"<figcaption>{prose(caption)}</figcaption>\n" if caption else ""
    return f"<figure>\n{heading}{chart.svg()}\n</figure>"


def image(path, caption):
    return f'<figure class="image"><img src="{href(path)}" alt="{escape(caption)}">' \
           f"<p>{prose(caption)}</p></figure>"


def panels(figures, kind=""):
    name = f"panels {kind}".strip()
    return f'<div class="{name}">\n' + "\n".join(figures) + "\n</div>"


def source(document, measured, command):
    """Where it was measured, by which command, and the document that has all of it."""
    return f'<p class="source">{prose(measured)}, by <code>{escape(document.command(command))}</code>; more in ' \
           f"{link(document.path, posixpath.basename(document.path))}</p>"


def details(summary, tables):
    return f"<details>\n<summary>{prose(summary)}</summary>\n" + "\n".join(tables) + "\n</details>"


def table(shown, caption, columns=None):
    """A table of a document; of some of its columns, by their index."""
    chosen = columns or range(len(shown.columns))
    numeric = {index for index in chosen if index > 0 and all(number(row[index]) is not None or row[index] in ("", "-")
                                                              for row in shown.rows)}

    def cell(tag, index, text):
        scope = "" if tag == "td" else ' scope="col"' if text is shown.columns[index] else ' scope="row"'
        return f'<{tag}{scope}{" class=n" if index in numeric else ""}>{prose(text)}</{tag}>'

    head = "".join(cell("th", index, shown.columns[index]) for index in chosen)
    rows = ["<tr>" + "".join(cell("th" if index == 0 else "td", index, row[index]) for index in chosen) + "</tr>"
            for row in shown.rows]
    return f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}">\n<table>\n' \
           f"<caption>{prose(caption)}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n" + \
           "\n".join(rows) + "\n</tbody>\n</table>\n</div>"


def plural(count, word):
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
