// Colours looked up in a cube, whose colours another image holds.
#include "magick/hclut.h"

#include <cstddef>
#include <optional>

#include "accel/work.hpp"
#include "kernels/lut3d/lut3d_cpu.hpp"
#include "magick/colorspace.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/core/calls/operation.hpp"
#include "magick/pixel_cache.h"
#include "magick/operations/colorspace/color_rule.hpp"
#include "magick/operations/colorspace/in_place.hpp"

namespace lodestone {
namespace {

constexpr char kName[] = "hald-clut";
constexpr char kText[] = "[%s] Applying Hald CLUT...";

kernels::SourceView ViewOf(const PixelPacket* pixels, std::size_t columns, std::size_t rows) {
  return {reinterpret_cast<const kernels::QuantumSample*>(pixels), columns, rows,
          columns * kernels::kChannels};
}

// Few colours, here and now.
void Change(const kernels::SourceView& cube, PixelPacket* colors, std::size_t count) {
  const kernels::DestinationView changed{reinterpret_cast<kernels::QuantumSample*>(colors), count,
                                         1, count * kernels::kChannels};
  kernels::Lut3dBand({ViewOf(colors, count, 1), changed, cube}, 0, 1);
}

// An image of few colours.
MagickPassFail ChangeColorsOf(Image* image, const Image* clut) {
  const PixelPacket* const pixels =
      AcquireImagePixels(clut, 0, 0, clut->columns, clut->rows, &image->exception);
  if (!pixels) return MagickFail;
  const auto change = [cube = ViewOf(pixels, clut->columns, clut->rows)](
                          PixelPacket* colors, std::size_t count) { Change(cube, colors, count); };
  return image->storage_class == PseudoClass ? ChangePalette(image, change)
                                             : ChangeShades(image, kName, change, kText);
}

MagickPassFail ChangePixels(Image* image, const Image* clut) {
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateLut3d);
  work.name = kName;
  return RunOnTwo(image, work, clut, kText);
}

MagickPassFail Apply(Image* image, const Image* clut) {
  if (kernels::Lut3dSize(clut->columns, clut->rows) == 0) {
    ThrowException(&image->exception, OptionError, "hald clut image dimensions are invalid",
                   clut->filename);
    return MagickFail;
  }
  // Pixels that change are not those that are looked up.
  std::optional<ImageHolder> copy;
  if (clut == image) {
    copy.emplace(CloneImage(clut, 0, 0, MagickTrue, &image->exception));
    clut = copy->get();
    if (!clut) return MagickFail;
  }
  if (!IsRGBCompatibleColorspace(image->colorspace) &&
      TransformColorspace(image, RGBColorspace) == MagickFail)
    return MagickFail;
  const bool few = image->storage_class == PseudoClass || HasGreySamples(image);
  const MagickPassFail status = few ? ChangeColorsOf(image, clut) : ChangePixels(image, clut);
  image->is_grayscale = HasGreySamples(image) ? MagickTrue : MagickFalse;
  return status;
}

}  // namespace
}  // namespace lodestone

using namespace lodestone;

MagickPassFail HaldClutImage(Image* image, const Image* clut) {
  if (!image || !clut) return MagickFail;
  return Guard(&image->exception, MagickFail, [&] { return Apply(image, clut); });
}
