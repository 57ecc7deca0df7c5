// The marker file itself: which processes have died, which have not, and what each was doing.
#include "accel/profile/crash_marker.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

#include "accel/plugin.h"
#include "tests/utilities/process.hpp"

namespace lodestone::accel {
namespace {

const ProfileKey kOne{"Test:GPU:One", "1.0"}, kTwo{"Test:GPU:Two", "1.0"};

class CrashMarkerTest : public testing::Test {
 protected:
  // Runs `body` in a child that has a marker; the child dies when it returns.
  void InChild(const std::function<void(CrashMarker&)>& body) {
    const pid_t child = fork();
    if (child == 0) {
      CrashMarker::Get().Open(cache_.path());
      body(CrashMarker::Get());
      _exit(0);
    }
    int status = -1;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    ASSERT_EQ(0, status);
  }
  std::vector<EndedProcess> Dead() { return CrashMarker::Get().CollectEnded(cache_.path()); }

  // What the only dead process was doing in the only driver of its marker.
  DriverRecord OnlyRecord() {
    const std::vector<EndedProcess> dead = Dead();
    EXPECT_EQ(1u, dead.size());
    EXPECT_EQ(1u, dead.empty() ? 0 : dead[0].drivers.size());
    return dead.empty() || dead[0].drivers.empty() ? DriverRecord() : dead[0].drivers[0];
  }

  test::TemporaryFolder cache_;
};

TEST_F(CrashMarkerTest, TellsWhatWasBeingDone) {
  InChild([](CrashMarker& marker) {
    new DriverScope(marker.Slot(kOne), DriverPhase::kRun, MagickAccelerateResize);
    new DriverScope(marker.Slot(kOne), DriverPhase::kMemory);
  });
  const DriverRecord record = OnlyRecord();
  EXPECT_EQ("Test:GPU:One", record.key.device);
  EXPECT_EQ("1.0", record.key.driver);
  EXPECT_EQ("running resize and moving pixels", record.inside);
  EXPECT_TRUE(Dead().empty()) << "each is told once";
}

TEST_F(CrashMarkerTest, TellsEveryOperationApart) {
  for (const OperationTraits& info : Operations()) {
    InChild([&](CrashMarker& marker) {
      new DriverScope(marker.Slot(kOne), DriverPhase::kRun, info.operation);
    });
    EXPECT_EQ(std::string("running ") + info.name, OnlyRecord().inside);
  }
}

// Version 1 had room for fewer operations.
TEST_F(CrashMarkerTest, FilesOfAnotherVersionAreRemovedUnread) {
  InChild([](CrashMarker& marker) {
    new DriverScope(marker.Slot(kOne), DriverPhase::kRun, MagickAccelerateScale);
  });
  const auto folder = cache_ / ("running-q" + std::to_string(LS_QUANTUM_DEPTH));
  const std::filesystem::directory_iterator file(folder), end;
  ASSERT_NE(end, file);
  std::string bytes = test::ReadFile(file->path());
  test::WriteFile(file->path(), bytes.replace(0, 8, "LSMARK01"));
  EXPECT_TRUE(Dead().empty());
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(CrashMarkerTest, WhoHasLeftTheDriverIsNotInside) {
  InChild([](CrashMarker& marker) {
    { const DriverScope scope(marker.Slot(kOne), DriverPhase::kWarmUp, MagickAccelerateScale); }
    ++marker.Slot(kOne)->runs;
  });
  const DriverRecord record = OnlyRecord();
  EXPECT_EQ("", record.inside);
  EXPECT_TRUE(record.did_work);
}

TEST_F(CrashMarkerTest, AfterDisarmingNothingCountsAndAfterArmingAllDoes) {
  const auto die = [](bool armed) {
    return [armed](CrashMarker& marker) {
      new DriverScope(marker.Slot(kOne), DriverPhase::kRun, MagickAccelerateScale);
      marker.Disarm();
      if (armed) marker.Arm();
    };
  };
  InChild(die(false));
  EXPECT_EQ("", OnlyRecord().inside);
  InChild(die(true));
  EXPECT_EQ("running scale", OnlyRecord().inside);
}

TEST_F(CrashMarkerTest, DriversHaveTheirOwnPlaces) {
  InChild([](CrashMarker& marker) {
    MarkerSlot* const one = marker.Slot(kOne);
    MarkerSlot* const two = marker.Slot(kTwo);
    if (one == two || one != marker.Slot(kOne)) _exit(1);
    new DriverScope(two, DriverPhase::kOpen);
  });
  const std::vector<EndedProcess> dead = Dead();
  ASSERT_EQ(1u, dead.size());
  ASSERT_EQ(2u, dead[0].drivers.size());
  EXPECT_EQ("", dead[0].drivers[0].inside);
  EXPECT_EQ("opening it", dead[0].drivers[1].inside);
}

TEST_F(CrashMarkerTest, MoreDriversThanPlacesAreNotMarked) {
  InChild([](CrashMarker& marker) {
    MarkerSlot* last = nullptr;
    for (int i = 0; i < 100; ++i) last = marker.Slot({"Test:GPU:" + std::to_string(i), ""});
    if (last) _exit(1);
    const DriverScope nowhere(last, DriverPhase::kRun);
  });
}

TEST_F(CrashMarkerTest, AForkedChildNeitherKeepsItsParentAliveNorDisarmsIt) {
  int to_grandchild[2];
  ASSERT_EQ(0, pipe(to_grandchild));
  InChild([&](CrashMarker& marker) {
    new DriverScope(marker.Slot(kOne), DriverPhase::kRun, MagickAccelerateSample);
    if (fork() != 0) return;
    marker.Disarm();
    char byte;
    close(to_grandchild[1]);
    (void)!read(to_grandchild[0], &byte, 1);  // lives until the test is done with it
    _exit(0);
  });
  EXPECT_EQ("running sample", OnlyRecord().inside);
  close(to_grandchild[0]);
  close(to_grandchild[1]);
}

TEST_F(CrashMarkerTest, TheLivingAreLeftAlone) {
  int started[2], stop[2];
  ASSERT_EQ(0, pipe(started));
  ASSERT_EQ(0, pipe(stop));
  const pid_t child = fork();
  if (child == 0) {
    CrashMarker::Get().Open(cache_.path());
    const DriverScope scope(CrashMarker::Get().Slot(kOne), DriverPhase::kRun);
    char byte = 1;
    (void)!write(started[1], &byte, 1);
    (void)!read(stop[0], &byte, 1);
    _exit(0);
  }
  char byte = 0;
  ASSERT_EQ(1, read(started[0], &byte, 1));
  EXPECT_TRUE(Dead().empty());
  ASSERT_EQ(1, write(stop[1], &byte, 1));
  ASSERT_EQ(child, waitpid(child, nullptr, 0));
  EXPECT_EQ(1u, Dead().size());
  for (const int end : {started[0], started[1], stop[0], stop[1]}) close(end);
}

TEST_F(CrashMarkerTest, WithoutAFolderThereIsNoMarker) {
  EXPECT_TRUE(CrashMarker::Get().CollectEnded("").empty());
  EXPECT_TRUE(CrashMarker::Get().CollectEnded("/proc/none").empty());
  const pid_t child = fork();
  if (child == 0) {
    CrashMarker::Get().Open("/proc/none");
    const bool none = CrashMarker::Get().Slot(kOne) == nullptr;
    CrashMarker::Get().Disarm();
    _exit(none ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

}  // namespace
}  // namespace lodestone::accel
