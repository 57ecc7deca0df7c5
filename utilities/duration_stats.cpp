#include "utilities/duration_stats.hpp"

#include <algorithm>
#include <cmath>

namespace lodestone::cli {
namespace {

// Buckets reach from a nanosecond to some thirty years.
constexpr double kSmallest = 1e-6;
constexpr double kGrowth = 1.01;
constexpr std::size_t kBuckets = 4200;

std::size_t BucketOf(double milliseconds) {
  if (!(milliseconds > kSmallest)) return 0;
  const double index = std::log(milliseconds / kSmallest) / std::log(kGrowth) + 1;
  return static_cast<std::size_t>(std::min(index, static_cast<double>(kBuckets - 1)));
}

double MiddleOf(std::size_t bucket) {
  return bucket == 0 ? 0 : kSmallest * std::pow(kGrowth, static_cast<double>(bucket) - 0.5);
}

}  // namespace

void DurationStats::Add(double milliseconds) {
  minimum_ = count_ == 0 ? milliseconds : std::min(minimum_, milliseconds);
  maximum_ = count_ == 0 ? milliseconds : std::max(maximum_, milliseconds);
  sum_ += milliseconds;
  ++count_;
  if (!histogram_.empty()) {
    CountInHistogram(milliseconds);
    return;
  }
  samples_.push_back(milliseconds);
  if (samples_.size() > kExactSamples) MoveToHistogram();
}

void DurationStats::MoveToHistogram() {
  histogram_.resize(kBuckets);
  for (const double sample : samples_) CountInHistogram(sample);
  samples_ = {};
}

void DurationStats::CountInHistogram(double milliseconds) {
  ++histogram_[BucketOf(milliseconds)];
}

double DurationStats::HistogramMedian() const {
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < histogram_.size(); ++bucket) {
    seen += histogram_[bucket];
    if (2 * seen >= count_) return std::clamp(MiddleOf(bucket), minimum_, maximum_);
  }
  return maximum_;
}

double DurationStats::Median() const {
  if (!histogram_.empty()) return HistogramMedian();
  if (samples_.empty()) return 0;
  std::vector<double> sorted = samples_;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace lodestone::cli
