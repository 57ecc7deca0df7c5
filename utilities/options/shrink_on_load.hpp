// JPEG files are decoded smaller when the first thing that happens to the image makes it small.
//
// The decoder decides how much smaller (-define jpeg:shrink-on-load=GEOMETRY, which leaves at least
// twice the size to come); here it is told that geometry, and the operation that follows is told
// the size that the image has in its file, from which alone geometries are computed.
#pragma once

#include <span>

#include "utilities/shell/handles.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {

enum class Reading {
  kWhole,
  kHeader  // no pixels, where the format allows it
};

// Reads images to which `first` and then `last` will be applied, options in their order.
ImageList ReadImagesFor(const ImageInfo* info, const std::string& name,
                        std::span<const OptionUse> first, std::span<const OptionUse> last,
                        Reading reading);

// What an image was before it was shrunk on loading; its size for all others.
RectangleInfo SizeInFile(const Image* image);

// True until ForgetSizeInFile for an image that was shrunk.
bool WasShrunkOnLoad(const Image* image);

// To be called on the result of the operation.
void ForgetSizeInFile(Image* image);

}  // namespace lodestone::cli
