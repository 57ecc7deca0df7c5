// Settings of text, and something to draw on.
#pragma once

#include <cstring>
#include <string>

#include "base/owner.hpp"
#include "magick/api.h"
#include "tests/support/test_image.hpp"
#include "tests/support/text_fonts.hpp"

namespace lodestone::test {

using InfoPtr = Owner<DrawInfo, DestroyDrawInfo>;

// Settings for a text, as both libraries take them.
inline InfoPtr Settings(const char* font, const char* text, double points = 18) {
  InfoPtr info(CloneDrawInfo(nullptr, nullptr));
  info->font = AllocateString(font);
  info->text = AllocateString(text);
  info->pointsize = points;
  info->geometry = AllocateString("+12+30");
  return info;
}

// Something to draw on.
inline ImagePtr Canvas(bool matte = false) {
  return RandomImage(120, 70, matte ? Kind::kMatte : Kind::kOpaque, 1);
}

}  // namespace lodestone::test
