"""What sources include: for scripts/unity and scripts/standard-includes."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)
COMMENT_OR_TEXT = re.compile(r'//.*|"(?:[^"\\\n]|\\.)*"')


class Source:
    """A source or a header of the tree."""

    known = {}

    def __init__(self, path):
        self.text = path.read_text(encoding="utf-8")
        self.code = COMMENT_OR_TEXT.sub("", self.text)
        included = INCLUDE.findall(self.text)
        self.system = {name for kind, name in included if kind == "<"}
        self.own = [name for kind, name in included if kind == '"' and (ROOT / name).is_file()]

    @classmethod
    def of(cls, name):
        if name not in cls.known:
            cls.known[name] = cls(ROOT / name)
        return cls.known[name]

    def headers(self):
        """All headers of the tree that it includes, directly or not."""
        found, waiting = set(), list(self.own)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self.of(name).own
        return found
