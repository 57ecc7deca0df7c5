// Works made up for testing and timing accelerators.
#pragma once

#include <cstdint>
#include <vector>

#include "accel/plugin.h"
#include "kernels/common/quantum.hpp"
#include "kernels/resample/axis_table.hpp"

namespace lodestone::accel {

using TrialPixels = std::vector<kernels::QuantumSample>;

struct TrialShape {
  std::uint32_t source_columns, source_rows, columns, rows;
};

// A work of any operation on random pixels, with the tables it points to. The shape of a result
// that follows from its source's is taken from there.
class TrialWork {
 public:
  TrialWork(MagickAccelerateOperation operation, TrialShape shape,
            MagickAccelerateChannels channels);
  TrialWork(const TrialWork&) = delete;
  TrialWork& operator=(const TrialWork&) = delete;

  const TrialShape& shape() const { return shape_; }
  std::size_t source_samples() const { return source_.size(); }
  std::size_t samples() const;  // of the result
  // Without a destination.
  const MagickAccelerateWork& work() const { return work_; }
  MagickAccelerateWork Into(TrialPixels& destination) const;

 private:
  TrialShape shape_;
  kernels::ResamplePlan plan_;
  TrialPixels source_;
  MagickAccelerateWork work_;
};

}  // namespace lodestone::accel
