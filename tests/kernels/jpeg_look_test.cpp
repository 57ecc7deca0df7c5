// How decoded images look, counted by vectors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "kernels/jpeg/look.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;

TEST(Jpeg, LooksOfRows) {
  constexpr QuantumSample kByte = kQuantumMax / 255;
  std::mt19937 random(3);
  for (const std::size_t samples : {std::size_t{1}, kChannels})
    for (const std::size_t columns : {1, 2, 17, 64, 333}) {
      std::vector<QuantumSample> row(columns * samples);
      for (QuantumSample& sample : row)
        sample = static_cast<QuantumSample>((random() % 2 + 63 * (random() % 2)) * kByte);
      MagickAccelerateDecoded expected{};
      for (std::size_t x = 0; x + 1 < columns; ++x) {
        int most = 0;
        for (std::size_t s = 0; s < std::min<std::size_t>(samples, 3); ++s)
          most = std::max(most, std::abs(row[(x + 1) * samples + s] - row[x * samples + s]));
        expected.plain += most <= kByte;
        expected.hard += most >= 64 * kByte;
      }
      OnEveryTarget([&] {
        const MagickAccelerateDecoded row_counts = LookAtJpegRow(row.data(), columns, samples);
        ASSERT_EQ(expected.plain, row_counts.plain) << columns << " of " << samples;
        ASSERT_EQ(expected.hard, row_counts.hard) << columns << " of " << samples;
      });
    }
}

}  // namespace
}  // namespace lodestone::kernels
