#include "accel/cpu/work_views.hpp"

#include <algorithm>
#include <iterator>

#include "accel/operation_table.hpp"
#include "accel/pixel_maps.hpp"

namespace lodestone::accel {
namespace {

using kernels::QuantumSample;

kernels::SourceView ToSource(const MagickAcceleratePixels& pixels) {
  return {static_cast<const QuantumSample*>(pixels.data), pixels.columns, pixels.rows,
          pixels.stride_bytes / sizeof(QuantumSample)};
}

const float* FloatsOf(const MagickAccelerateWork& work) {
  return static_cast<const float*>(work.table.entries);
}

}  // namespace

kernels::Channels ChannelsOf(const MagickAccelerateWork& work) {
  return static_cast<kernels::Channels>(work.channels);
}

kernels::SourceView SourceOf(const MagickAccelerateWork& work) {
  return ToSource(work.source);
}

kernels::DestinationView DestinationOf(const MagickAccelerateWork& work) {
  return {static_cast<QuantumSample*>(work.destination.data), work.destination.columns,
          work.destination.rows, work.destination.stride_bytes / sizeof(QuantumSample)};
}

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

kernels::BorderedSource ToBorderedSource(const MagickAccelerateWork& work) {
  kernels::BorderedSource source{SourceOf(work), work.border, ChannelsOf(work), {}};
  std::copy_n(work.border.constant, kernels::kChannels, source.constant);
  return source;
}

kernels::ConvolveWork ToConvolveWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), work.taps, DestinationOf(work)};
}

kernels::PointWork ToPointWork(const MagickAccelerateWork& work) {
  const auto table = [&](int sample) {
    return static_cast<const QuantumSample*>(work.lookup[sample]);
  };
  kernels::PointWork point{
      ToWork(work, work.point), {table(0), table(1), table(2), table(3)}, work.grey_result != 0};
  point.flips = kernels::FindFlips(point);
  point.fill = kernels::FindFill(point);
  return point;
}

kernels::ColorWork ToColorWork(const MagickAccelerateWork& work) {
  return {ToWork(work, work.color), work.grey_result != 0};
}

kernels::CompositeWork ToCompositeWork(const MagickAccelerateWork& work) {
  return {ToWork(work, work.composition), ToSource(work.second)};
}

kernels::CubeWork ToCubeWork(const MagickAccelerateWork& work) {
  return {SourceOf(work), DestinationOf(work), ToSource(work.second)};
}

kernels::WarpWork ToWarpWork(const MagickAccelerateWork& work) {
  kernels::WarpWork warp{ToWork(work, work.warp), FloatsOf(work), {}, {}};
  std::copy_n(work.border.constant, kernels::kChannels, warp.constant);
  std::copy_n(work.warp.fill, kernels::kChannels, warp.fill);
  return warp;
}

kernels::ShearWork ToShearWork(const MagickAccelerateWork& work) {
  kernels::ShearWork shear{
      ToWork(work, work.shear), static_cast<const std::int32_t*>(work.table.entries), {}};
  std::copy_n(work.border.constant, kernels::kChannels, shear.constant);
  return shear;
}

kernels::SeriesWork ToSeriesWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), DestinationOf(work), work.series, FloatsOf(work)};
}

kernels::RearrangeWork ToRearrangeWork(const MagickAccelerateWork& work) {
  const PixelMaps maps = MapsOf(work);
  kernels::RearrangeWork rearrange{SourceOf(work), DestinationOf(work), ChannelsOf(work),
                                   maps.columns, maps.rows};
  std::copy_n(maps.constant, kernels::kChannels, rearrange.constant);
  return rearrange;
}

kernels::WindowsWork ToWindowsWork(const MagickAccelerateWork& work) {
  return {ToBorderedSource(work), DestinationOf(work), work.neighborhood, work.window,
          FloatsOf(work)};
}

kernels::HistogramWork ToHistogramWork(const MagickAccelerateWork& work) {
  return {SourceOf(work), DestinationOf(work), ChannelsOf(work)};
}

}  // namespace lodestone::accel
