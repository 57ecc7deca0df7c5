// Functions of windows on the CPU against simple oracles, sample for sample, on every instruction
// set of this machine.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "kernels/window/neighborhood/neighborhood_cpu.hpp"
#include "tests/kernels/neighborhood_support.hpp"

namespace lodestone::kernels {
namespace {

using oracle::kQuantumRange;
using oracle::RawImage;
using oracle::Surroundings;
using test::Describe;
using test::ExpectBands;
using test::kArounds;
using test::kSizes;
using test::kUnweighted;
using test::RandomRawImage;
using test::RandomSurroundings;
using test::Source;

constexpr bool kLittle = std::endian::native == std::endian::little;
constexpr long kRed = kLittle ? 2 : 0, kGreen = 1, kBlue = kLittle ? 0 : 2, kOpacity = 3;

// An image and what is around it.
struct Scene {
  const RawImage& image;
  const Surroundings& surroundings;

  long At(long x, long y, long sample) const {
    return oracle::Outside(image, surroundings, x, y, image.samples == 1 ? 0 : sample);
  }
  long Intensity(long x, long y) const {
    return (306 * At(x, y, kRed) + 601 * At(x, y, kGreen) + 117 * At(x, y, kBlue)) / 1024;
  }
};

// As GraphicsMagick has it, in double.
bool IsNear(const Scene& scene, long x, long y, long dx, long dy) {
  const double most = kQuantumRange;
  const auto mean = [&](long c) { return (scene.At(x, y, c) + scene.At(x + dx, y + dy, c)) / 2.0; };
  const auto square = [&](long c) {
    const double d = static_cast<double>(scene.At(x + dx, y + dy, c) - scene.At(x, y, c));
    return d * d;
  };
  return (2.0 * (most + 1) + mean(kRed)) * square(kRed) / most + 4.0 * square(kGreen) +
             (3.0 * (most + 1) - 1.0 - mean(kBlue)) * square(kBlue) / most <
         most * most / 25.0;
}

long EnhancedColor(const Scene& scene, long x, long y, long c) {
  constexpr double kWeights[6] = {5, 8, 10, 20, 40, 80};
  constexpr int kKinds[5][5] = {
      {0, 1, 2, 1, 0}, {1, 3, 4, 3, 1}, {2, 4, 5, 4, 2}, {1, 3, 4, 3, 1}, {0, 1, 2, 1, 0}};
  double sum = 0, total = 0;
  for (long dy = -2; dy <= 2; ++dy)
    for (long dx = -2; dx <= 2; ++dx) {
      if (!IsNear(scene, x, y, dx, dy)) continue;
      const double weight = kWeights[kKinds[dy + 2][dx + 2]];
      sum += weight * static_cast<double>(scene.At(x + dx, y + dy, c));
      total += weight;
    }
  return static_cast<long>((sum + total / 2.0 - 1.0) / total);
}

RawImage Enhanced(const RawImage& image, const Surroundings& surroundings) {
  const Scene scene{image, surroundings};
  return oracle::Like(image, [&](long x, long y, long c) {
    if (x < 2) return image.At(x, y, c);
    if (x >= image.columns - 2) return oracle::Outside(image, surroundings, x - 1, y - 2, c);
    if (image.samples > 1 && c == kOpacity) return scene.At(x - 2, y - 2, c);
    return EnhancedColor(scene, x, y, c);
  });
}

RawImage Shaded(const RawImage& image, const Surroundings& surroundings, const float* n) {
  const Scene scene{image, surroundings};
  return oracle::Like(image, [&](long px, long py, long c) {
    if (image.samples > 1 && c == kOpacity) return image.At(px, py, c);
    long across = 0, down = 0;
    for (long i = -1; i <= 1; ++i) {
      across += scene.Intensity(px - 1, py + i) - scene.Intensity(px + 1, py + i);
      down += scene.Intensity(px + i, py + 1) - scene.Intensity(px + i, py - 1);
    }
    const auto x = static_cast<float>(across), y = static_cast<float>(down);
    const float most = static_cast<float>(kQuantumRange), z = 2.0f * most;
    const float slope = x * x + y * y, facing = x * n[0] + y * n[1] + z * n[2];
    float light = facing > 0 ? facing / std::sqrt(slope + z * z) : 0.0f;
    if (across == 0 && down == 0) light = n[2];
    if (n[3] > 0) return oracle::Rounded(image, std::floor(light));
    return oracle::Rounded(image, light / most * static_cast<float>(image.At(px, py, c)));
  });
}

// The place of the pixel that is painted.
std::pair<long, long> Winner(const Scene& scene, long x, long y, long reach) {
  std::map<long, int> counts;
  int most = 0;
  std::pair<long, long> winner;
  for (long dy = -reach; dy <= reach; ++dy)
    for (long dx = -reach; dx <= reach; ++dx) {
      const int count = ++counts[scene.Intensity(x + dx, y + dy) / (kQuantumRange / 255)];
      if (count <= most) continue;
      most = count;
      winner = {x + dx, y + dy};
    }
  return winner;
}

RawImage Painted(const RawImage& image, const Surroundings& surroundings, long window) {
  const Scene scene{image, surroundings};
  std::pair<long, long> from;
  return oracle::Like(image, [&](long x, long y, long c) {
    if (c == 0) from = Winner(scene, x, y, window / 2);
    return oracle::Outside(image, surroundings, from.first, from.second, c);
  });
}

RawImage Thresholded(const RawImage& image, const Surroundings& surroundings, const float* n) {
  const auto width = static_cast<long>(n[0]), height = static_cast<long>(n[1]);
  return oracle::Like(image, [&](long x, long y, long c) {
    std::int64_t sum = 0;
    for (long row = y + height / 2 - height + 1; row <= y + height / 2; ++row)
      for (long column = x + width / 2 - width + 1; column <= x + width / 2; ++column)
        sum += oracle::Outside(image, surroundings, column, row, c);
    const long mean = static_cast<long>(sum / (width * height)) + static_cast<long>(n[2]);
    return image.At(x, y, c) <= std::clamp(mean, 0L, kQuantumRange) ? 0 : kQuantumRange;
  });
}

class NeighborhoodCpu : public testing::Test {
 protected:
  void Expect(const RawImage& image, Channels channels, const Surroundings& surroundings,
              MagickAccelerateNeighborhoodFunction function, std::uint32_t window,
              const std::array<float, 16>& numbers) {
    const std::uint32_t reach = window / 2;
    const Source source(image, surroundings, channels, reach, reach, reach, reach);
    RawImage expected = Expected(image, surroundings, function, window, numbers.data());
    if (channels == Channels::kOpaque) oracle::ClearOpacity(expected);
    MagickAccelerateNeighborhoodRule rule{function, {}};
    std::copy(numbers.begin(), numbers.end(), rule.numbers);
    constexpr std::size_t kBandRows[] = {0, 1, 5};
    ExpectBands(
        expected, kBandRows[random_() % 3],
        [&](const DestinationView& destination, std::size_t begin, std::size_t end) {
          NeighborhoodBand({source.view(), destination, rule, window}, begin, end,
                           [] { return true; });
        },
        Describe(image, channels, surroundings) + " window " + std::to_string(window) +
            " function " + std::to_string(static_cast<unsigned>(function)));
  }

  // Of images of all sizes and kinds; of few, similar or random colours.
  void ForAll(MagickAccelerateNeighborhoodFunction function,
              std::initializer_list<std::uint32_t> windows,
              const std::vector<std::array<float, 16>>& numbers) {
    for (const std::uint32_t columns : kSizes)
      for (const std::uint32_t rows : kSizes) {
        if (columns * rows > 5000) continue;
        const Channels channels = kUnweighted[random_() % 3];
        RawImage image = RandomRawImage(columns, rows, channels, random_);
        if (random_() % 2)
          for (long& value : image.values) value = kQuantumRange / 3 + value / 6;
        const std::uint32_t window = std::data(windows)[random_() % windows.size()];
        Expect(image, channels, RandomSurroundings(kArounds[random_() % 4], random_), function,
               window, numbers[random_() % numbers.size()]);
        if (HasFatalFailure()) return;
      }
  }

  std::mt19937 random_{17};

 private:
  static RawImage Expected(const RawImage& image, const Surroundings& surroundings,
                           MagickAccelerateNeighborhoodFunction function, long window,
                           const float* numbers) {
    switch (function) {
      case MagickAccelerateEnhance:
        return Enhanced(image, surroundings);
      case MagickAccelerateShade:
        return Shaded(image, surroundings, numbers);
      case MagickAcceleratePaint:
        return Painted(image, surroundings, window);
      default:
        return Thresholded(image, surroundings, numbers);
    }
  }
};

TEST_F(NeighborhoodCpu, EnhanceEqualsOracle) {
  for (int i = 0; i < 3; ++i) ForAll(MagickAccelerateEnhance, {5}, {{}});
}

TEST_F(NeighborhoodCpu, ShadeEqualsOracle) {
  constexpr float kMost = kQuantumMax;
  ForAll(MagickAccelerateShade, {3},
         {{0.75f * kMost, 0.43301270f * kMost, 0.5f * kMost, 0.0f},
          {-0.3f * kMost, 0.5f * kMost, 0.8f * kMost, 1.0f},
          {0.6f * kMost, 0.0f, -0.8f * kMost, 1.0f},
          {0.0f, 0.0f, kMost, 0.0f}});
}

TEST_F(NeighborhoodCpu, PaintEqualsOracle) {
  for (int i = 0; i < 2; ++i) ForAll(MagickAcceleratePaint, {1, 3, 5, 7, 11}, {{}});
}

TEST_F(NeighborhoodCpu, LocalThresholdEqualsOracle) {
  constexpr float kMost = kQuantumMax;
  ForAll(MagickAccelerateLocalThreshold, {11},
         {{1, 1, 0},
          {3, 3, 0},
          {11, 11, 5},
          {2, 7, -9},
          {10, 1, kMost},
          {1, 10, -kMost},
          {7, 4, -2.0f * kMost},
          {4, 4, 2.0f * kMost}});
}

// Windows far wider than the image, whose counts and sums need more bits.
TEST_F(NeighborhoodCpu, HugeWindows) {
  constexpr std::uint32_t kSide = kQuantumMax == 255 ? 4101 : 301;
  for (const Channels channels : kUnweighted) {
    const RawImage image = RandomRawImage(3, 2, channels, random_);
    Expect(image, channels, RandomSurroundings(oracle::Around::kTile, random_),
           MagickAcceleratePaint, 257, {});
    if (kQuantumMax == 255 && channels != Channels::kGrey) continue;
    Expect(image, channels, RandomSurroundings(oracle::Around::kReflect, random_),
           MagickAccelerateLocalThreshold, kSide, {kSide, kSide - 3, 3});
  }
}

// Told to stop after some rows.
TEST_F(NeighborhoodCpu, StopsWhenTold) {
  const RawImage image = RandomRawImage(20, 30, Channels::kPlain, random_);
  const Source source(image, {oracle::Around::kEdge, {}}, Channels::kPlain, 2, 2, 2, 2);
  for (const auto function :
       {MagickAcceleratePaint, MagickAccelerateLocalThreshold, MagickAccelerateEnhance}) {
    constexpr QuantumSample kUntouched = 77;
    std::vector<QuantumSample> result(20 * 30 * kChannels, kUntouched);
    const MagickAccelerateNeighborhoodRule rule{function, {5, 5, 0}};
    int rows = 0;
    NeighborhoodBand({source.view(), {result.data(), 20, 30, 20 * kChannels}, rule, 5}, 0, 30,
                     [&] { return ++rows < 4; });
    EXPECT_EQ(4, rows);
    EXPECT_EQ(std::vector<QuantumSample>(20 * 26 * kChannels, kUntouched),
              std::vector<QuantumSample>(result.begin() + 20 * 4 * kChannels, result.end()));
  }
}

}  // namespace
}  // namespace lodestone::kernels
