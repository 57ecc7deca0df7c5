// The table of colour names as text.
#include <cstdio>
#include <cstring>
#include <string>

#include "magick/core/color/color_table.hpp"
#include "magick/color_lookup.h"
#include "magick/core/errors/barrier.hpp"

namespace {

// The only colours that are not opaque are black.
bool IsTransparent(const lodestone::NamedColor& color) {
  return std::strcmp(color.name, "none") == 0 || std::strcmp(color.name, "transparent") == 0;
}

void Print(std::FILE* out, const lodestone::NamedColor& color) {
  const unsigned red = color.rgb >> 16 & 255, green = color.rgb >> 8 & 255, blue = color.rgb & 255;
  std::fprintf(out, "%-22s %5u,%5u,%5u%s", color.name, red, green, blue,
               IsTransparent(color) ? ",  255 " : "       ");
  if ((color.compliance & SVGCompliance) != 0) std::fputs("SVG ", out);
  if ((color.compliance & X11Compliance) != 0) std::fputs("X11 ", out);
  if ((color.compliance & XPMCompliance) != 0) std::fputs("XPM ", out);
  std::fputc('\n', out);
}

}  // namespace

unsigned int ListColorInfo(FILE* file, ExceptionInfo* exception) {
  return lodestone::Guard(exception, MagickFail, [&] {
    std::FILE* out = file == nullptr ? stdout : file;
    std::fprintf(out, "Path: [Built In]\n\n%-23s%-24s%s\n%s\n", "Name", "Color", "Compliance",
                 std::string(79, '-').c_str());
    for (const lodestone::NamedColor& color : lodestone::NamedColors()) Print(out, color);
    std::fflush(out);
    return MagickPass;
  });
}
