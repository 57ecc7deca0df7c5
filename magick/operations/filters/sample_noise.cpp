// Noise for single samples. Images have a kernel for this, with random numbers of its own.
#include <cmath>
#include <numbers>

#include "magick/core/enums/enum_range.hpp"
#include "magick/gem.h"

namespace lodestone {
namespace {

constexpr double kPi = std::numbers::pi;

// A sample at 8 bits.
constexpr float kScale = static_cast<float>(MaxRGBDouble / 255.0);

// The numbers of a kernel, from 0 to 1: Marsaglia's multiply-with-carry.
class Numbers {
 public:
  explicit Numbers(MagickRandomKernel* kernel) : kernel_(kernel) {}

  double Next() {
    kernel_->z = 36969u * (kernel_->z & 0xffffu) + (kernel_->z >> 16);
    kernel_->w = 18000u * (kernel_->w & 0xffffu) + (kernel_->w >> 16);
    const magick_uint32_t number = (kernel_->z << 16) + (kernel_->w & 0xffffu);
    return std::fmin(number * 2.3283064370807974e-10, 1.0);
  }
  float NextFloat() { return static_cast<float>(Next()); }

 private:
  MagickRandomKernel* const kernel_;
};

float Sine(double turns) {
  return std::sin(static_cast<float>(2.0 * kPi * turns));
}
float Cosine(double turns) {
  return std::cos(static_cast<float>(2.0 * kPi * turns));
}
// The distance from the middle of a Gaussian distribution in two dimensions.
float Distance(float chance) {
  return std::sqrt(static_cast<float>(-2.0 * std::log(chance)));
}

double Gaussian(float pixel, float chance, Numbers& numbers) {
  const float turns = numbers.NextFloat();
  const float own = Distance(chance) * Cosine(turns), other = Distance(chance) * Sine(turns);
  return std::sqrt(pixel) * 4.0 * own + 20.0 * other;
}

double Multiplicative(float pixel, float chance, Numbers& numbers) {
  const float distance = chance <= 1.0e-5 ? 255.0f : Distance(chance);
  return pixel * 0.5 * distance * Cosine(numbers.NextFloat());
}

double Impulse(float pixel, float chance) {
  if (chance < 0.05) return -pixel;
  return chance >= 0.95 ? 255.0 - pixel : 0.0;
}

double Laplacian(float chance) {
  if (chance <= 0.5)
    return chance <= 1.0e-5 ? -255.0 : 10.0 * std::log(static_cast<float>(2.0 * chance));
  const float rest = 1.0f - chance;
  return rest <= 0.5e-5 ? 255.0 : -(10.0 * std::log(static_cast<float>(2.0 * rest)));
}

// The number of events, each as long after the one before as chance has it.
double Poisson(float pixel, float chance, Numbers& numbers) {
  constexpr int kMostEvents = 10000;  // of random numbers that are always 1
  const double end = std::exp(-0.05 * static_cast<double>(pixel));
  int events = 0;
  for (; chance > end && events < kMostEvents; ++events) chance *= numbers.NextFloat();
  return pixel - events / 0.05;
}

// Of a sample from 0 to 255.
double Noise(float pixel, NoiseType type, Numbers numbers) {
  const float number = numbers.NextFloat();
  const float chance = number == 0.0f ? 1.0f : number;
  switch (type) {
    case GaussianNoise:
      return Gaussian(pixel, chance, numbers);
    case MultiplicativeGaussianNoise:
      return Multiplicative(pixel, chance, numbers);
    case ImpulseNoise:
      return Impulse(pixel, chance);
    case LaplacianNoise:
      return Laplacian(chance);
    case PoissonNoise:
      return Poisson(pixel, chance, numbers);
    case RandomNoise:
      return 257.0 * (0.5 - numbers.Next());
    default:
      return 4.0 * (chance - 0.5);
  }
}

}  // namespace
}  // namespace lodestone

double GenerateDifferentialNoise(const Quantum pixel, const NoiseType noise_type,
                                 MagickRandomKernel* kernel) {
  using namespace lodestone;
  if (kernel == nullptr || !IsKnown(noise_type)) return 0.0;
  return Noise(static_cast<float>(pixel) / kScale, noise_type, Numbers(kernel)) * kScale;
}

Quantum GenerateNoise(const Quantum pixel, const NoiseType noise_type) {
  MagickRandomKernel kernel = {MagickRandomInteger(), MagickRandomInteger()};
  const double value = pixel + GenerateDifferentialNoise(pixel, noise_type, &kernel);
  return RoundDoubleToQuantum(value);
}
