// Wrong pixels, and devices that do not run what they should, are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/fake_accelerator.hpp"
#include "utilities/conform/verdict.hpp"

namespace lodestone::conform {
namespace {

using test::Fake;

constexpr char kFake[] = "Fake:GPU:Zero";

// Cases of one operation, and what the CPU makes of them.
class VerdictTest : public test::FakeDevices {
 protected:
  void SetUp() override {
    Plug();
    std::erase_if(
        cases_, [](const Case& each) { return each.call.find("FlipImage") == std::string::npos; });
    ASSERT_LT(2u, cases_.size());
    digests_ = DigestsOfCpu(cases_, {});
  }

  std::vector<Case> cases_ = AllCases();
  Digests digests_;
};

TEST_F(VerdictTest, AllEqual) {
  const Verdict verdict = Judge(kFake, cases_, digests_, {});
  EXPECT_TRUE(verdict.conforms());
  EXPECT_EQ(cases_.size(), verdict.total.equal);
  EXPECT_EQ(0u, verdict.failures.size());
  ASSERT_EQ(1u, verdict.operations.size());
  EXPECT_EQ("rearrange", verdict.operations[0].first);
}

// After its self-tests.
TEST_F(VerdictTest, PixelsThatADeviceGetsWrong) {
  ASSERT_TRUE(Judge(kFake, cases_, digests_, {}).conforms());
  Fake().corrupts_pixels = true;
  const Verdict verdict = Judge(kFake, cases_, digests_, {});
  EXPECT_FALSE(verdict.conforms());
  EXPECT_EQ(cases_.size(), verdict.total.different);
  ASSERT_EQ(cases_.size(), verdict.failures.size());
  EXPECT_EQ(cases_[0].name(), verdict.failures[0].name);
  EXPECT_EQ(digests_.at(cases_[0].name()), verdict.failures[0].expected);
  EXPECT_EQ(64u, verdict.failures[0].found.size());
  EXPECT_NE(verdict.failures[0].expected, verdict.failures[0].found);
}

TEST_F(VerdictTest, OnePublishedDigestIsAnother) {
  digests_[cases_[1].name()] = std::string(64, '0');
  const Verdict verdict = Judge("", cases_, digests_, {});
  EXPECT_FALSE(verdict.conforms());
  EXPECT_EQ(cases_.size() - 1, verdict.total.equal);
  ASSERT_EQ(1u, verdict.failures.size());
  EXPECT_EQ(cases_[1].name(), verdict.failures[0].name);
}

TEST_F(VerdictTest, ADeviceThatDeclines) {
  Fake().supports = MagickAccelerateDeclined;
  Fake().reason = MagickAccelerateTooLarge;
  const Verdict verdict = Judge(kFake, cases_, digests_, {});
  EXPECT_FALSE(verdict.conforms());
  EXPECT_EQ(cases_.size(), verdict.total.not_run);
  ASSERT_EQ(cases_.size(), verdict.failures.size());
  EXPECT_NE(std::string::npos, verdict.failures[0].problem.find("as the test wants"))
      << verdict.failures[0].problem;
  EXPECT_EQ("", verdict.failures[0].found);
}

TEST_F(VerdictTest, ACallThatAsksNoAcceleratorProvesNothing) {
  Case copy = cases_[0];
  copy.run = [](const Inputs& inputs, ExceptionInfo* exception) {
    return CloneImage(inputs.image, 0, 0, MagickTrue, exception);
  };
  const Verdict verdict = Judge(kFake, {copy}, digests_, {});
  EXPECT_EQ(1u, verdict.total.not_run);
  EXPECT_EQ("no accelerator was asked", verdict.failures.at(0).problem);
}

TEST_F(VerdictTest, ACallThatRanElsewhereProvesNothing) {
  Case elsewhere = cases_[0];
  elsewhere.run = [run = cases_[0].run](const Inputs& inputs, ExceptionInfo* exception) {
    MagickAccelerateSetThreadMode(MagickAccelerateOff);
    Image* const result = run(inputs, exception);
    MagickAccelerateSetThreadMode(MagickAccelerateRequire);
    return result;
  };
  const Verdict verdict = Judge(kFake, {elsewhere}, digests_, {});
  EXPECT_EQ("rearrange ran on cpu", verdict.failures.at(0).problem);
}

}  // namespace
}  // namespace lodestone::conform
