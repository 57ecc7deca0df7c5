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
};

}  // namespace

std::span<const OperationInfo> Operations() {
  return kOperations;
}

const OperationInfo& GetOperation(MagickAccelerateOperation operation) {
  return kOperations[static_cast<int>(operation) - 1];
}

}  // namespace lodestone::accel
