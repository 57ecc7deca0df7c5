// Moving the colours of a colour map on.
#include "magick/core/color/colormap.hpp"
#include "magick/pixel_iterator.h"

namespace {

// The index that comes `amount` after this one, around the end.
IndexPacket Cycled(long index, long amount, long colors) {
  const long moved = (index + amount) % colors;
  return static_cast<IndexPacket>(moved < 0 ? moved + colors : moved);
}

MagickPassFail CycleRow(void*, const void* data, Image* image, PixelPacket* pixels,
                        IndexPacket* indexes, const long count, ExceptionInfo*) {
  const int amount = *static_cast<const int*>(data);
  for (long i = 0; indexes != nullptr && i < count; ++i) {
    indexes[i] = Cycled(indexes[i], amount, static_cast<long>(image->colors));
    const PixelPacket& color = image->colormap[indexes[i]];
    pixels[i].red = color.red;
    pixels[i].green = color.green;
    pixels[i].blue = color.blue;
  }
  return indexes == nullptr ? MagickFail : MagickPass;
}

}  // namespace

MagickPassFail CycleColormapImage(Image* image, const int amount) {
  if (image == nullptr) return MagickFail;
  const unsigned is_grayscale = image->is_grayscale, is_monochrome = image->is_monochrome;
  if (image->storage_class == DirectClass && SetImageType(image, PaletteType) == MagickFail)
    return MagickFail;
  if (!lodestone::NeedsColormap(image) || image->colors == 0) return MagickFail;
  const MagickPassFail status =
      PixelIterateMonoModify(CycleRow, nullptr, "[%s] Cycle colormap...", nullptr, &amount, 0, 0,
                             image->columns, image->rows, image, &image->exception);
  image->is_grayscale = is_grayscale;
  image->is_monochrome = is_monochrome;
  return status;
}
