// The maps of ConstituteImage and DispatchImage: what each sample of a pixel means.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "magick/image.h"
#include "magick/core/samples/sample_plan.hpp"

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

ImportPlan ImportPlanOf(const SampleMap& map);
// Of an image's packets, or of its grey samples.
ExportPlan ExportPlanOf(const SampleMap& map, const Image* image, bool grey);

}  // namespace lodestone
