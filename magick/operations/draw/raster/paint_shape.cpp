#include "magick/operations/draw/raster/paint_shape.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>

#include "base/thread_pool.hpp"
#include "magick/core/blob/reading_time.hpp"
#include "magick/core/color/over.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/operations/draw/raster/coverage.hpp"
#include "magick/operations/draw/raster/tile_row.hpp"
#include "magick/core/pixels/pixel_view.hpp"
#include "magick/core/pixels/row_iteration.hpp"

namespace lodestone {
namespace {

bool IsVisible(const Paint& paint) {
  return paint.pattern != nullptr || paint.color.opacity != TransparentOpacity;
}

const Image* UsablePattern(const Image* pattern) {
  return pattern && pattern->columns != 0 && pattern->rows != 0 ? pattern : nullptr;
}

// A pixel of a pattern in a group that is not opaque.
Quantum InGroup(Quantum opacity, Quantum group) {
  return static_cast<Quantum>(MaxRGB -
                              ((MaxRGB - opacity) * (MaxRGB - group) + (MaxRGB >> 1)) / MaxRGB);
}

// Puts paint on the pixels of rows.
class Brush {
 public:
  explicit Brush(const Paint& paint) : paint_(paint) {
    if (paint.pattern) tiles_.emplace(paint.pattern);
  }
  bool SelectRow(long y, ExceptionInfo* exception) {
    return !tiles_ || tiles_->Select(static_cast<std::size_t>(y), exception);
  }

  void Cover(long x, double share, PixelPacket* pixel) const {
    if (share == 0.0) return;
    const PixelPacket color = ColorAt(x);
    const double opacity = MaxRGBDouble - share * (MaxRGBDouble - color.opacity);
    if (opacity != TransparentOpacity) *pixel = MixedOver(color, opacity / MaxRGBDouble, *pixel);
  }
  // All of [begin, end), of which the first is pixels[0].
  void Cover(long begin, long end, PixelPacket* pixels) const {
    if (!tiles_ && paint_.color.opacity == OpaqueOpacity)
      std::fill_n(pixels, end - begin, paint_.color);
    else
      for (long x = begin; x < end; ++x) Cover(x, 1.0, pixels + (x - begin));
  }

 private:
  PixelPacket ColorAt(long x) const {
    if (!tiles_) return paint_.color;
    PixelPacket color = tiles_->At(static_cast<std::size_t>(x));
    color.opacity = InGroup(color.opacity, paint_.opacity);
    return color;
  }

  const Paint paint_;
  std::optional<TileRow> tiles_;
};

struct Area {
  ColumnRun columns, rows;
};

// Paints rows of one band.
class RowPainter {
 public:
  RowPainter(Image* image, const EdgeTable& edges, const ShapePaint& paint,
             const CoverageRule& rule, const ColumnRun& columns)
      : image_(image),
        antialias_(paint.antialias),
        rule_(rule),
        coverage_(edges, rule, columns),
        fill_(paint.fill),
        stroke_(paint.stroke) {}

  bool Paint(const ColumnRun& band, const std::atomic<bool>& going, ExceptionInfo* exception) {
    coverage_.SelectBand(band.begin, band.end);
    for (long y = band.begin; y < band.end && going.load(std::memory_order_relaxed); ++y)
      if (!PaintRow(y, exception)) return false;
    return true;
  }

 private:
  bool PaintRow(long y, ExceptionInfo* exception) {
    if (ReadingTime::IsOver()) {  // of a drawing that is read
      Throw(exception, ResourceLimitError, "Reading takes too long", image_->filename);
      return false;
    }
    const std::vector<CoverageRun>& runs = coverage_.Row(y);
    if (runs.empty()) return true;
    const long begin = runs.front().begin, end = runs.back().end;
    PixelPacket* const pixels =
        view_.Select(image_, {static_cast<unsigned long>(end - begin), 1, begin, y},
                     PixelView::Access::kReadWrite, exception);
    if (!pixels || !fill_.SelectRow(y, exception) || !stroke_.SelectRow(y, exception)) return false;
    for (const CoverageRun& run : runs) {
      if (run.mixed)
        PaintMixed(run, pixels - begin);
      else
        fill_.Cover(run.begin, run.end, pixels + (run.begin - begin));
    }
    return view_.Sync(image_, exception);
  }

  double Share(double share) const {
    constexpr double kNearlyAll = 0.99;
    return antialias_ || share >= kNearlyAll ? share : 0.0;
  }

  // `pixels`: where column 0 would be.
  void PaintMixed(const CoverageRun& run, PixelPacket* pixels) const {
    for (long x = run.begin; x < run.end; ++x) {
      if (rule_.fills) fill_.Cover(x, Share(coverage_.fill(x)), pixels + x);
      if (rule_.strokes) stroke_.Cover(x, Share(coverage_.stroke(x)), pixels + x);
    }
  }

  Image* const image_;
  const bool antialias_;
  const CoverageRule rule_;
  Coverage coverage_;
  Brush fill_, stroke_;
  PixelView view_;
};

// The pixels that the shape may cover; nothing if it lies outside of the image.
std::optional<Area> AreaOf(std::span<const PointInfo> points, double half_width,
                           const Image* image) {
  PointInfo least = points.front(), most = least;
  for (const PointInfo& point : points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y))
      throw DrawFailure{DrawError, "primitive arithmetic overflow", "coordinates"};
    least = {std::min(least.x, point.x), std::min(least.y, point.y)};
    most = {std::max(most.x, point.x), std::max(most.y, point.y)};
  }
  const double around = half_width + 1.0;
  const auto columns = static_cast<double>(image->columns), rows = static_cast<double>(image->rows);
  if (least.x - around >= columns || least.y - around >= rows || most.x + around <= 0.0 ||
      most.y + around <= 0.0)
    return std::nullopt;
  const auto run = [=](double low, double high, double size) {
    const double first = std::clamp(low - around, 0.0, size - 1.0);
    const double last = std::clamp(high + around, 0.0, size - 1.0);
    return ColumnRun{static_cast<long>(std::ceil(first - 0.5)),
                     static_cast<long>(std::floor(last + 0.5)) + 1};
  };
  return Area{run(least.x, most.x, columns), run(least.y, most.y, rows)};
}

// Bands in proportion to their work: each looks at all edges once.
std::size_t RowsPerBand(const Area& area) {
  const auto width = static_cast<std::size_t>(area.columns.end - area.columns.begin);
  const auto height = static_cast<std::size_t>(area.rows.end - area.rows.begin);
  return std::max(accel::RowsPerTask(width), height / (8 * accel::ThreadLimit()) + 1);
}

bool PaintRows(Image* image, const Area& area, const EdgeTable& edges, const ShapePaint& paint,
               const CoverageRule& rule) {
  std::mutex mutex;
  std::atomic<bool> going{true};
  const auto height = static_cast<std::size_t>(area.rows.end - area.rows.begin);
  accel::ParallelBands(height, RowsPerBand(area), [&](std::size_t begin, std::size_t end) {
    ThreadException own(&image->exception, mutex);
    const ColumnRun band{area.rows.begin + static_cast<long>(begin),
                         area.rows.begin + static_cast<long>(end)};
    const bool fine = Guard(own.get(), false, [&] {
      return RowPainter(image, edges, paint, rule, area.columns).Paint(band, going, own.get());
    });
    if (!fine) going.store(false);
  });
  return going.load();
}

}  // namespace

ShapePaint PaintOf(const DrawInfo& info, double half_width) {
  return {{info.fill, UsablePattern(info.fill_pattern), info.opacity},
          {info.stroke, UsablePattern(info.stroke_pattern), info.opacity},
          half_width,
          info.fill_rule,
          true,
          info.stroke_antialias != MagickFalse};
}

void PaintShape(Image* image, std::span<const PointInfo> points, std::span<const Subpath> subpaths,
                const ShapePaint& paint) {
  if (subpaths.empty() || subpaths.front().count <= 1) return;
  const CoverageRule rule{paint.half_width, paint.fills && IsVisible(paint.fill),
                          IsVisible(paint.stroke), paint.rule == NonZeroRule};
  const std::optional<Area> area = AreaOf(points, paint.half_width, image);
  if (!area || (!rule.fills && !rule.strokes)) return;
  const EdgeTable edges = MakeEdges(points, subpaths);
  if (!PaintRows(image, *area, edges, paint, rule)) throw DrawStopped{};
}

}  // namespace lodestone
