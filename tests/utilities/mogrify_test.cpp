// lodestone mogrify against the real gm: the same files appear, with the same pixels.
#include <fcntl.h>
#include <sys/stat.h>

#include <map>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;

class MogrifyTest : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    for (const char* side : {"ours", "theirs"}) {
      fs::create_directories(folder_ / side / "sub");
      WriteFile(folder_ / side / "a.ppm", SamplePpm(20, 13));
      WriteFile(folder_ / side / "b.ppm", SamplePpm(9, 30));
      WriteFile(folder_ / side / "sub/c.ppm", SamplePpm(16, 16));
      WriteFile(folder_ / side / "plain", SamplePpm(4, 6));
    }
  }

  std::map<std::string, std::string> FilesOf(const std::string& side) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / side)) {
      if (entry.is_regular_file())
        files[entry.path().lexically_relative(folder_ / side).string()] = ReadFile(entry.path());
    }
    return files;
  }

  // Files of PNM formats are compared as they are, if gm has the same depth; others by their names.
  void ExpectSameFiles(Words words) {
    Words theirs = words;
    words.insert(words.begin(), {ProgramPath(), "mogrify"});
    theirs.insert(theirs.begin(), {"gm", "mogrify"});
    const ProcessResult our_result = RunProcess(words, folder_ / "ours");
    const ProcessResult their_result = RunProcess(theirs, folder_ / "theirs");
    EXPECT_EQ(our_result.status, their_result.status) << our_result.err;
    EXPECT_EQ(WithoutName(our_result.err), WithoutName(their_result.err));
    const auto our_files = FilesOf("ours"), their_files = FilesOf("theirs");
    for (const auto& [name, bytes] : their_files) {
      ASSERT_TRUE(our_files.count(name)) << name;
      if (bytes[0] == 'P' && SameDepthAsGm()) {
        EXPECT_TRUE(IsRounded(our_files.at(name), bytes)) << name;
      }
    }
    EXPECT_EQ(our_files.size(), their_files.size());
  }
};

TEST_F(MogrifyTest, InPlace) {
  ExpectSameFiles({"-flip", "a.ppm", "b.ppm", "sub/c.ppm", "plain"});
  ExpectSameFiles(
      {"-rotate", "90", "a.ppm", "-flop", "b.ppm", "plain", "-crop", "5x5+1+1", "a.ppm"});
}

// A copy made of hard links, such as a backup, keeps the image.
TEST_F(MogrifyTest, OtherNamesKeepTheImage) {
  for (const char* side : {"ours", "theirs"})
    fs::create_hard_link(folder_ / side / "a.ppm", folder_ / side / "backup.ppm");
  ExpectSameFiles({"-flip", "a.ppm"});
  EXPECT_EQ(ReadFile(folder_ / "ours/backup.ppm"), SamplePpm(20, 13));
  EXPECT_EQ(1u, fs::hard_link_count(folder_ / "ours/a.ppm"));
  fs::remove(folder_ / "ours/backup.ppm");
  fs::create_hard_link(folder_ / "ours/b.ppm", folder_ / "ours/backup.ppm");
  ASSERT_EQ(0, Lodestone({"mogrify", "-sandbox", "-define", "sandbox:partial=true", "-flip",
                          "ours/b.ppm"})
                   .status);
  EXPECT_EQ(ReadFile(folder_ / "ours/backup.ppm"), SamplePpm(9, 30));
  ASSERT_EQ(0, Lodestone({"bulk", "-output", "ours/%{name}", "-journal", "j", "in.ppm"}).status);
  fs::create_hard_link(folder_ / "ours/in.ppm", folder_ / "ours/hard.ppm");
  ASSERT_EQ(
      0, Lodestone({"bulk", "-output", "ours/%{name}", "-flip", "-journal", "j", "in.ppm"}).status);
  EXPECT_EQ(ReadFile(folder_ / "ours/hard.ppm"), SamplePpm(64, 48));
  EXPECT_NE(ReadFile(folder_ / "ours/in.ppm"), SamplePpm(64, 48));
}

TEST_F(MogrifyTest, FormatsAndDirectories) {
  ExpectSameFiles({"-flip", "-format", "pgm", "-type", "Grayscale", "a.ppm", "sub/c.ppm"});
  ExpectSameFiles({"-format", "png", "a.ppm", "-format", "jpg", "b.ppm"});
  ExpectSameFiles({"-output-directory", "none", "-flop", "a.ppm"});
  fs::create_directories(folder_ / "ours/there");
  fs::create_directories(folder_ / "theirs/there");
  ExpectSameFiles({"-output-directory", "there", "-flop", "a.ppm"});
  ExpectSameFiles({"-output-directory", "new", "-create-directories", "-flop", "sub/c.ppm"});
}

TEST_F(MogrifyTest, ErrorsLeaveTheRest) {
  WriteFile(folder_ / "ours/bad.ppm", "P6 5 5 255\nxx");
  WriteFile(folder_ / "theirs/bad.ppm", "P6 5 5 255\nxx");
  ExpectSameFiles({"-flip", "none.ppm", "a.ppm"});
  ExpectSameFiles({"-flip", "-rezise", "5", "a.ppm"});
  const std::string before = ReadFile(folder_ / "ours/bad.ppm");
  const ProcessResult result =
      RunProcess({ProgramPath(), "mogrify", "-negate", "bad.ppm", "b.ppm"}, folder_ / "ours");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("bad.ppm"), std::string::npos) << result.err;
  EXPECT_EQ(ReadFile(folder_ / "ours/bad.ppm"), before);
}

TEST_F(MogrifyTest, WrongCommandLinesChangeNothing) {
  const auto before = FilesOf("ours");
  for (const Words& words : {Words{"-flip", "a.ppm", "-format"}, Words{"-flip", "a.ppm", "-resize"},
                             Words{"-flip", "a.ppm", "-write", "x", "b.ppm"}}) {
    Words command = {ProgramPath(), "mogrify"};
    command.insert(command.end(), words.begin(), words.end());
    EXPECT_EQ(RunProcess(command, folder_ / "ours").status, 1);
    EXPECT_EQ(FilesOf("ours"), before);
  }
}

// Without the system error that gm adds, which has nothing to do with it.
TEST_F(MogrifyTest, FormatsThatAreNoneAreRefusedBeforeAnythingIsDone) {
  const auto before = FilesOf("ours");
  for (const char* format : {"zzz", "", "a.b", "/x", " png", "xc", "dcm"}) {
    const Words words = {"mogrify", "-flip", "-format", format, "a.ppm"};
    Words ours = words, theirs = words;
    ours.insert(ours.begin(), ProgramPath());
    theirs.insert(theirs.begin(), "gm");
    const ProcessResult result = RunProcess(ours, folder_ / "ours");
    EXPECT_EQ(result.status, RunProcess(theirs, folder_ / "theirs").status) << format;
    EXPECT_EQ(result.status, 1) << format;
    EXPECT_NE(result.err.find("image format ("), std::string::npos) << result.err;
    EXPECT_EQ(FilesOf("ours"), before) << format;
    EXPECT_EQ(FilesOf("theirs"), before) << format;
  }
}

TEST_F(MogrifyTest, TimestampsArePreserved) {
  const fs::path file = folder_ / "ours/a.ppm";
  const timespec time{1'600'000'000, 123'000'000};
  const timespec times[] = {time, time};
  ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
  const std::string before = ReadFile(file);
  EXPECT_EQ(RunProcess({ProgramPath(), "mogrify", "-preserve-timestamp", "-negate", file.string()},
                       folder_.path())
                .status,
            0);
  EXPECT_NE(ReadFile(file), before);
  struct stat status;
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_mtim.tv_sec, time.tv_sec);
  EXPECT_EQ(status.st_mtim.tv_nsec, time.tv_nsec);
}

TEST_F(MogrifyTest, InformationAndUsage) {
  const auto run = [&](Words words) {
    words.insert(words.begin(), {ProgramPath(), "mogrify"});
    return RunProcess(words, folder_.path());
  };
  EXPECT_NE(run({"-help"}).out.find("-output-directory"), std::string::npos);
  EXPECT_EQ(run({}).status, 1);
  EXPECT_NE(run({"-version"}).out.find("Lodestone"), std::string::npos);
}

TEST_F(MogrifyTest, OptionsWithoutFilesAreTold) {
  const std::pair<Words, const char*> cases[] = {
      {{"-flip", "-format", "png"}, "no files after the options, nothing was done (-flip ...)"},
      {{"ours/a.ppm", "-flip", "-resize", "5x5"},
       "no files after these options, they have no effect (-flip ...)"}};
  for (const auto& [words, text] : cases) {
    Words ours = {"mogrify"};
    ours.insert(ours.end(), words.begin(), words.end());
    const auto result = Lodestone(ours);
    EXPECT_EQ(result.status, Gm(ours).status);
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
  }
  EXPECT_EQ(Lodestone({"mogrify", "-flip", "ours/a.ppm"}).err, "");
}

}  // namespace
}  // namespace lodestone::test
