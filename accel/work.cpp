#include "accel/work.hpp"

#include <algorithm>
#include <iterator>

#include "accel/operation_table.hpp"

namespace lodestone::accel {

namespace {

// Only convolutions reflect about the edge pixels.
MagickAccelerateOutside OutsideOf(kernels::Border border) {
  switch (border) {
    case kernels::Border::kConstant:
      return MagickAccelerateOutsideConstant;
    case kernels::Border::kMirror:
    case kernels::Border::kReflect101:
      return MagickAccelerateOutsideMirror;
    case kernels::Border::kTile:
      return MagickAccelerateOutsideTile;
    default:
      return MagickAccelerateOutsideEdge;
  }
}

}  // namespace

static_assert(kernels::kConstantPixel == MAGICK_ACCELERATE_CONSTANT);

MagickAccelerateAxis ToAxis(const kernels::AxisTable& table) {
  return {table.inputs(),        table.outputs(),
          table.max_count(),     static_cast<std::uint32_t>(table.weights().size()),
          table.first().data(),  table.count().data(),
          table.offset().data(), table.weights().data()};
}

MagickAccelerateWork PlainWorkRecord(MagickAccelerateOperation operation) {
  MagickAccelerateWork work{};
  work.struct_size = sizeof work;
  work.operation = operation;
  work.quantum_depth = LS_QUANTUM_DEPTH;
  return work;
}

MagickAccelerateWork ResampleWorkRecord(MagickAccelerateOperation operation,
                                        const kernels::ResamplePlan& plan,
                                        MagickAccelerateChannels channels) {
  MagickAccelerateWork work = PlainWorkRecord(operation);
  work.channels = channels;
  work.vertical_first = plan.vertical_first;
  work.clamps_intermediate = GetOperation(operation).clamps_intermediate;
  work.horizontal = ToAxis(plan.horizontal);
  work.vertical = ToAxis(plan.vertical);
  return work;
}

MagickAccelerateTaps ToTaps(const kernels::TapList& taps) {
  return {static_cast<std::uint32_t>(taps.weights.size()), taps.dx.data(), taps.dy.data(),
          taps.weights.data(), taps.order};
}

void SetWarp(const kernels::WarpPlan& plan, kernels::Border outside, MagickAccelerateWork* work) {
  work->warp = plan.rule;
  work->warp.outside = OutsideOf(outside);
  work->table = {plan.table.data(), static_cast<std::uint32_t>(plan.table.size())};
}

MagickAccelerateBorder ToBorder(const kernels::BorderMap& border) {
  return {border.left,           border.right,       border.top, border.bottom,
          border.columns.data(), border.rows.data(), {}};
}

}  // namespace lodestone::accel
