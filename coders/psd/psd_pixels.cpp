#include "coders/psd/psd_pixels.hpp"

#include <atomic>
#include <bit>

#include "coders/common/lab.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/plane_rows.hpp"
#include "coders/common/row_bands.hpp"
#include "coders/psd/psd_white.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kPlanesMax = 5;

// Numbers from 0 to 1 as samples of two bytes; the rows may be one.
void NarrowFloats(const std::uint8_t* row, std::size_t count, std::uint8_t* out) {
  for (std::size_t x = 0; x < count; ++x, row += 4, out += 2) {
    const auto value =
        std::bit_cast<float>(std::uint32_t{row[0]} << 24 | row[1] << 16 | row[2] << 8 | row[3]);
    const float clamped = value > 0.0f ? std::min(value, 1.0f) : 0.0f;
    const auto sample = static_cast<unsigned>(clamped * 65535.0f + 0.5f);
    out[0] = static_cast<std::uint8_t>(sample >> 8);
    out[1] = static_cast<std::uint8_t>(sample);
  }
}

// Rows of samples of one or two bytes, from channels of any depth.
class Rows {
 public:
  Rows(const PsdHeader& header, const PsdImage& source, const Image* image)
      : source_(source),
        inks_(header.mode == PsdMode::kCmyk ? 4 : 0),
        line_bytes_(std::max(source.plane.line_bytes, source.plane.columns * 2)),
        storage_(BandRows(image) * kPlanesMax * line_bytes_) {}

  // All planes of a row, alpha behind the colours. Of damaged rows the samples are 0.
  PlaneRow Find(std::size_t y, std::size_t slot) {
    PlaneRow planes{};
    const auto storage = [&](std::size_t plane) {
      return &storage_[(slot * kPlanesMax + plane) * line_bytes_];
    };
    const std::size_t colors = source_.colors.size();
    if (source_.alpha != nullptr) {
      planes[colors] = FindPlane(source_.alpha, y, storage(colors));
    } else if (colors < kPlanesMax) {
      planes[colors] = storage(colors);
      std::fill_n(storage(colors), line_bytes_, std::uint8_t{0xff});
    }
    for (std::size_t i = 0; i < colors; ++i)
      planes[i] = FindColor(i, y, planes[colors], storage(i));
    return planes;
  }

  void CheckAll() const {
    if (failed_) Fail(CorruptImageError, "Unable to decompress image data");
  }

 private:
  const std::uint8_t* FindPlane(const PsdChannel* channel, std::size_t y, std::uint8_t* storage) {
    const std::uint8_t* row = channel == nullptr ? nullptr : channel->Row(y, storage);
    if (row == nullptr) {
      failed_ = failed_ || channel != nullptr;
      std::fill_n(storage, line_bytes_, std::uint8_t{0});
      row = storage;
    } else if (source_.plane.depth == 32) {
      NarrowFloats(row, source_.plane.columns, storage);
      row = storage;
    }
    return row;
  }
  const std::uint8_t* FindColor(std::size_t color, std::size_t y, const std::uint8_t* alpha,
                                std::uint8_t* storage) {
    const std::uint8_t* row = FindPlane(source_.colors[color], y, storage);
    const bool is_ink = color < inks_;
    if (!is_ink && !source_.on_white) return row;
    const std::size_t bytes = source_.plane.columns * SampleBytes();
    if (row != storage) std::copy_n(row, bytes, storage);
    if (source_.on_white) UnblendWhite(SampleBytes(), source_.plane.columns, alpha, storage);
    for (std::size_t i = 0; is_ink && i < bytes; ++i)
      storage[i] = static_cast<std::uint8_t>(~storage[i]);
    return storage;
  }
  unsigned SampleBytes() const { return source_.plane.depth > 8 ? 2 : 1; }

  const PsdImage& source_;
  std::size_t inks_;
  std::size_t line_bytes_;
  std::vector<std::uint8_t> storage_;
  std::atomic<bool> failed_{false};
};

// Converts all rows by put(y, planes).
template <class Put>
void ReadAll(const PsdHeader& header, const PsdImage& source, Image* image,
             ExceptionInfo* exception, const Put& put) {
  Rows rows(header, source, image);
  ConvertBands(
      CodingProgress::Task::kLoading, image, exception,
      [&](std::size_t y, std::size_t slot) { put(y, rows.Find(y, slot)); },
      [&](std::size_t, std::size_t) { rows.CheckAll(); });
}

void FillBits(const std::uint8_t* bits, std::size_t count, Quantum* samples) {
  for (std::size_t x = 0; x < count; ++x)
    samples[x] = static_cast<Quantum>((bits[x / 8] >> (7 - x % 8) & 1) != 0 ? 0 : MaxRGB);
}

void ReadGray(const PsdHeader& header, const PsdImage& source, unsigned bytes, Image* image,
              ExceptionInfo* exception) {
  const unsigned long levels = image->storage_class == PseudoClass ? image->colors : 0;
  const GrayPixels target = NewGrayPixels(image, levels, exception);
  ReadAll(header, source, image, exception, [&](std::size_t y, const PlaneRow& planes) {
    if (source.plane.depth == 1) return FillBits(planes[0], target.columns, target.Row(y));
    ImportGraySamples({Channels::kGray, bytes}, planes[0], target.columns, target.Row(y), nullptr);
  });
}

void ReadIndexes(const PsdHeader& header, const PsdImage& source, Image* image,
                 ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const bool matte = image->matte != MagickFalse;
  std::atomic<bool> invalid{false};
  ReadAll(header, source, image, exception, [&](std::size_t y, const PlaneRow& planes) {
    PixelPacket* pixels = target.Row(y);
    IndexPacket* indexes = target.IndexRow(y);
    for (std::size_t x = 0; x < target.columns; ++x) {
      const bool valid = planes[0][x] < image->colors;
      if (!valid) invalid.store(true, std::memory_order_relaxed);
      indexes[x] = valid ? planes[0][x] : IndexPacket{0};
      pixels[x] = image->colormap[indexes[x]];
      if (matte) pixels[x].opacity = static_cast<Quantum>(MaxRGB - QuantumFromByte(planes[1][x]));
    }
  });
  SyncPixels(image, exception);
  if (invalid)
    Report(exception, CorruptImageWarning, "Colormap index exceeds the colormap", image->filename);
}

// L*, a* and b* are in the place of red, green and blue, the latter two around the middle.
void ConvertLab(unsigned bytes, PixelPacket* pixels, std::size_t count) {
  const double white = bytes == 1 ? 255.0 : 65535.0;
  const double unit = bytes == 1 ? 1.0 : 256.0;
  const auto opponent = [&](Quantum value) { return value * white / MaxRGBDouble / unit - 128.0; };
  for (std::size_t x = 0; x < count; ++x) {
    PixelPacket& pixel = pixels[x];
    const Quantum opacity = pixel.opacity;
    StoreLab({pixel.red * 100.0 / MaxRGBDouble, opponent(pixel.green), opponent(pixel.blue)},
             pixel);
    pixel.opacity = opacity;
  }
}

Channels ChannelsOf(std::size_t colors, bool matte) {
  if (colors == 1) return Channels::kGrayAlpha;
  if (colors == 3) return matte ? Channels::kRgba : Channels::kRgb;
  return matte ? Channels::kCmyka : Channels::kCmyk;
}

// Reduces alpha, which CMYK has in its indexes, to a share of 255.
void Fade(unsigned opacity, const Pixels& target, bool inks, std::size_t y) {
  const auto faded = [&](Quantum value) {
    return static_cast<Quantum>(MaxRGB - (MaxRGBDouble - value) * opacity / 255.0 + 0.5);
  };
  for (std::size_t x = 0; x < target.columns; ++x) {
    if (inks) {
      target.IndexRow(y)[x] = faded(target.IndexRow(y)[x]);
    } else {
      target.Row(y)[x].opacity = faded(target.Row(y)[x].opacity);
    }
  }
}

void ReadColors(const PsdHeader& header, const PsdImage& source, unsigned bytes, Image* image,
                ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const SampleFormat format{ChannelsOf(source.colors.size(), image->matte != MagickFalse), bytes};
  ReadAll(header, source, image, exception, [&](std::size_t y, const PlaneRow& planes) {
    ImportPlanes(format, planes, target.columns, target.Row(y), target.IndexRow(y));
    if (header.mode == PsdMode::kLab) ConvertLab(bytes, target.Row(y), target.columns);
    if (source.opacity != 255) Fade(source.opacity, target, header.mode == PsdMode::kCmyk, y);
  });
  SyncPixels(image, exception);
}

}  // namespace

void ReadPsdPixels(const PsdHeader& header, const PsdImage& source, Image* image,
                   ExceptionInfo* exception) {
  const unsigned bytes = header.depth > 8 ? 2 : 1;
  if (header.mode == PsdMode::kIndexed) return ReadIndexes(header, source, image, exception);
  if (source.colors.size() == 1 && image->matte == MagickFalse)
    return ReadGray(header, source, bytes, image, exception);
  ReadColors(header, source, bytes, image, exception);
}

}  // namespace lodestone::coders
