#include "accel/cpu/shared_pass.hpp"

#include <algorithm>

#include "accel/cpu/bands.hpp"

namespace lodestone::accel {
namespace {

// Where a task is in the source, as a fraction of its rows.
double EndOf(const PassTask& task, std::span<const MagickAccelerateWork> works) {
  return double(task.end) / works[task.work].destination.rows;
}

}  // namespace

std::vector<PassTask> OrderPass(std::span<const MagickAccelerateWork> works) {
  std::vector<PassTask> tasks;
  for (std::size_t i = 0; i < works.size(); ++i) {
    const std::size_t rows = works[i].destination.rows, step = CpuBandRows(works[i]);
    for (std::size_t y = 0; y < rows; y += step) tasks.push_back({i, y, std::min(rows, y + step)});
  }
  std::stable_sort(tasks.begin(), tasks.end(), [&](const PassTask& a, const PassTask& b) {
    return EndOf(a, works) < EndOf(b, works);
  });
  return tasks;
}

}  // namespace lodestone::accel
