#include <climits>

#include "coders/bmp/bmp.hpp"
#include "coders/common/embedded.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "magick/profile.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint32_t kFileHeaderBytes = 14;
constexpr std::uint32_t kDefaultPerMeter = 75 * 39;
constexpr double kPrimaryScale = 1073741824.0;  // fixed point with 30 bits behind the point
constexpr double kGammaScale = 65536.0;

// What will be written for one image.
struct Plan {
  int version = 3;  // 2 to 5
  unsigned bits = 24;
  bool masks = false;  // alpha
  bool run_lengths = false;
  const char* embedded = nullptr;  // the format of a file instead of rows
  ByteSpan profile;

  BmpCompression Compression() const {
    if (embedded != nullptr)
      return LocaleCompare(embedded, "JPEG") == 0 ? BmpCompression::kJpeg : BmpCompression::kPng;
    if (masks) return BmpCompression::kMasks;
    return run_lengths ? BmpCompression::kRle8 : BmpCompression::kNone;
  }

  std::uint32_t HeaderBytes() const {
    constexpr std::uint32_t kBytes[] = {12, 40, 108, 124};
    return kBytes[version - 2];
  }
  std::uint32_t Colors() const { return bits != 0 && bits <= 8 ? 1u << bits : 0; }
  std::uint32_t PaletteBytes() const { return Colors() * (version == 2 ? 3 : 4); }
};

bool Wants(const ImageInfo* image_info, const char* magick, const char* format) {
  if (LocaleCompare(image_info->magick, magick) == 0) return true;
  const char* wanted = AccessDefinition(image_info, "bmp", "format");
  return wanted != nullptr && LocaleCompare(wanted, format) == 0;
}

bool IsIndexed(const Image* image) {
  return image->storage_class == PseudoClass && image->colors <= 256 && image->matte == MagickFalse;
}

unsigned BitsFor(unsigned long colors) {
  return colors <= 2 ? 1 : colors <= 16 ? 4 : 8;
}

const char* WantedInside(const ImageInfo* image_info) {
  for (const auto& [key, magick] : {std::pair("allow-jpeg", "JPEG"), {"allow-png", "PNG"}}) {
    const char* const value = AccessDefinition(image_info, "bmp", key);
    if (value != nullptr && LocaleCompare(value, "false") != 0) return magick;
  }
  return nullptr;
}

Plan ChooseBmp(const ImageInfo* image_info, Image* image) {
  Plan plan;
  if (!Wants(image_info, "BMP2", "bmp2")) plan.embedded = WantedInside(image_info);
  if (plan.embedded != nullptr) {
    plan.bits = 0;
    return plan;
  }
  plan.profile = FittingIcc(image, IccColors::kRgb, &image->exception);
  const bool matte = image->matte != MagickFalse;
  const bool managed = image->rendering_intent != UndefinedIntent || plan.profile.size() != 0;
  if (Wants(image_info, "BMP2", "bmp2")) {
    plan.version = 2;
  } else if (Wants(image_info, "BMP3", "bmp3")) {
    plan.version = 3;
  } else if (managed) {
    plan.version = 5;
  } else if (matte || image->gamma != 0.0) {
    plan.version = 4;
  }
  if (IsIndexed(image)) {
    plan.bits = BitsFor(image->colors);
  } else {
    plan.masks = plan.version > 3 && matte;
    plan.bits = plan.masks ? 32 : 24;
  }
  plan.run_lengths = plan.version > 2 && plan.bits == 8 && image_info->compression != NoCompression;
  return plan;
}

Plan ChooseDib(const ImageInfo* image_info, Image* image) {
  Plan plan;
  plan.bits = image->matte != MagickFalse ? 32 : 24;
  if (!IsIndexed(image)) return plan;
  const Traits traits = Analyze(image, image_info->type == OptimizeType, &image->exception);
  plan.bits = traits.monochrome && image->colors <= 2 ? 1 : 8;
  plan.run_lengths = plan.bits == 8 && image_info->compression != NoCompression;
  return plan;
}

// The pixels as the file has them, bottom row first.
ByteSink MakeRaster(const Plan& plan, Image* image) {
  const std::size_t row_bytes = (std::size_t{image->columns} * plan.bits + 31) / 32 * 4;
  if (image->columns > INT32_MAX / 4 || image->rows > INT32_MAX ||
      row_bytes * image->rows > UINT32_MAX / 2) {
    Fail(CoderError, "Image column or row size is not supported");
  }
  const ConstPixels source = AllPixels(image, &image->exception);
  std::vector<std::uint8_t> row(row_bytes);
  ByteSink raster;
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  for (std::size_t y = 0; y < image->rows; ++y) {
    FillBmpRow(plan.bits, source, image->rows - 1 - y, row.data());
    if (plan.run_lengths) {
      EncodeBmpRuns(row.data(), image->columns, raster);
    } else {
      raster.Bytes(row);
    }
    progress.Tick(y);
  }
  if (plan.run_lengths) raster.Text(std::string_view("\0\1", 2));
  return raster;
}

ByteSink MakeEmbedded(const ImageInfo* image_info, const char* magick, const Image* image,
                      ExceptionInfo* exception) {
  const ImageOwner alone(CloneImage(image, 0, 0, MagickTrue, exception));
  if (alone.get() == nullptr) FailAfter(exception, ResourceLimitError, "Memory allocation failed");
  ByteSink file;
  file.Bytes(EncodeEmbedded(image_info, magick, alone.get(), exception));
  return file;
}

std::uint32_t PerMeter(const Image* image, double resolution) {
  double value = kDefaultPerMeter;
  if (image->units == PixelsPerInchResolution) value = 100.0 * resolution / 2.54;
  if (image->units == PixelsPerCentimeterResolution) value = 100.0 * resolution;
  return value >= 0.0 && value <= INT32_MAX ? static_cast<std::uint32_t>(value) : 0;
}

std::uint32_t IntentCode(RenderingIntent intent) {
  switch (intent) {
    case SaturationIntent:
      return 1;
    case RelativeIntent:
      return 2;
    case PerceptualIntent:
      return 4;
    case AbsoluteIntent:
      return 8;
    default:
      return 0;
  }
}

std::uint32_t FixedPoint(double value, double scale) {
  return static_cast<std::uint32_t>(std::clamp(value, 0.0, 1.0) * scale + 0.5);
}

void PutPrimary(const PrimaryInfo& primary, ByteSink& sink) {
  sink.U32Le(FixedPoint(primary.x, kPrimaryScale));
  sink.U32Le(FixedPoint(primary.y, kPrimaryScale));
  sink.U32Le(FixedPoint(1.0 - primary.x - primary.y, kPrimaryScale));
}

// The part of the header that versions 4 and 5 add.
void PutColorSpace(const Plan& plan, const Image* image, std::size_t raster_bytes, ByteSink& sink) {
  for (const std::uint32_t mask : {0xff0000u, 0xff00u, 0xffu, 0xff000000u}) sink.U32Le(mask);
  const ChromaticityInfo& c = image->chromaticity;
  const bool calibrated = image->gamma > 0.0 && c.red_primary.x > 0.0;
  const bool embedded = plan.profile.size() != 0 && plan.version == 5;
  sink.U32Le(embedded ? kEmbeddedProfile : calibrated ? kCalibratedSpace : kSrgbSpace);
  for (const PrimaryInfo& primary : {c.red_primary, c.green_primary, c.blue_primary}) {
    PutPrimary(calibrated ? primary : PrimaryInfo{}, sink);
  }
  const double gamma = calibrated ? std::min(image->gamma, 16.0) * kGammaScale : 0.0;
  for (int i = 0; i < 3; ++i) sink.U32Le(static_cast<std::uint32_t>(gamma + 0.5));
  if (plan.version < 5) return;
  sink.U32Le(IntentCode(image->rendering_intent));
  const std::size_t offset = plan.HeaderBytes() + plan.PaletteBytes() + raster_bytes;
  sink.U32Le(embedded ? static_cast<std::uint32_t>(offset) : 0);
  sink.U32Le(embedded ? static_cast<std::uint32_t>(plan.profile.size()) : 0);
  sink.U32Le(0);
}

void PutHeader(const Plan& plan, const Image* image, std::size_t raster_bytes, ByteSink& sink) {
  const auto columns = static_cast<std::uint32_t>(image->columns);
  const auto rows = static_cast<std::uint32_t>(image->rows);
  sink.U32Le(plan.HeaderBytes());
  if (plan.version == 2) {
    if (columns > SHRT_MAX || rows > SHRT_MAX) {
      Fail(CoderError, "Image column or row size is not supported");
    }
    for (const unsigned field : {columns, rows, 1u, plan.bits}) sink.U16Le(field);
    return;
  }
  sink.U32Le(columns);
  sink.U32Le(rows);
  sink.U16Le(1);
  sink.U16Le(plan.bits);
  sink.U32Le(static_cast<std::uint32_t>(plan.Compression()));
  sink.U32Le(static_cast<std::uint32_t>(raster_bytes));
  sink.U32Le(PerMeter(image, image->x_resolution));
  sink.U32Le(PerMeter(image, image->y_resolution));
  sink.U32Le(plan.Colors());
  sink.U32Le(plan.Colors());
  if (plan.version > 3) PutColorSpace(plan, image, raster_bytes, sink);
}

void PutPalette(const Plan& plan, const Image* image, ByteSink& sink) {
  for (std::uint32_t i = 0; i < plan.Colors(); ++i) {
    const PixelPacket color = i < image->colors ? image->colormap[i] : PixelPacket{};
    sink.U8(ByteFromQuantum(color.blue));
    sink.U8(ByteFromQuantum(color.green));
    sink.U8(ByteFromQuantum(color.red));
    if (plan.version > 2) sink.U8(0);
  }
}

void WriteOne(const ImageInfo* image_info, const Plan& plan, bool file_header, Image* first,
              Image* image) {
  ByteSink raster = plan.embedded != nullptr
                        ? MakeEmbedded(image_info, plan.embedded, image, &image->exception)
                        : MakeRaster(plan, image);
  const std::size_t profile_bytes = plan.version == 5 ? plan.profile.size() : 0;
  const std::size_t before = plan.HeaderBytes() + plan.PaletteBytes();
  if (before + raster.size() + profile_bytes > INT32_MAX) {
    Fail(CoderError, "Image column or row size is not supported");
  }
  ByteSink sink;
  if (file_header) {
    sink.Text("BM");
    sink.U32Le(
        static_cast<std::uint32_t>(kFileHeaderBytes + before + raster.size() + profile_bytes));
    sink.U32Le(0);
    sink.U32Le(static_cast<std::uint32_t>(kFileHeaderBytes + before));
  }
  PutHeader(plan, image, raster.size(), sink);
  PutPalette(plan, image, sink);
  sink.Flush(first);
  raster.Flush(first);
  if (profile_bytes != 0) WriteBytes(first, plan.profile.data(), profile_bytes);
}

}  // namespace

void FillBmpRow(unsigned bits, const ConstPixels& source, std::size_t y, std::uint8_t* row) {
  if (bits <= 8) {
    std::vector<std::uint8_t> values(source.columns);
    NarrowIndexes(source.IndexRow(y), source.columns, values.data());
    return PackBits(values.data(), bits, source.columns, row);
  }
  const PixelPacket* pixels = source.Row(y);
  const std::size_t step = bits / 8;
  for (std::size_t x = 0; x < source.columns; ++x, row += step) {
    row[0] = ByteFromQuantum(pixels[x].blue);
    row[1] = ByteFromQuantum(pixels[x].green);
    row[2] = ByteFromQuantum(pixels[x].red);
    if (step == 4) row[3] = ByteFromQuantum(static_cast<Quantum>(MaxRGB - pixels[x].opacity));
  }
}

unsigned int WriteBmp(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    for (Image* image = first; image != nullptr; image = image->next) {
      ToRgb(image);
      WriteOne(image_info, ChooseBmp(image_info, image), true, first, image);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

unsigned int WriteDib(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    WriteOne(image_info, ChooseDib(image_info, image), false, image, image);
  });
}

}  // namespace lodestone::coders
