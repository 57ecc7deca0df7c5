// Transparent images on white paper.
#pragma once

#include <vector>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

// Which pixels are fully transparent.
class TransparentPixels {
 public:
  explicit TransparentPixels(Image* image);
  bool empty() const { return rows_.empty(); }
  // One bit a pixel, set for a transparent one.
  void Pack(std::size_t y, std::uint8_t* bits) const;

 private:
  std::size_t row_bytes_;
  std::vector<std::uint8_t> rows_;  // none if all pixels show something
};

// The image, or if it may be transparent, an opaque copy, blended with white.
class OnPaper {
 public:
  explicit OnPaper(Image* image);
  Image* get() const { return copy_.get() != nullptr ? copy_.get() : image_; }

 private:
  Image* const image_;
  ImageOwner copy_;
};

}  // namespace lodestone::coders
