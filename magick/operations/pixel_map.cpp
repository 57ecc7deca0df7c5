#include "magick/operations/pixel_map.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

#include "base/thread_pool.hpp"
#include "magick/pixels/grey_samples.hpp"
#include "magick/log.h"
#include "magick/monitor.h"
#include "magick/operations/operation.hpp"
#include "magick/pixels/pixel_cache.hpp"

namespace lodestone {

namespace {

// Squares of this size keep both the rows read and the rows written in cache when the map swaps
// rows and columns.
constexpr std::size_t kTile = 32;

template <typename Sample>
struct Plane {
  const Sample* source;
  Sample* destination;
};

struct Layout {
  std::ptrdiff_t origin;  // in the source, of the result's first pixel
  std::ptrdiff_t x_step;  // in the source, for one column of the result
  std::ptrdiff_t y_step;  // in the source, for one row of the result
  std::size_t columns;    // of the result
};

template <typename Sample>
void CopyRows(const Plane<Sample>& plane, const Layout& layout, std::size_t begin,
              std::size_t end) {
  if (layout.x_step == 1) {
    for (std::size_t y = begin; y < end; y++) {
      const Sample* from =
          plane.source + layout.origin + static_cast<std::ptrdiff_t>(y) * layout.y_step;
      std::copy_n(from, layout.columns, plane.destination + y * layout.columns);
    }
    return;
  }
  for (std::size_t left = 0; left < layout.columns; left += kTile) {
    const std::size_t right = std::min(left + kTile, layout.columns);
    for (std::size_t y = begin; y < end; y++) {
      const Sample* row =
          plane.source + layout.origin + static_cast<std::ptrdiff_t>(y) * layout.y_step;
      Sample* to = plane.destination + y * layout.columns;
      for (std::size_t x = left; x < right; x++) {
        to[x] = row[static_cast<std::ptrdiff_t>(x) * layout.x_step];
      }
    }
  }
}

// The pixels of both images: samples, or packets and, where there are any, indexes.
struct Planes {
  Plane<PixelPacket> pixels{};
  Plane<IndexPacket> indexes{};
  Plane<Quantum> samples{};
  GreySamples kept{};  // keeps the source's samples valid
};

bool OpenPackets(const Image* source, Image* destination, Planes* planes,
                 ExceptionInfo* exception) {
  planes->pixels.source =
      AcquireImagePixels(source, 0, 0, source->columns, source->rows, exception);
  if (planes->pixels.source == nullptr) return false;
  planes->indexes.source = AccessImmutableIndexes(source);
  if (!NewPixelsToOverwrite(destination, exception)) return false;
  planes->pixels.destination =
      SetImagePixelsEx(destination, 0, 0, destination->columns, destination->rows, exception);
  if (planes->pixels.destination == nullptr) return false;
  planes->indexes.destination = AccessMutableIndexes(destination);
  if (planes->indexes.destination == nullptr) planes->indexes.source = nullptr;
  return true;
}

bool OpenPlanes(const Image* source, Image* destination, Planes* planes, ExceptionInfo* exception) {
  planes->kept = GreySamples::Of(source, exception);
  const bool indexes_follow =
      destination->storage_class == DirectClass || (planes->kept && planes->kept.levels() != 0);
  if (!planes->kept || !indexes_follow) {
    return OpenPackets(source, destination, planes, exception);
  }
  planes->samples.source = planes->kept.Row(0);
  planes->samples.destination = NewGreySamples(destination, planes->kept.levels(), exception);
  return planes->samples.destination != nullptr;
}

void CopyTile(const Planes& planes, const Layout& layout, std::size_t begin, std::size_t end) {
  if (planes.samples.source != nullptr) return CopyRows(planes.samples, layout, begin, end);
  CopyRows(planes.pixels, layout, begin, end);
  if (planes.indexes.source != nullptr) CopyRows(planes.indexes, layout, begin, end);
}

bool Copy(const Image* source, Image* destination, const PixelMap& map, const char* text,
          ExceptionInfo* exception) {
  Planes planes;
  if (!OpenPlanes(source, destination, &planes, exception)) return false;
  const long stride = static_cast<long>(source->columns);
  const Layout layout{map.y0 * stride + map.x0, map.yx * stride + map.xx, map.yy * stride + map.xy,
                      destination->columns};
  const std::size_t tiles = (destination->rows + kTile - 1) / kTile;
  std::atomic<std::size_t> done{0};
  std::atomic<bool> keep_going{true};
  const std::size_t grain = accel::RowsPerTask(kTile * destination->columns);
  accel::ParallelBands(tiles, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t tile = begin; tile < end && keep_going.load(); tile++) {
      const std::size_t first = tile * kTile;
      CopyTile(planes, layout, first, std::min<std::size_t>(first + kTile, destination->rows));
      const auto step = static_cast<magick_int64_t>(done.fetch_add(1));
      if (MagickMonitorFormatted(step, tiles, exception, text, source->filename) == MagickFail) {
        keep_going.store(false);
      }
    }
  });
  destination->is_grayscale = source->is_grayscale;
  const bool synced =
      planes.samples.source != nullptr || SyncImagePixelsEx(destination, exception) != MagickFail;
  return keep_going.load() && synced;
}

}  // namespace

Image* MapPixels(const Image* source, unsigned long columns, unsigned long rows,
                 const PixelMap& map, const char* text, ExceptionInfo* exception) {
  ImageHolder destination(CloneImage(source, columns, rows, MagickTrue, exception));
  if (destination.get() == nullptr) return nullptr;
  destination.get()->storage_class = source->storage_class;
  if (IsEventLogging() != MagickFalse) {
    LogMagickEvent(TransformEvent, GetMagickModule(), "%s: %lux%lu to %lux%lu", source->filename,
                   source->columns, source->rows, columns, rows);
  }
  if (!Copy(source, destination.get(), map, text, exception)) return nullptr;
  return destination.release();
}

}  // namespace lodestone
