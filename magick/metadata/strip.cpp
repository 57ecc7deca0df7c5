// Removes everything from an image but its pixels.
#include "magick/attribute.h"
#include "magick/image.h"
#include "magick/profile.h"

MagickPassFail StripImage(Image* image) {
  static constexpr const char* kTexts[] = {"artist", "comment", "copyright", "hostcomputer",
                                           "label",  "make",    "model",     "timestamp"};
  const MagickPassFail removed = ProfileImage(image, "*", nullptr, 0, MagickFalse);
  for (const char* key : kTexts) {
    // It fails if there is no such text, which is fine.
    SetImageAttribute(image, key, nullptr);
  }
  return removed;
}
