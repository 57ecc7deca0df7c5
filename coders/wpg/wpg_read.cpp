#include "base/owner.hpp"
#include "coders/common/palette_rows.hpp"
#include "coders/common/samples.hpp"
#include "coders/wpg/wpg.hpp"
#include "magick/shear.h"

namespace lodestone::coders {
namespace {

void Describe(const WpgBitmap& bitmap, Image* image) {
  image->columns = bitmap.columns;
  image->rows = bitmap.rows;
  image->depth = bitmap.bits == 1 ? 1 : 8;
  if (bitmap.x_density > 0 && bitmap.y_density > 0) {
    image->units = PixelsPerInchResolution;
    image->x_resolution = bitmap.x_density;
    image->y_resolution = bitmap.y_density;
  }
  CheckLimits(image);
  if (bitmap.bits > 8) return;
  const std::size_t colors = std::size_t{1} << bitmap.bits;
  MakeColormap(image, colors);
  if (bitmap.shades) return SetShade(image, true, bitmap.bits == 1);
  std::copy_n(bitmap.palette.begin(), colors, image->colormap);
}

void Decode(const WpgBitmap& bitmap, std::size_t row_bytes, const WpgPutRow& put) {
  if (bitmap.coding == WpgBitmap::Coding::kRuns1)
    return DecodeWpg1(bitmap.bytes, row_bytes, bitmap.rows, put);
  if (bitmap.coding == WpgBitmap::Coding::kRuns2)
    return DecodeWpg2(bitmap.bytes, row_bytes, bitmap.rows, put);
  ByteCursor cursor(bitmap.bytes);
  for (std::size_t y = 0; y < bitmap.rows; ++y) put(cursor.Take(row_bytes).data());
}

void Mirror(const WpgBitmap& bitmap, const Pixels& pixels) {
  for (std::size_t y = 0; y < bitmap.rows && bitmap.flop; ++y) {
    std::reverse(pixels.Row(y), pixels.Row(y + 1));
    if (pixels.indexes != nullptr) std::reverse(pixels.IndexRow(y), pixels.IndexRow(y + 1));
  }
  for (std::size_t y = 0; y < bitmap.rows / 2 && bitmap.flip; ++y) {
    const std::size_t other = bitmap.rows - 1 - y;
    std::swap_ranges(pixels.Row(y), pixels.Row(y + 1), pixels.Row(other));
    if (pixels.indexes != nullptr)
      std::swap_ranges(pixels.IndexRow(y), pixels.IndexRow(y + 1), pixels.IndexRow(other));
  }
}

// Gives the image the pixels of itself turned.
void Rotate(unsigned degrees, Image* image, ExceptionInfo* exception) {
  const Owner<Image, DestroyImage> turned(RotateImage(image, degrees, exception));
  if (turned == nullptr) FailAfter(exception, ResourceLimitError, "Unable to rotate the image");
  image->columns = turned->columns;
  image->rows = turned->rows;
  image->storage_class = turned->storage_class;
  image->matte = turned->matte;
  const ConstPixels source = AllPixels(turned.get(), exception);
  const Pixels target = NewPixels(image, exception);
  const std::size_t count = std::size_t{image->columns} * image->rows;
  std::copy_n(source.pixels, count, target.pixels);
  if (source.indexes != nullptr && target.indexes != nullptr)
    std::copy_n(source.indexes, count, target.indexes);
  SyncPixels(image, exception);
}

void ReadPixels(const WpgBitmap& bitmap, Image* image, ExceptionInfo* exception) {
  const std::size_t row_bytes = PackedBytes(bitmap.columns, bitmap.bits);
  const Pixels target = NewPixels(image, exception);
  PaletteRows indexes(image, target);
  std::vector<std::uint8_t> values(bitmap.columns);
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  std::size_t y = 0;
  Decode(bitmap, row_bytes, [&](const std::uint8_t* row) {
    if (bitmap.bits == 24) {
      ImportRow({Channels::kRgb, 1}, row, bitmap.columns, target.Row(y), nullptr, nullptr);
    } else {
      UnpackBits(row, bitmap.bits, bitmap.columns, values.data());
      indexes.Put(y, values.data());
    }
    progress.Tick(y++);
  });
  Mirror(bitmap, target);
  SyncPixels(image, exception);
  if (bitmap.degrees % 360 != 0) Rotate(bitmap.degrees, image, exception);
}

}  // namespace

Image* ReadWpg(const ImageInfo* image_info, ExceptionInfo* exception) {
  return coders::Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    WpgFile file(WholeBlob(image));
    WpgBitmap bitmap;
    if (!file.Next(bitmap)) Fail(CorruptImageError, "Image file does not contain any image data");
    while (true) {
      Describe(bitmap, image);
      if (image_info->ping == MagickFalse)
        ReadPixels(bitmap, image, exception);
      else if (bitmap.degrees % 180 == 90)
        std::swap(image->columns, image->rows);
      if (IsLastWanted(image_info, image) || !file.Next(bitmap)) break;
      image = NextImage(image_info, image);
    }
  });
}

}  // namespace lodestone::coders
