"""Reading and writing, and what is wrong with files and names."""

import errno
import io
import os
import warnings

import numpy as np
import pytest

import lodestone
from conftest import MAX
from lodestone import Image


@pytest.fixture
def png(smooth):
    return Image.from_array(smooth()).encode("PNG")


@pytest.mark.parametrize("kind", ["str", "Path", "bytes path"])
def test_paths_are_read_and_written(smooth, tmp_path, kind):
    image = Image.from_array(smooth())
    path = tmp_path / "räksmörgås [1].png"
    name = path if kind == "Path" else str(path)
    if kind == "bytes path":  # a name that is no UTF-8
        name = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.png")
    image.save(name)
    again = lodestone.open(name)
    assert again.format == "PNG"
    assert np.array_equal(np.asarray(again), smooth())
    assert len(os.listdir(tmp_path)) == 1


def test_bytes_and_files_are_read(png, smooth):
    for source in (png, bytearray(png), memoryview(png), io.BytesIO(png)):
        assert np.array_equal(np.asarray(lodestone.open(source)), smooth())


def test_files_are_written(smooth, tmp_path):
    memory = io.BytesIO()
    Image.from_array(smooth()).save(memory, format="PNG")
    assert np.array_equal(np.asarray(lodestone.open(memory.getvalue())), smooth())


def test_the_program_reads_the_same(program, smooth, tmp_path, png):
    (tmp_path / "in.png").write_bytes(png)
    program("convert", tmp_path / "in.png", tmp_path / "out.miff")
    assert np.array_equal(np.asarray(lodestone.open(tmp_path / "out.miff")), smooth())


def test_format_is_that_of_the_argument_the_name_or_the_source(smooth, tmp_path, png):
    image = Image.from_array(smooth())
    image.save(tmp_path / "x.jpg")
    assert lodestone.open(tmp_path / "x.jpg").format == "JPEG"
    image.save(tmp_path / "x.jpg", format="png")
    assert lodestone.open(tmp_path / "x.jpg").format == "PNG"
    lodestone.open(png).save(tmp_path / "plain")
    assert lodestone.open(tmp_path / "plain").format == "PNG"
    with pytest.raises(lodestone.OptionError, match="format"):
        image.save(tmp_path / "nothing")
    with pytest.raises(lodestone.OptionError, match="format"):
        image.encode()


def test_bytes_without_a_signature_are_read_by_format(smooth):
    raw = Image.from_array(smooth()).encode("TGA")
    assert lodestone.open(raw, format="TGA").size == (80, 60)


def test_names_are_names_whatever_they_look_like(smooth, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("gif:x.png", "x%03d.png", "x[0].png", "-.png", "png:y", "-", "fd:1"):
        Image.from_array(smooth()).save(name, format="PNG")
        assert os.path.exists(name)
        assert lodestone.open(name).format == "PNG"


def test_quality_depth_and_options_reach_the_coder(smooth):
    image = Image.from_array(smooth())
    assert len(image.encode("JPEG", quality=20)) < len(image.encode("JPEG", quality=95))
    assert lodestone.open(image.encode("PNG", depth=8)).depth == 8
    plain = image.encode("JPEG", options={"jpeg:optimize-coding": "false"})
    assert len(plain) > len(image.encode("JPEG", options={"jpeg:optimize-coding": "true"}))
    reduced = lodestone.open(image.scale(800, 600).encode("JPEG"), options={"jpeg:shrink-on-load": "100x75"})
    assert reduced.width < 800
    for bad in ({"quality": 101}, {"quality": -1}, {"depth": 0}):
        with pytest.raises(lodestone.OptionError):
            image.encode("PNG", **bad)


def test_saving_does_not_change_the_image(smooth, tmp_path):
    image = Image.from_array(smooth())
    image.save(tmp_path / "x.gif", depth=4)
    assert image.format == "" and np.array_equal(np.asarray(image), smooth())


def test_all_frames_are_read(program, tmp_path):
    program("convert", "-size", "8x8", "xc:red", "xc:lime", "xc:blue", tmp_path / "three.gif")
    frames = lodestone.open_frames(tmp_path / "three.gif")
    assert [frame.to_array("RGB")[0, 0].tolist() for frame in frames] == [
        [MAX, 0, 0],
        [0, MAX, 0],
        [0, 0, MAX],
    ]
    assert lodestone.open(tmp_path / "three.gif").to_array("RGB")[0, 0].tolist() == [MAX, 0, 0]


# ---- What cannot be


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(OSError) as caught:
        lodestone.open(tmp_path / "none.png")
    assert isinstance(caught.value, lodestone.FileOpenError)
    assert caught.value.errno == errno.ENOENT
    assert caught.value.filename == str(tmp_path / "none.png")
    assert "none.png" in str(caught.value)
    with pytest.raises(lodestone.FileOpenError):
        lodestone.open("xc:red")  # no file, whatever it means on the command line


def test_a_folder_is_no_image(tmp_path):
    with pytest.raises(lodestone.Error, match=str(tmp_path)):
        lodestone.open(tmp_path)


@pytest.mark.parametrize(
    "damage", [lambda b: b"", lambda b: b"no image at all", lambda b: b[:40], lambda b: b[:20] + b"\0" * 90]
)
def test_damaged_bytes_are_an_error_with_a_reason(png, damage):
    with pytest.raises(lodestone.Error) as caught:
        lodestone.open(damage(png))
    assert caught.value.reason and caught.value.severity >= 400


@pytest.mark.parametrize("format", ["PNG", "JPEG"])
def test_a_file_cut_short_is_an_error_or_a_warning(smooth, format):
    data = Image.from_array(smooth()).encode(format)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            assert lodestone.open(data[: len(data) * 3 // 4]).size == (80, 60)
        except lodestone.CorruptImageError as error:
            assert error.reason
        else:
            assert issubclass(caught[0].category, lodestone.ImageWarning) and str(caught[0].message)
            assert caught[0].filename == __file__


def test_an_unknown_format_is_named(smooth, tmp_path):
    image = Image.from_array(smooth())
    with pytest.raises(lodestone.MissingDelegateError, match="(?i)nosuch"):
        image.save(tmp_path / "x.nosuch")
    with pytest.raises(lodestone.MissingDelegateError, match="(?i)nosuch"):
        image.encode("nosuch")
    assert not os.listdir(tmp_path)


def test_nothing_is_left_of_a_file_that_cannot_be_written(smooth, tmp_path):
    image = Image.from_array(smooth())
    with pytest.raises(OSError) as caught:
        image.save(tmp_path / "none" / "x.png")
    assert caught.value.errno == errno.ENOENT and "x.png" in str(caught.value)
    target = tmp_path / "x.png"
    target.write_bytes(b"before")
    with pytest.raises(lodestone.Error):
        image.save(target, format="nosuch")
    assert target.read_bytes() == b"before"
    assert os.listdir(tmp_path) == ["x.png"]


@pytest.mark.parametrize("name", ["x\0.png", "y" * 5000 + ".png"])
def test_impossible_names_are_refused(smooth, name):
    with pytest.raises((ValueError, OSError)):
        Image.from_array(smooth()).save(name)
    with pytest.raises((ValueError, OSError)):
        lodestone.open(name)


@pytest.mark.parametrize("source", [None, 3, 1.5, [b"x"]])
def test_what_is_no_file_is_refused(source):
    with pytest.raises(TypeError, match="path, bytes or a binary file"):
        lodestone.open(source)


# ---- Arguments of operations


@pytest.mark.parametrize(
    "call, error",
    [
        (lambda image: image.resize(0, 5), lodestone.OptionError),
        (lambda image: image.resize(-1, 5), ValueError),
        (lambda image: image.resize(5.5, 5), TypeError),
        (lambda image: image.resize("5", 5), TypeError),
        (lambda image: image.resize(5, 5, "lanczos"), ValueError),
        (lambda image: image.resize(5, 5, blur=float("nan")), lodestone.OptionError),
        (lambda image: image.resize(2**30, 5), lodestone.ResourceLimitError),
        (lambda image: image.resize(2**70, 5), OverflowError),
        (lambda image: image.blur(0), lodestone.OptionError),
        (lambda image: image.blur(float("inf")), lodestone.OptionError),
        (lambda image: image.crop(500, 500, 5, 5), lodestone.OptionError),
        (lambda image: image.rotate(float("nan")), lodestone.OptionError),
        (lambda image: image.rotate(5, background="no such colour"), lodestone.Error),
        (lambda image: image.convolve([[1, 2], [3, 4]]), lodestone.OptionError),
        (lambda image: image.convolve([1, 2, 3]), lodestone.OptionError),
        (lambda image: image.convolve([["a"]]), ValueError),
        (lambda image: image.to_array("Q"), lodestone.OptionError),
        (lambda image: image.to_array("RG\0"), ValueError),
        (lambda image: image.to_array(dtype="int8"), TypeError),
    ],
)
def test_impossible_arguments_are_refused(smooth, call, error):
    with pytest.raises(error) as caught:
        call(Image.from_array(smooth()))
    assert str(caught.value)


def test_images_are_not_made_by_their_class():
    with pytest.raises(TypeError, match="from_array"):
        Image()
