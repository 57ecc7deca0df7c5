// Without lcms2: profiles are kept, and convert nothing.
#include "magick/core/errors/error.hpp"
#include "magick/operations/icc/transform.hpp"

namespace lodestone::icc {

bool IsAvailable(const Image* image, ExceptionInfo* exception) {
  Throw(exception, MissingDelegateError, "LCMS library is not available", image->filename);
  return false;
}

std::optional<Space> SpaceOf(ProfileBytes, const char*, ExceptionInfo*) {
  return std::nullopt;
}

std::optional<std::vector<unsigned char>> ProfileOfNumbers(const Cicp&, ExceptionInfo*) {
  return std::nullopt;
}

std::shared_ptr<const Transform> TransformFor(const Conversion&, ExceptionInfo*) {
  return nullptr;
}

}  // namespace lodestone::icc
