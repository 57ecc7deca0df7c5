#include "utilities/events/compare/compare_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "utilities/measure/statistics.hpp"

namespace lodestone::cli {
namespace {

using Works = LogSide::Works;

Verdict Judge(const MedianRatio& ratio) {
  if (ratio.high < 1 && ratio.ratio <= 1 - kNoticeable) return Verdict::kFaster;
  if (ratio.low > 1 && ratio.ratio >= 1 / (1 - kNoticeable)) return Verdict::kSlower;
  return Verdict::kNoDifference;
}

// Sums of logarithms, draw by draw, over the sizes of one operation.
struct RatioSum {
  std::size_t works = 0;
  double log_ratio = 0;
  std::vector<double> draws;

  void Add(double log, const std::vector<double>& more) {
    ++works;
    log_ratio += log;
    draws.resize(more.size());
    for (std::size_t i = 0; i < more.size(); ++i) draws[i] += more[i];
  }

  MedianRatio Mean() const {
    const auto count = static_cast<double>(works);
    std::vector<double> means = draws;
    // One size infinitely faster and another infinitely slower have no meaningful mean.
    for (double& mean : means) mean = std::isnan(mean) ? 0 : mean / count;
    return IntervalOf(std::isnan(log_ratio) ? 1 : std::exp(log_ratio / count), std::move(means));
  }
};

class Comparer {
 public:
  Comparer(const LogSide& base, const LogSide& other) : base_(base), other_(other) {}

  Comparison Run() {
    PairSizedWorks();
    PairPooledWorks();
    for (const auto& [key, sum] : sums_) {
      const auto& [operation, warm] = key;
      OperationComparison beside{operation.operation, operation.accelerator, warm, sum.works};
      if (sum.works != 0) {
        beside.ratio = sum.Mean();
        beside.verdict = Judge(beside.ratio);
      }
      result_.operations.push_back(beside);
    }
    return std::move(result_);
  }

 private:
  // Whether only one of the logs states the sizes of the operation.
  static bool PoolsOperation(const Works& base, const Works& other, const WorkKey& operation) {
    const auto only = [&](const Works& works, bool sized) {
      bool any = false;
      for (auto i = works.lower_bound(operation);
           i != works.end() && i->first.WithoutSizes() == operation; ++i) {
        if (i->first.sized() != sized) return false;
        any = true;
      }
      return any;
    };
    return (only(base, true) && only(other, false)) || (only(base, false) && only(other, true));
  }

  void PairSizedWorks() {
    const auto pooled = [&](const WorkKey& key) {
      return PoolsOperation(base_.works(), other_.works(), key.WithoutSizes());
    };
    for (const auto& [key, times] : base_.works()) {
      if (pooled(key)) {
        pooled_.insert(key.WithoutSizes());
      } else if (other_.works().contains(key)) {
        AddPair(key, times, other_.works().at(key));
      } else {
        result_.only_in_base.push_back(key);
      }
    }
    for (const auto& [key, times] : other_.works()) {
      if (!base_.works().contains(key) && !pooled_.contains(key.WithoutSizes())) {
        result_.only_in_other.push_back(key);
      }
    }
  }

  void PairPooledWorks() {
    for (const WorkKey& key : pooled_) {
      AddPair(key, base_.pooled().at(key), other_.pooled().at(key));
    }
  }

  void AddPair(const WorkKey& key, const WorkTimes& base, const WorkTimes& other) {
    result_.works.push_back({key, base.done_by, other.done_by,
                             TimesOf(key, false, base.cold, other.cold),
                             TimesOf(key, true, base.warm, other.warm)});
  }

  std::optional<TimeComparison> TimesOf(const WorkKey& key, bool warm,
                                        const Reservoir<double>& base,
                                        const Reservoir<double>& other) {
    if (base.seen() == 0 || other.seen() == 0) return std::nullopt;
    RatioSum& sum = sums_[{key.WithoutSizes(), warm}];
    const std::vector<double> base_ns = measure::Sorted(base.values()),
                              other_ns = measure::Sorted(other.values());
    TimeComparison times{base.seen(),
                         other.seen(),
                         measure::MedianOfSorted(base_ns),
                         measure::MedianOfSorted(other_ns),
                         {},
                         Verdict::kTooFewCalls};
    const double ratio = RatioOf(times.base_median_ns, times.other_median_ns);
    if (base_ns.size() < kMinValues || other_ns.size() < kMinValues) {
      times.ratio = IntervalOf(ratio, {});
      return times;
    }
    const std::vector<double> draws =
        ResampleLogRatios(base_ns, other_ns, key.Title() + (warm ? ", warm" : ", cold"));
    sum.Add(std::log(ratio), draws);
    times.ratio = IntervalOf(ratio, draws);
    times.verdict = Judge(times.ratio);
    return times;
  }

  const LogSide& base_;
  const LogSide& other_;
  Comparison result_;
  std::set<WorkKey> pooled_;
  std::map<std::pair<WorkKey, bool>, RatioSum> sums_;
};

}  // namespace

const char* VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kNoDifference:
      return "no difference";
    case Verdict::kTooFewCalls:
      break;
  }
  return "too few calls";
}

std::optional<std::uint64_t> CallsToBreakEven(const WorkComparison& work) {
  if (!work.cold || !work.warm || work.warm->verdict != Verdict::kFaster) return std::nullopt;
  const double lost = work.cold->other_median_ns - work.cold->base_median_ns;
  const double won = work.warm->base_median_ns - work.warm->other_median_ns;
  if (lost <= 0 || won <= 0) return std::nullopt;
  return static_cast<std::uint64_t>(std::min(std::ceil(lost / won), 1e15));
}

Comparison Compare(const LogSide& base, const LogSide& other) {
  return Comparer(base, other).Run();
}

}  // namespace lodestone::cli
