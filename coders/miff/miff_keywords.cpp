#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "coders/common/metadata.hpp"
#include "coders/miff/miff.hpp"
#include "magick/attribute.h"
#include "magick/color_lookup.h"
#include "magick/enum_strings.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kKeywordsMax = 256;
constexpr std::size_t kKeywordBytesMax = 2052;

[[noreturn]] void FailHeader(std::source_location where = std::source_location::current()) {
  Fail(CorruptImageError, "Improper image header", where);
}

unsigned long Number(const std::string& text) {
  const long value = std::strtol(text.c_str(), nullptr, 10);
  return value < 0 ? 0 : static_cast<unsigned long>(value);
}

void SetColor(const std::string& name, PixelPacket& color) {
  ExceptionInfo ignored;  // an unknown name leaves the colour as it is
  GetExceptionInfo(&ignored);
  QueryColorDatabase(name.c_str(), &color, &ignored);
  DestroyExceptionInfo(&ignored);
}

void SetPair(const std::string& text, const char* separator, double& x, double& y) {
  char* end = nullptr;
  const double first = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return;
  x = first;
  y = std::strchr(separator, *end) != nullptr && *end != '\0' ? std::strtod(end + 1, nullptr)
                                                              : first;
}

CompressionType CompressionOf(const std::string& name) {
  const std::pair<const char*, CompressionType> names[] = {{"Zip", ZipCompression},
                                                           {"BZip", BZipCompression},
                                                           {"RLE", RLECompression},
                                                           {"RunlengthEncoded", RLECompression}};
  for (const auto& [text, compression] : names) {
    if (LocaleCompare(name.c_str(), text) == 0) return compression;
  }
  return NoCompression;
}

RenderingIntent IntentOf(const std::string& name) {
  const std::pair<const char*, RenderingIntent> names[] = {{"saturation", SaturationIntent},
                                                           {"perceptual", PerceptualIntent},
                                                           {"absolute", AbsoluteIntent},
                                                           {"relative", RelativeIntent}};
  for (const auto& [text, intent] : names) {
    if (LocaleCompare(name.c_str(), text) == 0) return intent;
  }
  return UndefinedIntent;
}

// Old files have the number.
DisposeType DisposeOf(const std::string& name) {
  const std::pair<const char*, DisposeType> names[] = {
      {"background", BackgroundDispose}, {"none", NoneDispose},
      {"previous", PreviousDispose},     {"1", NoneDispose},
      {"2", BackgroundDispose},          {"3", PreviousDispose}};
  for (const auto& [text, dispose] : names) {
    if (LocaleCompare(name.c_str(), text) == 0) return dispose;
  }
  return UndefinedDispose;
}

ResolutionType UnitsOf(const std::string& name) {
  if (LocaleCompare(name.c_str(), "pixels-per-inch") == 0) return PixelsPerInchResolution;
  if (LocaleCompare(name.c_str(), "pixels-per-centimeter") == 0) {
    return PixelsPerCentimeterResolution;
  }
  return UndefinedResolution;
}

bool IsTrue(const std::string& value) {
  return LocaleCompare(value.c_str(), "True") == 0;
}

using Setter = void (*)(const std::string& value, MiffHeader& header, Image* image);

struct Keyword {
  const char* name;
  Setter set;
};

constexpr Keyword kKeywords[] = {
    {"id",
     [](const std::string& v, MiffHeader&, Image*) {
       if (LocaleCompare(v.c_str(), "ImageMagick") != 0) FailHeader();
     }},
    {"version", [](const std::string& v, MiffHeader& h,
                   Image*) { h.framed = std::strtod(v.c_str(), nullptr) != 0.0; }},
    {"class",
     [](const std::string& v, MiffHeader& h, Image*) {
       h.palette = LocaleCompare(v.c_str(), "PseudoClass") == 0;
       h.known_class = h.palette || LocaleCompare(v.c_str(), "DirectClass") == 0;
     }},
    {"colors", [](const std::string& v, MiffHeader& h, Image*) { h.colors = Number(v); }},
    {"depth", [](const std::string& v, MiffHeader& h, Image*) { h.depth = Number(v); }},
    {"color-profile", [](const std::string& v, MiffHeader& h,
                         Image*) { h.profiles.emplace_back("icc", Number(v)); }},
    {"colorspace",
     [](const std::string& v, MiffHeader&, Image* image) {
       const bool srgb = LocaleCompare(v.c_str(), "sRGB") == 0;
       image->colorspace = srgb ? RGBColorspace : StringToColorspaceType(v.c_str());
     }},
    {"compression", [](const std::string& v, MiffHeader&,
                       Image* image) { image->compression = CompressionOf(v); }},
    {"columns",
     [](const std::string& v, MiffHeader&, Image* image) { image->columns = Number(v); }},
    {"rows", [](const std::string& v, MiffHeader&, Image* image) { image->rows = Number(v); }},
    {"matte", [](const std::string& v, MiffHeader&, Image* image) { image->matte = IsTrue(v); }},
    {"opaque", [](const std::string& v, MiffHeader&, Image* image) { image->matte = IsTrue(v); }},
    {"background-color",
     [](const std::string& v, MiffHeader&, Image* image) { SetColor(v, image->background_color); }},
    {"border-color",
     [](const std::string& v, MiffHeader&, Image* image) { SetColor(v, image->border_color); }},
    {"matte-color",
     [](const std::string& v, MiffHeader&, Image* image) { SetColor(v, image->matte_color); }},
    {"red-primary",
     [](const std::string& v, MiffHeader&, Image* image) {
       SetPair(v, ",", image->chromaticity.red_primary.x, image->chromaticity.red_primary.y);
     }},
    {"green-primary",
     [](const std::string& v, MiffHeader&, Image* image) {
       SetPair(v, ",", image->chromaticity.green_primary.x, image->chromaticity.green_primary.y);
     }},
    {"blue-primary",
     [](const std::string& v, MiffHeader&, Image* image) {
       SetPair(v, ",", image->chromaticity.blue_primary.x, image->chromaticity.blue_primary.y);
     }},
    {"white-point",
     [](const std::string& v, MiffHeader&, Image* image) {
       SetPair(v, ",", image->chromaticity.white_point.x, image->chromaticity.white_point.y);
     }},
    {"gamma", [](const std::string& v, MiffHeader&,
                 Image* image) { image->gamma = std::strtod(v.c_str(), nullptr); }},
    {"rendering-intent", [](const std::string& v, MiffHeader&,
                            Image* image) { image->rendering_intent = IntentOf(v); }},
    {"resolution",
     [](const std::string& v, MiffHeader&, Image* image) {
       SetPair(v, "xX", image->x_resolution, image->y_resolution);
     }},
    {"units", [](const std::string& v, MiffHeader&, Image* image) { image->units = UnitsOf(v); }},
    {"page",
     [](const std::string& v, MiffHeader&, Image* image) {
       GetGeometry(v.c_str(), &image->page.x, &image->page.y, &image->page.width,
                   &image->page.height);
     }},
    {"scene", [](const std::string& v, MiffHeader&, Image* image) { image->scene = Number(v); }},
    {"delay", [](const std::string& v, MiffHeader&, Image* image) { image->delay = Number(v); }},
    {"dispose",
     [](const std::string& v, MiffHeader&, Image* image) { image->dispose = DisposeOf(v); }},
    {"iterations",
     [](const std::string& v, MiffHeader&, Image* image) { image->iterations = Number(v); }},
    {"montage", [](const std::string& v, MiffHeader&,
                   Image* image) { CloneString(&image->montage, v.c_str()); }},
    {"orientation", [](const std::string& v, MiffHeader&,
                       Image* image) { image->orientation = StringToOrientationType(v.c_str()); }},
};

const Keyword* FindKeyword(const std::string& name) {
  const Keyword* found = std::ranges::find_if(
      kKeywords, [&](const Keyword& k) { return LocaleCompare(k.name, name.c_str()) == 0; });
  return found == std::end(kKeywords) ? nullptr : found;
}

bool IsProfile(const std::string& name) {
  return LocaleNCompare(name.c_str(), "profile-", 8) == 0 ||
         LocaleNCompare(name.c_str(), "profile:", 8) == 0;
}

void SetText(Image* image, const char* name, const std::string& value) {
  StoreText(image, name, nullptr);
  StoreText(image, name, value.c_str());
}

std::string TakeUntil(ByteCursor& cursor, char end) {
  std::string text;
  for (char c = 0; (c = static_cast<char>(cursor.U8())) != end;) text += c;
  return text;
}

// Up to white space, or in braces.
std::string TakeValue(ByteCursor& cursor) {
  if (cursor.TakeIf("{")) return TakeUntil(cursor, '}');
  std::string value;
  for (int c = cursor.U8(); !std::isspace(c); c = cursor.U8()) value += static_cast<char>(c);
  return value;
}

void TakeKeyword(ByteCursor& cursor, MiffHeader& header, Image* image) {
  const std::string name = TakeUntil(cursor, '=');
  if (name.size() > kKeywordBytesMax) FailHeader();
  const std::string value = TakeValue(cursor);
  if (const Keyword* keyword = FindKeyword(name)) {
    keyword->set(value, header, image);
  } else if (IsProfile(name)) {
    header.profiles.emplace_back(name.substr(8), Number(value));
  } else {
    SetText(image, name.c_str(), value);
  }
}

std::string Format(const char* format, auto... values) {
  char text[2 * MaxTextExtent];
  std::snprintf(text, sizeof(text), format, values...);
  return text;
}

std::string Animation(const Image* image, bool several) {
  std::string text;
  if (several) {
    if (image->scene != 0) text = Format("scene=%lu  ", image->scene);
    return text + Format("iterations=%lu  delay=%lu\n", image->iterations, image->delay);
  }
  if (image->scene != 0) text += Format("scene=%lu\n", image->scene);
  if (image->iterations != 0) text += Format("iterations=%lu\n", image->iterations);
  if (image->delay != 0) text += Format("delay=%lu\n", image->delay);
  return text;
}

std::string Geometry(const Image* image) {
  std::string text;
  if (image->x_resolution != 0 && image->y_resolution != 0) {
    const char* units = image->units == PixelsPerInchResolution         ? "pixels-per-inch"
                        : image->units == PixelsPerCentimeterResolution ? "pixels-per-centimeter"
                                                                        : "undefined";
    text += Format("Resolution=%gx%g  units=%s\n", image->x_resolution, image->y_resolution, units);
  }
  if (image->page.width != 0 && image->page.height != 0) {
    text += Format("page=%lux%lu%+ld%+ld\n", image->page.width, image->page.height, image->page.x,
                   image->page.y);
  }
  return text;
}

std::string ColorKeywords(const Image* image) {
  std::string text;
  constexpr const char* kIntents[] = {"saturation", "perceptual", "absolute", "relative"};
  const int intent = static_cast<int>(image->rendering_intent);
  if (intent >= SaturationIntent && intent <= RelativeIntent) {
    text += Format("rendering-intent=%s\n", kIntents[intent - SaturationIntent]);
  }
  if (image->gamma != 0.0) text += Format("gamma=%g\n", image->gamma);
  const ChromaticityInfo& c = image->chromaticity;
  if (c.white_point.x != 0.0) {
    text += Format("red-primary=%g,%g  green-primary=%g,%g  blue-primary=%g,%g\n", c.red_primary.x,
                   c.red_primary.y, c.green_primary.x, c.green_primary.y, c.blue_primary.x,
                   c.blue_primary.y);
    text += Format("white-point=%g,%g\n", c.white_point.x, c.white_point.y);
  }
  if (image->orientation != UndefinedOrientation) {
    text += Format("orientation=%s\n", OrientationTypeToString(image->orientation));
  }
  return text;
}

std::string DisposeKeyword(const Image* image) {
  switch (image->dispose) {
    case BackgroundDispose:
      return "dispose=background\n";
    case NoneDispose:
      return "dispose=none\n";
    case PreviousDispose:
      return "dispose=previous\n";
    default:
      return "";
  }
}

// Names that would be read as something else.
bool IsPrivate(const std::string& name) {
  return name.empty() || name.size() > kKeywordBytesMax || name[0] == '[' ||
         !std::isalnum(static_cast<unsigned char>(name[0])) ||
         name.find('=') != std::string::npos || name.starts_with("EXIF:") || IsProfile(name) ||
         FindKeyword(name) != nullptr;
}

std::string Attributes(Image* image) {
  std::string text;
  const ImageAttribute* attribute = GetImageAttribute(image, nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    if (attribute->value == nullptr || IsPrivate(attribute->key)) continue;
    const std::string value = attribute->value;
    const bool spaced = std::ranges::any_of(
        value, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
    const bool braces = spaced || value.starts_with('{');
    if (braces && value.find('}') != std::string::npos) {
      Report(&image->exception, CoderWarning, "Text with braces cannot be written", attribute->key);
      continue;
    }
    text += std::string(attribute->key) + "=" + (braces ? "{" + value + "}" : value) + "\n";
  }
  return text;
}

std::string Montage(const Image* image) {
  return image->montage == nullptr ? "" : Format("montage=%.1024s\n", image->montage);
}

}  // namespace

MiffHeader ParseMiffHeader(ByteCursor& cursor, Image* image) {
  MiffHeader header;
  image->depth = 8;
  image->compression = NoCompression;
  std::size_t keywords = 0;
  while (true) {
    if (cursor.TakeIf(":")) break;
    if (cursor.TakeIf("{")) {
      if (keywords == 0) FailHeader();
      SetText(image, "comment", TakeUntil(cursor, '}'));
      continue;
    }
    ByteCursor ahead = cursor;
    const int c = ahead.U8();
    if (std::isalnum(c)) {
      if (keywords == 0 && !ahead.TakeIf("d=ImageMagick")) FailHeader();
      if (++keywords > kKeywordsMax) FailHeader();
      TakeKeyword(cursor, header, image);
    } else {
      cursor.Skip(1);
    }
  }
  cursor.Skip(1);
  if (!header.known_class || image->colorspace == UndefinedColorspace || header.depth == 0 ||
      header.depth > 32 || header.colors > MaxColormapSize || keywords == 0) {
    FailHeader();
  }
  return header;
}

std::string MakeMiffHeader(Image* image, const Image* first, CompressionType compression,
                           unsigned long depth, const std::string& profiles) {
  const char* matte = image->matte != MagickFalse ? "True" : "False";
  std::string text = "id=ImageMagick  version=1.0\n";
  if (image->storage_class == PseudoClass) {
    text += Format("class=PseudoClass  colors=%u  matte=%s\n", image->colors, matte);
  } else {
    const bool cmyk = image->colorspace == CMYKColorspace;
    text += Format("class=DirectClass  %smatte=%s\n", cmyk ? "colorspace=CMYK  " : "", matte);
  }
  if (compression == RLECompression) text += "compression=RLE\n";
  if (compression == BZipCompression) text += "compression=BZip\n";
  if (compression == ZipCompression) text += "compression=Zip\n";
  text += Format("columns=%lu  rows=%lu  depth=%lu\n", image->columns, image->rows, depth);
  const bool several = first->next != nullptr || first->previous != nullptr;
  return text + Geometry(image) + Animation(image, several) + DisposeKeyword(image) +
         ColorKeywords(image) + profiles + Montage(image) + Attributes(image);
}

}  // namespace lodestone::coders
