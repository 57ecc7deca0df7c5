// Text with escapes for the properties of an image, as its comments and labels may be.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <new>
#include <optional>
#include <string>

#include "magick/analyze.h"
#include "magick/attribute.h"
#include "magick/blob.h"
#include "magick/color.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/paths/temporary_file.hpp"
#include "magick/enum_strings.h"
#include "magick/core/system/memory.hpp"
#include "magick/list.h"
#include "magick/core/metadata/metadata.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/signature.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr unsigned long kDefaultQuality = 75;

// Nothing, not even an empty text, if the image has no such property.
using Property = std::optional<std::string>;

// Of the file that the image was read from.
Property Component(const Image* image, PathType type) {
  if (image->magick_filename[0] == '\0') return std::nullopt;
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

Property Attribute(const Image* image, const char* key) {
  const ImageAttribute* attribute = GetImageAttribute(image, key);
  if (attribute == nullptr || attribute->value == nullptr) return std::nullopt;
  return attribute->value;
}

bool HasPixels(const Image* image) {
  return image->cache != nullptr && image->cache->has_pixels();
}

std::string FileSize(const Image* image) {
  char text[MaxTextExtent];
  FormatSize(GetBlobSize(image), text);
  return text;
}

std::string Depth(Image* image) {
  return Number(HasPixels(image) ? GetImageDepth(image, &image->exception) : image->depth);
}

Property Signature(Image* image) {
  if (SignatureImage(image) == MagickFail) return std::nullopt;
  return Attribute(image, "signature");
}

std::string Resolution(const Image* image, double resolution) {
  constexpr double kLeast = 1e-12, kDefaultDpi = 72.0, kInch = 2.54;
  const bool metric = image->units == PixelsPerCentimeterResolution;
  if (std::fabs(resolution) <= kLeast) resolution = metric ? kDefaultDpi / kInch : kDefaultDpi;
  char text[32];
  std::snprintf(text, sizeof text, "%g", resolution);
  return text;
}

std::string Quality(const ImageInfo* info, const Image* image) {
  const Property quality = Attribute(image, "JPEG-Quality");
  return quality ? *quality : Number(info == nullptr ? kDefaultQuality : info->quality);
}

std::string Scene(const ImageInfo* info, const Image* image) {
  return Number(info != nullptr && info->subrange != 0 ? info->subimage : image->scene);
}

// The name that the settings hold, or that of a new file.
Property TemporaryName(const ImageInfo* info, const char* name) {
  if (info == nullptr) return std::nullopt;
  return *name != '\0' ? name : MakeTemporaryFile();
}

Property OutputName(const ImageInfo* info) {
  if (info == nullptr) return std::nullopt;
  return info->filename;
}

std::string BoundingBox(Image* image) {
  const RectangleInfo box = GetImageBoundingBox(image, &image->exception);
  return Dimensions(box.width, box.height) + Offset(box);
}

struct Escape {
  char letter;
  Property (*expand)(const ImageInfo* info, Image* image);
};

#define ESCAPE(letter, ...)                                                                     \
  {                                                                                             \
    letter,                                                                                     \
        []([[maybe_unused]] const ImageInfo* info, [[maybe_unused]] Image* image) -> Property { \
          return __VA_ARGS__;                                                                   \
        }                                                                                       \
  }

const Escape kEscapes[] = {
    ESCAPE('#', Signature(image)),
    ESCAPE('@', BoundingBox(image)),
    ESCAPE('A', image->matte ? "true" : "false"),
    ESCAPE('C', CompressionTypeToString(image->compression)),
    ESCAPE('D', Number(image->dispose)),
    ESCAPE('G', Dimensions(image->magick_columns, image->magick_rows)),
    ESCAPE('H', Number(image->page.height)),
    ESCAPE('M', image->magick_filename),
    ESCAPE('O', Offset(image->page)),
    ESCAPE('P', Dimensions(image->page.width, image->page.height)),
    ESCAPE('Q', Quality(info, image)),
    ESCAPE('T', Number(image->delay)),
    ESCAPE('U', ResolutionTypeToString(image->units)),
    ESCAPE('W', Number(image->page.width)),
    ESCAPE('X', Signed(image->page.x)),
    ESCAPE('Y', Signed(image->page.y)),
    ESCAPE('b', FileSize(image)),
    ESCAPE('c', Attribute(image, "comment")),
    ESCAPE('d', Component(image, HeadPath)),
    ESCAPE('e', Component(image, ExtensionPath)),
    ESCAPE('f', Component(image, TailPath)),
    ESCAPE('g', Dimensions(image->page.width, image->page.height) + Offset(image->page)),
    ESCAPE('h', Number(image->rows)),
    ESCAPE('i', image->filename),
    ESCAPE('k', Number(GetNumberColors(image, nullptr, &image->exception))),
    ESCAPE('l', Attribute(image, "label")),
    ESCAPE('m', image->magick),
    ESCAPE('n', Number(GetImageListLength(image))),
    ESCAPE('o', OutputName(info)),
    ESCAPE('p', Number(static_cast<unsigned long>(GetImageIndexInList(image)) + 1)),
    ESCAPE('q', Depth(image)),
    ESCAPE('r', ImageTypeToString(GetImageType(image, &image->exception))),
    ESCAPE('s', Scene(info, image)),
    ESCAPE('t', Component(image, BasePath)),
    ESCAPE('u', TemporaryName(info, info == nullptr ? "" : info->unique)),
    ESCAPE('w', Number(image->columns)),
    ESCAPE('x', Resolution(image, image->x_resolution)),
    ESCAPE('y', Resolution(image, image->y_resolution)),
    ESCAPE('z', TemporaryName(info, info == nullptr ? "" : info->zero)),
};

#undef ESCAPE

// Whether an escape stays as it is in an image without pixels.
bool NeedsPixels(char letter) {
  return letter == '#' || letter == 'k';
}

class Translation {
 public:
  Translation(const ImageInfo* info, Image* image, MagickTextTranslate translate)
      : info_(info), image_(image), translate_(translate) {}

  std::string Of(const std::string& format) {
    for (std::size_t i = 0; i < format.size(); ++i) {
      const char next = i + 1 < format.size() ? format[i + 1] : '\0';
      if (format[i] == '\\' && (next == 'n' || next == 'r')) {
        text_ += next == 'n' ? '\n' : '\r';
        ++i;
      } else if (format[i] == '%' && next == '%') {
        text_ += '%';
        ++i;
      } else if (format[i] == '%' && next != '\0') {
        i = Percent(format, i + 1);
      } else {
        text_ += format[i];
      }
    }
    return text_;
  }

 private:
  // What a property becomes, with room to grow.
  void Append(const Property& value) {
    if (!value) return;
    std::string room(value->size() + MaxTextExtent, '\0');
    const std::size_t length = translate_(room.data(), value->c_str(), room.size());
    text_.append(room, 0, std::min(length, room.size() - 1));
  }

  // The escape whose letter is at `position`; returns the position of its last character.
  std::size_t Percent(const std::string& format, std::size_t position) {
    if (format[position] == '[') {
      const auto end = format.find(']', position);
      if (end == std::string::npos) return format.size();
      const std::string key = format.substr(position + 1, end - position - 1);
      Append(Attribute(image_, key.c_str()));
      return end;
    }
    const auto escape = std::find_if(std::begin(kEscapes), std::end(kEscapes),
                                     [&](const Escape& e) { return e.letter == format[position]; });
    const bool stays = NeedsPixels(format[position]) && !HasPixels(image_);
    if (escape == std::end(kEscapes) || stays)
      text_ += format.substr(position - 1, 2);
    else
      Append(escape->expand(info_, image_));
    return position;
  }

  const ImageInfo* const info_;
  Image* const image_;
  const MagickTextTranslate translate_;
  std::string text_;
};

// Comments and labels have escapes, unless a file that is open may be where they come from.
bool IsFormat(const Image* image, const char* key) {
  return (LocaleNCompare(key, "comment", 7) == 0 || LocaleNCompare(key, "label", 5) == 0) &&
         GetBlobIsOpen(image) == MagickFalse;
}

}  // namespace
}  // namespace lodestone

char* TranslateTextEx(const ImageInfo* image_info, Image* image, const char* formatted_text,
                      MagickTextTranslate translate) {
  if (!image || !translate || !formatted_text || *formatted_text == '\0') return nullptr;
  return lodestone::Guard(&image->exception, nullptr, [&] {
    lodestone::Translation translation(image_info, image, translate);
    char* const text = AllocateString(translation.Of(formatted_text).c_str());
    if (text == nullptr) throw std::bad_alloc();
    return text;
  });
}

char* TranslateText(const ImageInfo* image_info, Image* image, const char* formatted_text) {
  return TranslateTextEx(image_info, image, formatted_text, MagickStrlCpyTrunc);
}

MagickPassFail SetImageAttribute(Image* image, const char* key, const char* value) {
  if (!lodestone::AreGiven({image, key})) return MagickFail;
  if (value == nullptr || !lodestone::IsFormat(image, key))
    return lodestone::SetPlainAttribute(image, key, value);
  const lodestone::MagickPtr<char> text(TranslateText(nullptr, image, value));
  return text == nullptr ? MagickFail : lodestone::SetPlainAttribute(image, key, text.get());
}
