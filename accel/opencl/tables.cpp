#include "accel/opencl/tables.hpp"

#include <algorithm>
#include <cstring>

#include "accel/opencl/estimate.hpp"

namespace lodestone::accel::opencl {
namespace {

// As the kernels read it: uint4.
struct Span {
  uint32_t first, count, weights, unused;
};
static_assert(sizeof(Span) == 16);

void CheckAxis(const MagickAccelerateAxis& axis) {
  uint64_t first = 0, end = 0;
  for (uint32_t i = 0; i < axis.outputs; ++i) {
    const uint64_t last = uint64_t{axis.first[i]} + axis.count[i];
    const uint64_t weights = uint64_t{axis.offset[i]} + axis.count[i];
    if (axis.count[i] == 0 || axis.first[i] < first || last < end || last > axis.inputs ||
        weights > axis.weight_count) {
      throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                    "contribution " + std::to_string(i) + " lies outside its input");
    }
    first = axis.first[i];
    end = last;
  }
}

// Taps of the longest among kInterleave outputs from `begin` on.
uint32_t LongestOf(const MagickAccelerateAxis& axis, uint32_t begin) {
  const uint32_t end = std::min(axis.outputs, begin + kInterleave);
  return *std::max_element(axis.count + begin, axis.count + end);
}

uint64_t WeightCount(const MagickAccelerateAxis& axis, WeightOrder order) {
  if (order == WeightOrder::kByOutput) return axis.weight_count;
  uint64_t count = 0;
  for (uint32_t begin = 0; begin < axis.outputs; begin += kInterleave) {
    count += uint64_t{kInterleave} * LongestOf(axis, begin);
  }
  return count;
}

// Spans and weights of one axis; `base` is the number of weights that lie before.
void PackByOutput(const MagickAccelerateAxis& axis, uint32_t base, unsigned char* spans,
                  unsigned char* weights) {
  for (uint32_t i = 0; i < axis.outputs; ++i) {
    const Span span = {axis.first[i], axis.count[i], axis.offset[i] + base, 0};
    std::memcpy(spans + i * sizeof(span), &span, sizeof(span));
  }
  std::memcpy(weights, axis.weights, axis.weight_count * sizeof(float));
}

// The same for the first axis, by tap. `weights` is filled with zeros.
void PackByTap(const MagickAccelerateAxis& axis, unsigned char* spans, unsigned char* weights) {
  uint32_t base = 0;
  for (uint32_t i = 0; i < axis.outputs; ++i) {
    const uint32_t lane = i % kInterleave;
    const Span span = {axis.first[i], axis.count[i], base + lane, 0};
    std::memcpy(spans + i * sizeof(span), &span, sizeof(span));
    for (uint32_t k = 0; k < axis.count[i]; ++k) {
      const size_t position = size_t{span.weights} + size_t{k} * kInterleave;
      std::memcpy(weights + position * sizeof(float), &axis.weights[axis.offset[i] + k],
                  sizeof(float));
    }
    if (lane == kInterleave - 1) base += kInterleave * LongestOf(axis, i - lane);
  }
}

}  // namespace

PackedTables PackTables(const MagickAccelerateWork& work, WeightOrder order, size_t alignment) {
  const MagickAccelerateAxis &across = work.horizontal, &down = work.vertical;
  CheckAxis(across);
  CheckAxis(down);
  const uint64_t across_weights = WeightCount(across, order);
  if (across_weights + down.weight_count > UINT32_MAX / sizeof(float)) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge, "too many weights");
  }
  const auto aligned = [unit = std::max(alignment, sizeof(Span))](size_t offset) {
    return (offset + unit - 1) / unit * unit;
  };
  PackedTables packed;
  packed.columns_end = across.outputs * sizeof(Span);
  packed.rows_begin = aligned(packed.columns_end);
  packed.rows_end = packed.rows_begin + down.outputs * sizeof(Span);
  packed.weights_begin = aligned(packed.rows_end);
  const size_t down_begin = packed.weights_begin + across_weights * sizeof(float);
  packed.bytes.resize(down_begin + down.weight_count * sizeof(float));
  unsigned char* bytes = packed.bytes.data();
  if (order == WeightOrder::kByTap) {
    PackByTap(across, bytes, bytes + packed.weights_begin);
  } else {
    PackByOutput(across, 0, bytes, bytes + packed.weights_begin);
  }
  PackByOutput(down, static_cast<uint32_t>(across_weights), bytes + packed.rows_begin,
               bytes + down_begin);
  return packed;
}

DeviceTables::DeviceTables(Session& session, const MagickAccelerateWork& work,
                           const KernelPlan& plan)
    : session_(session), order_(plan.key.local ? WeightOrder::kByTap : WeightOrder::kByOutput) {
  if (!HasTables(work.operation)) return;
  packed_ = PackTables(work, order_, session.facts().base_alignment_bytes);
  whole_ = session.Take(packed_.bytes.size());
  columns_ = Region(0, packed_.columns_end);
  rows_ = Region(packed_.rows_begin, packed_.rows_end);
  weights_ = Region(packed_.weights_begin, packed_.bytes.size());
  session.Write(whole_.get(), packed_.bytes.data(), packed_.bytes.size());
}

Buffer DeviceTables::Region(size_t begin, size_t end) const {
  const cl_buffer_region region = {begin, end - begin};
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateSubBuffer(whole_.get(), CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION,
                                  &region, &status));
  CheckAllocation(status, "clCreateSubBuffer", session_.device());
  return buffer;
}

}  // namespace lodestone::accel::opencl
