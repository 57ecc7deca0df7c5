#include "utilities/image/image_text.hpp"

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

bool NeedsPixels(const std::string& format) {
  for (std::size_t i = 0; i + 1 < format.size(); ++i) {
    if (format[i] != '%') continue;
    ++i;
    if (std::string("#@krAq").find(format[i]) != std::string::npos) return true;
  }
  return false;
}

std::string ExpandImageText(const ImageInfo* info, Image* image, const std::string& format) {
  const MagickBuffer<char> text(TranslateText(info, image, format.c_str()));
  return text == nullptr ? "" : text.get();
}

std::string DescriptionText(Image* image, unsigned int verbose) {
  char* text = nullptr;
  std::size_t length = 0;
  FILE* stream = open_memstream(&text, &length);
  if (stream == nullptr) throw CommandError("Unable to describe the image");
  DescribeImage(image, stream, verbose);
  std::fclose(stream);
  const std::unique_ptr<char, decltype(&std::free)> owner(text, &std::free);
  return text == nullptr ? "" : std::string(text, length);
}

}  // namespace lodestone::cli
