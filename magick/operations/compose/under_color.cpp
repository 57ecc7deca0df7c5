// An image over one colour.
#include "magick/composite.h"
#include "magick/core/color/over.hpp"
#include "magick/core/errors/barrier.hpp"
#include "magick/pixel_iterator.h"
#include "magick/core/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

MagickPassFail PutRowOver(void*, const void* color, Image*, PixelPacket* pixels, IndexPacket*,
                          const long count, ExceptionInfo*) {
  const PixelPacket base = *static_cast<const PixelPacket*>(color);
  for (long x = 0; x < count; ++x) {
    pixels[x] = Over(pixels[x], base);
    pixels[x].opacity = OpaqueOpacity;
  }
  return MagickPass;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail MagickCompositeImageUnderColor(Image* image, const PixelPacket* undercolor,
                                              ExceptionInfo* exception) {
  if (!image || !undercolor) return MagickFail;
  const PixelPacket color = *undercolor;  // it may be a field of the image
  const bool covers = !image->matte && HasGreyPixels(image);
  image->storage_class = DirectClass;
  const MagickPassFail status =
      covers ? MagickPass
             : PixelIterateMonoModify(PutRowOver, nullptr, "[%s] Applying undercolor...", nullptr,
                                      &color, 0, 0, image->columns, image->rows, image, exception);
  if (status != MagickFail) image->matte = MagickFalse;
  return status;
}
