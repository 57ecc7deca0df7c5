"""Arrays: conversion, views without copies, what keeps what alive, editing, DLPack."""

import array
import copy
import ctypes
import gc

import numpy as np
import pytest

import lodestone
from conftest import MAX
from lodestone import PACKET, QUANTUM, QUANTUM_DEPTH, Image


def address(values):
    return values.__array_interface__["data"][0]


def to_quanta(samples):
    """Samples of any type over the range of the library's, rounded to the nearest, halves up."""
    kind = samples.dtype
    full = 1.0 if kind.kind == "f" else float(np.iinfo(kind).max)
    return np.floor(samples.astype(np.float64) / full * MAX + 0.5).astype(QUANTUM)


# ---- Conversion


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "float32", "float64"])
@pytest.mark.parametrize("samples", [None, 1, 2, 3, 4])
def test_samples_of_each_type_become_quanta(noise, dtype, samples):
    values = noise((7, 5) + (() if samples is None else (samples,)), dtype)
    image = Image.from_array(values)
    assert image.size == (5, 7)
    assert image.channels == {None: "I", 1: "I", 2: "IA", 3: "RGB", 4: "RGBA"}[samples]
    expected = to_quanta(values).astype(np.int64)
    result = image.to_array().reshape(values.shape).astype(np.int64)
    # From wider integers the library drops bits, from narrower ones and floating point it rounds.
    exact = np.dtype(dtype).kind == "f" or np.dtype(dtype).itemsize * 8 <= QUANTUM_DEPTH
    assert np.abs(result - expected).max() <= (0 if exact else 1)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "uint32", "float32", "float64"])
def test_quanta_become_samples_of_each_type(noise, dtype):
    quanta = noise((6, 9, 4))
    result = Image.from_array(quanta).to_array(dtype=dtype)
    assert result.dtype == dtype
    full = 1.0 if result.dtype.kind == "f" else float(np.iinfo(dtype).max)
    expected = quanta.astype(np.float64) / MAX * full
    tolerance = 1e-6 if result.dtype.kind == "f" else 1.0
    assert np.abs(result.astype(np.float64) - expected).max() <= tolerance


def test_bytes_survive_a_round_trip(noise):
    values = noise((13, 11, 4), "uint8")
    assert np.array_equal(Image.from_array(values).to_array(dtype="uint8"), values)


def test_floating_point_outside_its_range_is_black_or_white():
    values = np.array([[-0.5, 0.0, 1.0, 7.0, -np.inf, np.inf]])
    for dtype in ("float32", "float64"):
        quanta = Image.from_array(values.astype(dtype)).to_array()
        assert quanta.tolist() == [[0, 0, MAX, MAX, 0, MAX]]


def test_channels_are_taken_and_given_in_any_order(noise):
    values = noise((4, 6, 3))
    image = Image.from_array(values, "BGR")
    assert np.array_equal(image.to_array("RGB"), values[..., ::-1])
    assert np.array_equal(image.to_array("G"), values[..., 1])
    assert image.to_array("RPGP").shape == (4, 6, 4)
    inks = Image.from_array(noise((4, 6, 4)), "CMYK")
    assert inks.channels == "CMYK"


def test_alpha_and_opacity_are_opposites(noise):
    values = noise((5, 5, 4))
    image = Image.from_array(values)
    assert image.has_alpha
    assert np.array_equal(image.to_array("O"), MAX - values[..., 3])
    assert np.array_equal(image.pixels[..., PACKET.index("O")], MAX - values[..., 3])


def test_grey_of_a_coloured_image_is_its_luma():
    image = Image.from_array(np.array([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]))
    assert np.allclose(image.to_array("I", "float64"), [[0.299, 0.587, 0.114]], atol=0.005)


def test_layouts_that_are_not_contiguous_are_taken(noise):
    values = noise((8, 10, 3))
    for view in (values[::2, ::-1], values.transpose(1, 0, 2), np.asfortranarray(values), values[..., ::-1]):
        assert np.array_equal(np.asarray(Image.from_array(view)), view)


def test_foreign_byte_order_is_taken(noise):
    values = noise((3, 4), "uint16")
    swapped = Image.from_array(values.astype(values.dtype.newbyteorder()))
    assert np.array_equal(swapped.pixels, Image.from_array(values).pixels)


def test_other_holders_of_memory_are_taken(noise):
    values = noise((4, 6), "uint8")
    image = Image.from_array(values)

    class Described:
        __array_interface__ = values.__array_interface__

    class Capsuled:
        def __dlpack__(self, **options):
            return values.__dlpack__()

        def __dlpack_device__(self):
            return values.__dlpack_device__()

    grid = memoryview(array.array("B", values.tobytes())).cast("B", (4, 6))
    for source in (Described(), Capsuled(), grid, values.tolist()):
        if isinstance(source, list):
            source = np.array(source, "uint8")
        assert np.array_equal(Image.from_array(source).pixels, image.pixels)
    assert np.array_equal(Image.from_array(image).to_array(), image.to_array())


@pytest.mark.parametrize(
    "values, channels, error, message",
    [
        (np.zeros((4, 4), "int32"), None, TypeError, "int32"),
        (np.zeros((4, 4), bool), None, TypeError, "bool"),
        (np.zeros((4, 4), "complex64"), None, TypeError, "complex64"),
        (np.zeros(4, "uint8"), None, ValueError, "shape"),
        (np.zeros((1, 2, 3, 4), "uint8"), None, ValueError, "shape"),
        (np.zeros((4, 4, 5), "uint8"), None, ValueError, "5 samples"),
        (np.zeros((4, 4, 3), "uint8"), "RGBA", ValueError, "RGBA"),
        (np.zeros((0, 4, 3), "uint8"), None, ValueError, "at least one pixel"),
        (np.zeros((4, 4, 3), "uint8"), "XYZ", ValueError, "(?i)map"),
        (np.zeros((4, 4, 3), "uint8"), "RG\0", ValueError, "channels"),
        ("text", None, (TypeError, ValueError), "shape"),
    ],
)
def test_what_is_no_image_is_refused(values, channels, error, message):
    with pytest.raises(error, match=message):
        Image.from_array(values, channels)


# ---- Views


def test_pixels_are_the_library_s_memory(noise):
    values = noise((6, 8, 3))
    image = Image.from_array(values)
    packets = image.pixels
    assert packets.shape == (6, 8, 4) and packets.dtype == QUANTUM
    assert PACKET in ("BGRO", "RGBO")
    for channel, letter in enumerate("RGB"):
        assert np.array_equal(packets[..., PACKET.index(letter)], values[..., channel])
    assert not packets[..., 3].any()
    assert address(packets) == address(image.pixels), "a copy was made"
    assert not packets.flags.writeable
    with pytest.raises(ValueError):
        packets.flags.writeable = True


def test_asarray_of_rgb_is_a_view(noise):
    values = noise((6, 8, 3))
    image = Image.from_array(values)
    colors = np.asarray(image)
    assert np.array_equal(colors, values)
    assert np.shares_memory(colors, image.pixels)
    assert not colors.flags.writeable
    assert np.array(image).flags.writeable


def test_asarray_converts_what_is_no_rgb(noise):
    alpha = noise((6, 8, 4))
    assert np.array_equal(np.asarray(Image.from_array(alpha)), alpha)
    grey = noise((6, 8))
    assert np.array_equal(np.asarray(Image.from_array(grey)), grey)
    with pytest.raises(ValueError, match="copy"):
        Image.from_array(grey).__array__(copy=False)


def test_asarray_of_another_type_has_the_same_numbers(noise):
    for values in (noise((6, 8)), noise((6, 8, 3))):
        numbers = np.asarray(Image.from_array(values), np.float64)
        assert numbers.dtype == np.float64 and np.array_equal(numbers, values.astype(np.float64))
        with pytest.raises(TypeError, match=r"to_array\(dtype='int8'\)"):
            np.asarray(Image.from_array(values), np.int8)


def test_a_buffer_of_the_pixels_is_without_a_copy(noise):
    image = Image.from_array(noise((6, 8, 3)))
    view = memoryview(image.pixels)
    assert view.readonly and view.shape == (6, 8, 4)
    assert address(np.asarray(view)) == address(image.pixels)


def test_an_array_keeps_its_memory_alive(noise):
    values = noise((300, 400, 3))
    views = [Image.from_array(values).pixels, np.asarray(Image.from_array(values))]
    views.append(np.from_dlpack(Image.from_array(values)))
    with Image.from_array(values).edit() as edited:
        views.append(edited[10:])
    gc.collect()
    for _ in range(20):  # would overwrite memory that was given back
        Image.from_array(np.zeros_like(values))
    index = [PACKET.index(letter) for letter in "RGB"]
    assert np.array_equal(views[0][..., index], values)
    assert np.array_equal(views[1], values)
    assert np.array_equal(views[2][..., index], values)
    assert np.array_equal(views[3][..., index], values[10:])


# ---- Editing


def test_edits_are_seen_by_operations_and_files(noise, tmp_path):
    image = Image.from_array(noise((20, 30, 3)))
    with image.edit() as pixels:
        pixels[5:10, 5:10] = 0
        pixels[..., PACKET.index("R")] = MAX
    assert (image.to_array("R") == MAX).all()
    assert not image.to_array("GB")[5:10, 5:10].any()
    assert (image.scale(3, 2).to_array("R") == MAX).all()
    image.save(tmp_path / "edited.png")
    assert np.array_equal(lodestone.open(tmp_path / "edited.png").to_array("RGB"), image.to_array("RGB"))


def test_an_edited_palette_image_has_the_new_colours(tmp_path, program):
    program("convert", "-size", "16x16", "gradient:red-blue", "-colors", "4", tmp_path / "few.gif")
    image = lodestone.open(tmp_path / "few.gif")
    with image.edit() as pixels:
        pixels[0, 0] = np.array([{"R": 0, "G": MAX, "B": 0, "O": 0}[letter] for letter in PACKET])
    again = lodestone.open(image.encode("PNG"))
    assert again.to_array("RGB")[0, 0].tolist() == [0, MAX, 0]


def test_a_grey_image_can_become_coloured(noise):
    image = Image.from_array(noise((8, 8)))
    assert image.channels == "I"
    with image.edit() as pixels:
        pixels[..., PACKET.index("R")] = 0
    assert image.channels == "RGB"
    assert not image.to_array("R").any()


def test_snapshots_and_copies_are_not_edited(noise):
    values = noise((6, 8, 3))
    image = Image.from_array(values)
    before, twin = np.asarray(image), image.copy()
    with image.edit() as pixels:
        pixels[...] = 0
    assert np.array_equal(before, values)
    assert np.array_equal(np.asarray(twin), values)
    assert not np.asarray(image).any()


def test_copies_of_python_are_copies(noise):
    image = Image.from_array(noise((6, 8, 3)))
    for twin in (copy.copy(image), copy.deepcopy([image])[0]):
        with twin.edit() as pixels:
            pixels[...] = 0
    assert image.pixels.any()


def test_an_edited_array_outlives_what_replaces_it(noise):
    image = Image.from_array(noise((300, 400, 3)))
    with image.edit() as first:
        first[...] = 7
    twin = image.copy()
    with image.edit() as second:
        second[...] = 9
    del twin
    gc.collect()
    for _ in range(20):
        Image.from_array(np.zeros((300, 400, 3), QUANTUM))
    assert (first == 7).all() and (second == 9).all()


def test_nothing_else_happens_to_an_image_being_edited(noise):
    image = Image.from_array(noise((6, 8, 3)))
    with image.edit() as pixels:
        for use in (
            image.copy,
            image.flip,
            image.to_array,
            lambda: image.pixels,
            lambda: image.encode("PNG"),
        ):
            with pytest.raises(RuntimeError, match="edited"):
                use()
        with pytest.raises(RuntimeError, match="edited"):
            with image.edit():
                pass
        pixels[...] = 1
    assert (image.to_array() == 1).all()
    with pytest.raises(ValueError, match="read-only"):
        pixels[...] = 2


def test_an_error_in_the_block_ends_the_edit(noise):
    image = Image.from_array(noise((6, 8, 3)))
    with pytest.raises(KeyError):
        with image.edit() as pixels:
            pixels[...] = 3
            raise KeyError
    assert (image.to_array() == 3).all()


def test_edits_reach_a_device(device, noise):
    image = Image.from_array(noise((200, 300, 3)))
    with lodestone.acceleration("require"):
        on_device = image.blur(2)  # the source is now there, and the result nowhere else
        with image.edit() as pixels:
            pixels[50:100] = 0
        with on_device.edit() as pixels:
            pixels[:50] = 0
        results = [image.blur(1), on_device.blur(1)]
    with lodestone.acceleration("off"):
        for source, result in zip((image, on_device), results):
            assert np.array_equal(result.pixels, source.blur(1).pixels)


# ---- DLPack


def test_a_consumer_without_versions_gets_a_copy(noise):
    image = Image.from_array(noise((5, 7, 3)))
    assert image.__dlpack_device__() == (1, 0)
    taken = np.from_dlpack(image)
    assert np.array_equal(taken, image.pixels)
    assert taken.dtype == QUANTUM
    assert not np.shares_memory(taken, image.pixels)
    with pytest.raises(BufferError, match="DLPack 1.0"):
        image.__dlpack__(copy=False)


class Versioned(ctypes.Structure):
    """DLManagedTensorVersioned of dlpack.h, as a consumer declares it."""

    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("context", ctypes.c_void_p),
        ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p)),
        ("flags", ctypes.c_uint64),
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


USED_NAME = ctypes.c_char_p(b"used_dltensor_versioned")  # the capsule points to it


def take_capsule(capsule):
    """What a consumer of DLPack 1.0 does: it takes the tensor and renames the capsule."""
    get = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    rename = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)
    pointer = get(("PyCapsule_GetPointer", ctypes.pythonapi))(capsule, b"dltensor_versioned")
    assert rename(("PyCapsule_SetName", ctypes.pythonapi))(capsule, USED_NAME) == 0
    return pointer, Versioned.from_address(pointer)


def test_a_consumer_of_dlpack_1_gets_the_memory_read_only(noise):
    image = Image.from_array(noise((5, 7, 3)))
    pointer, tensor = take_capsule(image.__dlpack__(max_version=(1, 1)))
    assert (tensor.major, tensor.flags & 1) == (1, 1)
    assert tensor.data == address(image.pixels), "a copy was made"
    assert (tensor.device_type, tensor.code, tensor.bits, tensor.lanes) == (1, 1, QUANTUM_DEPTH, 1)
    assert tensor.shape[:3] == [5, 7, 4] and tensor.strides[:3] == [28, 4, 1] and tensor.ndim == 3
    expected = image.pixels.copy()
    del image
    gc.collect()
    held = ctypes.string_at(tensor.data, expected.nbytes)
    assert held == expected.tobytes()
    tensor.deleter(pointer)


def test_a_copy_for_dlpack_1_may_be_written_to(noise):
    image = Image.from_array(noise((5, 7, 3)))
    pointer, tensor = take_capsule(image.__dlpack__(max_version=(1, 0), copy=True))
    assert tensor.flags & 1 == 0 and tensor.data != address(image.pixels)
    ctypes.memset(tensor.data, 0, 5 * 7 * 4 * QUANTUM.itemsize)
    assert image.pixels.any()
    tensor.deleter(pointer)


def test_pixels_for_another_device_are_refused(noise):
    image = Image.from_array(noise((5, 7, 3)))
    with pytest.raises(BufferError, match="host memory"):
        image.__dlpack__(dl_device=(2, 0))
    with pytest.raises(BufferError, match="host memory"):
        image.__dlpack__(stream=1)
