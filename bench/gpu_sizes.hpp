// Several sizes of one image: in one call of ResizeImages, and in a call of ResizeImage for each.
#pragma once

#include <nlohmann/json.hpp>

#include "bench/gpu_measure.hpp"

namespace lodestone::bench {

// In this process, from host memory to host memory, on the device required and on the CPU:
// {sizes: ["1692x952", ...], same, device: {separate: [...], together: [...]}, cpu: the same}.
// Times in milliseconds.
nlohmann::json MeasureSizes(const GpuSetting& setting);

}  // namespace lodestone::bench
