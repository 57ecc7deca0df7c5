#include "accel/trials/self_test.hpp"

#include <iterator>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/trials/trial_work.hpp"

namespace lodestone::accel {
namespace {

using kernels::Border;

// Reduced a little and a lot (more taps than one block), enlarged, mixed, and one pixel.
constexpr TrialShape kShapes[] = {
    {301, 67, 75, 33}, {67, 259, 129, 3}, {17, 33, 95, 61}, {1, 1, 3, 2}, {700, 5, 2, 1}};
// One work for each of them: every border, more taps than one block, windows larger than the image.
constexpr TrialNeighborhood kNeighborhoods[] = {{3, Border::kReflect101, false},
                                                {5, Border::kConstant, true},
                                                {11, Border::kMirror, false},
                                                {3, Border::kTile, true},
                                                {13, Border::kEdge, true}};
static_assert(std::size(kShapes) == std::size(kNeighborhoods));

std::string Difference(const TrialPixels& expected, const TrialPixels& actual,
                       const TrialWork& test) {
  const std::uint32_t samples = SamplesOf(test.work().channels), columns = test.shape().columns;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == actual[i]) continue;
    const std::size_t pixel = i / samples;
    return "sample " + std::to_string(i % samples) + " of pixel " +
           std::to_string(pixel % columns) + "," + std::to_string(pixel / columns) + " is " +
           std::to_string(actual[i]) + " instead of " + std::to_string(expected[i]);
  }
  return "";
}

SelfTestResult Test(const TrialWork& test, const RunFunction& run) {
  TrialPixels expected(test.samples()), actual(test.samples(), kernels::QuantumSample{0x5a});
  if (!Cpu().Run(test.Into(expected)).done()) return {"the CPU failed", false};
  const Attempt attempt = run(test.Into(actual));
  if (attempt.done()) return {Difference(expected, actual, test)};
  if (attempt.outcome == MagickAccelerateDeclined) return {};  // never run there, so never wrong
  return {
      std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " + attempt.parts.detail,
      false};
}

}  // namespace

SelfTestResult SelfTest(const WorkKind& kind, const RunFunction& run) {
  for (std::size_t i = 0; i < std::size(kShapes); ++i) {
    TrialWork test(kind.operation, kShapes[i], kind.channels, kNeighborhoods[i]);
    test.UseOrder(kind.vertical_first);
    if (kind.linear_light) test.UseLinearLight();
    if (SelfTestResult result = Test(test, run); !result.problem.empty()) return result;
  }
  return {};
}

}  // namespace lodestone::accel
