#include "accel/gpu/operations/maps.hpp"

#include <algorithm>

#include "accel/operation_table.hpp"
#include "accel/pixel_maps.hpp"

namespace lodestone::accel::gpu {
namespace {

template <typename T>
void SetPixel(Launch& launch, const MagickAccelerateWork& work, const uint16_t* constant) {
  T samples[4];
  std::transform(constant, constant + 4, samples,
                 [](uint16_t sample) { return static_cast<T>(sample); });
  if (work.channels == MagickAccelerateGrey) {
    launch.Set(samples[0]);
  } else {
    launch.Set(samples);
  }
}

}  // namespace

Rows NamedRows(const uint32_t* map, uint64_t begin, uint64_t end) {
  Rows named{UINT32_MAX, 0};
  for (uint64_t i = begin; i < end; ++i) {
    if (map[i] == MAGICK_ACCELERATE_CONSTANT) continue;
    named.begin = std::min(named.begin, map[i]);
    named.end = std::max(named.end, map[i] + 1);
  }
  // All of it constant, but a plane needs at least one row.
  if (named.begin >= named.end) named = {0, 1};
  return named;
}

Rows MappedSourceRows(const MagickAccelerateWork& work, Rows rows) {
  return NamedRows(MapsOf(work).rows, rows.begin, rows.end);
}

void SetPixelArgument(Launch& launch, const MagickAccelerateWork& work, const uint16_t* pixel) {
  if (work.quantum_depth == 8) {
    SetPixel<uint8_t>(launch, work, pixel);
  } else {
    SetPixel<uint16_t>(launch, work, pixel);
  }
}

void SetMapArguments(Launch& launch, const Job& job, const uint16_t* constant) {
  launch.Set(job.tables.columns());
  launch.Set(job.tables.rows());
  SetPixelArgument(launch, job.work, constant);
}

void SetMaps(Launch& launch, const Job& job) {
  SetMapArguments(launch, job, MapsOf(job.work).constant);
}

}  // namespace lodestone::accel::gpu
