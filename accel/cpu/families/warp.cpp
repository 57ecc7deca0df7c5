#include <algorithm>

#include "accel/cpu/family.hpp"
#include "accel/pixel_maps.hpp"
#include "kernels/remap/remap_cpu.hpp"
#include "kernels/shear/shear_cpu.hpp"
#include "kernels/warp/arc.h"
#include "kernels/warp/warp_cpu.hpp"

namespace lodestone::accel {
namespace {

kernels::RemapWork ToRemapWork(const MagickAccelerateWork& work) {
  const PixelMaps maps = MapsOf(work);
  kernels::RemapWork rearrange{SourceOf(work), DestinationOf(work), ChannelsOf(work), maps.columns,
                               maps.rows};
  std::copy_n(maps.constant, kernels::kChannels, rearrange.constant);
  return rearrange;
}

Band RemapBandOf(const MagickAccelerateWork& work) {
  const kernels::RemapWork rearrange = ToRemapWork(work);
  return InSteps(
      work,
      [rearrange, runs = kernels::FindRuns(rearrange.columns, work.destination.columns)](
          std::size_t begin, std::size_t end) { kernels::RemapBand(rearrange, runs, begin, end); });
}

Band TransposeBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [rearrange = ToRemapWork(work)](std::size_t begin, std::size_t end) {
    kernels::TransposeBand(rearrange, begin, end);
  });
}

kernels::WarpWork ToWarpWork(const MagickAccelerateWork& work) {
  kernels::WarpWork warp{ToWork(work, work.warp), FloatsOf(work), {}, {}};
  std::copy_n(work.border.constant, kernels::kChannels, warp.constant);
  std::copy_n(work.warp.fill, kernels::kChannels, warp.fill);
  return warp;
}

Band WarpBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [warp = ToWarpWork(work)](std::size_t begin, std::size_t end) {
    kernels::WarpBand(warp, begin, end);
  });
}

double WarpOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerPixel = 60, kOperationsPerAngle = 10;
  const double each = work.warp.function == MagickAccelerateArc
                          ? kOperationsPerAngle * work.table.count / LS_ARC_ENTRIES
                          : kOperationsPerPixel;
  return each * double(work.destination.columns) * work.destination.rows;
}

kernels::ShearWork ToShearWork(const MagickAccelerateWork& work) {
  kernels::ShearWork shear{
      ToWork(work, work.shear), static_cast<const std::int32_t*>(work.table.entries), {}};
  std::copy_n(work.border.constant, kernels::kChannels, shear.constant);
  return shear;
}

Band ShearBandOf(const MagickAccelerateWork& work) {
  const kernels::ShearWork shear = ToShearWork(work);
  return InSteps(
      work, [shear, columns = kernels::PrepareShear(shear)](std::size_t begin, std::size_t end) {
        kernels::ShearBand(shear, columns, begin, end);
      });
}

double ShearOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerSample = 12;
  return kOperationsPerSample * SamplesOf(work.channels) * work.destination.columns *
         work.destination.rows;
}

}  // namespace

const CpuFamily kRemapOnCpu = {RemapBandOf, NoOperations};
const CpuFamily kTransposeOnCpu = {TransposeBandOf, NoOperations, 0, kernels::kTransposeRows};
const CpuFamily kWarpOnCpu = {WarpBandOf, WarpOperationsOf};
const CpuFamily kShearOnCpu = {ShearBandOf, ShearOperationsOf};

}  // namespace lodestone::accel
