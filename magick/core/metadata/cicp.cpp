#include "magick/core/metadata/cicp.hpp"

#include <cstdio>

#include "magick/attribute.h"

namespace lodestone {

bool Cicp::IsPlain() const {
  constexpr unsigned kBt709 = 1, kUnspecified = 2, kBt601 = 6, kSrgb = 13;
  return (primaries == kBt709 || primaries == kUnspecified) &&
         (transfer == kBt709 || transfer == kUnspecified || transfer == kBt601 ||
          transfer == kSrgb);
}

Cicp CicpOf(const Image* image) {
  const ImageAttribute* const attribute = GetImageAttribute(image, kCicpKey);
  Cicp cicp;
  constexpr unsigned kMost = 255;
  if (attribute == nullptr || attribute->value == nullptr ||
      std::sscanf(attribute->value, "%3u/%3u", &cicp.primaries, &cicp.transfer) != 2 ||
      cicp.primaries > kMost || cicp.transfer > kMost)
    return Cicp();
  return cicp;
}

}  // namespace lodestone
