#include "coders/common/compression_loss.hpp"

#include "magick/analyze.h"
#include "magick/enum_strings.h"

namespace lodestone::coders {
namespace {

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
  const std::string reason = std::string(CompressionTypeToString(asked)) +
                             " compression cannot hold " + loss + ": " +
                             CompressionTypeToString(used) + " is used instead";
  Report(exception, CoderWarning, reason.c_str(), image->filename);
}

}  // namespace lodestone::coders
