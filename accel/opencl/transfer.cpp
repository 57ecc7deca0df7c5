#include "accel/opencl/transfer.hpp"

#include <algorithm>
#include <cstring>

namespace lodestone::accel::opencl {
namespace {

// Of shared memory; a cache line, so that no driver needs to copy the ends.
constexpr size_t kShareAlignment = 64;

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

void PackSpans(const MagickAccelerateAxis& axis, uint32_t base, unsigned char* target) {
  for (uint32_t i = 0; i < axis.outputs; ++i, target += sizeof(Span)) {
    const Span span = {axis.first[i], axis.count[i], axis.offset[i] + base, 0};
    std::memcpy(target, &span, sizeof(span));
  }
}

void PackWeights(const MagickAccelerateAxis& axis, unsigned char* target) {
  std::memcpy(target, axis.weights, axis.weight_count * sizeof(float));
}

}  // namespace

DeviceImage::DeviceImage(Session& session, const MagickAcceleratePixels& pixels, size_t pixel_bytes,
                         Role role, SharePolicy policy)
    : session_(session), pixels_(pixels), row_bytes_(pixels.columns * pixel_bytes) {
  const cl_mem_flags flags = role == Role::kSource ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
  if (Share(policy, pixel_bytes, flags)) return;
  stride_px_ = pixels.columns;
  buffer_ = session.Allocate(flags, row_bytes_ * pixels.rows);
  if (role == Role::kSource) Upload();
}

bool DeviceImage::Share(SharePolicy policy, size_t pixel_bytes, cl_mem_flags flags) {
  const DeviceFacts& facts = session_.facts();
  const size_t stride_px = pixels_.stride_bytes / pixel_bytes;
  if (policy == SharePolicy::kNever || !facts.is_cpu() || !facts.unified_memory ||
      reinterpret_cast<uintptr_t>(pixels_.data) % kShareAlignment != 0 ||
      pixels_.stride_bytes % pixel_bytes != 0 || stride_px > UINT32_MAX) {
    return false;
  }
  const size_t bytes = pixels_.stride_bytes * (pixels_.rows - 1) + row_bytes_;
  if (bytes > facts.allocation_bytes) return false;
  claim_ = session_.ranges().Take(pixels_.data, bytes);
  if (!claim_) return false;
  buffer_ = session_.Allocate(flags | CL_MEM_USE_HOST_PTR, bytes, pixels_.data);
  stride_px_ = static_cast<cl_uint>(stride_px);
  shared_ = true;
  return true;
}

void DeviceImage::Upload() {
  if (packed()) return session_.Write(buffer(), pixels_.data, row_bytes_ * pixels_.rows);
  const size_t origin[3] = {0, 0, 0};
  const size_t region[3] = {row_bytes_, pixels_.rows, 1};
  cl_event event = nullptr;
  Check(clEnqueueWriteBufferRect(session_.queue(), buffer(), CL_FALSE, origin, origin, region,
                                 row_bytes_, 0, pixels_.stride_bytes, 0, pixels_.data, 0, nullptr,
                                 &event),
        "clEnqueueWriteBufferRect", session_.device());
  session_.timeline().Add(Stage::kUpload, event);
}

void DeviceImage::Download() {
  const size_t origin[3] = {0, 0, 0};
  const size_t region[3] = {row_bytes_, pixels_.rows, 1};
  cl_event event = nullptr;
  cl_int status = CL_SUCCESS;
  const char* call = "clEnqueueReadBuffer";
  if (shared_) {
    // Mapping makes the host's view of its own memory valid; nothing moves.
    const size_t bytes = pixels_.stride_bytes * (pixels_.rows - 1) + row_bytes_;
    call = "clEnqueueMapBuffer";
    void* view = clEnqueueMapBuffer(session_.queue(), buffer(), CL_FALSE, CL_MAP_READ, 0, bytes, 0,
                                    nullptr, &event, &status);
    Check(status, call, session_.device());
    session_.timeline().Add(Stage::kDownload, event);
    call = "clEnqueueUnmapMemObject";
    status = clEnqueueUnmapMemObject(session_.queue(), buffer(), view, 0, nullptr, &event);
  } else if (packed()) {
    status = clEnqueueReadBuffer(session_.queue(), buffer(), CL_FALSE, 0, row_bytes_ * pixels_.rows,
                                 pixels_.data, 0, nullptr, &event);
  } else {
    call = "clEnqueueReadBufferRect";
    status = clEnqueueReadBufferRect(session_.queue(), buffer(), CL_FALSE, origin, origin, region,
                                     row_bytes_, 0, pixels_.stride_bytes, 0, pixels_.data, 0,
                                     nullptr, &event);
  }
  Check(status, call, session_.device());
  session_.timeline().Add(Stage::kDownload, event);
}

DeviceTables::DeviceTables(Session& session, const MagickAccelerateWork& work) : session_(session) {
  const MagickAccelerateAxis &across = work.horizontal, &down = work.vertical;
  CheckAxis(across);
  CheckAxis(down);
  if (uint64_t{across.weight_count} + down.weight_count > UINT32_MAX) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge, "too many weights");
  }
  const size_t alignment = std::max<size_t>(sizeof(Span), session.facts().base_alignment_bytes);
  const auto aligned = [alignment](size_t offset) {
    return (offset + alignment - 1) / alignment * alignment;
  };
  const size_t columns_end = across.outputs * sizeof(Span);
  const size_t rows_begin = aligned(columns_end);
  const size_t rows_end = rows_begin + down.outputs * sizeof(Span);
  const size_t weights_begin = aligned(rows_end);
  const size_t down_begin = weights_begin + across.weight_count * sizeof(float);
  packed_.resize(down_begin + down.weight_count * sizeof(float));
  PackSpans(across, 0, packed_.data());
  PackSpans(down, across.weight_count, packed_.data() + rows_begin);
  PackWeights(across, packed_.data() + weights_begin);
  PackWeights(down, packed_.data() + down_begin);
  whole_ = session.Allocate(CL_MEM_READ_ONLY, packed_.size());
  columns_ = Region(0, columns_end);
  rows_ = Region(rows_begin, rows_end);
  weights_ = Region(weights_begin, packed_.size());
  session.Write(whole_.get(), packed_.data(), packed_.size());
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
