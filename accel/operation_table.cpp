#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

// In the order of MagickAccelerateOperation, which starts at 1.
constexpr OperationInfo kOperations[] = {
    {MagickAccelerateScale, "scale", Agreement::kExact},
    {MagickAccelerateResize, "resize", Agreement::kExact},
    {MagickAccelerateSample, "sample", Agreement::kExact},
    {MagickAccelerateMinify, "minify", Agreement::kExact},
    {MagickAccelerateMagnify, "magnify", Agreement::kExact},
    {MagickAccelerateBlur, "blur", Agreement::kExact},
    {MagickAccelerateUnsharp, "unsharp", Agreement::kExact},
    {MagickAccelerateConvolve, "convolve", Agreement::kExact},
    {MagickAccelerateMotionBlur, "motion-blur", Agreement::kExact},
    {MagickAccelerateMedian, "median", Agreement::kExact},
    {MagickAccelerateDespeckle, "despeckle", Agreement::kExact},
    {MagickAccelerateExtend, "extend", Agreement::kExact},
};

}  // namespace

std::span<const OperationInfo> Operations() {
  return kOperations;
}

const OperationInfo& GetOperation(MagickAccelerateOperation operation) {
  return kOperations[static_cast<int>(operation) - 1];
}

const char* ChannelsName(MagickAccelerateChannels channels) {
  switch (channels) {
    case MagickAccelerateWeighted:
      return "alpha";
    case MagickAcceleratePlain:
      return "plain";
    case MagickAccelerateGrey:
      return "grey";
    default:
      return "opaque";
  }
}

}  // namespace lodestone::accel
