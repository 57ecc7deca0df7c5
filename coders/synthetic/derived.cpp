// Images made from other images: PLASMA (clouds over a gradient) and TILE (copies of a file).

#include <string>
#include <utility>

#include "base/owner.hpp"
#include "coders/common/coder.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/constitute.h"
#include "magick/memory.h"
#include "magick/monitor.h"
#include "magick/plasma.h"
#include "magick/random.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

using InfoOwner = Owner<ImageInfo, DestroyImageInfo>;

InfoOwner CopyInfo(const ImageInfo* image_info) {
  InfoOwner info(CloneImageInfo(image_info));
  if (info == nullptr) throw std::bad_alloc();
  DestroyBlobInfo(std::exchange(info->blob, nullptr));
  info->file = nullptr;
  return info;
}

// Runs a reader whose images come from elsewhere; body() returns them.
template <typename Body>
Image* Derive(const ImageInfo* image_info, ExceptionInfo* exception, const Body& body) {
  try {
    return body();
  } catch (const Failure& failure) {
    Report(exception, failure, image_info->filename);
  } catch (const std::bad_alloc&) {
    Report(exception, ResourceLimitError, "Memory allocation failed", image_info->filename);
  }
  return nullptr;
}

bool IsFractal(const ImageInfo* image_info) {
  return LocaleCompare(image_info->filename, "fractal") == 0 ||
         LocaleCompare(image_info->magick, "FRACTAL") == 0;
}

Quantum RandomQuantum() {
  return static_cast<Quantum>(MaxRGBDouble * MagickRandomReal() + 0.5);
}

// Random colours where a fractal starts: in the corners, the centre, and the middle of each side.
void SeedFractal(const Pixels& target, std::size_t rows) {
  for (const std::size_t y : {std::size_t{0}, rows / 2, rows - 1}) {
    for (const std::size_t x : {std::size_t{0}, target.columns / 2, target.columns - 1}) {
      PixelPacket& pixel = target.Row(y)[x];
      pixel.red = RandomQuantum();
      pixel.green = RandomQuantum();
      pixel.blue = RandomQuantum();
    }
  }
}

Image* ReadGradient(const ImageInfo* image_info, bool fractal, ExceptionInfo* exception) {
  const InfoOwner info = CopyInfo(image_info);
  const std::string colors = fractal ? "" : image_info->filename;
  MagickStrlCpy(info->filename, ("gradient:" + colors).c_str(), MaxTextExtent);
  info->magick[0] = '\0';
  Image* gradient = ReadImage(info.get(), exception);
  if (gradient == nullptr) FailAfter(exception, OptionError, "Unable to read image");
  return gradient;
}

void Grow(Image* image) {
  const SegmentInfo whole = {0.0, 0.0, static_cast<double>(image->columns - 1),
                             static_cast<double>(image->rows - 1)};
  for (unsigned long depth = 1; PlasmaImage(image, &whole, 0, depth) == MagickFail; ++depth) {
    if (MagickMonitorFormatted(static_cast<magick_int64_t>(depth), 64, &image->exception,
                               "[%s] Applying image plasma...", image->filename) == MagickFail) {
      Fail(MonitorError, "Operation canceled");
    }
  }
  if (image->exception.severity >= ErrorException) Fail(UndefinedException, "");
}

Image* ReadPlasma(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Derive(image_info, exception, [&] {
    const bool fractal = IsFractal(image_info);
    ImageOwner owner(ReadGradient(image_info, fractal, exception));
    Image* image = owner.get();
    MagickStrlCpy(image->filename, image_info->filename, MaxTextExtent);
    image->storage_class = DirectClass;
    SetShade(image, false, false);
    Pixels target;
    target.columns = image->columns;
    target.pixels = GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception);
    if (target.pixels == nullptr) FailAfter(exception, CacheError, "Unable to get pixels");
    if (fractal) SeedFractal(target, image->rows);
    SyncPixels(image, exception);
    Grow(image);
    return owner.Release();
  });
}

Image* ReadTile(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Derive(image_info, exception, [&] {
    const InfoOwner info = CopyInfo(image_info);
    info->magick[0] = '\0';
    MagickFree(std::exchange(info->size, nullptr));
    RectangleInfo size = {};
    if (image_info->size != nullptr) {
      GetGeometry(image_info->size, &size.x, &size.y, &size.width, &size.height);
    }
    if (size.width == 0 || size.height == 0) Fail(OptionError, "Must specify image size");
    CheckLimits(size.width, size.height);
    const ImageOwner tile(ReadImage(info.get(), exception));
    if (tile.get() == nullptr) FailAfter(exception, OptionError, "Unable to read image");
    Image* image = ConstituteTextureImage(size.width, size.height, tile.get(), exception);
    if (image == nullptr) FailAfter(exception, CacheError, "Unable to allocate pixels");
    return image;
  });
}

}  // namespace

void RegisterDerivedImage() {
  const auto add = [](const char* name, const char* description, DecoderHandler decoder) {
    FormatEntry entry{name, description, name, decoder, nullptr};
    entry.adjoin = false;
    entry.raw = true;
    entry.extension = IgnoreExtensionTreatment;
    RegisterFormat(entry);
  };
  add("FRACTAL", "Plasma fractal image", ReadPlasma);
  add("PLASMA", "Plasma fractal image", ReadPlasma);
  add("TILE", "Tile image with a texture", ReadTile);
}

}  // namespace lodestone::coders
