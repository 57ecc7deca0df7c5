// Filters and effects.
#include <algorithm>
#include <limits>

#include "wand/magick/apply.hpp"

using namespace lodestone::wand;

unsigned int MagickBlurImage(MagickWand* wand, const double radius, const double sigma) {
  return Replace(wand, BlurImage, radius, sigma);
}

unsigned int MagickMotionBlurImage(MagickWand* wand, const double radius, const double sigma,
                                   const double angle) {
  return Replace(wand, MotionBlurImage, radius, sigma, angle);
}

unsigned int MagickSharpenImage(MagickWand* wand, const double radius, const double sigma) {
  return Replace(wand, SharpenImage, radius, sigma);
}

unsigned int MagickUnsharpMaskImage(MagickWand* wand, const double radius, const double sigma,
                                    const double amount, const double threshold) {
  return Replace(wand, UnsharpMaskImage, radius, sigma, amount, threshold);
}

unsigned int MagickConvolveImage(MagickWand* wand, const unsigned long order,
                                 const double* kernel) {
  if (kernel == nullptr) return MagickFail;
  return Replace(wand, ConvolveImage, static_cast<unsigned int>(order), kernel);
}

unsigned int MagickAddNoiseImage(MagickWand* wand, const NoiseType noise_type) {
  return Replace(wand, AddNoiseImage, noise_type);
}

unsigned int MagickDespeckleImage(MagickWand* wand) {
  return Replace(wand, DespeckleImage);
}

unsigned int MagickEnhanceImage(MagickWand* wand) {
  return Replace(wand, EnhanceImage);
}

unsigned int MagickMedianFilterImage(MagickWand* wand, const double radius) {
  return Replace(wand, MedianFilterImage, radius);
}

unsigned int MagickReduceNoiseImage(MagickWand* wand, const double radius) {
  return Replace(wand, ReduceNoiseImage, radius);
}

unsigned int MagickCharcoalImage(MagickWand* wand, const double radius, const double sigma) {
  return Replace(wand, CharcoalImage, radius, sigma);
}

unsigned int MagickEdgeImage(MagickWand* wand, const double radius) {
  return Replace(wand, EdgeImage, radius);
}

unsigned int MagickEmbossImage(MagickWand* wand, const double radius, const double sigma) {
  return Replace(wand, EmbossImage, radius, sigma);
}

unsigned int MagickOilPaintImage(MagickWand* wand, const double radius) {
  return Replace(wand, OilPaintImage, radius);
}

unsigned int MagickSpreadImage(MagickWand* wand, const double radius) {
  constexpr double kMost = std::numeric_limits<unsigned int>::max();
  return Replace(wand, SpreadImage,
                 radius > 0 ? static_cast<unsigned int>(std::min(radius, kMost)) : 0U);
}

unsigned int MagickImplodeImage(MagickWand* wand, const double amount) {
  return Replace(wand, ImplodeImage, amount);
}

unsigned int MagickSwirlImage(MagickWand* wand, const double degrees) {
  return Replace(wand, SwirlImage, degrees);
}

unsigned int MagickWaveImage(MagickWand* wand, const double amplitude, const double wave_length) {
  return Replace(wand, WaveImage, amplitude, wave_length);
}

unsigned int MagickAdaptiveThresholdImage(MagickWand* wand, const unsigned long width,
                                          const unsigned long height, const long offset) {
  return Replace(wand, AdaptiveThresholdImage, width, height, static_cast<double>(offset));
}

unsigned int MagickRaiseImage(MagickWand* wand, const unsigned long width,
                              const unsigned long height, const long x, const long y,
                              const unsigned int raise_flag) {
  const RectangleInfo edges{width, height, x, y};
  return Change(wand, RaiseImage, &edges, static_cast<int>(raise_flag));
}

unsigned int MagickClipImage(MagickWand* wand) {
  return Change(wand, ClipImage);
}

unsigned int MagickClipPathImage(MagickWand* wand, const char* pathname,
                                 const unsigned int inside) {
  return Change(wand, ClipPathImage, pathname, inside);
}

unsigned int MagickCompositeImage(MagickWand* wand, const MagickWand* composite_wand,
                                  const CompositeOperator compose, const long x, const long y) {
  if (!HaveImages(wand, composite_wand)) return MagickFail;
  return Change(wand, CompositeImage, compose, composite_wand->image, x, y);
}
