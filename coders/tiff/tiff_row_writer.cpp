#include "coders/tiff/tiff_row_writer.hpp"

#include <bit>

namespace lodestone::coders {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;

Quantum Opposite(Quantum value) {
  return static_cast<Quantum>(MaxRGB - value);
}

Channels ChannelsOf(const TiffPlan& plan) {
  const bool alpha = plan.alpha != TiffAlpha::kNone;
  if (plan.gray()) return alpha ? Channels::kGrayAlpha : Channels::kGray;
  if (plan.photometric == PHOTOMETRIC_SEPARATED) return alpha ? Channels::kCmyka : Channels::kCmyk;
  return alpha ? Channels::kRgba : Channels::kRgb;
}

}  // namespace

TiffSource::TiffSource(const TiffPlan& plan, const Image* image, ExceptionInfo* exception)
    : gray(plan.gray() ? GreySamples::Of(image, exception) : GreySamples()),
      packets(gray ? ConstPixels() : AllPixels(image, exception)),
      matte(image->matte != MagickFalse),
      colors(image->colors) {}

void TiffRowWriter::Fill(std::size_t x, std::size_t y, std::size_t count, unsigned plane,
                         std::uint8_t* row) {
  if (source_.gray) return FillGray(source_.gray.Row(y) + x, count, row);
  const PixelPacket* pixels = source_.packets.Row(y) + x;
  const IndexPacket* indexes = source_.packets.IndexRow(y);
  if (indexes != nullptr) indexes += x;
  if (plan_.palette()) return FillIndexes(pixels, indexes, count, plane, row);
  if (IsExportable()) {
    const SampleFormat format{ChannelsOf(plan_), plan_.format.bits / 8, kLittleEndian};
    return ExportRow(format, pixels, indexes, count, source_.matte, row);
  }
  FillColors(pixels, indexes, count, plane, row);
}

bool TiffRowWriter::IsExportable() const {
  return (plan_.format.IsPlain(8) || plan_.format.IsPlain(16)) && !plan_.separate &&
         !plan_.white_is_zero() && plan_.alpha != TiffAlpha::kAssociated;
}

// Black and white have nothing between them.
Quantum TiffRowWriter::Shade(Quantum value) const {
  if (plan_.format.bits == 1) value = static_cast<Quantum>(value > MaxRGB / 2 ? MaxRGB : 0);
  return plan_.white_is_zero() ? Opposite(value) : value;
}

void TiffRowWriter::FillGray(const Quantum* samples, std::size_t count, std::uint8_t* row) {
  if (plan_.format.bits != 1 && !plan_.white_is_zero()) return packer_.Pack(samples, count, row);
  quanta_.resize(count);
  for (std::size_t i = 0; i < count; ++i) quanta_[i] = Shade(samples[i]);
  packer_.Pack(quanta_.data(), count, row);
}

void TiffRowWriter::FillIndexes(const PixelPacket* pixels, const IndexPacket* indexes,
                                std::size_t count, unsigned plane, std::uint8_t* row) {
  const bool alpha = plan_.alpha != TiffAlpha::kNone;
  const std::size_t stride = alpha && !plan_.separate ? 2 : 1;
  numbers_.resize(count * stride);
  if (plane == 0) {
    for (std::size_t i = 0; i < count; ++i) {
      numbers_[i * stride] = indexes != nullptr && indexes[i] < source_.colors ? indexes[i] : 0;
    }
  }
  if (alpha && (stride == 2 || plane == 1)) {
    for (std::size_t i = 0; i < count; ++i) {
      const Quantum value = Opposite(pixels[i].opacity);
      numbers_[i * stride + stride - 1] =
          plan_.format.bits == 8 ? std::uint16_t{ByteFromQuantum(value)} : ShortFromQuantum(value);
    }
  }
  PackTiffNumbers(plan_.format.bits, numbers_.data(), numbers_.size(), row);
}

Quantum TiffRowWriter::Color(const PixelPacket& pixel, Quantum value) const {
  if (plan_.alpha != TiffAlpha::kAssociated) return value;
  return RoundDoubleToQuantum(value * ((MaxRGBDouble - pixel.opacity) / MaxRGBDouble));
}

Quantum TiffRowWriter::Get(TiffSample sample, const PixelPacket& pixel,
                           const IndexPacket* index) const {
  switch (sample) {
    case TiffSample::kGray:
      return Shade(Color(pixel, Intensity(pixel)));
    case TiffSample::kRed:
      return Color(pixel, pixel.red);
    case TiffSample::kGreen:
      return Color(pixel, pixel.green);
    case TiffSample::kBlue:
      return Color(pixel, pixel.blue);
    case TiffSample::kBlack:
      return pixel.opacity;
    case TiffSample::kAlpha:
      return Opposite(source_.matte ? pixel.opacity : Quantum{OpaqueOpacity});
    case TiffSample::kInkAlpha:
      return Opposite(index == nullptr ? Quantum{OpaqueOpacity} : *index);
    case TiffSample::kLab:
    case TiffSample::kIndex:
    case TiffSample::kOther:
      break;  // numbers, or not written
  }
  return 0;
}

void TiffRowWriter::FillColors(const PixelPacket* pixels, const IndexPacket* indexes,
                               std::size_t count, unsigned plane, std::uint8_t* row) {
  const std::size_t first = plan_.separate ? plane : 0;
  const std::size_t last = plan_.separate ? plane + 1 : plan_.samples.size();
  quanta_.resize(count * (last - first));
  Quantum* out = quanta_.data();
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t s = first; s < last; ++s) {
      *out++ = Get(plan_.samples[s], pixels[i], indexes == nullptr ? nullptr : indexes + i);
    }
  }
  packer_.Pack(quanta_.data(), quanta_.size(), row);
}

}  // namespace lodestone::coders
