#include <cstdarg>
#include <cstdio>

#include "coders/preview/preview.hpp"

namespace lodestone::coders {

PreviewTile::PreviewTile(const Image* image, unsigned place, bool dither, ExceptionInfo* exception)
    : image_(CloneImage(image, 0, 0, MagickTrue, exception)),
      exception_(exception),
      place_(place),
      dither_(dither) {
  if (image_ == nullptr) FailAfter(exception, ResourceLimitError, "Memory allocation failed");
}

void PreviewTile::Replace(Image* made) {
  if (made == nullptr) FailAfter(exception_, CoderError, "Unable to make a preview");
  image_.reset(made);
}

void PreviewTile::Label(const char* format, ...) {
  char text[MaxTextExtent];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  label_ = text;
}

}  // namespace lodestone::coders
