"""What a command line left in its folder: names, properties and pixels of its files."""
import array
import filecmp
import math
import re
import subprocess

# What differs from run to run, or follows from the pixels, which are compared themselves.
VOLATILE = re.compile(
    r"^ *(Image|Minimum|Maximum|Mean|Standard Deviation|Colors|Filesize|Signature|Tainted|User Time|Elapsed Time|"
    r"Pixels Per Second|[0-9]+): .*\n", re.MULTILINE)
# What gm writes into PNG files of the JPEG file that they were.
OF_JPEG = re.compile(r"^ *JPEG-[A-Za-z-]+: .*\n", re.MULTILINE)
# What a file says of itself, dates, and the name that gm writes into TIFF files (docs/command-line.md).
DATES = re.compile(r"^ *(Date:\w+|Document|Software|timestamp|Timestamp|Png:.*): .*\n", re.MULTILINE)


class Outputs:
    def __init__(self, environment, inputs):
        self.environment = environment
        self.inputs = inputs

    def compare(self, expected, found, case):
        """What differs between the two folders, as lines of text."""
        names = [self.changed(folder) for folder in (expected, found)]
        if names[0] != names[1]:
            return [f"files: gm {sorted(names[0])}, ls {sorted(names[1])}"]
        lines = []
        for name in sorted(names[0]):
            if (expected / name).exists():
                lines += [f"{name}: {line}" for line in self.compare_files(expected / name, found / name, case)]
        return lines

    def changed(self, folder):
        """Files that are new, other than they were, or gone."""
        before = {path.name for path in self.inputs.iterdir()}
        after = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        same = {name for name in before & after if filecmp.cmp(self.inputs / name, folder / name, shallow=False)}
        return before.symmetric_difference(after) | (before & after) - same

    def compare_files(self, expected, found, case):
        kind = case.flag("pixels")
        if kind == "none" or filecmp.cmp(expected, found, shallow=False):
            return []
        descriptions = [self.describe(path) for path in (expected, found)]
        if descriptions[0] is None and descriptions[1] is None:
            return self.compare_texts(expected, found)
        if descriptions[0] is None or descriptions[1] is None:
            return ["only one of the two is an image"]
        lines = []
        if case.flag("metadata") != "any":
            lines = difference_of_lines(*descriptions)
        return lines or self.compare_pixels(expected, found, kind, descriptions[0])

    @staticmethod
    def compare_texts(expected, found):
        texts = [path.read_bytes().decode("latin-1").replace(str(path.parent), ".") for path in (expected, found)]
        return [] if texts[0] == texts[1] else difference_of_lines(*texts)

    def describe(self, path):
        done = self.gm(path, "identify", "-verbose", path.name)
        if done.returncode != 0:
            return None
        text = done.stdout.decode("latin-1")
        text = OF_JPEG.sub("", text) if re.search(r"^  Format: (PNG|APNG)", text, re.MULTILINE) else text
        return DATES.sub("", VOLATILE.sub("", text))

    def gm(self, path, *arguments):
        return subprocess.run(["gm", *arguments], cwd=path.parent, env=self.environment, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=60)

    def pixels(self, path):
        done = self.gm(path, "convert", path.name, "-endian", "lsb", "-depth", "16", "rgba:-")
        samples = array.array("H")
        samples.frombytes(done.stdout[:len(done.stdout) // 2 * 2])
        return samples

    def compare_pixels(self, expected, found, kind, description):
        a, b = self.pixels(expected), self.pixels(found)
        if a == b:
            return []
        if len(a) != len(b) or not a:
            return [f"{len(a)} samples, {len(b)}"]
        worst, squares = worst_difference(a, b)
        psnr = 20 * math.log10(65535 / math.sqrt(squares / len(a))) if squares else math.inf
        said = f"pixels: worst {worst:.0f} of 65535, {psnr:.1f} dB"
        if kind.startswith("psnr"):
            return [said] if psnr < float(kind[4:]) else []
        deep = re.search(r"^  Depth: (\d+)", description, re.MULTILINE)
        step = 2 if deep and int(deep.group(1)) > 8 else 257
        # gm cuts off what is rounded to 8 bits here.
        if step == 257 and all(y - x in (0, 257) for x, y in zip(a, b)):
            return []
        allowed = {"exact": 0, "step": step}[kind]
        return [said] if worst > allowed else []


def worst_difference(a, b):
    """Of all samples, colours weighted by alpha; and the sum of squares."""
    worst = squares = 0
    for at in range(0, len(a), 4):
        if a[at:at + 4] == b[at:at + 4]:
            continue
        alpha = min(a[at + 3], b[at + 3]) / 65535
        apart = [abs(a[at + k] - b[at + k]) * (alpha if k < 3 else 1) for k in range(4)]
        worst = max(worst, *apart)
        squares += sum(each * each for each in apart)
    return worst, squares


def difference_of_lines(expected, found):
    a, b = expected.splitlines(), found.splitlines()
    return [f"gm: {line.strip()}" for line in a if line not in b][:12] + \
        [f"ls: {line.strip()}" for line in b if line not in a][:12] or ([] if a == b else ["order of lines"])
