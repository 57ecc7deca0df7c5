// The title and the labels of a montage.
#pragma once

#include <span>
#include <string>

#include "base/owner.hpp"
#include "magick/montage.h"
#include "magick/render.h"

namespace lodestone {

class MontageText {
 public:
  // No font is looked for unless there is text. Without one, lines have no height but the gap
  // around them, and drawing them says why.
  MontageText(const MontageInfo& settings, std::span<Image* const> thumbnails);

  long TitleHeight() const;
  long LabelHeight(const Image* image) const;

  // Below `top`, in the middle of the page.
  void DrawTitle(long top, Image* page);
  // In the middle of `width` pixels from x, in lines from y on.
  void DrawLabel(const Image* image, const RectangleInfo& place, Image* page);

 private:
  double LineHeight() const { return metrics_.ascent - metrics_.descent; }
  void Draw(const char* text, const RectangleInfo& place, Image* page);

  Owner<DrawInfo, DestroyDrawInfo> settings_;
  std::string title_;
  TypeMetric metrics_{};
};

}  // namespace lodestone
