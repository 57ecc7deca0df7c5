// Rows of a timeline on which intervals are nested or disjoint, as viewers require.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lodestone::cli {

// Unix time; end >= start.
struct TraceSpan {
  std::int64_t start_ns = 0, end_ns = 0;
  std::int64_t length_ns() const { return end_ns - start_ns; }
  bool Holds(const TraceSpan& other) const {
    return start_ns <= other.start_ns && other.end_ns <= end_ns;
  }
};

// One row. Spans arrive roughly in the order of their ends, as calls are logged: nested spans
// before the one around them.
class TraceLane {
 public:
  // The span as this row can hold it, if it can: clocks that differ by up to the tolerance are
  // reconciled by moving the start.
  std::optional<TraceSpan> Fit(TraceSpan span, std::int64_t tolerance_ns) const;

  // Whether an existing span lies inside this one.
  bool IsHeld(const TraceSpan& span) const;
  void Add(const TraceSpan& span);
  // Whatever it overlaps: clipped to the end of the existing spans.
  TraceSpan AddCut(TraceSpan span);

 private:
  // Older ones are merged, including the gaps between them.
  static constexpr std::size_t kKept = 32;

  std::vector<TraceSpan> spans_;  // disjoint, in order
};

// As many rows as concurrent spans need.
class TraceTrack {
 public:
  struct Place {
    std::size_t lane;
    TraceSpan span;
    bool holds_others;
  };
  Place Add(const TraceSpan& span, std::int64_t tolerance_ns);

 private:
  static constexpr std::size_t kMaxLanes = 64;

  std::vector<TraceLane> lanes_;
};

}  // namespace lodestone::cli
