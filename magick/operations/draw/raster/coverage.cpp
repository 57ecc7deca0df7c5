#include "magick/operations/draw/raster/coverage.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone {
namespace {

// The farthest that a fill is noticed.
constexpr double kFillReach = 1.0;

// NaN is the least.
long Clamp(double value, long least, long most) {
  if (!(value > static_cast<double>(least))) return least;
  return value >= static_cast<double>(most) ? most : static_cast<long>(value);
}

ColumnRun Common(const ColumnRun& a, const ColumnRun& b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

// Sorts runs, and joins those that touch.
void Merge(std::vector<ColumnRun>* runs) {
  std::sort(runs->begin(), runs->end(),
            [](const ColumnRun& a, const ColumnRun& b) { return a.begin < b.begin; });
  std::size_t count = 0;
  for (const ColumnRun& run : *runs) {
    if (count != 0 && run.begin <= (*runs)[count - 1].end) {
      (*runs)[count - 1].end = std::max((*runs)[count - 1].end, run.end);
    } else {
      (*runs)[count++] = run;
    }
  }
  runs->resize(count);
}

}  // namespace

struct Coverage::Segment {
  PointInfo from, to;
  const EdgeChain& chain;
  double dx, dy;

  // Of a point to the nearest one of the segment, with GraphicsMagick's roundings.
  double SquareTo(double x, double y) const {
    const double along = dx * (x - from.x) + dy * (y - from.y);
    if (along <= 0.0) return (x - from.x) * (x - from.x) + (y - from.y) * (y - from.y);
    const double length = dx * dx + dy * dy;
    if (along >= length) return (x - to.x) * (x - to.x) + (y - to.y) * (y - to.y);
    const double across = dx * (y - from.y) - dy * (x - from.x);
    return 1.0 / length * across * across;
  }
  // Where it is at a height that it reaches.
  double ColumnAt(double y) const {
    if (y <= from.y) return from.x;
    return y >= to.y ? to.x : from.x + dx * (y - from.y) / dy;
  }
};

Coverage::Coverage(const EdgeTable& edges, const CoverageRule& rule, const ColumnRun& columns)
    : edges_(edges), rule_(rule), columns_(columns) {
  const std::size_t width = Index(columns.end);
  if (rule.fills) fill_.assign(width, kFar);
  if (rule.strokes) stroke_.assign(width, kFar);
}

void Coverage::SelectBand(long begin, long end) {
  active_.clear();
  const double reach = rule_.half_width + 1.0;
  const double top = static_cast<double>(begin) - reach, bottom = static_cast<double>(end) + reach;
  for (std::size_t i = 0; i < edges_.segments.size(); ++i) {
    const PointInfo* points = &edges_.points[edges_.segments[i].point];
    if (points[1].y >= top && points[0].y <= bottom)
      active_.push_back(static_cast<std::uint32_t>(i));
  }
}

Coverage::Segment Coverage::At(std::size_t active) const {
  const EdgeSegment& segment = edges_.segments[active];
  const PointInfo* points = &edges_.points[segment.point];
  return {points[0], points[1], edges_.chains[segment.chain], points[1].x - points[0].x,
          points[1].y - points[0].y};
}

// The first column right of the segment, which is found by its slope and corrected.
void Coverage::AddCrossing(const Segment& segment) {
  const auto is_right = [&](long column) {
    const auto x = static_cast<double>(column);
    return x > segment.chain.left &&
           (x > segment.chain.right ||
            segment.dx * (y_ - segment.from.y) <= segment.dy * (x - segment.from.x));
  };
  long column = Clamp(std::ceil(segment.ColumnAt(y_)), columns_.begin, columns_.end);
  while (column > columns_.begin && is_right(column - 1)) --column;
  while (column < columns_.end && !is_right(column)) ++column;
  if (column < columns_.end) crossings_.push_back({column, segment.chain.direction});
}

bool Coverage::IsNoticed(const Segment& segment) const {
  return y_ > segment.from.y - rule_.half_width - 0.5 &&
         y_ <= segment.to.y + rule_.half_width + 0.5;
}

// The columns that GraphicsMagick would look at, but for those that are surely farther than that.
ColumnRun Coverage::Noticed(const Segment& segment, double radius) const {
  constexpr double kMargin = 0.01;
  if (segment.from.y > y_ + radius || segment.to.y < y_ - radius) return {0, 0};
  const double a = segment.ColumnAt(y_ - radius), b = segment.ColumnAt(y_ + radius);
  const double reach = radius + kMargin;
  const double least = std::max(std::min(a, b) - reach,
                                std::floor(segment.chain.left - rule_.half_width - 0.5) + 1.0);
  const double most =
      std::min(std::max(a, b) + reach, segment.chain.right + rule_.half_width + 0.5);
  return {Clamp(std::ceil(least), columns_.begin, columns_.end),
          Clamp(std::floor(most) + 1.0, columns_.begin, columns_.end)};
}

// Of the pixels that the stroke of the segment covers completely, all but those at both ends.
ColumnRun Coverage::Saturated(const Segment& segment) const {
  const double radius = std::fabs(rule_.half_width - 0.25);
  if (segment.from.y > y_ + radius || segment.to.y < y_ - radius) return {0, 0};
  double least = kFar, most = -kFar;
  const auto include_end = [&](const PointInfo& end) {
    const double rest = radius * radius - (y_ - end.y) * (y_ - end.y);
    if (rest < 0.0) return;
    least = std::min(least, end.x - std::sqrt(rest));
    most = std::max(most, end.x + std::sqrt(rest));
  };
  include_end(segment.from);
  include_end(segment.to);
  const double length = std::sqrt(segment.dx * segment.dx + segment.dy * segment.dy);
  if (segment.dy > 0.0 && length > 0.0) {
    // The sides are as far from the segment as the radius; their ends are at other heights.
    const double shift = radius * length / segment.dy, rise = radius * segment.dx / length;
    const double middle = segment.from.x + segment.dx * (y_ - segment.from.y) / segment.dy;
    if (y_ >= segment.from.y - rise && y_ <= segment.to.y - rise)
      most = std::max(most, middle + shift);
    if (y_ >= segment.from.y + rise && y_ <= segment.to.y + rise)
      least = std::min(least, middle - shift);
  }
  if (!(least < most)) return {0, 0};
  return {Clamp(std::ceil(least) + 1.0, columns_.begin, columns_.end),
          Clamp(std::floor(most), columns_.begin, columns_.end)};
}

void Coverage::FindSaturated() {
  saturated_.clear();
  for (const std::uint32_t index : noticed_) {
    const Segment segment = At(index);
    if (segment.chain.ghost) continue;
    const ColumnRun run = Common(Saturated(segment), Noticed(segment, rule_.half_width + 0.75));
    if (run.begin >= run.end) continue;
    // It is convex: what both ends are, all are.
    const double inner = rule_.half_width - 0.5 + 0.25, limit = inner * inner;
    if (segment.SquareTo(static_cast<double>(run.begin), y_) <= limit &&
        segment.SquareTo(static_cast<double>(run.end - 1), y_) <= limit)
      saturated_.push_back(run);
  }
  Merge(&saturated_);
  for (const ColumnRun& run : saturated_) {
    std::fill(stroke_.begin() + (run.begin - columns_.begin),
              stroke_.begin() + (run.end - columns_.begin), 0.0);
    near_.push_back(run);
  }
}

void Coverage::Approach(const Segment& segment, const ColumnRun& run,
                        std::vector<double>* nearest) {
  if (run.begin >= run.end) return;
  near_.push_back(run);
  double* const squares = nearest->data() - columns_.begin;
  for (long x = run.begin; x < run.end; ++x)
    squares[x] = std::min(squares[x], segment.SquareTo(static_cast<double>(x), y_));
}

void Coverage::ApproachFill() {
  for (const std::uint32_t index : noticed_) {
    const Segment segment = At(index);
    Approach(segment, Noticed(segment, kFillReach), &fill_);
  }
}

void Coverage::ApproachStroke() {
  FindSaturated();
  for (const std::uint32_t index : noticed_) {
    const Segment segment = At(index);
    if (segment.chain.ghost) continue;
    ColumnRun rest = Noticed(segment, rule_.half_width + 0.75);
    auto covered =
        std::lower_bound(saturated_.begin(), saturated_.end(), rest.begin,
                         [](const ColumnRun& run, long column) { return run.end <= column; });
    for (; covered != saturated_.end() && covered->begin < rest.end; ++covered) {
      Approach(segment, {rest.begin, covered->begin}, &stroke_);
      rest.begin = covered->end;
    }
    Approach(segment, rest, &stroke_);
  }
}

double Coverage::FillOf(double square) const {
  if (!(square <= kFillReach)) return 0.0;
  const double rest = std::sqrt(square) - 1.0;
  return rest * rest;
}

double Coverage::StrokeOf(double square) const {
  const double outer = rule_.half_width + 0.5 + 0.25, inner = rule_.half_width - 0.5 + 0.25;
  if (!(square <= outer * outer)) return 0.0;
  if (square <= inner * inner) return 1.0;
  const double rest = std::sqrt(square) - rule_.half_width - 0.5 - 0.25;
  return rest * rest;
}

bool Coverage::IsInside() const {
  return rule_.nonzero ? winding_ != 0 : (winding_ & 1) != 0;
}

// Runs without edges nearby.
void Coverage::AddInside(long begin, long end) {
  while (begin < end) {
    while (crossed_ < crossings_.size() && crossings_[crossed_].column <= begin)
      winding_ += crossings_[crossed_++].direction;
    long stop = end;
    if (crossed_ < crossings_.size()) stop = std::min(stop, crossings_[crossed_].column);
    if (IsInside()) runs_.push_back({begin, stop, false});
    begin = stop;
  }
}

void Coverage::SetMixed(const ColumnRun& run) {
  for (long x = run.begin; x < run.end; ++x) {
    const std::size_t i = Index(x);
    if (rule_.fills) {
      while (crossed_ < crossings_.size() && crossings_[crossed_].column <= x)
        winding_ += crossings_[crossed_++].direction;
      fill_[i] = IsInside() ? 1.0 : FillOf(fill_[i]);
    }
    if (rule_.strokes) stroke_[i] = StrokeOf(stroke_[i]);
  }
  runs_.push_back({run.begin, run.end, true});
}

void Coverage::MakeRuns() {
  std::sort(crossings_.begin(), crossings_.end(),
            [](const Crossing& a, const Crossing& b) { return a.column < b.column; });
  Merge(&near_);
  crossed_ = 0;
  winding_ = 0;
  long column = columns_.begin;
  for (const ColumnRun& run : near_) {
    AddInside(column, run.begin);
    SetMixed(run);
    column = run.end;
  }
  AddInside(column, columns_.end);
}

const std::vector<CoverageRun>& Coverage::Row(long y) {
  for (const CoverageRun& run : runs_) {
    if (!run.mixed) continue;
    for (std::vector<double>* values : {&fill_, &stroke_})
      if (!values->empty())
        std::fill(values->begin() + (run.begin - columns_.begin),
                  values->begin() + (run.end - columns_.begin), kFar);
  }
  runs_.clear();
  near_.clear();
  crossings_.clear();
  noticed_.clear();
  y_ = static_cast<double>(y);
  for (const std::uint32_t index : active_) {
    const Segment segment = At(index);
    if (rule_.fills && segment.from.y < y_ && y_ <= segment.to.y) AddCrossing(segment);
    if (IsNoticed(segment)) noticed_.push_back(index);
  }
  if (rule_.fills) ApproachFill();
  if (rule_.strokes) ApproachStroke();
  MakeRuns();
  return runs_;
}

}  // namespace lodestone
