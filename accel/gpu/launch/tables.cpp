#include "accel/gpu/launch/tables.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "accel/gpu/plans/packed_axis.hpp"
#include "accel/gpu/plans/scan_layout.hpp"
#include "accel/operation_table.hpp"
#include "accel/pixel_maps.hpp"
#include "kernels/common/tile_shapes.h"

namespace lodestone::accel::gpu {
namespace {

void CheckAxis(const MagickAccelerateAxis& axis) {
  uint64_t first = 0, end = 0;
  for (uint32_t i = 0; i < axis.outputs; ++i) {
    const uint64_t last = uint64_t{axis.first[i]} + axis.count[i];
    const uint64_t weights = uint64_t{axis.offset[i]} + axis.count[i];
    if (axis.count[i] == 0 || axis.count[i] > axis.max_count || axis.first[i] < first ||
        last < end || last > axis.inputs || weights > axis.weight_count) {
      throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                    "contribution " + std::to_string(i) + " lies outside its input");
    }
    first = axis.first[i];
    end = last;
  }
}

void CheckSize(size_t weights) {
  if (weights <= UINT32_MAX / sizeof(float)) return;
  throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge, "too many weights");
}

PackedAxis PackByOutput(const MagickAccelerateAxis& axis) {
  PackedAxis packed;
  packed.spans.reserve(axis.outputs);
  for (uint32_t i = 0; i < axis.outputs; ++i) {
    packed.spans.push_back({axis.first[i], axis.count[i], axis.offset[i], 0});
  }
  packed.weights.assign(axis.weights, axis.weights + axis.weight_count);
  return packed;
}

PackedAxis PackAxis(const MagickAccelerateAxis& axis, WeightOrder order) {
  return order == WeightOrder::kQuads ? PackQuads(axis) : PackByOutput(axis);
}

size_t Bytes(const std::vector<Span>& spans) {
  return spans.size() * sizeof(Span);
}

size_t Bytes(const std::vector<float>& weights) {
  return weights.size() * sizeof(float);
}

void CheckMap(const uint32_t* map, uint64_t entries, uint32_t size, const char* what) {
  for (uint64_t i = 0; i < entries; ++i) {
    if (map[i] >= size && map[i] != MAGICK_ACCELERATE_CONSTANT) {
      throw Problem(
          MagickAccelerateDeclined, MagickAccelerateUnsupported,
          "entry " + std::to_string(i) + " of the map of " + what + " lies outside the source");
    }
  }
}

// Reserves space at the end.
size_t Add(PackedTables& packed, const void* data, size_t bytes, size_t alignment) {
  const size_t begin = (packed.bytes.size() + alignment - 1) / alignment * alignment;
  packed.bytes.resize(begin + bytes);
  if (bytes > 0) std::memcpy(packed.bytes.data() + begin, data, bytes);
  return begin;
}

// Relative to the window, where no position is negative.
std::vector<uint32_t> PlacesOf(const MagickAccelerateWork& work) {
  std::vector<uint32_t> places;
  if (!HasTaps(work.operation)) return places;
  const Window window = WindowOf(work);
  for (uint32_t k = 0; k < work.taps.count; ++k) {
    places.push_back(static_cast<uint32_t>(work.taps.dx[k] - window.left));
    places.push_back(static_cast<uint32_t>(work.taps.dy[k] - window.top));
  }
  return places;
}

// See maps.clh.
PackedTables PackMaps(const MagickAccelerateWork& work, const PixelMaps& maps, size_t step) {
  CheckMap(maps.columns, maps.column_count, work.source.columns, "columns");
  CheckMap(maps.rows, maps.row_count, work.source.rows, "rows");
  PackedTables packed;
  Add(packed, maps.columns, maps.column_count * sizeof(uint32_t), step);
  packed.columns_end = packed.bytes.size();
  packed.rows_begin = Add(packed, maps.rows, maps.row_count * sizeof(uint32_t), step);
  packed.rows_end = packed.weights_begin = packed.weights_end = packed.taps_begin =
      packed.bytes.size();
  return packed;
}

// Maps, and taps or the table of a function; see window.clh.
PackedTables PackBorder(const MagickAccelerateWork& work, size_t step) {
  const MagickAccelerateBorder& border = work.border;
  PackedTables packed = PackMaps(
      work, {border.columns, border.rows, VirtualColumns(work), VirtualRows(work), border.constant},
      step);
  const std::vector<uint32_t> places = PlacesOf(work);
  const bool has_table = HasTable(work.operation);
  const size_t weights = has_table ? work.table.count : places.size() / 2;
  CheckSize(weights);
  packed.weights_begin = Add(packed, has_table ? work.table.entries : work.taps.weights,
                             weights * sizeof(float), step);
  packed.weights_end = packed.bytes.size();
  packed.taps_begin = Add(packed, places.data(), places.size() * sizeof(uint32_t), step);
  return packed;
}

// Tables for single samples; those that there are none for stay as they are.
template <class Quantum>
void PackPoint(const MagickAccelerateWork& work, PackedTables* packed) {
  constexpr size_t kEntries = size_t{1} << (8 * sizeof(Quantum));
  std::vector<Quantum> identity(kEntries);
  std::iota(identity.begin(), identity.end(), Quantum{0});
  for (uint32_t sample = 0; sample < SamplesOf(work.channels); ++sample) {
    const void* table = work.lookup[sample];
    Add(*packed, table ? table : identity.data(), kEntries * sizeof(Quantum), 1);
  }
}

}  // namespace

PackedTables PackTables(const MagickAccelerateWork& work, WeightOrder order, size_t alignment) {
  CheckAxis(work.horizontal);
  CheckAxis(work.vertical);
  const PackedAxis across = PackAxis(work.horizontal, order);
  PackedAxis down = PackAxis(work.vertical, order);
  CheckSize(across.weights.size() + down.weights.size());
  const size_t unit = order == WeightOrder::kQuads ? LS_QUAD : 1;
  for (Span& span : down.spans) span.weights += static_cast<uint32_t>(across.weights.size() / unit);
  const auto aligned = [step = std::max(alignment, sizeof(Span))](size_t offset) {
    return (offset + step - 1) / step * step;
  };
  PackedTables packed;
  packed.middle_column = across.spans[across.spans.size() / 2].weights;
  packed.middle_row = down.spans[down.spans.size() / 2].weights;
  packed.columns_end = Bytes(across.spans);
  packed.rows_begin = aligned(packed.columns_end);
  packed.rows_end = packed.rows_begin + Bytes(down.spans);
  packed.weights_begin = aligned(packed.rows_end);
  const size_t down_begin = packed.weights_begin + Bytes(across.weights);
  packed.bytes.resize(down_begin + Bytes(down.weights));
  unsigned char* bytes = packed.bytes.data();
  std::memcpy(bytes, across.spans.data(), Bytes(across.spans));
  std::memcpy(bytes + packed.rows_begin, down.spans.data(), Bytes(down.spans));
  std::memcpy(bytes + packed.weights_begin, across.weights.data(), Bytes(across.weights));
  std::memcpy(bytes + down_begin, down.weights.data(), Bytes(down.weights));
  packed.weights_end = packed.taps_begin = packed.bytes.size();
  return packed;
}

DeviceTables::DeviceTables(Session& session, const MagickAccelerateWork& work,
                           const KernelPlan& plan) {
  const size_t alignment = session.facts().base_alignment_bytes;
  const size_t step = std::max(alignment, 2 * sizeof(uint32_t));
  if (CopiesPixels(work.operation)) {
    packed_ = PackMaps(work, MapsOf(work), step);
  } else if (HasBorder(work.operation)) {
    packed_ = PackBorder(work, step);
  } else if (HasAxes(work.operation) && plan.weights != WeightOrder::kNone) {
    packed_ = PackTables(work, plan.weights, alignment);
  } else if (HasPointTables(work.operation) && work.quantum_depth == 8) {
    PackPoint<uint8_t>(work, &packed_);
  } else if (HasPointTables(work.operation)) {
    PackPoint<uint16_t>(work, &packed_);
  } else if (HasTable(work.operation)) {
    Add(packed_, work.table.entries, TableBytes(work.table), 1);
  } else if (work.operation == MagickAccelerateDecode) {
    packed_.bytes = PackScan(LayOutScan(work), PackCodes(*work.jpeg));
  } else {
    return;
  }
  whole_ = session.Take(packed_.bytes.size());
  columns_ = Region(session, 0, packed_.columns_end);
  rows_ = Region(session, packed_.rows_begin, packed_.rows_end);
  weights_ = Region(session, packed_.weights_begin, packed_.weights_end);
  taps_ = Region(session, packed_.taps_begin, packed_.bytes.size());
  session.Write(*whole_.get(), packed_.bytes.data(), packed_.bytes.size());
}

MemoryOwner DeviceTables::Region(Session& session, size_t begin, size_t end) const {
  if (begin == end) return nullptr;
  return session.context().Part(*whole_.get(), begin, end - begin);
}

}  // namespace lodestone::accel::gpu
