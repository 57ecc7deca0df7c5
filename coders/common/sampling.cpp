#include "coders/common/sampling.hpp"

#include <algorithm>
#include <span>

namespace lodestone::coders {

std::optional<SamplingFactors> SamplingFrom(const char* text) {
  if (text == nullptr) return std::nullopt;
  const auto factors = ParseSamplingFactors(text);
  if (!factors) Fail(OptionError, std::string("Unrecognized sampling factors: ") + text);
  return factors;
}

std::optional<SamplingFactors> SamplingOf(const ImageInfo* image_info) {
  return SamplingFrom(image_info->sampling_factor);
}

const char* JpegSamplingText(const ImageInfo* image_info) {
  const char* const defined = AccessDefinition(image_info, "jpeg", "sampling-factor");
  return defined != nullptr ? defined : image_info->sampling_factor;
}

std::optional<SamplingFactors> JpegSamplingOf(const ImageInfo* image_info) {
  return SamplingFrom(JpegSamplingText(image_info));
}

bool FitsJpeg(const SamplingFactors& factors, std::size_t components) {
  constexpr int kMostBlocks = 10;  // of all components together
  if (components == 1) return true;
  const auto used = std::span(factors).first(components);
  int blocks = 0, across = 1, down = 1;
  for (const SamplingFactor& factor : used) {
    blocks += factor.across * factor.down;
    across = std::max(across, factor.across);
    down = std::max(down, factor.down);
  }
  return blocks <= kMostBlocks && std::ranges::all_of(used, [&](const SamplingFactor& factor) {
           return across % factor.across == 0 && down % factor.down == 0;
         });
}

void FailSampling(const char* text) {
  Fail(OptionError, std::string("Sampling factors that the format does not have: ") + text);
}

ChromaSampling ChromaOf(const ImageInfo* image_info) {
  const auto factors = SamplingOf(image_info);
  if (!factors)
    return image_info->quality >= kFullChromaQuality ? ChromaSampling::k444 : ChromaSampling::k420;
  const auto [luma, chroma, other, alpha] = *factors;
  if (luma.across < 2 * chroma.across) return ChromaSampling::k444;
  return luma.down < 2 * chroma.down ? ChromaSampling::k422 : ChromaSampling::k420;
}

}  // namespace lodestone::coders
