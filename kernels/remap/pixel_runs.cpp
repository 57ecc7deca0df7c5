#include "kernels/remap/pixel_runs.hpp"

namespace lodestone::kernels {
namespace {

// Shorter ones are not worth a call for each.
constexpr std::size_t kMinRun = 8;

// Where the run of this kind that begins with map[begin] ends.
std::size_t EndOf(RunKind kind, const std::uint32_t* map, std::size_t begin, std::size_t count) {
  std::size_t i = begin + 1;
  const auto continues = [&] {
    if (kind == RunKind::kConstant) return map[i] == kConstantPixel;
    return map[i] != kConstantPixel &&
           map[i] == (kind == RunKind::kForward ? map[i - 1] + 1 : map[i - 1] - 1);
  };
  while (i < count && continues()) ++i;
  return i;
}

PixelRun RunAt(const std::uint32_t* map, std::size_t begin, std::size_t count) {
  if (map[begin] == kConstantPixel)
    return {RunKind::kConstant, begin, EndOf(RunKind::kConstant, map, begin, count)};
  for (const RunKind kind : {RunKind::kForward, RunKind::kBackward}) {
    const std::size_t end = EndOf(kind, map, begin, count);
    // A whole row may be shorter.
    if (end - begin >= kMinRun || (end == count && begin == 0)) return {kind, begin, end};
  }
  return {RunKind::kScattered, begin, begin + 1};
}

}  // namespace

std::vector<PixelRun> FindRuns(const std::uint32_t* map, std::size_t count) {
  std::vector<PixelRun> runs;
  for (std::size_t i = 0; i < count;) {
    const PixelRun run = RunAt(map, i, count);
    const bool joins =
        run.kind == RunKind::kScattered && !runs.empty() && runs.back().kind == RunKind::kScattered;
    if (joins) {
      runs.back().end = run.end;
    } else {
      runs.push_back(run);
    }
    i = run.end;
  }
  return runs;
}

}  // namespace lodestone::kernels
