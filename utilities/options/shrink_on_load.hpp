// JPEG files are decoded at a smaller size when the first operation reduces the image.
//
// The decoder chooses the size (-define jpeg:shrink-on-load=GEOMETRY, which leaves at least twice
// the final size); here it is given that geometry, and the operation that follows is given the size
// of the image in its file, which is what geometries are relative to.
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

// The number of pixels of the images that ReadImagesFor would return, and the size of the first;
// all zero when they cannot be read. Silent.
struct LoadedSize {
  unsigned long columns = 0, rows = 0;
  unsigned long long pixels = 0;

  bool operator==(const LoadedSize&) const = default;
};
LoadedSize SizeAfterLoading(const ImageInfo* info, const std::string& name,
                            std::span<const OptionUse> uses);

// The size of an image before it was shrunk on loading; its own size for all others.
RectangleInfo SizeInFile(const Image* image);

// True until ClearSizeInFile for an image that was shrunk.
bool WasShrunkOnLoad(const Image* image);

// Call this on the result of the operation.
void ClearSizeInFile(Image* image);

}  // namespace lodestone::cli
