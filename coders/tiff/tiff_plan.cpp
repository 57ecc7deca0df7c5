#include "coders/tiff/tiff_plan.hpp"

#include <algorithm>
#include <cstdlib>

#include "coders/common/compression_loss.hpp"
#include "coders/common/sampling.hpp"
#include "magick/attribute.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

std::uint16_t CompressionTag(CompressionType compression) {
  switch (compression) {
    case FaxCompression:
      return COMPRESSION_CCITTFAX3;
    case Group4Compression:
      return COMPRESSION_CCITTFAX4;
    case JPEGCompression:
      return COMPRESSION_JPEG;
    case LZWCompression:
      return COMPRESSION_LZW;
    case RLECompression:
      return COMPRESSION_PACKBITS;
    case ZipCompression:
      return COMPRESSION_ADOBE_DEFLATE;
    case LZMACompression:
      return COMPRESSION_LZMA;
    case JBIG1Compression:
      return COMPRESSION_JBIG;
    case ZSTDCompression:
      return COMPRESSION_ZSTD;
    case WebPCompression:
      return COMPRESSION_WEBP;
    default:
      return COMPRESSION_NONE;
  }
}

bool IsBilevel(std::uint16_t compression) {
  return compression == COMPRESSION_CCITTFAX3 || compression == COMPRESSION_CCITTFAX4 ||
         compression == COMPRESSION_JBIG;
}

// By the type that is asked for; 0 if it leaves the choice.
std::uint16_t PhotometricOf(ImageType type) {
  switch (type) {
    case BilevelType:
      return PHOTOMETRIC_MINISWHITE + 1;
    case GrayscaleType:
    case GrayscaleMatteType:
      return PHOTOMETRIC_MINISBLACK + 1;
    case PaletteType:
    case PaletteMatteType:
      return PHOTOMETRIC_PALETTE + 1;
    case TrueColorType:
    case TrueColorMatteType:
      return PHOTOMETRIC_RGB + 1;
    case ColorSeparationType:
    case ColorSeparationMatteType:
      return PHOTOMETRIC_SEPARATED + 1;
    default:
      return 0;
  }
}

std::uint16_t ChoosePhotometric(const Image* image, const Traits& traits,
                                std::uint16_t compression) {
  if (IsBilevel(compression)) return PHOTOMETRIC_MINISWHITE;
  if (compression == COMPRESSION_WEBP) return PHOTOMETRIC_RGB;
  if (image->colorspace == CMYKColorspace) return PHOTOMETRIC_SEPARATED;
  // Alpha would be a bit too.
  if (traits.monochrome && traits.opaque) return PHOTOMETRIC_MINISWHITE;
  if (traits.grayscale) return PHOTOMETRIC_MINISBLACK;
  // Of more colours, few programs read palettes.
  constexpr unsigned kMostColors = 256;
  const bool palette =
      image->storage_class == PseudoClass && image->colors != 0 && image->colors <= kMostColors;
  return palette && compression != COMPRESSION_JPEG ? PHOTOMETRIC_PALETTE : PHOTOMETRIC_RGB;
}

// Of greys and bits: what is asked for, unless libtiff's JBIG cannot.
void ChoosePolarity(const ImageInfo* image_info, TiffPlan& plan) {
  const char* const name = TiffDefinition(image_info, "photometric");
  const bool gray = plan.bilevel || plan.photometric == PHOTOMETRIC_MINISBLACK;
  if (name == nullptr || !gray || plan.compression == COMPRESSION_JBIG) return;
  if (LocaleCompare(name, "miniswhite") == 0) plan.photometric = PHOTOMETRIC_MINISWHITE;
  if (LocaleCompare(name, "minisblack") == 0) plan.photometric = PHOTOMETRIC_MINISBLACK;
}

bool Allows(std::uint16_t compression, std::uint16_t photometric) {
  if (IsBilevel(compression)) return photometric == PHOTOMETRIC_MINISWHITE;
  if (compression == COMPRESSION_WEBP) return photometric == PHOTOMETRIC_RGB;
  return compression != COMPRESSION_JPEG ||
         (photometric != PHOTOMETRIC_PALETTE && photometric != PHOTOMETRIC_SEPARATED);
}

// What the compression cannot hold of the type of the image, as words, or nullptr.
const char* LossOfType(std::uint16_t compression, const ImageInfo* image_info, const Image* image) {
  if (image->colorspace == CMYKColorspace && !Allows(compression, PHOTOMETRIC_SEPARATED))
    return "CMYK";
  const std::uint16_t asked = PhotometricOf(image_info->type);
  if (asked == 0 || Allows(compression, static_cast<std::uint16_t>(asked - 1))) return nullptr;
  return "the type that is asked for";
}

// That of the image may no longer be right for it, which needs no words.
std::uint16_t ChooseCompression(const ImageInfo* image_info, const Image* image,
                                ExceptionInfo* exception) {
  const bool asked = image_info->compression != UndefinedCompression;
  const CompressionType wanted = asked ? image_info->compression : image->compression;
  const std::uint16_t tag = CompressionTag(wanted);
  const bool possible =
      (tag != COMPRESSION_NONE || wanted == NoCompression) && TIFFIsCODECConfigured(tag) != 0;
  if (!possible) {
    WarnOfAbsentCompression("TIFF", image, image_info->compression, NoCompression, exception);
    return COMPRESSION_NONE;
  }
  const char* loss = LossOf(wanted, image, false, exception);
  if (loss == nullptr) loss = LossOfType(tag, image_info, image);
  if (loss == nullptr) return tag;
  const bool zip = TIFFIsCODECConfigured(COMPRESSION_ADOBE_DEFLATE) != 0;
  const CompressionType used = zip ? ZipCompression : NoCompression;
  if (asked) WarnOfCompression(image, wanted, loss, used, exception);
  return CompressionTag(used);
}

TiffAlpha ChooseAlpha(const ImageInfo* image_info, const Image* image, const Traits& traits,
                      std::uint16_t compression) {
  const bool drop = image_info->type == OptimizeType && traits.opaque;
  const bool without = IsBilevel(compression) || compression == COMPRESSION_JPEG;
  if (image->matte == MagickFalse || drop || without) return TiffAlpha::kNone;
  const ImageAttribute* attribute = GetImageAttribute(image, "alpha");
  const char* name = TiffDefinition(image_info, "alpha");
  if (name == nullptr && attribute != nullptr) name = attribute->value;
  const TiffAlpha alpha = name == nullptr ? TiffAlpha::kNone : TiffAlphaByName(name);
  return alpha == TiffAlpha::kNone ? TiffAlpha::kUnassociated : alpha;
}

TiffSamples SamplesOf(const TiffPlan& plan) {
  using enum TiffSample;
  TiffSamples samples;
  switch (plan.photometric) {
    case PHOTOMETRIC_PALETTE:
      samples = {kIndex};
      break;
    case PHOTOMETRIC_SEPARATED:
      samples = {kRed, kGreen, kBlue, kBlack};
      break;
    case PHOTOMETRIC_RGB:
      samples = {kRed, kGreen, kBlue};
      break;
    default:
      samples = {kGray};
  }
  const bool inks = plan.photometric == PHOTOMETRIC_SEPARATED;
  if (plan.alpha != TiffAlpha::kNone) samples.push_back(inks ? kInkAlpha : kAlpha);
  return samples;
}

unsigned BitsForColors(const Image* image) {
  unsigned bits = 1;
  while ((1ul << bits) < image->colors) bits *= 2;
  return bits;
}

unsigned ChooseBits(const Image* image, const TiffPlan& plan) {
  if (plan.compression == COMPRESSION_JPEG || plan.compression == COMPRESSION_WEBP) return 8;
  const bool opaque = plan.alpha == TiffAlpha::kNone;
  const unsigned whole = image->depth <= 8 ? 8 : 16;
  if (plan.palette()) return opaque ? BitsForColors(image) : std::max(BitsForColors(image), whole);
  const bool one = plan.bilevel || (plan.gray() && image->depth == 1);
  return one && opaque ? 1 : whole;
}

bool IsPossible(const TiffPlan& plan, const Image* image, unsigned bits) {
  if (plan.palette()) return bits <= 16 && bits >= BitsForColors(image);
  if (plan.format.is_float()) return bits == 16 || bits == 24 || bits == 32 || bits == 64;
  if (IsBilevel(plan.compression)) return bits == 1;
  if (plan.compression == COMPRESSION_JPEG || plan.compression == COMPRESSION_WEBP) {
    return bits == 8;
  }
  return (bits >= 1 && bits <= 32) || bits == 64;
}

double Number(const ImageInfo* image_info, const char* key, double otherwise) {
  const char* value = TiffDefinition(image_info, key);
  return value == nullptr ? otherwise : std::strtod(value, nullptr);
}

// Impossible sizes are ignored, as in GraphicsMagick; of floating point samples they become 32.
void ChooseFormat(const ImageInfo* image_info, const Image* image, TiffPlan& plan) {
  TiffFormat& format = plan.format;
  format.bits = ChooseBits(image, plan);
  if (TiffDefinitionIs(image_info, "sample-format", "ieeefp") && !plan.palette() &&
      plan.compression != COMPRESSION_JPEG && plan.compression != COMPRESSION_WEBP &&
      !IsBilevel(plan.compression)) {
    format.type = SAMPLEFORMAT_IEEEFP;
    format.black = Number(image_info, "min-sample-value", format.black);
    format.white = Number(image_info, "max-sample-value", format.white);
  }
  const auto bits = static_cast<unsigned>(Number(image_info, "bits-per-sample", format.bits));
  if (IsPossible(plan, image, bits)) {
    format.bits = bits;
  } else if (format.is_float()) {
    format.bits = 32;
  }
}

bool IsSeparate(const ImageInfo* image_info, const Image* image, const TiffPlan& plan) {
  if (plan.samples.size() < 2 || plan.compression == COMPRESSION_WEBP) return false;
  const bool asked = image_info->interlace != UndefinedInterlace;
  return (asked ? image_info->interlace : image->interlace) == PlaneInterlace;
}

std::uint16_t FillOrder(const ImageInfo* image_info, const TiffPlan& plan) {
  const char* value = TiffDefinition(image_info, "fill-order");
  if (value != nullptr && LocaleNCompare(value, "msb", 3) == 0) return FILLORDER_MSB2LSB;
  if (value != nullptr && LocaleNCompare(value, "lsb", 3) == 0) return FILLORDER_LSB2MSB;
  return IsBilevel(plan.compression) ? FILLORDER_LSB2MSB : FILLORDER_MSB2LSB;
}

SamplingFactor PixelsOfChroma(const ImageInfo* image_info, const TiffPlan& plan) {
  const auto factors = plan.ycc() ? JpegSamplingOf(image_info) : std::nullopt;
  if (!factors) return plan.chroma;
  const auto [luma, first, second, alpha] = *factors;
  const auto fits = [](int factor) { return factor != 3; };
  const bool plain = first == SamplingFactor() && second == first;
  if (!plain || !fits(luma.across) || !fits(luma.down) || !FitsJpeg(*factors, 3))
    FailSampling(JpegSamplingText(image_info));
  return luma;
}

bool WantsTiles(const ImageInfo* image_info) {
  return std::ranges::any_of(
      std::initializer_list<const char*>{"tile", "tile-geometry", "tile-width", "tile-height"},
      [&](const char* key) { return TiffDefinition(image_info, key) != nullptr; });
}

}  // namespace

TiffPlan PlanTiff(const ImageInfo* image_info, const Image* image, ExceptionInfo* exception) {
  TiffPlan plan;
  plan.columns = static_cast<std::uint32_t>(image->columns);
  plan.rows = static_cast<std::uint32_t>(image->rows);
  const Traits traits = Analyze(image, image_info->type == OptimizeType, exception);
  plan.compression = ChooseCompression(image_info, image, exception);
  const std::uint16_t asked = PhotometricOf(image_info->type);
  plan.photometric = asked != 0 ? static_cast<std::uint16_t>(asked - 1)
                                : ChoosePhotometric(image, traits, plan.compression);
  plan.bilevel = plan.white_is_zero();
  ChoosePolarity(image_info, plan);
  plan.alpha = ChooseAlpha(image_info, image, traits, plan.compression);
  plan.samples = SamplesOf(plan);
  ChooseFormat(image_info, image, plan);
  plan.separate = IsSeparate(image_info, image, plan);
  plan.fill_order = FillOrder(image_info, plan);
  plan.chroma = PixelsOfChroma(image_info, plan);
  plan.tiled = WantsTiles(image_info);
  return plan;
}

}  // namespace lodestone::coders
