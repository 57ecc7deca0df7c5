#include "magick/effect.h"
#include "magick/operations/filters/effect_run.hpp"
#include "magick/enhance.h"
#include "magick/fx.h"

namespace lodestone {
namespace {

// `change` made to an image that this call owns, NULL with the exception set if it failed.
template <class Change>
Image* Changed(const EffectCall& effect, Image* image, Change&& change) {
  ImageHolder holder(image);
  if (!image || change(image)) return holder.release();
  CopyException(effect.exception, &image->exception);
  return nullptr;
}

Image* Charcoal(const EffectCall& effect, double radius, double sigma) {
  const auto to_grey = [](Image* image) {
    return SetImageType(image, GrayscaleType) != MagickFail;
  };
  const ImageHolder grey(
      Changed(effect, CloneImage(effect.image, 0, 0, MagickTrue, effect.exception), to_grey));
  if (!grey.get()) return nullptr;
  const ImageHolder edges(EdgeImage(grey.get(), radius, effect.exception));
  if (!edges.get()) return nullptr;
  Image* blurred = BlurImage(edges.get(), radius, sigma, effect.exception);
  return Changed(effect, blurred, [&](Image* image) {
    return NormalizeImage(image) != MagickFail && NegateImage(image, MagickFalse) != MagickFail &&
           to_grey(image);
  });
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

Image* CharcoalImage(const Image* image, const double radius, const double sigma,
                     ExceptionInfo* exception) {
  const EffectCall effect{image, "Unable to draw image", exception};
  return RunEntry(effect, {{"radius", radius}, {"sigma", sigma}},
                  [&] { return Charcoal(effect, radius, sigma); });
}
