#include "accel/opencl/table_cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "accel/opencl/estimate.hpp"

namespace lodestone::accel::opencl {
namespace {

// All are compared with, so few.
constexpr size_t kMostEntries = 8;

}  // namespace

TableCache::AxisCopy::AxisCopy(const MagickAccelerateAxis& axis)
    : inputs(axis.inputs),
      first(axis.first, axis.first + axis.outputs),
      count(axis.count, axis.count + axis.outputs),
      offset(axis.offset, axis.offset + axis.outputs),
      weights(axis.weights, axis.weights + axis.weight_count) {}

bool TableCache::AxisCopy::Equals(const MagickAccelerateAxis& axis) const {
  // Bit for bit, which is not what == means for floats.
  const auto same = [](const auto& ours, const auto* theirs) {
    return ours.empty() || std::memcmp(ours.data(), theirs, ours.size() * sizeof(ours[0])) == 0;
  };
  return inputs == axis.inputs && first.size() == axis.outputs &&
         weights.size() == axis.weight_count && same(first, axis.first) &&
         same(count, axis.count) && same(offset, axis.offset) && same(weights, axis.weights);
}

TableCache::Tables TableCache::Find(const MagickAccelerateWork& work, const KernelPlan& plan) {
  if (!HasTables(work.operation)) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.order == plan.weights && entry.horizontal.Equals(work.horizontal) &&
           entry.vertical.Equals(work.vertical);
  });
  if (found == entries_.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found);
  return found->tables;
}

void TableCache::Keep(const MagickAccelerateWork& work, const KernelPlan& plan,
                      Tables tables) noexcept {
  const uint64_t bytes = tables->bytes();
  if (bytes == 0 || bytes > most_bytes_ / kMostEntries) return;
  try {
    Entry entry{plan.weights, AxisCopy(work.horizontal), AxisCopy(work.vertical),
                std::move(tables)};
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
