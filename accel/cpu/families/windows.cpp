#include <algorithm>

#include "accel/cpu/family.hpp"
#include "kernels/cosine_blur/cosine_blur_cpu.hpp"
#include "kernels/wavelet/wavelet_cpu.hpp"
#include "kernels/window/convolve/convolve_cpu.hpp"
#include "kernels/window/despeckle/despeckle_cpu.hpp"
#include "kernels/window/neighborhood/neighborhood_cpu.hpp"
#include "kernels/window/median/median_cpu.hpp"

namespace lodestone::accel {
namespace {

kernels::BorderedSource ToBorderedSource(const MagickAccelerateWork& work) {
  kernels::BorderedSource source{SourceOf(work), work.border, ChannelsOf(work), {}};
  std::copy_n(work.border.constant, kernels::kChannels, source.constant);
  return source;
}

kernels::ConvolveWork ToConvolveWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), work.taps, DestinationOf(work)};
}

Band ConvolveBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [convolve = ToConvolveWork(work)](std::size_t begin, std::size_t end) {
    kernels::ConvolveBand(convolve, begin, end);
  });
}

double ConvolveOperationsOf(const MagickAccelerateWork& work) {
  return kernels::ConvolveOperations(ToConvolveWork(work));
}

kernels::MedianWork ToMedianWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), work.window, DestinationOf(work),
          work.operation == MagickAccelerateReduceNoise};
}

Band MedianBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [median = ToMedianWork(work)](std::size_t begin, std::size_t end) {
    kernels::MedianBand(median, begin, end);
  });
}

double MedianOperationsOf(const MagickAccelerateWork& work) {
  return kernels::MedianOperations(ToMedianWork(work));
}

Band DespeckleBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [&work](std::size_t begin, std::size_t end) {
    kernels::DespeckleBand(SourceOf(work), DestinationOf(work), ChannelsOf(work), begin, end);
  });
}

double DespeckleOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kHulls = 16, kOperationsPerHull = 2;
  return kHulls * kOperationsPerHull * double(work.source.columns) * work.source.rows *
         SamplesOf(work.channels);
}

kernels::NeighborhoodWork ToNeighborhoodWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), DestinationOf(work), work.neighborhood, work.window,
          FloatsOf(work)};
}

Band NeighborhoodBandOf(const MagickAccelerateWork& work) {
  return [windows = ToNeighborhoodWork(work)](std::size_t begin, std::size_t end,
                                              CpuProgress& progress) {
    kernels::NeighborhoodBand(windows, begin, end, [&progress] { return progress.Add(1); });
    return true;
  };
}

double NeighborhoodOperationsOf(const MagickAccelerateWork& work) {
  return kernels::NeighborhoodOperations(ToNeighborhoodWork(work));
}

kernels::CosineBlurWork ToCosineBlurWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), DestinationOf(work), work.series, FloatsOf(work)};
}

Band CosineBlurBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [series = ToCosineBlurWork(work)](std::size_t begin, std::size_t end) {
    kernels::CosineBlurBand(series, begin, end);
  });
}

double CosineBlurOperationsOf(const MagickAccelerateWork& work) {
  return kernels::CosineBlurOperations(ToCosineBlurWork(work));
}

Band WaveletBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [wavelet = ToWork(work, work.wavelet)](std::size_t begin, std::size_t end) {
    kernels::WaveletBand(wavelet, begin, end);
  });
}

double WaveletOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerLevel = 12;
  return kernels::kWaveletLevels * kOperationsPerLevel * double(work.source.columns) *
         work.source.rows * SamplesOf(work.channels);
}

}  // namespace

const CpuFamily kConvolveOnCpu = {ConvolveBandOf, ConvolveOperationsOf};
const CpuFamily kMedianOnCpu = {MedianBandOf, MedianOperationsOf};
const CpuFamily kDespeckleOnCpu = {DespeckleBandOf, DespeckleOperationsOf,
                                   2 * kernels::kDespeckleReach};
const CpuFamily kNeighborhoodOnCpu = {NeighborhoodBandOf, NeighborhoodOperationsOf};
const CpuFamily kCosineBlurOnCpu = {CosineBlurBandOf, CosineBlurOperationsOf,
                                    kernels::kSeriesRepeatedRows, kernels::kSeriesBlockRows};
const CpuFamily kWaveletOnCpu = {WaveletBandOf, WaveletOperationsOf, 2 * kernels::kWaveletReach};

}  // namespace lodestone::accel
