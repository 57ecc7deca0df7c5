// How the agreement suite calls blurs by kernels that are series of cosines.
#include <cmath>
#include <vector>

#include "tests/agreement/runners.hpp"

namespace lodestone::test {
namespace {

// Wide enough for a series at both depths.
constexpr unsigned kWideRadius = 48;
constexpr const char* kWideBlurs[] = {"blur", "blur", "unsharp", "unsharp-luma"};

double WideSigma(const Case& c) {
  return 16.0 + c.variety % 29;
}

Image* BlurInBorder(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr ConvolveBorder kBorders[] = {EdgeConvolveBorder, MirrorConvolveBorder,
                                         Reflect101ConvolveBorder};
  std::vector<double> taps;
  for (int i = -int{kWideRadius}; i <= int{kWideRadius}; ++i)
    taps.push_back(std::exp(-0.5 * i * i / (WideSigma(c) * WideSigma(c))));
  const ConvolveTaps both{static_cast<unsigned int>(taps.size()), taps.data(), 0.0};
  return SeparableConvolveImage(image, &both, &both, kBorders[c.variety % 3], nullptr, exception);
}

Image* BlurUnweighted(const Image* image, const Case& c, ExceptionInfo* exception) {
  constexpr ChannelType kChannels[] = {AllChannels, AllChannels, GreenChannel, OpacityChannel};
  const double radius = kWideRadius + c.variety % 37;
  switch (c.variety % 4) {
    case 0:
      return BlurImageChannel(image, kChannels[c.variety / 4 % 4], radius, WideSigma(c), exception);
    case 1:
      return BlurInBorder(image, c, exception);
    case 2:
      return UnsharpMaskImage(image, radius, WideSigma(c), 1.7, 0.05, exception);
    default:
      return UnsharpMaskLumaImage(image, radius, WideSigma(c), 0.8, 0.0, exception);
  }
}

// There are no series for colours weighted by alpha.
Image* BlurWidely(const Image* image, const Case& c, ExceptionInfo* exception) {
  const ImagePtr unweighted(CloneImage(image, 0, 0, MagickTrue, exception));
  unweighted->unweighted_colors = MagickTrue;
  return BlurUnweighted(unweighted.get(), c, exception);
}

}  // namespace

Operation BlurringWidely() {
  Operation operation{
      BlurWidely, [](const Case& c) { return std::vector<std::string>{kWideBlurs[c.variety % 4]}; },
      true};
  operation.least_side = [](const Case&) { return 2ul * kWideRadius + 1; };
  operation.kernels = "CosineBlurDown";
  return operation;
}

}  // namespace lodestone::test
