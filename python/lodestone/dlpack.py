"""Pixels for other libraries of arrays (https://dmlc.github.io/dlpack/)."""

from __future__ import annotations

import ctypes
from typing import Any

from lodestone._library import ffi, lib
from lodestone.arrays import acquire
from lodestone.errors import Exceptions
from lodestone.handles import clone

#: kDLCPU and the number of the device: host memory.
HOST = (1, 0)

_new_capsule: Any = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)

# The capsules point to these.
_NAMES = {False: ctypes.c_char_p(b"dltensor"), True: ctypes.c_char_p(b"dltensor_versioned")}


def _unshare(image: Any) -> Any:
    with Exceptions() as exceptions:
        return exceptions.require(
            lib.GetImagePixelsEx(image, 0, 0, image.columns, image.rows, exceptions.info)
        )


def capsule_of(image: Any, versioned: bool, copy: bool) -> object:
    """A capsule with the pixels of `image`; with a copy of them, which may then be written to."""
    mine = clone(image)
    pixels = _unshare(mine) if copy else acquire(mine)
    export = lib.NewPixelExport(mine, pixels, versioned, not copy)
    if not export:
        raise MemoryError("no memory for a description of the pixels")
    ffi.gc(mine, None)  # now the export's
    try:
        return _new_capsule(
            int(ffi.cast("uintptr_t", lib.PixelExportTensor(export))),
            _NAMES[versioned],
            lib.PixelExportCapsuleDestructor(versioned),
        )
    except BaseException:
        lib.DestroyPixelExport(export)
        raise
