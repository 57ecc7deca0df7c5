"""The library's images as Python owns them."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import Any, Iterator, List

from lodestone._library import ffi, lib
from lodestone.errors import Exceptions

PACKET_BYTES: int = ffi.sizeof("PixelPacket")


def own(image: Any) -> Any:
    """The same pointer, released when nothing refers to it any more."""
    return ffi.gc(image, lib.DestroyImage, image.columns * image.rows * PACKET_BYTES)


def take(function: Any, *arguments: Any) -> Any:
    """The image that a function of the library makes of its arguments and an ExceptionInfo."""
    with Exceptions() as exceptions:
        image = function(*arguments, exceptions.info)
        return exceptions.require(own(image) if image else image)


def take_list(function: Any, *arguments: Any) -> List[Any]:
    """The images of the list that a function of the library makes."""
    with Exceptions() as exceptions:
        image = function(*arguments, exceptions.info)
        first = exceptions.require(ffi.gc(image, lib.DestroyImageList) if image else image)
    ffi.gc(first, None)
    rest = ffi.new("Image **", first)
    images = []
    while rest[0]:
        images.append(own(lib.RemoveFirstImageFromList(rest)))
    return images


def clone(image: Any) -> Any:
    """Another image with the same pixels, which are copied once one of the two changes."""
    return take(lib.CloneImage, image, 0, 0, True)


class Usage:
    """Any number of threads may use an image, or one may change it. What cannot be is an error, not a wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._readers = 0
        self._changing = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        with self._lock:
            if self._changing:
                raise RuntimeError("the image cannot be used while it is edited")
            self._readers += 1
        try:
            yield
        finally:
            with self._lock:
                self._readers -= 1

    @contextmanager
    def changing(self) -> Iterator[None]:
        with self._lock:
            if self._changing or self._readers:
                raise RuntimeError("the image cannot be edited while it is used")
            self._changing = True
        try:
            yield
        finally:
            with self._lock:
                self._changing = False
