// Copying pixels to and from arrays of samples.
#include "magick/constitute.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "magick/core/barrier.hpp"
#include "magick/colormap.h"
#include "magick/pixels/grey_samples.hpp"
#include "magick/pixel_cache.h"
#include "magick/pixels/pixel_cache.hpp"

using lodestone::GreySamples;
using lodestone::Guard;
using lodestone::Throw;

namespace {

enum class Channel { kRed, kGreen, kBlue, kAlpha, kOpacity, kBlack, kIntensity, kPadding };

// What the letters of a map mean.
struct PixelMap {
  std::vector<Channel> channels;
  bool has_alpha = false;
  bool has_intensity = false;
  bool is_cmyk = false;

  bool is_grey() const { return channels == std::vector{Channel::kIntensity}; }
};

std::optional<Channel> ChannelOf(char letter) {
  switch (letter) {
    case 'R':
    case 'r':
    case 'C':
    case 'c':
      return Channel::kRed;
    case 'G':
    case 'g':
    case 'M':
    case 'm':
      return Channel::kGreen;
    case 'B':
    case 'b':
    case 'Y':
    case 'y':
      return Channel::kBlue;
    case 'A':
    case 'a':
    case 'T':
    case 't':
      return Channel::kAlpha;
    case 'O':
    case 'o':
      return Channel::kOpacity;
    case 'K':
    case 'k':
      return Channel::kBlack;
    case 'I':
    case 'i':
      return Channel::kIntensity;
    case 'P':
    case 'p':
      return Channel::kPadding;
    default:
      return std::nullopt;
  }
}

std::optional<PixelMap> ParseMap(const char* text, ExceptionInfo* exception) {
  PixelMap map;
  for (const char* letter = text; *letter != '\0'; ++letter) {
    const auto channel = ChannelOf(*letter);
    if (!channel) {
      map.channels.clear();
      break;
    }
    map.channels.push_back(*channel);
    map.has_alpha |= *channel == Channel::kAlpha || *channel == Channel::kOpacity;
    map.has_intensity |= *channel == Channel::kIntensity;
    map.is_cmyk |= std::strchr("CcMmYyKk", *letter) != nullptr;
  }
  if (map.channels.empty()) {
    Throw(exception, OptionError, "Unrecognized pixel map", text);
    return std::nullopt;
  }
  return map;
}

Quantum Import(unsigned char value) {
  return ScaleCharToQuantum(value);
}
Quantum Import(unsigned short value) {
  return ScaleShortToQuantum(value);
}
Quantum Import(unsigned int value) {
  return ScaleLongToQuantum(value);
}
Quantum Import(unsigned long value) {
  return Import(static_cast<unsigned int>(std::min(value, 0xffffffffUL)));
}
Quantum Import(double value) {
  const double scaled = value * MaxRGBDouble;
  if (!(scaled > 0.0)) return 0;  // negative, or not a number
  return RoundDoubleToQuantum(scaled);
}

void Export(Quantum value, unsigned char* to) {
  *to = ScaleQuantumToChar(value);
}
void Export(Quantum value, unsigned short* to) {
  *to = ScaleQuantumToShort(value);
}
void Export(Quantum value, unsigned int* to) {
  *to = static_cast<unsigned int>(ScaleQuantumToLong(value));
}
void Export(Quantum value, unsigned long* to) {
  *to = ScaleQuantumToLong(value);
}
void Export(Quantum value, float* to) {
  *to = static_cast<float>(value) / MaxRGBFloat;
}
void Export(Quantum value, double* to) {
  *to = static_cast<double>(value) / MaxRGBDouble;
}

Quantum Reverse(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

// One row of an image and what its samples mean.
struct Row {
  PixelPacket* pixels;
  IndexPacket* indexes;  // null unless CMYK or PseudoClass
  size_t columns;
  bool is_cmyk;
};

void Store(const Row& row, size_t i, Channel channel, Quantum value) {
  PixelPacket& pixel = row.pixels[i];
  switch (channel) {
    case Channel::kRed:
      pixel.red = value;
      break;
    case Channel::kGreen:
      pixel.green = value;
      break;
    case Channel::kBlue:
      pixel.blue = value;
      break;
    case Channel::kAlpha:
    case Channel::kOpacity:
      if (channel == Channel::kAlpha) value = Reverse(value);
      (row.is_cmyk ? row.indexes[i] : pixel.opacity) = value;
      break;
    case Channel::kBlack:
      pixel.opacity = value;
      break;
    case Channel::kIntensity:
      pixel.red = pixel.green = pixel.blue = value;
      if (!row.is_cmyk) row.indexes[i] = value;
      break;
    case Channel::kPadding:
      break;
  }
}

template <class T>
void ImportRow(const Row& row, const std::vector<Channel>& channels, const T* samples) {
  for (size_t k = 0; k < channels.size(); ++k) {
    const T* from = samples + k;
    for (size_t i = 0; i < row.columns; ++i, from += channels.size()) {
      Store(row, i, channels[k], Import(*from));
    }
  }
}

Quantum Opacity(const Image* image, const PixelPacket& pixel, const IndexPacket* index) {
  if (image->matte == MagickFalse) return OpaqueOpacity;
  if (image->colorspace != CMYKColorspace) return pixel.opacity;
  return index == nullptr ? Quantum{OpaqueOpacity} : *index;
}

Quantum Load(const Image* image, const PixelPacket& pixel, const IndexPacket* index,
             Channel channel) {
  switch (channel) {
    case Channel::kRed:
      return pixel.red;
    case Channel::kGreen:
      return pixel.green;
    case Channel::kBlue:
      return pixel.blue;
    case Channel::kAlpha:
      return Reverse(Opacity(image, pixel, index));
    case Channel::kOpacity:
      return Opacity(image, pixel, index);
    case Channel::kBlack:
      return pixel.opacity;
    case Channel::kIntensity:
      return PixelIntensityToQuantum(&pixel);
    case Channel::kPadding:
      break;
  }
  return 0;
}

template <class T>
void ExportRow(const Image* image, const PixelPacket* pixels, const IndexPacket* indexes,
               size_t columns, const std::vector<Channel>& channels, T* samples) {
  for (size_t k = 0; k < channels.size(); ++k) {
    T* to = samples + k;
    for (size_t i = 0; i < columns; ++i, to += channels.size()) {
      const IndexPacket* index = indexes == nullptr ? nullptr : indexes + i;
      Export(Load(image, pixels[i], index, channels[k]), to);
    }
  }
}

// Calls `visit` with a null pointer of the element type.
template <class Visitor>
bool WithType(StorageType type, Visitor visit, ExceptionInfo* exception) {
  switch (type) {
    case CharPixel:
      return visit(static_cast<unsigned char*>(nullptr));
    case ShortPixel:
      return visit(static_cast<unsigned short*>(nullptr));
    case IntegerPixel:
      return visit(static_cast<unsigned int*>(nullptr));
    case LongPixel:
      return visit(static_cast<unsigned long*>(nullptr));
    case FloatPixel:
      return visit(static_cast<float*>(nullptr));
    case DoublePixel:
      return visit(static_cast<double*>(nullptr));
  }
  Throw(exception, OptionError, "Unrecognized storage type", nullptr);
  return false;
}

struct ImageRelease {
  void operator()(Image* image) const { DestroyImage(image); }
};
using ImageOwner = std::unique_ptr<Image, ImageRelease>;

// An image of the class, colour space and alpha that the map asks for.
ImageOwner ImageForMap(const PixelMap& map, const RectangleInfo& size, StorageType type,
                       ExceptionInfo* exception) {
  ImageOwner image(AllocateImage(nullptr));
  if (image == nullptr) throw std::bad_alloc();
  image->columns = size.width;
  image->rows = size.height;
  image->depth = type == CharPixel ? 8 : QuantumDepth;
  image->matte = map.has_alpha ? MagickTrue : MagickFalse;
  if (size.width == 0 || size.height == 0) {
    Throw(exception, OptionError, "Non-zero width and height required", nullptr);
    return nullptr;
  }
  if (lodestone::CheckImagePixelLimits(image.get(), exception) == MagickFail) return nullptr;
  if (map.is_cmyk) {
    image->colorspace = CMYKColorspace;
  } else if (map.has_intensity) {
    if (AllocateImageColormap(image.get(), MaxColormapSize) == MagickFail) throw std::bad_alloc();
  }
  return image;
}

// The colormap of such an image contains all shades.
template <class T>
bool ImportGrey(Image* image, const T* samples, ExceptionInfo* exception) {
  Quantum* to = lodestone::NewGreySamples(image, image->colors, exception);
  if (to == nullptr) return false;
  const size_t count = size_t{image->columns} * image->rows;
  for (size_t i = 0; i < count; ++i) to[i] = Import(samples[i]);
  image->is_grayscale = MagickTrue;
  return true;
}

template <class T>
bool ImportAll(Image* image, const PixelMap& map, const T* samples, ExceptionInfo* exception) {
  if (map.is_grey()) return ImportGrey(image, samples, exception);
  PixelPacket* pixels = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
  if (pixels == nullptr) return false;
  IndexPacket* indexes = AccessMutableIndexes(image);
  const size_t columns = image->columns;
  for (size_t y = 0; y < image->rows; ++y) {
    const Row row{pixels + y * columns, indexes == nullptr ? nullptr : indexes + y * columns,
                  columns, map.is_cmyk};
    std::fill_n(row.pixels, columns, PixelPacket{});
    if (row.indexes != nullptr) std::fill_n(row.indexes, columns, IndexPacket{0});
    ImportRow(row, map.channels, samples + y * columns * map.channels.size());
  }
  image->is_grayscale = map.has_intensity && !map.is_cmyk ? MagickTrue : MagickFalse;
  return SyncImagePixelsEx(image, exception) != MagickFail;
}

Image* Constitute(const RectangleInfo& size, const char* map_text, StorageType type,
                  const void* pixels, ExceptionInfo* exception) {
  const auto map = ParseMap(map_text, exception);
  if (!map) return nullptr;
  ImageOwner image = ImageForMap(*map, size, type, exception);
  if (image == nullptr) return nullptr;
  const auto import = [&]<class T>(T*) {
    return ImportAll(image.get(), *map, static_cast<const T*>(pixels), exception);
  };
  return WithType(type, import, exception) ? image.release() : nullptr;
}

bool IsInside(const RectangleInfo& region, const Image* image) {
  return region.width > 0 && region.x >= 0 && region.y >= 0 && region.width <= image->columns &&
         region.height <= image->rows &&
         static_cast<unsigned long>(region.x) <= image->columns - region.width &&
         static_cast<unsigned long>(region.y) <= image->rows - region.height;
}

// Makes packets of one row at a time.
template <class T>
void ExportGrey(const GreySamples& grey, const Image* image, const RectangleInfo& region,
                const PixelMap& map, T* samples) {
  std::vector<PixelPacket> row(region.width);
  for (size_t y = 0; y < region.height; ++y) {
    const Quantum* from = grey.Row(static_cast<size_t>(region.y) + y) + region.x;
    std::transform(from, from + region.width, row.begin(), lodestone::GreyPacket);
    ExportRow(image, row.data(), nullptr, region.width, map.channels,
              samples + y * region.width * map.channels.size());
  }
}

template <class T>
bool ExportAll(const Image* image, const RectangleInfo& region, const PixelMap& map, T* samples,
               ExceptionInfo* exception) {
  const GreySamples grey =
      IsInside(region, image) ? GreySamples::Of(image, exception) : GreySamples();
  if (grey) {
    ExportGrey(grey, image, region, map, samples);
    return true;
  }
  for (size_t y = 0; y < region.height; ++y) {
    const PixelPacket* pixels = AcquireImagePixels(image, region.x, region.y + static_cast<long>(y),
                                                   region.width, 1, exception);
    if (pixels == nullptr) return false;
    ExportRow(image, pixels, AccessImmutableIndexes(image), region.width, map.channels,
              samples + y * region.width * map.channels.size());
  }
  return true;
}

bool Dispatch(const Image* image, const RectangleInfo& region, const char* map_text,
              StorageType type, void* pixels, ExceptionInfo* exception) {
  const auto map = ParseMap(map_text, exception);
  if (!map) return false;
  if (map->is_cmyk && image->colorspace != CMYKColorspace) {
    Throw(exception, OptionError, "Color separated image required", map_text);
    return false;
  }
  const auto export_to = [&]<class T>(T*) {
    return ExportAll(image, region, *map, static_cast<T*>(pixels), exception);
  };
  return WithType(type, export_to, exception);
}

}  // namespace

Image* ConstituteImage(const unsigned long width, const unsigned long height, const char* map,
                       const StorageType type, const void* pixels, ExceptionInfo* exception) {
  return Guard(exception, {map, pixels}, nullptr, [&] {
    return Constitute({width, height, 0, 0}, map, type, pixels, exception);
  });
}

MagickPassFail DispatchImage(const Image* image, const long x_offset, const long y_offset,
                             const unsigned long columns, const unsigned long rows, const char* map,
                             const StorageType type, void* pixels, ExceptionInfo* exception) {
  return Guard(exception, {image, map, pixels}, MagickFail, [&]() -> MagickPassFail {
    const RectangleInfo region{columns, rows, x_offset, y_offset};
    return Dispatch(image, region, map, type, pixels, exception) ? MagickPass : MagickFail;
  });
}
