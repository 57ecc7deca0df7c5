// Axis tables as the kernels read them, and their upload to the device.
#pragma once

#include <cstdint>
#include <vector>

#include "accel/gpu/plans/kernel_plan.hpp"
#include "accel/gpu/launch/session.hpp"

namespace lodestone::accel::gpu {

// Axis tables: both axes' spans (or quads) and all weights in one block. For copied pixels: both
// maps. For a border: the same, and taps with their weights, or a function's table in their place.
// For single samples: all tables. For a scan: what device_layout.h says.
// Regions begin at multiples of the alignment.
struct PackedTables {
  std::vector<unsigned char> bytes;
  size_t columns_end = 0;               // spans of the horizontal axis are at 0
  size_t rows_begin = 0, rows_end = 0;  // spans of the vertical axis
  size_t weights_begin = 0, weights_end = 0;
  size_t taps_begin = 0;  // up to the end; see convolve.cl, point.cl
  // Where the weights of each axis' middle span begin.
  uint32_t middle_column = 0, middle_row = 0;
};

// Throws Problem(Declined) if a table points outside its input or is too large.
PackedTables PackTables(const MagickAccelerateWork& work, WeightOrder order, size_t alignment);

// The same in one buffer and one transfer, with three sub-buffers. Empty for operations without
// tables. The session must be finished or drained before this is destroyed.
class DeviceTables {
 public:
  DeviceTables(Session& session, const MagickAccelerateWork& work, const KernelPlan& plan);
  DeviceTables(const DeviceTables&) = delete;
  DeviceTables& operator=(const DeviceTables&) = delete;

  Memory* columns() const { return columns_.get(); }  // spans of the horizontal axis, or its map
  Memory* rows() const { return rows_.get(); }        // spans of the vertical axis, or its map
  Memory* weights() const { return weights_.get(); }
  Memory* taps() const { return taps_.get(); }
  Memory* samples() const { return taps_.get(); }  // tables for single samples
  uint32_t middle_column() const { return packed_.middle_column; }
  uint32_t middle_row() const { return packed_.middle_row; }
  uint64_t bytes() const { return packed_.bytes.size(); }

 private:
  MemoryOwner Region(Session& session, size_t begin, size_t end) const;

  PackedTables packed_;  // read by the transfer
  DeviceMemory::Block whole_;
  MemoryOwner columns_, rows_, weights_, taps_;
};

}  // namespace lodestone::accel::gpu
