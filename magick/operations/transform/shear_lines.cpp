#include "magick/operations/transform/shear_lines.hpp"
#include "magick/core/pixels/inks.hpp"

#include <cstdint>
#include <vector>

#include "accel/work.hpp"
#include "kernels/shear/shear_plan.hpp"
#include "magick/core/calls/operation.hpp"

namespace lodestone {
namespace {

// What comes in from outside may be transparent.
MagickAccelerateChannels ChannelsFor(const Image* image) {
  const MagickAccelerateChannels channels = WeightedChannels(image);
  const bool outside = image->background_color.opacity != OpaqueOpacity;
  return channels == MagickAccelerateOpaque && outside ? MagickAccelerateWeighted : channels;
}

std::int32_t Place(long at) {
  return static_cast<std::int32_t>(at);
}

}  // namespace

Image* ShearLines(const Image* image, const ShearCall& call, ExceptionInfo* exception) {
  const std::vector<std::int32_t> lines =
      kernels::PlanLines(call.of_columns ? call.area.width : call.area.height, call.slope);
  MagickAccelerateWork work = accel::PlainWorkRecord(MagickAccelerateShear);
  work.channels = ChannelsFor(image);
  work.shear = {call.of_columns,      Place(call.x),           Place(call.y),
                Place(call.result.x), Place(call.result.y),    Place(call.area.x),
                Place(call.area.y),   Narrow(call.area.width), Narrow(call.area.height)};
  work.table = {lines.data(), static_cast<std::uint32_t>(lines.size())};
  CopySamples(PixelOf(image, image->background_color), work.border.constant);
  const OperationRequest request{
      image,       call.result.width, call.result.height,
      DirectClass, work.operation,    call.of_columns ? "[%s] Y Shear..." : "[%s] X Shear..."};
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get() || !RunOperation(request, work, result.get(), exception)) return nullptr;
  if (image->background_color.opacity != OpaqueOpacity && !HasOpacity(image))
    result.get()->matte = MagickTrue;
  return result.release();
}

}  // namespace lodestone
