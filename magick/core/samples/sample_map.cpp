#include "magick/core/samples/sample_map.hpp"

#include <cstring>

#include "magick/core/errors/error.hpp"

namespace lodestone {
namespace {

std::optional<MapChannel> ChannelOf(char letter) {
  switch (letter) {
    case 'R':
    case 'r':
    case 'C':
    case 'c':
      return MapChannel::kRed;
    case 'G':
    case 'g':
    case 'M':
    case 'm':
      return MapChannel::kGreen;
    case 'B':
    case 'b':
    case 'Y':
    case 'y':
      return MapChannel::kBlue;
    case 'A':
    case 'a':
    case 'T':
    case 't':
      return MapChannel::kAlpha;
    case 'O':
    case 'o':
      return MapChannel::kOpacity;
    case 'K':
    case 'k':
      return MapChannel::kBlack;
    case 'I':
    case 'i':
      return MapChannel::kIntensity;
    case 'P':
    case 'p':
      return MapChannel::kPadding;
    default:
      return std::nullopt;
  }
}

// Alpha and opacity differ in `flip`.
void AddOpacity(const Image* image, bool grey, Quantum flip, ExportPlan& plan) {
  if (grey || image->matte == MagickFalse)
    plan.AddConstant(flip);
  else if (image->colorspace == CMYKColorspace)
    plan.AddIndex(flip);
  else
    plan.AddSample(kOpacity, flip);
}

void AddChannel(MapChannel channel, const Image* image, bool grey, ExportPlan& plan) {
  switch (channel) {
    case MapChannel::kRed:
      return plan.AddSample(grey ? 0 : kRed);
    case MapChannel::kGreen:
      return plan.AddSample(grey ? 0 : kGreen);
    case MapChannel::kBlue:
      return plan.AddSample(grey ? 0 : kBlue);
    case MapChannel::kAlpha:
      return AddOpacity(image, grey, kReversed, plan);
    case MapChannel::kOpacity:
      return AddOpacity(image, grey, 0, plan);
    case MapChannel::kBlack:
      return grey ? plan.AddConstant(OpaqueOpacity) : plan.AddSample(kOpacity);
    case MapChannel::kIntensity:
      return grey ? plan.AddSample(0) : plan.AddIntensity();
    case MapChannel::kPadding:
      return plan.AddConstant(0);
  }
}

}  // namespace

std::optional<SampleMap> ParseSampleMap(const char* text, ExceptionInfo* exception) {
  SampleMap map;
  for (const char* letter = text; *letter != '\0'; ++letter) {
    const auto channel = ChannelOf(*letter);
    if (!channel) {
      map.channels.clear();
      break;
    }
    map.channels.push_back(*channel);
    map.has_alpha |= *channel == MapChannel::kAlpha || *channel == MapChannel::kOpacity;
    map.has_intensity |= *channel == MapChannel::kIntensity;
    map.is_cmyk |= std::strchr("CcMmYyKk", *letter) != nullptr;
  }
  if (map.channels.empty()) {
    Throw(exception, OptionError, "Unrecognized pixel map", text);
    return std::nullopt;
  }
  return map;
}

ImportPlan ImportPlanOf(const SampleMap& map) {
  ImportPlan plan(map.size());
  auto& pixel = plan.pixel;
  auto& index = plan.index;
  for (std::size_t k = 0; k < map.size(); ++k) {
    const MapChannel channel = map.channels[k];
    switch (channel) {
      case MapChannel::kRed:
        pixel.out[kRed] = {k, 0};
        break;
      case MapChannel::kGreen:
        pixel.out[kGreen] = {k, 0};
        break;
      case MapChannel::kBlue:
        pixel.out[kBlue] = {k, 0};
        break;
      case MapChannel::kAlpha:
      case MapChannel::kOpacity:
        (map.is_cmyk ? index.out[0] : pixel.out[kOpacity]) = {
            k, channel == MapChannel::kAlpha ? kReversed : Quantum{0}};
        break;
      case MapChannel::kBlack:
        pixel.out[kOpacity] = {k, 0};
        break;
      case MapChannel::kIntensity:
        plan.SetGrey({k, 0});
        if (!map.is_cmyk) index.out[0] = {k, 0};
        break;
      case MapChannel::kPadding:
        break;
    }
  }
  return plan;
}

ExportPlan ExportPlanOf(const SampleMap& map, const Image* image, bool grey) {
  ExportPlan plan(!grey);
  for (const MapChannel channel : map.channels) AddChannel(channel, image, grey, plan);
  return plan;
}

}  // namespace lodestone
