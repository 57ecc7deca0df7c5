"""Pixels in the memory of a device, shared with other libraries of arrays without a copy."""

from __future__ import annotations

import itertools
from typing import Any, Dict, Optional, Tuple, Union

import numpy as np

from lodestone import dlpack
from lodestone._library import QUANTUM_DEPTH, ffi, lib
from lodestone.arrays import PACKET, QUANTUM
from lodestone.errors import Exceptions
from lodestone.handles import clone, take

#: kDLCUDA, the type of devices that both protocols have.
CUDA = 2

# What keeps memory of others until the library no longer uses it.
_owners: Dict[int, Any] = {}
_keys = itertools.count(1)


def _release_owner(context: Any) -> None:
    del _owners[int(ffi.cast("uintptr_t", context))]


ffi.def_extern(name="ReleaseOwner")(_release_owner)


def _stride_of(shape: Tuple[int, ...], strides: Optional[Tuple[int, ...]]) -> int:
    """Bytes between the rows of an array whose rows have no gaps."""
    inner = (len(PACKET) * QUANTUM.itemsize, QUANTUM.itemsize) if len(shape) == 3 else (QUANTUM.itemsize,)
    if strides is None:
        return shape[1] * inner[0]
    if strides[1:] != inner or strides[0] < 0:
        raise ValueError(f"pixels lie side by side in rows that follow one another, not by strides {strides}")
    return strides[0]


def _wrap(owner: Any, shape: Tuple[int, ...], has_alpha: bool, stream: int, **fields: Any) -> Any:
    if len(shape) not in (2, 3) or shape[2:] not in ((), (len(PACKET),)):
        raise ValueError(f"device memory has the shape (rows, columns) or (rows, columns, 4), not {shape}")
    if len(shape) == 2:
        channels = lib.MagickAccelerateGrey
    else:
        channels = lib.MagickAccelerateWeighted if has_alpha else lib.MagickAccelerateOpaque
    key = next(_keys)
    pixels = ffi.new("MagickAccelerateDevicePixels *", fields)
    pixels.stream = ffi.cast("void *", stream)
    pixels.struct_size = ffi.sizeof("MagickAccelerateDevicePixels")
    pixels.rows, pixels.columns = shape[:2]
    pixels.channels, pixels.sample_bits = channels, QUANTUM_DEPTH
    pixels.device_type = CUDA
    pixels.release, pixels.context = lib.ReleaseOwner, ffi.cast("void *", key)
    _owners[key] = owner
    try:
        image = take(lib.MagickAccelerateWrapDevicePixels, pixels)
    except BaseException:
        del _owners[key]
        raise
    return image


def _wrap_interface(source: Any, has_alpha: bool) -> Any:
    array = source.__cuda_array_interface__
    if np.dtype(array["typestr"]) != QUANTUM:
        raise TypeError(f"samples in device memory are {QUANTUM.name}, not {array['typestr']}")
    if array.get("mask") is not None:
        raise TypeError("arrays with a mask cannot be images")
    shape = tuple(array["shape"])
    return _wrap(
        source,
        shape,
        has_alpha,
        array.get("stream") or 0,
        data=ffi.cast("void *", array["data"][0]),
        stride_bytes=_stride_of(shape, array.get("strides")),
        device_id=-1,
    )


def _wrap_tensor(source: Any, has_alpha: bool) -> Any:
    default_stream = 1
    try:
        capsule = source.__dlpack__(stream=default_stream, max_version=(1, 0))
    except TypeError:  # it knows no versions
        capsule = source.__dlpack__(stream=default_stream)
    owner, tensor = dlpack.take_tensor(capsule)
    kind = tensor.dtype
    if (kind.code, kind.bits, kind.lanes) != (lib.kDLUInt, QUANTUM_DEPTH, 1):
        raise TypeError(f"samples in device memory are {QUANTUM.name}")
    shape = tuple(tensor.shape[0 : tensor.ndim])
    strides = None
    if tensor.strides:
        strides = tuple(QUANTUM.itemsize * stride for stride in tensor.strides[0 : tensor.ndim])
    return _wrap(
        owner,
        shape,
        has_alpha,
        default_stream,
        data=ffi.cast("char *", tensor.data) + tensor.byte_offset,
        stride_bytes=_stride_of(shape, strides),
        device_id=tensor.device.device_id,
    )


def image_on(source: Any, has_alpha: bool) -> Any:
    """A new image whose pixels are the memory of an array on a device."""
    if hasattr(source, "__cuda_array_interface__"):
        return _wrap_interface(source, has_alpha)
    if hasattr(source, "__dlpack_device__") and source.__dlpack_device__()[0] == CUDA:
        return _wrap_tensor(source, has_alpha)
    raise TypeError("not an array in the memory of a CUDA device: from_array takes those of the host")


def _share(image: Any, device: Optional[str]) -> Any:
    pixels = ffi.new("MagickAccelerateDevicePixels *")
    pixels.struct_size = ffi.sizeof("MagickAccelerateDevicePixels")
    name = ffi.NULL if device is None else device.encode()
    with Exceptions() as exceptions:
        exceptions.require(lib.MagickAccelerateShareDevicePixels(image, name, pixels, exceptions.info))
    return pixels


class DevicePixels:
    """The pixels of an image in the memory of a device, for CuPy, PyTorch, Numba and others.

    They take it by `__cuda_array_interface__` or `__dlpack__`, without a copy. The memory stays as it is for
    as long as this object or an array made of it exists.
    """

    __slots__ = ("__cuda_array_interface__", "_image", "_pixels", "_device", "_read_only")

    __cuda_array_interface__: Dict[str, Any]

    def __init__(self, image: Any, device: Optional[str], read_only: bool) -> None:
        self._image = clone(image)
        self._device = device
        self._read_only = read_only
        pixels = _share(self._image, device)
        self._pixels = ffi.gc(pixels, lambda shared: shared.release(shared.context))
        grey = pixels.channels == lib.MagickAccelerateGrey
        shape = (pixels.rows, pixels.columns) + (() if grey else (len(PACKET),))
        inner = (QUANTUM.itemsize,) if grey else (len(PACKET) * QUANTUM.itemsize, QUANTUM.itemsize)
        self.__cuda_array_interface__ = {
            "version": 3,
            "shape": shape,
            "typestr": QUANTUM.str,
            "data": (int(ffi.cast("uintptr_t", pixels.data)), read_only),
            "strides": (pixels.stride_bytes,) + inner,
            "stream": None,
        }

    @property
    def shape(self) -> Tuple[int, ...]:
        """(rows, columns, 4) or, of a grey image, (rows, columns)."""
        shape: Tuple[int, ...] = self.__cuda_array_interface__["shape"]
        return shape

    def __dlpack_device__(self) -> Tuple[int, int]:
        return int(self._pixels.device_type), int(self._pixels.device_id)

    def __dlpack__(
        self,
        *,
        stream: Union[int, Any, None] = None,
        max_version: Optional[Tuple[int, int]] = None,
        dl_device: Optional[Tuple[int, int]] = None,
        copy: Optional[bool] = None,
    ) -> object:
        """A tensor for other libraries' from_dlpack. On any stream: the pixels have arrived."""
        if copy or dl_device not in (None, self.__dlpack_device__()):
            raise BufferError("the pixels stay where they are")
        versioned = max_version is not None and max_version[0] >= 1
        if self._read_only and not versioned:
            raise BufferError("only DLPack 1.0 can say read-only: see device_pixels(read_only=False)")
        shared = _share(self._image, self._device)
        export = lib.NewDeviceExport(shared, versioned, self._read_only)
        if not export:
            shared.release(shared.context)
            raise MemoryError("no memory for a description of the pixels")
        return dlpack.new_capsule(export, versioned)
