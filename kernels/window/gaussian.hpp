// Gaussian kernels and how wide they are: the rules of GraphicsMagick, in double.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lodestone::kernels {

// Wider kernels are refused.
inline constexpr std::uint32_t kWidestKernel = 1000001;

// A sigma that a Gaussian can have: not 0, not so near to it that its square is, and finite.
bool IsUsableSigma(double sigma);

// Samples of a kernel, an odd number. With a radius > 0: that radius rounded up on both sides. Else
// as many as count for something at this quantum depth: along a line, and in a square.
// Nothing when sigma is not usable or there would be more than kWidestKernel.
std::optional<std::uint32_t> KernelWidth1D(double radius, double sigma);
std::optional<std::uint32_t> KernelWidth2D(double radius, double sigma);

// Kernel of BlurImage, which adds up to 1: the Gaussian sampled three times a pixel and binned.
// With a radius <= 0 it grows until its ends are below one quantum step of a white pixel. No wider
// than `widest`, an odd number, whatever the radius. Empty when sigma is not usable.
std::vector<double> BlurKernel(double radius, double sigma, std::uint32_t widest);

// Gaussian sampled once a pixel, which adds up to 1. `width` is odd, sigma usable.
std::vector<double> GaussianKernel(std::uint32_t width, double sigma);

}  // namespace lodestone::kernels
