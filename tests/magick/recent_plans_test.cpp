// Plans that are kept are those of their arguments, all of them.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "kernels/resample/resize_plan.hpp"
#include "kernels/cosine_blur/series_plan.hpp"
#include "magick/core/calls/recent_plans.hpp"

namespace lodestone::test {
namespace {

using kernels::Filter;
using kernels::Fold;

bool Same(const kernels::AxisTable& a, const kernels::AxisTable& b) {
  return a.first() == b.first() && a.count() == b.count() && a.offset() == b.offset() &&
         a.weights() == b.weights();
}

constexpr PlanSizes kSizes{40, 30, 17, 11};

class RecentPlans : public testing::Test {
 protected:
  void SetUp() override { ForgetPlans(); }
};

TEST_F(RecentPlans, TheSameArgumentsHaveTheSamePlan) {
  const std::vector<double> taps{0.25, 0.5, 0.25};
  EXPECT_EQ(PlanResize(kSizes, Filter::kLanczos, 1), PlanResize(kSizes, Filter::kLanczos, 1));
  EXPECT_EQ(PlanScale(kSizes), PlanScale(kSizes));
  EXPECT_EQ(PlanSeparable(9, 8, taps, taps, Fold::kEdge),
            PlanSeparable(9, 8, taps, taps, Fold::kEdge));
}

TEST_F(RecentPlans, EveryArgumentCounts) {
  const std::vector<double> taps{0.25, 0.5, 0.25}, other{0.3, 0.4, 0.3};
  const std::vector<SharedPlan> plans{PlanResize(kSizes, Filter::kLanczos, 1),
                                      PlanResize(kSizes, Filter::kMitchell, 1),
                                      PlanResize(kSizes, Filter::kLanczos, 1.5),
                                      PlanResize({41, 30, 17, 11}, Filter::kLanczos, 1),
                                      PlanResize({40, 30, 17, 12}, Filter::kLanczos, 1),
                                      PlanScale(kSizes),
                                      PlanSeparable(40, 30, taps, other, Fold::kEdge),
                                      PlanSeparable(40, 30, other, taps, Fold::kEdge),
                                      PlanSeparable(40, 30, taps, other, Fold::kReflect101)};
  for (std::size_t i = 0; i < plans.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(Same(plans[i]->horizontal, plans[j]->horizontal) &&
                   Same(plans[i]->vertical, plans[j]->vertical))
          << i << " and " << j;
}

// More than a series needs to pay: divided, and smooth but for where they end.
std::vector<double> WideTaps(double sigma) {
  std::vector<double> taps(201);
  for (int k = -100; k <= 100; ++k) taps[k + 100] = std::exp(-k * k / (2 * sigma * sigma));
  const double sum = std::accumulate(taps.begin(), taps.end(), 0.0);
  for (double& tap : taps) tap /= sum;
  return taps;
}

bool Same(const kernels::SeriesPlan& a, const kernels::SeriesPlan& b) {
  return a.terms == b.terms && a.reach_across == b.reach_across && a.reach_down == b.reach_down &&
         a.numbers == b.numbers;
}

TEST_F(RecentPlans, WideBlursAreKeptToo) {
  const std::vector<double> taps = WideTaps(33), other = WideTaps(30);
  const SharedSeries plan = PlanWideBlur(300, 200, taps, taps, true);
  ASSERT_NE(nullptr, plan);
  EXPECT_EQ(plan, PlanWideBlur(300, 200, taps, taps, true));
  EXPECT_TRUE(Same(*plan, kernels::PlanSeries(300, 200, taps, taps, true).value()));
  for (const SharedSeries& different :
       {PlanWideBlur(301, 200, taps, taps, true), PlanWideBlur(300, 201, taps, taps, true),
        PlanWideBlur(300, 200, other, taps, true), PlanWideBlur(300, 200, taps, other, true),
        PlanWideBlur(300, 200, taps, taps, false)}) {
    ASSERT_NE(nullptr, different);
    EXPECT_FALSE(Same(*plan, *different));
  }
}

TEST_F(RecentPlans, KernelsThatAreNoSeriesHaveNoneTheSecondTimeEither) {
  const std::vector<double> narrow{0.25, 0.5, 0.25};
  std::vector<double> lopsided = WideTaps(33);
  lopsided.back() = 0.0;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(nullptr, PlanWideBlur(300, 200, WideTaps(33), lopsided, true));
    EXPECT_EQ(nullptr, PlanWideBlur(300, 200, narrow, narrow, true));
  }
}

TEST_F(RecentPlans, WideBlursAreForgotten) {
  const std::vector<double> taps = WideTaps(33);
  const std::weak_ptr<const kernels::SeriesPlan> kept = PlanWideBlur(300, 200, taps, taps, true);
  EXPECT_FALSE(kept.expired());
  ForgetPlans();
  EXPECT_TRUE(kept.expired());
}

TEST_F(RecentPlans, AKeptPlanIsTheOneThatIsBuilt) {
  for (int i = 0; i < 2; ++i) {
    const SharedPlan kept = PlanResize(kSizes, Filter::kCatrom, 0.8);
    const kernels::ResamplePlan built =
        kernels::BuildResizePlan(40, 30, 17, 11, Filter::kCatrom, 0.8);
    EXPECT_TRUE(Same(kept->horizontal, built.horizontal) && Same(kept->vertical, built.vertical));
    EXPECT_EQ(kept->vertical_first, built.vertical_first);
  }
}

TEST_F(RecentPlans, OldOnesGiveWay) {
  const SharedPlan first = PlanScale(kSizes);
  for (std::uint32_t columns = 1; columns <= 8; ++columns) (void)PlanScale({40, 30, columns, 5});
  EXPECT_EQ(1, first.use_count());
  const SharedPlan again = PlanScale(kSizes);
  EXPECT_EQ(2, again.use_count());
  ForgetPlans();
  EXPECT_EQ(1, again.use_count());
}

TEST_F(RecentPlans, LargeOnesAreNotKept) {
  EXPECT_EQ(1, PlanScale({300000, 1, 299999, 1}).use_count());
}

}  // namespace
}  // namespace lodestone::test
