"""Pixels of the library as arrays, and arrays as its images."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

import numpy as np
import numpy.typing as npt

from lodestone._library import QUANTUM_DEPTH, ffi, lib
from lodestone.errors import Exceptions
from lodestone.handles import take

Array = npt.NDArray[Any]

#: The type of a sample in the library's memory.
QUANTUM: "np.dtype[Any]" = np.dtype(np.uint16 if QUANTUM_DEPTH == 16 else np.uint8)

#: The order of the four samples of a pixel in the library's memory. O is opacity: 0 is opaque.
PACKET: str = "RGBO" if lib.kBigEndian else "BGRO"

# What the library calls them. Integers use their full range, floating point 0 to 1.
_STORAGE: Dict[str, int] = {
    "uint8": lib.CharPixel,
    "uint16": lib.ShortPixel,
    "uint32": lib.IntegerPixel,
    "float32": lib.FloatPixel,
    "float64": lib.DoublePixel,
}

_CHANNELS: Dict[int, str] = {1: "I", 2: "IA", 3: "RGB", 4: "RGBA"}


def _storage_of(dtype: "np.dtype[Any]") -> int:
    storage = _STORAGE.get(dtype.name)
    if storage is None:
        raise TypeError(f"samples of type {dtype.name}: take {', '.join(_STORAGE)}")
    return storage


def _encode_channels(channels: str) -> bytes:
    if not (channels.isalpha() and channels.isascii()):
        raise ValueError(f"channels are letters such as RGB, not {channels!r}")
    return channels.encode()


def _channels_for(shape: Tuple[int, ...], channels: Optional[str]) -> str:
    if len(shape) not in (2, 3):
        raise ValueError(f"an image has the shape (rows, columns[, samples]), not {shape}")
    samples = shape[2] if len(shape) == 3 else 1
    if channels is None:
        if samples not in _CHANNELS:
            raise ValueError(f"pixels of {samples} samples: say by `channels` what they are")
        return _CHANNELS[samples]
    if len(channels) != samples:
        raise ValueError(f"{samples} samples in each pixel, but channels {channels!r}")
    return channels


def _array_of(source: Any) -> Array:
    described = any(hasattr(source, name) for name in ("__array__", "__array_interface__"))
    if hasattr(source, "__dlpack__") and not described:
        return np.from_dlpack(source)
    return np.asarray(source)


def image_of(source: Any, channels: Optional[str]) -> Any:
    """A new image with a copy of these samples."""
    array = _array_of(source)
    letters = _encode_channels(_channels_for(array.shape, channels))
    if array.size == 0:
        raise ValueError(f"an image has at least one pixel, not the shape {array.shape}")
    storage = _storage_of(array.dtype)
    array = np.ascontiguousarray(array, array.dtype.newbyteorder("="))
    memory = ffi.from_buffer(array)
    image = take(lib.ConstituteImage, array.shape[1], array.shape[0], letters, storage, memory)
    image.magick[0] = b"\0"  # it was not read from a file, and the library's default would say MIFF
    return image


def samples_of(image: Any, channels: str, dtype: npt.DTypeLike) -> Array:
    """A new array (rows, columns, samples) or, for a single channel, (rows, columns)."""
    letters = _encode_channels(channels)
    kind = np.dtype(dtype).newbyteorder("=")
    storage = _storage_of(kind)
    shape = (image.rows, image.columns) + ((len(channels),) if len(channels) > 1 else ())
    array = np.empty(shape, kind)
    memory = ffi.from_buffer(array, require_writable=True)
    with Exceptions() as exceptions:
        exceptions.require(
            lib.DispatchImage(
                image, 0, 0, image.columns, image.rows, letters, storage, memory, exceptions.info
            )
        )
    return array


def numbers_as(array: Array, dtype: "np.dtype[Any]") -> Array:
    """The same numbers in another type, as NumPy means it."""
    if not np.can_cast(array.dtype, dtype):
        raise TypeError(
            f"not all samples fit into {dtype.name}: to_array(dtype={dtype.name!r}) converts their range"
        )
    return array.astype(dtype, copy=False)


class PacketMemory:
    """What NumPy makes an array of, without copying: the pixels of an image, which this keeps alive."""

    def __init__(self, image: Any, pixels: Any, read_only: bool) -> None:
        self.image = image
        self.__array_interface__ = {
            "version": 3,
            "shape": (image.rows, image.columns, len(PACKET)),
            "typestr": QUANTUM.str,
            "data": (int(ffi.cast("uintptr_t", pixels)), read_only),
        }


def acquire(image: Any) -> Any:
    """The pixels of an image that nothing else changes, to be read."""
    with Exceptions() as exceptions:
        return exceptions.require(
            lib.AcquireImagePixels(image, 0, 0, image.columns, image.rows, exceptions.info)
        )


def packets_of(image: Any) -> Array:
    """The pixels of an image that nothing else changes, read-only and without a copy."""
    return np.asarray(PacketMemory(image, acquire(image), read_only=True))


def colors_of(packets: Array) -> Array:
    """Red, green and blue of packets, without a copy."""
    return packets[..., :3] if PACKET.startswith("RGB") else packets[..., 2::-1]
