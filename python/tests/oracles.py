"""What operations compute, as plainly as it can be said, on floats of the shape (rows, columns, channels)."""

import numpy as np


def rounded(values, maximum):
    """To quanta, halves up."""
    return np.floor(np.clip(values, 0, maximum) + 0.5).astype(np.int64)


def triangle(x):
    return np.maximum(1.0 - np.abs(x), 0.0)


def lanczos(x):
    return np.where(np.abs(x) < 3.0, np.sinc(x) * np.sinc(x / 3.0), 0.0)


def resample_axis(values, size, function, support):
    """Along axis 0, by the rules of GraphicsMagick's ResizeImage."""
    before = values.shape[0]
    factor = size / before
    scale = max(1.0 / factor, 1.0)
    reach = max(scale * support, 0.5)
    result = np.empty((size,) + values.shape[1:])
    for place in range(size):
        center = (place + 0.5) / factor
        start = int(max(center - reach + 0.5, 0.0))
        stop = int(min(center + reach + 0.5, before))
        weights = function((np.arange(start, stop) - center + 0.5) / scale)
        result[place] = np.tensordot(weights / weights.sum(), values[start:stop], axes=1)
    return result


def resize(values, width, height, function, support, maximum):
    """Both axes; between them samples stay within their range."""
    wide = np.clip(resample_axis(values.swapaxes(0, 1), width, function, support), 0, maximum)
    return rounded(resample_axis(wide.swapaxes(0, 1), height, function, support), maximum)


def average_blocks(values, factor, maximum):
    """Scale to a whole fraction of the size."""
    rows, columns = values.shape[0] // factor, values.shape[1] // factor
    blocks = values.reshape(rows, factor, columns, factor, -1)
    return rounded(blocks.mean(axis=(1, 3)), maximum)


def neighbours(values, reach):
    """All pixels around each, the edge repeated outside: (places, rows, columns, channels)."""
    padded = np.pad(values, ((reach, reach), (reach, reach), (0, 0)), mode="edge")
    size = 2 * reach + 1
    rows, columns = values.shape[:2]
    return np.stack([padded[y : y + rows, x : x + columns] for y in range(size) for x in range(size)])


def convolve(values, matrix, maximum):
    weights = matrix.reshape(-1, 1, 1, 1)
    total = matrix.sum()
    around = neighbours(values, matrix.shape[0] // 2)
    return rounded((around * weights).sum(axis=0) / (total if total else 1.0), maximum)


def median(values, radius):
    return np.median(neighbours(values, radius), axis=0).astype(np.int64)


def gaussian_taps(radius, sigma):
    """GraphicsMagick's: each tap is the mean of three places."""
    places = np.arange(-3 * radius - 1, 3 * radius + 2)
    heights = np.exp(-(places**2) / (2.0 * 9.0 * sigma**2))
    taps = heights.reshape(-1, 3).sum(axis=1)
    return taps / taps.sum()


def blur_axis(values, taps):
    """Along axis 0; at the edges the taps that are left are made to sum to 1."""
    reach = len(taps) // 2
    result = np.empty(values.shape)
    for place in range(len(values)):
        start, stop = max(place - reach, 0), min(place + reach + 1, len(values))
        weights = taps[start - place + reach : stop - place + reach]
        result[place] = np.tensordot(weights / weights.sum(), values[start:stop], axes=1)
    return result


def blur(values, radius, sigma, maximum):
    taps = gaussian_taps(radius, sigma)
    wide = blur_axis(values.swapaxes(0, 1), taps).swapaxes(0, 1)
    return rounded(blur_axis(wide, taps), maximum)
