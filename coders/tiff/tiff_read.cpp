#include <algorithm>

#include "coders/common/metadata.hpp"
#include "coders/tiff/tiff_pixels.hpp"

namespace lodestone::coders {
namespace {

CompressionType CompressionOf(std::uint16_t tag) {
  switch (tag) {
    case COMPRESSION_CCITTFAX3:
      return FaxCompression;
    case COMPRESSION_CCITTFAX4:
      return Group4Compression;
    case COMPRESSION_JPEG:
    case COMPRESSION_OJPEG:
      return JPEGCompression;
    case COMPRESSION_LZW:
      return LZWCompression;
    case COMPRESSION_LZMA:
      return LZMACompression;
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
      return ZipCompression;
    case COMPRESSION_PACKBITS:
      return RLECompression;
    case COMPRESSION_ZSTD:
      return ZSTDCompression;
    case COMPRESSION_WEBP:
      return WebPCompression;
    default:
      return NoCompression;
  }
}

void Describe(const TiffLayout& layout, Image* image) {
  image->columns = layout.columns;
  image->rows = layout.rows;
  image->depth = std::min<unsigned>(layout.format.bits, QuantumDepth);
  image->compression = CompressionOf(layout.compression);
  if (layout.photometric == PHOTOMETRIC_SEPARATED) image->colorspace = CMYKColorspace;
  if (layout.separate) image->interlace = PlaneInterlace;
  if (layout.alpha == TiffAlpha::kNone) return;
  image->matte = MagickTrue;
  StoreText(image, "alpha", NameOf(layout.alpha));
}

// Old files have colours of 8 bits.
std::uint32_t LargestColor(const std::uint16_t* const (&maps)[3], std::size_t colors) {
  for (const std::uint16_t* map : maps) {
    if (std::any_of(map, map + colors, [](std::uint16_t value) { return value > 255; })) {
      return 65535;
    }
  }
  return 255;
}

std::vector<PixelPacket> ReadPalette(TiffFile& file, const TiffFormat& format) {
  if (format.bits > 16 || format.is_float()) Fail(CoderError, "Colormap too large");
  std::uint16_t* maps[3] = {};
  if (TIFFGetField(file.get(), TIFFTAG_COLORMAP, &maps[0], &maps[1], &maps[2]) != 1) {
    file.FailWith("Improper image header");
  }
  std::vector<PixelPacket> palette(std::size_t{1} << format.bits);
  const std::uint32_t max = LargestColor({maps[0], maps[1], maps[2]}, palette.size());
  for (std::size_t i = 0; i < palette.size(); ++i) {
    palette[i].red = QuantumFromRange(maps[0][i], max);
    palette[i].green = QuantumFromRange(maps[1][i], max);
    palette[i].blue = QuantumFromRange(maps[2][i], max);
    palette[i].opacity = OpaqueOpacity;
  }
  return palette;
}

// 8 if that is enough for the colours, as in GraphicsMagick, which counts no more than these.
unsigned DepthOf(const std::vector<PixelPacket>& palette) {
  const auto exact = [](Quantum v) { return QuantumFromByte(ByteFromQuantum(v)) == v; };
  const bool all = std::all_of(palette.begin(), palette.end(), [&](const PixelPacket& c) {
    return exact(c.red) && exact(c.green) && exact(c.blue);
  });
  return all ? 8 : QuantumDepth;
}

void SetColormap(const std::vector<PixelPacket>& palette, Image* image) {
  image->depth = DepthOf(palette);
  if (palette.size() > MaxColormapSize) return;  // the pixels have the colours
  MakeColormap(image, palette.size());
  std::copy(palette.begin(), palette.end(), image->colormap);
}

// Grey images get a colormap if one is asked for.
bool WantsGrayColormap(const ImageInfo* image_info, const TiffLayout& layout) {
  return image_info->type == PaletteType && layout.opaque_gray() &&
         layout.format.type == SAMPLEFORMAT_UINT && layout.format.bits <= 16 &&
         (std::size_t{1} << layout.format.bits) <= MaxColormapSize;
}

void MakeGrayColormap(const TiffLayout& layout, Image* image) {
  const std::uint32_t max = (1u << layout.format.bits) - 1;
  MakeColormap(image, max + 1ul);
  for (std::uint32_t i = 0; i <= max; ++i) {
    const Quantum level = QuantumFromRange(i, max);
    image->colormap[i] = PixelPacket{level, level, level, OpaqueOpacity};
  }
}

void ReadSamples(const TiffReading& reading, const TiffLayout& layout,
                 std::vector<PixelPacket> palette) {
  Image* image = reading.image;
  TiffTarget target;
  target.palette = std::move(palette);
  if (layout.opaque_gray()) {
    const bool has_map = image->storage_class == PseudoClass;
    target.gray = NewGrayPixels(image, has_map ? image->colors : 0, reading.exception);
    return ReadTiffChunks(reading, layout, target);
  }
  target.pixels = NewPixels(image, reading.exception);
  ReadTiffChunks(reading, layout, target);
  const bool plain = layout.gray() || layout.photometric == PHOTOMETRIC_RGB;
  if (plain && layout.alpha == TiffAlpha::kAssociated) UnassociateAlpha(target.pixels, layout.rows);
  SyncPixels(image, reading.exception);
}

void ReadPixels(const TiffReading& reading, TiffLayout& layout, std::vector<PixelPacket> palette) {
  CheckLimits(reading.image);
  PlanTiffReading(reading.file, layout);
  CheckTiffData(layout, reading.file_bytes);
  switch (layout.method) {
    case TiffMethod::kSamples:
      return ReadSamples(reading, layout, std::move(palette));
    case TiffMethod::kLight:
      return ReadTiffLight(reading, layout);
    case TiffMethod::kLibrary:
      return ReadTiffByLibrary(reading, layout);
  }
}

void WarnOfErrors(const TiffReading& reading) {
  const std::string error = reading.file.TakeError();
  if (error.empty()) return;
  Report(reading.exception, CorruptImageWarning, error.c_str(), reading.image->filename);
}

void ReadDirectory(const TiffReading& reading) {
  const ImageInfo* image_info = reading.image_info;
  Image* image = reading.image;
  TiffLayout layout = ReadTiffLayout(reading.file, image_info);
  Describe(layout, image);
  ReadTiffMetadata(reading.file, image);
  ReadTiffExif(reading.file, reading.data, image);
  std::vector<PixelPacket> palette;
  if (layout.palette()) {
    palette = ReadPalette(reading.file, layout.format);
    SetColormap(palette, image);
  } else if (WantsGrayColormap(image_info, layout)) {
    MakeGrayColormap(layout, image);
  }
  if (image_info->ping == MagickFalse) ReadPixels(reading, layout, std::move(palette));
  SetShade(image, layout.gray(), layout.opaque_gray() && layout.format.bits == 1);
  WarnOfErrors(reading);
}

void SkipTo(TiffFile& file, unsigned long scene, Image* image) {
  for (; image->scene < scene; ++image->scene) {
    if (TIFFReadDirectory(file.get()) != 1) file.FailWith("Unable to read subimage data");
  }
}

bool IsLast(const ImageInfo* image_info, const Image* image) {
  return image_info->subrange != 0 &&
         image->scene + 1 >= image_info->subimage + image_info->subrange;
}

}  // namespace

Image* ReadTiff(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* first) {
    OpenForReading(image_info, first, exception);
    const std::uint8_t* bytes = GetBlobStreamData(first);
    if (bytes == nullptr) FailAfter(exception, CorruptImageError, "Unexpected end-of-file");
    TiffMemory data(bytes, static_cast<std::size_t>(GetBlobSize(first)));
    TiffFile file(data, first->filename, "r", WarningsFor(image_info, exception, first->filename));
    if (image_info->subrange != 0) SkipTo(file, image_info->subimage, first);
    for (Image* image = first;; image = NextImage(image_info, image)) {
      const TiffReading reading{file, data, data.size(), image_info, image, exception};
      ReadDirectory(reading);
      if (IsLast(image_info, image)) break;
      if (TIFFReadDirectory(file.get()) != 1) {
        WarnOfErrors(reading);
        break;
      }
    }
  });
}

}  // namespace lodestone::coders
