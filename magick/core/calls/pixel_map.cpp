#include "magick/core/calls/pixel_map.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <stdexcept>

#include "accel/work.hpp"
#include "base/thread_pool.hpp"
#include "kernels/remap/remap_cpu.hpp"
#include "magick/log.h"
#include "magick/core/calls/operation.hpp"
#include "magick/core/pixels/pixel_cache.hpp"
#include "magick/resource.h"

namespace lodestone {

namespace {

constexpr char kUnable[] = "Unable to transform image";
constexpr char kNoPixels[] = "Negative or zero image size";

bool NamesConstant(const AxisMap& map) {
  return std::find(map.begin(), map.end(), kernels::kConstantPixel) != map.end();
}

void CopyIndexes(const kernels::RemapWork& work, bool transposed) {
  const auto columns = work.destination.columns;
  const auto runs =
      transposed ? std::vector<kernels::PixelRun>() : kernels::FindRuns(work.columns, columns);
  const std::size_t grain =
      (accel::RowsPerTask(columns) / kernels::kTransposeRows + 1) * kernels::kTransposeRows;
  accel::ParallelBands(work.destination.rows, grain, [&](std::size_t begin, std::size_t end) {
    if (transposed) {
      kernels::TransposeBand(work, begin, end);
    } else {
      kernels::RemapBand(work, runs, begin, end);
    }
  });
}

// Sizes that callers have set by hand are refused before memory is filled for them.
AxisMap NewMap(unsigned long count) {
  const auto longest =
      std::max(GetMagickResourceLimit(WidthResource), GetMagickResourceLimit(HeightResource));
  // Intermediate images may be larger than the limits for images.
  constexpr magick_int64_t kIntermediate = 8;
  if (count / kIntermediate > static_cast<std::uint64_t>(longest))
    throw std::length_error("the image is too large");
  return AxisMap(count, kernels::kConstantPixel);
}

MagickAccelerateWork WorkFor(const Image* source, const PixelMap& map) {
  MagickAccelerateWork work =
      accel::PlainWorkRecord(map.transposed ? MagickAccelerateTranspose : MagickAccelerateRemap);
  work.channels = SeparateChannels(source);
  work.maps = {map.columns.data(), map.rows.data(), {}};
  CopySamples(map.constant, work.maps.constant);
  return work;
}

}  // namespace

AxisMap Ascending(unsigned long first, unsigned long count) {
  AxisMap map = NewMap(count);
  std::iota(map.begin(), map.end(), Narrow(first));
  return map;
}

AxisMap Reversed(unsigned long size) {
  AxisMap map = NewMap(size);
  std::iota(map.rbegin(), map.rend(), 0u);
  return map;
}

AxisMap Placed(unsigned long size, long offset, unsigned long count) {
  AxisMap map = NewMap(count);
  const long long length = static_cast<long long>(size), end = static_cast<long long>(count);
  // Further away there is nothing either, and sums could overflow.
  const long long first = std::clamp<long long>(offset, -length, end);
  const long long from = std::max(first, 0ll), to = std::clamp(first + length, from, end);
  std::iota(map.begin() + from, map.begin() + to, static_cast<std::uint32_t>(from - first));
  return map;
}

bool MapIndexes(const Image* source, Image* destination, const PixelMap& map,
                ExceptionInfo* exception) {
  if (!HasIndexes(source) || !HasIndexes(destination) || HasGreyPixels(destination)) return true;
  const unsigned int grayscale = destination->is_grayscale;  // which indexes do not change
  const bool acquired =
      AcquireImagePixels(source, 0, 0, source->columns, source->rows, exception) != nullptr;
  const IndexPacket* from = acquired ? AccessImmutableIndexes(source) : nullptr;
  const bool got = from && GetImagePixelsEx(destination, 0, 0, destination->columns,
                                            destination->rows, exception) != nullptr;
  IndexPacket* to = got ? AccessMutableIndexes(destination) : nullptr;
  if (!to) return false;
  CopyIndexes({{from, source->columns, source->rows, source->columns},
               {to, destination->columns, destination->rows, destination->columns},
               kernels::Channels::kGrey,
               map.columns.data(),
               map.rows.data()},
              map.transposed);
  destination->is_grayscale = grayscale;
  return SyncImagePixelsEx(destination, exception) != MagickFail;
}

Image* MapPixels(const Image* source, const PixelMap& map, const char* text,
                 ExceptionInfo* exception) {
  const unsigned long columns = (map.transposed ? map.rows : map.columns).size();
  const unsigned long rows = (map.transposed ? map.columns : map.rows).size();
  if (!SizeIsUsable(source->columns, source->rows, kUnable, kNoPixels, exception) ||
      !SizeIsUsable(columns, rows, kUnable, kNoPixels, exception))
    return nullptr;
  const bool direct = map.direct || NamesConstant(map.columns) || NamesConstant(map.rows);
  const MagickAccelerateWork work = WorkFor(source, map);
  const OperationRequest request{
      source, columns, rows, direct ? DirectClass : source->storage_class, work.operation, text};
  if (IsEventLogging() != MagickFalse) {
    LogMagickEvent(TransformEvent, GetMagickModule(), "%s: %lux%lu to %lux%lu", source->filename,
                   source->columns, source->rows, columns, rows);
  }
  ImageHolder result(MakeDestination(request, exception));
  if (!result.get() || !RunOperation(request, work, result.get(), exception) ||
      !MapIndexes(source, result.get(), map, exception))
    return nullptr;
  return result.release();
}

}  // namespace lodestone
