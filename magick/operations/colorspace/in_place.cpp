#include "magick/operations/colorspace/in_place.hpp"

#include <cstring>

#include "accel/dispatch/explain.hpp"
#include "magick/colormap.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/masked_write.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/core/pixels/pixel_masks.hpp"

namespace lodestone {
namespace {

// The alpha of CMYK images stays where it is. Of a palette, only the colours are taken: it does not
// have those of the pixels that a mask protects.
MagickPassFail MergeMasked(const Image* result, Image* image) {
  if (accel::Explaining()) return MagickPass;
  return WriteThroughMasks(result, image, &image->exception) ? MagickPass : MagickFail;
}

MagickPassFail Run(Image* image, const MagickAccelerateWork& work, unsigned long levels,
                   const char* text, const Image* second = nullptr) {
  ExceptionInfo* const exception = &image->exception;
  if (!SizeIsUsable(image->columns, image->rows, "Unable to change colors of image",
                    "Negative or zero image size", exception))
    return MagickFail;
  OperationRequest request{image, image->columns, image->rows, DirectClass, work.operation, text};
  request.grey_levels = levels;
  request.second = second;
  const bool masked = HasMasks(image);
  request.in_place = !masked;
  const ImageHolder result(MakeDestination(request, exception));
  if (!result.get() || !RunOperation(request, work, result.get(), exception)) return MagickFail;
  if (WroteOverSource(result.get())) {
    RecordPixelChange(image);
    return MagickPass;
  }
  if (masked) return MergeMasked(result.get(), image);
  // One sample a pixel has no alpha.
  if (!work.grey_result && !CopyAlphaIndexes(image, result.get(), exception)) return MagickFail;
  // The result's pixels, wherever they are by now, become the image's.
  image->cache->Take(result.get()->cache->Hold());
  RecordPixelChange(image);
  return MagickPass;
}

}  // namespace

MagickPassFail RunInPlace(Image* image, MagickAccelerateWork work, const char* text) {
  const MagickBool is_grey = image->is_grayscale;
  work.channels = SeparateChannels(image);
  const MagickPassFail status = Run(image, work, 0, text);
  image->is_grayscale = is_grey;
  return status;
}

MagickPassFail RunOnTwo(Image* image, MagickAccelerateWork work, const Image* second,
                        const char* text) {
  const bool has_opacity = HasOpacity(image) || HasOpacity(second);
  work.channels = has_opacity ? MagickAcceleratePlain : MagickAccelerateOpaque;
  const MagickPassFail status = Run(image, work, 0, text, second);
  if (HasGreySamples(image)) image->is_grayscale = MagickTrue;
  return status;
}

MagickPassFail RunToGrey(Image* image, MagickAccelerateWork work, unsigned long levels,
                         const char* text) {
  const bool was_grey = image->is_grayscale != MagickFalse;
  work.channels = MagickAccelerateOpaque;
  work.grey_result = 1;
  if (Run(image, work, levels, text) == MagickFail) return MagickFail;
  if (HasMasks(image)) {
    image->is_grayscale = was_grey ? MagickTrue : MagickFalse;
    return MagickPass;
  }
  if (levels != 0 && !AllocateImageColormap(image, static_cast<unsigned int>(levels)))
    return MagickFail;
  image->is_grayscale = MagickTrue;
  return MagickPass;
}

MagickPassFail ChangePalette(
    Image* image, const std::function<void(PixelPacket* colors, std::size_t count)>& change) {
  if (accel::Explaining()) return MagickPass;
  const MagickBool is_grey = image->is_grayscale;
  change(image->colormap, image->colors);
  const MagickPassFail status = SyncImage(image);
  if (status == MagickFail) return status;
  RecordPixelChange(image);
  image->is_grayscale = is_grey;
  return status;
}

bool HasGreySamples(const Image* image) {
  const StoreReference store = image->cache->Hold();
  return store && store->grey();
}

bool CopyAlphaIndexes(const Image* source, Image* result, ExceptionInfo* exception) {
  if (source->colorspace != CMYKColorspace || !source->matte) return true;
  if (!AcquireImagePixels(source, 0, 0, source->columns, source->rows, exception) ||
      !GetImagePixelsEx(result, 0, 0, result->columns, result->rows, exception))
    return false;
  const IndexPacket* from = AccessImmutableIndexes(source);
  IndexPacket* to = AccessMutableIndexes(result);
  // An image made CMYK by setting only its colorspace field has no indexes.
  if (!from || !to) return true;
  std::memcpy(to, from, sizeof(IndexPacket) * source->columns * source->rows);
  return SyncImagePixelsEx(result, exception) != MagickFail;
}

}  // namespace lodestone
