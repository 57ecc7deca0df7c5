// The work that the report on a device measures, and the marks that it is held against.
#pragma once

#include <magick/api.h>

#include <memory>
#include <string>
#include <vector>

namespace lodestone::bench {

struct ImageDeleter {
  void operator()(Image* image) const { DestroyImage(image); }
};
using ImagePointer = std::unique_ptr<Image, ImageDeleter>;

struct GpuRow {
  enum class Work { kScale, kResize, kGaussian };

  const char* key;   // "lanczos-25"
  const char* name;  // "Lanczos to 25%"
  Work work;
  FilterTypes filter;          // of resizing
  unsigned percent;            // 100 for a result of the same size
  double radius, sigma;        // of Gaussians
  double resident_mark_ms[2];  // at 8 and 16 bits, 0 = none; on an H100
};

// Of the picture that these marks are for.
constexpr double kMarkedPixels = 5640.0 * 3172.0;

// Of transfers and work together, in times the link's floor.
constexpr double kPinnedMark = 1.3, kPageableMark = 2.0;

const std::vector<GpuRow>& GpuRows();
// Throws std::invalid_argument when there is no such row.
const GpuRow& FindGpuRow(const std::string& key);

// What the row makes of a picture. Throws std::runtime_error with the library's reason.
ImagePointer Apply(const GpuRow& row, const Image& source);
// Every pixel copied, one row less: what the device's memory can do.
ImagePointer ApplyCopy(const Image& source);

// A picture of random samples, or that in the file when there is one.
ImagePointer MakeSource(const std::string& file, unsigned long columns, unsigned long rows);

// All pixels, read to the host when they are not there. Throws when they cannot be had.
const PixelPacket* AllPixels(const Image& image);

inline std::size_t PixelBytes(const Image& image) {
  return std::size_t{image.columns} * image.rows * sizeof(PixelPacket);
}

}  // namespace lodestone::bench
