// Places and noise: the same samples on every instruction set. What they are to be is tested in
// tests/magick.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernels/noise/noise_cpu.hpp"
#include "kernels/warp/warp_plan.hpp"
#include "tests/kernels/every_target.hpp"

namespace lodestone::kernels {
namespace {

using test::OnEveryTarget;

constexpr std::size_t kColumns = 301, kRows = 23;
constexpr Channels kKinds[] = {Channels::kOpaque, Channels::kWeighted, Channels::kPlain,
                               Channels::kGrey};

std::vector<QuantumSample> RandomSamples(std::size_t count) {
  std::mt19937 random(7);
  std::vector<QuantumSample> samples(count);
  for (QuantumSample& sample : samples)
    sample = static_cast<QuantumSample>(random() % 4 == 0 ? kQuantumMax : random());
  return samples;
}

// `call`: computes all rows of a destination.
template <class Call>
void ExpectAlike(const std::vector<QuantumSample>& source, std::size_t samples, const Call& call) {
  std::vector<QuantumSample> first;
  OnEveryTarget([&] {
    std::vector<QuantumSample> result(source.size(), 77);
    call(SourceView{source.data(), kColumns, kRows, kColumns * samples},
         DestinationView{result.data(), kColumns, kRows, kColumns * samples});
    if (first.empty()) first = result;
    ASSERT_TRUE(source != result);
    ASSERT_EQ(first, result);
  });
}

TEST(Warp, IsTheSameOnEveryInstructionSet) {
  std::vector<float> spans;
  for (std::size_t y = 0; y < kRows; ++y) spans.insert(spans.end(), {float(y), 280.0f});
  const auto displace = [](std::uint32_t row, double* displacements) {
    for (std::size_t i = 0; i < 2 * kColumns; ++i)
      displacements[i] = double((i * 37 + row * 101) % 83) * 0.21 - 7.3;
    return true;
  };
  const WarpPlan plans[] = {PlanDisplace({1, 2, kColumns, kRows}, displace).value(),
                            PlanImplode(kColumns, kRows, 0.6),
                            PlanImplode(kColumns, kRows, -3.0),
                            PlanSwirl(kColumns, kRows, 4.0),
                            PlanWave(kColumns, 5.3, 17.0),
                            PlanAffine({{0.8, 0.3, -2.1}, {-0.1, 0.9, 3.7}}, spans),
                            PlanSpread(kColumns, kRows, 9, {3, 4}),
                            PlanArc(kColumns, kRows, 1.1).value()};
  for (const WarpPlan& plan : plans)
    for (const Channels kind : kKinds)
      for (const auto outside : {MagickAccelerateOutsideEdge, MagickAccelerateOutsideMirror,
                                 MagickAccelerateOutsideTile, MagickAccelerateOutsideConstant}) {
        const auto source = RandomSamples(kColumns * kRows * SamplesOf(kind));
        ExpectAlike(source, SamplesOf(kind), [&](SourceView from, DestinationView to) {
          MagickAccelerateWarpRule rule = plan.rule;
          rule.outside = outside;
          const WarpWork work{
              {from, to, kind, rule}, plan.table.data(), {9, 8, 7, 6}, {1, 2, 3, 4}};
          WarpBand(work, 0, 11);
          WarpBand(work, 11, kRows);
        });
      }
}

TEST(Noise, IsTheSameOnEveryInstructionSet) {
  for (int distribution = 0; distribution < 7; ++distribution)
    for (const Channels kind : {Channels::kPlain, Channels::kGrey})
      for (const bool from_intensity : {false, true}) {
        const auto source = RandomSamples(kColumns * kRows * SamplesOf(kind));
        ExpectAlike(source, SamplesOf(kind), [&](SourceView from, DestinationView to) {
          const MagickAccelerateNoiseRule rule{
              static_cast<MagickAccelerateDistribution>(distribution),
              0b1101,
              from_intensity,
              {117, 601, 306},
              0.7f,
              {5, 6}};
          const NoiseWork work{from, to, kind, rule};
          NoiseBand(work, 0, 11);
          NoiseBand(work, 11, kRows);
        });
      }
}

}  // namespace
}  // namespace lodestone::kernels
