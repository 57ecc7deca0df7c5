// Compressions that are asked for, and cannot be used.
#pragma once

#include "coders/common/coder.hpp"

LS_CODER_API_BEGIN
namespace lodestone::coders {

// Whether it holds black and white alone.
bool IsBilevelCompression(CompressionType compression);

// What of the image the compression cannot hold, as words, or nullptr. `alpha_apart`: the format
// keeps transparency in another place. That JPEG and WebP change samples a little is no such loss.
const char* LossOf(CompressionType compression, const Image* image, bool alpha_apart,
                   ExceptionInfo* exception);

// Says that `asked` is not used.
void WarnOfCompression(const Image* image, CompressionType asked, const char* loss,
                       CompressionType used, ExceptionInfo* exception);

// The same of one that the format, `name`, has not; silent if none is asked for, or `used`.
void WarnOfAbsentCompression(const char* name, const Image* image, CompressionType asked,
                             CompressionType used, ExceptionInfo* exception);

}  // namespace lodestone::coders
LS_CODER_API_END
