"""The library's exceptions as Python's."""

from __future__ import annotations

import sys
import warnings
from types import TracebackType
from typing import Any, Dict, Optional, Type

from lodestone._library import ffi, lib, text


class Error(Exception):
    """A call of the library failed.

    reason and description are the library's texts, severity is its number (GraphicsMagick's
    ExceptionType), error_number the errno of a system call that failed, or 0.
    """

    reason: str
    description: str
    severity: int
    error_number: int

    def __init__(self, reason: str, description: str = "", severity: int = 0, error_number: int = 0) -> None:
        self.reason = reason
        self.description = description
        self.severity = severity
        self.error_number = error_number
        super().__init__(str(self))

    def __str__(self) -> str:
        return f"{self.reason} ({self.description})" if self.description else self.reason


class OptionError(Error, ValueError):
    """An argument has a value that the operation does not take."""


class ResourceLimitError(Error, MemoryError):
    """Out of memory, or a limit on sizes or memory."""


class MissingDelegateError(Error):
    """There is no coder for the format."""


class CorruptImageError(Error):
    """The file is damaged."""


class FileOpenError(Error, OSError):
    """A file could not be opened; errno and filename as in OSError."""

    def __init__(self, reason: str, description: str = "", severity: int = 0, error_number: int = 0) -> None:
        super().__init__(reason, description, severity, error_number)
        self.errno = error_number
        self.filename = description or None


class BlobError(Error):
    """Reading or writing failed, or the format of the bytes is unknown."""


class CoderError(Error):
    """A coder cannot read or write this."""


class CancelledError(Error):
    """The operation was cancelled."""


class AccelerateError(Error, RuntimeError):
    """Acceleration is required, and no device could run the operation."""


class ImageWarning(UserWarning):
    """The library returned an image, and has a complaint about it."""


_KINDS: Dict[int, Type[Error]] = {
    lib.ResourceLimitBase: ResourceLimitError,
    lib.OptionBase: OptionError,
    lib.MissingDelegateBase: MissingDelegateError,
    lib.CorruptImageBase: CorruptImageError,
    lib.FileOpenBase: FileOpenError,
    lib.BlobBase: BlobError,
    lib.CoderBase: CoderError,
    lib.MonitorBase: CancelledError,
    lib.AccelerateBase: AccelerateError,
}


def error_of(exception: Any) -> Error:
    """The exception that an ExceptionInfo holds."""
    kind = _KINDS.get(exception.severity % 100, Error)
    reason = text(exception.reason) or "the library gave no reason"
    return kind(reason, text(exception.description), exception.severity, exception.error_number)


def _stack_level() -> int:
    """That of the program's call in `check`, for warnings."""
    level, frame = 0, sys._getframe(1)
    while frame.f_back and frame.f_globals["__name__"].startswith(__package__ + "."):
        level, frame = level + 1, frame.f_back
    return level + 1


def check(exception: Any) -> None:
    """Raises the error, or issues the warning, that an ExceptionInfo holds."""
    if exception.severity >= lib.ErrorException:
        raise error_of(exception)
    if exception.severity >= lib.WarningException:
        warnings.warn(ImageWarning(str(error_of(exception))), stacklevel=_stack_level())


class Exceptions:
    """An ExceptionInfo for the calls of a block, freed at its end."""

    def __enter__(self) -> "Exceptions":
        self.info: Any = ffi.new("ExceptionInfo *")
        lib.GetExceptionInfo(self.info)
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        lib.DestroyExceptionInfo(self.info)

    def require(self, result: Any) -> Any:
        """The result of a call, which is NULL, 0 or comes with an error if it failed."""
        if not result:
            raise error_of(self.info)
        check(self.info)
        return result
