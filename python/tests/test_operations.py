"""Operations against plain NumPy, against the command line, and against the real GraphicsMagick."""

import shutil
import subprocess

import numpy as np
import pytest

import lodestone
import oracles
from conftest import MAX
from lodestone import Filter, Image

# In steps of a sample: results are rounded once, oracles at other places.
STEP = 1


def assert_close(image, expected, steps=STEP):
    difference = np.abs(image.to_array().astype(np.int64) - expected)
    assert (
        difference.max() <= steps
    ), f"{(difference > steps).sum()} samples differ by up to {difference.max()}"


@pytest.mark.parametrize("size", [(40, 30), (33, 17), (160, 90), (1, 1)])
@pytest.mark.parametrize(
    "filter, function, support",
    [(Filter.TRIANGLE, oracles.triangle, 1.0), (Filter.LANCZOS, oracles.lanczos, 3.0)],
)
def test_resize_is_that_of_the_filter(smooth, size, filter, function, support):
    samples = smooth()
    expected = oracles.resize(samples.astype(float), *size, function, support, MAX)
    result = Image.from_array(samples).resize(*size, filter)
    assert result.size == size
    assert_close(result, expected, steps=2)  # two passes, either of which may be the first


def test_scale_averages_areas(noise):
    samples = noise((36, 48, 3))
    for factor in (2, 3, 6):
        result = Image.from_array(samples).scale(48 // factor, 36 // factor)
        assert_close(result, oracles.average_blocks(samples.astype(float), factor, MAX))


def test_sample_takes_nearest_pixels(noise):
    samples = noise((10, 12, 3))
    doubled = Image.from_array(samples).sample(24, 20)
    assert np.array_equal(np.asarray(doubled), samples.repeat(2, axis=0).repeat(2, axis=1))


def test_blur_is_a_gaussian(noise):
    samples = noise((40, 50, 3))
    for radius, sigma in ((2, 1.0), (4, 2.5)):
        result = Image.from_array(samples).blur(sigma, radius)
        assert_close(result, oracles.blur(samples.astype(float), radius, sigma, MAX))


@pytest.mark.parametrize(
    "matrix", [np.ones((3, 3)), np.array([[0, -1, 0], [-1, 5, -1], [0, -1, 0]]), np.eye(5)[::-1]]
)
def test_convolve_weighs_neighbours(noise, matrix):
    samples = noise((20, 30, 3))
    result = Image.from_array(samples).convolve(matrix)
    assert_close(result, oracles.convolve(samples.astype(float), matrix.astype(float), MAX))


def test_convolve_leaves_the_matrix_asymmetric(noise):
    samples = noise((9, 9))
    shift = np.zeros((3, 3))
    shift[1, 2] = 1.0  # the pixel to the right
    result = np.asarray(Image.from_array(samples).convolve(shift))
    assert np.array_equal(result[:, :-1], samples[:, 1:])


def test_median_is_that_of_neighbours(noise):
    samples = noise((20, 24, 3))
    result = Image.from_array(samples).median(1)
    assert np.array_equal(np.asarray(result), oracles.median(samples, 1))


def test_unsharp_mask_adds_the_difference_from_the_blurred(smooth):
    samples = smooth().astype(float)
    blurred = oracles.blur(samples, 3, 1.0, MAX)
    expected = oracles.rounded(samples + 0.7 * (samples - blurred), MAX)
    assert_close(Image.from_array(smooth()).unsharp_mask(1.0, amount=0.7, radius=3), expected)


def test_crop_and_mirrors_move_pixels(noise):
    samples = noise((20, 30, 4))
    image = Image.from_array(samples)
    assert np.array_equal(image.crop(3, 4, 10, 8).to_array(), samples[4:12, 3:13])
    assert np.array_equal(image.crop(25, 15, 99, 99).to_array(), samples[15:, 25:])
    assert np.array_equal(image.flip().to_array(), samples[::-1])
    assert np.array_equal(image.flop().to_array(), samples[:, ::-1])


def test_rotate_is_clockwise_and_fills_corners(noise):
    samples = noise((20, 30, 3))
    image = Image.from_array(samples)
    assert np.array_equal(image.rotate(90).to_array(), np.rot90(samples, -1))
    turned = image.rotate(45, background="#ff0000")
    assert turned.width > 30 and turned.height > 30
    assert turned.to_array()[0, 0].tolist() == [MAX, 0, 0]


@pytest.mark.parametrize(
    "orientation, seen",
    [
        ("TopLeft", lambda values: values),
        ("TopRight", lambda values: values[:, ::-1]),
        ("BottomRight", lambda values: values[::-1, ::-1]),
        ("RightTop", lambda values: np.rot90(values, -1)),
        ("LeftBottom", lambda values: np.rot90(values)),
    ],
)
def test_auto_orient_follows_the_file(program, tmp_path, noise, orientation, seen):
    values = noise((10, 14, 3))
    Image.from_array(values).save(tmp_path / "stored.miff")
    program("convert", tmp_path / "stored.miff", "-orient", orientation, tmp_path / "oriented.miff")
    image = lodestone.open(tmp_path / "oriented.miff")
    assert np.array_equal(np.asarray(image), values)
    upright = image.auto_orient()
    assert np.array_equal(np.asarray(upright), seen(values))
    assert np.array_equal(np.asarray(upright.auto_orient()), seen(values))


def test_linear_light_averages_light():
    checks = np.indices((8, 8)).sum(axis=0) % 2 * 1.0
    image = Image.from_array(np.repeat(checks[..., None], 3, axis=2))
    plain = image.scale(4, 4).to_array(dtype="float64")
    light = image.scale(4, 4, linear_light=True).to_array(dtype="float64")
    assert np.allclose(plain, 0.5, atol=0.01)
    assert np.allclose(light, 1.055 * 0.5 ** (1 / 2.4) - 0.055, atol=0.01)
    again = image.scale(4, 4, linear_light=True).scale(2, 2)  # the setting is of one call
    assert np.allclose(again.to_array(dtype="float64"), light[:2, :2], atol=0.01)


def test_operations_leave_their_source_alone(noise):
    samples = noise((12, 12, 3))
    image = Image.from_array(samples)
    for result in (image.blur(1), image.resize(12, 12), image.rotate(0), image.copy()):
        with result.edit() as pixels:
            pixels[...] = 0
    assert np.array_equal(np.asarray(image), samples)


# Each operation, and how the command line says it.
COMMANDS = [
    (lambda image: image.resize(41, 23), ["-resize", "41x23!"]),
    (lambda image: image.resize(120, 100, Filter.MITCHELL), ["-filter", "Mitchell", "-resize", "120x100!"]),
    (lambda image: image.scale(33, 21), ["-scale", "33x21!"]),
    (lambda image: image.sample(33, 21), ["-sample", "33x21!"]),
    (lambda image: image.blur(1.5), ["-blur", "0x1.5"]),
    (lambda image: image.sharpen(1.0), ["-sharpen", "0x1"]),
    (lambda image: image.unsharp_mask(1.0, 0.8, 0.02), ["-unsharp", "0x1+0.8+0.02"]),
    (lambda image: image.convolve([[1, 2, 1], [2, 4, 2], [1, 2, 1]]), ["-convolve", "1,2,1,2,4,2,1,2,1"]),
    (lambda image: image.median(2), ["-median", "2"]),
    (lambda image: image.crop(5, 6, 40, 30), ["-crop", "40x30+5+6"]),
    (lambda image: image.rotate(30, "blue"), ["-background", "blue", "-rotate", "30"]),
    (lambda image: image.flip(), ["-flip"]),
    (lambda image: image.flop(), ["-flop"]),
]


@pytest.mark.parametrize(
    "operation, arguments", COMMANDS, ids=[words[-2] if len(words) > 1 else words[0] for _, words in COMMANDS]
)
@pytest.mark.parametrize("channels", ["I", "RGB", "RGBA"])
def test_pixels_are_those_of_the_command_line(program, tmp_path, smooth, channels, operation, arguments):
    image = Image.from_array(smooth())
    if channels == "I":
        image = Image.from_array(image.to_array("I"))
    if channels == "RGBA":
        image = Image.from_array(np.dstack([smooth(), smooth()[..., 0]]))
    image.save(tmp_path / "in.miff")
    program("convert", tmp_path / "in.miff", *arguments, tmp_path / "out.miff")
    expected = lodestone.open(tmp_path / "out.miff")
    result = operation(image)
    assert result.size == expected.size
    assert np.array_equal(result.pixels, expected.pixels)


@pytest.mark.skipif(shutil.which("gm") is None, reason="no gm")
@pytest.mark.parametrize("operation, arguments", COMMANDS[:7], ids=[words[-2] for _, words in COMMANDS[:7]])
def test_pixels_are_those_of_graphicsmagick(tmp_path, smooth, operation, arguments):
    image = Image.from_array(smooth())
    image.save(tmp_path / "in.png")
    subprocess.run(
        ["gm", "convert", tmp_path / "in.png", *arguments, tmp_path / "out.png"], check=True, timeout=60
    )
    expected = lodestone.open(tmp_path / "out.png").to_array("RGB").astype(np.int64)
    # Steps allowed by docs/numeric-contract.md; gm computes with samples of its own depth.
    assert_close(operation(image), expected, steps=2)
