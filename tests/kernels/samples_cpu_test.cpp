// Samples moved to and from pixels against plain loops, on every instruction set.
#include "kernels/samples/samples_cpu.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;

template <class Sample>
std::vector<Sample> RandomSamples(std::size_t count, std::mt19937& random) {
  std::vector<Sample> samples(count);
  for (Sample& sample : samples) sample = static_cast<Sample>(random());
  return samples;
}

SamplePlaces RandomPlaces(std::size_t in, std::size_t out, std::mt19937& random) {
  SamplePlaces places{in, std::vector<SamplePlace>(out)};
  for (SamplePlace& place : places.out) {
    if (random() % 5 != 0) place.from = random() % in;
    if (random() % 3 == 0) place.flip = kQuantumMax;
  }
  return places;
}

template <class In>
std::vector<QuantumSample> Placed(const SamplePlaces& places, const std::vector<In>& from) {
  std::vector<QuantumSample> placed;
  for (std::size_t i = 0; i < from.size(); i += places.in) {
    for (const SamplePlace& place : places.out) {
      unsigned value = place.from == SamplePlace::kNowhere ? 0 : from[i + place.from];
      if (sizeof(In) < sizeof(QuantumSample)) value = value * kQuantumMax / 255;
      placed.push_back(static_cast<QuantumSample>(place.flip != 0 ? kQuantumMax - value : value));
    }
  }
  return placed;
}

template <class In>
void ExpectPlaced() {
  std::mt19937 random(1);
  for (const std::size_t in : {1, 2, 3, 4, 5, 8, 9, 16, 17, 40})
    for (const std::size_t out : {1, 2, 3, 4, 5, 8, 9, 16, 17, 40})
      for (const std::size_t pixels : {0, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 257}) {
        const SamplePlaces places = RandomPlaces(in, out, random);
        const auto from = RandomSamples<In>(in * pixels, random);
        const auto expected = Placed(places, from);
        OnEveryTarget([&] {
          std::vector<QuantumSample> actual(out * pixels + 1, 77);  // nothing beyond the end
          PlaceSamples(places, from.data(), pixels, actual.data());
          ASSERT_EQ(77, actual.back());
          actual.pop_back();
          ASSERT_EQ(expected, actual) << in << " to " << out << ", " << pixels << " pixels";
        });
      }
}

TEST(PlaceSamples, OfQuanta) {
  ExpectPlaced<QuantumSample>();
}

TEST(PlaceSamples, OfBytes) {
  ExpectPlaced<std::uint8_t>();
}

TEST(WidenSamples, AndNarrowAgainAnyNumber) {
  std::mt19937 random(2);
  for (std::size_t count = 0; count < 140; ++count) {
    const auto bytes = RandomSamples<std::uint8_t>(count, random);
    OnEveryTarget([&] {
      std::vector<std::uint16_t> wide(count + 1, 77);
      WidenSamples(bytes.data(), count, wide.data());
      ASSERT_EQ(77, wide.back());
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(wide[i], bytes[i] * 257);
      std::vector<std::uint8_t> narrow(count + 1, 77);
      NarrowSamples(wide.data(), count, narrow.data());
      ASSERT_EQ(77, narrow.back());
      narrow.pop_back();
      ASSERT_EQ(bytes, narrow);
    });
  }
}

TEST(NarrowSamples, RoundsToNearest) {
  std::vector<std::uint16_t> all(65536);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i);
  OnEveryTarget([&] {
    std::vector<std::uint8_t> narrow(all.size());
    NarrowSamples(all.data(), all.size(), narrow.data());
    for (std::size_t i = 0; i < all.size(); ++i)
      ASSERT_EQ(narrow[i], std::lround(double(i) / 257.0));
  });
}

TEST(SwapSamples, ExchangesBytesAtAnyAddress) {
  std::mt19937 random(3);
  for (std::size_t count = 0; count < 140; ++count) {
    const auto bytes = RandomSamples<std::uint8_t>(2 * count + 1, random);
    OnEveryTarget([&] {
      std::vector<std::uint8_t> swapped(2 * count + 1, 77);
      SwapSamples(bytes.data() + 1, count, swapped.data());
      ASSERT_EQ(77, swapped.back());
      for (std::size_t i = 0; i < 2 * count; ++i) ASSERT_EQ(swapped[i], bytes[1 + (i ^ 1)]);
    });
  }
}

TEST(WeightedSums, RoundDown) {
  std::mt19937 random(4);
  constexpr std::uint32_t kWeights[] = {117, 601, 306};
  for (std::size_t count = 0; count < 140; ++count) {
    auto pixels = RandomSamples<QuantumSample>(4 * count, random);
    if (count != 0) std::fill_n(pixels.begin(), 4, QuantumSample{kQuantumMax});
    OnEveryTarget([&] {
      std::vector<QuantumSample> sums(count + 1, 77);
      WeightedSums(pixels.data(), count, kWeights, sums.data());
      ASSERT_EQ(77, sums.back());
      for (std::size_t i = 0; i < count; ++i) {
        const QuantumSample* p = &pixels[4 * i];
        ASSERT_EQ(sums[i], (117 * std::uint64_t{p[0]} + 601 * p[1] + 306 * p[2]) / 1024);
      }
    });
  }
}

TEST(SamplesCpu, StepsBetweenPixels) {
  std::mt19937 random(5);
  for (const std::size_t samples : {1, 4})
    for (const std::size_t pixels : {0, 1, 2, 3, 16, 17, 33, 64, 65, 130, 1001}) {
      std::vector<std::uint8_t> row(pixels * samples);
      for (std::uint8_t& sample : row) sample = static_cast<std::uint8_t>(random() % 4 * 63);
      std::size_t plain = 0, hard = 0;
      for (std::size_t i = 0; i + 1 < pixels; ++i) {
        int most = 0;
        for (std::size_t s = 0; s < std::min<std::size_t>(samples, 3); ++s)
          most = std::max(most, std::abs(row[(i + 1) * samples + s] - row[i * samples + s]));
        plain += most <= 63;
        hard += most >= 126;
      }
      OnEveryTarget([&] {
        const PixelSteps steps = CountSteps(row.data(), pixels, samples, 63, 126);
        ASSERT_EQ(plain, steps.plain) << pixels << " of " << samples;
        ASSERT_EQ(hard, steps.hard) << pixels << " of " << samples;
      });
    }
}

}  // namespace
}  // namespace lodestone::kernels
