#include <bit>
#include <string>

#include "coders/common/metadata.hpp"
#include "coders/common/samples.hpp"
#include "coders/xwd/xwd.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kShortMax = 65535;

struct Color {
  std::uint16_t red, green, blue;
};

std::vector<Color> TakeColors(const XwdHeader& header, ByteCursor& cursor) {
  ByteCursor entries(cursor.Take(header.colors * kXwdColorBytes));
  const auto next = [&] { return header.little_endian ? entries.U16Le() : entries.U16Be(); };
  std::vector<Color> colors;
  for (std::uint32_t i = 0; i < header.colors; ++i) {
    entries.Skip(4);  // the pixel value: entries are in their order
    Color color{};
    color.red = next();
    color.green = next();
    color.blue = next();
    entries.Skip(2);
    colors.push_back(color);
  }
  return colors;
}

// Without colours of their own, values are shades.
std::vector<PixelPacket> PaletteOf(const XwdHeader& header, const std::vector<Color>& colors) {
  std::vector<PixelPacket> palette;
  for (const Color& color : colors) {
    PixelPacket entry{};
    entry.red = QuantumFromShort(color.red);
    entry.green = QuantumFromShort(color.green);
    entry.blue = QuantumFromShort(color.blue);
    entry.opacity = OpaqueOpacity;
    palette.push_back(entry);
  }
  if (!palette.empty()) return palette;
  const std::uint32_t most = (1u << header.depth) - 1;
  for (std::uint32_t value = 0; value <= most; ++value) {
    const Quantum shade = QuantumFromRange(value, most);
    palette.push_back({shade, shade, shade, OpaqueOpacity});
  }
  return palette;
}

bool FitsBytes(const Color& color) {
  const auto fits = [](unsigned value) { return value % 257 == 0 || value % 256 == 0; };
  return fits(color.red) && fits(color.green) && fits(color.blue);
}

// Rows of values, given to put(row number, values).
template <class Put>
void ForRows(const XwdHeader& header, ByteSpan bytes, const Image* image, ExceptionInfo* exception,
             const Put& put) {
  const XwdRaster raster(header, bytes);
  std::vector<std::uint32_t> values(header.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    raster.Row(y, values.data());
    put(y, values);
    progress.Tick(y);
  }
}

void ReadIndexes(const XwdHeader& header, const std::vector<PixelPacket>& palette, ByteSpan bytes,
                 Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  bool invalid = false;
  ForRows(header, bytes, image, exception, [&](std::size_t y, std::vector<std::uint32_t>& values) {
    for (std::uint32_t& value : values) {
      invalid = invalid || value >= palette.size();
      if (value >= palette.size()) value = 0;
    }
    for (std::size_t x = 0; x < values.size(); ++x) target.Row(y)[x] = palette[values[x]];
    if (IndexPacket* const indexes = target.IndexRow(y))
      std::ranges::transform(values, indexes,
                             [](std::uint32_t value) { return static_cast<IndexPacket>(value); });
  });
  SyncPixels(image, exception);
  if (invalid)
    Report(exception, CorruptImageWarning, "Colormap index exceeds the colormap", image->filename);
}

// A channel of a pixel: its bits, and what they mean.
struct Channel {
  std::uint32_t mask;
  int shift;
  SampleTable quanta;
  Quantum Of(std::uint32_t value) const {
    return quanta[std::min<std::size_t>((value & mask) >> shift, quanta.size() - 1)];
  }
};

// DirectColor has colours for the values of each channel.
Channel ChannelOf(const XwdHeader& header, std::size_t index, const std::vector<Color>& colors) {
  const std::uint32_t mask = header.masks[index];
  const int shift = std::countr_zero(mask);
  if (mask >> shift > kShortMax) Fail(CorruptImageError, "Improper image header");
  if (header.visual == XwdVisual::kTrueColor || colors.empty())
    return {mask, shift, MakeSampleTable(mask >> shift)};
  SampleTable quanta;
  for (const Color& color : colors) {
    const std::uint16_t samples[] = {color.red, color.green, color.blue};
    quanta.push_back(QuantumFromShort(samples[index]));
  }
  return {mask, shift, std::move(quanta)};
}

void ReadColors(const XwdHeader& header, const std::vector<Color>& colors, ByteSpan bytes,
                Image* image, ExceptionInfo* exception) {
  const Channel channels[] = {ChannelOf(header, 0, colors), ChannelOf(header, 1, colors),
                              ChannelOf(header, 2, colors)};
  const Pixels target = NewPixels(image, exception);
  ForRows(header, bytes, image, exception,
          [&](std::size_t y, const std::vector<std::uint32_t>& values) {
            PixelPacket* pixel = target.Row(y);
            for (const std::uint32_t value : values) {
              pixel->red = channels[0].Of(value);
              pixel->green = channels[1].Of(value);
              pixel->blue = channels[2].Of(value);
              pixel->opacity = OpaqueOpacity;
              ++pixel;
            }
          });
  SyncPixels(image, exception);
}

void TakeName(const XwdHeader& header, ByteCursor& cursor, Image* image) {
  const ByteSpan bytes = cursor.Take(header.bytes - kXwdHeaderBytes);
  const std::string name(bytes.begin(), std::ranges::find(bytes, std::uint8_t{0}));
  if (!name.empty()) StoreText(image, "comment", name.c_str());
}

unsigned DepthOf(const XwdHeader& header, const std::vector<Color>& colors) {
  bool bytes = std::ranges::all_of(colors, FitsBytes);
  for (const std::uint32_t mask : header.masks)
    bytes = bytes && (header.indexed() || std::popcount(mask) <= 8);
  return bytes ? 8 : QuantumDepth;
}

void MakePalette(const std::vector<PixelPacket>& palette, Image* image) {
  if (palette.size() > MaxColormapSize) return;
  MakeColormap(image, palette.size());
  std::ranges::copy(palette, image->colormap);
}

}  // namespace

Image* ReadXwd(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    ByteCursor cursor(WholeBlob(image));
    const XwdHeader header = TakeXwdHeader(cursor);
    image->columns = header.columns;
    image->rows = header.rows;
    CheckLimits(image);
    TakeName(header, cursor, image);
    const std::vector<Color> colors = TakeColors(header, cursor);
    image->depth = DepthOf(header, colors);
    std::vector<PixelPacket> palette;
    if (header.indexed()) {
      palette = PaletteOf(header, colors);
      MakePalette(palette, image);
    }
    if (image_info->ping != MagickFalse) return;
    if (cursor.Remaining() / header.row_bytes / header.planes() < header.rows) FailTruncated();
    const ByteSpan bytes = cursor.Take(cursor.Remaining());
    if (header.indexed()) return ReadIndexes(header, palette, bytes, image, exception);
    ReadColors(header, colors, bytes, image, exception);
  });
}

}  // namespace lodestone::coders
