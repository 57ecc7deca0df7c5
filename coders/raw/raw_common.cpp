#include <bit>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/raw/raw.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

bool IsLittle(EndianType endian) {
  if (endian == NativeEndian) return std::endian::native == std::endian::little;
  return endian == LSBEndian;
}

// Formats of one channel, which are read as shades.
struct SingleChannel {
  const char* name;
  const char* description;
  Channels channel;
  bool cmyk;
};
constexpr SingleChannel kSingleChannels[] = {{"R", "Raw red samples", Channels::kRed, false},
                                             {"G", "Raw green samples", Channels::kGreen, false},
                                             {"B", "Raw blue samples", Channels::kBlue, false},
                                             {"O", "Raw alpha samples", Channels::kAlpha, false},
                                             {"C", "Raw cyan samples", Channels::kRed, true},
                                             {"M", "Raw magenta samples", Channels::kGreen, true},
                                             {"Y", "Raw yellow samples", Channels::kBlue, true},
                                             {"K", "Raw black samples", Channels::kBlack, true}};

const SingleChannel* SingleChannelOf(const char* magick) {
  for (const SingleChannel& single : kSingleChannels)
    if (LocaleCompare(magick, single.name) == 0) return &single;
  return nullptr;
}

Channels ChannelsOf(const char* magick) {
  const std::pair<const char*, Channels> names[] = {
      {"GRAY", Channels::kGray}, {"GRAYA", Channels::kGrayAlpha}, {"RGB", Channels::kRgb},
      {"RGBA", Channels::kRgba}, {"CMYK", Channels::kCmyk},       {"CMYKA", Channels::kCmyka}};
  for (const auto& [name, channels] : names) {
    if (LocaleCompare(magick, name) == 0) return channels;
  }
  return SingleChannelOf(magick) != nullptr ? Channels::kGray : Channels::kRgb;
}

}  // namespace

RawFormat ChooseRawFormat(const ImageInfo* image_info, const Image* image) {
  RawFormat format;
  format.channels = ChannelsOf(image_info->magick);
  format.bytes = image->depth <= 8 ? 1 : 2;
  format.little_endian =
      IsLittle(image_info->endian != UndefinedEndian ? image_info->endian : image->endian);
  format.interlace = image_info->interlace;
  format.cmyk = format.channels == Channels::kCmyk || format.channels == Channels::kCmyka;
  format.matte = format.channels == Channels::kGrayAlpha || format.channels == Channels::kRgba ||
                 format.channels == Channels::kCmyka;
  // Only colour has planes; grey is read and written the same way in every interlace mode.
  if (format.channels == Channels::kGray || format.channels == Channels::kGrayAlpha) {
    format.interlace = NoInterlace;
  }
  return format;
}

RawFormat RawFormatToWrite(const ImageInfo* image_info, const Image* image) {
  RawFormat format = ChooseRawFormat(image_info, image);
  if (const SingleChannel* const single = SingleChannelOf(image_info->magick)) {
    format.channels = single->channel;
    format.cmyk = single->cmyk;
  }
  return format;
}

std::vector<RawPlane> PlanesOf(const RawFormat& format) {
  std::vector<RawPlane> planes = {
      {Channels::kRed, "R"}, {Channels::kGreen, "G"}, {Channels::kBlue, "B"}};
  if (format.cmyk) {
    planes = {{Channels::kRed, "C"},
              {Channels::kGreen, "M"},
              {Channels::kBlue, "Y"},
              {Channels::kBlack, "K"}};
  }
  if (format.matte) planes.push_back({Channels::kAlpha, "A"});
  return planes;
}

void RegisterRawImage() {
  const auto add = [](const char* name, const char* description, bool extension = true) {
    FormatEntry entry{name, description, "RAW", ReadRaw, WriteRaw};
    entry.raw = true;
    entry.traits.depths = "8, 16";
    entry.traits.frames = "images";
    entry.coder_class = PrimaryCoderClass;
    if (!extension) entry.extension = IgnoreExtensionTreatment;
    RegisterFormat(entry);
  };
  for (const SingleChannel& single : kSingleChannels) add(single.name, single.description, false);
  add("GRAY", "Raw gray samples");
  add("GRAYA", "Raw gray and alpha samples");
  add("RGB", "Raw red, green, and blue samples");
  add("RGBA", "Raw red, green, blue, and alpha samples");
  add("CMYK", "Raw cyan, magenta, yellow, and black samples");
  add("CMYKA", "Raw cyan, magenta, yellow, black, and alpha samples");
}

}  // namespace lodestone::coders
