"""Pixels in device memory, shared without a copy.

Without a CUDA device they run on the libcuda of the build's tests, if the module cuda.so was built. With one,
CuPy and PyTorch are tried too where they are installed.
"""

import ctypes
import gc
import os
import subprocess
import sys
import weakref
from pathlib import Path

import cuda_driver
import numpy as np
import pytest

import lodestone
from lodestone import PACKET, QUANTUM, Image


def has_cuda():
    return any(device.usable and device.accelerator == "cuda" for device in lodestone.devices())


@pytest.fixture(scope="module")
def driver():
    if not has_cuda():
        pytest.skip("no CUDA device")
    return cuda_driver.Driver()


@pytest.fixture
def packets(noise):
    """packets(rows, columns): opaque pixels."""

    def make(rows=20, columns=31):
        pixels = noise((rows, columns, 4))
        pixels[..., PACKET.index("O")] = 0
        return pixels

    return make


@pytest.mark.skipif("LODESTONE_FAKE_CUDA" in os.environ, reason="these are the tests that it runs")
def test_all_this_without_a_device():
    library = Path(os.environ.get("LODESTONE_BUILD_DIR", "")) / "tests" / "gpu" / "libcuda.so.1"
    modules = os.environ.get("MAGICK_ACCELERATE_PLUGIN_PATH", "").split(":")
    if has_cuda():
        pytest.skip("there is a CUDA device")
    if not library.exists() or not any((Path(folder) / "cuda.so").exists() for folder in modules):
        pytest.skip("no module cuda.so, or no libcuda of the tests")
    environment = dict(
        os.environ,
        LODESTONE_FAKE_CUDA="1",
        LD_LIBRARY_PATH=f"{library.parent}:{os.environ.get('LD_LIBRARY_PATH', '')}",
    )
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


# ---- Arrays as images


@pytest.mark.parametrize("gap", [0, 4, 12])
def test_an_array_is_the_pixels_of_an_image(driver, packets, gap):
    pixels = packets()
    array = cuda_driver.DeviceArray(driver, pixels, gap)
    with lodestone.events() as events:
        image = Image.from_device_array(array)
        assert not list(events), "nothing was moved"
    assert (image.size, image.channels) == ((31, 20), "RGB")
    assert np.array_equal(image.pixels, pixels)
    with image.edit() as changed:
        changed[3:5] = 0
    assert np.array_equal(image.pixels[5:], pixels[5:]) and not image.pixels[3:5].any()
    assert array.is_unchanged()


def test_a_grey_array_and_one_with_alpha(driver, noise):
    grey = noise((9, 13))
    image = Image.from_device_array(cuda_driver.DeviceArray(driver, grey, gap=3))
    assert image.channels == "I" and np.array_equal(image.to_array(), grey)
    pixels = noise((9, 13, 4))
    image = Image.from_device_array(cuda_driver.DeviceArray(driver, pixels), has_alpha=True)
    assert image.has_alpha and np.array_equal(image.pixels, pixels)


def test_the_array_is_kept_as_long_as_it_is_used(driver, packets):
    array = cuda_driver.DeviceArray(driver, packets())
    gone = weakref.ref(array)
    image = Image.from_device_array(array)
    copy = image.copy()
    del array, image
    gc.collect()
    assert gone() is not None
    with copy.edit() as pixels:
        assert gone() is None, "pixels that change are in other memory"
        pixels[0] = 0


def test_what_does_not_fit_is_refused(driver, packets, noise):
    pixels = packets()
    array = cuda_driver.DeviceArray(driver, pixels)
    described = array.__cuda_array_interface__

    def refuses(error, match, **changes):
        array.__cuda_array_interface__ = dict(described, **changes)
        with pytest.raises(error, match=match):
            Image.from_device_array(array)

    refuses(TypeError, "samples in device memory", typestr="<f4")
    refuses(TypeError, "mask", mask=array)
    refuses(ValueError, "shape", shape=(20, 31, 3))
    refuses(ValueError, "side by side", strides=(31 * 4 * QUANTUM.itemsize, QUANTUM.itemsize, QUANTUM.itemsize))
    address = described["data"][0]
    refuses(lodestone.AccelerateError, "multiple of 32 bytes", data=(address + QUANTUM.itemsize * 4, False))
    refuses(lodestone.AccelerateError, "not of memory in", data=(1 << 40, False))
    with pytest.raises(TypeError, match="from_array takes"):
        Image.from_device_array(pixels)
    gone = weakref.ref(array)
    del array, refuses
    gc.collect()
    assert gone() is None, "what was refused is not kept"


# ---- Images as arrays


def test_pixels_are_uploaded_once(driver, noise):
    image = Image.from_array(noise((20, 31, 3)))
    with lodestone.events() as events:
        shared = image.device_pixels()
        again = image.device_pixels("cuda")
        assert [(event.operation, event.bytes_up) for event in events] == [("upload", image.pixels.nbytes)]
    assert shared.__cuda_array_interface__ == again.__cuda_array_interface__
    assert shared.__cuda_array_interface__["data"][1] is True and shared.shape == (20, 31, 4)
    assert np.array_equal(cuda_driver.fetch(driver, shared), image.pixels)
    before = image.pixels.copy()
    with image.edit() as pixels:
        pixels[:] = 0
    del image, again
    gc.collect()
    assert np.array_equal(cuda_driver.fetch(driver, shared), before), "they stay what they were"


def test_the_array_of_an_image_is_where_it_was(driver, noise):
    for pixels in (noise((9, 13)), noise((9, 13, 4))):
        array = cuda_driver.DeviceArray(driver, pixels, gap=pixels.ndim == 3 and 8)
        shared = Image.from_device_array(array, has_alpha=True).device_pixels()
        assert shared.__cuda_array_interface__["data"][0] == array.address
        assert np.array_equal(cuda_driver.fetch(driver, shared), pixels)


class Tensor:
    """What has DLPack alone, of an image's pixels."""

    def __init__(self, shared, versioned):
        self.shared = shared
        self.versioned = versioned

    def __dlpack_device__(self):
        return self.shared.__dlpack_device__()

    def __dlpack__(self, *, stream=None, **versions):
        if versions and not self.versioned:
            raise TypeError("no versions")
        return self.shared.__dlpack__(stream=stream, **versions)


@pytest.mark.parametrize("versioned", [False, True])
def test_tensors_of_dlpack_go_both_ways(driver, noise, versioned):
    image = Image.from_array(noise((20, 31, 4)))
    shared = image.device_pixels(read_only=versioned)
    assert shared.__dlpack_device__() == (2, cuda_driver.DEVICE)
    tensor = Tensor(shared, versioned)
    taken = Image.from_device_array(tensor, has_alpha=True)
    address = shared.__cuda_array_interface__["data"][0]
    assert taken.device_pixels().__cuda_array_interface__["data"][0] == address
    pixels = image.pixels.copy()
    del image, shared, tensor
    gc.collect()
    assert np.array_equal(taken.pixels, pixels)


def test_tensors_that_nobody_takes_are_released(driver, noise):
    shared = Image.from_array(noise((20, 31))).device_pixels()
    for _ in range(3):
        shared.__dlpack__(max_version=(1, 0))
    with pytest.raises(BufferError, match="read_only=False"):
        shared.__dlpack__()
    with pytest.raises(BufferError, match="stay where they are"):
        shared.__dlpack__(max_version=(1, 0), copy=True)
    with pytest.raises(BufferError, match="stay where they are"):
        shared.__dlpack__(max_version=(1, 0), dl_device=(1, 0))


def test_pixels_for_a_device_that_is_not_there(driver, noise):
    with pytest.raises(lodestone.AccelerateError, match="no usable device"):
        Image.from_array(noise((5, 5))).device_pixels("no such device")


# ---- Other libraries, on a CUDA device


@pytest.fixture
def device_in_use(driver):
    if "LODESTONE_FAKE_CUDA" in os.environ:
        pytest.skip("no CUDA device")
    assert ctypes.sizeof(ctypes.c_void_p) == 8


def test_cupy(device_in_use, packets):
    cupy = pytest.importorskip("cupy")
    pixels = packets(200, 300)
    array = cupy.asarray(pixels)
    image = Image.from_device_array(array)
    with lodestone.acceleration("require"):
        image.scale(100, 50)
        with lodestone.events() as events:
            scaled = image.scale(100, 50)
            assert [event.bytes_up for event in events] == [0]
    back = cupy.asarray(scaled.device_pixels())
    with lodestone.acceleration("off"):
        assert np.array_equal(cupy.asnumpy(back), image.scale(100, 50).pixels)
    tensor = cupy.from_dlpack(scaled.device_pixels(read_only=False))
    assert tensor.data.ptr == back.data.ptr
    assert (array == cupy.asarray(pixels)).all()


def test_pytorch(device_in_use, packets):
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available() or not hasattr(torch, QUANTUM.name):
        pytest.skip("PyTorch without CUDA, or without samples of this depth")
    pixels = packets(200, 300)
    array = torch.from_dlpack(pixels).cuda()
    image = Image.from_device_array(array)
    assert np.array_equal(image.pixels, pixels)
    with lodestone.acceleration("require"):
        flipped = image.flip()
    back = torch.from_dlpack(flipped.device_pixels(read_only=False))
    assert back.is_cuda and np.array_equal(back.cpu().numpy(), pixels[::-1])
    assert back.data_ptr() == flipped.device_pixels().__cuda_array_interface__["data"][0]
