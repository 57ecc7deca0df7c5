#include "utilities/events/trace/trace_lane.hpp"

#include <algorithm>

namespace lodestone::cli {

bool TraceLane::IsHeld(const TraceSpan& span) const {
  return !spans_.empty() && span.Holds(spans_.back());
}

std::optional<TraceSpan> TraceLane::Fit(TraceSpan span, std::int64_t tolerance_ns) const {
  for (auto earlier = spans_.rbegin(); earlier != spans_.rend(); ++earlier) {
    if (span.Holds(*earlier)) continue;
    if (earlier->end_ns <= span.start_ns) return span;
    if (earlier->end_ns > span.end_ns) return std::nullopt;
    // It begins within `earlier`: contains it, or follows it, whichever changes less.
    const std::int64_t wider_ns = span.start_ns - earlier->start_ns;
    const std::int64_t later_ns = earlier->end_ns - span.start_ns;
    if (std::min(wider_ns, later_ns) > tolerance_ns) return std::nullopt;
    span.start_ns = wider_ns < later_ns ? earlier->start_ns : earlier->end_ns;
  }
  return span;
}

void TraceLane::Add(const TraceSpan& span) {
  while (!spans_.empty() && span.Holds(spans_.back())) spans_.pop_back();
  if (spans_.size() == kKept) {
    spans_[1].start_ns = spans_[0].start_ns;
    spans_.erase(spans_.begin());
  }
  spans_.push_back(span);
}

TraceSpan TraceLane::AddCut(TraceSpan span) {
  if (!spans_.empty()) {
    span.start_ns = std::max(span.start_ns, spans_.back().end_ns);
    span.end_ns = std::max(span.end_ns, span.start_ns);
  }
  Add(span);
  return span;
}

TraceTrack::Place TraceTrack::Add(const TraceSpan& span, std::int64_t tolerance_ns) {
  for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
    if (const auto fitted = lanes_[lane].Fit(span, tolerance_ns)) {
      const bool holds = lanes_[lane].IsHeld(*fitted);
      lanes_[lane].Add(*fitted);
      return {lane, *fitted, holds};
    }
  }
  if (lanes_.size() < kMaxLanes) {
    lanes_.emplace_back().Add(span);
    return {lanes_.size() - 1, span, false};
  }
  return {lanes_.size() - 1, lanes_.back().AddCut(span), false};
}

}  // namespace lodestone::cli
