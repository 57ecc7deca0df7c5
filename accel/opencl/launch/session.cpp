#include "accel/opencl/launch/session.hpp"

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

Session::Session(const DeviceShare& share) : share_(share), lane_(share.lanes.Take()) {
  if (!lane_) lane_ = std::make_unique<Lane>();
  MakeQueue(Stage::kKernel);
}

void Session::MakeQueue(Stage stage) {
  Queue& queue = lane_->queues[static_cast<size_t>(stage)];
  if (queue) return;
  cl_int status = CL_SUCCESS;
  queue = Queue(
      clCreateCommandQueue(share_.context, share_.facts.id, CL_QUEUE_PROFILING_ENABLE, &status));
  CheckAllocation(status, "clCreateCommandQueue", device());
}

void Session::Overlap() {
  MakeQueue(Stage::kUpload);
  MakeQueue(Stage::kDownload);
  overlaps_ = true;
}

cl_command_queue Session::queue(Stage stage) const {
  return lane_->queues[static_cast<size_t>(overlaps_ ? stage : Stage::kKernel)].get();
}

void Session::Flush(Stage stage) const {
  Check(clFlush(queue(stage)), "clFlush", device());
}

void Session::Drain() {
  if (!lane_) return;
  // The original error is already on its way to the caller.
  bool finished = true;
  for (const Queue& queue : lane_->queues)
    if (queue && clFinish(queue.get()) != CL_SUCCESS) finished = false;
  if (!finished) timeline_.Wait();
}

LaneKernel& Session::KernelOf(cl_program program, const ProgramKey& key, const std::string& name) {
  const auto [entry, fresh] = lane_->kernels.try_emplace({key, name});
  LaneKernel& made = entry->second;
  if (!fresh && made.kernel) return made;
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program, name.c_str(), &status));
  Check(status, "clCreateKernel", device());
  size_t items = 0;
  cl_ulong local = 0;
  Check(clGetKernelWorkGroupInfo(kernel.get(), share_.facts.id, CL_KERNEL_WORK_GROUP_SIZE,
                                 sizeof(items), &items, nullptr),
        "clGetKernelWorkGroupInfo", device());
  // Queried before any argument is set, this is what the kernel needs beside its tile.
  Check(clGetKernelWorkGroupInfo(kernel.get(), share_.facts.id, CL_KERNEL_LOCAL_MEM_SIZE,
                                 sizeof(local), &local, nullptr),
        "clGetKernelWorkGroupInfo", device());
  made.limits.group_items = std::min(items, share_.facts.group_items);
  made.limits.group_columns = share_.facts.group_columns;
  made.limits.group_rows = share_.facts.group_rows;
  made.limits.local_bytes =
      share_.facts.local_bytes - std::min<uint64_t>(local, share_.facts.local_bytes);
  made.kernel = std::move(kernel);
  return made;
}

Buffer Session::Share(cl_mem_flags flags, uint64_t bytes, void* host) const {
  return Buffer(clCreateBuffer(share_.context, flags | CL_MEM_USE_HOST_PTR,
                               static_cast<size_t>(bytes), host, nullptr));
}

void Session::Write(cl_mem buffer, const void* data, size_t bytes) {
  cl_event event = nullptr;
  Check(clEnqueueWriteBuffer(queue(), buffer, CL_FALSE, 0, bytes, data, 0, nullptr, &event),
        "clEnqueueWriteBuffer", device());
  timeline_.Add(Stage::kUpload, event);
}

void Session::Finish(MagickAccelerateParts* parts) {
  constexpr Stage kStages[] = {Stage::kDownload, Stage::kKernel, Stage::kUpload};
  for (const Stage stage : kStages) {
    if (overlaps_ || stage == Stage::kKernel) Flush(stage);
  }
  for (const Stage stage : kStages) {
    if (const cl_event event = timeline_.Latest(stage)) WaitFor(event);
  }
  timeline_.CheckAll(device());
  timeline_.Measure(parts);
  share_.lanes.Return(std::move(lane_));
}

}  // namespace lodestone::accel::opencl
