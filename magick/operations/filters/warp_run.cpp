#include "magick/operations/filters/warp_run.hpp"
#include "magick/core/pixels/inks.hpp"

#include "accel/work.hpp"

namespace lodestone {
bool CheckWarpSides(const EffectCall& effect, unsigned long columns, unsigned long rows) {
  if (!SizeIsUsable(columns, rows, effect.reason, "Negative or zero image size", effect.exception))
    return false;
  if (columns <= kernels::kMaxWarpSide && rows <= kernels::kMaxWarpSide) return true;
  ThrowException(effect.exception, ResourceLimitError, "Image pixel width or height limit exceeded",
                 "a side of a warped image is longer than 8388608 pixels");
  return false;
}

Image* RunWarp(const WarpCall& call, const kernels::WarpPlan& plan) {
  const Image* image = call.effect.image;
  if (image->colorspace == CMYKColorspace && image->matte)
    return call.effect.Refuse("CMYK images with alpha are not supported");
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateWarp);
  work.name = call.name;
  work.channels = WeightedChannels(image);
  accel::SetWarp(plan, call.outside, &work);
  CopySamples(PixelOf(image, call.fill), work.warp.fill);
  if (call.outside == kernels::Border::kConstant)
    CopySamples(PixelOf(image, image->background_color), work.border.constant);
  const OperationRequest request{image,       call.columns,   call.rows,
                                 DirectClass, work.operation, call.text};
  ImageHolder result(MakeDestination(request, call.effect.exception));
  if (!result.get() || !RunOperation(request, work, result.get(), call.effect.exception))
    return nullptr;
  // As in GraphicsMagick: there could be background in it.
  if (image->background_color.opacity != OpaqueOpacity && image->colorspace != CMYKColorspace)
    result.get()->matte = MagickTrue;
  return result.release();
}

}  // namespace lodestone
