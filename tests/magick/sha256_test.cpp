#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace lodestone {
namespace {

std::string HashOf(const std::string& text) {
  Sha256 hash;
  hash.Update(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return hash.Finish(text.size() * 8);
}

// The examples of FIPS 180.
TEST(Sha256Test, KnownAnswers) {
  EXPECT_EQ(HashOf(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(HashOf("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HashOf("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(HashOf(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Test, InPieces) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += static_cast<char>(i * i);
  for (std::size_t length = 0; length <= text.size(); length += 7) {
    const std::string whole = text.substr(0, length);
    for (const std::size_t step : {1u, 13u, 64u, 100u}) {
      Sha256 hash;
      for (std::size_t begin = 0; begin < length; begin += step)
        hash.Update(reinterpret_cast<const std::uint8_t*>(whole.data()) + begin,
                    std::min(step, length - begin));
      EXPECT_EQ(hash.Finish(length * 8), HashOf(whole)) << length << " in steps of " << step;
    }
  }
}

}  // namespace
}  // namespace lodestone
