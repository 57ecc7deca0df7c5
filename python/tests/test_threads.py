"""Threads: the interpreter's lock is released, and images may be shared."""

import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import lodestone
from lodestone import Image


def test_python_goes_on_while_an_operation_runs(noise):
    """The main thread counts while another is in one call; with the lock held it could not."""
    image = Image.from_array(noise((400, 600, 3)))
    image.median(1)
    span = []

    def work():
        span.append(time.perf_counter())
        image.median(12)
        span.append(time.perf_counter())

    worker = threading.Thread(target=work)
    moments = []
    worker.start()
    while worker.is_alive():
        moments.append(time.perf_counter())
        time.sleep(0.0005)
    begin, end = span
    # Not at the ends, where the thread runs Python.
    inside = [
        moment for moment in moments if begin + 0.1 * (end - begin) < moment < end - 0.1 * (end - begin)
    ]
    assert len(inside) >= 5, f"{len(inside)} steps while a call took {end - begin:.3f} s"


def test_two_calls_run_at_the_same_time(tmp_path, noise):
    """A reader waits in the library for the other end of a pipe, which a thread of this process opens."""
    pipe = tmp_path / "pipe.ppm"
    os.mkfifo(pipe)
    values = noise((30, 40, 3), "uint8")
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(lodestone.open, pipe)
        blurred = Image.from_array(values).blur(1.0)  # in the library while the reader is
        with open(pipe, "wb") as writer:
            writer.write(b"P6 40 30 255\n" + values.tobytes())
        image = reading.result(timeout=30)
    assert np.array_equal(image.to_array(dtype="uint8"), values)
    assert blurred.size == image.size


def test_threads_share_an_image(smooth):
    image = Image.from_array(smooth(120, 160))
    expected = [np.asarray(image.blur(1.0 + k % 3)).copy() for k in range(3)]

    def work(k):
        for _ in range(5):
            result = image.blur(1.0 + k % 3)
            assert np.array_equal(np.asarray(result), expected[k % 3])
            assert np.array_equal(np.asarray(image), smooth(120, 160))
            assert lodestone.open(image.encode("PNG")).size == (160, 120)
        return True

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(work, range(12)))


def blurred_bytes(values):
    return Image.from_array(values).blur(2.0).pixels.tobytes()


def test_forked_processes_compute_the_same(noise):
    images = [noise((300, 200 + 10 * k, 3)) for k in range(4)]
    expected = [blurred_bytes(values) for values in images]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(blurred_bytes, images) == expected


def test_editing_excludes_other_threads(noise):
    image = Image.from_array(noise((300, 300, 3)))
    entered, leave = threading.Event(), threading.Event()

    def edit():
        with image.edit() as pixels:
            entered.set()
            leave.wait(30)
            pixels[...] = 5

    thread = threading.Thread(target=edit)
    thread.start()
    assert entered.wait(30)
    with pytest.raises(RuntimeError, match="edited"):
        image.blur(1)
    leave.set()
    thread.join()
    assert (image.to_array() == 5).all()


def test_an_image_in_use_cannot_be_edited(noise):
    image = Image.from_array(noise((30, 40, 3)))

    class Target:
        def write(self, data):
            with pytest.raises(RuntimeError, match="while it is used"):
                with image.edit():
                    pass

    image.save(Target(), format="PNG")
    with image.edit() as pixels:
        pixels[...] = 5
    assert (image.to_array() == 5).all()
