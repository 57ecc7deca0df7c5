// The operations that the device report measures, and their reference times.
#pragma once

#include <magick/api.h>

#include <string>
#include <vector>

#include "utilities/shell/handles.hpp"

namespace lodestone::bench {

struct GpuRow {
  enum class Work { kScale, kResize, kGaussian, kConvolve, kMedian };

  const char* key;   // "lanczos-25"
  const char* name;  // "Lanczos to 25%"
  Work work;
  FilterTypes filter;          // of resizing
  unsigned percent;            // 100 for a result of the same size
  double radius, sigma;        // of windows; of Gaussians
  double resident_mark_ms[2];  // at 8 and 16 bits, 0 = none; on an H100
};

// The size of image of these reference times.
constexpr double kMarkedPixels = 5640.0 * 3172.0;

// Of transfers and kernels together, relative to the link's floor.
constexpr double kPinnedMark = 1.3, kPageableMark = 2.0;

const std::vector<GpuRow>& GpuRows();
// Throws std::invalid_argument when there is no such row.
const GpuRow& FindGpuRow(const std::string& key);

// The row's operation on an image. Throws cli::CommandError with the library's reason; so does the
// next.
cli::ImageList Apply(const GpuRow& row, const Image& source);

// An image of random samples, or the one in the file if given.
cli::ImageList MakeSource(const std::string& file, unsigned long columns, unsigned long rows);

inline std::size_t PixelBytes(const Image& image) {
  return std::size_t{image.columns} * image.rows * sizeof(PixelPacket);
}

}  // namespace lodestone::bench
