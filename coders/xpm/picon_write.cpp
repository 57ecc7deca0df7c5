// Personal icons: X pixmaps of at most 48x48 pixels, in the colours of the collections of such
// icons.
#include <cstdint>

#include "coders/common/samples.hpp"
#include "coders/xpm/xpm.hpp"
#include "magick/quantize.h"
#include "magick/resize.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr char kGeometry[] = "48x48>";
constexpr char kBackground[] = "grey75";  // of those icons, which have no transparency

constexpr std::uint32_t kColors[] = {0x000000, 0x2f4f4f, 0x708090, 0x7e7e7e, 0xdcdcdc, 0xffffff,
                                     0x000080, 0x0000ff, 0x1e90ff, 0x87ceeb, 0xe6e6fa, 0x00ffff,
                                     0x800080, 0xb22222, 0x2e8b57, 0x32cd32, 0x00ff00, 0x98fb98,
                                     0xff00ff, 0xff0000, 0xff6347, 0xffa500, 0xffd700, 0xffff00,
                                     0xee82ee, 0xa0522d, 0xcd853f, 0xd2b48c, 0xf5deb3, 0xfffacd};
constexpr std::uint32_t kShades[] = {0x000000, 0x121212, 0x212121, 0x333333, 0x454545, 0x545454,
                                     0x666666, 0x787878, 0x878787, 0x999999, 0xababab, 0xbababa,
                                     0xcccccc, 0xdedede, 0xededed, 0xffffff};

// An image that has each colour once.
Image* MapOf(std::span<const std::uint32_t> colors, ExceptionInfo* exception) {
  Image* const map = AllocateImage(nullptr);
  if (map == nullptr) throw std::bad_alloc();
  ImageOwner owner(map);
  map->columns = colors.size();
  map->rows = 1;
  const Pixels target = NewPixels(map, exception);
  for (std::size_t i = 0; i < colors.size(); ++i) {
    PixelPacket& pixel = target.pixels[i];
    pixel.red = QuantumFromByte(colors[i] >> 16);
    pixel.green = QuantumFromByte(colors[i] >> 8 & 0xff);
    pixel.blue = QuantumFromByte(colors[i] & 0xff);
    pixel.opacity = OpaqueOpacity;
  }
  SyncPixels(map, exception);
  return owner.Release();
}

Image* SmallCopy(Image* image) {
  long x = 0, y = 0;
  unsigned long columns = image->columns, rows = image->rows;
  GetMagickGeometry(kGeometry, &x, &y, &columns, &rows);
  Image* const small = ThumbnailImage(image, columns, rows, &image->exception);
  if (small == nullptr)
    FailAfter(&image->exception, ResourceLimitError, "Unable to resize the image");
  return small;
}

}  // namespace

unsigned int WritePicon(const ImageInfo* image_info, Image* image) {
  return Encode(image_info, image, [&] {
    ToRgb(image);
    const bool shades =
        image_info->type != TrueColorType &&
        Analyze(image, image_info->type == OptimizeType, &image->exception).grayscale;
    const ImageOwner icon(SmallCopy(image));
    const ImageOwner map(
        MapOf(shades ? std::span<const std::uint32_t>(kShades) : kColors, &image->exception));
    if (MapImage(icon.get(), map.get(), image_info->dither) == MagickFail) {
      CopyException(&image->exception, &icon.get()->exception);
      FailAfter(&image->exception, CoderError, "Unable to reduce the image to a palette");
    }
    PutXpm(icon.get(), kBackground, image);
  });
}

}  // namespace lodestone::coders
