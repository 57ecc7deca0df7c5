#!/usr/bin/python3
"""Runs command lines through gm and through lodestone, and compares all that they do.

    gm_commands.py GM LODESTONE [WORDS]...    the cases that contain any of the words; all by default, or one
                                              in LODESTONE_TEST_SHARDS

GM is GraphicsMagick's program, LODESTONE ours, which is run under the name gm. cases.txt says what is run,
and how it is marked.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import inputs
from case_file import read_cases
from outputs import Outputs

HERE = pathlib.Path(__file__).resolve().parent
TIMEOUT_S = 60


class Program:
    """A program that command lines find as gm."""

    def __init__(self, folder, program, library_path=""):
        folder.mkdir()
        (folder / "gm").symlink_to(program)
        self.environment = {
            "PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C", "OMP_NUM_THREADS": "1", "MAGICK_ACCELERATE": "off",
            "LD_LIBRARY_PATH": library_path or os.environ.get("LD_LIBRARY_PATH", "")}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "LODESTONE_BUILD_DIR",
                     "MAGICK_ACCELERATE_PLUGIN_PATH"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    def run(self, line, folder):
        (folder / ".home").mkdir()
        environment = dict(self.environment, HOME=str(folder / ".home"), TMPDIR=str(folder / ".home"))
        done = subprocess.run(["/bin/sh", "-c", line], cwd=folder, env=environment, timeout=TIMEOUT_S,
                              stdin=subprocess.DEVNULL, capture_output=True)
        shutil.rmtree(folder / ".home")
        return done


def plain(text, folder):
    """Text without what differs from run to run."""
    text = text.decode("utf-8", "replace").replace(str(folder), ".")
    text = re.sub(r"[0-9.]+u [0-9:m.]+s( \([0-9.]+[KMGi]* pixels/s\))?", "TIME", text)
    text = re.sub(r"[0-9.]+s user [0-9.]+s system [0-9]+% cpu [0-9.]+ total", "TIME", text)
    text = re.sub(r"\.home/(gm|lodestone-)\w{6}", "TEMPORARY", text)
    text = re.sub(r"(?s)^(GraphicsMagick|Lodestone) [0-9.]+ .*?\n(Usage: gm \w*).*", r"\2", text)
    text = re.sub(r"^(GraphicsMagick|Lodestone) [0-9.]+ [-0-9]+ Q(?s:.*)", "version", text)
    text = re.sub(r"[0-9.]+s user [0-9.]+s system [0-9]+% cpu .*? total", "TIME", text)
    text = re.sub(r"(?m)^(Results: .* iter )[0-9.]+s user.*", r"\1", text)
    text = re.sub(r"(?m)^ *(User Time|Elapsed Time|Pixels Per Second|Tainted|Signature): .*\n", "", text)
    text = re.sub(r"(?m)^[ a-z]*: hint: .*\n", "", text)
    # gm does not show the argument.
    text = re.sub(r"(?m)(argument is malformed) \(.*\)\.$", r"\1.", text)
    return re.sub(r"(?m) \[[^\]\n]*\]\.$", ".", text)


def compare_texts(what, expected, found):
    if expected == found:
        return []
    return [f"{what}: gm: {expected.strip()[:1500]!r}", f"{what}: ls: {found.strip()[:1500]!r}"]


class Runner:
    def __init__(self, scratch, gm, ours):
        self.scratch = scratch
        self.gm, self.ours = gm, ours
        self.inputs = scratch / "inputs"
        self.inputs.mkdir()
        inputs.make(self.inputs, "gm")
        self.outputs = Outputs(gm.environment, self.inputs)

    def run_both(self, case, number):
        folders = [self.scratch / f"{number}-{name}" for name in ("gm", "ls")]
        results = []
        for folder, program in zip(folders, (self.gm, self.ours)):
            shutil.copytree(self.inputs, folder)
            results.append(program.run(case.line, folder))
        return folders, results

    def differences(self, case, folders, results):
        expected, found = results
        lines = []
        if expected.returncode != found.returncode:
            lines.append(f"status: gm {expected.returncode}, ls {found.returncode}")
        for what in ("stderr", "stdout"):
            if case.flag(what) == "any":
                continue
            texts = [plain(getattr(result, what), folder) for result, folder in zip(results, folders)]
            lines += compare_texts(what, *texts)
        return lines + self.outputs.compare(*folders, case)

    def lacks_module(self, message):
        """Whether a coder is missing that this build was configured to do without."""
        name = re.search(r"the coder module (\w+)\.so is not installed", message)
        build = os.environ.get("LODESTONE_BUILD_DIR")
        return name and build and not (pathlib.Path(build) / "coders" / f"{name[1]}.la").exists()

    def verdict(self, case, number):
        """What is wrong, as a list of lines; None where this build lacks a coder module."""
        folders, results = self.run_both(case, number)
        if self.lacks_module(results[1].stderr.decode("utf-8", "replace")):
            return None
        lines = self.differences(case, folders, results)
        for folder in folders:
            shutil.rmtree(folder)
        ours = results[1]
        if ours.returncode < 0 or ours.returncode > 1:
            return [f"ended with status {ours.returncode}"] + lines
        if case.flag("missing"):
            name = re.escape(case.flag("missing"))
            unknown = rf"Unrecognized (option \(|command '|list type \(){name}\b|No (de|en)code delegate.*\b{name}\b"
            said = re.search(unknown, ours.stderr.decode())
            return [] if said else [f"is no longer missing: {case.flag('missing')}"] + lines
        if case.flag("differs"):
            return [] if lines else [f"no longer differs: {case.flag('differs')}"]
        return lines


def write_results(path, failures, skipped, total):
    """For scripts/test, which counts what GoogleTest writes."""
    rows = ',\n'.join(['{"result": "SKIPPED"}'] * skipped)
    pathlib.Path(path).write_text(f'{{\n"tests": {total},\n"failures": {failures},\n"cases": [\n{rows}\n]\n}}\n')


def run_all(runner, cases):
    """Numbers of cases that failed and were skipped."""
    failed = skipped = 0

    def attempt(job):
        number, case = job
        try:
            return case, runner.verdict(case, number)
        except subprocess.TimeoutExpired:
            return case, [f"took longer than {TIMEOUT_S} s"]

    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for case, lines in pool.map(attempt, enumerate(cases)):
            if lines is None:
                skipped += 1
                # As GoogleTest says it, which scripts/test-names reads.
                print(f"cases.txt:{case.number}: Skipped\na coder is not built\n[  SKIPPED ] cases.txt:{case.number} (0 ms)")
            if lines:
                failed += 1
                print(f"FAILED cases.txt:{case.number}: {case.text}")
                print("".join(f"    {line}\n" for line in lines), end="", flush=True)
    return failed, skipped


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    gm, ours, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    cases, faults = read_cases(HERE / "cases.txt", gm, HERE.parents[1] / "docs/compatibility.md")
    if words:
        chosen = [case for case in cases if any(word in case.text for word in words)]
    else:
        chosen = cases[::int(os.environ.get("LODESTONE_TEST_SHARDS") or 1)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="lodestone-commands-") as name:
        scratch = pathlib.Path(name)
        library_path = str(pathlib.Path(ours).parent) if "/.libs/" in ours else ""
        runner = Runner(scratch, Program(scratch / "bin-gm", gm), Program(scratch / "bin-ls", ours, library_path))
        failed, skipped = run_all(runner, chosen)
    for fault in faults:
        print(f"FAILED: {fault}")
    failed += len(faults)
    took = time.monotonic() - began
    print(f"{len(chosen)} command lines, {failed} failed, {skipped} skipped (coders not built), in {took:.0f} s")
    output = os.environ.get("GTEST_OUTPUT", "")
    if output.startswith("json:"):
        write_results(output[5:], failed, skipped, len(chosen))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
