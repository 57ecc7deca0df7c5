// Measurements of one device in this process; each returns its part of the report as JSON. Times in
// milliseconds. All results are compared with those of the CPU, sample by sample.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "bench/gpu_rows.hpp"

namespace lodestone::bench {

struct GpuSetting {
  std::string image;  // a file, "" for noise
  unsigned long columns = 5640, rows = 3172;
  unsigned iterations = 15;
  unsigned threads = 4;
};

// The first call of this process: {total, parts: {open, context, ...}, same}.
nlohmann::json MeasureFirstCall(const GpuRow& row, const GpuSetting& setting);

// Calls on a device that is ready: {pinned, pageable, resident, kernel, native: [...], bytes_up,
// bytes_down, rates ..., same}.
nlohmann::json MeasureWarmCalls(const GpuRow& row, const GpuSetting& setting);

// Independent calls by several threads: {images_per_second, by_device: {name: calls}, same}.
nlohmann::json MeasureThroughput(const GpuRow& row, const GpuSetting& setting);

// Several sizes of one image, in one call of ResizeImages, and in a call of ResizeImage for each,
// from host memory to host memory, on the device required and on the CPU: {sizes: ["1692x952",
// ...], same, device: {separate: [...], together: [...]}, cpu: the same}.
nlohmann::json MeasureSizes(const GpuSetting& setting);

}  // namespace lodestone::bench
