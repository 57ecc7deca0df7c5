// Every reason has a hint.
#include "utilities/events/report/reason_help.hpp"

#include <gtest/gtest.h>

#include <set>

#include "accel/accelerate.h"

namespace lodestone::cli {
namespace {

// The names of all reasons but "none", enumerated until there are no more.
std::set<std::string> AllReasons() {
  std::set<std::string> reasons;
  for (int number = MagickAccelerateNoReason + 1;; ++number) {
    const std::string name =
        MagickAccelerateReasonName(static_cast<MagickAccelerateReason>(number));
    if (name == "unknown") return reasons;
    reasons.insert(name);
  }
}

TEST(ReasonHelp, EveryReasonHasAMeaningAndAHintOfItsOwn) {
  const std::set<std::string> reasons = AllReasons();
  ASSERT_GE(reasons.size(), 15U);
  std::set<std::string> hints, meanings;
  for (const std::string& reason : reasons) {
    const ReasonHelp& help = HelpFor(reason);
    EXPECT_EQ(reason, help.reason) << "has no entry";
    EXPECT_GT(std::string(help.meaning).size(), 20U) << reason;
    EXPECT_GT(std::string(help.hint).size(), 20U) << reason;
    meanings.insert(help.meaning);
    hints.insert(help.hint);
  }
  EXPECT_EQ(reasons.size(), meanings.size());
  EXPECT_EQ(reasons.size(), hints.size());
}

TEST(ReasonHelp, LogsOfOtherBuildsGetAdviceToo) {
  EXPECT_STREQ("", HelpFor("").reason);
  EXPECT_STREQ("unknown", HelpFor("reason-of-a-later-version").reason);
  EXPECT_STRNE("", HelpFor("reason-of-a-later-version").hint);
}

}  // namespace
}  // namespace lodestone::cli
