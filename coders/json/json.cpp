// A description of images as JSON, with the names that ImageMagick gives to its parts.
#include <algorithm>
#include <string>

#include <nlohmann/json.hpp>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/analyze.h"
#include "magick/attribute.h"
#include "magick/color.h"
#include "magick/color_lookup.h"
#include "magick/core/system/memory.hpp"
#include "magick/enum_strings.h"
#include "magick/core/metadata/profiles.hpp"
#include "magick/signature.h"
#include "magick/statistics.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

using Json = nlohmann::ordered_json;

Json Geometry(const RectangleInfo& area) {
  return {{"width", area.width}, {"height", area.height}, {"x", area.x}, {"y", area.y}};
}

std::string ColorName(Image* image, const PixelPacket& color) {
  char name[MaxTextExtent];
  QueryColorname(image, &color, SVGCompliance, name, &image->exception);
  return name;
}

// In units of the image's depth.
Json Channel(const ImageChannelStatistics& channel, double largest) {
  return {{"min", channel.minimum * largest},
          {"max", channel.maximum * largest},
          {"mean", channel.mean * largest},
          {"standardDeviation", channel.standard_deviation * largest}};
}

Json Statistics(Image* image) {
  ImageStatistics statistics = {};
  if (GetImageStatistics(image, &statistics, &image->exception) == MagickFail)
    FailAfter(&image->exception, CoderError, "Unable to describe image");
  const double largest = static_cast<double>((1ull << image->depth) - 1);
  const bool inks = image->colorspace == CMYKColorspace;
  Json channels;
  channels[inks ? "cyan" : "red"] = Channel(statistics.red, largest);
  channels[inks ? "magenta" : "green"] = Channel(statistics.green, largest);
  channels[inks ? "yellow" : "blue"] = Channel(statistics.blue, largest);
  if (inks)
    channels["black"] = Channel(statistics.opacity, largest);
  else if (image->matte != MagickFalse)
    channels["opacity"] = Channel(statistics.opacity, largest);
  return channels;
}

// "Tag=value" of each line.
void AddExif(const Image* image, Json& properties) {
  const ImageAttribute* all = GetImageAttribute(image, "EXIF:*");
  if (all == nullptr || all->value == nullptr) return;
  const std::string text = all->value;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    const std::size_t equals = line.find('=');
    if (equals != std::string::npos)
      properties["exif:" + line.substr(0, equals)] = line.substr(equals + 1);
    at = end + 1;
  }
}

std::string SignatureOf(const Image* image, ExceptionInfo* exception) {
  const Owner<Image, DestroyImage> copy(CloneImage(image, 0, 0, MagickTrue, exception));
  if (copy == nullptr) throw std::bad_alloc();
  SignatureImage(copy.get());
  const ImageAttribute* signature = GetImageAttribute(copy.get(), "signature");
  return signature == nullptr || signature->value == nullptr ? "" : signature->value;
}

Json Properties(Image* image) {
  Json properties = Json::object();
  AddExif(image, properties);
  const ImageAttribute* attribute = GetImageAttribute(image, nullptr);
  for (; attribute != nullptr; attribute = attribute->next) {
    if (LocaleNCompare("EXIF", attribute->key, 4) == 0 || attribute->value == nullptr) continue;
    properties[attribute->key] = attribute->value;
  }
  properties["signature"] = SignatureOf(image, &image->exception);
  return properties;
}

Json Profiles(const Image* image) {
  Json profiles = Json::object();
  for (std::size_t i = 0; const auto profile = ProfileAt(image, i); ++i)
    profiles[profile->name] = {{"length", profile->length}};
  return profiles;
}

void AddFormat(const Image* image, Json& out) {
  const MagickInfo* format =
      *image->magick == '\0' ? nullptr : GetMagickInfo(image->magick, nullptr);
  const MagickPtr<char> mime(MagickToMime(image->magick));
  out["name"] = image->magick_filename;
  out["format"] = image->magick;
  if (format != nullptr && format->description != nullptr)
    out["formatDescription"] = format->description;
  if (mime != nullptr) out["mimeType"] = mime.get();
  out["class"] = ClassTypeToString(image->storage_class);
}

void AddColors(Image* image, Json& out) {
  out["type"] = ImageTypeToString(GetImageType(image, &image->exception));
  out["colorspace"] = ColorspaceTypeToString(image->colorspace);
  out["depth"] = image->depth;
  out["alpha"] = image->matte != MagickFalse;
  out["channelStatistics"] = Statistics(image);
  if (image->storage_class == PseudoClass) {
    Json colors = Json::array();
    for (unsigned long i = 0; i < image->colors; ++i)
      colors.push_back(ColorName(image, image->colormap[i]));
    out["colormapEntries"] = image->colors;
    out["colormap"] = colors;
  }
  if (image->gamma != 0.0) out["gamma"] = image->gamma;
  out["matteColor"] = ColorName(image, image->matte_color);
  out["backgroundColor"] = ColorName(image, image->background_color);
  out["borderColor"] = ColorName(image, image->border_color);
}

void AddSettings(const Image* image, Json& out) {
  out["interlace"] = InterlaceTypeToString(image->interlace);
  out["compose"] = CompositeOperatorToString(image->compose);
  out["pageGeometry"] = Geometry(image->page);
  out["dispose"] = DisposeTypeToString(image->dispose);
  out["delay"] = image->delay;
  out["iterations"] = image->iterations;
  out["scene"] = image->scene;
  out["compression"] = CompressionTypeToString(image->compression);
  out["orientation"] = OrientationTypeToString(image->orientation);
}

Json Description(Image* image) {
  Json out;
  AddFormat(image, out);
  out["geometry"] = Geometry({image->columns, image->rows, 0, 0});
  if (image->x_resolution > 0.0 && image->y_resolution > 0.0)
    out["resolution"] = {{"x", image->x_resolution}, {"y", image->y_resolution}};
  out["units"] = ResolutionTypeToString(image->units);
  out["numberPixels"] = std::uint64_t{image->columns} * image->rows;
  AddColors(image, out);
  AddSettings(image, out);
  out["properties"] = Properties(image);
  out["profiles"] = Profiles(image);
  return out;
}

// Bytes that are no UTF-8 become replacement characters.
std::string TextOf(const Json& json) {
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

unsigned int WriteJson(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    Json all = Json::array();
    for (Image* image = first; image != nullptr; image = image->next) {
      CodingProgress(CodingProgress::Task::kSaving, image, &image->exception).Tick(0);
      all.push_back({{"version", "1.0"}, {"image", Description(image)}});
      if (image_info->adjoin == MagickFalse) break;
    }
    WriteText(first, TextOf(all));
  });
}

}  // namespace

void RegisterJsonImage() {
  FormatEntry entry{"JSON", "Image description and statistics as JSON", "JSON", nullptr, WriteJson};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
