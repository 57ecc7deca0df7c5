"""The example of docs/python.md runs, says what the page says, and makes its images."""

import doctest

import numpy as np
import pytest

import lodestone

IMAGES = ["python-filters.png", "python-glow.png"]


@pytest.mark.skipif(lodestone.QUANTUM_DEPTH != 16, reason="the page shows samples of 16 bits")
def test_the_example_of_the_page(source_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(
        str(source_folder / "docs/python.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert results.attempted > 20 and results.failed == 0
    for name in IMAGES:
        shown = lodestone.open(source_folder / "docs/images" / name).to_array(dtype="uint8")
        made = lodestone.open(tmp_path / name).to_array(dtype="uint8")
        assert made.shape == shown.shape
        # NumPy's sines differ in the last bit from machine to machine.
        assert np.abs(made.astype(int) - shown.astype(int)).max() <= 1


def test_the_images_are_small(source_folder):
    assert sum((source_folder / "docs/images" / name).stat().st_size for name in IMAGES) < 100_000
