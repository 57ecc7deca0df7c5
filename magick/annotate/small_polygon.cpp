#include "magick/annotate/small_polygon.hpp"

#include <algorithm>
#include <cmath>

#include "magick/color/over.hpp"
#include "magick/pixel_cache.h"

namespace lodestone {
namespace {

// Consecutive sides that lead downwards, or to the right.
struct Chain {
  std::vector<PointInfo> points;
  double left, right;

  double top() const { return points.front().y; }
  double bottom() const { return points.back().y; }
};

Chain ChainOf(std::vector<PointInfo> points, bool reversed) {
  if (reversed) std::reverse(points.begin(), points.end());
  Chain chain{std::move(points), 0.0, 0.0};
  const auto [left, right] =
      std::minmax_element(chain.points.begin(), chain.points.end(),
                          [](const PointInfo& a, const PointInfo& b) { return a.x < b.x; });
  chain.left = left->x;
  chain.right = right->x;
  return chain;
}

std::vector<Chain> ChainsOf(const std::vector<PointInfo>& path) {
  std::vector<Chain> chains;
  std::vector<PointInfo> points{path.front()};
  bool down = false;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const PointInfo &from = path[i - 1], &to = path[i];
    const bool next_down = to.y > from.y || (to.y == from.y && to.x > from.x);
    if (points.size() > 1 && next_down != down) {
      chains.push_back(ChainOf(std::move(points), !down));
      points = {from};
    }
    down = next_down;
    points.push_back(to);
  }
  if (points.size() > 1) chains.push_back(ChainOf(std::move(points), !down));
  return chains;
}

double SquareOfDistance(const PointInfo& a, const PointInfo& b, double x, double y) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double along = dx * (x - a.x) + dy * (y - a.y);
  const double length = dx * dx + dy * dy;
  if (along <= 0.0 || along >= length) {
    const PointInfo& end = along <= 0.0 ? a : b;
    return (x - end.x) * (x - end.x) + (y - end.y) * (y - end.y);
  }
  const double across = dx * (y - a.y) - dy * (x - a.x);
  return 1.0 / length * across * across;
}

// How much the sides alone cover of the pixel.
double NearSides(const std::vector<Chain>& chains, double reach, double x, double y) {
  const double margin = reach + 0.5;
  double most = 0.0;
  for (const Chain& chain : chains) {
    if (y <= chain.top() - margin || y > chain.bottom() + margin || x <= chain.left - margin ||
        x > chain.right + margin)
      continue;
    for (std::size_t i = 1; i < chain.points.size(); ++i) {
      const PointInfo &a = chain.points[i - 1], &b = chain.points[i];
      if (y <= a.y - margin || y > b.y + margin) continue;
      const double square = SquareOfDistance(a, b, x, y);
      if (square > 1.0) continue;
      const double missing = std::sqrt(square) - 1.0;
      most = std::max(most, missing * missing);
    }
  }
  return most;
}

// Whether an odd number of chains is to the left of it.
bool IsInside(const std::vector<Chain>& chains, double x, double y) {
  int crossings = 0;
  for (const Chain& chain : chains) {
    if (y <= chain.top() || y > chain.bottom() || x <= chain.left) continue;
    if (x > chain.right) {
      ++crossings;
      continue;
    }
    const auto b = std::find_if(chain.points.begin() + 1, chain.points.end() - 1,
                                [&](const PointInfo& point) { return y <= point.y; });
    const auto a = b - 1;
    if ((b->x - a->x) * (y - a->y) <= (b->y - a->y) * (x - a->x)) ++crossings;
  }
  return crossings % 2 != 0;
}

double Covered(const std::vector<Chain>& chains, const PolygonFill& fill, long x, long y) {
  const auto at_x = static_cast<double>(x), at_y = static_cast<double>(y);
  const double near = NearSides(chains, fill.reach, at_x, at_y);
  const double covered = near < 1.0 && IsInside(chains, at_x, at_y) ? 1.0 : near;
  constexpr double kNearlyAll = 0.99;
  return !fill.antialias && covered < kNearlyAll ? 0.0 : covered;
}

struct Range {
  long first, last;
};

// The pixels of one axis that the path may touch; none if first > last.
Range Touched(double start, double end, double reach, unsigned long size) {
  const double first = start - reach - 1.0, last = end + reach + 1.0;
  const auto most = static_cast<double>(size);
  if (!(first < most) || !(last > 0.0)) return {1, 0};
  return {static_cast<long>(std::ceil(std::max(first, 0.0) - 0.5)),
          static_cast<long>(std::floor(std::min(last, most - 1.0) + 0.5))};
}

}  // namespace

bool FillPolygon(const std::vector<PointInfo>& path, const PolygonFill& fill, Image* image) {
  const std::vector<Chain> chains = ChainsOf(path);
  const auto x = [](const PointInfo& a, const PointInfo& b) { return a.x < b.x; };
  const auto y = [](const PointInfo& a, const PointInfo& b) { return a.y < b.y; };
  const auto [left, right] = std::minmax_element(path.begin(), path.end(), x);
  const auto [top, bottom] = std::minmax_element(path.begin(), path.end(), y);
  const Range columns = Touched(left->x, right->x, fill.reach, image->columns);
  const Range rows = Touched(top->y, bottom->y, fill.reach, image->rows);
  if (columns.first > columns.last) return true;
  for (long row = rows.first; row <= rows.last; ++row) {
    PixelPacket* pixel = GetImagePixelsEx(
        image, columns.first, row, static_cast<unsigned long>(columns.last - columns.first + 1), 1,
        &image->exception);
    if (pixel == nullptr) return false;
    for (long column = columns.first; column <= columns.last; ++column, ++pixel) {
      const double opacity =
          MaxRGBDouble - Covered(chains, fill, column, row) * (MaxRGBDouble - fill.color.opacity);
      if (opacity != MaxRGBDouble) *pixel = MixedOver(fill.color, opacity / MaxRGBDouble, *pixel);
    }
    if (SyncImagePixelsEx(image, &image->exception) == MagickFail) return false;
  }
  return true;
}

}  // namespace lodestone
