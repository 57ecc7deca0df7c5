"""Which accelerators may run operations, and what devices there are."""

from __future__ import annotations

import atexit
import enum
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

from lodestone._library import ffi, lib, text
from lodestone.errors import OptionError


# A device that gets ready in the background does not keep a program from ending.
atexit.register(lib.MagickAccelerateAbandonWarmUp)


class Mode(enum.Enum):
    """Which accelerators may run operations."""

    #: The CPU.
    OFF = lib.MagickAccelerateOff
    #: The one predicted to finish first, of those that are ready.
    AUTO = lib.MagickAccelerateAuto
    #: A device, or the operation raises AccelerateError.
    REQUIRE = lib.MagickAccelerateRequire


def _mode_of(mode: Union[Mode, str]) -> Mode:
    if isinstance(mode, Mode):
        return mode
    try:
        return Mode[mode.upper()]
    except KeyError:
        raise OptionError("a mode is off, auto or require", mode) from None


def get_mode() -> Mode:
    """The mode that applies to a call made now on this thread."""
    return Mode(lib.MagickAccelerateGetMode())


def set_mode(mode: Union[Mode, str, None]) -> None:
    """The mode of the process; None: that of MAGICK_ACCELERATE."""
    value = lib.MagickAccelerateInherit if mode is None else _mode_of(mode).value
    lib.MagickAccelerateSetMode(value)


@contextmanager
def acceleration(mode: Union[Mode, str]) -> Iterator[None]:
    """The mode of the calls that this thread makes in a block: `with lodestone.acceleration("off"):`"""
    before = lib.MagickAccelerateSetThreadMode(_mode_of(mode).value)
    try:
        yield
    finally:
        lib.MagickAccelerateSetThreadMode(before)


class DeviceType(enum.Enum):
    """What an accelerator runs on."""

    NATIVE = lib.MagickAccelerateTypeNative
    CPU = lib.MagickAccelerateTypeCPU
    GPU = lib.MagickAccelerateTypeGPU
    OTHER = lib.MagickAccelerateTypeOther


@dataclass(frozen=True)
class Device:
    """A device, the CPU, or an accelerator that could not be loaded (then problem and hint say why).

    The fields are those of MagickAccelerateDeviceInfo.
    """

    accelerator: str
    name: str
    platform: str
    driver: str
    type: DeviceType
    usable: bool
    ready: bool
    memory_bytes: int
    local_memory_bytes: int
    compute_units: int
    self_test: str
    cache: str
    problem: str
    hint: str
    driver_crashes: int
    last_driver_crash: str
    open_ns: int
    context_ns: int
    load_ns: int
    compile_ns: int
    test_ns: int
    conformance: str
    conforms: bool
    hardware: str


_CONVERSIONS: Dict[str, Callable[[Any], Any]] = {
    "str": text,
    "int": int,
    "bool": bool,
    "DeviceType": DeviceType,
}


def _device_of(info: Any) -> Device:
    values: Dict[str, Any] = {}
    for field in fields(Device):
        values[field.name] = _CONVERSIONS[str(field.type)](getattr(info, field.name))
    return Device(**values)


def devices() -> List[Device]:
    """The CPU, all devices, and what could not be loaded."""
    room = lib.MagickAccelerateListDevices(ffi.NULL, 0)
    infos = ffi.new("MagickAccelerateDeviceInfo[]", room)
    for info in infos:
        info.struct_size = ffi.sizeof("MagickAccelerateDeviceInfo")
    count = lib.MagickAccelerateListDevices(infos, room)
    return [_device_of(info) for info in infos[0 : min(count, room)]]


def select_device(selector: Optional[str]) -> None:
    """Use only the devices of a name, words of one, or a class (GPU, CPU); None: as MAGICK_OCL_DEVICE says."""
    name = ffi.NULL if selector is None else selector.encode()
    if not lib.MagickAccelerateSelectDevice(name):
        raise OptionError("the name of a device has at most 255 bytes", selector or "")


def warm_up() -> int:
    """Make the selected devices ready, which may take seconds. Returns how many are."""
    return int(lib.MagickAccelerateWarmUp())
