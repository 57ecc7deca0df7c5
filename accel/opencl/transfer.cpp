#include "accel/opencl/transfer.hpp"

namespace lodestone::accel::opencl {
namespace {

// Of shared memory; a cache line, so that no driver needs to copy the ends.
constexpr size_t kShareAlignment = 64;

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

}  // namespace lodestone::accel::opencl
