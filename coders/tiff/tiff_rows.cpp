// Rows of samples to pixels.
#include <algorithm>
#include <bit>

#include "base/thread_pool.hpp"
#include "coders/tiff/tiff_pixels.hpp"

namespace lodestone::coders {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;

Quantum Opposite(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

// A run of pixels, and samples for them at a distance of `stride`.
struct Run {
  PixelPacket* pixels;
  IndexPacket* indexes;
  std::size_t count;
};

template <typename Store>
void ForEach(const Run& run, const Quantum* samples, std::size_t stride, const Store& store) {
  for (std::size_t i = 0; i < run.count; ++i) store(run.pixels[i], samples[i * stride]);
}

void StorePlane(const Run& run, const Quantum* samples, std::size_t stride,
                Quantum PixelPacket::*member) {
  ForEach(run, samples, stride, [=](PixelPacket& p, Quantum value) { p.*member = value; });
}

// The first sample of a pixel, which also makes it opaque.
void StoreFirst(const Run& run, const Quantum* samples, std::size_t stride, bool gray,
                bool inverted) {
  ForEach(run, samples, stride, [=](PixelPacket& p, Quantum value) {
    p.red = inverted ? Opposite(value) : value;
    if (gray) p.green = p.blue = p.red;
    p.opacity = OpaqueOpacity;
  });
  if (run.indexes != nullptr) std::fill_n(run.indexes, run.count, IndexPacket{OpaqueOpacity});
}

void StoreSample(TiffSample sample, const Run& run, const Quantum* samples, std::size_t stride,
                 bool inverted) {
  switch (sample) {
    case TiffSample::kGray:
      return StoreFirst(run, samples, stride, true, inverted);
    case TiffSample::kRed:
      return StoreFirst(run, samples, stride, false, false);
    case TiffSample::kGreen:
      return StorePlane(run, samples, stride, &PixelPacket::green);
    case TiffSample::kBlue:
      return StorePlane(run, samples, stride, &PixelPacket::blue);
    case TiffSample::kBlack:
      return StorePlane(run, samples, stride, &PixelPacket::opacity);
    case TiffSample::kAlpha:
      return ForEach(run, samples, stride,
                     [](PixelPacket& p, Quantum value) { p.opacity = Opposite(value); });
    case TiffSample::kInkAlpha:
      for (std::size_t i = 0; i < run.count; ++i) run.indexes[i] = Opposite(samples[i * stride]);
      return;
    case TiffSample::kLab:
    case TiffSample::kIndex:  // numbers, not quanta
    case TiffSample::kOther:
      return;
  }
}

Channels ChannelsOf(const TiffSamples& samples) {
  const bool alpha =
      samples.back() == TiffSample::kAlpha || samples.back() == TiffSample::kInkAlpha;
  if (samples[0] == TiffSample::kGray) return alpha ? Channels::kGrayAlpha : Channels::kGray;
  if (samples.size() > 3 && samples[3] == TiffSample::kBlack) {
    return alpha ? Channels::kCmyka : Channels::kCmyk;
  }
  return alpha ? Channels::kRgba : Channels::kRgb;
}

}  // namespace

// Whether the samples are as the coders' common function takes them.
bool TiffRowReader::IsImportable() const {
  return (layout_.format.IsPlain(8) || layout_.format.IsPlain(16)) && !layout_.separate &&
         layout_.samples == layout_.wanted.size() && layout_.before_alpha == 0 &&
         !layout_.white_is_zero;
}

void TiffRowReader::ConvertGray(const std::uint8_t* row, Quantum* out, std::size_t count) {
  const std::size_t stride = layout_.separate ? 1 : layout_.samples;
  if (stride == 1) {
    unpacker_.Unpack(row, count, out);
  } else {
    quanta_.resize(count * stride);
    unpacker_.Unpack(row, quanta_.size(), quanta_.data());
    for (std::size_t i = 0; i < count; ++i) out[i] = quanta_[i * stride];
  }
  if (!layout_.white_is_zero) return;
  for (std::size_t i = 0; i < count; ++i) out[i] = Opposite(out[i]);
}

void TiffRowReader::ConvertIndexes(const std::uint8_t* row, std::size_t at, std::size_t count,
                                   unsigned plane) {
  const std::size_t stride = layout_.separate ? 1 : layout_.samples;
  numbers_.resize(count * stride);
  UnpackTiffNumbers(layout_.format.bits, row, numbers_.size(), numbers_.data());
  PixelPacket* pixels = target_.pixels.pixels + at;
  if (plane == 0) {
    for (std::size_t i = 0; i < count; ++i) pixels[i] = target_.palette[numbers_[i * stride]];
    if (target_.pixels.indexes != nullptr) {
      IndexPacket* indexes = target_.pixels.indexes + at;
      for (std::size_t i = 0; i < count; ++i) {
        indexes[i] = static_cast<IndexPacket>(numbers_[i * stride]);
      }
    }
  }
  const std::size_t last = layout_.wanted.size() - 1;
  if (layout_.separate && plane != last) return;
  StoreAlphaNumbers(pixels, count, layout_.separate ? 0 : last, stride);
}

void TiffRowReader::StoreAlphaNumbers(PixelPacket* pixels, std::size_t count, std::size_t first,
                                      std::size_t stride) const {
  if (layout_.alpha == TiffAlpha::kNone) return;
  const std::uint32_t max = (1u << layout_.format.bits) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    pixels[i].opacity = Opposite(QuantumFromRange(numbers_[first + i * stride], max));
  }
}

void TiffRowReader::ConvertLab(const std::uint8_t* row, std::size_t at, std::size_t count) {
  numbers_.resize(count * layout_.samples);
  UnpackTiffNumbers(layout_.format.bits, row, numbers_.size(), numbers_.data());
  PixelPacket* pixels = target_.pixels.pixels + at;
  StoreTiffLab(layout_, numbers_.data(), count, pixels);
  StoreAlphaNumbers(pixels, count, layout_.wanted.size() - 1, layout_.samples);
}

void TiffRowReader::ConvertColors(const std::uint8_t* row, std::size_t at, std::size_t count,
                                  unsigned plane) {
  const Run run{target_.pixels.pixels + at,
                target_.pixels.indexes == nullptr ? nullptr : target_.pixels.indexes + at, count};
  if (IsImportable()) {
    const SampleFormat format{ChannelsOf(layout_.wanted), layout_.format.bits / 8, kLittleEndian};
    return ImportRow(format, row, count, run.pixels, run.indexes, nullptr);
  }
  const std::size_t stride = layout_.separate ? 1 : layout_.samples;
  quanta_.resize(count * stride);
  unpacker_.Unpack(row, quanta_.size(), quanta_.data());
  if (layout_.separate) {
    return StoreSample(layout_.wanted[plane], run, quanta_.data(), 1, layout_.white_is_zero);
  }
  for (std::size_t s = 0; s < layout_.wanted.size(); ++s) {
    StoreSample(layout_.wanted[s], run, quanta_.data() + s, stride, layout_.white_is_zero);
  }
}

void TiffRowReader::Convert(const std::uint8_t* row, std::size_t x, std::size_t y,
                            std::size_t count, unsigned plane) {
  if (target_.gray.samples != nullptr) return ConvertGray(row, target_.gray.Row(y) + x, count);
  const std::size_t at = y * target_.pixels.columns + x;
  if (layout_.palette()) return ConvertIndexes(row, at, count, plane);
  if (layout_.wanted[0] == TiffSample::kLab) return ConvertLab(row, at, count);
  ConvertColors(row, at, count, plane);
}

void UnassociateAlpha(const Pixels& pixels, std::size_t rows) {
  const auto divide = [](Quantum& value, double alpha) {
    value = RoundDoubleToQuantum(value / alpha);
  };
  accel::ParallelBands(rows, accel::RowsPerTask(pixels.columns),
                       [&](std::size_t begin, std::size_t end) {
                         for (PixelPacket* p = pixels.Row(begin); p != pixels.Row(end); ++p) {
                           if (p->opacity == TransparentOpacity || p->opacity == OpaqueOpacity) {
                             continue;
                           }
                           const double alpha = (MaxRGBDouble - p->opacity) / MaxRGBDouble;
                           divide(p->red, alpha);
                           divide(p->green, alpha);
                           divide(p->blue, alpha);
                         }
                       });
}

}  // namespace lodestone::coders
