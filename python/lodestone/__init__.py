"""Lodestone: images, resized, blurred and filtered on OpenCL devices or on the CPU, with the same result.

    import lodestone

    image = lodestone.open("photo.jpg")
    image.resize(800, 600, lodestone.Filter.LANCZOS).save("small.png")
"""

from lodestone._library import QUANTUM_DEPTH, version
from lodestone.acceleration import (
    Device,
    DeviceType,
    Mode,
    acceleration,
    devices,
    get_mode,
    select_device,
    set_mode,
    warm_up,
)
from lodestone.arrays import PACKET, QUANTUM
from lodestone.device_arrays import DevicePixels
from lodestone.errors import (
    AccelerateError,
    BlobError,
    CancelledError,
    CoderError,
    CorruptImageError,
    Error,
    FileOpenError,
    ImageWarning,
    MissingDelegateError,
    OptionError,
    ResourceLimitError,
)
from lodestone.event_log import Event, EventQueue, events
from lodestone.filters import Filter
from lodestone.image import Image, open, open_frames

#: The release of the library.
__version__ = version().split()[1]

__all__ = [
    "PACKET",
    "QUANTUM",
    "QUANTUM_DEPTH",
    "AccelerateError",
    "BlobError",
    "CancelledError",
    "CoderError",
    "CorruptImageError",
    "Device",
    "DevicePixels",
    "DeviceType",
    "Error",
    "Event",
    "EventQueue",
    "FileOpenError",
    "Filter",
    "Image",
    "ImageWarning",
    "MissingDelegateError",
    "Mode",
    "OptionError",
    "ResourceLimitError",
    "acceleration",
    "devices",
    "events",
    "get_mode",
    "open",
    "open_frames",
    "select_device",
    "set_mode",
    "version",
    "warm_up",
]
