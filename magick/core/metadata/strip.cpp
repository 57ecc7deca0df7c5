// Removes everything from an image but its pixels.
#include "magick/core/errors/barrier.hpp"
#include "magick/image.h"
#include "magick/core/metadata/metadata.hpp"

MagickPassFail StripImage(Image* image) {
  using namespace lodestone;
  static constexpr const char* kTexts[] = {"artist", "comment", "copyright", "hostcomputer",
                                           "label",  "make",    "model",     "timestamp"};
  const MagickPassFail removed = Guard(ExceptionOf(image), {image}, MagickFail, [=] {
    RemoveProfiles(image, "*");
    return MagickPass;
  });
  for (const char* key : kTexts) {
    // It fails if there is no such text, which is fine.
    SetPlainAttribute(image, key, nullptr);
  }
  return removed;
}
