// The fields of a new directory.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "coders/tiff/tiff_plan.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::uint64_t kStripBytes = std::uint64_t{1} << 20;  // before compression
constexpr unsigned long kDefaultQuality = 75;
constexpr std::uint32_t kMaxStrips = 32767;  // some programs count them in 16 bits

int IntegerOf(const ImageInfo* image_info, const char* key, int otherwise) {
  const char* value = TiffDefinition(image_info, key);
  return value == nullptr ? otherwise : std::atoi(value);
}

int Quality(const ImageInfo* image_info) {
  return static_cast<int>(std::min(image_info->quality, 100ul));
}

int LzmaPreset(const ImageInfo* image_info) {
  return std::clamp(IntegerOf(image_info, "lzmapreset", 1), 1, 9);
}

void SetWebp(TiffFile& file, const ImageInfo* image_info) {
  if (image_info->quality != kDefaultQuality) {
    file.Set(TIFFTAG_WEBP_LEVEL, std::max(Quality(image_info), 1));
  }
  const char* lossless = TiffDefinition(image_info, "webp-lossless");
  if (lossless == nullptr) lossless = AccessDefinition(image_info, "webp", "lossless");
  if (lossless != nullptr) {
    file.Set(TIFFTAG_WEBP_LOSSLESS, LocaleCompare(lossless, "TRUE") == 0 ? 1 : 0);
  }
}

void SetCodec(TiffFile& file, const TiffPlan& plan, const ImageInfo* image_info) {
  constexpr int kMaxZstdLevel = 22;
  switch (plan.compression) {
    case COMPRESSION_JPEG:
      file.Set(TIFFTAG_JPEGQUALITY, Quality(image_info));
      if (!plan.ycc()) return;
      file.Set(TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
      return file.Set(TIFFTAG_YCBCRSUBSAMPLING, plan.chroma.across, plan.chroma.down);
    case COMPRESSION_ADOBE_DEFLATE:
      return file.Set(TIFFTAG_ZIPQUALITY, std::clamp(Quality(image_info) / 10, 1, 9));
    case COMPRESSION_CCITTFAX3:  // ends of lines begin at whole bytes
      return file.Set(TIFFTAG_GROUP3OPTIONS, IntegerOf(image_info, "group-three-options", 4));
    case COMPRESSION_LZMA:
      return file.Set(TIFFTAG_LZMAPRESET, LzmaPreset(image_info));
    case COMPRESSION_ZSTD:
      return file.Set(TIFFTAG_ZSTD_LEVEL, std::clamp(IntegerOf(image_info, "zstd-compress-level",
                                                               Quality(image_info) * 9 / 75),
                                                     1, kMaxZstdLevel));
    case COMPRESSION_WEBP:
      return SetWebp(file, image_info);
    default:
      return;
  }
}

// Differences of neighbours for images that are likely to have continuous tones.
void SetPredictor(TiffFile& file, const TiffPlan& plan, const ImageInfo* image_info) {
  const bool has_predictor =
      plan.compression == COMPRESSION_LZW || plan.compression == COMPRESSION_ADOBE_DEFLATE ||
      plan.compression == COMPRESSION_LZMA || plan.compression == COMPRESSION_ZSTD;
  if (!has_predictor) return;
  const bool tones =
      plan.photometric == PHOTOMETRIC_RGB || plan.photometric == PHOTOMETRIC_MINISBLACK;
  const bool whole = plan.format.IsPlain(8) || plan.format.IsPlain(16);
  const int otherwise = tones && whole ? PREDICTOR_HORIZONTAL : PREDICTOR_NONE;
  const int predictor = IntegerOf(image_info, "predictor", otherwise);
  if (predictor != PREDICTOR_NONE) file.Set(TIFFTAG_PREDICTOR, predictor);
}

// Uncompressed bytes of a strip. Faxes should have few; LZMA needs much at once to do well.
std::uint64_t StripBytes(const TiffPlan& plan, const ImageInfo* image_info) {
  constexpr std::uint64_t kLzmaMegabytes[] = {1, 4, 4, 4, 6, 10, 18, 34, 66};
  switch (plan.compression) {
    case COMPRESSION_CCITTFAX3:
    case COMPRESSION_CCITTFAX4:
    case COMPRESSION_JBIG:
      return 4 * kStripBytes;
    case COMPRESSION_LZMA:
      return kLzmaMegabytes[LzmaPreset(image_info) - 1] << 20;
    default:
      return kStripBytes;
  }
}

std::uint32_t AutomaticRows(TIFF* tiff, std::uint64_t strip_bytes, std::uint32_t rows) {
  const std::uint64_t line = std::max<std::uint64_t>(TIFFScanlineSize64(tiff), 1);
  const std::uint64_t step = TIFFDefaultStripSize(tiff, 0);
  std::uint64_t wanted = step * std::max<std::uint64_t>(strip_bytes / (step * line), 1);
  wanted = std::max<std::uint64_t>(wanted, rows / kMaxStrips + 1);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, rows));
}

// Strips and tiles hold whole blocks of JPEG data.
std::uint32_t JpegStep(int chroma) {
  constexpr std::uint32_t kBlock = 8;
  return kBlock * static_cast<std::uint32_t>(std::max(chroma, 2));
}

void ChooseStrips(TIFF* tiff, TiffPlan& plan, const ImageInfo* image_info) {
  plan.chunk_columns = plan.columns;
  plan.chunk_rows = AutomaticRows(tiff, StripBytes(plan, image_info), plan.rows);
  const int asked = IntegerOf(image_info, "rows-per-strip", 0);
  if (asked > 0) plan.chunk_rows = std::min(static_cast<std::uint32_t>(asked), plan.rows);
  if (TiffDefinitionIs(image_info, "strip-per-page", "TRUE")) plan.chunk_rows = plan.rows;
  if (plan.compression == COMPRESSION_JPEG) {
    const std::uint32_t step = JpegStep(plan.chroma.down);
    plan.chunk_rows = std::max(plan.chunk_rows / step, 1u) * step;
  }
}

std::uint32_t RoundUp(std::uint32_t value, std::uint32_t step) {
  return (value + step - 1) / step * step;
}

void ChooseTiles(TIFF* tiff, TiffPlan& plan, const ImageInfo* image_info) {
  constexpr double kMaxSide = 65536.0;
  double width = 0.0, height = 0.0;
  if (const char* geometry = TiffDefinition(image_info, "tile-geometry")) {
    if (GetMagickDimension(geometry, &width, &height, nullptr, nullptr) < 2) width = height = 0.0;
  }
  const auto side = [&](const char* key, double otherwise) {
    const char* value = TiffDefinition(image_info, key);
    const double wanted = value == nullptr ? otherwise : std::strtod(value, nullptr);
    return wanted >= 1.0 ? static_cast<std::uint32_t>(std::min(wanted, kMaxSide)) : 0u;
  };
  plan.chunk_columns = side("tile-width", width);
  plan.chunk_rows = side("tile-height", height);
  TIFFDefaultTileSize(tiff, &plan.chunk_columns, &plan.chunk_rows);
  if (plan.compression != COMPRESSION_JPEG) return;
  plan.chunk_columns = RoundUp(plan.chunk_columns, JpegStep(plan.chroma.across));
  plan.chunk_rows = RoundUp(plan.chunk_rows, JpegStep(plan.chroma.down));
}

void SetColormap(TiffFile& file, const TiffPlan& plan, const Image* image) {
  const std::size_t size = std::size_t{1} << plan.format.bits;
  std::vector<std::uint16_t> red(size), green(size), blue(size);
  for (std::size_t i = 0; i < std::min<std::size_t>(size, image->colors); ++i) {
    red[i] = ScaleQuantumToShort(image->colormap[i].red);
    green[i] = ScaleQuantumToShort(image->colormap[i].green);
    blue[i] = ScaleQuantumToShort(image->colormap[i].blue);
  }
  file.Set(TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
}

void SetAlpha(TiffFile& file, TiffAlpha alpha) {
  std::uint16_t kind = EXTRASAMPLE_UNSPECIFIED;
  if (alpha == TiffAlpha::kAssociated) kind = EXTRASAMPLE_ASSOCALPHA;
  if (alpha == TiffAlpha::kUnassociated) kind = EXTRASAMPLE_UNASSALPHA;
  file.Set(TIFFTAG_EXTRASAMPLES, 1, &kind);
}

}  // namespace

void SetTiffFields(TiffFile& file, const TiffPlan& plan, const ImageInfo* image_info,
                   const Image* image) {
  file.Set(TIFFTAG_IMAGEWIDTH, plan.columns);
  file.Set(TIFFTAG_IMAGELENGTH, plan.rows);
  file.Set(TIFFTAG_BITSPERSAMPLE, plan.format.bits);
  file.Set(TIFFTAG_SAMPLESPERPIXEL, static_cast<int>(plan.samples.size()));
  file.Set(TIFFTAG_SAMPLEFORMAT, plan.format.type);
  if (plan.alpha != TiffAlpha::kNone) SetAlpha(file, plan.alpha);
  file.Set(TIFFTAG_PHOTOMETRIC, plan.ycc() ? PHOTOMETRIC_YCBCR : int{plan.photometric});
  file.Set(TIFFTAG_PLANARCONFIG, plan.separate ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (plan.photometric == PHOTOMETRIC_SEPARATED) file.Set(TIFFTAG_INKSET, INKSET_CMYK);
  if (plan.fill_order != FILLORDER_MSB2LSB) file.Set(TIFFTAG_FILLORDER, plan.fill_order);
  if (plan.palette()) SetColormap(file, plan, image);
  if (plan.format.is_float()) {
    file.Set(TIFFTAG_SMINSAMPLEVALUE, plan.format.black);
    file.Set(TIFFTAG_SMAXSAMPLEVALUE, plan.format.white);
  }
  file.Set(TIFFTAG_COMPRESSION, plan.compression);
  SetCodec(file, plan, image_info);
  SetPredictor(file, plan, image_info);
}

void ChooseTiffChunks(const TiffFile& file, TiffPlan& plan, const ImageInfo* image_info) {
  if (plan.tiled) {
    ChooseTiles(file.get(), plan, image_info);
  } else {
    ChooseStrips(file.get(), plan, image_info);
  }
}

void SetTiffChunks(TiffFile& file, const TiffPlan& plan) {
  if (!plan.tiled) return file.Set(TIFFTAG_ROWSPERSTRIP, plan.chunk_rows);
  file.Set(TIFFTAG_TILEWIDTH, plan.chunk_columns);
  file.Set(TIFFTAG_TILELENGTH, plan.chunk_rows);
}

}  // namespace lodestone::coders
