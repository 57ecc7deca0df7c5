#include "accel/opencl/launch/table_cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "accel/opencl/call/estimate.hpp"

namespace lodestone::accel::opencl {
namespace {

// All are compared with, so few.
constexpr size_t kMostEntries = 8;

// Bit for bit, which is not what == means for floats.
template <typename T>
bool Same(const std::vector<T>& ours, const T* theirs) {
  return ours.empty() || std::memcmp(ours.data(), theirs, ours.size() * sizeof(T)) == 0;
}

}  // namespace

TableCache::AxisCopy::AxisCopy(const MagickAccelerateAxis& axis)
    : inputs(axis.inputs),
      first(axis.first, axis.first + axis.outputs),
      count(axis.count, axis.count + axis.outputs),
      offset(axis.offset, axis.offset + axis.outputs),
      weights(axis.weights, axis.weights + axis.weight_count) {}

bool TableCache::AxisCopy::Equals(const MagickAccelerateAxis& axis) const {
  return inputs == axis.inputs && first.size() == axis.outputs &&
         weights.size() == axis.weight_count && Same(first, axis.first) &&
         Same(count, axis.count) && Same(offset, axis.offset) && Same(weights, axis.weights);
}

TableCache::BorderCopy::BorderCopy(const MagickAccelerateWork& work) {
  if (!HasBorder(work.operation)) return;
  const MagickAccelerateBorder& border = work.border;
  sizes = {border.left, border.top, work.source.columns, work.source.rows};
  columns.assign(border.columns, border.columns + VirtualColumns(work));
  rows.assign(border.rows, border.rows + VirtualRows(work));
  if (!HasTaps(work.operation)) return;
  const MagickAccelerateTaps& taps = work.taps;
  dx.assign(taps.dx, taps.dx + taps.count);
  dy.assign(taps.dy, taps.dy + taps.count);
  weights.assign(taps.weights, taps.weights + taps.count);
}

bool TableCache::BorderCopy::Equals(const MagickAccelerateWork& work) const {
  const MagickAccelerateBorder& border = work.border;
  const MagickAccelerateTaps& taps = work.taps;
  const size_t count = HasTaps(work.operation) ? taps.count : 0;
  return sizes == std::array{border.left, border.top, work.source.columns, work.source.rows} &&
         columns.size() == VirtualColumns(work) && rows.size() == VirtualRows(work) &&
         weights.size() == count && Same(columns, border.columns) && Same(rows, border.rows) &&
         Same(dx, taps.dx) && Same(dy, taps.dy) && Same(weights, taps.weights);
}

TableCache::Entry::Entry(const MagickAccelerateWork& work, const KernelPlan& plan, Tables made)
    : order(plan.weights),
      horizontal(work.horizontal),
      vertical(work.vertical),
      border(work),
      tables(std::move(made)) {}

bool TableCache::Entry::Fits(const MagickAccelerateWork& work, const KernelPlan& plan) const {
  if (HasBorder(work.operation)) return !border.columns.empty() && border.Equals(work);
  return border.columns.empty() && order == plan.weights && horizontal.Equals(work.horizontal) &&
         vertical.Equals(work.vertical);
}

TableCache::Tables TableCache::Find(const MagickAccelerateWork& work, const KernelPlan& plan) {
  if (!HasTables(work.operation) && !HasBorder(work.operation)) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.Fits(work, plan); });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return found->tables;
}

void TableCache::Keep(const MagickAccelerateWork& work, const KernelPlan& plan,
                      Tables tables) noexcept {
  const uint64_t bytes = tables->bytes();
  if (bytes == 0 || bytes > most_bytes_ / kMostEntries) return;
  try {
    Entry entry(work, plan, std::move(tables));
    const std::lock_guard lock(mutex_);
    entries_.push_front(std::move(entry));
    if (entries_.size() > kMostEntries) entries_.pop_back();
  } catch (const std::bad_alloc&) {
    // They will be made again.
  }
}

void TableCache::Clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

}  // namespace lodestone::accel::opencl
