#include "utilities/events/report/report_time_axis.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

double LengthOf(const std::vector<TimeAxis::Piece>& pieces) {
  double length = 0;
  for (const TimeAxis::Piece& piece : pieces) length += piece.to_ns - piece.from_ns;
  return length;
}

}  // namespace

TimeAxis::TimeAxis(std::vector<std::pair<double, double>> spans) {
  std::sort(spans.begin(), spans.end());
  Merge(0, spans);
  Merge(kLongIdle * LengthOf(pieces_), spans);
  if (pieces_.empty()) return;
  const auto cuts = static_cast<double>(pieces_.size() - 1);
  const double cut = cuts > 0 ? std::min(kCut, kCuts / cuts) : 0;
  scale_ns_ = std::max(LengthOf(pieces_), 1.0) / (100 - cut * cuts);
  double at = 0;
  for (Piece& piece : pieces_) {
    piece.from = at;
    piece.to = at + (piece.to_ns - piece.from_ns) / scale_ns_;
    at = piece.to + cut;
  }
}

void TimeAxis::Merge(double gap_ns, const std::vector<std::pair<double, double>>& spans) {
  pieces_.clear();
  for (const auto& [from, to] : spans) {
    if (pieces_.empty() || from - pieces_.back().to_ns > gap_ns) {
      pieces_.push_back({from, to, 0, 0});
    } else {
      pieces_.back().to_ns = std::max(pieces_.back().to_ns, to);
    }
  }
}

double TimeAxis::At(double unix_ns) const {
  const auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), unix_ns,
                       [](double time, const Piece& piece) { return time < piece.from_ns; });
  if (after == pieces_.begin()) return 0;
  const Piece& piece = *std::prev(after);
  return std::min(piece.to, piece.from + (unix_ns - piece.from_ns) / scale_ns_);
}

double RoundStep(double at_least_ns) {
  const double decade = std::pow(10, std::floor(std::log10(std::max(at_least_ns, 1.0))));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * decade >= at_least_ns) return factor * decade;
  }
  return 10 * decade;
}

std::string ElapsedText(double elapsed_ns, double step_ns) {
  const double decimals = std::clamp(-std::floor(std::log10(step_ns / 1e9) + 1e-9), 0.0, 9.0);
  return Format("%.*f s", static_cast<int>(decimals), elapsed_ns / 1e9);
}

}  // namespace lodestone::cli
