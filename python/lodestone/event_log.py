"""The record of each call: what ran, where, why, and how long each part took."""

from __future__ import annotations

import errno
from dataclasses import dataclass, fields
from types import TracebackType
from typing import Any, Dict, Iterator, Optional, Type

from lodestone._library import ffi, lib, text


@dataclass(frozen=True)
class Event:
    """One call. The fields are those of MagickAccelerateEvent; times are in nanoseconds, 0: not measured.

    accelerator: which one ran it ("cpu", "opencl"), "" if none did. declined_by: the best one that did
    not, with the reason, and in `detail` a sentence about it.
    """

    sequence: int
    unix_time_ns: int
    thread: int
    operation: str
    source_columns: int
    source_rows: int
    columns: int
    rows: int
    quantum_depth: int
    alpha: bool
    outcome: str
    accelerator: str
    device: str
    declined_by: str
    declined_by_outcome: str
    reason: str
    detail: str
    kernels: str
    first: bool
    resident: bool
    predicted_ns: int
    actual_ns: int
    queue_ns: int
    compile_ns: int
    upload_ns: int
    kernel_ns: int
    download_ns: int
    bytes_up: int
    bytes_down: int
    context_ns: int
    load_ns: int
    test_ns: int
    strips: int
    samples: int
    process: int
    host: str
    item: str


_NAMES = {
    "outcome": lib.MagickAccelerateOutcomeName,
    "declined_by_outcome": lib.MagickAccelerateOutcomeName,
    "reason": lib.MagickAccelerateReasonName,
}
_ABSENT: Dict[str, Any] = {"str": "", "int": 0, "bool": False}
_ENDS: Dict[str, int] = {
    name: member.offset + ffi.sizeof(member.type)
    for name, member in ffi.typeof("MagickAccelerateEvent").fields
}


def _value_of(record: Any, name: str, kind: str) -> Any:
    if _ENDS[name] > record.struct_size:  # the library is older than the package
        return _ABSENT[kind]
    value = getattr(record, name)
    if name in _NAMES:
        return text(_NAMES[name](value))
    if kind == "str":
        return text(value)
    return bool(value) if kind == "bool" else value


def _event_of(record: Any) -> Event:
    return Event(**{field.name: _value_of(record, field.name, str(field.type)) for field in fields(Event)})


class EventQueue:
    """The events of the process, from its creation on until it is stopped.

    An iteration gives those that are there, oldest first, and ends when there are no more; it never
    waits, and another one goes on. As a context manager it stops at the end of the block, and what was
    recorded can still be taken. Several threads may use a queue; each event goes to one of them.
    """

    def __init__(self, capacity: int = 0) -> None:
        """capacity: events kept at a time, 0 for 1024; more are dropped and counted in `lost`."""
        queue = lib.MagickAccelerateOpenEventQueue(capacity)
        if not queue:
            raise MemoryError("no memory for a queue of events")
        # A thread in `get` refers to it, too: it is never closed under a waiting thread.
        self._queue = ffi.gc(queue, lib.MagickAccelerateCloseEventQueue)

    def get(self, timeout: Optional[float] = None) -> Optional[Event]:
        """The oldest event. Waits for one, at most `timeout` seconds (None: without end); returns None if
        none came in time, or the queue is stopped and empty."""
        queue = self._queue
        record = lib.MagickAcceleratePullEvent(queue, -1.0 if timeout is None else max(timeout, 0.0))
        if not record and ffi.errno == errno.ENOMEM:
            raise MemoryError("no memory for an event")
        return _event_of(record) if record else None

    @property
    def lost(self) -> int:
        """Number of events that were dropped because the queue was full."""
        return int(lib.MagickAccelerateLostEvents(self._queue))

    def stop(self) -> None:
        """Take no more events, and end all waits."""
        lib.MagickAccelerateStopEventQueue(self._queue)

    def __iter__(self) -> Iterator[Event]:
        return self

    def __next__(self) -> Event:
        event = self.get(0.0)
        if event is None:
            raise StopIteration
        return event

    def __enter__(self) -> "EventQueue":
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()


def events(capacity: int = 0) -> EventQueue:
    """A queue of the events from now on: `with lodestone.events() as events: ...`"""
    return EventQueue(capacity)
