// Rows of a timeline on which intervals are inside each other or apart, as viewers want them.
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

// One row. Spans come about in the order of their ends, as calls are logged: what lies inside of
// another comes before it.
class TraceLane {
 public:
  // The span as this row can hold it, if it can: clocks that disagree by up to the tolerance are
  // made to agree, by moving the start.
  std::optional<TraceSpan> Fit(TraceSpan span, std::int64_t tolerance_ns) const;

  // Whether something that is there lies inside of the span.
  bool IsHeld(const TraceSpan& span) const;
  void Add(const TraceSpan& span);
  // Whatever it crosses: cut at the end of what is there.
  TraceSpan AddCut(TraceSpan span);

 private:
  // Older ones are taken together, with what is between them.
  static constexpr std::size_t kKept = 32;

  std::vector<TraceSpan> spans_;  // apart, in order
};

// As many rows as it takes for what went on at the same time.
class TraceTrack {
 public:
  struct Place {
    std::size_t lane;
    TraceSpan span;
    bool holds_others;
  };
  Place Add(const TraceSpan& span, std::int64_t tolerance_ns);

 private:
  static constexpr std::size_t kMaximumLanes = 64;

  std::vector<TraceLane> lanes_;
};

}  // namespace lodestone::cli
