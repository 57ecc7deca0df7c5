#include "accel/opencl/launch.hpp"

#include <algorithm>

namespace lodestone::accel::opencl {
namespace {

// Some devices count groups in y with 16 bits.
constexpr uint64_t kLaunchGroupRows = 65535;

size_t RoundUp(uint64_t count, size_t unit) {
  return (count + unit - 1) / unit * unit;
}

}  // namespace

void Launch::Enqueue() {
  const Tile& tile = geometry_.tile;
  const auto most = static_cast<cl_uint>(kLaunchGroupRows * tile.group_rows);
  for (Rows rows = geometry_.rows; rows.begin < geometry_.rows.end; rows.begin = rows.end) {
    rows.end = rows.begin + std::min(most, geometry_.rows.end - rows.begin);
    SetAt(rows_index_, sizeof(rows.begin), &rows.begin);
    SetAt(rows_index_ + 1, sizeof(rows.end), &rows.end);
    const size_t group[2] = {tile.group_columns, tile.group_rows};
    const size_t global[2] = {RoundUp(geometry_.columns, group[0]),
                              RoundUp(rows.end - rows.begin, group[1])};
    cl_event event = nullptr;
    Check(clEnqueueNDRangeKernel(session_.queue(), kernel_, 2, nullptr, global, group, 0, nullptr,
                                 &event),
          "clEnqueueNDRangeKernel", session_.device());
    session_.timeline().Add(Stage::kKernel, event);
  }
}

void Launch::SetAt(cl_uint index, size_t size, const void* value) {
  Check(clSetKernelArg(kernel_, index, size, value), "clSetKernelArg", session_.device());
}

}  // namespace lodestone::accel::opencl
