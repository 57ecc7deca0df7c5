#include "accel/cpu/work_views.hpp"

#include <algorithm>
#include <iterator>

#include "accel/operation_table.hpp"
#include "accel/pixel_maps.hpp"
#include "accel/series_table.hpp"
#include "kernels/warp/outside.h"

namespace lodestone::accel {
namespace {

using kernels::QuantumSample;

kernels::AxisView ToAxisView(const MagickAccelerateAxis& axis) {
  return {axis.inputs, axis.outputs, axis.max_count, axis.first,
          axis.count,  axis.offset,  axis.weights};
}

kernels::SourceView ToSource(const MagickAcceleratePixels& pixels) {
  return {static_cast<const QuantumSample*>(pixels.data), pixels.columns, pixels.rows,
          pixels.stride_bytes / sizeof(QuantumSample)};
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
  return {ToAxisView(work.horizontal),   ToAxisView(work.vertical), work.vertical_first != 0,
          work.clamps_intermediate != 0, ChannelsOf(work),          SourceOf(work),
          DestinationOf(work),           work.linear_light != 0,    kernels::IsStep(work.finish)};
}

kernels::BorderedSource ToBorderedSource(const MagickAccelerateWork& work) {
  const MagickAccelerateBorder& border = work.border;
  kernels::BorderedSource source{
      SourceOf(work),
      {border.left, border.right, border.top, border.bottom, border.columns, border.rows, {}},
      ChannelsOf(work)};
  std::copy_n(border.constant, kernels::kChannels, source.border.constant);
  return source;
}

kernels::ConvolveWork ToConvolveWork(const MagickAccelerateWork& work) {
  const MagickAccelerateTaps& taps = work.taps;
  return {
      ToBorderedSource(work), {taps.count, taps.dx, taps.dy, taps.weights}, DestinationOf(work)};
}

kernels::PointWork ToPointWork(const MagickAccelerateWork& work) {
  kernels::PointWork point{SourceOf(work), DestinationOf(work), ChannelsOf(work)};
  std::transform(work.point.tables, work.point.tables + kernels::kChannels, point.tables,
                 [](const void* table) { return static_cast<const QuantumSample*>(table); });
  const MagickAcceleratePoint& rule = work.point;
  point.selection = static_cast<kernels::Selection>(rule.selection);
  point.from_intensity = rule.from_intensity != 0;
  point.grey_result = work.grey_result != 0;
  std::copy_n(rule.weights, std::size(rule.weights), point.weights);
  point.low = rule.low;
  point.high = rule.high;
  std::copy_n(rule.color, std::size(rule.color), point.color);
  point.distance = rule.distance;
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

#define LS_WARP_LOOP(number, name) static_assert(MagickAccelerate##name == number);
#define LS_WARP_FUNCTION(number, name, call) LS_WARP_LOOP(number, name)
#include "kernels/warp/place_functions.h"
#undef LS_WARP_FUNCTION
#undef LS_WARP_LOOP
static_assert(MagickAccelerateOutsideEdge == LS_OUTSIDE_EDGE);
static_assert(MagickAccelerateOutsideMirror == LS_OUTSIDE_MIRROR);
static_assert(MagickAccelerateOutsideTile == LS_OUTSIDE_TILE);
static_assert(MagickAccelerateOutsideConstant == LS_OUTSIDE_CONSTANT);

kernels::WarpWork ToWarpWork(const MagickAccelerateWork& work) {
  const MagickAccelerateWarp& from = work.warp;
  kernels::WarpWork warp{SourceOf(work),
                         DestinationOf(work),
                         ChannelsOf(work),
                         static_cast<kernels::WarpFunction>(from.function),
                         static_cast<int>(from.outside),
                         from.numbers,
                         from.whole,
                         from.table,
                         {},
                         {}};
  std::copy_n(work.border.constant, kernels::kChannels, warp.constant);
  std::copy_n(from.fill, kernels::kChannels, warp.fill);
  return warp;
}

kernels::ShearWork ToShearWork(const MagickAccelerateWork& work) {
  const MagickAccelerateShearRule& rule = work.shear;
  kernels::ShearWork shear{SourceOf(work),
                           DestinationOf(work),
                           ChannelsOf(work),
                           rule.of_columns != 0,
                           rule.source_column,
                           rule.source_row,
                           rule.column,
                           rule.row,
                           {rule.area_column, rule.area_row, rule.area_columns, rule.area_rows},
                           rule.lines,
                           {}};
  std::copy_n(work.border.constant, kernels::kChannels, shear.constant);
  return shear;
}

kernels::SeriesWork ToSeriesWork(const MagickAccelerateWork& work) {
  const MagickAccelerateSeriesRule& rule = work.series;
  const float* const across = work.table.entries;
  const float* const down = across + SeriesTable(work).down;
  return {ToBorderedSource(work),
          rule.terms,
          {rule.reach[0], across},
          {rule.reach[1], down},
          DestinationOf(work)};
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
          work.table.entries};
}

kernels::HistogramWork ToHistogramWork(const MagickAccelerateWork& work) {
  return {SourceOf(work), DestinationOf(work), ChannelsOf(work)};
}

}  // namespace lodestone::accel
