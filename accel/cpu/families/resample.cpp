#include "accel/cpu/family.hpp"
#include "kernels/common/finish.hpp"
#include "kernels/resample/cpu/fixed_factor.hpp"
#include "kernels/resample/cpu/resample_cpu.hpp"

namespace lodestone::accel {
namespace {

kernels::ResampleWork ToResampleWork(const MagickAccelerateWork& work) {
  return {work.horizontal,
          work.vertical,
          work.vertical_first != 0,
          work.clamps_intermediate != 0,
          ChannelsOf(work),
          SourceOf(work),
          DestinationOf(work),
          work.linear_light != 0,
          kernels::IsStep(work.finish)};
}

Band ResampleBandOf(const MagickAccelerateWork& work) {
  return [&work, resample = ToResampleWork(work)](std::size_t begin, std::size_t end,
                                                  CpuProgress& progress) {
    std::size_t next = begin;
    return kernels::ResampleBand(resample, begin, end, [&](std::size_t done) {
      if (done > 0) FinishRows(work, next, next + done);
      next += done;
      return progress.Add(done);
    });
  };
}

double ResampleOperationsOf(const MagickAccelerateWork& work) {
  return kernels::ResampleOperations(ToResampleWork(work));
}

Band MinifyBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [&work](std::size_t begin, std::size_t end) {
    kernels::MinifyBand(SourceOf(work), DestinationOf(work), ChannelsOf(work), begin, end);
  });
}

Band MagnifyBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [&work](std::size_t begin, std::size_t end) {
    kernels::MagnifyBand(SourceOf(work), DestinationOf(work), ChannelsOf(work), begin, end);
  });
}

}  // namespace

const CpuFamily kScaleOnCpu = {ResampleBandOf, ResampleOperationsOf};
const CpuFamily kResizeOnCpu = {ResampleBandOf, ResampleOperationsOf};
const CpuFamily kBlurOnCpu = {ResampleBandOf, ResampleOperationsOf};
const CpuFamily kMinifyOnCpu = {MinifyBandOf, NoOperations};
const CpuFamily kMagnifyOnCpu = {MagnifyBandOf, NoOperations};

}  // namespace lodestone::accel
