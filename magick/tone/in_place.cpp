#include "magick/tone/in_place.hpp"

#include "accel/dispatch/explain.hpp"
#include "magick/effects/effect_run.hpp"
#include "magick/operations/operation.hpp"
#include "magick/pixels/pixel_cache.hpp"

namespace lodestone {

MagickPassFail RunInPlace(Image* image, MagickAccelerateWork work, const char* text) {
  ExceptionInfo* const exception = &image->exception;
  if (!SizeIsUsable(image->columns, image->rows, text, "Negative or zero image size", exception))
    return MagickFail;
  const MagickBool is_grey = image->is_grayscale;
  work.channels = HasOpacity(image) ? MagickAcceleratePlain : MagickAccelerateOpaque;
  const OperationRequest request{image,       image->columns, image->rows,
                                 DirectClass, work.operation, text};
  const ImageHolder result(MakeDestination(request, exception));
  if (!result.get() || !RunOperation(request, work, result.get(), exception) ||
      !CopyAlphaIndexes(image, result.get(), exception))
    return MagickFail;
  // The result's pixels, wherever they are by now, become the image's.
  image->cache->Take(result.get()->cache->Hold());
  RecordPixelChange(image);
  image->is_grayscale = is_grey;
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

}  // namespace lodestone
