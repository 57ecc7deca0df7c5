"""Reading and writing files, streams and bytes."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from typing import Any, BinaryIO, Iterator, List, Mapping, Optional, Union

from lodestone._library import ffi, lib, text
from lodestone.errors import Exceptions, FileOpenError, OptionError, check, error_of
from lodestone.handles import clone, take_list

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, bytes, bytearray, memoryview, BinaryIO]


def _set_text(field: Any, value: bytes, name: str) -> None:
    if b"\0" in value or len(value) >= len(field):
        raise OptionError(
            f"a {name} has at most {len(field) - 1} bytes, none of them 0", os.fsdecode(value[:80])
        )
    ffi.memmove(field, value + b"\0", len(value) + 1)


def _define(info: Any, options: Mapping[str, str]) -> None:
    for name, value in options.items():
        format, _, key = name.partition(":")
        with Exceptions() as exceptions:
            exceptions.require(
                lib.AddDefinition(info, format.encode(), key.encode(), value.encode(), exceptions.info)
            )


@contextmanager
def _settings(format: Optional[str], options: Mapping[str, str]) -> Iterator[Any]:
    info = lib.CloneImageInfo(ffi.NULL)
    if not info:
        raise MemoryError("no memory for settings")
    try:
        if format is not None:
            _set_text(info.magick, format.upper().encode(), "format")
        _define(info, options)
        yield info
    finally:
        lib.DestroyImageInfo(info)


def _name_of(path: Path) -> bytes:
    name = os.fsencode(path)
    return b"./-" if name == b"-" else name  # to the library that is standard input or output


def _read_file(path: bytes, info: Any) -> List[Any]:
    # The library would take what is no file for a format and its argument: "xc:red".
    if not os.path.exists(path):
        raise FileOpenError("Unable to open file", os.fsdecode(path), 430, errno.ENOENT)
    _set_text(info.filename, path, "file name")
    return take_list(lib.ReadImage, info)


def _read_bytes(data: Any, info: Any) -> List[Any]:
    memory = ffi.from_buffer(data)
    return take_list(lib.BlobToImage, info, memory, len(memory))


def read(source: Source, format: Optional[str], options: Mapping[str, str]) -> List[Any]:
    """All frames."""
    with _settings(format, options) as info:
        if isinstance(source, (str, os.PathLike)):
            return _read_file(_name_of(source), info)
        if isinstance(source, (bytes, bytearray, memoryview)):
            return _read_bytes(source, info)
        if hasattr(source, "read"):
            return _read_bytes(source.read(), info)
    raise TypeError(f"open takes a path, bytes or a binary file, not {type(source).__name__}")


def _set_quality_and_depth(info: Any, image: Any, quality: Optional[int], depth: Optional[int]) -> None:
    if quality is not None:
        if not 0 <= quality <= 100:
            raise OptionError("quality is a number from 0 to 100", str(quality))
        info.quality = quality
    if depth is not None and (depth < 1 or not lib.SetImageDepth(image, depth)):
        raise OptionError("depth is the number of bits of a sample", str(depth))


def _format_for(path: bytes, image: Any, format: Optional[str]) -> bytes:
    extension = os.path.splitext(path)[1][1:]
    return (format.encode() if format else extension or ffi.string(image.magick)).upper()


@contextmanager
def _to_write(
    image: Any, quality: Optional[int], depth: Optional[int], options: Mapping[str, str]
) -> Iterator[Any]:
    mine = clone(image)  # encoders note things in it
    with _settings(None, options) as info:
        _set_quality_and_depth(info, mine, quality, depth)
        yield info, mine


def write(
    image: Any,
    path: Path,
    format: Optional[str],
    quality: Optional[int],
    depth: Optional[int],
    options: Mapping[str, str],
) -> None:
    name = _name_of(path)
    magick = _format_for(name, image, format)
    if not magick:
        raise OptionError(
            "The name does not say in which format, and `format` is not given", os.fsdecode(name)
        )
    with _to_write(image, quality, depth, options) as (info, mine):
        # With a format before it, the rest is a name, whatever it looks like.
        _set_text(mine.filename, magick + b":" + name, "file name")
        if not lib.WriteImage(info, mine):
            raise error_of(mine.exception)
        check(mine.exception)


def encode(
    image: Any,
    format: Optional[str],
    quality: Optional[int],
    depth: Optional[int],
    options: Mapping[str, str],
) -> bytes:
    with _to_write(image, quality, depth, options) as (info, mine):
        if format is not None:
            _set_text(mine.magick, format.upper().encode(), "format")
        if not text(mine.magick):
            raise OptionError("The image was not read from a file: give a format")
        length = ffi.new("size_t *")
        with Exceptions() as exceptions:
            blob = exceptions.require(lib.ImageToBlob(info, mine, length, exceptions.info))
            try:
                return bytes(ffi.buffer(blob, length[0]))
            finally:
                lib.MagickFree(blob)
