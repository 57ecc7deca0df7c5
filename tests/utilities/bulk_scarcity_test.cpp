// lodestone bulk where the system has little of something: what fits is done, and of the rest one
// is told the reason.
#include <unistd.h>

#include "base/leftover_files.hpp"
#include "base/staged_output.hpp"
#include "config.h"
#include "tests/utilities/bulk_fixture.hpp"
#include "utilities/bulk/journal_lines.hpp"

namespace lodestone::test {
namespace {

// Where threads are few, a leak checker has none to look from.
const std::string kAsNobody =
    "env ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" setpriv --reuid 64201 --clear-groups ";

class BulkScarcityTest : public BulkTest {
 protected:
  // Runs a script of the shell; $program is the program under test.
  ProcessResult Shell(const std::string& script) {
    return RunProcess({"env", "program=" + ProgramPath(), "sh", "-c", script}, folder_.path());
  }

  // What the journal says is what there is, whole, and nothing else is.
  void ExpectTrueJournal(const std::string& output, const std::string& expected) {
    std::size_t done = 0;
    for (const auto& [name, record] : Records("out/lodestone-bulk.jsonl")) {
      EXPECT_TRUE(record.done || !record.reason.empty()) << name;
      done += record.done ? 1 : 0;
    }
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder_ / "out")) {
      if (entry.path().extension() != output) continue;
      ++files;
      EXPECT_TRUE(ReadFile(entry.path()) == expected) << entry.path();
    }
    EXPECT_EQ(files, done);
    EXPECT_TRUE(Leftovers().empty());
  }

  // Without /proc files have names from the beginning, and no program can ask for its own.
  ProcessResult WithoutProc(const std::string& script) {
    return Shell("exec unshare -m sh -c 'mount -t tmpfs none /proc && " + script + "'");
  }
};

// As many threads as there are do the work, be it the first alone.
TEST_F(BulkScarcityTest, FewThreadsAreEnough) {
  if (Shell(kAsNobody + "\"$program\" -version").status != 0) GTEST_SKIP() << "Only root may";
  for (const std::string allowed : {"1", "2", "3", "6"}) {
    for (const std::string threads : {"1", "8"}) {
      const auto result = Shell(
          "chmod 755 . && mkdir -m 777 out && for i in 1 2 3 4 5 6 7 8 9; do cp in.ppm $i.ppm; "
          "done && " +
          kAsNobody + "sh -c 'ulimit -u " + allowed + " 2>/dev/null || ulimit -p " + allowed +
          "; exec \"$program\" bulk -accelerate off -limit threads " + threads +
          " -output out/%{base}.ppm ?.ppm'; status=$?; ls out/*.ppm | wc -l; rm -r out ?.ppm; "
          "exit $status");
      EXPECT_EQ(result.status, 0) << allowed << " " << threads << result.err;
      EXPECT_EQ(result.out.find_first_of('9'), 0U) << result.out;
    }
  }
}

// So do those that a container may have.
TEST_F(BulkScarcityTest, FewThreadsOfAGroupAreEnough) {
  constexpr char kScript[] = R"(
    for root in /sys/fs/cgroup/pids /sys/fs/cgroup; do
      group=$root/lodestone-test-$$
      mkdir $group 2> /dev/null && [ -w $group/pids.max ] && break
      rmdir $group 2> /dev/null
      group=
    done
    [ "$group" ] || exit 77
    echo $allowed > $group/pids.max
    sh -c 'echo $$ > $0/cgroup.procs && exec "$program" "$@"' $group \
      convert -accelerate off -size 1200x900 gradient:red-blue -blur 0x2 $output
    status=$?
    rmdir $group
    exit $status)";
  for (const std::string output : {"out.ppm", "out.webp", "out.avif", "out.heic"}) {
    if (Lodestone({"convert", "in.ppm", output}).status != 0) continue;  // no such format here
    for (const std::string allowed : {"1", "2", "3", "6"}) {
      fs::remove(folder_ / output);
      const auto result = Shell("export output=" + output + " allowed=" + allowed + kScript);
      if (result.status == 77) GTEST_SKIP() << "no control group of its own";
      // libheif cannot do without.
      const bool refused = result.err.find("Unable to start libheif's threads") != result.err.npos;
      EXPECT_EQ(refused && output == "out.heic", result.status == 1) << output << result.err;
      EXPECT_EQ(Exists(output), result.status == 0) << output << allowed << result.err;
      if (result.status == 0) {
        EXPECT_EQ(Lodestone({"identify", output}).status, 0);
      }
    }
  }
}

TEST_F(BulkScarcityTest, ReasonsAreNeverEmpty) {
  if (Shell(kAsNobody + "\"$program\" -version").status != 0) GTEST_SKIP() << "Only root may";
  WriteFile(folder_ / "j", cli::JournalStartLine("in.ppm"));
  const auto result =
      Shell("chmod 777 . && chmod 666 j && " + kAsNobody +
            "sh -c 'ulimit -u 1 2>/dev/null || ulimit -p 1; exec \"$program\" bulk -accelerate off "
            "-journal j -output out.ppm in.ppm'");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("Stopped: Unable to start a process for one input"), std::string::npos)
      << result.err;
}

TEST_F(BulkScarcityTest, LittleMemoryIsEnoughForOneAfterTheOther) {
#if defined(LS_WITH_ASAN) || defined(LS_WITH_TSAN)
  GTEST_SKIP() << "sanitizers need addresses";
#endif
  for (int i = 0; i < 6; ++i)
    WriteFile(folder_ / ("in/" + std::to_string(i) + ".ppm"), SamplePpm(1500, 1000));
  fs::remove_all(folder_ / "in/sub");
  fs::remove(folder_ / "in/a.ppm");
  const auto limited = [&](int mebibytes, const std::string& command) {
    return Shell("ulimit -c 0; ulimit -v " + std::to_string(mebibytes * 1024) +
                 "; exec \"$program\" " + command);
  };
  ASSERT_EQ(Lodestone({"convert", "in/0.ppm", "-resize", "10%", "one.ppm"}).status, 0);
  const std::string expected = ReadFile(folder_ / "one.ppm");
  int least = 0;  // for one image alone
  for (int mebibytes = 30; mebibytes <= 190; mebibytes += 20) {
    SCOPED_TRACE(mebibytes);
    const auto one = limited(mebibytes, "convert -accelerate off in/0.ppm -resize 10% one.ppm");
    if (one.status == 127) continue;  // the program itself could not be loaded
    if (one.status == 0 && least == 0) least = mebibytes;
    for (const std::string threads : {"2", "16"}) {
      const auto result = limited(mebibytes, "bulk -accelerate off -limit threads " + threads +
                                                 " -resize 10% -output out/%{base}.ppm in");
      EXPECT_LE(result.status, 1) << result.err;
      if (least != 0 && mebibytes >= least + 40) {
        EXPECT_EQ(result.status, 0) << result.out;
      }
      if (result.status != 0) {
        EXPECT_NE((result.err + result.out).find("emory"), std::string::npos);
      }
      if (!Exists("out")) continue;
      ExpectTrueJournal(".ppm", expected);
      fs::remove_all(folder_ / "out");
    }
  }
  EXPECT_GT(least, 0);
}

TEST_F(BulkScarcityTest, WithoutProcWhatProcessesDiedOfIsDone) {
#if defined(LS_WITH_ASAN) || defined(LS_WITH_TSAN)
  GTEST_SKIP() << "sanitizers read /proc";
#endif
  if (WithoutProc("true").status != 0) GTEST_SKIP() << "no mounts of its own";
  // Of a process that died.
  WriteFile(folder_ / "j", cli::JournalStartLine("in/a.ppm"));
  fs::create_directory(folder_ / "out");
  WriteFile(folder_ / "out" / (TemporaryPrefix(getpid()) + "7~"), "cut");
  const auto result =
      WithoutProc("exec \"$program\" bulk -accelerate off -journal j -output out/%{base}.png in");
  EXPECT_EQ(result.status, 0) << result.err << result.out;
  EXPECT_TRUE(Leftovers().empty());
  EXPECT_EQ(Records("j").at("in/a.ppm").attempts, 2u);
  ExpectConverted("out/a.png", "in/a.ppm", {});
}

TEST(LeftoverFiles, ThoseOfLivingProcessesStay) {
  const TemporaryFolder folder;
  const StagedOutput living((folder / "a").string(), 0600);
  ASSERT_TRUE(living.is_open());
  const std::string prefix = TemporaryPrefix(getpid());
  WriteFile(folder / (prefix + "0~"), "left");
  WriteFile(folder / (TemporaryPrefix(getpid() + 1) + "0~"), "of another");
  WriteFile(folder / (prefix + "0"), "no leftover");
  RemoveLeftovers(folder.path().string(), getpid());
  EXPECT_FALSE(fs::exists(folder / (prefix + "0~")));
  EXPECT_TRUE(fs::exists(folder / (prefix + "0")));
  EXPECT_TRUE(fs::exists(folder / (TemporaryPrefix(getpid() + 1) + "0~")));
  const auto files = fs::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 3);
}

}  // namespace
}  // namespace lodestone::test
