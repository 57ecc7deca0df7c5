#include "magick/core/calls/recent_plans.hpp"

#include <algorithm>
#include <list>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "base/on_first_use.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/scale_plan.hpp"

namespace lodestone {
namespace {

// Few, since each look-up compares with all of them.
constexpr std::size_t kMostPlans = 8;
constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // of each

struct PlanKey {
  enum class Kind { kResize, kScale, kSeparable, kWideBlur } kind;
  PlanSizes sizes{};
  int method = 0;                               // filter, fold, or whether it cuts
  std::vector<double> numbers = {}, more = {};  // blur, or the taps

  bool operator==(const PlanKey&) const = default;
};

std::size_t BytesOf(const kernels::AxisTable& table) {
  return table.outputs() * 3 * sizeof(std::uint32_t) + table.weights().size() * sizeof(float);
}

std::size_t BytesOf(const kernels::ResamplePlan& plan) {
  return BytesOf(plan.horizontal) + BytesOf(plan.vertical);
}

using MaybeSeries = std::optional<kernels::SeriesPlan>;

std::size_t BytesOf(const MaybeSeries& plan) {
  return plan ? plan->numbers.size() * sizeof(float) : 0;
}

template <class Plan>
class RecentPlans {
 public:
  using Shared = std::shared_ptr<const Plan>;

  template <class Build>
  Shared Get(PlanKey key, Build&& build) {
    if (Shared plan = Find(key)) return plan;
    auto plan = std::make_shared<const Plan>(build());
    Keep(std::move(key), plan);
    return plan;
  }

  void Clear() {
    Entries none;
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (lock) entries_.swap(none);
  }

 private:
  struct Entry {
    PlanKey key;
    Shared plan;
  };
  using Entries = std::list<Entry>;

  // Nobody waits: a forked child might do so for a thread that it does not have.
  Shared Find(const PlanKey& key) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return nullptr;
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->plan;
  }

  void Keep(PlanKey key, const Shared& plan) noexcept {
    if (BytesOf(*plan) > kMostBytes) return;
    try {
      Entries fresh;
      fresh.push_back({std::move(key), plan});
      const std::unique_lock lock(mutex_, std::try_to_lock);
      if (!lock) return;
      entries_.splice(entries_.begin(), fresh);
      if (entries_.size() > kMostPlans) fresh.splice(fresh.begin(), entries_, --entries_.end());
    } catch (const std::bad_alloc&) {
      // It will be built again.
    }
  }

  std::mutex mutex_;
  Entries entries_;  // most recently used first
};

constinit OnFirstUse<RecentPlans<kernels::ResamplePlan>> recent_plans;
constinit OnFirstUse<RecentPlans<MaybeSeries>> recent_series;

template <class Plans>
void Clear(const OnFirstUse<Plans>& plans) {
  if (Plans* made = plans.IfMade()) made->Clear();
}

PlanKey KeyOf(PlanKey::Kind kind, std::uint32_t columns, std::uint32_t rows, int method,
              std::span<const double> across, std::span<const double> down) {
  return {kind,
          {columns, rows, columns, rows},
          method,
          {across.begin(), across.end()},
          {down.begin(), down.end()}};
}

}  // namespace

SharedPlan PlanResize(const PlanSizes& sizes, kernels::Filter filter, double blur) {
  return recent_plans.Get().Get(
      {PlanKey::Kind::kResize, sizes, static_cast<int>(filter), {blur}}, [&] {
        return kernels::BuildResizePlan(sizes.source_columns, sizes.source_rows, sizes.columns,
                                        sizes.rows, filter, blur);
      });
}

SharedPlan PlanScale(const PlanSizes& sizes) {
  return recent_plans.Get().Get({PlanKey::Kind::kScale, sizes}, [&] {
    return kernels::BuildScalePlan(sizes.source_columns, sizes.source_rows, sizes.columns,
                                   sizes.rows);
  });
}

SharedPlan PlanSeparable(std::uint32_t columns, std::uint32_t rows, std::span<const double> across,
                         std::span<const double> down, kernels::Fold fold) {
  return recent_plans.Get().Get(
      KeyOf(PlanKey::Kind::kSeparable, columns, rows, static_cast<int>(fold), across, down),
      [&] { return kernels::BuildSeparablePlan(columns, rows, across, down, fold); });
}

SharedSeries PlanWideBlur(std::uint32_t columns, std::uint32_t rows, std::span<const double> across,
                          std::span<const double> down, bool cut) {
  if (!kernels::SeriesPay(columns, rows, across.size(), down.size())) return nullptr;
  const auto plan = recent_series.Get().Get(
      KeyOf(PlanKey::Kind::kWideBlur, columns, rows, cut, across, down),
      [&] { return kernels::PlanSeries(columns, rows, across, down, cut); });
  return *plan ? SharedSeries(plan, &**plan) : nullptr;
}

void ForgetPlans() {
  Clear(recent_plans);
  Clear(recent_series);
}

}  // namespace lodestone
