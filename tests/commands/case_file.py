"""The table of command lines."""
import dataclasses
import re
import subprocess

FLAGS = {"pixels", "stdout", "stderr", "metadata", "differs", "missing"}


@dataclasses.dataclass
class Case:
    number: int  # of its line
    text: str
    line: str  # for the shell
    flags: dict

    def flag(self, name):
        return self.flags.get(name, "exact" if name == "pixels" else "")


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def differences_listed(page):
    """First cells of the tables of differences, as reasons are written."""
    return [slug(row.split("|")[1]) for row in page.read_text().splitlines() if row.startswith("| ")]


def options_of(gm, command):
    text = subprocess.run([gm, command, "-help"], capture_output=True, text=True).stdout
    return re.findall(r"^  ([-+][a-z][a-z-]*)", text, re.MULTILINE)


def parse(number, text):
    found = re.match(r"\[([^\]]*=[^\]]*)\] (.*)", text)
    words, line = (found.group(1).split(), found.group(2)) if found else ([], text)
    flags = dict(word.split("=", 1) for word in words)
    return Case(number, text, line, flags)


def read_cases(path, gm, page):
    """All cases, and what is wrong with the table."""
    cases = [parse(number, text) for number, text in enumerate(path.read_text().splitlines(), 1)
             if text and not text.startswith("#")]
    reasons = differences_listed(page)
    faults = []
    for case in cases:
        faults += [f"cases.txt:{case.number}: no such flag: {flag}" for flag in case.flags if flag not in FLAGS]
        reason = case.flag("differs")
        if reason and not any(each.startswith(reason) for each in reasons):
            faults.append(f"cases.txt:{case.number}: docs/compatibility.md says nothing of: {reason}")
    for command in ("convert", "identify", "compare", "batch"):
        used = {word for case in cases if f"gm {command}" in case.line for word in case.line.split()}
        faults += [f"no case of gm {command} has {option}" for option in options_of(gm, command)
                   if option not in used]
    every = {word for case in cases for word in case.line.split()}
    for command in ("mogrify", "composite", "montage"):
        faults += [f"no case has {option} of gm {command}" for option in options_of(gm, command)
                   if option not in every]
    return cases, faults
