"""The whole page."""

import pathlib
import re

from charts import agreement, cpu, faults, gpu, programs
from charts.parts import href, link, prose
from charts.svg import escape
from charts.tables import Document

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


def introduction(readme):
    text = readme.find(r"^# Lodestone\n\n(.*?)\n\n", "what Lodestone is")
    commands = re.search(r"^    (.*?)\n\n(?=\S)", readme.section("Two commands").text, re.M | re.S)
    lines = [line.removeprefix("    ") for line in commands.group(1).splitlines()]
    # Comments that go on in the next line become one line each, above the command.
    shown, comment = [], []
    for line in lines + [""]:
        command, _, said = line.partition("# ")
        if command.strip() or not line:
            if comment:
                shown.append((comment[0], " ".join(comment[1:])))
            comment = [command.strip()]
        comment.append(said.strip())
    commands = "\n".join(f"<div><dt><code>{escape(name)}</code></dt><dd>{prose(said)}</dd></div>" for name, said in shown)
    return f"<h1>Lodestone</h1>\n<p class=\"lead\">{prose(text)}</p>\n" \
           f"<dl class=\"commands\">\n{commands}\n</dl>"


def keys(sections):
    shown = [section for section in sections if section.key]
    return '<ul class="keys">\n' + "\n".join(
        f'<li><a href="#{section.name}"><small>{escape(section.menu)}</small> <strong>{prose(section.key[0])}</strong> <span>{prose(section.key[1])}</span></a></li>'
        for section in shown) + "\n</ul>"


def body(section):
    return f'<section id="{section.name}">\n<h2>{prose(section.heading)}</h2>\n' + "\n".join(section.parts) + "\n</section>"


def page():
    readme = Document("README.md")
    sections = [cpu.section(), programs.section(), gpu.kernels(), gpu.first_calls(), agreement.section(), faults.section()]
    menu = "".join(f'<li><a href="#{section.name}">{escape(section.menu)}</a></li>' for section in sections)
    reading = "\n".join(f"<li>{link(path, text)}</li>" for path, text in READ_ON)
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
{keys(sections)}
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
<p>Made by <code>scripts/page</code> from the tables of the documents named here: <a href="{href("docs/performance.md")}#the-page-of-charts">how</a>.</p>
</footer>
</body>
</html>
"""
