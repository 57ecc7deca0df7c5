// Fonts for tests: TrueType, OpenType and Type 1, of the Debian packages fonts-dejavu-core and
// fonts-urw-base35.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "magick/api.h"

namespace lodestone::test {

inline constexpr char kTrueTypeFont[] = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
inline constexpr char kOpenTypeFont[] =
    "/usr/share/fonts/opentype/urw-base35/NimbusSans-Regular.otf";
inline constexpr char kType1Font[] = "/usr/share/fonts/type1/urw-base35/P052-Italic.t1";
inline constexpr const char* kTestFonts[] = {kTrueTypeFont, kOpenTypeFont, kType1Font};

inline std::string TestFontName(const char* font) {
  return font == kTrueTypeFont ? "TrueType" : font == kOpenTypeFont ? "OpenType" : "Type1";
}

// Whether this build has the module that draws with fonts.
inline bool CanDrawText() {
  DrawInfo* info = CloneDrawInfo(nullptr, nullptr);
  info->font = AllocateString("@/dev/null");
  info->text = AllocateString("x");
  Image* image = AllocateImage(nullptr);
  TypeMetric metrics;
  (void)GetTypeMetrics(image, info, &metrics);
  const std::string why =
      image->exception.description == nullptr ? "" : image->exception.description;
  DestroyImage(image);
  DestroyDrawInfo(info);
  return why.find("--with-freetype") == std::string::npos;
}

}  // namespace lodestone::test

#define SKIP_WITHOUT_TEXT() \
  if (!::lodestone::test::CanDrawText()) GTEST_SKIP() << "this build lacks freetype"

#define SKIP_WITHOUT_FONT(font) \
  SKIP_WITHOUT_TEXT();          \
  if (access(font, R_OK) != 0)  \
  GTEST_SKIP() << font << " is missing (Debian: fonts-dejavu-core, fonts-urw-base35)"
