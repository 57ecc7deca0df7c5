#include "accel/gpu/launch/table_cache.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "accel/operation_table.hpp"
#include "accel/pixel_maps.hpp"

namespace lodestone::accel::gpu {
namespace {

// Few, since each look-up compares with all of them.
constexpr size_t kMaxEntries = 8;

// Bit for bit, unlike == on floats.
template <typename T>
bool Same(const std::vector<T>& ours, const T* theirs) {
  return ours.empty() || std::memcmp(ours.data(), theirs, ours.size() * sizeof(T)) == 0;
}

// Of a table for single samples.
size_t PointTableBytes(const MagickAccelerateWork& work) {
  return (size_t{1} << work.quantum_depth) * (work.quantum_depth / 8);
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

TableCache::MapsCopy::MapsCopy(const MagickAccelerateWork& work) {
  if (!CopiesPixels(work.operation)) return;
  const PixelMaps maps = MapsOf(work);
  sizes = {work.source.columns, work.source.rows};
  columns.assign(maps.columns, maps.columns + maps.column_count);
  rows.assign(maps.rows, maps.rows + maps.row_count);
}

bool TableCache::MapsCopy::Equals(const MagickAccelerateWork& work) const {
  const PixelMaps maps = MapsOf(work);
  return sizes == std::array{work.source.columns, work.source.rows} &&
         columns.size() == maps.column_count && rows.size() == maps.row_count &&
         Same(columns, maps.columns) && Same(rows, maps.rows);
}

TableCache::BorderCopy::BorderCopy(const MagickAccelerateWork& work) {
  if (!HasBorder(work.operation) || CopiesPixels(work.operation)) return;
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

TableCache::PointCopy::PointCopy(const MagickAccelerateWork& work) {
  if (!HasPointTables(work.operation)) return;
  for (uint32_t sample = 0; sample < SamplesOf(work.channels); ++sample) {
    const auto* table = static_cast<const unsigned char*>(work.lookup[sample]);
    tables.emplace_back(table, table ? table + PointTableBytes(work) : nullptr);
  }
}

bool TableCache::PointCopy::Equals(const MagickAccelerateWork& work) const {
  for (size_t sample = 0; sample < tables.size(); ++sample) {
    const auto* table = static_cast<const unsigned char*>(work.lookup[sample]);
    const size_t bytes = table ? PointTableBytes(work) : 0;
    if (tables[sample].size() != bytes || !Same(tables[sample], table)) return false;
  }
  return tables.size() == SamplesOf(work.channels);
}

TableCache::FunctionCopy::FunctionCopy(const MagickAccelerateWork& work) {
  if (!HasTable(work.operation)) return;
  const auto* from = static_cast<const unsigned char*>(work.table.entries);
  table.assign(from, from + TableBytes(work.table));
}

bool TableCache::FunctionCopy::Equals(const MagickAccelerateWork& work) const {
  return table.size() == TableBytes(work.table) &&
         Same(table, static_cast<const unsigned char*>(work.table.entries));
}

TableCache::Entry::Entry(const MagickAccelerateWork& work, const KernelPlan& plan, Tables made)
    : kinds(GetOperation(work.operation).tables),
      order(plan.weights),
      horizontal(work.horizontal),
      vertical(work.vertical),
      maps(work),
      border(work),
      point(work),
      function(work),
      tables(std::move(made)) {}

bool TableCache::Entry::Fits(const MagickAccelerateWork& work, const KernelPlan& plan) const {
  if (kinds != GetOperation(work.operation).tables || order != plan.weights) return false;
  if (CopiesPixels(work.operation)) return maps.Equals(work);
  return (!HasAxes(work.operation) ||
          (horizontal.Equals(work.horizontal) && vertical.Equals(work.vertical))) &&
         (!HasBorder(work.operation) || border.Equals(work)) &&
         (!HasPointTables(work.operation) || point.Equals(work)) &&
         (!HasTable(work.operation) || function.Equals(work));
}

TableCache::Tables TableCache::Find(const MagickAccelerateWork& work, const KernelPlan& plan) {
  if (GetOperation(work.operation).tables == kNoTables) return nullptr;
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
  if (GetOperation(work.operation).tables == kNoTables) return;  // those of a scan do not recur
  if (bytes == 0 || bytes > most_bytes_ / kMaxEntries) return;
  try {
    Entry entry(work, plan, std::move(tables));
    const std::lock_guard lock(mutex_);
    entries_.push_front(std::move(entry));
    if (entries_.size() > kMaxEntries) entries_.pop_back();
  } catch (const std::bad_alloc&) {
    // They will be rebuilt.
  }
}

void TableCache::Clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

}  // namespace lodestone::accel::gpu
