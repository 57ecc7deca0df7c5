// When large blocks get huge pages.
#include "base/huge_pages.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <limits>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

constexpr std::size_t kMi = std::size_t{1} << 20;

TEST(HugePages, AreCountedOnTheNodeThatHasFewest) {
  const char* const one =
      "Node 0, zone      DMA      0      0      0      0\n"
      "Node 0, zone   Normal      9      8      7      6\n";
  EXPECT_EQ(FreeHugePages(one, 1), 9u + 16 + 28 + 48);
  EXPECT_EQ(FreeHugePages(one, 4), 7u + 12);
  EXPECT_EQ(FreeHugePages(one, 8), 6u);
  EXPECT_EQ(FreeHugePages(one, 16), 0u);
  const char* const two =
      "Node 0, zone    DMA32      1      1      1      1\n"
      "Node 0, zone   Normal      0      0      0      4\n"
      "Node 1, zone   Normal      0      0      1      1";
  EXPECT_EQ(FreeHugePages(two, 8), 1u);
  EXPECT_EQ(FreeHugePages(two, 4), 3u);
}

TEST(HugePages, AreNotExpectedOfAReportThatSaysNothing) {
  for (const char* text :
       {"", "\n", "\n\n", "Node", "Node 0, zone Normal", "Node 0, zone Normal x"})
    EXPECT_EQ(FreeHugePages(text, 1), 0u) << text;
}

TEST(HugePages, AreNotWorthItWhereTheHostTakesThemBack) {
  EXPECT_TRUE(ReturnsFreeBlocks("9\n", 512));
  EXPECT_TRUE(ReturnsFreeBlocks("0", 512));
  EXPECT_FALSE(ReturnsFreeBlocks("10\n", 512));
  EXPECT_TRUE(ReturnsFreeBlocks("10\n", 1024));
  for (const char* none : {"", "-1\n", "4294967295\n"}) EXPECT_FALSE(ReturnsFreeBlocks(none, 512));
}

TEST(HugePages, BlocksOfAnySizeAreZeroAndTheirOwn) {
  for (const std::size_t bytes : {kMi, 4 * kMi, 4 * kMi + 1, 7 * kMi - 1, 33 * kMi + 12345}) {
    auto* const first = static_cast<char*>(MapPages(bytes));
    auto* const second = static_cast<char*>(MapPages(bytes));
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(std::count(first, first + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
    std::fill_n(first, bytes, 1);
    EXPECT_EQ(std::count(second, second + bytes, 0), static_cast<std::ptrdiff_t>(bytes));
    EXPECT_EQ(munmap(second, bytes), 0);
    EXPECT_EQ(std::count(first, first + bytes, 1), static_cast<std::ptrdiff_t>(bytes));
    EXPECT_EQ(munmap(first, bytes), 0);
  }
}

}  // namespace
}  // namespace lodestone::test
