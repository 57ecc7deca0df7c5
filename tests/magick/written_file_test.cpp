// What becomes of links when an image is written where they lead.
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;

// Whether it says that it could.
bool Write(const std::string& file) {
  const ImagePtr image = Counting(3, 2);
  MagickStrlCpy(image->filename, ("PGM:" + file).c_str(), MaxTextExtent);
  return WriteImage(NewInfo().get(), image.get()) != MagickFail;
}

bool IsWritten(const std::string& file) {
  return ReadAll(file).starts_with("P5");
}

TEST(WrittenFile, ALinkToNothingStaysALink) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  fs::create_symlink("sub/second", folder / "first");
  fs::create_symlink("../new.pgm", folder / "sub/second");
  ASSERT_TRUE(Write(folder / "first"));
  EXPECT_TRUE(fs::is_symlink(folder / "first"));
  EXPECT_TRUE(fs::is_symlink(folder / "sub/second"));
  EXPECT_TRUE(IsWritten(folder / "new.pgm"));
}

TEST(WrittenFile, LinksInACircleAreRefused) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  EXPECT_FALSE(Write(folder / "a"));
  EXPECT_TRUE(fs::is_symlink(folder / "a"));
  EXPECT_EQ((std::vector<std::string>{"a", "b"}), folder.Names());
}

TEST(WrittenFile, AllNamesOfAFileSeeWhatIsWritten) {
  const TemporaryFolder folder;
  WriteAll(folder / "one", "old, and longer than what will be written there");
  fs::create_hard_link(folder / "one", folder / "two");
  ASSERT_TRUE(Write(folder / "two"));
  EXPECT_TRUE(IsWritten(folder / "one"));
  EXPECT_EQ(ReadAll(folder / "one"), ReadAll(folder / "two"));
  EXPECT_EQ(2u, fs::hard_link_count(folder / "one"));
}

}  // namespace
}  // namespace lodestone::test
