"""The whole page."""

import pathlib
import re

from charts import agreement, cpu, faults, gpu, programs
from charts.parts import link, prose
from charts.svg import escape
from charts.tables import Document, fail

STYLE = pathlib.Path(__file__).with_name("style.css")

READ_ON = [
    ("README.md", "Build it, and a first program"),
    ("docs/performance.md", "Performance: how it is measured, and on your machine"),
    ("docs/operations.md", "All operations"),
    ("docs/formats.md", "File formats"),
    ("docs/numeric-contract.md", "Why the pixels are the same"),
    ("docs/conformance.md", "Conformance: check your machine"),
    ("docs/reliability.md", "Reliability"),
    ("docs/compatibility.md", "Compatibility with GraphicsMagick"),
    ("docs/python.md", "Python"),
    ("docs/packages.md", "Packages"),
]


def commands_of(readme):
    """The two commands, and what the comments behind them say, which go on in lines of their own."""
    block = re.search(r"^    .*?\n\n", readme.section("Two commands").text, re.M | re.S)
    if not block:
        fail(readme.path, "no commands below Two commands")
    shown = []
    for line in block.group().strip().splitlines():
        command, _, comment = line.strip().partition("# ")
        if command:
            shown.append([command.strip(), comment])
        else:
            shown[-1][1] += " " + comment
    return shown


def introduction(readme):
    text = readme.find(r"^# Lodestone\n\n(.*?)\n\n", "what Lodestone is")
    commands = "\n".join(f"<div><dt><code>{escape(command)}</code></dt><dd>{prose(comment)}</dd></div>"
                         for command, comment in commands_of(readme))
    return f'<h1>Lodestone</h1>\n<p class="lead">{prose(text)}</p>\n<dl class="commands">\n{commands}\n</dl>'


def highlight(section):
    figure, text = section.highlight
    return f'<li><a href="#{section.name}"><small>{escape(section.menu)}</small> <strong>{prose(figure)}</strong> ' \
           f"<span>{prose(text)}</span></a></li>"


def body(section):
    return f'<section id="{section.name}">\n<h2>{prose(section.heading)}</h2>\n' + "\n".join(section.parts) + "\n</section>"


def page():
    readme = Document("README.md")
    sections = [cpu.section(), programs.section(), gpu.kernels(), gpu.first_calls(), agreement.section(), faults.section()]
    highlights = "\n".join(highlight(section) for section in sections if section.highlight)
    menu = "".join(f'<li><a href="#{section.name}">{escape(section.menu)}</a></li>' for section in sections)
    reading = "\n".join(f"<li>{link(path, text)}</li>" for path, text in READ_ON)
    how = link("docs/performance.md#the-page-of-charts", "how")
    content = "\n\n".join(body(section) for section in sections)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Lodestone</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<!-- Made by scripts/page from the tables of the documents that it names. -->
<style>
{STYLE.read_text(encoding="utf-8").strip()}
</style>
</head>
<body>
<header>
{introduction(readme)}
<ul class="highlights">
{highlights}
</ul>
<nav aria-label="Charts"><ul>{menu}<li><a href="#documents">Documents</a></li></ul></nav>
</header>
<main>
{content}

<section id="documents">
<h2>Documents</h2>
<ul class="documents">
{reading}
</ul>
</section>
</main>
<footer>
<p>Made by <code>scripts/page</code> from the tables of the documents named here: {how}.</p>
</footer>
</body>
</html>
"""
