#include "magick/effects/point.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "accel/dispatch/explain.hpp"
#include "accel/work.hpp"
#include "magick/effects/effect_run.hpp"
#include "magick/pixels/pixel_cache.hpp"

namespace lodestone {
namespace {

Quantum Mapped(const PointTable* table, Quantum value) {
  return table ? (*table)[value] : value;
}

MagickAccelerateWork WorkOf(const Image* image, MagickAccelerateOperation operation,
                            const PointTables& tables) {
  MagickAccelerateWork work = accel::PlainWorkRecord(operation);
  work.channels = HasOpacity(image) ? MagickAcceleratePlain : MagickAccelerateOpaque;
  const auto set = [&](std::size_t offset, const PointTable* table) {
    work.point.tables[offset / sizeof(Quantum)] = table ? table->data() : nullptr;
  };
  set(offsetof(PixelPacket, red), tables.red);
  set(offsetof(PixelPacket, green), tables.green);
  set(offsetof(PixelPacket, blue), tables.blue);
  set(offsetof(PixelPacket, opacity), tables.opacity);
  work.point.grey_only = tables.grey_only;
  return work;
}

MagickPassFail ChangePalette(Image* image, const PointTables& tables) {
  if (accel::Explaining()) return MagickPass;
  std::transform(image->colormap, image->colormap + image->colors, image->colormap,
                 [&](const PixelPacket& color) { return tables.Map(color); });
  return SyncImage(image);
}

MagickPassFail ChangePixels(Image* image, MagickAccelerateOperation operation,
                            const PointTables& tables, const char* text) {
  ExceptionInfo* const exception = &image->exception;
  if (!SizeIsUsable(image->columns, image->rows, text, "Negative or zero image size", exception))
    return MagickFail;
  const OperationRequest request{image, image->columns, image->rows, DirectClass, operation, text};
  const ImageHolder result(MakeDestination(request, exception));
  if (!result.get() ||
      !RunOperation(request, WorkOf(image, operation, tables), result.get(), exception) ||
      !CopyAlphaIndexes(image, result.get(), exception))
    return MagickFail;
  // The result's pixels, wherever they are by now, become the image's.
  image->cache->Take(result.get()->cache->Hold());
  return MagickPass;
}

}  // namespace

PixelPacket PointTables::Map(PixelPacket pixel) const {
  if (grey_only && (pixel.red != pixel.green || pixel.green != pixel.blue)) return pixel;
  pixel.red = Mapped(red, pixel.red);
  pixel.green = Mapped(green, pixel.green);
  pixel.blue = Mapped(blue, pixel.blue);
  pixel.opacity = Mapped(opacity, pixel.opacity);
  return pixel;
}

MagickPassFail ChangeSamples(Image* image, MagickAccelerateOperation operation,
                             const PointTables& tables, const char* text) {
  const MagickBool is_grey = image->is_grayscale;
  const MagickPassFail status = image->storage_class == PseudoClass
                                    ? ChangePalette(image, tables)
                                    : ChangePixels(image, operation, tables, text);
  if (status == MagickFail) return status;
  RecordPixelChange(image);
  image->is_grayscale = is_grey;
  return status;
}

}  // namespace lodestone
