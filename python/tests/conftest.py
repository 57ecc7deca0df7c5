"""Shared by all tests: images, and the program and the folder of the build that is tested."""

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import lodestone

MAX = 2**lodestone.QUANTUM_DEPTH - 1


@pytest.fixture
def noise():
    """noise(shape, dtype=QUANTUM): random samples, the same in each run."""
    generator = np.random.default_rng(20260711)

    def make(shape, dtype=None):
        kind = np.dtype(dtype or lodestone.QUANTUM)
        if kind.kind == "f":
            return generator.random(shape, dtype=kind)
        return generator.integers(0, np.iinfo(kind).max, shape, dtype=kind, endpoint=True)

    return make


@pytest.fixture
def smooth():
    """smooth(rows, columns): a colour image with soft and hard edges, in quanta."""

    def make(rows=60, columns=80):
        y, x = np.mgrid[0:rows, 0:columns]
        red = np.sin(x / 5.0) * 0.5 + 0.5
        green = np.where((x - columns / 2) ** 2 + (y - rows / 2) ** 2 < rows**2 / 9, 0.9, 0.1)
        blue = y / (rows - 1)
        return np.rint(np.stack([red, green, blue], axis=2) * MAX).astype(lodestone.QUANTUM)

    return make


@pytest.fixture
def program():
    """program(arguments...): runs the command line of the same build."""
    path = os.environ["LODESTONE_PROGRAM"]

    def run(*arguments):
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr

    return run


@pytest.fixture
def source_folder():
    """The root of the source tree."""
    return Path(__file__).resolve().parents[2]


def has_device():
    """Whether a device other than the CPU can be used here."""
    return any(device.usable and device.accelerator != "cpu" for device in lodestone.devices())


@pytest.fixture
def device():
    """Skips where there is no device; with LODESTONE_REQUIRE_OPENCL=1 there has to be one."""
    if has_device():
        return
    assert os.environ.get("LODESTONE_REQUIRE_OPENCL") != "1", "no OpenCL device"
    pytest.skip("no OpenCL device")
