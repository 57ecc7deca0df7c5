// lodestone bulk: what its outputs would replace, files but nothing else, and names they cannot
// have.
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "tests/support/users.hpp"
#include "tests/utilities/bulk_fixture.hpp"

namespace lodestone::test {
namespace {

class BulkOutputsTest : public BulkTest {
 protected:
  std::string Name(const std::string& name) { return (folder_ / name).string(); }

  mode_t TypeOf(const std::string& name) {
    struct stat status {};
    lstat(Name(name).c_str(), &status);
    return status.st_mode & S_IFMT;
  }

  void ExpectRefused(const ProcessResult& result, const std::string& name,
                     const std::string& reason = "The output is not a regular file") {
    EXPECT_EQ(result.status, 1) << name;
    const std::string said = result.out + result.err;
    EXPECT_NE(said.find(reason + " (" + name), std::string::npos) << said;
  }
};

TEST_F(BulkOutputsTest, PipesAndDevicesStayWhatTheyAre) {
  fs::create_directory(folder_ / "out");
  ASSERT_EQ(mkfifo(Name("out/pipe.ppm").c_str(), 0666), 0);
  std::vector<std::pair<std::string, mode_t>> names = {{"out/pipe.ppm", S_IFIFO}};
  // Like /dev/null.
  if (mknod(Name("out/device.ppm").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0) {
    names.emplace_back("out/device.ppm", S_IFCHR);
  }
  for (const auto& [name, type] : names) {
    fs::create_symlink(fs::path(name).filename(), folder_ / "out/link.ppm");
    ExpectRefused(Bulk({"-flip", "-output", name, "in/a.ppm"}), name);
    ExpectRefused(Bulk({"-flip", "-output", "out/link.ppm", "in/a.ppm"}),
                  "out/link.ppm -> " + name);
    EXPECT_EQ(TypeOf(name), type);
    EXPECT_EQ(TypeOf("out/link.ppm"), mode_t{S_IFLNK});
    EXPECT_EQ(Lodestone({"bulk", "plan", "plan", "-flip", "-output", name, "in/a.ppm"}).status, 0);
    ExpectRefused(Lodestone({"bulk", "run", "plan"}), name);
    EXPECT_EQ(TypeOf(name), type);
    fs::remove_all(folder_ / "plan");
    fs::remove(folder_ / "out/link.ppm");
  }
}

TEST_F(BulkOutputsTest, FormatsThatAreNoneAreRefusedBeforeAnythingIsDone) {
  for (const char* name : {"out/%{base}.zzz", "zzz:out/%{name}", "out/%{base}.dcm",
                           "out/%{base}.xc", "xc:out/%{base}.ppm"}) {
    for (const Words& words :
         {Words{"-output", name, "in"}, Words{"plan", "p", "-output", name, "in"},
          Words{"(", "-output", name, ")", "-output", "a%{name}", "in"}}) {
      const ProcessResult result = Bulk(words);
      EXPECT_EQ(result.status, 1) << name;
      EXPECT_NE(result.err.find("No encode delegate for this image format ("), std::string::npos)
          << name << result.err;
      EXPECT_EQ(Files(), (std::vector<std::string>{"in", "in.ppm"})) << name;
    }
  }
}

TEST_F(BulkOutputsTest, PrefixesAndInputsNameFormats) {
  WriteFile(folder_ / "in/odd.v15", SamplePpm(8, 8));
  EXPECT_EQ(Bulk({"-output", "png:out/%{base}.zzz", "in/a.ppm"}).status, 0);
  EXPECT_EQ(ReadFile(folder_ / "out/a.zzz").substr(1, 3), "PNG");
  EXPECT_EQ(Files(), (std::vector<std::string>{"in", "in.ppm", "out"}));  // and no "png:out"
  const ProcessResult result = Bulk({"-output", "out/%{name}", "in/odd.v15"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(ReadFile(folder_ / "out/odd.v15").substr(0, 2), "P6");
}

TEST_F(BulkOutputsTest, OneNameIsForOneInput) {
  WriteFile(folder_ / "list", "in/a.ppm\nin/sub/b.ppm\n");
  for (const Words& inputs :
       {Words{"in"}, Words{"in/a.ppm", "in/a.ppm", "in/sub/b.ppm"}, Words{"-files-from", "list"}}) {
    Words words = {"-output", "out.ppm"};
    words.insert(words.end(), inputs.begin(), inputs.end());
    const ProcessResult result = Bulk(words);
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find("All inputs would have the same output (out.ppm)"), std::string::npos)
        << result.err;
    EXPECT_EQ(Files(), (std::vector<std::string>{"in", "in.ppm", "list"}));
  }
  EXPECT_EQ(Bulk({"-output", "out.ppm", "in/a.ppm", "in/a.ppm"}).status, 0);
}

// Every line of a pipe arrives, though its second reader would take some.
TEST_F(BulkOutputsTest, ListsInPipesAreReadOnce) {
  const ProcessResult result = RunProcess(
      {"sh", "-c",
       "printf '%s\\n' in/a.ppm in/sub/b.ppm | \"$0\" bulk -output out.ppm -files-from /dev/stdin",
       ProgramPath()},
      folder_.path());
  EXPECT_NE(result.out.find("1 image done, 1 failed"), std::string::npos) << result.out;
}

TEST_F(BulkOutputsTest, ScratchFilesOfPlansGoIntoNothingElse) {
  fs::create_directory(folder_ / "plan");
  ASSERT_EQ(mkfifo(Name("plan/outputs.tmp").c_str(), 0666), 0);
  EXPECT_EQ(Lodestone({"bulk", "plan", "plan", "-flip", "-output", "o.ppm", "in/a.ppm"}).status, 0);
  EXPECT_EQ(TypeOf("plan/outputs.tmp"), mode_t{S_IFIFO});
}

TEST_F(BulkOutputsTest, OwnersKeepTheirFilesWithoutBitsToRunAsThem) {
  WriteFile(folder_ / "out.ppm", "old");
  if (IsRoot()) {
    ASSERT_TRUE(GiveTo(kOneUser, Name("out.ppm")));
  }
  const uid_t owner = IsRoot() ? kOneUser : geteuid();
  ASSERT_EQ(chmod(Name("out.ppm").c_str(), 06750), 0);
  EXPECT_EQ(Bulk({"-flip", "-output", "out.ppm", "in/a.ppm"}).status, 0);
  ExpectConverted("out.ppm", "in/a.ppm", {"-flip"});
  EXPECT_EQ(StatusOf(Name("out.ppm")).st_uid, owner);
  EXPECT_EQ(ModeOf(Name("out.ppm")), 0750u);
}

TEST_F(BulkOutputsTest, MogrifyLeavesFilesToTheirOwners) {
  if (!IsRoot()) GTEST_SKIP() << "only root can";
  ASSERT_TRUE(GiveTo(kOneUser, Name("in/a.ppm")));
  ASSERT_EQ(chmod(Name("in/a.ppm").c_str(), 04755), 0);
  EXPECT_EQ(Lodestone({"mogrify", "-flip", "in/a.ppm"}).status, 0);
  EXPECT_EQ(StatusOf(Name("in/a.ppm")).st_uid, kOneUser);
  EXPECT_EQ(ModeOf(Name("in/a.ppm")), 0755u);
}

// In a folder like /tmp, from another user.
TEST_F(BulkOutputsTest, NothingIsWrittenThroughLinksOfOthers) {
  if (!IsRoot()) GTEST_SKIP() << "needs another user";
  fs::create_directory(folder_ / "shared");
  ASSERT_EQ(chmod(Name("shared").c_str(), 01777), 0);
  WriteFile(folder_ / "victim", "old");
  WriteFile(folder_ / "out0.ppm", SamplePpm(3, 2));
  const std::string link = "shared/out%d.ppm", first = "shared/out0.ppm";
  fs::create_symlink("../victim", folder_ / first);
  ASSERT_TRUE(GiveTo(kOneUser, Name(first)));
  const std::string reason =
      "A symbolic link of another user in a folder that others can write to is not followed";
  const auto expect_refused = [&](const Words& words, const std::string& why) {
    SCOPED_TRACE(words[0]);
    ExpectRefused(Lodestone(words), first, why);
    EXPECT_EQ(ReadFile(folder_ / "victim"), "old");
    EXPECT_EQ(TypeOf(first), mode_t{S_IFLNK});
  };
  expect_refused({"convert", "in/a.ppm", first}, reason);
  expect_refused({"convert", "+adjoin", "in/a.ppm", "in/a.ppm", link}, reason);
  expect_refused({"montage", "in/a.ppm", first}, reason);
  expect_refused({"composite", "in/a.ppm", "in/sub/b.ppm", first}, reason);
  expect_refused({"compare", "-file", first, "in/a.ppm", "in/a.ppm"}, reason);
  expect_refused({"mogrify", "-output-directory", "shared", "-flip", "out0.ppm"}, reason);
  expect_refused({"bulk", "-flip", "-output", first, "in/a.ppm"}, reason);
  expect_refused({"bulk", "-journal", first, "-flip", "-output", "o.ppm", "in/a.ppm"},
                 "The journal is a symbolic link");
  expect_refused({"convert", "-sandbox", "in/a.ppm", first}, reason);
  WriteFile(folder_ / "log.jsonl", "");
  expect_refused({"events", "export", "-prometheus", "-o", first, "log.jsonl"}, reason);
  const auto logged = Lodestone({"convert", "-accelerate-log", first, "in/a.ppm", "o.ppm"});
  EXPECT_EQ(logged.status, 1);
  EXPECT_NE(logged.err.find(first), std::string::npos) << logged.err;
  EXPECT_EQ(ReadFile(folder_ / "victim"), "old");
}

}  // namespace
}  // namespace lodestone::test
