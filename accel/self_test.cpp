#include "accel/self_test.hpp"

#include "accel/cpu/native.hpp"
#include "accel/trial_work.hpp"

namespace lodestone::accel {
namespace {

using kernels::kChannels;

// Reduced a little and a lot (more taps than one block), enlarged, one of each, and one pixel.
constexpr TrialShape kShapes[] = {
    {301, 67, 75, 33}, {67, 259, 129, 3}, {17, 33, 95, 61}, {1, 1, 3, 2}, {700, 5, 2, 1}};

std::string Difference(const TrialPixels& expected, const TrialPixels& actual,
                       const TrialShape& shape) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (expected[i] == actual[i]) continue;
    const std::size_t pixel = i / kChannels;
    return "sample " + std::to_string(i % kChannels) + " of pixel " +
           std::to_string(pixel % shape.columns) + "," + std::to_string(pixel / shape.columns) +
           " is " + std::to_string(actual[i]) + " instead of " + std::to_string(expected[i]);
  }
  return "";
}

SelfTestResult TestShape(MagickAccelerateOperation operation, const TrialShape& shape,
                         MagickAccelerateChannels channels, const RunFunction& run) {
  const TrialWork test(operation, shape, channels);
  TrialPixels expected(test.samples()), actual(test.samples(), kernels::QuantumSample{0x5a});
  if (!Native().Run(test.Into(expected)).done()) return {"the native path failed", false};
  const Attempt attempt = run(test.Into(actual));
  if (attempt.done()) return {Difference(expected, actual, test.shape())};
  if (attempt.outcome == MagickAccelerateDeclined) return {};  // not done there, so never wrong
  return {
      std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " + attempt.parts.detail,
      false};
}

}  // namespace

SelfTestResult SelfTest(MagickAccelerateOperation operation, const RunFunction& run) {
  for (const TrialShape& shape : kShapes)
    for (const MagickAccelerateChannels channels :
         {MagickAccelerateOpaque, MagickAccelerateWeighted})
      if (SelfTestResult result = TestShape(operation, shape, channels, run);
          !result.problem.empty())
        return result;
  return {};
}

}  // namespace lodestone::accel
