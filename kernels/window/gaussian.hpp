// Gaussian kernels and their widths: the rules of GraphicsMagick, in double.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace lodestone::kernels {

// Wider kernels are rejected.
inline constexpr std::uint32_t kMaxKernelWidth = 1000001;

// A usable sigma: finite, not 0, and not so small that its square is 0.
bool IsUsableSigma(double sigma);

// Width of a kernel, an odd number. With a radius > 0: that radius rounded up on both sides.
// Otherwise as many samples as matter at this quantum depth: along a line, and in a square. Empty
// if sigma is not usable or the width would exceed kMaxKernelWidth.
std::optional<std::uint32_t> KernelWidth1D(double radius, double sigma);
std::optional<std::uint32_t> KernelWidth2D(double radius, double sigma);

// Kernel of BlurImage, which adds up to 1: the Gaussian sampled three times a pixel and binned.
// Kernel of BlurImage, normalised: the Gaussian sampled three times per pixel and binned. With a
// radius <= 0 it grows until its ends are below one quantum step of a white pixel. No wider than
// `widest`, an odd number, whatever the radius. Empty if sigma is not usable.
std::vector<double> BlurKernel(double radius, double sigma, std::uint32_t widest);

// Gaussian sampled once per pixel, normalised. `width` is odd, sigma usable.
std::vector<double> GaussianKernel(std::uint32_t width, double sigma);

}  // namespace lodestone::kernels
