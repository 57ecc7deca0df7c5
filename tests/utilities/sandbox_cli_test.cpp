// Commands with -sandbox: the same bytes as without, and nothing but what they name.
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <regex>

#include "config.h"
#include "magick/api.h"
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class SandboxedCommandTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    const auto result = Lodestone({"identify", "-sandbox", "in.ppm"});
    if (result.err.find("Unable to set up the sandbox") != std::string::npos)
      GTEST_SKIP() << result.err;
    ASSERT_EQ(result.status, 0) << result.err;
  }

  // The command with and without -sandbox: the same status, which it returns, standard output,
  // messages and files.
  int ExpectSame(Words words, const std::string& input = "") {
    std::string text;
    for (const auto& word : words) text += word + " ";
    SCOPED_TRACE(text);
    const auto plain = Lodestone(words, input);
    const auto plain_files = TakeOutputs();
    words.insert(words.begin() + 1, "-sandbox");
    const auto sandboxed = Lodestone(words, input);
    EXPECT_EQ(sandboxed.status, plain.status) << sandboxed.err;
    EXPECT_EQ(sandboxed.err, plain.err);
    EXPECT_TRUE(WithoutTimes(sandboxed.out) == WithoutTimes(plain.out)) << sandboxed.out;
    EXPECT_TRUE(TakeOutputs() == plain_files);
    return sandboxed.status;
  }

 private:
  // Contents of all files called out..., also in folders, which are removed.
  std::map<std::string, std::string> TakeOutputs() {
    std::map<std::string, std::string> contents;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      const std::string name = std::filesystem::relative(entry.path(), folder_.path()).string();
      if (name.starts_with("out") && entry.is_regular_file())
        contents[name] = ReadFile(entry.path());
    }
    for (const std::string& name : Files())
      if (name.starts_with("out")) std::filesystem::remove_all(folder_ / name);
    return contents;
  }

  // identify prints how long it took.
  static std::string WithoutTimes(const std::string& text) {
    static const std::regex times(
        "[0-9.]+u 0m:[0-9.]+s|\\n *(User|Elapsed) Time: .*|\\n *Pixels Per Second: .*");
    return std::regex_replace(text, times, "");
  }
};

// Those by the coder of TIFF need that.
bool IsWritten(const MagickInfo& format) {
  const std::string module = format.module;
  const bool needs_tiff = module == "CALS" || module == "EPT";
  const MagickInfo* const tiff = needs_tiff ? GetMagickInfo("TIFF", nullptr) : &format;
  return format.encoder != nullptr && tiff != nullptr && tiff->encoder != nullptr;
}

// Formats that are written to one file and read from it. The others draw, list or print.
std::vector<std::string> Formats() {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  MagickInfo** const all = GetMagickInfoArray(&exception);
  std::vector<std::string> names;
  for (MagickInfo** each = all; each != nullptr && *each != nullptr; ++each) {
    const bool files = (*each)->note != nullptr && std::strstr((*each)->note, "depths") != nullptr;
    if (files && IsWritten(**each)) names.emplace_back((*each)->name);
  }
  MagickFree(all);
  DestroyExceptionInfo(&exception);
  return names;
}

// Programs in PostScript are not run there.
bool IsRead(const std::string& format) {
  const MagickInfo* info = GetMagickInfo(format.c_str(), nullptr);
  return info != nullptr && info->decoder != nullptr && std::string(info->module) != "PS";
}

// In one process each, since there are many.
TEST_F(SandboxedCommandTest, WritesTheSameBytesInEveryFormat) {
  const auto formats = Formats();
  EXPECT_GT(formats.size(), 40u);
  Words words = {"convert", "in.ppm"};
  for (const std::string& format : formats)
    words.insert(words.end(), {"-write", format + ":out." + format});
  words.push_back("null:");
  EXPECT_EQ(ExpectSame(words), 0);
}

TEST_F(SandboxedCommandTest, ReadsTheSamePixelsInEveryFormat) {
  Words write = {"convert", "in.ppm"}, read = {"convert", "-size", "64x48", "-depth", "8"};
  for (const std::string& format : Formats()) {
    if (!IsRead(format)) continue;
    write.insert(write.end(), {"-write", format + ":sample." + format});
    read.push_back(format + ":sample." + format);
  }
  write.push_back("null:");
  const auto written = Lodestone(write);
  ASSERT_EQ(written.status, 0) << written.err;
  read.insert(read.end(), {"+adjoin", "ppm:out%03d.ppm"});
  EXPECT_EQ(ExpectSame(read), 0);
}

TEST_F(SandboxedCommandTest, RunsNoPostScript) {
  WriteFile(folder_ / "a.ps", "%!\nshowpage\n");
  const auto result = Lodestone({"convert", "-sandbox", "a.ps", "out.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("the coder module ps.so is switched off"), std::string::npos)
      << result.err;
}

TEST_F(SandboxedCommandTest, ReadsDrawings) {
  WriteFile(folder_ / "a.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
            "<circle cx='4' cy='4' r='3' fill='red'/></svg>");
  WriteFile(folder_ / "a.mvg", "viewbox 0 0 9 9 fill red circle 4,4 4,1");
  ExpectSame({"convert", "a.svg", "out.ppm"});
  EXPECT_EQ(ExpectSame({"convert", "mvg:a.mvg", "out.ppm"}), 0);
  ExpectSame({"convert", "-size", "90x40", "xc:white", "-draw", "text 9,20 Words", "out.ppm"});
  ExpectSame({"convert", "-font", "DejaVu-Sans", "label:Words", "out.ppm"});
}

TEST_F(SandboxedCommandTest, WorksInAllWaysOfNamingFiles) {
  WriteFile(folder_ / "b.ppm", SamplePpm(20, 10));
  WriteFile(folder_ / "list.txt", "in.ppm b.ppm\n");
  WriteFile(folder_ / "n1.ppm", SamplePpm(8, 8));
  WriteFile(folder_ / "words.txt", "rectangle 1,1 5,5");
  const std::string absolute = (folder_ / "in.ppm").string();
  ExpectSame({"convert", "*.ppm", "-append", "out.ppm"});
  ExpectSame({"convert", absolute, (folder_ / "out.png").string()});
  ExpectSame({"convert", "@list.txt", "-append", "out.ppm"});
  ExpectSame({"convert", "ppm:in.ppm[0]", "+adjoin", "png:out%02d.png"});
  ExpectSame({"convert", "in.ppm", "-draw", "@words.txt", "-map", "b.ppm", "out.png"});
  ExpectSame({"convert", "in.ppm", "-draw", "image Over 0,0 0,0 b.ppm", "out.png"});
  ExpectSame({"convert", "in.ppm", "-write", "out1.png", "-flip", "out2.png"});
  ExpectSame({"convert", "-", "ppm:-"}, SamplePpm(9, 9));
  ExpectSame({"convert", "in.ppm", "/dev/null"});
  ExpectSame({"convert", "missing.ppm", "out.ppm"});
  ExpectSame({"composite", "b.ppm", "in.ppm", "out.ppm"});
  ExpectSame({"montage", "in.ppm", "b.ppm", "-tile", "2x1", "out.png"});
  ExpectSame({"identify", "-verbose", "in.ppm"});
  ExpectSame({"identify", "in.ppm", "b.ppm"});
  ExpectSame({"compare", "in.ppm", "in.ppm", "-file", "out.ppm", "-highlight-style", "Assign"});
  ExpectSame({"mogrify", "-format", "png", "-resize", "50%", "b.ppm"});
  ExpectSame({"mogrify", "-create-directories", "-output-directory", "out/deep", "b.ppm"});
}

TEST_F(SandboxedCommandTest, ReplacesFilesWithTheirPermissions) {
  std::filesystem::permissions(folder_ / "in.ppm", std::filesystem::perms::owner_all);
  EXPECT_EQ(Lodestone({"mogrify", "-sandbox", "-flip", "in.ppm"}).status, 0);
  EXPECT_EQ(Lodestone({"convert", "-sandbox", "in.ppm", "in.ppm"}).status, 0);
  EXPECT_EQ(std::filesystem::status(folder_ / "in.ppm").permissions(),
            std::filesystem::perms::owner_all);
  EXPECT_EQ(Files(), std::vector<std::string>{"in.ppm"});
}

TEST_F(SandboxedCommandTest, ReplacesFilesWithTheirOwners) {
  if (geteuid() != 0) GTEST_SKIP() << "the files of others can be replaced by root alone";
  constexpr uid_t kOwner = 12345, kGroup = 23456;
  const auto give = [&](const std::string& name) {
    WriteFile(folder_ / name, SamplePpm(30, 20));
    ASSERT_EQ(chown((folder_ / name).c_str(), kOwner, kGroup), 0);
    ASSERT_EQ(chmod((folder_ / name).c_str(), 06751), 0);
  };
  const auto expect_owner = [&](const std::string& name) {
    struct stat status;
    ASSERT_EQ(stat((folder_ / name).c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, kOwner) << name;
    EXPECT_EQ(status.st_gid, kGroup) << name;
    EXPECT_EQ(status.st_mode & ALLPERMS, 0751u) << name;
  };
  give("theirs.ppm");
  ASSERT_EQ(Lodestone({"convert", "-sandbox", "in.ppm", "theirs.ppm"}).status, 0);
  expect_owner("theirs.ppm");
  EXPECT_EQ(ReadFile(folder_ / "theirs.ppm"), ReadFile(folder_ / "in.ppm"));
  give("a.ppm");
  give("b.ppm");
  ASSERT_EQ(Lodestone({"mogrify", "-sandbox", "-flip", "a.ppm", "b.ppm"}).status, 0);
  expect_owner("a.ppm");
  expect_owner("b.ppm");
  EXPECT_NE(ReadFile(folder_ / "a.ppm"), SamplePpm(30, 20));
}

// With a list, the bits of the group are the most that anyone on it has, not what the group has.
TEST_F(SandboxedCommandTest, GroupsGetNoRightsOfAList) {
  struct Entry {
    std::uint16_t tag, rights;
    std::uint32_t id;
  };
  constexpr std::uint32_t kNone = 0xFFFFFFFF;
  const struct {
    std::uint32_t version;
    Entry entries[5];
  } list = {2, {{1, 6, kNone}, {2, 6, 12345}, {4, 0, kNone}, {16, 6, kNone}, {32, 4, kNone}}};
  const std::string name = (folder_ / "in.ppm").string();
  if (setxattr(name.c_str(), "system.posix_acl_access", &list, sizeof list, 0) != 0)
    GTEST_SKIP() << "the file system has no lists of rights";
  EXPECT_EQ(Lodestone({"mogrify", "-sandbox", "-flip", "in.ppm"}).status, 0);
  struct stat status;
  ASSERT_EQ(stat(name.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & ALLPERMS, 0604u);
}

TEST_F(SandboxedCommandTest, KeepsPixelsInFilesOfItsOwn) {
  const Words words = {"convert", "-limit", "memory", "64k",     "-limit",
                       "map",     "64k",    "-size",  "640x480", "gradient:red-blue",
                       "-rotate", "90",     "out.ppm"};
  ExpectSame(words);
}

// What a file names is not what the command line names.
TEST_F(SandboxedCommandTest, FilesCannotNameOthers) {
  std::filesystem::create_directories(folder_ / "in");
  WriteFile(folder_ / "secret.ppm", SamplePpm(9, 9));
  const std::string name = (folder_ / "secret.ppm").string();
  WriteFile(folder_ / "in/a.txt", "image Over 0,0 0,0 " + name);
  std::filesystem::create_directories(folder_ / "to");
  const Words words = {"convert", "in.ppm", "-draw", "@in/a.txt", "to/out.ppm"};
  EXPECT_EQ(Lodestone(words).status, 0);
  Words sandboxed = words;
  sandboxed.insert(sandboxed.begin() + 1, "-sandbox");
  const auto result = Lodestone(sandboxed);
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("Permission denied"), std::string::npos) << result.err;
}

TEST_F(SandboxedCommandTest, SaysWhatItRanOutOf) {
  const auto time =
      Lodestone({"convert", "-sandbox", "-define", "sandbox:seconds=1", "-limit", "threads", "1",
                 "-size", "3000x3000", "gradient:red-blue", "-median", "30", "out.ppm"});
  EXPECT_EQ(time.status, 1);
  EXPECT_EQ(time.err.find("Interrupted"), std::string::npos) << time.err;  // nobody did
  EXPECT_NE(time.err.find("The sandboxed process ended by signal 24 (CPU time limit exceeded)"),
            std::string::npos)
      << time.err;
  EXPECT_NE(time.err.find("the limit is 1 second of CPU time: -define sandbox:seconds=N"),
            std::string::npos)
      << time.err;
#if !defined(LS_WITH_ASAN) && !defined(LS_WITH_TSAN)
  const auto memory = Lodestone({"convert", "-sandbox", "-define", "sandbox:memory=400MB", "-size",
                                 "12000x12000", "gradient:red-blue", "out.ppm"});
  EXPECT_EQ(memory.status, 1);
  EXPECT_NE(memory.err.find("Memory allocation failed (red-blue)"), std::string::npos)
      << memory.err;
  EXPECT_NE(memory.err.find("the limit is 400.0 MiB of memory: -define sandbox:memory=SIZE"),
            std::string::npos)
      << memory.err;
  const auto nothing =
      Lodestone({"convert", "-sandbox", "-define", "sandbox:memory=1", "in.ppm", "out.ppm"});
  EXPECT_EQ(nothing.status, 1);
  EXPECT_NE(nothing.err.find("-define sandbox:memory=SIZE"), std::string::npos) << nothing.err;
  EXPECT_EQ(nothing.err.find("seccomp"), std::string::npos) << nothing.err;
#endif
  EXPECT_EQ(Files(), std::vector<std::string>{"in.ppm"});
}

TEST_F(SandboxedCommandTest, IsForCommandsOfTheirOwn) {
  const auto result = Lodestone({"batch", "-"}, "convert -sandbox in.ppm out.ppm\n");
  EXPECT_NE(result.err.find("-sandbox is for commands of their own"), std::string::npos)
      << result.err;
  EXPECT_FALSE(Exists("out.ppm"));
}

TEST_F(SandboxedCommandTest, HasNoDevices) {
  const auto result = Lodestone(
      {"convert", "-sandbox", "-accelerate", "require", "in.ppm", "-scale", "50%", "out.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("-sandbox works on the CPU only (-accelerate require)"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(result.err.find("OpenCL"), std::string::npos) << result.err;
  EXPECT_FALSE(Exists("out.ppm"));
  const Words scale{
      "env", "MAGICK_ACCELERATE=require", ProgramPath(), "convert", "-sandbox", "in.ppm", "-scale",
      "50%"};
  const auto run = [&](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return RunProcess(words, folder_.path());
  };
  const auto required = run(scale, {"out.ppm"});
  EXPECT_EQ(required.status, 1);
  EXPECT_NE(required.err.find("(MAGICK_ACCELERATE=require)"), std::string::npos) << required.err;
  EXPECT_FALSE(Exists("out.ppm"));
  const auto off = run(scale, {"-accelerate", "off", "out.ppm"});
  EXPECT_EQ(off.status, 0) << off.err;
}

TEST_F(SandboxedCommandTest, MalformedLimitsAreNamed) {
  for (const std::string name : {"seconds", "memory", "partial"}) {
    const auto result = Lodestone(
        {"convert", "-sandbox", "-define", "sandbox:" + name + "=maybe", "in.ppm", "out.ppm"});
    EXPECT_EQ(result.status, 1) << name;
    EXPECT_NE(result.err.find("-define sandbox:" + name + "'"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("(maybe)"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace lodestone::test
