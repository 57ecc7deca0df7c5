#include "magick/operations/tone/noise.hpp"

#include <algorithm>
#include <cstdint>

#include "accel/work.hpp"
#include "kernels/noise/noise_cpu.hpp"
#include "magick/core/random/random.hpp"
#include "magick/pixel_cache.h"
#include "magick/core/samples/sample_places.hpp"
#include "magick/operations/colorspace/channels.hpp"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone {
namespace {

std::uint32_t BitsOf(ChannelType channel) {
  const PointTable any;
  const PointRule rule = RuleFor(channel, &any);
  return (rule.red ? 1u << kRed : 0) | (rule.green ? 1u << kGreen : 0) |
         (rule.blue ? 1u << kBlue : 0) | (rule.opacity ? 1u << kOpacity : 0);
}

MagickAccelerateNoiseRule RuleOf(ChannelType channel, MagickAccelerateDistribution distribution,
                                 double argument) {
  MagickAccelerateNoiseRule rule{};
  rule.distribution = distribution;
  rule.samples = BitsOf(channel == GrayChannel ? AllChannels : channel);
  rule.from_intensity = channel == GrayChannel;
  SetIntensityWeights(rule.weights);
  // More would drown every pixel too.
  constexpr double kMost = 1e6;
  rule.factor = static_cast<float>(std::clamp(argument / MaxRGBDouble, -kMost, kMost));
  const RandomKey key = NextRandomKey();
  std::copy(key.begin(), key.end(), rule.key);
  return rule;
}

MagickPassFail ChangeRegion(Image* image, const NoiseRegion& region,
                            const MagickAccelerateNoiseRule& rule) {
  PixelPacket* pixels =
      GetImagePixelsEx(image, region.x, region.y, region.columns, region.rows, &image->exception);
  if (!pixels) return MagickFail;
  auto* const samples = reinterpret_cast<kernels::QuantumSample*>(pixels);
  const std::size_t stride = region.columns * kernels::kChannels;
  const kernels::NoiseWork work{{samples, region.columns, region.rows, stride},
                                {samples, region.columns, region.rows, stride},
                                kernels::Channels::kPlain,
                                rule};
  kernels::NoiseBand(work, 0, region.rows);
  return SyncImagePixelsEx(image, &image->exception);
}

}  // namespace

std::optional<MagickAccelerateDistribution> NoiseOf(QuantumOperator operation) {
  switch (operation) {
    case NoiseGaussianQuantumOp:
      return MagickAccelerateGaussianNoise;
    case NoiseImpulseQuantumOp:
      return MagickAccelerateImpulseNoise;
    case NoiseLaplacianQuantumOp:
      return MagickAccelerateLaplacianNoise;
    case NoiseMultiplicativeQuantumOp:
      return MagickAccelerateMultiplicativeNoise;
    case NoisePoissonQuantumOp:
      return MagickAcceleratePoissonNoise;
    case NoiseUniformQuantumOp:
      return MagickAccelerateUniformNoise;
    case NoiseRandomQuantumOp:
      return MagickAccelerateRandomNoise;
    default:
      return std::nullopt;
  }
}

MagickPassFail AddNoise(Image* image, const NoiseRegion& region, ChannelType channel,
                        MagickAccelerateDistribution distribution, double argument,
                        const char* name, const char* text) {
  const MagickAccelerateNoiseRule rule = RuleOf(channel, distribution, argument);
  if (!region.is_whole) return ChangeRegion(image, region, rule);
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateNoise);
  work.noise = rule;
  work.name = name;
  const MagickPassFail status = RunInPlace(image, work, text);
  if (status != MagickFail && !rule.from_intensity && (rule.samples & ~(1u << kOpacity)) != 0)
    image->is_grayscale = MagickFalse;
  return status;
}

}  // namespace lodestone
