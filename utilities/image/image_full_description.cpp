#include <cctype>
#include <cstdio>

#include "utilities/shell/exception.hpp"
#include "utilities/image/image_description.hpp"
#include "utilities/image/image_signature.hpp"
#include "utilities/image/image_statistics.hpp"
#include "utilities/image/image_text.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

std::string Line(const char* label, const std::string& value) {
  return std::string("  ") + label + ": " + value + "\n";
}

const char* TypeText(ImageType type) {
  switch (type) {
    case BilevelType:
      return "bilevel";
    case GrayscaleType:
      return "grayscale";
    case GrayscaleMatteType:
      return "grayscale with transparency";
    case PaletteType:
      return "palette";
    case PaletteMatteType:
      return "palette with transparency";
    case TrueColorType:
      return "true color";
    case TrueColorMatteType:
      return "true color with transparency";
    case ColorSeparationType:
      return "color separated";
    case ColorSeparationMatteType:
      return "color separated with transparency";
    default:
      return "undefined";
  }
}

std::string ColorName(const Image* image, const PixelPacket& color) {
  char name[MaxTextExtent];
  Exception exception;
  QueryColorname(image, &color, SVGCompliance, name, exception.get());
  return name;
}

std::string ColorTuple(const Image* image, const PixelPacket& color, MagickBool matte) {
  char tuple[MaxTextExtent];
  GetColorTuple(&color, image->depth, matte, MagickFalse, tuple);
  return std::string(tuple) + "\t  " + ColorName(image, color);
}

std::string Basics(Image* image) {
  Exception exception;
  std::string text = Format("Image: %s\n", image->magick_filename);
  const MagickInfo* info = GetMagickInfo(image->magick, exception.get());
  const std::string description = info == nullptr ? "" : info->description;
  text += Line("Format", std::string(image->magick) + " (" + description + ")");
  text += Line("Geometry", Format("%lux%lu", image->columns, image->rows));
  text += Line("Class", ClassTypeToString(image->storage_class));
  text += Line("Type", TypeText(GetImageType(image, exception.get())));
  const unsigned long depth = GetImageDepth(image, exception.get());
  return text + Line("Depth", Format("%lu bits-per-pixel component", depth));
}

std::string Statistics(const Image* image) {
  const auto facts = ChannelFactsOf(image);
  std::string text = "  Channel Depths:\n";
  for (const auto& channel : facts) {
    text += Format("    %-9s %u bits\n", (channel.name + ":").c_str(), channel.depth);
  }
  text += "  Channel Statistics:\n";
  for (const auto& channel : facts) {
    text += Format("    %s:\n", channel.name.c_str());
    const auto value = [](const char* label, double quantum) {
      return Format("      %-20s %12.2f (%.4f)\n", label, quantum, quantum / MaxRGBDouble);
    };
    text += value("Minimum:", channel.minimum) + value("Maximum:", channel.maximum);
    text += value("Mean:", channel.mean) + value("Standard Deviation:", channel.deviation);
  }
  return text;
}

// The first fully transparent colour, if any.
std::string TransparentColor(const Image* image) {
  if (!image->matte || image->colorspace == CMYKColorspace) return "";
  Exception exception;
  for (unsigned long y = 0; y < image->rows; ++y) {
    const PixelPacket* pixels =
        AcquireImagePixels(image, 0, static_cast<long>(y), image->columns, 1, exception.get());
    for (unsigned long x = 0; pixels != nullptr && x < image->columns; ++x) {
      if (pixels[x].opacity == TransparentOpacity) {
        return Line("Opacity", ColorTuple(image, pixels[x], MagickTrue));
      }
    }
  }
  return "";
}

std::string Colormap(const Image* image) {
  if (image->storage_class != PseudoClass || image->colormap == nullptr) return "";
  std::string text = Line("Colors", std::to_string(image->colors));
  for (unsigned int i = 0; i < image->colors; ++i) {
    text += Format("    %u: ", i) + ColorTuple(image, image->colormap[i], image->matte) + "\n";
  }
  return text;
}

std::string Chromaticity(const ChromaticityInfo& chromaticity) {
  const auto primary = [](const char* label, const PrimaryInfo& point) {
    return Format("    %s: (%g,%g)\n", label, point.x, point.y);
  };
  return "  Chromaticity:\n" + primary("red primary", chromaticity.red_primary) +
         primary("green primary", chromaticity.green_primary) +
         primary("blue primary", chromaticity.blue_primary) +
         primary("white point", chromaticity.white_point);
}

std::string Calibration(const Image* image) {
  std::string text;
  if (image->gamma != 0) text += Line("Gamma", Format("%g", image->gamma));
  const ChromaticityInfo& chromaticity = image->chromaticity;
  const bool known = chromaticity.red_primary.x != 0 || chromaticity.green_primary.x != 0 ||
                     chromaticity.blue_primary.x != 0 || chromaticity.white_point.x != 0;
  if (known) text += Chromaticity(chromaticity);
  if (image->x_resolution != 0 && image->y_resolution != 0) {
    const char* unit = image->units == PixelsPerInchResolution         ? "/inch"
                       : image->units == PixelsPerCentimeterResolution ? "/centimeter"
                                                                       : "";
    text += Line("Resolution",
                 Format("%gx%g pixels%s", image->x_resolution, image->y_resolution, unit));
  }
  const RectangleInfo& tile = image->tile_info;
  if (tile.width != 0 && tile.height != 0) {
    text +=
        Line("Tile geometry", Format("%lux%lu%+ld%+ld", tile.width, tile.height, tile.x, tile.y));
  }
  return text;
}

std::string Settings(const Image* image) {
  std::string text = Line("Filesize", FileSizeText(image));
  const bool interlaced = image->interlace != NoInterlace && image->interlace != UndefinedInterlace;
  text += Line("Interlace", interlaced ? InterlaceTypeToString(image->interlace) : "No");
  const bool oriented = image->orientation != UndefinedOrientation;
  text += Line("Orientation", oriented ? OrientationTypeToString(image->orientation) : "Unknown");
  text += Line("Background Color", ColorName(image, image->background_color));
  text += Line("Border Color", ColorName(image, image->border_color));
  text += Line("Matte Color", ColorName(image, image->matte_color));
  const RectangleInfo& page = image->page;
  const bool whole = page.width == 0 || page.height == 0;
  text += Line("Page geometry", Format("%lux%lu%+ld%+ld", whole ? image->columns : page.width,
                                       whole ? image->rows : page.height, page.x, page.y));
  text += Line("Compose", CompositeOperatorToString(image->compose));
  text += Line("Dispose", DisposeTypeToString(image->dispose));
  text += Line("Iterations", std::to_string(image->iterations));
  return text + Line("Compression", CompressionTypeToString(image->compression));
}

std::string Attributes(const Image* image) {
  std::string text;
  const ImageAttribute* attribute = GetImageAttribute(image, nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    std::string key = attribute->key;
    if (LocaleNCompare(key.c_str(), "EXIF:", 5) == 0) continue;
    key[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(key[0])));
    text += Line(key.c_str(), attribute->value == nullptr ? "" : attribute->value);
  }
  return text;
}

// "ISOSpeedRatings" -> "ISO Speed Ratings"
std::string SpacedName(const std::string& name) {
  std::string spaced;
  const auto upper = [&](std::size_t i) {
    return i < name.size() && std::isupper(static_cast<unsigned char>(name[i])) != 0;
  };
  const auto lower = [&](std::size_t i) {
    return i < name.size() && std::islower(static_cast<unsigned char>(name[i])) != 0;
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i != 0 && upper(i) && (lower(i - 1) || lower(i + 1))) spaced += ' ';
    spaced += name[i];
  }
  return spaced;
}

// The lines "Name=value" of all EXIF values.
std::string ExifLines(const Image* image) {
  std::string text;
  std::string rest = AttributeText(image, "EXIF:*");
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    const std::string line = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 1);
    const auto equals = line.find('=');
    if (equals == std::string::npos) continue;
    text += "    " + SpacedName(line.substr(0, equals)) + ": " + line.substr(equals + 1) + "\n";
  }
  return text;
}

std::string Profiles(const Image* image) {
  std::string text;
  const ImageProfileIterator iterator = AllocateImageProfileIterator(image);
  if (iterator == nullptr) return text;
  const char* name = nullptr;
  const unsigned char* profile = nullptr;
  size_t length = 0;
  while (NextImageProfile(iterator, &name, &profile, &length) != MagickFail) {
    const bool color = LocaleCompare(name, "ICM") == 0 || LocaleCompare(name, "ICC") == 0;
    const bool iptc = LocaleCompare(name, "IPTC") == 0 || LocaleCompare(name, "8BIM") == 0;
    const std::string label = color ? "color" : iptc ? "iptc" : name;
    text += Format("  Profile-%s: %lu bytes\n", label.c_str(), static_cast<unsigned long>(length));
    if (LocaleCompare(name, "EXIF") == 0) text += ExifLines(image);
  }
  DeallocateImageProfileIterator(iterator);
  return text;
}

std::string Ending(Image* image, const TimingText& timing) {
  std::string text = Line("Tainted", image->taint ? "True" : "False");
  if (timing.user != "0.000u") text += Line("User Time", timing.user);
  text += Line("Elapsed Time", timing.elapsed);
  if (!timing.rate.empty()) text += Line("Pixels Per Second", timing.rate);
  return text;
}

}  // namespace

std::string DescribeFully(Image* image) {
  const TimingText timing = TimingOf(image);
  return Basics(image) + Statistics(image) + TransparentColor(image) + Colormap(image) +
         Calibration(image) + Settings(image) + Attributes(image) +
         Line("Signature", ImageSignature(image)) + Profiles(image) + Ending(image, timing);
}

}  // namespace lodestone::cli
