// RawImages, borders and bands for the tests of neighbourhood operations.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "kernels/window/bordered_source.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/neighborhood_oracle.hpp"

namespace lodestone::test {

using namespace kernels;

inline constexpr std::uint32_t kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
inline constexpr Channels kUnweighted[] = {Channels::kOpaque, Channels::kPlain, Channels::kGrey};
inline constexpr Channels kAllChannels[] = {Channels::kOpaque, Channels::kPlain, Channels::kGrey,
                                            Channels::kWeighted};
inline constexpr oracle::Around kArounds[] = {oracle::Around::kEdge, oracle::Around::kReflect,
                                              oracle::Around::kTile, oracle::Around::kConstant};

// Random samples, many extreme, many equal.
inline oracle::RawImage RandomRawImage(std::uint32_t columns, std::uint32_t rows, Channels channels,
                                       std::mt19937& random) {
  const auto samples = static_cast<long>(SamplesOf(channels));
  return oracle::Made(columns, rows, samples, [&](long, long, long) {
    const std::uint32_t kind = random() % 5;
    if (kind == 0) return 0L;
    if (kind == 1) return oracle::kQuantumRange;
    if (kind == 2) return static_cast<long>(random() % 4) * (oracle::kQuantumRange / 255);
    return static_cast<long>(random() % (kQuantumMax + 1));
  });
}

inline oracle::Surroundings RandomSurroundings(oracle::Around around, std::mt19937& random) {
  oracle::Surroundings surroundings{around, {}};
  for (long& sample : surroundings.constant) sample = random() % (kQuantumMax + 1);
  return surroundings;
}

// An image in memory as the kernels read it, with the surroundings that they may access.
class Source {
 public:
  Source(const oracle::RawImage& image, const oracle::Surroundings& surroundings, Channels channels,
         std::uint32_t left, std::uint32_t right, std::uint32_t top, std::uint32_t bottom)
      : samples_(image.values.begin(), image.values.end()),
        columns_(Table(surroundings.around, image.columns, left, right)),
        rows_(Table(surroundings.around, image.rows, top, bottom)) {
    const auto columns = static_cast<std::size_t>(image.columns);
    const auto rows = static_cast<std::size_t>(image.rows);
    view_ = {{samples_.data(), columns, rows, columns * SamplesOf(channels)},
             {left, right, top, bottom, columns_.data(), rows_.data(), {}},
             channels,
             {}};
    for (std::size_t c = 0; c < kChannels; ++c)
      view_.constant[c] = static_cast<QuantumSample>(surroundings.constant[c]);
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const BorderedSource& view() const { return view_; }

 private:
  static std::vector<std::uint32_t> Table(oracle::Around around, long size, std::uint32_t before,
                                          std::uint32_t behind) {
    std::vector<std::uint32_t> table;
    for (long i = -static_cast<long>(before); i < size + static_cast<long>(behind); ++i)
      table.push_back(static_cast<std::uint32_t>(oracle::Place(around, i, size)));
    return table;
  }

  const std::vector<QuantumSample> samples_;
  const std::vector<std::uint32_t> columns_, rows_;
  BorderedSource view_;
};

// Destination rows [begin, end).
using BandFunction =
    std::function<void(const DestinationView& destination, std::size_t begin, std::size_t end)>;

// Runs bands of that many rows (0: a single one) into rows with guard samples after each, and
// compares everything.
inline void ExpectBandsHere(const oracle::RawImage& expected, std::size_t band_rows,
                            const BandFunction& band, const std::string& what) {
  constexpr QuantumSample kGuard = 0x5a;
  const auto columns = static_cast<std::size_t>(expected.columns);
  const auto rows = static_cast<std::size_t>(expected.rows);
  const std::size_t width = columns * static_cast<std::size_t>(expected.samples);
  const std::size_t stride = width + 5;
  std::vector<QuantumSample> result(stride * rows + 64, kGuard);
  const DestinationView view{result.data() + 1, columns, rows, stride};
  const std::size_t step = band_rows == 0 ? rows : band_rows;
  for (std::size_t y = 0; y < rows; y += step) band(view, y, std::min(rows, y + step));
  ASSERT_EQ(kGuard, result[0]) << what;
  for (std::size_t i = 1; i < result.size(); ++i) {
    const std::size_t y = (i - 1) / stride, x = (i - 1) % stride;
    const long sample = y < rows && x < width ? expected.values[y * width + x] : long{kGuard};
    ASSERT_EQ(sample, long{result[i]}) << what << ", bands of " << band_rows << ": row " << y
                                       << " sample " << x << " of " << width;
  }
}

// The same on every instruction set of this machine.
inline void ExpectBands(const oracle::RawImage& expected, std::size_t band_rows,
                        const BandFunction& band, const std::string& what) {
  OnEveryTarget([&] { ExpectBandsHere(expected, band_rows, band, what); });
}

inline std::string Describe(const oracle::RawImage& image, Channels channels,
                            const oracle::Surroundings& surroundings) {
  return std::to_string(image.columns) + "x" + std::to_string(image.rows) + " channels " +
         std::to_string(static_cast<int>(channels)) + " border " +
         std::to_string(static_cast<int>(surroundings.around));
}

}  // namespace lodestone::test
