#include "utilities/image/image_signature.hpp"

#include "utilities/image/image_text.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

std::string ImageSignature(const Image* image) {
  Exception exception;
  const ImageList clone(CloneImage(image, 0, 0, MagickTrue, exception.get()));
  if (clone == nullptr) exception.Throw("Unable to copy the image");
  ThrowOrPrintImage(clone.get(), SignatureImage(clone.get()), "Unable to read pixels");
  return AttributeText(clone.get(), "signature");
}

}  // namespace lodestone::cli
