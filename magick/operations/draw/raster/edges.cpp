#include "magick/operations/draw/raster/edges.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lodestone {
namespace {

class EdgeBuilder {
 public:
  explicit EdgeBuilder(std::size_t points) { table_.points.reserve(points + points / 2); }

  void MoveTo(const PointInfo& point, bool ghost) {
    EndChain();
    ghost_ = ghost;
    Begin(point);
  }

  void LineTo(const PointInfo& point) {
    const PointInfo before = table_.points.back();
    const bool down = point.y > before.y || (point.y == before.y && point.x > before.x);
    const int direction = down ? 1 : -1;
    if (direction_ != 0 && direction_ != direction) {
      EndChain();
      Begin(before);
    }
    direction_ = direction;
    table_.points.push_back(point);
    left_ = std::min(left_, point.x);
    right_ = std::max(right_, point.x);
  }

  EdgeTable Take() {
    EndChain();
    return std::move(table_);
  }

 private:
  void Begin(const PointInfo& point) {
    begin_ = table_.points.size();
    direction_ = 0;
    left_ = right_ = point.x;
    table_.points.push_back(point);
  }

  // A single point is no chain.
  void EndChain() {
    Points& points = table_.points;
    const std::size_t end = points.size();
    if (end < begin_ + 2) {
      points.resize(begin_);
      return;
    }
    if (direction_ < 0) std::reverse(points.begin() + static_cast<long>(begin_), points.end());
    const auto chain = static_cast<std::uint32_t>(table_.chains.size());
    table_.chains.push_back({left_, right_, direction_, ghost_});
    for (std::size_t i = begin_; i + 1 < end; ++i)
      table_.segments.push_back({static_cast<std::uint32_t>(i), chain});
    begin_ = end;
    ghost_ = false;
  }

  EdgeTable table_;
  std::size_t begin_ = 0;  // of the chain in the making
  int direction_ = 0;      // 0: not known yet
  bool ghost_ = false;
  double left_ = 0.0, right_ = 0.0;
};

bool Differ(const PointInfo& a, const PointInfo& b) {
  return std::fabs(a.x - b.x) > kDrawEpsilon || std::fabs(a.y - b.y) > kDrawEpsilon;
}

void AddSubpath(std::span<const PointInfo> points, bool closed, EdgeBuilder* builder) {
  PointInfo before = points.front();
  builder->MoveTo(before, false);
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (i + 1 < points.size() && !Differ(before, points[i])) continue;
    before = points[i];
    builder->LineTo(before);
  }
  if (closed) return;
  builder->MoveTo(points.back(), true);
  builder->LineTo(points.front());
}

}  // namespace

EdgeTable MakeEdges(std::span<const PointInfo> points, std::span<const Subpath> subpaths) {
  EdgeBuilder builder(points.size());
  std::size_t first = 0;
  for (const Subpath& subpath : subpaths) {
    AddSubpath(points.subspan(first, subpath.count), subpath.closed, &builder);
    first += subpath.count;
  }
  return builder.Take();
}

}  // namespace lodestone
