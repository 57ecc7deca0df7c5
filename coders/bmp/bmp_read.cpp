#include <bit>

#include "base/thread_pool.hpp"
#include "coders/bmp/bmp.hpp"
#include "coders/common/embedded.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"

namespace lodestone::coders {
namespace {

constexpr double kPrimaryScale = 1073741824.0;  // fixed point with 30 bits behind the point
constexpr double kGammaScale = 65536.0;

// One bit field of a pixel.
class Field {
 public:
  explicit Field(std::uint32_t mask)
      : mask_(mask), shift_(mask == 0 ? 0 : std::countr_zero(mask)), max_(mask >> shift_) {
    if (max_ != 0 && max_ <= 65535) table_ = MakeSampleTable(max_);
  }
  bool present() const { return max_ != 0; }
  bool deep() const { return max_ > 255; }
  Quantum operator()(std::uint32_t pixel) const {
    const std::uint32_t value = (pixel & mask_) >> shift_;
    if (!table_.empty()) return table_[value];
    return max_ == 0 ? Quantum{0} : QuantumFromRange(value, max_);
  }

 private:
  std::uint32_t mask_;
  int shift_;
  std::uint32_t max_;
  SampleTable table_;
};

struct Fields {
  explicit Fields(const std::array<std::uint32_t, 4>& masks)
      : red(masks[0]), green(masks[1]), blue(masks[2]), alpha(masks[3]) {}
  Field red, green, blue, alpha;

  bool deep() const { return red.deep() || green.deep() || blue.deep() || alpha.deep(); }
  PixelPacket operator()(std::uint32_t value) const {
    PixelPacket pixel;
    pixel.red = red(value);
    pixel.green = green(value);
    pixel.blue = blue(value);
    pixel.opacity =
        alpha.present() ? static_cast<Quantum>(MaxRGB - alpha(value)) : Quantum{OpaqueOpacity};
    return pixel;
  }
};

std::uint32_t Load(const std::uint8_t* p, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = bytes; i-- > 0;) value = value << 8 | p[i];
  return value;
}

// Blue, green and red, perhaps alpha.
ByteOrder OrderOf(std::size_t bytes, bool alpha) {
  return {bytes, 2, 1, 0, alpha ? 3 : ByteOrder::kNone};
}

void ConvertMasks(const std::uint8_t* row, std::size_t step, const Fields& fields,
                  std::size_t count, PixelPacket* pixels) {
  for (std::size_t x = 0; x < count; ++x) pixels[x] = fields(Load(row + x * step, step));
}

// With 48 and 64 bits, samples are signed with 13 bits behind the point, as GDI+ has them: 0 is
// black, 1 white.
Quantum FromFixedPoint(const std::uint8_t* p) {
  constexpr std::uint32_t kOne = 1 << 13;
  const std::uint32_t value = Load(p, 2);
  return value > INT16_MAX ? Quantum{0} : QuantumFromRange(std::min(value, kOne), kOne);
}

void ConvertFixedPoint(const std::uint8_t* row, std::size_t step, bool alpha, std::size_t count,
                       PixelPacket* pixels) {
  for (std::size_t x = 0; x < count; ++x, row += step) {
    pixels[x].blue = FromFixedPoint(row);
    pixels[x].green = FromFixedPoint(row + 2);
    pixels[x].red = FromFixedPoint(row + 4);
    pixels[x].opacity =
        alpha ? static_cast<Quantum>(MaxRGB - FromFixedPoint(row + 6)) : OpaqueOpacity;
  }
}

// The pixels of the file as rows, whether they were compressed or not.
struct Raster {
  const std::uint8_t* bytes = nullptr;
  std::size_t row_bytes = 0;
  bool unpacked = false;  // one byte per index
  std::vector<std::uint8_t> storage;
  const std::uint8_t* Row(std::size_t y) const { return bytes + y * row_bytes; }
};

Raster FindRaster(const BmpHeader& header, ByteCursor& cursor) {
  Raster raster;
  const bool plain =
      header.compression == BmpCompression::kNone || header.compression == BmpCompression::kMasks;
  if (!plain) {
    raster.storage = DecodeBmpRuns(header, cursor);
    raster.bytes = raster.storage.data();
    raster.unpacked = header.indexed();
    raster.row_bytes = std::size_t{header.columns} * (header.indexed() ? 1 : 3);
    return raster;
  }
  raster.row_bytes = header.RowBytes();
  // The padding of the last row may be missing.
  const std::size_t needed =
      raster.row_bytes * (header.rows - 1) + PackedBytes(header.columns, header.bits);
  if (cursor.Remaining() < needed) {
    Fail(CorruptImageError, "Insufficient image data in file");
  }
  raster.bytes = cursor.Take(needed).data();
  cursor.Skip(std::min(cursor.Remaining(), raster.row_bytes * header.rows - needed));
  return raster;
}

// Whether the fourth sample of uncompressed pixels of 32 or 64 bits is used. Many writers leave it
// 0, which would make everything transparent.
bool UsesFourthSample(const BmpHeader& header, const Raster& raster) {
  const std::size_t sample = header.bits / 32;
  for (std::size_t y = 0; y < header.rows; ++y) {
    const std::uint8_t* row = raster.Row(y);
    for (std::size_t x = 0; x < header.columns; ++x) {
      if (Load(row + (4 * x + 3) * sample, sample) != 0) return true;
    }
  }
  return false;
}

bool HasAlpha(const BmpHeader& header, const Raster& raster) {
  if (header.compression == BmpCompression::kMasks) return header.masks[3] != 0;
  return (header.bits == 32 || header.bits == 64) && UsesFourthSample(header, raster);
}

std::size_t TargetRow(const BmpHeader& header, std::size_t y) {
  return header.top_down ? y : header.rows - 1 - y;
}

void ReadIndexes(const BmpHeader& header, const Raster& raster, Image* image,
                 ExceptionInfo* exception) {
  PaletteRows rows(image, NewPixels(image, exception));
  std::vector<std::uint8_t> values(header.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (std::size_t y = 0; y < header.rows; ++y) {
    const unsigned bits = raster.unpacked ? 8 : header.bits;
    UnpackBits(raster.Row(y), bits, header.columns, values.data());
    rows.Put(TargetRow(header, y), values.data());
    progress.Tick(y);
  }
  SyncPixels(image, exception);
  rows.Finish(exception);
}

void ReadColors(const BmpHeader& header, const Fields& fields, const Raster& raster, Image* image,
                ExceptionInfo* exception) {
  const Pixels target = NewPixels(image, exception);
  const std::array<std::uint32_t, 4> usual = {0xff0000, 0xff00, 0xff, 0xff000000};
  const bool alpha = image->matte != MagickFalse;
  const bool bytes =
      header.bits == 24 || (header.bits == 32 && (header.masks == usual || !alpha) &&
                            std::equal(usual.begin(), usual.end() - 1, header.masks.begin()));
  const std::size_t step = header.bits / 8;
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  accel::ParallelBands(
      header.rows, accel::RowsPerTask(header.columns), [&](std::size_t begin, std::size_t end) {
        for (std::size_t y = begin; y < end; ++y) {
          PixelPacket* pixels = target.Row(TargetRow(header, y));
          if (bytes) {
            ImportBytes(OrderOf(step, alpha), raster.Row(y), header.columns, pixels);
          } else if (header.deep()) {
            ConvertFixedPoint(raster.Row(y), step, alpha, header.columns, pixels);
          } else {
            ConvertMasks(raster.Row(y), step, fields, header.columns, pixels);
          }
        }
      });
  progress.Tick(header.rows - 1);
  SyncPixels(image, exception);
}

void ReadPalette(const BmpHeader& header, ByteSpan file, Image* image) {
  ByteCursor cursor(file);
  cursor.Seek(header.palette);
  const ByteSpan bytes = cursor.Take(header.colors * header.color_bytes);
  MakeColormap(image, header.colors);
  for (std::size_t i = 0; i < header.colors; ++i) {
    ImportBytes(OrderOf(header.color_bytes, false), &bytes[i * header.color_bytes], 1,
                &image->colormap[i]);
  }
}

void SetPrimary(const std::uint32_t* xyz, PrimaryInfo& primary) {
  const double x = xyz[0] / kPrimaryScale;
  const double y = xyz[1] / kPrimaryScale;
  const double sum = x + y + xyz[2] / kPrimaryScale;
  if (sum <= 0.0) return;
  primary.x = x / sum;
  primary.y = y / sum;
}

RenderingIntent IntentOf(std::uint32_t code) {
  switch (code) {
    case 1:
      return SaturationIntent;
    case 2:
      return RelativeIntent;
    case 4:
      return PerceptualIntent;
    case 8:
      return AbsoluteIntent;
    default:
      return UndefinedIntent;
  }
}

void Describe(const BmpHeader& header, ByteSpan file, Image* image) {
  image->columns = header.columns;
  image->rows = header.rows;
  image->depth = 8;
  image->units = PixelsPerCentimeterResolution;
  image->x_resolution = header.x_per_meter / 100.0;
  image->y_resolution = header.y_per_meter / 100.0;
  image->rendering_intent = IntentOf(header.intent);
  if (header.color_space == kCalibratedSpace) {
    SetPrimary(&header.endpoints[0], image->chromaticity.red_primary);
    SetPrimary(&header.endpoints[3], image->chromaticity.green_primary);
    SetPrimary(&header.endpoints[6], image->chromaticity.blue_primary);
    const double sum = 0.0 + header.gamma[0] + header.gamma[1] + header.gamma[2];
    image->gamma = sum / 3.0 / kGammaScale;
  }
  const std::size_t profile = header.start + header.profile_offset;
  if (header.color_space == kEmbeddedProfile && header.profile_bytes != 0 &&
      profile <= file.size() && header.profile_bytes <= file.size() - profile) {
    StoreProfile(image, "ICM", file.subspan(profile, header.profile_bytes));
  }
}

}  // namespace

void ReadBmpRaster(const ImageInfo* image_info, const BmpHeader& header, ByteSpan file,
                   ByteCursor& cursor, Image* image, ExceptionInfo* exception) {
  Describe(header, file, image);
  CheckLimits(image);
  if (header.compression == BmpCompression::kJpeg || header.compression == BmpCompression::kPng) {
    const char* magick = header.compression == BmpCompression::kJpeg ? "JPEG" : "PNG";
    const std::size_t length = header.image_bytes == 0 ? cursor.Remaining() : header.image_bytes;
    return ReadEmbedded(image_info, magick, cursor.Take(length), image, exception);
  }
  if (header.indexed()) ReadPalette(header, file, image);
  const bool ping = image_info->ping != MagickFalse;
  if (ping && header.indexed()) return;
  const Raster raster = FindRaster(header, cursor);
  if (header.indexed()) return ReadIndexes(header, raster, image, exception);
  image->matte = HasAlpha(header, raster) ? MagickTrue : MagickFalse;
  const Fields fields(header.masks);
  const bool deep_masks = header.compression == BmpCompression::kMasks && fields.deep();
  if (deep_masks || header.deep()) image->depth = QuantumDepth;
  if (!ping) ReadColors(header, fields, raster, image, exception);
}

Image* ReadDib(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const ByteSpan file = WholeBlob(image);
    ByteCursor cursor(file);
    const BmpHeader header = ParseBmpHeader(cursor, std::nullopt);
    ReadBmpRaster(image_info, header, file, cursor, image, exception);
  });
}

}  // namespace lodestone::coders
