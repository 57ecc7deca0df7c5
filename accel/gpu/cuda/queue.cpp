// Kernels, commands and their events.
#include <algorithm>
#include <cstring>

#include "accel/gpu/cuda/objects.hpp"
#include "accel/gpu/device/waiter.hpp"

namespace lodestone::accel::gpu::cuda {
namespace {

// Of the addresses of local memory.
constexpr uint64_t kLocalAlignment = 16;

constexpr uint64_t Aligned(uint64_t address) {
  return (address + kLocalAlignment - 1) / kLocalAlignment * kLocalAlignment;
}

// With the pitch of the device on both sides.
CUDA_MEMCPY2D CopyOf(const HostBlock& block) {
  CUDA_MEMCPY2D copy{};
  copy.WidthInBytes = block.row_bytes;
  copy.srcPitch = copy.dstPitch =
      block.device_stride_bytes ? block.device_stride_bytes : block.row_bytes;
  copy.Height = block.rows;
  return copy;
}

}  // namespace

EventHandle MakeEvent(const Place& place, unsigned flags) {
  CUevent event = nullptr;
  CheckAllocation(Cuda().cuEventCreate(&event, flags), "cuEventCreate", place.name);
  return EventHandle(event, place);
}

StreamHandle MakeStream(const Place& place) {
  CUstream stream = nullptr;
  CheckAllocation(Cuda().cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate",
                  place.name);
  return StreamHandle(stream, place);
}

CudaKernel::CudaKernel(std::shared_ptr<const LoadedModule> module, CUfunction function)
    : module_(std::move(module)),
      function_(function),
      static_local_bytes_(Limit(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)) {}

size_t CudaKernel::Limit(int attribute) const {
  const Current current(module_->place);
  int value = 0;
  Check(Cuda().cuFuncGetAttribute(&value, attribute, function_), "cuFuncGetAttribute",
        module_->place.name);
  return static_cast<size_t>(value);
}

void CudaKernel::Set(uint32_t index, const void* value, size_t bytes) {
  constexpr size_t kPadding = 2;
  if (index >= arguments_.size()) arguments_.resize(index + 1);
  Argument& argument = arguments_[index];
  argument.local_bytes = 0;
  argument.words.assign(bytes / sizeof(uint64_t) + kPadding, 0);
  std::memcpy(argument.words.data(), value, bytes);
}

void CudaKernel::Set(uint32_t index, const Memory* memory) {
  const CUdeviceptr address = memory ? Native(*memory).At(0) : 0;
  Set(index, &address, sizeof(address));
}

void CudaKernel::SetLocal(uint32_t index, size_t bytes) {
  const uint64_t unknown = 0;
  Set(index, &unknown, sizeof(unknown));
  arguments_[index].local_bytes = bytes;
}

CUresult CudaKernel::Launch(const Grid& any, uint64_t local_base, CUstream stream) {
  const uint64_t begin = local_base + static_local_bytes_;
  uint64_t end = begin;
  std::vector<void*> values;
  for (Argument& argument : arguments_) {
    if (argument.local_bytes > 0) {
      argument.words[0] = Aligned(end);
      end = argument.words[0] + argument.local_bytes;
    }
    values.push_back(argument.words.data());
  }
  const Grid grid = any.Grouped();
  const auto items = [&](size_t axis) { return static_cast<unsigned>(grid.group[axis]); };
  const auto groups = [&](size_t axis) {
    return static_cast<unsigned>(grid.items[axis] / grid.group[axis]);
  };
  return Cuda().cuLaunchKernel(function_, groups(0), groups(1), 1, items(0), items(1), 1,
                               static_cast<unsigned>(end - begin), stream, values.data(), nullptr);
}

std::shared_ptr<const Moment> Clock::Recent(const Place& place) {
  constexpr uint64_t kLongNs = 1'000'000'000;
  const std::lock_guard lock(mutex_);
  if (latest_ && NowNs() - latest_->ns < kLongNs) return latest_;
  if (!stream_) stream_ = MakeStream(place);
  EventHandle event = MakeEvent(place, CU_EVENT_DEFAULT);
  Check(Cuda().cuEventRecord(event.get(), stream_.get()), "cuEventRecord", place.name);
  CheckExecution(Cuda().cuEventSynchronize(event.get()), "cuEventSynchronize", place.name);
  latest_ = std::make_shared<const Moment>(std::move(event), NowNs());
  return latest_;
}

void CudaEvent::Begin(CUstream stream, std::shared_ptr<const Moment> since) {
  end_ = MakeEvent(place_, since ? CU_EVENT_DEFAULT : CU_EVENT_DISABLE_TIMING);
  if (!since) return;
  begin_ = MakeEvent(place_, CU_EVENT_DEFAULT);
  queued_ns_ = NowNs();
  since_ = std::move(since);
  Check(Cuda().cuEventRecord(begin_.get(), stream), "cuEventRecord", place_.name);
}

void CudaEvent::End(CUstream stream) {
  Check(Cuda().cuEventRecord(end_.get(), stream), "cuEventRecord", place_.name);
}

bool CudaEvent::HasEnded() const {
  const Current current(place_);
  const CUresult status = Cuda().cuEventQuery(end_.get());
  if (status == CUDA_ERROR_NOT_READY) return false;
  CheckExecution(status, "cuEventQuery", place_.name);
  return true;
}

void CudaEvent::Wait() const {
  const Current current(place_);
  CheckExecution(Cuda().cuEventSynchronize(end_.get()), "cuEventSynchronize", place_.name);
}

std::optional<CommandTimes> CudaEvent::Times() const {
  if (!since_) return std::nullopt;
  const Current current(place_);
  const auto ask = [this](const EventHandle& event, uint64_t* ns) {
    constexpr double kNsPerMs = 1e6;
    float ms = 0;
    if (Cuda().cuEventElapsedTime(&ms, since_->event.get(), event.get()) != CUDA_SUCCESS)
      return false;
    *ns = since_->ns + static_cast<uint64_t>(std::max(0.0, double{ms} * kNsPerMs));
    return true;
  };
  CommandTimes times{queued_ns_, 0, 0};
  if (!ask(begin_, &times.start) || !ask(end_, &times.end) || times.end < times.start)
    return std::nullopt;
  return times;
}

void CudaQueue::WaitForOne(const Event& event) {
  Check(Cuda().cuStreamWaitEvent(stream_.get(), static_cast<const CudaEvent&>(event).get(), 0),
        "cuStreamWaitEvent", shared_.place.name);
}

template <typename Enqueue>
EventOwner CudaQueue::Enqueued(const char* call, const Event* after, Enqueue enqueue) {
  const Current current(shared_.place);
  if (after) WaitForOne(*after);
  auto event = std::make_unique<CudaEvent>(shared_.place);
  event->Begin(stream_.get(), timed_ ? shared_.clock.Recent(shared_.place) : nullptr);
  Check(enqueue(stream_.get()), call, shared_.place.name);
  event->End(stream_.get());
  return event;
}

EventOwner CudaQueue::Upload(const HostBlock& from, Memory& to, size_t offset, const Event* after) {
  const CUdeviceptr there = Native(to).At(offset);
  if (from.is_packed()) {
    return Enqueued("cuMemcpyHtoDAsync", after, [&](CUstream stream) {
      return Cuda().cuMemcpyHtoDAsync(there, from.data, from.rows * from.row_bytes, stream);
    });
  }
  CUDA_MEMCPY2D copy = CopyOf(from);
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = from.data;
  copy.srcPitch = from.stride_bytes;
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = there;
  return Enqueued("cuMemcpy2DAsync", after,
                  [&](CUstream stream) { return Cuda().cuMemcpy2DAsync(&copy, stream); });
}

EventOwner CudaQueue::Download(const Memory& from, size_t offset, const HostBlock& to,
                               const Event* after) {
  const CUdeviceptr there = Native(from).At(offset);
  if (to.is_packed()) {
    return Enqueued("cuMemcpyDtoHAsync", after, [&](CUstream stream) {
      return Cuda().cuMemcpyDtoHAsync(to.data, there, to.rows * to.row_bytes, stream);
    });
  }
  CUDA_MEMCPY2D copy = CopyOf(to);
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = there;
  copy.dstMemoryType = CU_MEMORYTYPE_HOST;
  copy.dstHost = to.data;
  copy.dstPitch = to.stride_bytes;
  return Enqueued("cuMemcpy2DAsync", after,
                  [&](CUstream stream) { return Cuda().cuMemcpy2DAsync(&copy, stream); });
}

EventOwner CudaQueue::Fill(Memory& memory, uint8_t value, size_t bytes) {
  return Enqueued("cuMemsetD8Async", nullptr, [&](CUstream stream) {
    return Cuda().cuMemsetD8Async(Native(memory).At(0), value, bytes, stream);
  });
}

EventOwner CudaQueue::Run(Kernel& kernel, const Grid& grid) {
  return Enqueued("cuLaunchKernel", nullptr, [&](CUstream stream) {
    return static_cast<CudaKernel&>(kernel).Launch(grid, shared_.local_base, stream);
  });
}

void CudaQueue::WaitFor(std::span<const Event* const> events) {
  const Current current(shared_.place);
  for (const Event* event : events) WaitForOne(*event);
}

bool CudaQueue::Finish() noexcept {
  const Current current(shared_.place, std::nothrow);
  return current.valid() && Cuda().cuStreamSynchronize(stream_.get()) == CUDA_SUCCESS;
}

}  // namespace lodestone::accel::gpu::cuda
