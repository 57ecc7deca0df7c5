// How the agreement suite calls warps, shears and noise.
#include <algorithm>
#include <string>
#include <vector>

#include "magick/enum_strings.h"
#include "magick/random.h"
#include "magick/shear.h"
#include "tests/agreement/runners.hpp"

namespace lodestone::test {
namespace {

constexpr NoiseType kNoises[] = {GaussianNoise,  MultiplicativeGaussianNoise,
                                 ImpulseNoise,   PoissonNoise,
                                 LaplacianNoise, UniformNoise,
                                 RandomNoise};

// All distributions, from the same random numbers each time; grey where grey images are to be.
Image* AddNoise(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr ChannelType kChannels[] = {AllChannels, AllChannels, GrayChannel, GreenChannel,
                                       GrayChannel};
  SetMagickRandomSeed(c.variety);
  return AddNoiseImageChannel(image, kChannels[c.variety % 5], kNoises[c.variety % 7], exception);
}

std::vector<std::string> NoiseEvents(const Case& c) {
  constexpr QuantumOperator kOperators[] = {NoiseGaussianQuantumOp,  NoiseMultiplicativeQuantumOp,
                                            NoiseImpulseQuantumOp,   NoisePoissonQuantumOp,
                                            NoiseLaplacianQuantumOp, NoiseUniformQuantumOp,
                                            NoiseRandomQuantumOp};
  return {QuantumOperatorToString(kOperators[c.variety % 7])};
}

// All functions of places. Spread starts with the same random numbers each time.
Image* Warp(const Image* image, const Case& c, ExceptionInfo* exception) {
  const double number = 0.3 * static_cast<double>(c.variety % 8) - 0.7;
  const AffineMatrix matrix{0.7 + number, 0.4, -0.3, 1.1, 0.0, 2.5};
  switch (c.variety % 7) {
    case 1:
      return SwirlImage(image, 500.0 * number, exception);
    case 5:
      return WaveImage(image, 10.0 * number, 12.7, exception);
    case 3:
      SetMagickRandomSeed(c.variety);
      return SpreadImage(image, c.variety % 11, exception);
    case 4:
      return RotationalBlurImage(image, 100.0 * number, exception);
    case 6:
      return AffineTransformImage(image, &matrix, exception);
    default:
      return ImplodeImage(image, number, exception);
  }
}

std::vector<std::string> WarpEvents(const Case& c) {
  constexpr const char* kNames[] = {"implode",         "swirl", "implode", "spread",
                                    "rotational-blur", "wave",  "affine"};
  return {kNames[c.variety % 7]};
}

bool Rotates(const Case& c) {
  return c.variety % 3 == 0;
}

// Long images are sheared less: between two shears they are on the device as a whole.
Image* Shear(const Image* image, const Case& c, ExceptionInfo* exception) {
  const double part = std::max(image->columns, image->rows) > 1100 ? 0.1 : 1.0;
  const double angle = 0.7 + static_cast<double>(c.variety % 11) * (c.variety % 2 ? 1.3 : -1.3);
  return Rotates(c) ? RotateImage(image, part * angle, exception)
                    : ShearImage(image, part * angle, part * (10.0 - angle), exception);
}

std::vector<std::string> ShearEvents(const Case& c) {
  return std::vector<std::string>(Rotates(c) ? 3 : 2, "shear");
}

}  // namespace

Operation Shearing() {
  return {Shear, ShearEvents, true};
}

Operation Warping() {
  Operation operation{Warp, WarpEvents, true};
  // The transforms may make less than one pixel of one.
  operation.least_side = [](const Case& c) -> unsigned long { return c.variety % 7 == 6 ? 4 : 1; };
  return operation;
}

Operation AddingNoise() {
  return {AddNoise, NoiseEvents, true};
}

}  // namespace lodestone::test
