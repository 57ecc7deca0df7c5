// Attaching profiles, with what follows for the pixels, and removing them.
#include <algorithm>
#include <string>
#include <vector>

#include "magick/core/errors/barrier.hpp"
#include "magick/operations/icc/convert.hpp"
#include "magick/memory.h"
#include "magick/attribute.h"
#include "magick/core/metadata/cicp.hpp"
#include "magick/core/metadata/metadata.hpp"
#include "magick/profile.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

bool IsColor(const char* name) {
  return LocaleCompare(name, "ICM") == 0 || LocaleCompare(name, "ICC") == 0;
}

// From what the numbers of a file say. Plain colours are taken for those of the new profile, as
// those of an image that says nothing.
MagickPassFail ConvertFromNumbers(Image* image, icc::ProfileBytes profile) {
  const Cicp cicp = CicpOf(image);
  if (cicp.IsPlain()) return MagickPass;
  if (!icc::IsAvailable(image, &image->exception)) return MagickFail;
  const auto numbered = icc::ProfileOfNumbers(cicp, &image->exception);
  return numbered ? icc::ConvertImage(image, *numbered, profile) : MagickFail;
}

MagickPassFail Attach(Image* image, const char* name, icc::ProfileBytes profile) {
  size_t length = 0;
  const unsigned char* present = IsColor(name) ? GetImageProfile(image, name, &length) : nullptr;
  const icc::ProfileBytes old(present, length);
  if (present != nullptr) {
    if (std::ranges::equal(old, profile)) return MagickPass;
    if (icc::ConvertImage(image, old, profile) == MagickFail) return MagickFail;
  } else if (IsColor(name) && ConvertFromNumbers(image, profile) == MagickFail) {
    return MagickFail;
  }
  if (IsColor(name)) (void)SetImageAttribute(image, kCicpKey, nullptr);
  return SetImageProfile(image, name, profile.data(), profile.size());
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail ProfileImage(Image* image, const char* name, unsigned char* profile,
                            const size_t length, MagickBool clone) {
  if (image == nullptr) return MagickFail;
  if (name == nullptr) {
    ThrowException(&image->exception, OptionError, "No profile name was given", image->filename);
    return MagickFail;
  }
  if (profile == nullptr || length == 0) {
    return Guard(&image->exception, MagickFail, [=] {
      RemoveProfiles(image, name);
      return MagickPass;
    });
  }
  const MagickPassFail attached = Guard(&image->exception, MagickFail, [=] {
    return Attach(image, name, {profile, length});
  });
  if (clone == MagickFalse && attached == MagickPass) MagickFree(profile);
  return attached;
}
