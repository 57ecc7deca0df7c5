#include <algorithm>
#include <cmath>
#include <iterator>

#include "accel/work.hpp"
#include "magick/effect.h"
#include "magick/operations/filters/effect_run.hpp"

namespace lodestone {
namespace {

// How much of white noise each level has.
constexpr double kNoiseOfLevels[] = {0.8002, 0.2735, 0.1202, 0.0585, 0.0291};
static_assert(std::size(kNoiseOfLevels) == MAGICK_ACCELERATE_WAVELET_LEVELS);

// With more, floats would overflow.
constexpr double kMostSoftness = 1e9;

Image* Denoise(const EffectCall& effect, double threshold, double softness) {
  const Image* image = effect.image;
  if (threshold < 0.0) return effect.Refuse("the threshold is negative");
  if (std::fabs(softness) > kMostSoftness) return effect.Refuse("softness is too large");
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateWavelet);
  // No detail is larger.
  threshold = std::min(threshold, 1e8);
  std::transform(std::begin(kNoiseOfLevels), std::end(kNoiseOfLevels), work.wavelet.thresholds,
                 [=](double noise) { return static_cast<float>(noise * threshold); });
  work.wavelet.softness = static_cast<float>(softness);
  if (image->colorspace != CMYKColorspace) work.finish.keep = KeptFourth(image);
  return RunEffect(effect, work, "[%s] Wavelet denoise...");
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* WaveletDenoiseImage(const Image* image, const double threshold, const double softness,
                           ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to denoise image", exception};
  return RunEntry(effect, {{"threshold", threshold}, {"softness", softness}},
                  [&] { return Denoise(effect, threshold, softness); });
}
