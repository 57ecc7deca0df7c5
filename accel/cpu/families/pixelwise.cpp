#include "accel/cpu/family.hpp"
#include "kernels/color/color_cpu.hpp"
#include "kernels/composite/composite_cpu.hpp"
#include "kernels/lut3d/lut3d_cpu.hpp"
#include "kernels/noise/noise_cpu.hpp"
#include "kernels/point/point_cpu.hpp"

namespace lodestone::accel {
namespace {

kernels::PointWork ToPointWork(const MagickAccelerateWork& work) {
  const auto table = [&](int sample) {
    return static_cast<const kernels::QuantumSample*>(work.lookup[sample]);
  };
  kernels::PointWork point{
      ToWork(work, work.point), {table(0), table(1), table(2), table(3)}, work.grey_result != 0};
  point.flips = kernels::FindFlips(point);
  point.fill = kernels::FindFill(point);
  return point;
}

Band PointBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [point = ToPointWork(work)](std::size_t begin, std::size_t end) {
    kernels::PointBand(point, begin, end);
  });
}

kernels::ColorWork ToColorWork(const MagickAccelerateWork& work) {
  return {ToWork(work, work.color), work.grey_result != 0};
}

Band ColorBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [color = ToColorWork(work)](std::size_t begin, std::size_t end) {
    kernels::ColorBand(color, begin, end);
  });
}

kernels::CompositeWork ToCompositeWork(const MagickAccelerateWork& work) {
  return {ToWork(work, work.composition), ViewOf(work.second)};
}

Band CompositeBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [composite = ToCompositeWork(work)](std::size_t begin, std::size_t end) {
    kernels::CompositeBand(composite, begin, end);
  });
}

Band NoiseBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [noise = ToWork(work, work.noise)](std::size_t begin, std::size_t end) {
    kernels::NoiseBand(noise, begin, end);
  });
}

// Three samples of each pixel, mostly.
double NoiseOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerPixel = 250;
  return kOperationsPerPixel * double(work.destination.columns) * work.destination.rows;
}

kernels::Lut3dWork ToLut3dWork(const MagickAccelerateWork& work) {
  return {SourceOf(work), DestinationOf(work), ViewOf(work.second)};
}

Band Lut3dBandOf(const MagickAccelerateWork& work) {
  return InSteps(work, [cube = ToLut3dWork(work)](std::size_t begin, std::size_t end) {
    kernels::Lut3dBand(cube, begin, end);
  });
}

double Lut3dOperationsOf(const MagickAccelerateWork& work) {
  constexpr double kOperationsPerPixel = 120;
  return kOperationsPerPixel * double(work.destination.columns) * work.destination.rows;
}

}  // namespace

const CpuFamily kPointOnCpu = {PointBandOf, NoOperations};
const CpuFamily kColorOnCpu = {ColorBandOf, NoOperations};
const CpuFamily kCompositeOnCpu = {CompositeBandOf, NoOperations};
const CpuFamily kNoiseOnCpu = {NoiseBandOf, NoiseOperationsOf};
const CpuFamily kLut3dOnCpu = {Lut3dBandOf, Lut3dOperationsOf};

}  // namespace lodestone::accel
