#include "accel/gpu/call/batch_queue.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "accel/gpu/operations/operation_kernels.hpp"

namespace lodestone::accel::gpu {
namespace {

// More at a time fill no device better.
constexpr uint64_t kAmpleBytes = uint64_t{1} << 30;

// Of the memory of a device; what takes less may take more than it needs.
constexpr uint64_t kSpareParts = 16;

}  // namespace

DeviceMemory::Block TakeBatchMemory(Session& session, uint64_t bytes) {
  const uint64_t roomy = std::bit_ceil(bytes);
  return session.Take(roomy <= session.FreeBytes() / kSpareParts ? roomy : bytes);
}

bool BatchQueue::Run(const DeviceShare& share, Staging* staging, const BatchWork& work) {
  const std::unique_ptr<BatchCall> call = kind_.call(work);
  if (call->device_bytes > share.facts.allocation_bytes) return false;
  Wait(share, staging, *call);
  if (call->error) std::rethrow_exception(call->error);
  return true;
}

void BatchQueue::Wait(const DeviceShare& share, Staging* staging, BatchCall& call) {
  std::unique_lock lock(mutex_);
  call.queued_ns_ = NowNs();
  waiting_.push_back(&call);
  call.changed_.wait(lock, [&] { return call.ended_ || (!call.taken_ && MayLead(call)); });
  if (call.ended_) return;
  const Batch batch = Gather(share.facts, call);
  ++batches_;
  bytes_ += batch.bytes;
  WakeNext();
  lock.unlock();
  Lead(share, staging, batch.all());
  lock.lock();
  --batches_;
  bytes_ -= batch.bytes;
  for (BatchCall* each : batch.all()) {
    each->ended_ = true;
    each->changed_.notify_one();
  }
  WakeNext();
}

// Who came first leads first; where memory is short, batches follow one another. Calls behind one
// that waits for memory wait with it, or small ones could take what ends before it again and again.
// A call is overtaken only by those that fit into a batch of one before it, when it does not: no
// more often than there were calls before it.
bool BatchQueue::MayLead(const BatchCall& call) const {
  if (waiting_.front() != &call) return false;
  return batches_ == 0 ||
         (batches_ < kind_.most_batches && bytes_ + call.device_bytes <= memory_.FreeBytes());
}

size_t BatchQueue::Waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

BatchQueue::Batch BatchQueue::Gather(const DeviceFacts& facts, BatchCall& leader) {
  Batch batch;
  const uint64_t free = memory_.FreeBytes();
  const uint64_t most =
      std::min({free - std::min(free, bytes_), facts.allocation_bytes, kAmpleBytes});
  const auto take = [&](BatchCall& call) {
    call.taken_ = true;
    batch.calls[batch.count++] = &call;
    batch.bytes += call.device_bytes;
  };
  take(leader);
  for (BatchCall* call : waiting_)
    if (!call->taken_ && batch.count < kMostTogether && batch.bytes + call->device_bytes <= most)
      take(*call);
  std::erase_if(waiting_, [](const BatchCall* call) { return call->taken_; });
  // Those of one program can share launches.
  std::stable_sort(batch.calls.begin(), batch.calls.begin() + batch.count,
                   [](const BatchCall* a, const BatchCall* b) {
                     return std::less<>()(&a->program, &b->program);
                   });
  return batch;
}

void BatchQueue::WakeNext() {
  if (!waiting_.empty()) waiting_.front()->changed_.notify_one();
}

// Null: each is done, or refused. Else what concerns all of them.
std::exception_ptr BatchQueue::RunTogether(const DeviceShare& share, Staging* staging,
                                           std::span<BatchCall* const> calls,
                                           MagickAccelerateParts* parts,
                                           bool* lacks_memory) const noexcept {
  try {
    Session session(share, parts->timed);
    kind_.run(session, staging, calls, parts);
    for (const BatchCall* call : calls)
      CopyText(call->parts->kernels, sizeof(call->parts->kernels),
               KernelNames(call->work, call->kernels));
    return nullptr;
  } catch (const Problem& problem) {
    *lacks_memory = problem.reason() == MagickAccelerateDeviceMemory;
    if (!*lacks_memory) return std::current_exception();
    return std::make_exception_ptr(
        Problem(MagickAccelerateDeclined, problem.reason(), problem.detail()));
  } catch (...) {
    return std::current_exception();
  }
}

void BatchQueue::Lead(const DeviceShare& share, Staging* staging,
                      std::span<BatchCall* const> calls) noexcept {
  const uint64_t begin_ns = NowNs();
  MagickAccelerateParts parts{};
  parts.timed =
      std::ranges::any_of(calls, [](const BatchCall* call) { return call->parts->timed; });
  bool lacks_memory = false;
  const std::exception_ptr error = RunTogether(share, staging, calls, &parts, &lacks_memory);
  if (lacks_memory && calls.size() > 1) {
    tables_.Clear();
    memory_.Trim();
    Lead(share, staging, calls.first(calls.size() / 2));
    Lead(share, staging, calls.subspan(calls.size() / 2));
    return;
  }
  const uint64_t run_ns = NowNs() - begin_ns;
  for (BatchCall* call : calls) {
    if (error) call->error = error;
    call->parts->others_ns += begin_ns - call->queued_ns_ + run_ns - run_ns / calls.size();
    call->parts->queue_ns += begin_ns - call->queued_ns_ + parts.queue_ns;
    call->parts->upload_ns += parts.upload_ns / calls.size();
    call->parts->kernel_ns += parts.kernel_ns / calls.size();
    call->parts->download_ns += parts.download_ns / calls.size();
  }
}

}  // namespace lodestone::accel::gpu
