#include "coders/dcm/dcm_pixels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lodestone::coders {
namespace {

// Of one sample of a row; `place` counts samples from the start of the frame.
unsigned SampleAt(const DcmImage& image, const DcmFrame& frame, std::size_t place) {
  const std::uint8_t* const bytes = frame.bytes.data();
  switch (image.allocated) {
    case 1:
      return bytes[place / 8] >> place % 8 & 1u;
    case 8:
      return bytes[place];
    case 12: {
      const std::uint8_t* const pair = bytes + place * 3 / 2;
      return place % 2 == 0 ? pair[0] | (pair[1] & 15u) << 8 : pair[0] >> 4 | pair[1] << 4;
    }
    default: {
      const std::uint8_t* const word = bytes + 2 * place;
      return frame.big_endian ? word[0] << 8 | word[1] : word[1] << 8 | word[0];
    }
  }
}

// Full-range BT.601, as JPEG files have it.
PixelPacket ColorOf(double y, double cb, double cr) {
  const auto quantum = [](double value) {
    return QuantumFromByte(static_cast<unsigned>(std::clamp(std::floor(value + 0.5), 0.0, 255.0)));
  };
  PixelPacket pixel = {};
  pixel.red = quantum(y + 1.402 * (cr - 128));
  pixel.green = quantum(y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128));
  pixel.blue = quantum(y + 1.772 * (cb - 128));
  pixel.opacity = OpaqueOpacity;
  return pixel;
}

void PaintRow(const DcmImage& layout, const std::array<std::vector<unsigned>, 3>& values,
              PixelPacket* row) {
  for (std::size_t x = 0; x < layout.columns; ++x) {
    const unsigned a = values[0][x], b = values[1][x], c = values[2][x];
    if (layout.colors != DcmColors::kRgb) {
      row[x] = ColorOf(a, b, c);
      continue;
    }
    row[x].red = QuantumFromRange(a, layout.Mask());
    row[x].green = QuantumFromRange(b, layout.Mask());
    row[x].blue = QuantumFromRange(c, layout.Mask());
    row[x].opacity = OpaqueOpacity;
  }
}

// Two pixels in four samples: their brightness, and the colour of both.
void TakeSharedRow(const DcmImage& image, const DcmFrame& frame, std::size_t y, unsigned sample,
                   unsigned* values) {
  const std::size_t start = y * image.columns * 2;
  for (std::size_t x = 0; x < image.columns; ++x) {
    const std::size_t pair = start + x / 2 * 4;
    values[x] = frame.bytes[sample == 0 ? pair + x % 2 : pair + 1 + sample];
  }
}

void PaintGray(const DcmImage& layout, const DcmFrame& frame, const SampleTable& shades,
               Image* image, ExceptionInfo* exception) {
  const GrayPixels target = NewGrayPixels(image, 0, exception);
  std::vector<unsigned> values(layout.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < layout.rows; ++y) {
    TakeDcmRow(layout, frame, y, 0, values.data());
    Quantum* const row = target.Row(y);
    for (std::size_t x = 0; x < layout.columns; ++x) row[x] = shades[values[x]];
    progress.Tick(y);
  }
}

void PaintColors(const DcmImage& layout, const DcmFrame& frame,
                 const std::vector<PixelPacket>& palette, Image* image, ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  std::array<std::vector<unsigned>, 3> values;
  for (auto& sample : values) sample.resize(layout.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < layout.rows; ++y) {
    for (unsigned i = 0; i < layout.samples; ++i) TakeDcmRow(layout, frame, y, i, values[i].data());
    PixelPacket* const row = target.Row(y);
    if (palette.empty()) {
      PaintRow(layout, values, row);
    } else {
      for (std::size_t x = 0; x < layout.columns; ++x) row[x] = palette[values[0][x]];
    }
    progress.Tick(y);
  }
  SyncPixels(image, exception);
}

struct Channel {
  std::uint32_t descriptor, data;
};
constexpr std::array<Channel, 3> kChannels = {{{DcmTag(0x0028, 0x1101), DcmTag(0x0028, 0x1201)},
                                               {DcmTag(0x0028, 0x1102), DcmTag(0x0028, 0x1202)},
                                               {DcmTag(0x0028, 0x1103), DcmTag(0x0028, 0x1203)}}};

// The sample of each stored value, by a table that begins with one of them.
std::vector<Quantum> PaletteChannel(const DcmElements& elements, const DcmImage& image,
                                    const Channel& channel) {
  const auto number = [&](std::size_t i) { return elements.Short(channel.descriptor, i); };
  if (!number(2)) Fail(CorruptImageError, "The palette is missing");
  const unsigned entries = *number(0) == 0 ? 65536 : *number(0);
  const int first =
      image.is_signed ? static_cast<std::int16_t>(*number(1)) : static_cast<int>(*number(1));
  const ByteSpan data = elements.Bytes(channel.data);
  const bool bytes = data.size() < 2 * std::size_t{entries};  // instead of words
  if (data.size() < entries) Fail(CorruptImageError, "The palette is too short, or in segments");
  std::vector<Quantum> samples(std::size_t{1} << image.stored);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const int value = image.Value(static_cast<unsigned>(i)) - first;
    const auto entry =
        static_cast<std::size_t>(std::clamp(value, 0, static_cast<int>(entries) - 1));
    if (bytes)
      samples[i] = QuantumFromByte(data[entry]);
    else if (*number(2) == 8)
      samples[i] = QuantumFromByte(*elements.Short(channel.data, entry) & 255u);
    else
      samples[i] = QuantumFromShort(*elements.Short(channel.data, entry));
  }
  return samples;
}

}  // namespace

void TakeDcmRow(const DcmImage& image, const DcmFrame& frame, std::size_t y, unsigned sample,
                unsigned* values) {
  if (image.colors == DcmColors::kYbr422 && !frame.planar)
    return TakeSharedRow(image, frame, y, sample, values);
  const std::size_t step = frame.planar ? 1 : image.samples;
  const std::size_t start = frame.planar ? sample * image.Pixels() + y * image.columns
                                         : y * image.columns * image.samples + sample;
  const unsigned shift = image.high + 1 - image.stored;
  for (std::size_t x = 0; x < image.columns; ++x)
    values[x] = SampleAt(image, frame, start + x * step) >> shift & image.Mask();
}

void DcmRange::Include(const DcmImage& image, const DcmFrame& frame) {
  std::vector<unsigned> values(image.columns);
  for (std::size_t y = 0; y < image.rows; ++y) {
    TakeDcmRow(image, frame, y, 0, values.data());
    for (const unsigned bits : values) {
      const int value = image.Value(bits);
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
}

std::vector<PixelPacket> DcmPalette(const DcmElements& elements, const DcmImage& image) {
  std::array<std::vector<Quantum>, 3> samples;
  for (std::size_t i = 0; i < 3; ++i) samples[i] = PaletteChannel(elements, image, kChannels[i]);
  std::vector<PixelPacket> palette(samples[0].size());
  for (std::size_t i = 0; i < palette.size(); ++i) {
    palette[i].red = samples[0][i];
    palette[i].green = samples[1][i];
    palette[i].blue = samples[2][i];
    palette[i].opacity = OpaqueOpacity;
  }
  return palette;
}

void PaintDcmFrame(const DcmImage& layout, const DcmFrame& frame, const SampleTable& shades,
                   const std::vector<PixelPacket>& palette, Image* image,
                   ExceptionInfo* exception) {
  if (layout.colors == DcmColors::kMonochrome)
    PaintGray(layout, frame, shades, image, exception);
  else
    PaintColors(layout, frame, palette, image, exception);
}

}  // namespace lodestone::coders
