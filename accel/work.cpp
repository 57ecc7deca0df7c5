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
  work.horizontal = plan.horizontal.view();
  work.vertical = plan.vertical.view();
  return work;
}

void SetWarp(const kernels::WarpPlan& plan, kernels::Border outside, MagickAccelerateWork* work) {
  work->warp = plan.rule;
  work->warp.outside = OutsideOf(outside);
  work->table = {plan.table.data(), static_cast<std::uint32_t>(plan.table.size())};
}

}  // namespace lodestone::accel
