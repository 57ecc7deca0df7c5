// Linear light: the formulas against double precision, and the kernels on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/common/light_pieces.h"
#include "kernels/resample/cpu/box.hpp"
#include "kernels/resample/cpu/resample_cpu.hpp"
#include "kernels/resample/resize_plan.hpp"
#include "kernels/resample/scale_plan.hpp"
#include "tests/kernels/every_target.hpp"
#include "tests/support/separable_oracle.hpp"

namespace lodestone::kernels {
namespace {

struct Piece {
  float constant, linear, square, cube;
};
#define LS_PIECE(...)                                                 \
  Piece{LS_PIECE_CONSTANT(__VA_ARGS__), LS_PIECE_LINEAR(__VA_ARGS__), \
        LS_PIECE_SQUARE(__VA_ARGS__), LS_PIECE_CUBE(__VA_ARGS__)},
constexpr Piece kDecode[] = {LS_DECODE_PIECES(LS_PIECE)};
constexpr Piece kEncode[] = {LS_ENCODE_PIECES(LS_PIECE)};
static_assert(std::size(kDecode) == LS_DECODE_COUNT && std::size(kEncode) == LS_ENCODE_COUNT);

template <std::size_t kCount>
float Cubic(const Piece (&pieces)[kCount], float place, float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &place, sizeof bits);
  const Piece& p = pieces[(bits >> LS_PIECE_SHIFT) % kCount];
  return std::fma(std::fma(std::fma(p.cube, x, p.square), x, p.linear), x, p.constant);
}

#define LsLight float
#define LS_LIGHT_OF(number) (number)
#define LS_LIGHT_FMA(a, b, c) std::fma((a), (b), (c))
#define LS_LIGHT_HIGHER(a, b) std::max((a), (b))
#define LS_LIGHT_DECODE_CUBIC(place, x) Cubic(kDecode, (place), (x))
#define LS_LIGHT_ENCODE_CUBIC(place, x) Cubic(kEncode, (place), (x))
#define LS_LIGHT(name) name
#define LS_LIGHT_SHARED inline
#define LS_LIGHT_PIECES
#include "kernels/common/light.h"

constexpr double kMostError = 0.05;  // in steps of a sample

TEST(Light, DecodesExactlyEnough) {
  for (unsigned i = 0; i <= kQuantumMax; ++i) {
    const double step = oracle::Decoded(i + 0.5) - oracle::Decoded(i - 0.5);
    ASSERT_NEAR(oracle::Decoded(i), Decode(float(i)), kMostError * step) << i;
  }
  EXPECT_EQ(0.0f, Decode(0.0f));
}

TEST(Light, EncodesExactlyEnough) {
  constexpr unsigned kSteps = 1 << 20;
  for (unsigned i = 0; i <= kSteps; ++i) {
    // Evenly, and evenly in the dark.
    for (const double part : {double(i) / kSteps, std::pow(double(i) / kSteps, 4)}) {
      const auto light = static_cast<float>(part * kQuantumMax);
      ASSERT_NEAR(oracle::Encoded(light), Encode(light), kMostError) << light;
    }
  }
  EXPECT_EQ(0.0f, Encode(0.0f));
}

TEST(Light, ASampleComesBack) {
  for (unsigned i = 0; i <= kQuantumMax; ++i)
    ASSERT_EQ(i, static_cast<unsigned>(LS_ROUND(Encode(LS_CLAMP(Decode(float(i))))))) << i;
}

ResampleWork WorkOf(const ResamplePlan& plan, Channels channels, bool clamps,
                    const std::vector<QuantumSample>& source, std::vector<QuantumSample>& result) {
  const std::size_t columns = plan.horizontal.outputs(), rows = plan.vertical.outputs();
  const std::size_t from = plan.horizontal.inputs() * SamplesOf(channels);
  const std::size_t to = columns * SamplesOf(channels);
  result.assign(to * rows, QuantumSample{0});
  return {plan.horizontal.view(),
          plan.vertical.view(),
          plan.vertical_first,
          clamps,
          channels,
          {source.data(), plan.horizontal.inputs(), plan.vertical.inputs(), from},
          {result.data(), columns, rows, to},
          true};
}

std::vector<QuantumSample> Resampled(const ResamplePlan& plan, Channels channels, bool clamps,
                                     const std::vector<QuantumSample>& source) {
  std::vector<QuantumSample> result;
  const ResampleWork work = WorkOf(plan, channels, clamps, source, result);
  EXPECT_TRUE(ResampleBand(work, 0, work.destination.rows, [](std::size_t) { return true; }));
  return result;
}

// Vectors of every length look light up in their own ways.
TEST(Light, EveryInstructionSetGivesTheSame) {
  struct Shape {
    std::uint32_t source_columns, source_rows, columns, rows;
    Filter filter;
  };
  constexpr Shape kShapes[] = {{603, 61, 91, 23, Filter::kLanczos},
                               {101, 103, 151, 154, Filter::kMitchell},
                               {257, 97, 128, 48, Filter::kTriangle},
                               {17, 33, 7, 16, Filter::kBox},
                               {3, 300, 2, 100, Filter::kLanczos}};
  std::mt19937 random(5);
  for (const Shape& shape : kShapes)
    for (const Channels channels :
         {Channels::kOpaque, Channels::kWeighted, Channels::kPlain, Channels::kGrey})
      for (const bool vertical_first : {false, true}) {
        ResamplePlan plan = BuildResizePlan(shape.source_columns, shape.source_rows, shape.columns,
                                            shape.rows, shape.filter, 1.0);
        plan.vertical_first = vertical_first;
        std::vector<QuantumSample> source(std::size_t{shape.source_columns} * shape.source_rows *
                                          SamplesOf(channels));
        for (QuantumSample& sample : source) sample = static_cast<QuantumSample>(random());
        const bool clamps = random() % 2 != 0;
        std::vector<QuantumSample> expected;
        test::OnEveryTarget([&] {
          const auto result = Resampled(plan, channels, clamps, source);
          if (expected.empty()) expected = result;
          ASSERT_EQ(expected, result) << shape.source_columns << " channels " << int(channels);
        });
        if (testing::Test::HasFatalFailure()) return;
      }
}

// Boxes have kernels of their own where vectors are long.
TEST(Light, MeansOfBoxesAreTheSameOnEveryInstructionSet) {
  std::mt19937 random(7);
  for (const Channels channels :
       {Channels::kOpaque, Channels::kWeighted, Channels::kPlain, Channels::kGrey})
    for (const std::uint32_t across : {2u, 4u, 8u})
      for (const std::uint32_t down : {1u, 2u, 8u, 64u})
        for (const std::uint32_t columns : {16u, 17u, 33u}) {
          const ResamplePlan plan = BuildScalePlan(columns * across, 3 * down, columns, 3);
          std::vector<QuantumSample> source(columns * across * 3 * down * SamplesOf(channels));
          for (QuantumSample& sample : source)
            sample = static_cast<QuantumSample>(random() % 4 == 0 ? kQuantumMax : random());
          std::vector<QuantumSample> expected, unused;
          ASSERT_TRUE(FindLightBox(WorkOf(plan, channels, true, source, unused)));
          test::OnEveryTarget([&] {
            const auto result = Resampled(plan, channels, true, source);
            if (expected.empty()) expected = result;
            ASSERT_EQ(expected, result) << across << "x" << down << " channels " << int(channels);
          });
          if (testing::Test::HasFatalFailure()) return;
        }
}

}  // namespace
}  // namespace lodestone::kernels
