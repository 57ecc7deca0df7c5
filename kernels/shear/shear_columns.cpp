#include "kernels/shear/shear_cpu.hpp"

namespace lodestone::kernels {
namespace {

constexpr std::size_t kMostLanes = 64;

bool Continues(const ShearRun& a, const ShearRun& b) {
  return a.first == b.first && a.second == b.second && a.in_area == b.in_area &&
         a.in_source == b.in_source;
}

// Column `x` of the destination, whose line may be null.
ShearRun RunOf(const ShearWork& work, std::size_t x, const std::int32_t* line) {
  const std::int64_t from =
      work.rule.column + static_cast<std::int64_t>(x) - work.rule.source_column;
  const bool in_source = from >= 0 && from < static_cast<std::int64_t>(work.source.columns);
  return {x, x + 1, line ? line[0] : 0, line ? line[1] : 0, line != nullptr, in_source};
}

const std::int32_t* LineOf(const ShearWork& work, std::size_t x) {
  const std::int64_t at = work.rule.column + static_cast<std::int64_t>(x) - work.rule.area_column;
  if (at < 0 || at >= std::int64_t{work.rule.area_columns}) return nullptr;
  return work.lines + static_cast<std::size_t>(at) * LS_LINE_NUMBERS;
}

}  // namespace

ShearColumns PrepareShear(const ShearWork& work) {
  ShearColumns prepared;
  if (!work.rule.of_columns) return prepared;
  const std::size_t samples = SamplesOf(work.channels), columns = work.destination.columns;
  for (std::vector<std::int32_t>& shares : prepared.shares)
    shares.resize(columns * samples + kMostLanes);
  for (std::size_t x = 0; x < columns; ++x) {
    const std::int32_t* const line = LineOf(work, x);
    const ShearRun run = RunOf(work, x, line);
    if (!prepared.runs.empty() && Continues(prepared.runs.back(), run)) {
      prepared.runs.back().end = run.end;
    } else {
      prepared.runs.push_back(run);
    }
    for (std::size_t i = x * samples; line && i < (x + 1) * samples; ++i) {
      prepared.shares[0][i] = line[2];
      prepared.shares[1][i] = line[3] >> LS_SHARE_BITS;
      prepared.shares[2][i] = line[3] & ((1 << LS_SHARE_BITS) - 1);
    }
  }
  return prepared;
}

}  // namespace lodestone::kernels
