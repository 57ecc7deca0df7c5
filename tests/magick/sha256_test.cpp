#include "base/sha256.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace lodestone {
namespace {

using Bytes = std::vector<std::uint8_t>;

// The first 32 bits behind the point.
std::uint32_t Fraction(double root) {
  return static_cast<std::uint32_t>(std::ldexp(root - std::floor(root), 32));
}

std::vector<unsigned> FirstPrimes(std::size_t count) {
  std::vector<unsigned> primes;
  for (unsigned number = 2; primes.size() < count; ++number)
    if (std::none_of(primes.begin(), primes.end(), [&](unsigned p) { return number % p == 0; }))
      primes.push_back(number);
  return primes;
}

using Words = std::array<std::uint32_t, 8>;

std::array<std::uint32_t, 64> Schedule(const std::uint8_t* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 64; ++i) w[i / 4] = w[i / 4] << 8 | block[i];
  for (std::size_t t = 16; t < 64; ++t) {
    const std::uint32_t two = w[t - 2], fifteen = w[t - 15];
    w[t] = (std::rotr(two, 17) ^ std::rotr(two, 19) ^ two >> 10) + w[t - 7] +
           (std::rotr(fifteen, 7) ^ std::rotr(fifteen, 18) ^ fifteen >> 3) + w[t - 16];
  }
  return w;
}

void AddBlock(const std::uint8_t* block, const std::vector<unsigned>& primes, Words& sums) {
  const auto w = Schedule(block);
  auto [a, b, c, d, e, f, g, h] = sums;
  for (std::size_t t = 0; t < 64; ++t) {
    const std::uint32_t t1 = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                             ((e & f) ^ (~e & g)) + Fraction(std::cbrt(primes[t])) + w[t];
    const std::uint32_t t2 =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const Words more = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
}

// FIPS 180-4, word by word.
std::string PlainHash(Bytes message, std::uint64_t length_field) {
  message.push_back(0x80);
  while (message.size() % 64 != 56) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8)
    message.push_back(static_cast<std::uint8_t>(length_field >> shift));

  static const std::vector<unsigned> primes = FirstPrimes(64);
  Words sums{};
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = Fraction(std::sqrt(primes[i]));
  for (std::size_t at = 0; at < message.size(); at += 64) AddBlock(&message[at], primes, sums);

  std::string text(64, ' ');
  for (std::size_t i = 0; i < text.size(); ++i)
    text[i] = "0123456789abcdef"[sums[i / 8] >> (28 - 4 * (i % 8)) & 15];
  return text;
}

Bytes Message(std::size_t length) {
  Bytes message(length);
  for (std::size_t i = 0; i < length; ++i) message[i] = static_cast<std::uint8_t>(i * i + i / 7);
  return message;
}

std::string HashOf(const Bytes& message, std::uint64_t length_field) {
  Sha256 hash;
  hash.Update(message.data(), message.size());
  return hash.Finish(length_field);
}

std::string HashOf(const std::string& text) {
  return HashOf(Bytes(text.begin(), text.end()), text.size() * 8);
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

TEST(Sha256Test, EveryLength) {
  for (std::size_t length = 0; length <= 260; ++length) {
    const Bytes message = Message(length);
    EXPECT_EQ(HashOf(message, length * 8), PlainHash(message, length * 8)) << length;
  }
  const Bytes large = Message(123457);
  EXPECT_EQ(HashOf(large, large.size() * 8), PlainHash(large, large.size() * 8));
}

// As signatures of images and the settings of bulk runs have it.
TEST(Sha256Test, AnyLengthField) {
  for (const std::uint64_t field :
       {std::uint64_t{0}, std::uint64_t{7}, ~std::uint64_t{0}, std::uint64_t{0x0123456789abcdef}}) {
    for (const std::size_t length : {0, 1, 55, 56, 63, 64, 119, 120, 1000}) {
      const Bytes message = Message(length);
      EXPECT_EQ(HashOf(message, field), PlainHash(message, field)) << length << " " << field;
    }
  }
}

TEST(Sha256Test, InPieces) {
  for (std::size_t length = 0; length <= 400; length += 7) {
    const Bytes whole = Message(length);
    for (const std::size_t step : {1u, 13u, 63u, 64u, 65u, 100u}) {
      Sha256 hash;
      for (std::size_t begin = 0; begin < length; begin += step)
        hash.Update(whole.data() + begin, std::min(step, length - begin));
      EXPECT_EQ(hash.Finish(length * 8), PlainHash(whole, length * 8))
          << length << " in steps of " << step;
    }
  }
}

TEST(Sha256Test, CopiesGoOnByThemselves) {
  const Bytes whole = Message(150);
  Sha256 hash;
  hash.Update(whole.data(), 100);
  Sha256 copy = hash;
  EXPECT_EQ(hash.Finish(800), PlainHash(Message(100), 800));
  copy.Update(whole.data() + 100, 50);
  EXPECT_EQ(copy.Finish(1200), PlainHash(whole, 1200));
}

}  // namespace
}  // namespace lodestone
