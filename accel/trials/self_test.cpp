#include "accel/trials/self_test.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/specialized_size.hpp"

namespace lodestone::accel {
namespace {

using kernels::Border;

struct Trial {
  TrialShape shape;
  TrialNeighborhood neighborhood;
};

// Reduced a little and a lot, enlarged, mixed, and one pixel; every border, more taps in two
// directions than one block, windows larger than the image.
constexpr Trial kTrials[] = {{{301, 67, 75, 33}, {3, Border::kReflect101, false}},
                             {{67, 30, 129, 3}, {5, Border::kConstant, true}},
                             {{17, 33, 95, 61}, {11, Border::kMirror, false}},
                             {{1, 1, 3, 2}, {3, Border::kTile, true}},
                             {{170, 5, 17, 1}, {13, Border::kEdge, true}}};
// Along both axes, and along one.
constexpr Trial kLongTrials[] = {{{335, 140, 5, 2}, {67, Border::kConstant, false}},
                                 {{400, 5, 2, 3}, {141, Border::kEdge, true}},
                                 {{3, 600, 5, 7}, {65, Border::kEdge, false}}};

// Of windows and taps of the kind's side, and of results of boxes and of passes along rows first;
// see AdaptedTo. In the last two, no outputs on both axes have the same taps.
constexpr Trial kSideTrials[] = {{{301, 67, 75, 33}, {0, Border::kReflect101, false}},
                                 {{67, 30, 129, 3}, {0, Border::kConstant, true}},
                                 {{33, 41, 95, 61}, {0, Border::kTile, false}},
                                 {{1, 1, 3, 2}, {0, Border::kMirror, true}},
                                 {{170, 5, 17, 1}, {0, Border::kEdge, true}}};

std::span<const Trial> TrialsOf(const WorkKind& kind) {
  if (kind.long_tables) return kLongTrials;
  if (kind.side != 0) return kSideTrials;
  return kTrials;
}

// The works of a kind have its side, or none that has kinds of its own.
Trial AdaptedTo(const WorkKind& kind, Trial trial) {
  const OperationTraits& operation = GetOperation(kind.operation);
  const auto sides =
      SpecializedSizesOf(operation, kind.channels, kind.vertical_first, kind.linear_light);
  if (sides.empty() || kind.long_tables) return trial;
  std::uint32_t& order = trial.neighborhood.order;
  if (!kind.vertical_first) {
    // Reduced as far as the side allows, or further.
    const std::uint32_t columns = trial.shape.columns;
    trial.shape.source_columns = (kind.side == 0 ? 6 * columns : kind.side * columns / 48) + 1;
  } else if (kind.side == 0) {
    while (std::find(sides.begin(), sides.end(), order) != sides.end()) order += 2;
  } else if (HasFreeSize(operation.size)) {
    trial.shape.rows = (trial.shape.rows - 1) / kind.side + 1;  // so many boxes are enough
    trial.shape.source_columns = kind.side * trial.shape.columns;
    trial.shape.source_rows = kind.side * trial.shape.rows;
  } else {
    order = kind.side;
  }
  return trial;
}

std::unique_ptr<TrialWork> MakeWork(const WorkKind& kind, const Trial& any) {
  const Trial trial = AdaptedTo(kind, any);
  auto work =
      std::make_unique<TrialWork>(kind.operation, trial.shape, kind.channels, trial.neighborhood);
  work->UseOrder(kind.vertical_first);
  if (kind.linear_light) work->UseLinearLight();
  return work;
}

std::string Difference(const TrialPixels& expected, const TrialPixels& actual,
                       const TrialWork& test) {
  if (expected.size() != actual.size())
    return std::to_string(actual.size()) + " samples instead of " + std::to_string(expected.size());
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
  expected.resize(test.written());
  const Attempt attempt = run(test.Into(actual));
  actual.resize(test.written());
  if (attempt.done()) return {Difference(expected, actual, test)};
  if (attempt.outcome == MagickAccelerateDeclined) return {};  // never run there, so never wrong
  return {
      std::string(MagickAccelerateReasonName(attempt.parts.reason)) + ": " + attempt.parts.detail,
      false};
}

}  // namespace

SelfTestResult SelfTest(const WorkKind& kind, const RunFunction& run) {
  for (const Trial& trial : TrialsOf(kind)) {
    const std::unique_ptr<TrialWork> work = MakeWork(kind, trial);
    if (KindOf(work->work()) != kind) continue;
    if (SelfTestResult result = Test(*work, run); !result.problem.empty()) return result;
  }
  return {};
}

}  // namespace lodestone::accel
