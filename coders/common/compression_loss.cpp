#include "coders/common/compression_loss.hpp"

#include "magick/analyze.h"
#include "magick/enum_strings.h"

namespace lodestone::coders {
namespace {

std::string TextOf(CompressionType compression) {
  return std::string(CompressionTypeToString(compression)) + " compression";
}

std::string Instead(CompressionType used) {
  return used == NoCompression
             ? "; written without compression"
             : "; " + std::string(CompressionTypeToString(used)) + " is used instead";
}

bool HasWideSamples(const Image* image, ExceptionInfo* exception) {
  constexpr unsigned long kByte = 8;
  return image->depth > kByte && GetImageDepth(image, exception) > kByte;
}

}  // namespace

bool IsBilevelCompression(CompressionType compression) {
  return compression == FaxCompression || compression == Group4Compression ||
         compression == JBIG1Compression || compression == JBIG2Compression;
}

const char* LossOf(CompressionType compression, const Image* image, bool alpha_apart,
                   ExceptionInfo* exception) {
  const bool bilevel = IsBilevelCompression(compression);
  const bool no_alpha = bilevel || compression == JPEGCompression;
  if (!no_alpha && compression != WebPCompression) return nullptr;
  if (no_alpha && !alpha_apart && image->matte != MagickFalse &&
      !Analyze(image, true, exception).opaque)
    return "transparency";
  if (!bilevel) return HasWideSamples(image, exception) ? "more than 8 bits a sample" : nullptr;
  return Analyze(image, true, exception).monochrome ? nullptr : "shades or colors";
}

void WarnOfCompression(const Image* image, CompressionType asked, const char* loss,
                       CompressionType used, ExceptionInfo* exception) {
  const std::string reason = TextOf(asked) + " cannot hold " + loss + Instead(used);
  Report(exception, CoderWarning, reason.c_str(), image->filename);
}

void WarnOfAbsentCompression(const char* name, const Image* image, CompressionType asked,
                             CompressionType used, ExceptionInfo* exception) {
  if (asked == UndefinedCompression || asked == used) return;
  const std::string reason = std::string(name) + " has no " + TextOf(asked) + Instead(used);
  Report(exception, CoderWarning, reason.c_str(), image->filename);
}

}  // namespace lodestone::coders
