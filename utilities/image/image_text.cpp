#include "utilities/image/image_text.hpp"

#include <cstdio>
#include <cstdlib>
#include <new>

#include "base/owner.hpp"
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
  if (text == nullptr && !format.empty()) throw std::bad_alloc();
  return text == nullptr ? "" : text.get();
}

std::string DescriptionText(Image* image, unsigned int verbose) {
  char* text = nullptr;
  std::size_t length = 0;
  FILE* stream = open_memstream(&text, &length);
  if (stream == nullptr) throw std::bad_alloc();
  DescribeImage(image, stream, verbose);
  const bool written = std::ferror(stream) == 0;
  const bool closed = std::fclose(stream) == 0;
  const Owner<char, std::free> owner(text);
  if (!written || !closed || text == nullptr) throw std::bad_alloc();
  return std::string(text, length);
}

}  // namespace lodestone::cli
