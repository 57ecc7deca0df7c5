#include "base/digest.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

namespace lodestone::accel {
namespace {

std::pair<std::uint64_t, std::uint64_t> Of(const Digest& digest) {
  return {digest.first(), digest.second()};
}

TEST(Digest, EveryBitAndEveryLengthCounts) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
  std::size_t texts = 0;
  for (std::size_t length = 0; length <= 40; ++length) {
    std::string text(length, '\0');
    seen.insert(Of(Digest().Add(text)));
    ++texts;
    for (std::size_t bit = 0; bit < 8 * length; ++bit, ++texts) {
      text[bit / 8] = static_cast<char>(1u << bit % 8);
      seen.insert(Of(Digest().Add(text)));
      text[bit / 8] = '\0';
    }
  }
  EXPECT_EQ(texts, seen.size());
}

TEST(Digest, WhereATextEndsCounts) {
  EXPECT_NE(Digest().Add("ab").Add("c"), Digest().Add("a").Add("bc"));
  EXPECT_NE(Digest().Add("ab"), Digest().Add("ab").Add(""));
  EXPECT_NE(Digest(), Digest().Add(""));
  EXPECT_EQ(Digest().Add("ab").Add("c"), Digest().Add("ab").Add("c"));
}

}  // namespace
}  // namespace lodestone::accel
