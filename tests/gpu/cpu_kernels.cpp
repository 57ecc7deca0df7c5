#include "tests/gpu/cpu_kernels.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "accel/cpu/cpu_accelerator.hpp"
#include "accel/operation_table.hpp"
#include "tests/gpu/run.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

constexpr uint8_t kPoison = 0xA5;

thread_local const MagickAccelerateWork* current_work = nullptr;
const bool announced = (
    announce_work = [](const MagickAccelerateWork* work) { current_work = work; }, true);

uint8_t* RowOf(const DevicePlane& plane, uint32_t row, size_t pixel_bytes, size_t bytes) {
  if (row < plane.top) ADD_FAILURE() << "a row before the first of a plane";
  return plane.at((row - plane.top) * plane.stride_px * pixel_bytes, bytes);
}

bool Has(const DevicePlane& plane, uint32_t row, size_t pixel_bytes, size_t bytes) {
  return row >= plane.top &&
         (row - plane.top) * plane.stride_px * pixel_bytes + bytes <= plane.bytes;
}

}  // namespace

const MagickAccelerateWork* AnnouncedWork() {
  return current_work;
}

void ComputeRows(MagickAccelerateWork work, const DevicePlane& from, const DevicePlane& to,
                 uint32_t begin, uint32_t end) {
  const size_t source_bytes = PixelBytes(work), result_bytes = ResultPixelBytes(work);
  const size_t source_row = work.source.columns * source_bytes;
  const size_t result_row = work.destination.columns * result_bytes;
  std::vector<uint8_t> source(source_row * work.source.rows, kPoison);
  std::vector<uint8_t> result(result_row * work.destination.rows);
  for (uint32_t y = 0; y < work.source.rows; ++y) {
    if (!Has(from, y, source_bytes, source_row)) continue;
    std::memcpy(&source[y * source_row], RowOf(from, y, source_bytes, source_row), source_row);
  }
  work.source = {source.data(), work.source.columns, work.source.rows, source_row, 0, nullptr, 0};
  work.destination = {
      result.data(), work.destination.columns, work.destination.rows, result_row, 0, nullptr, 0};
  work.progress = nullptr;
  work.variant = nullptr;
  if (Cpu().Run(work).outcome != MagickAccelerateDone)
    ADD_FAILURE() << "the CPU does not compute this";
  for (uint32_t y = begin; y < end; ++y)
    std::memcpy(RowOf(to, y, result_bytes, result_row), &result[y * result_row], result_row);
}

}  // namespace lodestone::accel::gpu::testing
