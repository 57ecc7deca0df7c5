// Tables that stay on the device: the same sizes recur.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "accel/gpu/launch/tables.hpp"

namespace lodestone::accel::gpu {

// Thread-safety: any.
class TableCache {
 public:
  using Tables = std::shared_ptr<const DeviceTables>;

  // most_bytes: limit on device memory.
  explicit TableCache(uint64_t most_bytes) : most_bytes_(most_bytes) {}

  // Tables packed from the same host tables in the same way; null if there are none.
  Tables Find(const MagickAccelerateWork& work, const KernelPlan& plan);

  // Their transfer must be complete. Does nothing if there is no room for them.
  void Keep(const MagickAccelerateWork& work, const KernelPlan& plan, Tables tables) noexcept;

  void Clear();

 private:
  // The contents of the host's tables.
  struct AxisCopy {
    explicit AxisCopy(const MagickAccelerateAxis& axis);
    bool Equals(const MagickAccelerateAxis& axis) const;

    uint32_t inputs;
    std::vector<uint32_t> first, count, offset;
    std::vector<float> weights;
  };
  // Empty for operations without a border, or that copy it.
  struct BorderCopy {
    explicit BorderCopy(const MagickAccelerateWork& work);
    bool Equals(const MagickAccelerateWork& work) const;

    std::array<uint32_t, 4> sizes{};  // left, top, and the source's
    std::vector<uint32_t> columns, rows;
    std::vector<int32_t> dx, dy;
    std::vector<float> weights;
  };
  // Empty for operations that do not copy pixels.
  struct MapsCopy {
    explicit MapsCopy(const MagickAccelerateWork& work);
    bool Equals(const MagickAccelerateWork& work) const;

    std::array<uint32_t, 2> sizes{};  // of the source
    std::vector<uint32_t> columns, rows;
  };
  // Empty for operations without tables for single samples.
  struct PointCopy {
    explicit PointCopy(const MagickAccelerateWork& work);
    bool Equals(const MagickAccelerateWork& work) const;

    std::vector<std::vector<unsigned char>> tables;  // empty where samples stay as they are
  };
  // Empty for functions without a table.
  struct FunctionCopy {
    explicit FunctionCopy(const MagickAccelerateWork& work);
    bool Equals(const MagickAccelerateWork& work) const;

    std::vector<unsigned char> table;
  };
  struct Entry {
    Entry(const MagickAccelerateWork& work, const KernelPlan& plan, Tables made);
    bool Fits(const MagickAccelerateWork& work, const KernelPlan& plan) const;

    unsigned kinds;  // of tables, see operation_table.hpp
    WeightOrder order;
    AxisCopy horizontal, vertical;  // empty for operations without axes
    MapsCopy maps;
    BorderCopy border;
    PointCopy point;
    FunctionCopy function;
    Tables tables;
  };

  const uint64_t most_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
};

}  // namespace lodestone::accel::gpu
