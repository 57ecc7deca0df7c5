// What the operations of magick/effect.h have in common.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/window/border.hpp"
#include "kernels/window/separable_plan.hpp"
#include "kernels/window/taps.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/recent_plans.hpp"
#include "magick/core/calls/operation.hpp"

namespace lodestone {

// What is needed to report a failed effect: its reason is, for example, "Unable to convolve image".
struct EffectCall {
  const Image* image;
  const char* reason;
  ExceptionInfo* exception;
  bool weights = false;  // colours by alpha, where no colour is kept

  // For an operation that keeps these samples.
  MagickAccelerateChannels Channels(std::uint32_t keep) const;

  // Returns nullptr, for the caller to return.
  Image* Refuse(const char* description, ExceptionType severity = OptionError) const;
};

// An image of the source's size from `work`, which is complete except for its channels and pixels.
// `text`: for the monitor, a printf format that takes the file name. NULL with the exception set on
// failure.
Image* RunEffect(const EffectCall& effect, const MagickAccelerateWork& work,
                 const std::string& text);

// A separable convolution whose taps are a series of cosines, and the border they reach into.
struct WideKernel {
  SharedSeries plan;
  kernels::BorderMap map;
};

// None where taps have to be summed one by one.
std::optional<WideKernel> PlanWide(const EffectCall& effect, std::span<const double> across,
                                   std::span<const double> down, kernels::Fold fold,
                                   std::uint32_t keep);

// The work for `kernel`, which must outlive it. In events it has the name of `operation`, which the
// taps would be summed by.
MagickAccelerateWork WideWork(const WideKernel& kernel, MagickAccelerateOperation operation);

// Taps in both directions, divided, and the border.
struct SeparableTaps {
  std::vector<double> across, down;
  kernels::Border border;
  PixelPacket color;  // of a constant border
};

// The samples in `keep` are copied from the source.
Image* RunSeparable(const EffectCall& effect, const SeparableTaps& taps, std::uint32_t keep,
                    const std::string& text);

// A list of taps, over the image and its border: its virtual pixel method, or `color`.
Image* RunTaps(const EffectCall& effect, MagickAccelerateOperation operation,
               const kernels::TapList& taps, const PixelPacket& color, std::uint32_t keep,
               const std::string& text);

// Sets the border: `map`, which must outlive `work`, and the colour if it is constant.
void SetBorder(const kernels::BorderMap& map, kernels::Border border, const PixelPacket& color,
               MagickAccelerateWork* work);

// Makes `made`, which may be NULL, an image of `type`; takes it and returns it, or NULL with the
// exception set.
Image* ToType(const EffectCall& effect, Image* made, ImageType type);
// A copy of the effect's image of `type`.
Image* TypedCopy(const EffectCall& effect, ImageType type);

// The bits of MagickAccelerateFinish.keep for all channels except `channel`.
std::uint32_t KeptSamples(const Image* image, ChannelType channel);
// The same for operations on the three colours: opacity, and K of CMYK images.
std::uint32_t KeptFourth(const Image* image);

// For every entry point: requires an image with pixels and finite numbers; lets no C++ exception
// escape.
template <class Body>
Image* RunEntry(const EffectCall& effect, std::initializer_list<NamedNumber> numbers, Body&& body) {
  return Guard(effect.exception, static_cast<Image*>(nullptr), [&]() -> Image* {
    if (!effect.image ||
        !SizeIsUsable(effect.image->columns, effect.image->rows, effect.reason,
                      "Negative or zero image size", effect.exception) ||
        !AreFinite(numbers, effect.reason, effect.exception))
      return nullptr;
    return body();
  });
}

}  // namespace lodestone
