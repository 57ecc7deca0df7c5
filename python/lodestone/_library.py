"""The compiled extension, or an ImportError that says why there is none."""

from __future__ import annotations

import ctypes
import re
from typing import Any, Optional

__all__ = ["QUANTUM_DEPTH", "ffi", "lib", "text", "version"]


def _depth_of(text: str) -> Optional[int]:
    found = re.search(r"\bQ(8|16)\b", text)
    return int(found[1]) if found else None


def _loaded_depth() -> Optional[int]:
    """Bits of a sample in the library that the dynamic linker finds, if there is one."""
    try:
        library = ctypes.CDLL("liblodestone.so.0")
        version = library.GetMagickVersion
    except (OSError, AttributeError):
        return None
    version.restype = ctypes.c_char_p
    return _depth_of(version(None).decode())


def _explain(error: ImportError) -> ImportError:
    # The extension refers to MagickLibraryIsQ8 or ...Q16; a library has one of them.
    wanted = re.search(r"MagickLibraryIsQ(8|16)\b", str(error))
    loaded = _loaded_depth()
    if wanted and loaded is not None and loaded != int(wanted[1]):
        return ImportError(
            f"this lodestone package was compiled for a library with {wanted[1]}-bit samples, but "
            f"liblodestone.so.0 here has {loaded}-bit samples: install the package again with this library"
        )
    if loaded is None and "liblodestone" in str(error):
        return ImportError(
            f"{error}: the Lodestone library is not where the dynamic linker looks; run ldconfig, or put its "
            "folder into LD_LIBRARY_PATH"
        )
    return error


try:
    from lodestone._lodestone import ffi, lib
except ImportError as error:
    raise _explain(error) from error

lib.InitializeMagick(ffi.NULL)

QUANTUM_DEPTH: int = lib.kQuantumDepth


def text(pointer: Any) -> str:
    """A string of the library; "" for NULL. File names may hold any bytes."""
    return str(ffi.string(pointer), "utf-8", "surrogateescape") if pointer else ""


def version() -> str:
    """Name, release, date and quantum depth of the library."""
    return text(lib.GetMagickVersion(ffi.NULL))
