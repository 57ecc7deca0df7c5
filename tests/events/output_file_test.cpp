// Output files: complete or absent.
#include "utilities/events/output_file.hpp"

#include <gtest/gtest.h>

#include <cerrno>

#include "tests/utilities/process.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;
using test::ReadFile;
using test::TemporaryFolder;

std::size_t FilesIn(const TemporaryFolder& folder) {
  const fs::directory_iterator entries(folder.path());
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

TEST(OutputFileTest, AppearsWhenItIsWhole) {
  const TemporaryFolder folder;
  OutputFile file((folder / "out.json").string());
  file.Write("[1,");
  file.Write("2]");
  EXPECT_FALSE(fs::exists(folder / "out.json"));
  file.Commit();
  EXPECT_EQ(ReadFile(folder / "out.json"), "[1,2]");
  EXPECT_EQ(FilesIn(folder), 1u);
}

TEST(OutputFileTest, LeavesNothingAndTheOldFileWhenGivenUp) {
  const TemporaryFolder folder;
  test::WriteFile(folder / "out.json", "old");
  {
    OutputFile file((folder / "out.json").string());
    file.Write("half of the ne");
  }
  EXPECT_EQ(ReadFile(folder / "out.json"), "old");
  EXPECT_EQ(FilesIn(folder), 1u);
}

TEST(OutputFileTest, ReplacesWhatALinkPointsAt) {
  const TemporaryFolder folder;
  test::WriteFile(folder / "real", "old");
  fs::create_symlink("real", folder / "link");
  WriteFile((folder / "link").string(), "new");
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
  const CommandError no_folder = ErrorOf([&] { OutputFile file(missing); });
  EXPECT_EQ(no_folder.description(), missing);
  EXPECT_EQ(no_folder.error_number(), ENOENT);
  const CommandError directory = ErrorOf([&] { OutputFile file(folder.path().string()); });
  EXPECT_EQ(directory.error_number(), EISDIR);
}

TEST(OutputFileTest, SaysThatADiskIsFull) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full";
  const CommandError full = ErrorOf([&] { WriteFile("/dev/full", "text"); });
  EXPECT_EQ(full.description(), "/dev/full");
  EXPECT_EQ(full.error_number(), ENOSPC);
}

}  // namespace
}  // namespace lodestone::cli
