// Colours that count as the same.
#pragma once

#include <algorithm>
#include <cstdint>

#include "magick/operations/colorspace/point.hpp"

namespace lodestone {

// As near to `target` as the image's fuzz allows.
class NearColor {
 public:
  NearColor(const Image* image, const PixelPacket& target) : target_(target) {
    // Beyond it, every colour is near.
    constexpr double kFurthest = 2.0 * MaxRGBDouble;
    const double fuzz = image->fuzz > 0.0 ? std::min(image->fuzz, kFurthest) : 0.0;
    distance_ = static_cast<std::uint64_t>(fuzz * fuzz);
  }

  bool operator()(const PixelPacket& pixel) const {
    return SquaredDistance(pixel, target_) <= distance_;
  }
  // Selects these pixels, and changes nothing.
  PointRule rule() const {
    PointRule rule;
    rule.selection = MagickAccelerateNearColor;
    rule.color = target_;
    rule.distance = distance_;
    return rule;
  }

 private:
  const PixelPacket target_;
  std::uint64_t distance_;
};

}  // namespace lodestone
