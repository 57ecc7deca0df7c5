// Control groups of both versions, in folders of the test.
#include "base/cgroup.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.hpp"

namespace lodestone {
namespace {

namespace fs = std::filesystem;

class Cgroup : public testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  // Of one group.
  void Limit(const std::string& group, const std::string& most, const std::string& now) {
    Write("root" + group + "/pids.max", most + "\n");
    Write("root" + group + "/pids.current", now + "\n");
  }
  double ThreadsLeft(const std::string& groups) {
    Write("own", groups);
    return ThreadsLeftInCgroup({folder_.File("own"), folder_.File("root")});
  }

  test::TemporaryFolder folder_;
};

TEST_F(Cgroup, WithoutLimitsThreadsAreMany) {
  EXPECT_EQ(INFINITY, ThreadsLeft(""));
  EXPECT_EQ(INFINITY, ThreadsLeft("nothing\n0::/a/b\n3:pids:/c\n"));
  Limit("/a/b", "max", "7");
  EXPECT_EQ(INFINITY, ThreadsLeft("0::/a/b\n"));
  EXPECT_EQ(INFINITY, ThreadsLeftInCgroup({"/nowhere/at/all", "/nowhere"}));
}

TEST_F(Cgroup, TheTightestGroupCounts) {
  Limit("/a/b/c", "max", "2");
  Limit("/a/b", "100", "40");
  Limit("/a", "50", "41");
  Limit("", "1000", "900");
  EXPECT_EQ(9, ThreadsLeft("0::/a/b/c\n"));
  EXPECT_EQ(100, ThreadsLeft("0::/\n"));
  Limit("/a/b/c", "2", "2");
  EXPECT_EQ(0, ThreadsLeft("0::/a/b/c\n"));
  Limit("/a/b/c", "2", "5");  // lowered since
  EXPECT_EQ(0, ThreadsLeft("0::/a/b/c\n"));
}

TEST_F(Cgroup, TheFirstVersionHasAFolderForEachController) {
  Limit("/pids/a", "20", "5");
  Limit("/cpu,pids/a", "30", "5");
  EXPECT_EQ(15, ThreadsLeft("4:memory:/a\n3:pids:/a/elsewhere\n0::/a\n"));
  EXPECT_EQ(25, ThreadsLeft("4:cpu,pids:/a\n"));
  EXPECT_EQ(INFINITY, ThreadsLeft("4:cpuset:/a\n"));
}

}  // namespace
}  // namespace lodestone
