"""Images."""

from __future__ import annotations

import operator
from contextlib import contextmanager
from typing import Any, BinaryIO, Iterator, List, Mapping, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt

from lodestone import dlpack, files
from lodestone._library import ffi, lib, text
from lodestone.arrays import (
    QUANTUM,
    Array,
    PacketMemory,
    colors_of,
    image_of,
    numbers_as,
    packets_of,
    samples_of,
)
from lodestone.device_arrays import DevicePixels, image_on
from lodestone.errors import Exceptions, OptionError
from lodestone.filters import Filter
from lodestone.handles import Usage, clone, take


def _size(width: int, height: int) -> Tuple[int, int]:
    size = operator.index(width), operator.index(height)
    if min(size) < 1:
        raise OptionError("width and height are at least 1", f"{width}x{height}")
    return size


def _color(name: str) -> Any:
    color = ffi.new("PixelPacket *")
    with Exceptions() as exceptions:
        exceptions.require(lib.QueryColorDatabase(name.encode(), color, exceptions.info))
    return color[0]


class Image:
    """One image. Operations return new images and leave this one as it is; only `edit` changes it.

    Any number of threads may use an image at the same time; calls of the library run without the
    interpreter's lock. Images are made by `open`, `from_array` and operations.
    """

    __slots__ = ("_image", "_usage", "__weakref__")

    _image: Any
    _usage: Usage

    def __init__(self) -> None:
        raise TypeError("images are made by lodestone.open, Image.from_array and from_device_array")

    @classmethod
    def _of(cls, image: Any) -> "Image":
        self = cls.__new__(cls)
        self._image = image
        self._usage = Usage()
        return self

    @classmethod
    def from_array(cls, array: Any, channels: Optional[str] = None) -> "Image":
        """An image with a copy of an array's samples.

        array: anything that NumPy takes for an array of the shape (rows, columns) or (rows, columns,
        samples): also other libraries' arrays in host memory, memoryviews and Pillow's images. Integers
        of 8, 16 and 32 bits use their full range, floating point runs from 0 to 1.
        channels: a letter for each sample of a pixel: R G B, C M Y K, I (grey), A (alpha), O (opacity),
        P (ignored). Without it I, IA, RGB or RGBA, by the number of samples.
        """
        return cls._of(image_of(array, channels))

    @classmethod
    def from_device_array(cls, array: Any, has_alpha: bool = False) -> "Image":
        """An image whose pixels are an array in the memory of a CUDA device, without a copy.

        array: of CuPy, PyTorch, Numba, or what else has `__cuda_array_interface__` or DLPack; of the shape
        (rows, columns), grey, or (rows, columns, 4) in the order lodestone.PACKET, and the type
        lodestone.QUANTUM, from a multiple of 32 bytes on; rows may have gaps. Others are an error.
        has_alpha: whether O counts. Without it, O has to be 0 in every pixel.
        What the array's stream has enqueued is waited for. The image keeps the array and never writes to it:
        edited, it gets other memory. Do not change the array as long as there is the image.
        """
        return cls._of(image_on(array, has_alpha))

    # ---- What it is

    @property
    def width(self) -> int:
        return int(self._image.columns)

    @property
    def height(self) -> int:
        return int(self._image.rows)

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height, in pixels."""
        return self.width, self.height

    @property
    def depth(self) -> int:
        """Significant bits of a sample."""
        return int(self._image.depth)

    @property
    def format(self) -> str:
        """The format it was read from, such as "PNG"; "" if it was not."""
        return text(self._image.magick)

    @property
    def has_alpha(self) -> bool:
        return bool(self._image.matte)

    @property
    def channels(self) -> str:
        """The channels that to_array gives if it is not told: I (grey), IA, RGB, RGBA, CMYK or CMYKA."""
        colors = "I" if self._image.is_grayscale else "RGB"
        if self._image.colorspace == lib.CMYKColorspace:
            colors = "CMYK"
        return colors + "A" if self.has_alpha else colors

    def __repr__(self) -> str:
        name = f" {self.format}" if self.format else ""
        return f"<lodestone.Image{name} {self.width}x{self.height} {self.channels}>"

    # ---- Pixels

    @property
    def pixels(self) -> Array:
        """The pixels in the library's memory, without a copy and read-only.

        The shape is (rows, columns, 4), the order of the samples lodestone.PACKET, their type
        lodestone.QUANTUM. O is opacity: 0 is opaque. In CMYK images R, G, B and O are C, M, Y and K.

        The array keeps its memory alive, and stays what it is when the image is edited. Of a grey image
        the library holds one sample a pixel; the array is then an expansion to four.
        """
        with self._usage.reading():
            return packets_of(clone(self._image))

    def device_pixels(self, device: Optional[str] = None, read_only: bool = True) -> DevicePixels:
        """The pixels in the memory of a CUDA device, for other libraries: `cupy.asarray(image.device_pixels())`.

        They are uploaded if they are on none. Of a grey image that the library holds as such, the shape is
        (rows, columns), else (rows, columns, 4) in the order lodestone.PACKET.
        device: as for select_device; None: where the pixels are, else the best.
        read_only: False for consumers that refuse read-only memory, such as PyTorch, and do not write to it.
        """
        with self._usage.reading():
            return DevicePixels(self._image, device, read_only)

    @contextmanager
    def edit(self) -> Iterator[Array]:
        """The pixels as a writable array, like `pixels`, for a block: `with image.edit() as pixels:`

        The image cannot be used within the block. At its end the array becomes read-only; do not write
        to parts of it that were kept. An image with a palette loses it. If another image, or an array
        from `pixels`, shares the memory, the image gets a copy first.
        """
        with self._usage.changing():
            self._image.storage_class = lib.DirectClass
            view = lib.OpenCacheView(self._image)
            if not view:
                raise MemoryError("no memory for a view of the pixels")
            try:
                yield from self._edit_through(view)
            finally:
                lib.CloseCacheView(view)

    def _edit_through(self, view: Any) -> Iterator[Array]:
        with Exceptions() as exceptions:
            pixels = exceptions.require(
                lib.GetCacheViewPixels(view, 0, 0, self.width, self.height, exceptions.info)
            )
            memory = PacketMemory(self._image, pixels, read_only=False)
            array = np.asarray(memory)
            try:
                yield array
            finally:
                array.flags.writeable = False
                exceptions.require(lib.SyncCacheViewPixels(view, exceptions.info))
                memory.image = clone(self._image)  # keeps this memory, whatever the image does

    def to_array(self, channels: Optional[str] = None, dtype: Optional[npt.DTypeLike] = None) -> Array:
        """A new array of the shape (rows, columns, samples) or, for one channel, (rows, columns).

        channels: as for from_array, in any order and number. A grey sample (I) of a coloured image is its
        luma. Default: the image's own.
        dtype: uint8, uint16, uint32, float32 or float64. Default: lodestone.QUANTUM, which is exact.
        """
        with self._usage.reading():
            kind = QUANTUM if dtype is None else dtype
            return samples_of(self._image, channels or self.channels, kind)

    def __array__(self, dtype: Optional[npt.DTypeLike] = None, copy: Optional[bool] = None) -> Array:
        """What np.asarray(image) gives: the samples of `channels`.

        Of opaque RGB images this is a read-only view of `pixels`, without a copy; of others a new array.
        """
        if self.channels != "RGB" or (dtype is not None and np.dtype(dtype) != QUANTUM):
            if copy is False:
                raise ValueError(f"an array of {self.channels} needs a copy; `pixels` does not")
            array = self.to_array()
            return array if dtype is None else numbers_as(array, np.dtype(dtype))
        array = colors_of(self.pixels)
        return array.copy() if copy else array

    def __dlpack__(
        self,
        *,
        stream: None = None,
        max_version: Optional[Tuple[int, int]] = None,
        dl_device: Optional[Tuple[int, int]] = None,
        copy: Optional[bool] = None,
    ) -> object:
        """The same as `pixels`, for other libraries' from_dlpack.

        Without a copy for consumers of DLPack 1.0, which can be told that it is read-only. Others get a
        copy, since they would write to what images share.
        """
        if stream is not None or dl_device not in (None, dlpack.HOST):
            raise BufferError("the pixels are in host memory")
        versioned = max_version is not None and max_version[0] >= 1
        if copy is False and not versioned:
            raise BufferError("without a copy the pixels are read-only, which needs DLPack 1.0")
        with self._usage.reading():
            return dlpack.capsule_of(self._image, versioned, copy=bool(copy) or not versioned)

    def __dlpack_device__(self) -> Tuple[int, int]:
        return dlpack.HOST

    # ---- Operations

    def _apply(
        self,
        function: Any,
        *arguments: Any,
        linear_light: bool = False,
        background: Optional[str] = None,
    ) -> "Image":
        with self._usage.reading():
            source = self._image
            if linear_light or background is not None:
                source = clone(source)
                source.linear_light = linear_light
                if background is not None:
                    source.background_color = _color(background)
            result = take(function, source, *arguments)
        result.linear_light = False
        return Image._of(result)

    def copy(self) -> "Image":
        """Another image with the same pixels, which are copied once one of the two is edited."""
        with self._usage.reading():
            return Image._of(clone(self._image))

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> "Image":
        return self.copy()

    def resize(
        self,
        width: int,
        height: int,
        filter: Filter = Filter.DEFAULT,
        *,
        blur: float = 1.0,
        linear_light: bool = False,
    ) -> "Image":
        """Resample with a filter. blur: more than 1 is softer, less is sharper. Colours count by their alpha.

        linear_light: weigh the light that the colours stand for as sRGB, not their numbers.
        """
        return self._apply(
            lib.ResizeImage, *_size(width, height), Filter(filter).value, blur, linear_light=linear_light
        )

    def scale(self, width: int, height: int, *, linear_light: bool = False) -> "Image":
        """Resize by averaging areas exactly."""
        return self._apply(lib.ScaleImage, *_size(width, height), linear_light=linear_light)

    def sample(self, width: int, height: int) -> "Image":
        """Resize by taking the nearest pixel."""
        return self._apply(lib.SampleImage, *_size(width, height))

    def blur(self, sigma: float, radius: float = 0.0, *, linear_light: bool = False) -> "Image":
        """Gaussian blur by a standard deviation in pixels; radius 0: chosen from it."""
        return self._apply(lib.BlurImage, radius, sigma, linear_light=linear_light)

    def sharpen(self, sigma: float, radius: float = 0.0) -> "Image":
        """Sharpen by a Gaussian of a standard deviation in pixels; radius 0: chosen from it."""
        return self._apply(lib.SharpenImage, radius, sigma)

    def unsharp_mask(
        self, sigma: float, amount: float = 1.0, threshold: float = 0.0, radius: float = 0.0
    ) -> "Image":
        """Add `amount` times the difference from the blurred image, where that is above the threshold
        (1 is half the range of a sample)."""
        return self._apply(lib.UnsharpMaskImage, radius, sigma, amount, threshold)

    def convolve(self, matrix: npt.ArrayLike) -> "Image":
        """Weigh the pixels around each by a square matrix of odd size, divided by its sum unless that is 0."""
        weights = np.ascontiguousarray(matrix, np.float64)
        if weights.ndim != 2 or weights.shape[0] != weights.shape[1]:
            raise OptionError("a convolution takes a square matrix", f"shape {weights.shape}")
        return self._apply(lib.ConvolveImage, weights.shape[0], ffi.from_buffer("double[]", weights))

    def median(self, radius: float) -> "Image":
        """Each sample becomes the median of those around it."""
        return self._apply(lib.MedianFilterImage, radius)

    def crop(self, x: int, y: int, width: int, height: int) -> "Image":
        """The part of a rectangle that lies in the image; OptionError if nothing does."""
        columns, rows = _size(width, height)
        rectangle = ffi.new("RectangleInfo *", {"width": columns, "height": rows, "x": x, "y": y})
        part = self._apply(lib.CropImage, rectangle)
        part._image.page = {"width": 0, "height": 0, "x": 0, "y": 0}  # files need not know
        return part

    def rotate(self, degrees: float, background: Optional[str] = None) -> "Image":
        """Rotate clockwise. background: name of the colour of the corners, such as "white" or "#ff8000"."""
        return self._apply(lib.RotateImage, degrees, background=background)

    def auto_orient(self) -> "Image":
        """Turned and mirrored as the file says that it is to be seen, such as photos with EXIF."""
        return self._apply(lib.AutoOrientImage, self._image.orientation)

    def flip(self) -> "Image":
        """Mirror top to bottom."""
        return self._apply(lib.FlipImage)

    def flop(self) -> "Image":
        """Mirror left to right."""
        return self._apply(lib.FlopImage)

    # ---- Files

    def save(
        self,
        target: Union[files.Path, BinaryIO],
        *,
        format: Optional[str] = None,
        quality: Optional[int] = None,
        depth: Optional[int] = None,
        options: Optional[Mapping[str, str]] = None,
    ) -> None:
        """Write to a path or a binary file. A file appears only when it is complete.

        format: such as "PNG"; else by the extension of the name, else that it was read from.
        quality: 0 to 100. depth: bits of a sample. options: what -define takes, such as
        {"jpeg:optimize-coding": "false"}.
        """
        with self._usage.reading():
            if hasattr(target, "write"):
                target.write(files.encode(self._image, format, quality, depth, options or {}))
            else:
                files.write(self._image, target, format, quality, depth, options or {})

    def encode(
        self,
        format: Optional[str] = None,
        *,
        quality: Optional[int] = None,
        depth: Optional[int] = None,
        options: Optional[Mapping[str, str]] = None,
    ) -> bytes:
        """The bytes of a file; arguments as for `save`."""
        with self._usage.reading():
            return files.encode(self._image, format, quality, depth, options or {})


def open(
    source: files.Source,
    *,
    format: Optional[str] = None,
    options: Optional[Mapping[str, str]] = None,
) -> Image:
    """Read the first image of a path, of bytes, or of a binary file.

    format: such as "TGA", for bytes that do not say what they are. Else their content, or the extension
    of the path, decides. options: what -define takes, such as {"jpeg:shrink-on-load": "800x600"}.
    """
    return Image._of(files.read(source, format, options or {})[0])


def open_frames(
    source: files.Source,
    *,
    format: Optional[str] = None,
    options: Optional[Mapping[str, str]] = None,
) -> List[Image]:
    """Read all images of a file, such as the frames of an animation or the pages of a document."""
    return [Image._of(frame) for frame in files.read(source, format, options or {})]
