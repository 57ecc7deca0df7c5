"""Pixels for other libraries of arrays (https://dmlc.github.io/dlpack/)."""

from __future__ import annotations

import ctypes
from typing import Any, Tuple

from lodestone._library import ffi, lib
from lodestone.arrays import acquire
from lodestone.errors import Exceptions
from lodestone.handles import clone

#: kDLCPU and the number of the device: host memory.
HOST = (1, 0)

_new_capsule: Any = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)

_capsule_is: Any = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_IsValid", ctypes.pythonapi)
)
_capsule_pointer: Any = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_rename_capsule: Any = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_SetName", ctypes.pythonapi)
)

# The capsules point to these.
_NAMES = {False: ctypes.c_char_p(b"dltensor"), True: ctypes.c_char_p(b"dltensor_versioned")}
_USED = {False: ctypes.c_char_p(b"used_dltensor"), True: ctypes.c_char_p(b"used_dltensor_versioned")}
_TYPES = {False: "DLManagedTensor *", True: "DLManagedTensorVersioned *"}


def _unshare(image: Any) -> Any:
    with Exceptions() as exceptions:
        return exceptions.require(
            lib.GetImagePixelsEx(image, 0, 0, image.columns, image.rows, exceptions.info)
        )


def take_tensor(capsule: object) -> Tuple[Any, Any]:
    """What a consumer of a capsule owns, and the DLTensor in it."""
    versioned = bool(_capsule_is(capsule, _NAMES[True]))
    managed = ffi.cast(_TYPES[versioned], _capsule_pointer(capsule, _NAMES[versioned]))
    _rename_capsule(capsule, _USED[versioned])
    owner = ffi.gc(managed, lambda tensor: tensor.deleter(tensor) if tensor.deleter else None)
    if versioned and managed.version.major > 1:
        raise BufferError(f"a tensor of DLPack {managed.version.major}.{managed.version.minor}")
    return owner, managed.dl_tensor


def new_capsule(export: Any, versioned: bool) -> object:
    """A capsule with the tensor of an export, which it takes over."""
    try:
        return _new_capsule(
            int(ffi.cast("uintptr_t", lib.PixelExportTensor(export))),
            _NAMES[versioned],
            lib.PixelExportCapsuleDestructor(versioned),
        )
    except BaseException:
        lib.DestroyPixelExport(export)
        raise


def capsule_of(image: Any, versioned: bool, copy: bool) -> object:
    """A capsule with the pixels of `image`; with a copy of them, which may then be written to."""
    mine = clone(image)
    pixels = _unshare(mine) if copy else acquire(mine)
    export = lib.NewPixelExport(mine, pixels, versioned, not copy)
    if not export:
        raise MemoryError("no memory for a description of the pixels")
    ffi.gc(mine, None)  # now the export's
    return new_capsule(export, versioned)
