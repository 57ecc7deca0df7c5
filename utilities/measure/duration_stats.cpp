#include "utilities/measure/duration_stats.hpp"

#include <algorithm>
#include <cmath>

#include "utilities/measure/statistics.hpp"

namespace lodestone::cli {
namespace {

// Buckets range from a nanosecond to some thirty years.
constexpr double kMinimum = 1e-6;
constexpr double kGrowth = 1.01;
constexpr std::size_t kBuckets = 4200;

std::size_t BucketOf(double milliseconds) {
  if (!(milliseconds > kMinimum)) return 0;
  const double index = std::log(milliseconds / kMinimum) / std::log(kGrowth) + 1;
  return static_cast<std::size_t>(std::min(index, static_cast<double>(kBuckets - 1)));
}

double MiddleOf(std::size_t bucket) {
  return bucket == 0 ? 0 : kMinimum * std::pow(kGrowth, static_cast<double>(bucket) - 0.5);
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

void DurationStats::Merge(const DurationStats& other) {
  if (other.count_ == 0) return;
  minimum_ = count_ == 0 ? other.minimum_ : std::min(minimum_, other.minimum_);
  maximum_ = count_ == 0 ? other.maximum_ : std::max(maximum_, other.maximum_);
  sum_ += other.sum_;
  count_ += other.count_;
  if (count_ > kExactSamples && histogram_.empty()) MoveToHistogram();
  if (histogram_.empty()) {
    samples_.insert(samples_.end(), other.samples_.begin(), other.samples_.end());
    return;
  }
  for (const double sample : other.samples_) CountInHistogram(sample);
  for (std::size_t i = 0; i < other.histogram_.size(); ++i) histogram_[i] += other.histogram_[i];
}

void DurationStats::MoveToHistogram() {
  histogram_.resize(kBuckets);
  for (const double sample : samples_) CountInHistogram(sample);
  samples_ = {};
}

void DurationStats::CountInHistogram(double milliseconds) {
  ++histogram_[BucketOf(milliseconds)];
}

double DurationStats::HistogramQuantile(double share) const {
  const double rank = share * static_cast<double>(count_ - 1);
  std::uint64_t seen = 0;
  for (std::size_t bucket = 0; bucket < histogram_.size(); ++bucket) {
    seen += histogram_[bucket];
    if (static_cast<double>(seen) > rank) return std::clamp(MiddleOf(bucket), minimum_, maximum_);
  }
  return maximum_;
}

double DurationStats::Quantile(double share) const {
  if (count_ == 0) return 0;
  if (share <= 0) return minimum_;
  if (share >= 1) return maximum_;
  return histogram_.empty() ? measure::Quantile(samples_, share) : HistogramQuantile(share);
}

}  // namespace lodestone::cli
