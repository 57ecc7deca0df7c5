// Synthetic works for testing and timing accelerators.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "accel/plugin.h"
#include "accel/trials/trial_jpeg.hpp"
#include "accel/trials/trial_pixels.hpp"
#include "accel/trials/trial_shape.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/window/border.hpp"
#include "kernels/window/taps.hpp"
#include "kernels/resample/axis_table.hpp"
#include "kernels/warp/warp_plan.hpp"

namespace lodestone::accel {

// For operations on neighbourhoods; others ignore it.
struct TrialNeighborhood {
  std::uint32_t order = 3;  // side of a window, length of the taps along a line: odd
  kernels::Border border = kernels::Border::kEdge;
  // If the work can have one; an unsharp mask always does. For single samples: grey pixels only.
  bool finish = false;
};

// A work of any operation on random pixels, with the tables it points to. The size of a result that
// is determined by its source is computed from there.
class TrialWork {
 public:
  TrialWork(MagickAccelerateOperation operation, TrialShape shape,
            MagickAccelerateChannels channels, const TrialNeighborhood& neighborhood = {});
  TrialWork(const TrialWork&) = delete;
  TrialWork& operator=(const TrialWork&) = delete;

  void UseLinearLight() { work_.linear_light = 1; }
  // An order of passes that the plan might not have chosen; works without passes ignore it.
  void UseOrder(bool vertical_first) { work_.vertical_first = vertical_first; }

  const TrialShape& shape() const { return shape_; }
  std::size_t source_bytes() const;
  std::size_t samples() const;  // of the result
  // Of them, those that have been written: some results say themselves how long they are.
  std::size_t written() const {
    return encoded_.bytes == 0 ? samples() : encoded_.bytes / sizeof(kernels::QuantumSample);
  }
  // The destination is not set.
  const MagickAccelerateWork& work() const { return work_; }
  MagickAccelerateWork Into(TrialPixels& destination) const;

 private:
  void AddTables(const TrialNeighborhood& neighborhood);
  void AddBorder(kernels::Border border, const kernels::Reach& reach);
  void AddMaps();
  void AddTaps(const TrialNeighborhood& neighborhood);
  void AddFinish(const TrialNeighborhood& neighborhood);
  void AddPointTables(bool some);
  void AddRule(const TrialNeighborhood& neighborhood);
  void AddColor(const TrialNeighborhood& neighborhood);
  void AddSecond(const TrialNeighborhood& neighborhood);
  void MakeSecond(std::uint32_t columns, std::uint32_t rows);
  void AddFunction(bool other);
  void AddSelectiveBlur();
  void AddNoise(const TrialNeighborhood& neighborhood);
  void AddBounds();
  void AddWarp(const TrialNeighborhood& neighborhood);
  void AddShear(const TrialNeighborhood& neighborhood);
  void AddWavelet(const TrialNeighborhood& neighborhood);
  void AddSeries(const TrialNeighborhood& neighborhood);
  void AddScan(const TrialNeighborhood& neighborhood);
  void AddEncoding(const TrialNeighborhood& neighborhood);
  static MagickAcceleratePixels View(kernels::QuantumSample* pixels, std::uint32_t columns,
                                     std::uint32_t rows, std::uint32_t pixel_bytes);

  TrialShape shape_;
  kernels::ResamplePlan plan_;
  kernels::TapList taps_;
  kernels::BorderMap border_;
  std::vector<std::uint32_t> column_map_, row_map_;
  std::vector<TrialPixels> point_tables_;
  kernels::WarpPlan warp_plan_;
  std::vector<float> function_table_;
  std::vector<std::int32_t> lines_;
  TrialPixels source_, second_;
  TrialScan scan_;
  MagickAccelerateEncoding encoding_{};
  MagickAccelerateEncoded encoded_{};
  MagickAccelerateWork work_;
};

}  // namespace lodestone::accel
