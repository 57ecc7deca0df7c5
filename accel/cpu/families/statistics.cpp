#include "accel/cpu/family.hpp"
#include "kernels/statistics/statistics_cpu.hpp"

namespace lodestone::accel {
namespace {

kernels::HistogramWork ToHistogramWork(const MagickAccelerateWork& work) {
  return {SourceOf(work), DestinationOf(work), ChannelsOf(work)};
}

// One row of the result after the other.
template <class Row>
Band RowByRow(Row row) {
  return [row](std::size_t begin, std::size_t end, CpuProgress& progress) {
    for (std::size_t y = begin; y < end; ++y) {
      row(y);
      if (!progress.Add(1)) break;
    }
    return true;
  };
}

Band HistogramBandOf(const MagickAccelerateWork& work) {
  return RowByRow([histogram = ToHistogramWork(work)](std::size_t part) {
    kernels::HistogramPart(histogram, part);
  });
}

double HistogramOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerSample = 6;
  return kOperationsPerSample * double(work.source.columns) * work.source.rows *
         SamplesOf(work.channels);
}

Band BoundsBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [bounds = ToWork(work, work.bounds)](std::size_t begin, std::size_t end) {
    kernels::BoundsBand(bounds, begin, end);
  });
}

}  // namespace

const CpuFamily kHistogramOnCpu = {HistogramBandOf, HistogramOperationsOf};
const CpuFamily kBoundsOnCpu = {BoundsBandOf, NoOperations};

}  // namespace lodestone::accel
