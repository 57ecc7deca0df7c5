// Images with noise.
#include "magick/core/errors/check_known.hpp"
#include "magick/effect.h"
#include "magick/operations/filters/effect_run.hpp"
#include "magick/operator.h"

namespace lodestone {
namespace {

QuantumOperator OperatorOf(NoiseType type) {
  switch (type) {
    case GaussianNoise:
      return NoiseGaussianQuantumOp;
    case MultiplicativeGaussianNoise:
      return NoiseMultiplicativeQuantumOp;
    case ImpulseNoise:
      return NoiseImpulseQuantumOp;
    case LaplacianNoise:
      return NoiseLaplacianQuantumOp;
    case PoissonNoise:
      return NoisePoissonQuantumOp;
    case RandomNoise:
      return NoiseRandomQuantumOp;
    default:
      return NoiseUniformQuantumOp;
  }
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* AddNoiseImage(const Image* image, const NoiseType noise_type, ExceptionInfo* exception) {
  return AddNoiseImageChannel(image, AllChannels, noise_type, exception);
}

Image* AddNoiseImageChannel(const Image* image, const ChannelType channel,
                            const NoiseType noise_type, ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to add noise to image", exception};
  return RunEntry(effect, {}, [&]() -> Image* {
    if (!CheckKnown(noise_type, exception)) return nullptr;
    if (noise_type == UndefinedNoise) return effect.Refuse("the type of noise is undefined");
    ImageHolder noisy(CloneImage(image, 0, 0, MagickTrue, exception));
    if (!noisy.get() || QuantumOperatorImage(noisy.get(), channel, OperatorOf(noise_type),
                                             MaxRGBDouble, exception) == MagickFail)
      return nullptr;
    return noisy.release();
  });
}
