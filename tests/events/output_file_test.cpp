// Output files: complete or absent.
#include "utilities/events/output_file.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <cerrno>
#include <utility>

#include "tests/events/sample_events.hpp"
#include "tests/utilities/cli_test.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;
using test::ReadFile;
using test::TemporaryFolder;

constexpr ReportKind kNumbers{"a list of numbers", "["};

std::size_t FilesIn(const TemporaryFolder& folder) {
  const fs::directory_iterator entries(folder.path());
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(OutputFileTest, AppearsWhenItIsWhole) {
  const TemporaryFolder folder;
  OutputFile file((folder / "out.json").string(), kNumbers);
  file.Write("[1,");
  file.Write("2]");
  EXPECT_FALSE(fs::exists(folder / "out.json"));
  file.Commit();
  EXPECT_EQ(ReadFile(folder / "out.json"), "[1,2]");
  EXPECT_EQ(FilesIn(folder), 1u);
}

TEST(OutputFileTest, LeavesNothingAndTheOldFileWhenGivenUp) {
  const TemporaryFolder folder;
  test::WriteFile(folder / "out.json", "[old]");
  {
    OutputFile file((folder / "out.json").string(), kNumbers);
    file.Write("half of the ne");
  }
  EXPECT_EQ(ReadFile(folder / "out.json"), "[old]");
  EXPECT_EQ(FilesIn(folder), 1u);
}

TEST(OutputFileTest, ReplacesWhatALinkPointsAt) {
  const TemporaryFolder folder;
  test::WriteFile(folder / "real", "[old]");
  fs::create_symlink("real", folder / "link");
  WriteFile((folder / "link").string(), kNumbers, "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(ReadFile(folder / "real"), "new");
}

// The exception that the body throws.
template <typename Body>
CommandError ErrorOf(Body body) {
  try {
    body();
  } catch (const CommandError& error) {
    return error;
  }
  return CommandError("no error");
}

TEST(OutputFileTest, ErrorsNameTheFile) {
  const TemporaryFolder folder;
  const std::string missing = (folder / "missing" / "out.json").string();
  const CommandError no_folder = ErrorOf([&] { OutputFile file(missing, kNumbers); });
  EXPECT_EQ(no_folder.description(), missing);
  EXPECT_EQ(no_folder.error_number(), ENOENT);
  const CommandError directory =
      ErrorOf([&] { OutputFile file(folder.path().string(), kNumbers); });
  EXPECT_EQ(directory.error_number(), EISDIR);
}

TEST(OutputFileTest, SaysThatADiskIsFull) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const CommandError full = ErrorOf([&] { WriteFile("/dev/full", kNumbers, "text"); });
  EXPECT_EQ(full.description(), "/dev/full");
  EXPECT_EQ(full.error_number(), ENOSPC);
}

TEST(OutputFileTest, ReplacesOnlyItsKind) {
  const TemporaryFolder folder;
  const std::string name = (folder / "file").string();
  for (const std::string replaced : {"", "[1]"}) {
    test::WriteFile(name, replaced);
    WriteFile(name, kNumbers, "[2]");
    EXPECT_EQ(ReadFile(name), "[2]");
  }
  for (const std::string kept : {"P6 photograph", " [1]", "\n"}) {
    test::WriteFile(name, kept);
    const CommandError error = ErrorOf([&] { WriteFile(name, kNumbers, "[2]"); });
    EXPECT_STREQ(error.what(), "This file is not a list of numbers");
    EXPECT_EQ(error.description(), name);
    EXPECT_EQ(ReadFile(name), kept);
  }
}

TEST(OutputFileTest, ReplacesNoInputByAnyName) {
  const TemporaryFolder folder;
  const std::string input = (folder / "input").string();
  test::WriteFile(input, "[1]");
  fs::create_hard_link(input, folder / "hard");
  fs::create_symlink("input", folder / "soft");
  for (const std::string name : {"input", "hard", "soft"}) {
    const CommandError error = ErrorOf([&] {
      WriteFile((folder / name).string(), kNumbers, "[2]", {"no such file", input});
    });
    EXPECT_STREQ(error.what(), "The output would replace its input") << name;
    EXPECT_EQ(ReadFile(input), "[1]") << name;
  }
}

TEST(OutputFileTest, DoesNotLookIntoPipes) {
  const TemporaryFolder folder;
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_NO_THROW(RequireReplaceable(pipe, kNumbers, {}));
}

using EventOutputTest = test::CliTest;

TEST_F(EventOutputTest, ReplacesNothingButItsKind) {
  const std::string log = test::EventLine() + test::EventLine(test::DeviceCall());
  const std::vector<test::Words> commands = {{"report", "-o"},
                                             {"trace", "-o"},
                                             {"export", "-otlp", "-o"},
                                             {"export", "-prometheus", "-o"},
                                             {"compare", "log", "-chart"}};
  test::WriteFile(folder_ / "log", log);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const auto run = [&](const std::string& output) {
      test::Words words = {"events"};
      words.insert(words.end(), commands[i].begin(), commands[i].end());
      words.insert(words.end(), {output, "log"});
      return Lodestone(words);
    };
    const std::string own = std::to_string(i);
    EXPECT_EQ(run(own).status, 0) << own;
    EXPECT_EQ(run(own).status, 0) << own;
    const auto other = run(std::to_string(i == 0 ? 0 : i - 1));
    EXPECT_EQ(other.status, i == 0 ? 0 : 1) << own;
    EXPECT_EQ(run("in.ppm").status, 1) << own;
    EXPECT_EQ(run("log").status, 1) << own;
    EXPECT_EQ(ReadFile(folder_ / "log"), log) << own;
    EXPECT_EQ(ReadFile(folder_ / "in.ppm"), test::SamplePpm(64, 48)) << own;
  }
}

TEST_F(EventOutputTest, IsNotTheLogOnStandardInput) {
  const std::string log = (folder_ / "log").string();
  test::WriteFile(log, test::EventLine());
  const auto result = test::RunProcess(
      {"/bin/sh", "-c", "'" + test::ProgramPath() + "' events trace -o log - < log"},
      folder_.path());
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("The output would replace its input (log)"), std::string::npos)
      << result.err;
  EXPECT_EQ(ReadFile(log), test::EventLine());
}

TEST_F(EventOutputTest, ConformanceListsReplaceNothingElse) {
  const auto result = Lodestone({"conform", "-write", "in.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("This file is not a conformance list (in.ppm)"), std::string::npos)
      << result.err;
  EXPECT_EQ(ReadFile(folder_ / "in.ppm"), test::SamplePpm(64, 48));
}

}  // namespace
}  // namespace lodestone::cli
