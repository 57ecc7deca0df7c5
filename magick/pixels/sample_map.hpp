// The maps of ConstituteImage and DispatchImage: what each sample of a pixel means.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/samples/samples_cpu.hpp"
#include "magick/image.h"

namespace lodestone {

enum class MapChannel { kRed, kGreen, kBlue, kAlpha, kOpacity, kBlack, kIntensity, kPadding };

// What the letters of a map mean.
struct SampleMap {
  std::vector<MapChannel> channels;
  bool has_alpha = false;
  bool has_intensity = false;
  bool is_cmyk = false;

  std::size_t size() const { return channels.size(); }
  bool is_grey() const { return channels == std::vector{MapChannel::kIntensity}; }
};

// Nothing, with *exception set, for an empty map or one with other letters.
std::optional<SampleMap> ParseSampleMap(const char* text, ExceptionInfo* exception);

// Which samples make a packet, and its index where the image has one.
struct ImportPlan {
  explicit ImportPlan(const SampleMap& map);
  kernels::SamplePlaces pixel, index;
};

// One row, or a part of it. Grey: one sample per pixel, no packets.
struct ExportRun {
  const PixelPacket* pixels = nullptr;
  const IndexPacket* indexes = nullptr;  // null unless CMYK or PseudoClass
  const Quantum* grey = nullptr;
  std::size_t count = 0;

  ExportRun Part(std::size_t begin, std::size_t size) const;
};

// Which samples of an image a map asks for.
class ExportPlan {
 public:
  ExportPlan(const SampleMap& map, const Image* image, bool grey);
  // Writes run.count times as many samples as the map has letters.
  void Run(const ExportRun& run, Quantum* samples) const;

 private:
  void Place(MapChannel channel, const Image* image, bool grey, kernels::SamplePlace& place);
  void PlaceOpacity(Quantum flip, const Image* image, bool grey, kernels::SamplePlace& place);

  // Samples of the map that no packet contains.
  struct Other {
    std::size_t at;
    Quantum flip;
  };
  kernels::SamplePlaces places_;
  std::vector<Other> indexes_, intensities_;
};

}  // namespace lodestone
