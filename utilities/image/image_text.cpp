#include "utilities/image/image_text.hpp"

#include <algorithm>

#include "utilities/shell/exception.hpp"
#include "utilities/image/image_signature.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

std::string Component(const Image* image, PathType type) {
  char component[MaxTextExtent];
  GetPathComponent(image->magick_filename, type, component);
  return component;
}

std::string Number(unsigned long value) {
  return std::to_string(value);
}

std::string Dimensions(unsigned long width, unsigned long height) {
  return Number(width) + "x" + Number(height);
}

std::string Signed(long value) {
  return (value < 0 ? "" : "+") + std::to_string(value);
}

std::string Offset(const RectangleInfo& page) {
  return Signed(page.x) + Signed(page.y);
}

std::string TypeName(const Image* image) {
  Exception exception;
  return ImageTypeToString(GetImageType(image, exception.get()));
}

std::string RealDepth(const Image* image) {
  Exception exception;
  return Number(GetImageDepth(image, exception.get()));
}

std::string Resolution(double resolution) {
  constexpr double kDefaultDpi = 72;
  return Format("%g", resolution == 0 ? kDefaultDpi : resolution);
}

std::string ColorCount(const Image* image) {
  Exception exception;
  return Number(GetNumberColors(image, nullptr, exception.get()));
}

// The canvas, which is the image itself unless another was given.
RectangleInfo Canvas(const Image* image) {
  RectangleInfo page = image->page;
  if (page.width == 0 || page.height == 0) {
    page.width = image->columns;
    page.height = image->rows;
  }
  return page;
}

struct Escape {
  char letter;
  std::string (*expand)(const ImageInfo* info, Image* image);
};

#define ESCAPE(letter, ...)                                                                        \
  {                                                                                                \
    letter,                                                                                        \
        []([[maybe_unused]] const ImageInfo* info, [[maybe_unused]] Image* image) -> std::string { \
          return __VA_ARGS__;                                                                      \
        }                                                                                          \
  }

const Escape kEscapes[] = {
    ESCAPE('#', ImageSignature(image)),
    ESCAPE('%', "%"),
    ESCAPE('A', image->matte ? "true" : "false"),
    ESCAPE('C', CompressionTypeToString(image->compression)),
    ESCAPE('D', Number(image->dispose)),
    ESCAPE('G', Dimensions(image->magick_columns, image->magick_rows)),
    ESCAPE('H', Number(Canvas(image).height)),
    ESCAPE('M', image->magick_filename),
    ESCAPE('O', Offset(image->page)),
    ESCAPE('P', Dimensions(Canvas(image).width, Canvas(image).height)),
    ESCAPE('Q', Number(info->quality)),
    ESCAPE('T', Number(image->delay)),
    ESCAPE('U', ResolutionTypeToString(image->units)),
    ESCAPE('W', Number(Canvas(image).width)),
    ESCAPE('X', Signed(image->page.x)),
    ESCAPE('Y', Signed(image->page.y)),
    ESCAPE('b', FileSizeText(image)),
    ESCAPE('c', AttributeText(image, "comment")),
    ESCAPE('d', Component(image, HeadPath)),
    ESCAPE('e', Component(image, ExtensionPath)),
    ESCAPE('f', Component(image, TailPath)),
    ESCAPE('g', Dimensions(Canvas(image).width, Canvas(image).height) + Offset(image->page)),
    ESCAPE('h', Number(image->rows)),
    ESCAPE('i', image->filename),
    ESCAPE('k', ColorCount(image)),
    ESCAPE('l', AttributeText(image, "label")),
    ESCAPE('m', image->magick),
    ESCAPE('n', Number(GetImageListLength(image))),
    ESCAPE('o', image->filename),
    ESCAPE('p', Number(static_cast<unsigned long>(GetImageIndexInList(image)) + 1)),
    ESCAPE('q', RealDepth(image)),
    ESCAPE('r', TypeName(image)),
    ESCAPE('s', Number(image->scene)),
    ESCAPE('t', Component(image, BasePath)),
    ESCAPE('w', Number(image->columns)),
    ESCAPE('x', Resolution(image->x_resolution)),
    ESCAPE('y', Resolution(image->y_resolution)),
};

#undef ESCAPE

std::string AllAttributes(const Image* image) {
  std::string text;
  const ImageAttribute* attribute = GetImageAttribute(image, nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    if (!text.empty()) text += '\n';
    text += std::string(attribute->key) + "=" + (attribute->value ? attribute->value : "");
  }
  return text;
}

void AppendBackslash(char escape, std::string* text) {
  switch (escape) {
    case 'n':
      *text += '\n';
      break;
    case 'r':
      *text += '\r';
      break;
    default:
      *text += {'\\', escape};
      break;
  }
}

// Expands the escape after the '%' at `position`; returns the position of its last character.
std::size_t AppendPercent(const ImageInfo* info, Image* image, const std::string& format,
                          std::size_t position, std::string* text) {
  const std::size_t next = position + 1;
  if (next == format.size()) {
    *text += '%';
    return position;
  }
  if (format[next] == '[') {
    const auto end = format.find(']', next);
    if (end == std::string::npos) return format.size();
    const std::string key = format.substr(next + 1, end - next - 1);
    *text += key == "*" ? AllAttributes(image) : AttributeText(image, key);
    return end;
  }
  const auto escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                   [&](const Escape& e) { return e.letter == format[next]; });
  *text += escape == std::end(kEscapes) ? format.substr(position, 2) : escape->expand(info, image);
  return next;
}

}  // namespace

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
    if (std::string("#krAq").find(format[i]) != std::string::npos) return true;
  }
  return false;
}

std::string ExpandImageText(const ImageInfo* info, Image* image, const std::string& format) {
  std::string text;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] == '\\' && i + 1 < format.size()) {
      AppendBackslash(format[++i], &text);
    } else if (format[i] == '%') {
      i = AppendPercent(info, image, format, i, &text);
    } else {
      text += format[i];
    }
  }
  return text;
}

}  // namespace lodestone::cli
