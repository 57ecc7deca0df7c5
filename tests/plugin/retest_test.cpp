// Testing devices that seem to have crashed processes: what the test dies of decides.
#include "accel/modules/retest.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel {
namespace {

const ProfileKey kOne{"Test:GPU:One", "1.0"}, kTwo{"Test:GPU:Two", "1.0"};

// Of a test that begins with a device and then does this.
RetestOutcome OutcomeOf(const std::function<void()>& rest,
                        std::chrono::milliseconds longest = kLongestRetest) {
  const std::vector<RetestResult> results = RetestInChild(
      [&](const RetestReport& report) {
        report(kOne, RetestStep::kBegun);
        rest();
        report(kOne, RetestStep::kPassed);
      },
      longest);
  EXPECT_EQ(1u, results.size());
  if (results.size() != 1) return RetestOutcome::kUnfinished;
  EXPECT_EQ(kOne.device, results[0].key.device);
  return results[0].outcome;
}

TEST(Retest, PassesOrFails) {
  EXPECT_EQ(RetestOutcome::kPassed, OutcomeOf([] {}));
  for (const int fault : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    EXPECT_EQ(RetestOutcome::kFailed, OutcomeOf([fault] {
                std::signal(fault, SIG_DFL);
                std::raise(fault);
              }))
        << fault;
  }
  for (const int status : {0, 1})
    EXPECT_EQ(RetestOutcome::kFailed, OutcomeOf([status] { _exit(status); })) << status;
}

TEST(Retest, WhatIsKilledFromOutsideIsUnfinished) {
  for (const int number : {SIGKILL, SIGTERM, SIGINT, SIGHUP, SIGXCPU}) {
    EXPECT_EQ(RetestOutcome::kUnfinished, OutcomeOf([number] {
                std::signal(number, SIG_DFL);
                std::raise(number);
              }))
        << number;
  }
  EXPECT_EQ(RetestOutcome::kUnfinished, OutcomeOf([] { throw std::bad_alloc(); }));
}

TEST(Retest, WhatRunsOutOfTimeIsUnfinished) {
  EXPECT_EQ(RetestOutcome::kUnfinished, OutcomeOf([] { pause(); }, std::chrono::milliseconds(200)));
}

TEST(Retest, EachDeviceHasItsOwnOutcome) {
  const std::vector<RetestResult> results = RetestInChild([](const RetestReport& report) {
    report(kOne, RetestStep::kBegun);
    report(kOne, RetestStep::kFailed);
    report(kTwo, RetestStep::kBegun);
    std::raise(SIGKILL);
  });
  ASSERT_EQ(2u, results.size());
  EXPECT_EQ(RetestOutcome::kFailed, results[0].outcome);
  EXPECT_EQ(RetestOutcome::kUnfinished, results[1].outcome);
}

// Else it would go on for as long as a driver needs.
TEST(Retest, EndsWithItsCaller) {
  int alive[2];
  ASSERT_EQ(0, pipe(alive));
  const pid_t caller = fork();
  if (caller == 0) {
    close(alive[0]);
    (void)OutcomeOf([&] {
      (void)!write(alive[1], "!", 1);
      pause();
    });
    _exit(0);
  }
  close(alive[1]);
  char byte = 0;
  ASSERT_EQ(1, read(alive[0], &byte, 1));
  kill(caller, SIGKILL);
  ASSERT_EQ(caller, waitpid(caller, nullptr, 0));
  pollfd end{alive[0], POLLIN, 0};
  constexpr int kLongMs = 30'000;
  EXPECT_EQ(1, poll(&end, 1, kLongMs)) << "the child is alive and keeps the pipe open";
  close(alive[0]);
}

class CrashRecords : public testing::Test {
 protected:
  void Record(const std::string& process) {
    const auto profile = OpenProfile(kOne);
    profile->SetText(ProfileSection::kDriverCrashes, process, "process, crashed");
    profile->Save();
  }
  static bool Quarantined() { return Quarantines(DriverCrashesOf(*OpenProfile(kOne))); }

  test::TemporaryCache cache_;
};

TEST_F(CrashRecords, AnUnfinishedTestCondemnsNothingAndIsRepeatedLater) {
  Record("1-100-0");
  EXPECT_FALSE(NeedsRetest(kOne));
  Record("2-200-0");
  EXPECT_TRUE(NeedsRetest(kOne));
  EXPECT_FALSE(Quarantined());
  RecordRetest(kOne, RetestOutcome::kUnfinished);
  EXPECT_FALSE(NeedsRetest(kOne)) << "not for each process";
  EXPECT_FALSE(Quarantined());
  OpenProfile(kOne)->SetText(ProfileSection::kRetests, "2-200-0", "unfinished 1000");
  EXPECT_TRUE(NeedsRetest(kOne));
  RecordRetest(kOne, RetestOutcome::kUnfinished);
  Record("3-300-0");
  EXPECT_TRUE(NeedsRetest(kOne)) << "at once after another crash";
  RecordRetest(kOne, RetestOutcome::kPassed);
  EXPECT_EQ(0u, DriverCrashesOf(*OpenProfile(kOne)).count);
}

TEST_F(CrashRecords, AFailedTestCondemns) {
  Record("1-100-0");
  Record("2-200-0");
  RecordRetest(kOne, RetestOutcome::kFailed);
  EXPECT_TRUE(Quarantined());
  EXPECT_FALSE(NeedsRetest(kOne));
  for (const char* off : {"off", "FALSE", "no", "0"}) {
    setenv("MAGICK_ACCELERATE_QUARANTINE", off, 1);
    EXPECT_FALSE(Quarantined()) << off;
  }
  unsetenv("MAGICK_ACCELERATE_QUARANTINE");
}

}  // namespace
}  // namespace lodestone::accel
