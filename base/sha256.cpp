#include "base/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#endif

namespace lodestone {
namespace {

constexpr std::uint32_t kRound[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t BigEndian(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 |
         std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

std::array<std::uint32_t, 64> Schedule(const std::uint8_t* block) {
  std::array<std::uint32_t, 64> w{};
  for (int i = 0; i < 16; ++i) w[i] = BigEndian(block + 4 * i);
  for (int i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  return w;
}

using State = std::array<std::uint32_t, 8>;

void CompressBlock(State& state, const std::uint8_t* block) {
  const auto w = Schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + kRound[i] + w[i];
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::uint32_t sums[] = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += sums[i];
}

void CompressPlainly(State& state, const std::uint8_t* blocks, std::size_t count) {
  for (; count != 0; --count, blocks += Sha256::kBlock) CompressBlock(state, blocks);
}

using Compressor = void (*)(State& state, const std::uint8_t* blocks, std::size_t count);

#if defined(__x86_64__)
// By the CPU's own instructions, five times as fast. They want the eight words as a, b, e, f and
// c, d, g, h, and do four rounds of a vector of the schedule.
__attribute__((target("sha,sse4.1"))) void CompressByInstructions(State& state,
                                                                  const std::uint8_t* blocks,
                                                                  std::size_t count) {
  const auto set = [](std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    return _mm_set_epi32(static_cast<int>(a), static_cast<int>(b), static_cast<int>(c),
                         static_cast<int>(d));
  };
  const auto load = [](const void* from) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  };
  const __m128i swap = set(0x0c0d0e0f, 0x08090a0b, 0x04050607, 0x00010203);
  __m128i abef = set(state[0], state[1], state[4], state[5]);
  __m128i cdgh = set(state[2], state[3], state[6], state[7]);
  for (; count != 0; --count) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (std::size_t i = 0; i < 16; ++i) {
      __m128i& next = w[i % 4];
      const __m128i before = w[(i + 3) % 4];
      if (i < 4) {
        next = _mm_shuffle_epi8(load(blocks + 16 * i), swap);
      } else {
        next = _mm_add_epi32(_mm_sha256msg1_epu32(next, w[(i + 1) % 4]),
                             _mm_alignr_epi8(before, w[(i + 2) % 4], 4));
        next = _mm_sha256msg2_epu32(next, before);
      }
      const __m128i sums = _mm_add_epi32(next, load(kRound + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_unpackhi_epi64(sums, sums));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
    blocks += Sha256::kBlock;
  }
  alignas(16) std::uint32_t words[8];
  _mm_store_si128(reinterpret_cast<__m128i*>(words), abef);
  _mm_store_si128(reinterpret_cast<__m128i*>(words + 4), cdgh);
  state = {words[3], words[2], words[7], words[6], words[1], words[0], words[5], words[4]};
}

bool HasInstructions() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0 &&
         __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSE4_1) != 0;
}

Compressor BestCompressor() {
  return HasInstructions() ? CompressByInstructions : CompressPlainly;
}
#else
Compressor BestCompressor() {
  return CompressPlainly;
}
#endif

void Compress(State& state, const std::uint8_t* blocks, std::size_t count) {
  static const Compressor compressor = BestCompressor();
  compressor(state, blocks, count);
}

}  // namespace

void Sha256::Update(const std::uint8_t* data, std::size_t length) {
  if (used_ != 0) {
    const std::size_t part = std::min(length, kBlock - used_);
    std::copy_n(data, part, block_.begin() + static_cast<std::ptrdiff_t>(used_));
    data += part;
    length -= part;
    used_ += part;
    if (used_ < kBlock) return;
    Compress(state_, block_.data(), 1);
    used_ = 0;
  }
  Compress(state_, data, length / kBlock);
  used_ = length % kBlock;
  std::copy_n(data + (length - used_), used_, block_.begin());
}

std::string Sha256::Finish(std::uint64_t length_field) {
  constexpr std::uint8_t kEnd = 0x80, kZero = 0;
  Update(&kEnd, 1);
  while (used_ != kBlock - 8) Update(&kZero, 1);
  for (int shift = 56; shift >= 0; shift -= 8) {
    const auto byte = static_cast<std::uint8_t>(length_field >> shift);
    Update(&byte, 1);
  }
  std::string text;
  for (const std::uint32_t word : state_) {
    char hex[9];
    std::snprintf(hex, sizeof hex, "%08x", static_cast<unsigned>(word));
    text += hex;
  }
  return text;
}

}  // namespace lodestone
