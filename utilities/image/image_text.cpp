#include "utilities/image/image_text.hpp"

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {
std::string AttributeText(const Image* image, const std::string& key) {
  const ImageAttribute* attribute = GetImageAttribute(image, key.c_str());
  return attribute != nullptr && attribute->value != nullptr ? attribute->value : "";
}

std::string FileSizeText(const Image* image) {
  char text[MaxTextExtent];
  FormatSize(GetBlobSize(image), text);
  return text;
}

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

}  // namespace lodestone::cli
