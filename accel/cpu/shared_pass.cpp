#include "accel/cpu/shared_pass.hpp"

#include <algorithm>

#include "accel/cpu/bands.hpp"
#include "accel/operation_table.hpp"

namespace lodestone::accel {
namespace {

// Tasks of so many times the source rows of one result row read most source rows only once.
constexpr std::size_t kWindows = 2;

std::size_t RowsPerTaskOf(const MagickAccelerateWork& work) {
  const std::size_t rows = CpuBandRows(work);
  if (!IsSeparable(work.operation)) return rows;
  const std::size_t outputs = work.vertical.outputs;
  const std::size_t window = work.vertical.max_count;
  const std::size_t fewest = kWindows * window * outputs / work.vertical.inputs;
  return std::min(rows, InWholeGroups(work, std::max<std::size_t>(fewest, 1)));
}

// Where a task is in the source, as a fraction of its rows.
double EndOf(const PassTask& task, std::span<const MagickAccelerateWork> works) {
  return double(task.end) / works[task.work].destination.rows;
}

}  // namespace

std::vector<PassTask> OrderPass(std::span<const MagickAccelerateWork> works) {
  std::vector<PassTask> tasks;
  for (std::size_t i = 0; i < works.size(); ++i) {
    const std::size_t rows = works[i].destination.rows, step = RowsPerTaskOf(works[i]);
    for (std::size_t y = 0; y < rows; y += step) tasks.push_back({i, y, std::min(rows, y + step)});
  }
  std::stable_sort(tasks.begin(), tasks.end(), [&](const PassTask& a, const PassTask& b) {
    return EndOf(a, works) < EndOf(b, works);
  });
  return tasks;
}

}  // namespace lodestone::accel
