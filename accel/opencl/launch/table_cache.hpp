// Tables that stay on the device: the same sizes come again and again.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <vector>

#include "accel/opencl/launch/tables.hpp"

namespace lodestone::accel::opencl {

// Thread-safety: any.
class TableCache {
 public:
  using Tables = std::shared_ptr<const DeviceTables>;

  // most_bytes: of device memory.
  explicit TableCache(uint64_t most_bytes) : most_bytes_(most_bytes) {}

  // Those made of the same tables in the same way; null when there are none.
  Tables Find(const MagickAccelerateWork& work, const KernelPlan& plan);

  // Their transfer is complete. Does nothing when there is no room for them.
  void Keep(const MagickAccelerateWork& work, const KernelPlan& plan, Tables tables) noexcept;

  void Clear();

 private:
  // What the host's tables were.
  struct AxisCopy {
    explicit AxisCopy(const MagickAccelerateAxis& axis);
    bool Equals(const MagickAccelerateAxis& axis) const;

    uint32_t inputs;
    std::vector<uint32_t> first, count, offset;
    std::vector<float> weights;
  };
  // Empty for operations without a border.
  struct BorderCopy {
    explicit BorderCopy(const MagickAccelerateWork& work);
    bool Equals(const MagickAccelerateWork& work) const;

    std::array<uint32_t, 4> sizes{};  // left, top, and the source's
    std::vector<uint32_t> columns, rows;
    std::vector<int32_t> dx, dy;
    std::vector<float> weights;
  };
  struct Entry {
    Entry(const MagickAccelerateWork& work, const KernelPlan& plan, Tables made);
    bool Fits(const MagickAccelerateWork& work, const KernelPlan& plan) const;

    WeightOrder order;
    AxisCopy horizontal, vertical;  // empty for operations with one
    BorderCopy border;
    Tables tables;
  };

  const uint64_t most_bytes_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // latest first
};

}  // namespace lodestone::accel::opencl
