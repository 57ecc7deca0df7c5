#include "coders/common/sampling.hpp"

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
