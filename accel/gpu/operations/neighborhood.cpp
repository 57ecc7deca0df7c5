#include "accel/gpu/operations/families.hpp"

#include "accel/gpu/operations/border.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel::gpu {
namespace {

const char* KernelOf(MagickAccelerateNeighborhoodFunction function) {
  switch (function) {
#define LS_WINDOW_LOOP(name)   \
  case MagickAccelerate##name: \
    return "Neighborhood" #name "Filter";
#define LS_WINDOW_FUNCTION(name, call) LS_WINDOW_LOOP(name)
#include "kernels/window/neighborhood/window_functions.h"
#undef LS_WINDOW_FUNCTION
#undef LS_WINDOW_LOOP
  }
  return "";
}

KernelPlan PlanNeighborhood(const MagickAccelerateWork& work, const DeviceFacts&) {
  KernelPlan plan;
  plan.key = KeyBySamples(Family::kNeighborhood, work.quantum_depth, work.channels);
  plan.window.kernel = KernelOf(work.neighborhood.function);
  return plan;
}

void EnqueueNeighborhood(const Job& job, const Plane& source, const Plane& destination, Memory*,
                         Rows rows) {
  LaneKernel& kernel = job.session.KernelOf(job.program, job.plan.key, job.plan.window.kernel);
  Launch launch(job.session, kernel, GeometryOf(job, rows, kernel));
  launch.SetPlanes(source, destination);
  SetWindow(launch, job);
  launch.Set(job.work.neighborhood);
  launch.Set(uint32_t{job.work.window});
  launch.Set(uint32_t{job.work.channels == MagickAccelerateOpaque});
  launch.Set(job.tables.weights());
  launch.Enqueue();
}

double PixelsRead(const MagickAccelerateWork& work) {
  const float* numbers = work.neighborhood.numbers;
  if (work.neighborhood.function == MagickAccelerateLocalThreshold ||
      work.neighborhood.function == MagickAccelerateSelectiveBlur)
    return double{numbers[0]} * numbers[1];
  return double(work.window) * work.window;
}

// As many for each pixel that is read.
double NeighborhoodSteps(const MagickAccelerateWork& work) {
  constexpr double kSteps = 4;
  return kSteps * PixelsRead(work) * work.destination.columns * work.destination.rows;
}

constexpr FamilyFunctions kNeighborhoodFamily = {
    PlanNeighborhood,    ProgramsBySamples, BorderSourceRows, NoScratch,
    EnqueueNeighborhood, WindowKernel,      nullptr,          NeighborhoodSteps};

}  // namespace

// clang-format off
const DeviceFamily kNeighborhoodOnDevice = {
#include "kernels/window/neighborhood/neighborhood.cl.inc"
    , &kNeighborhoodFamily, 480};
// clang-format on

}  // namespace lodestone::accel::gpu
