// Plans that are kept are those of their arguments, all of them.
#include <gtest/gtest.h>

#include <vector>

#include "kernels/resample/resize_plan.hpp"
#include "magick/core/recent_plans.hpp"

namespace lodestone::core_tests {
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
}  // namespace lodestone::core_tests
