// Lines of any length at any position in the blocks that are read.
#include "utilities/events/read/line_reader.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <vector>

#include "tests/events/log_generator.hpp"
#include "tests/utilities/process.hpp"

namespace lodestone::test {
namespace {

using cli::LineReader;

constexpr std::size_t kMaxLength = 64 * 1024;

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

struct Line {
  std::string text;
  bool too_long;
  bool operator==(const Line&) const = default;
};

std::vector<Line> LinesOf(std::FILE* file) {
  std::vector<Line> lines;
  LineReader reader(file);
  while (reader.Next()) {
    lines.push_back({std::string(reader.line()), reader.too_long()});
    EXPECT_EQ(lines.size(), reader.number());
  }
  EXPECT_EQ(0, reader.error_number());
  return lines;
}

// Slow and simple.
std::vector<Line> LinesOf(const std::string& bytes) {
  std::vector<Line> lines;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    std::string text = bytes.substr(start, end - start);
    const bool too_long = text.size() > kMaxLength;
    if (too_long) text.resize(kMaxLength);
    if (!text.empty() && text.back() == '\r') text.pop_back();
    lines.push_back({text, too_long});
    start = end + 1;
  }
  return lines;
}

TEST(LineReader, FindsTheLinesOfAnyFile) {
  LogGenerator generator(21);
  const TemporaryFolder folder;
  for (int round = 0; round < 60; ++round) {
    std::string bytes;
    while (bytes.size() < 900'000 && (bytes.empty() || generator.Below(300) != 0)) {
      // Lengths near the limit, near a block, and short ones.
      const std::size_t lengths[] = {generator.Below(100), generator.Below(5000),
                                     kMaxLength - 2 + generator.Below(4),
                                     256 * 1024 - 2 + generator.Below(4)};
      bytes += std::string(lengths[generator.Below(20) == 0 ? generator.Below(4) : 0],
                           static_cast<char>('a' + generator.Below(26)));
      if (generator.Below(10) == 0) bytes += '\0';
      if (generator.Below(4) == 0) bytes += '\r';
      bytes += '\n';
    }
    if (generator.Perhaps()) bytes.pop_back();
    WriteFile(folder / "lines", bytes);
    const File file(std::fopen((folder / "lines").c_str(), "r"), std::fclose);
    ASSERT_EQ(LinesOf(bytes), LinesOf(file.get())) << round;
  }
}

TEST(LineReader, NothingHasNoLines) {
  const File file(std::fopen("/dev/null", "r"), std::fclose);
  EXPECT_TRUE(LinesOf(file.get()).empty());
}

TEST(LineReader, GivesALineOfAPipeWhileTheWriterGoesOn) {
  int ends[2];
  ASSERT_EQ(0, pipe(ends));
  const File file(fdopen(ends[0], "r"), std::fclose);
  ASSERT_EQ(12, write(ends[1], "one\ntwo\nthre", 12));
  LineReader reader(file.get());
  ASSERT_TRUE(reader.Next());
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ("two", reader.line());
  EXPECT_EQ(8u, reader.bytes());
  ASSERT_EQ(2, write(ends[1], "e\n", 2));
  ASSERT_TRUE(reader.Next());
  EXPECT_EQ("three", reader.line());
  close(ends[1]);
  EXPECT_FALSE(reader.Next());
}

TEST(LineReader, SaysWhenReadingFails) {
  const File folder(std::fopen("/", "r"), std::fclose);
  LineReader reader(folder.get());
  EXPECT_FALSE(reader.Next());
  EXPECT_EQ(EISDIR, reader.error_number());
}

}  // namespace
}  // namespace lodestone::test
