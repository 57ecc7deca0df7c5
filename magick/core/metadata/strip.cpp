// Removes everything from an image but what its pixels mean.
#include "magick/core/errors/barrier.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "magick/core/metadata/metadata.hpp"
#include "magick/image.h"
#include "magick/utility.h"

namespace {

// No texts: how pixels are shown or placed, and how the file was compressed, which writers may be
// told to do again.
bool IsTechnical(const char* key) {
  static constexpr const char* kKeys[] = {"CICP", "alpha", "subfiletype"};
  static constexpr const char* kPrefixes[] = {"[", "png:", "JPEG-", "cursor:"};
  return std::any_of(std::begin(kKeys), std::end(kKeys),
                     [key](const char* one) { return LocaleCompare(key, one) == 0; }) ||
         std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [key](const char* prefix) {
           return LocaleNCompare(key, prefix, std::strlen(prefix)) == 0;
         });
}

}  // namespace

MagickPassFail StripImage(Image* image) {
  using namespace lodestone;
  return Guard(ExceptionOf(image), {image}, MagickFail, [=] {
    RemoveProfiles(image, "*");
    RemoveAttributes(image, [](const char* key) { return !IsTechnical(key); });
    return MagickPass;
  });
}
