#include "accel/opencl/session.hpp"

#include <algorithm>

namespace lodestone::accel::opencl {

std::unique_ptr<Lane> LanePool::Take() {
  const std::lock_guard lock(mutex_);
  if (idle_.empty()) return nullptr;
  auto lane = std::move(idle_.back());
  idle_.pop_back();
  return lane;
}

void LanePool::Return(std::unique_ptr<Lane> lane) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(lane));
}

HostRanges::Claim HostRanges::Take(const void* data, size_t size) {
  const auto begin = reinterpret_cast<uintptr_t>(data);
  const uintptr_t end = begin + size;
  const std::lock_guard lock(mutex_);
  const auto after = taken_.lower_bound(end);
  if (after != taken_.begin() && std::prev(after)->second > begin) return {};
  taken_.emplace_hint(after, begin, end);
  return Claim(this, begin);
}

void HostRanges::Release(uintptr_t begin) {
  const std::lock_guard lock(mutex_);
  taken_.erase(begin);
}

Session::Session(cl_context context, const DeviceFacts& facts, LanePool& pool, HostRanges& ranges)
    : context_(context), facts_(facts), pool_(pool), ranges_(ranges), lane_(pool.Take()) {
  if (lane_) return;
  lane_ = std::make_unique<Lane>();
  cl_int status = CL_SUCCESS;
  lane_->queue = Queue(clCreateCommandQueue(context, facts.id, CL_QUEUE_PROFILING_ENABLE, &status));
  CheckAllocation(status, "clCreateCommandQueue", device());
}

void Session::Drain() {
  // The error that led here is already on its way to the caller.
  if (lane_ && lane_->queue) static_cast<void>(clFinish(queue()));
}

LaneKernel& Session::KernelOf(cl_program program, const ProgramKey& key, const char* name) {
  const auto [entry, fresh] = lane_->kernels.try_emplace({key, name});
  LaneKernel& made = entry->second;
  if (!fresh && made.kernel) return made;
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program, name, &status));
  Check(status, "clCreateKernel", device());
  size_t items = 0;
  cl_ulong local = 0;
  Check(clGetKernelWorkGroupInfo(kernel.get(), facts_.id, CL_KERNEL_WORK_GROUP_SIZE, sizeof(items),
                                 &items, nullptr),
        "clGetKernelWorkGroupInfo", device());
  // Asked before any argument is set, this is what the kernel needs beside its tile.
  Check(clGetKernelWorkGroupInfo(kernel.get(), facts_.id, CL_KERNEL_LOCAL_MEM_SIZE, sizeof(local),
                                 &local, nullptr),
        "clGetKernelWorkGroupInfo", device());
  made.limits.group_items = std::min(items, facts_.group_items);
  made.limits.group_columns = facts_.group_columns;
  made.limits.group_rows = facts_.group_rows;
  made.limits.local_bytes = facts_.local_bytes - std::min<uint64_t>(local, facts_.local_bytes);
  made.kernel = std::move(kernel);
  return made;
}

Buffer Session::Allocate(cl_mem_flags flags, uint64_t bytes, void* host) const {
  cl_int status = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context_, flags, static_cast<size_t>(bytes), host, &status));
  CheckAllocation(status, "clCreateBuffer", device());
  return buffer;
}

void Session::Write(cl_mem buffer, const void* data, size_t bytes) {
  cl_event event = nullptr;
  Check(clEnqueueWriteBuffer(queue(), buffer, CL_FALSE, 0, bytes, data, 0, nullptr, &event),
        "clEnqueueWriteBuffer", device());
  timeline_.Add(Stage::kUpload, event);
}

void Session::Finish(MagickAccelerateParts* parts) {
  timeline_.Wait(device());
  timeline_.Measure(parts);
  pool_.Return(std::move(lane_));
}

}  // namespace lodestone::accel::opencl
