"""Nothing leaks: as often as it is done, the process stays as large as it was."""

import gc

import numpy as np
import pytest

import lodestone
from lodestone import Image

pytestmark = pytest.mark.once


def resident_bytes():
    with open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    pytest.skip("no /proc")


def growth(action, times):
    for _ in range(times // 4):
        action()
    gc.collect()
    before = resident_bytes()
    for _ in range(times):
        action()
    gc.collect()
    return resident_bytes() - before


def edit(image):
    with image.edit() as pixels:
        pixels[0] = 0
    return pixels


def fail(call):
    with pytest.raises(lodestone.Error):
        call()


ACTIONS = {
    "operation": lambda image: image.blur(1.0),
    "copy": lambda image: image.copy(),
    "array": lambda image: image.to_array(),
    "view": lambda image: image.pixels,
    "asarray": lambda image: np.asarray(image),
    "edit": edit,
    "edit of a copy": lambda image: edit(image.copy()),
    "dlpack": lambda image: np.from_dlpack(image),
    "dlpack not taken": lambda image: image.__dlpack__(),
    "dlpack 1.0 not taken": lambda image: image.__dlpack__(max_version=(1, 0)),
    "file": lambda image: lodestone.open(image.encode("PNG")),
    "linear light": lambda image: image.scale(4, 4, linear_light=True),
    "background": lambda image: image.rotate(0, background="red"),
    "failed operation": lambda image: fail(lambda: image.crop(9999, 9999, 1, 1)),
    "failed reading": lambda image: fail(lambda: lodestone.open(b"no image")),
    "failed writing": lambda image: fail(lambda: image.save("/nonexistent/x.png")),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_structures_are_freed(noise, name):
    """An image without its pixels has 9 KB, an exception's texts or a view about 100 bytes."""
    image = Image.from_array(noise((8, 8, 3)))
    assert growth(lambda: ACTIONS[name](image), 8000) < 8000 * 75


def test_pixels_are_freed(noise):
    image = Image.from_array(noise((400, 500, 3)))
    everything = [ACTIONS[name] for name in ACTIONS if not name.startswith("failed")]
    size = image.pixels.nbytes
    assert growth(lambda: [action(image) for action in everything], 12) < 6 * size


def test_events_are_freed(noise):
    image = Image.from_array(noise((8, 8, 3)))

    def record():
        with lodestone.events() as events:
            image.flip()
        return list(events)

    assert growth(record, 2000) < 2000 * 300
