#include "coders/tiff/tiff_layout.hpp"

#include <algorithm>
#include <cstdlib>

#include "magick/core/samples/packed_samples.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kMaxSamples = 8;  // per pixel, as in GraphicsMagick

bool IsGray(std::uint16_t photometric) {
  return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE ||
         photometric == PHOTOMETRIC_MASK;
}

bool IsLight(std::uint16_t photometric) {
  return photometric == PHOTOMETRIC_LOGL || photometric == PHOTOMETRIC_LOGLUV;
}

bool IsSgiLog(std::uint16_t compression) {
  return compression == COMPRESSION_SGILOG || compression == COMPRESSION_SGILOG24;
}

// JPEG data that libtiff gives as RGB.
bool IsJpegColor(const TiffLayout& layout) {
  return layout.compression == COMPRESSION_JPEG && layout.photometric == PHOTOMETRIC_YCBCR &&
         layout.samples > 1 && !layout.separate;
}

// The colour samples of a pixel.
TiffSamples ColorsOf(std::uint16_t photometric) {
  using enum TiffSample;
  if (IsGray(photometric)) return {kGray};
  switch (photometric) {
    case PHOTOMETRIC_RGB:
      return {kRed, kGreen, kBlue};
    case PHOTOMETRIC_SEPARATED:
      return {kRed, kGreen, kBlue, kBlack};
    case PHOTOMETRIC_PALETTE:
      return {kIndex};
    default:
      return {};
  }
}

TiffAlpha AlphaOf(std::uint16_t extra) {
  if (extra == EXTRASAMPLE_ASSOCALPHA) return TiffAlpha::kAssociated;
  return extra == EXTRASAMPLE_UNASSALPHA ? TiffAlpha::kUnassociated : TiffAlpha::kUnspecified;
}

// The first extra sample that is said to be alpha, else the first one. RGB files with four samples
// and no word about the fourth have associated alpha.
TiffAlpha ReadAlpha(const TiffFile& file, TiffLayout& layout, const ImageInfo* image_info) {
  std::uint16_t count = 0;
  std::uint16_t* kinds = nullptr;
  TiffAlpha alpha = TiffAlpha::kNone;
  if (TIFFGetField(file.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds) == 1 && count != 0) {
    if (count > kMaxSamples) Fail(CoderError, "Unsupported samples per pixel");
    const auto* const named = std::find_if(kinds, kinds + count, [](std::uint16_t kind) {
      return AlphaOf(kind) != TiffAlpha::kUnspecified;
    });
    if (named != kinds + count) layout.before_alpha = static_cast<std::size_t>(named - kinds);
    alpha = AlphaOf(kinds[layout.before_alpha]);
  } else if (layout.photometric == PHOTOMETRIC_RGB && layout.samples == 4) {
    alpha = TiffAlpha::kAssociated;
  }
  const char* wanted = TiffDefinition(image_info, "alpha");
  if (alpha == TiffAlpha::kNone || wanted == nullptr) return alpha;
  const TiffAlpha chosen = TiffAlphaByName(wanted);
  return chosen == TiffAlpha::kNone ? alpha : chosen;
}

void ReadRange(const TiffFile& file, const ImageInfo* image_info, TiffFormat& format) {
  TIFFGetField(file.get(), TIFFTAG_SMINSAMPLEVALUE, &format.black);
  TIFFGetField(file.get(), TIFFTAG_SMAXSAMPLEVALUE, &format.white);
  if (const char* value = TiffDefinition(image_info, "min-sample-value")) {
    format.black = std::strtod(value, nullptr);
  }
  if (const char* value = TiffDefinition(image_info, "max-sample-value")) {
    format.white = std::strtod(value, nullptr);
  }
}

TiffFormat ReadFormat(const TiffFile& file, const ImageInfo* image_info) {
  TiffFormat format;
  format.bits = file.Get<std::uint16_t>(TIFFTAG_BITSPERSAMPLE);
  format.type = file.Get<std::uint16_t>(TIFFTAG_SAMPLEFORMAT);
  // The bits of signed integers count as unsigned, as in GraphicsMagick and ImageMagick.
  if (format.type == SAMPLEFORMAT_VOID || format.type == SAMPLEFORMAT_INT) {
    format.type = SAMPLEFORMAT_UINT;
  }
  if (format.is_float()) ReadRange(file, image_info, format);
  return format;
}

void CheckFormat(const TiffFormat& format) {
  if (!format.is_float() && format.type != SAMPLEFORMAT_UINT) {
    Fail(CoderError, "Unsupported sample format");
  }
  const SampleFormat stored{format.is_float() ? FloatQuantumSampleType : UnsignedQuantumSampleType,
                            format.bits};
  if (!stored.IsValid()) {
    Fail(CoderError, "Unsupported bits per sample: " + std::to_string(format.bits));
  }
}

void ReadChunks(TiffFile& file, TiffLayout& layout) {
  TIFF* tiff = file.get();
  layout.tiled = TIFFIsTiled(tiff) != 0;
  if (layout.tiled) {
    layout.chunk_columns = file.Get<std::uint32_t>(TIFFTAG_TILEWIDTH);
    layout.chunk_rows = file.Get<std::uint32_t>(TIFFTAG_TILELENGTH);
  } else {
    layout.chunk_columns = layout.columns;
    layout.chunk_rows = std::min(file.Get<std::uint32_t>(TIFFTAG_ROWSPERSTRIP), layout.rows);
  }
  if (layout.chunk_columns == 0 || layout.chunk_rows == 0) {
    Fail(CorruptImageError, "Improper image header");
  }
  layout.chunk_bytes =
      layout.tiled ? TIFFTileSize64(tiff) : TIFFVStripSize64(tiff, layout.chunk_rows);
  if (layout.chunk_bytes == 0) file.FailWith("Improper image header");
}

TiffMethod MethodOf(const TiffLayout& layout) {
  if (IsLight(layout.photometric)) {
    const bool simple = !layout.tiled && !layout.separate && IsSgiLog(layout.compression) &&
                        layout.samples == (layout.photometric == PHOTOMETRIC_LOGL ? 1u : 3u);
    return simple ? TiffMethod::kLight : TiffMethod::kLibrary;
  }
  const bool known = !layout.wanted.empty() && layout.compression != COMPRESSION_OJPEG;
  return known ? TiffMethod::kSamples : TiffMethod::kLibrary;
}

// Samples to read, and a check that there are so many.
void ChooseSamples(TiffLayout& layout) {
  layout.wanted = ColorsOf(layout.photometric);
  if (IsTiffLab(layout)) layout.wanted = {TiffSample::kLab, TiffSample::kLab, TiffSample::kLab};
  if (layout.wanted.empty()) return;
  if (layout.alpha != TiffAlpha::kNone) {
    const bool inks = layout.photometric == PHOTOMETRIC_SEPARATED;
    layout.wanted.insert(layout.wanted.end(), layout.before_alpha, TiffSample::kOther);
    layout.wanted.push_back(inks ? TiffSample::kInkAlpha : TiffSample::kAlpha);
  }
  if (layout.wanted.size() > layout.samples) Fail(CorruptImageError, "Improper image header");
}

// Most bytes of pixels that a byte of the file can stand for.
std::uint64_t LargestRatio(std::uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_PACKBITS:
      return 1000;  // strips may share their data
    case COMPRESSION_LZW:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_JPEG:
    case COMPRESSION_OJPEG:
      return 10000;
    default:
      return std::uint64_t{1} << 20;  // a bit may be a line
  }
}

}  // namespace

bool TiffLayout::gray() const {
  return IsGray(photometric) || photometric == PHOTOMETRIC_LOGL;
}

TiffLayout ReadTiffLayout(TiffFile& file, const ImageInfo* image_info) {
  TiffLayout layout;
  layout.columns = file.Get<std::uint32_t>(TIFFTAG_IMAGEWIDTH);
  layout.rows = file.Get<std::uint32_t>(TIFFTAG_IMAGELENGTH);
  layout.photometric = file.Get<std::uint16_t>(TIFFTAG_PHOTOMETRIC);
  layout.compression = file.Get<std::uint16_t>(TIFFTAG_COMPRESSION);
  layout.samples = file.Get<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL);
  layout.separate =
      file.Get<std::uint16_t>(TIFFTAG_PLANARCONFIG) == PLANARCONFIG_SEPARATE && layout.samples > 1;
  layout.white_is_zero = layout.photometric == PHOTOMETRIC_MINISWHITE;
  layout.alpha = ReadAlpha(file, layout, image_info);
  layout.format = ReadFormat(file, image_info);
  return layout;
}

void SetTiffConversion(TiffFile& file, const TiffLayout& layout) {
  if (layout.method == TiffMethod::kLight) {
    file.Set(TIFFTAG_SGILOGDATAFMT, SGILOGDATAFMT_FLOAT);
  } else if (layout.jpeg_color) {
    file.Set(TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
  }
}

void PlanTiffReading(TiffFile& file, TiffLayout& layout) {
  if (layout.columns == 0 || layout.rows == 0) Fail(CorruptImageError, "Improper image header");
  if (layout.samples > kMaxSamples) Fail(CoderError, "Unsupported samples per pixel");
  layout.jpeg_color = IsJpegColor(layout);
  if (layout.jpeg_color) layout.photometric = PHOTOMETRIC_RGB;
  ChooseSamples(layout);
  layout.tiled = TIFFIsTiled(file.get()) != 0;
  layout.method = MethodOf(layout);
  SetTiffConversion(file, layout);
  ReadChunks(file, layout);
  if (layout.method == TiffMethod::kSamples) CheckFormat(layout.format);
}

void CheckTiffData(const TiffLayout& layout, std::uint64_t file_bytes) {
  const std::uint64_t most = file_bytes * LargestRatio(layout.compression);
  const std::uint64_t chunk_most = layout.compression == COMPRESSION_NONE ? file_bytes : most;
  const std::uint64_t chunks = std::uint64_t{layout.chunks_across()} * layout.chunks_down();
  const std::uint64_t planes = layout.separate ? layout.samples : 1;
  if (layout.chunk_bytes > chunk_most || layout.chunk_bytes > most / chunks / planes) {
    Fail(CorruptImageError, "Insufficient image data in file");
  }
}

}  // namespace lodestone::coders
