#include "magick/pixels/sample_map.hpp"

#include <cstring>

#include "magick/colorspace.h"
#include "magick/core/error.hpp"
#include "magick/pixels/sample_places.hpp"

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

constexpr Quantum kReversed = MaxRGB;  // v ^ MaxRGB is MaxRGB - v

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

ImportPlan::ImportPlan(const SampleMap& map) {
  pixel.in = index.in = map.size();
  pixel.out.resize(sizeof(PixelPacket) / sizeof(Quantum));
  index.out.resize(1);
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
        pixel.out[kRed] = pixel.out[kGreen] = pixel.out[kBlue] = {k, 0};
        if (!map.is_cmyk) index.out[0] = {k, 0};
        break;
      case MapChannel::kPadding:
        break;
    }
  }
}

ExportRun ExportRun::Part(std::size_t begin, std::size_t size) const {
  return {pixels == nullptr ? nullptr : pixels + begin,
          indexes == nullptr ? nullptr : indexes + begin, grey == nullptr ? nullptr : grey + begin,
          size};
}

ExportPlan::ExportPlan(const SampleMap& map, const Image* image, bool grey) {
  places_.in = grey ? 1 : sizeof(PixelPacket) / sizeof(Quantum);
  places_.out.resize(map.size());
  for (std::size_t k = 0; k < map.size(); ++k) Place(map.channels[k], image, grey, places_.out[k]);
}

void ExportPlan::Place(MapChannel channel, const Image* image, bool grey,
                       kernels::SamplePlace& place) {
  const auto at = [&](std::size_t sample) { return grey ? 0 : sample; };
  switch (channel) {
    case MapChannel::kRed:
      place.from = at(kRed);
      break;
    case MapChannel::kGreen:
      place.from = at(kGreen);
      break;
    case MapChannel::kBlue:
      place.from = at(kBlue);
      break;
    case MapChannel::kAlpha:
      return PlaceOpacity(kReversed, image, grey, place);
    case MapChannel::kOpacity:
      return PlaceOpacity(0, image, grey, place);
    case MapChannel::kBlack:
      if (!grey) place.from = kOpacity;
      break;
    case MapChannel::kIntensity:
      if (grey)
        place.from = 0;
      else
        intensities_.push_back({static_cast<std::size_t>(&place - places_.out.data()), 0});
      break;
    case MapChannel::kPadding:
      break;
  }
}

void ExportPlan::PlaceOpacity(Quantum flip, const Image* image, bool grey,
                              kernels::SamplePlace& place) {
  place.flip = flip;
  if (grey || image->matte == MagickFalse) return;
  if (image->colorspace != CMYKColorspace)
    place.from = kOpacity;
  else
    indexes_.push_back({static_cast<std::size_t>(&place - places_.out.data()), flip});
}

void ExportPlan::Run(const ExportRun& run, Quantum* samples) const {
  const std::size_t step = places_.out.size();
  const Quantum* const from =
      run.grey != nullptr ? run.grey : reinterpret_cast<const Quantum*>(run.pixels);
  kernels::PlaceSamples(places_, from, run.count, samples);
  for (const Other& other : intensities_) {
    for (std::size_t i = 0; i < run.count; ++i)
      samples[i * step + other.at] = PixelIntensityToQuantum(&run.pixels[i]);
  }
  if (run.indexes == nullptr) return;  // opaque
  for (const Other& other : indexes_) {
    for (std::size_t i = 0; i < run.count; ++i)
      samples[i * step + other.at] = run.indexes[i] ^ other.flip;
  }
}

}  // namespace lodestone
