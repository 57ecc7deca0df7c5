// Functions of the three colours of a pixel.
#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "accel/plugin.h"
#include "magick/image.h"

namespace lodestone {

struct ColorRule {
  MagickAccelerateColorFunction function;
  std::array<float, 20> numbers{};  // as MagickAccelerateColor says
  bool with_opacity = false;        // opacity changes too, in images that have it
};

// Changes the pixels of `image`, or its palette if it has one. The image stays grey where it was:
// the caller knows better.
// `name`: in events. `text`: the monitor's, a printf format that takes the file name.
// MagickFail with image->exception set: memory, no pixels, cancelled; the pixels are as they were.
MagickPassFail ChangeColors(Image* image, const char* name, const ColorRule& rule,
                            const char* text);

// The same for rules whose results are grey, as the image is afterwards. Opaque DirectClass images
// get one sample a pixel.
MagickPassFail ChangeToGrey(Image* image, const char* name, const ColorRule& rule,
                            const char* text);

// Replaces the pixels of a DirectClass image, whatever its samples mean, by one sample each. The
// rule sees the fourth sample as an opacity.
MagickPassFail TakeSample(Image* image, const char* name, const ColorRule& rule, const char* text);

// All four samples of the pixels of a DirectClass image, whatever they mean: the rule sees the
// fourth as an opacity. The result has packets.
MagickPassFail ChangeFour(Image* image, const char* name, const ColorRule& rule, const char* text);

// Of an image of grey samples: each shade becomes what `change` makes of it. They may get colours.
MagickPassFail ChangeShades(
    Image* image, const char* name,
    const std::function<void(PixelPacket* shades, std::size_t count)>& change, const char* text);

}  // namespace lodestone
