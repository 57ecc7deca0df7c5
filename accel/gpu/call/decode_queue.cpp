#include "accel/gpu/call/decode_queue.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/operations/jpeg.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/gpu/plans/scan_layout.hpp"

namespace lodestone::accel::gpu {
namespace {

// More at a time fill no device better.
constexpr uint64_t kAmpleBytes = uint64_t{256} << 20;

// Of the memory of a device; what takes less may take more than it needs.
constexpr uint64_t kSpareParts = 16;

constexpr uint64_t kAlignment = 256;

constexpr uint64_t Aligned(uint64_t bytes) {
  return GroupsFor(bytes, kAlignment) * kAlignment;
}

uint64_t PlanBytes(const std::vector<uint16_t>& codes) {
  return Aligned(sizeof(LsDecode) + codes.size() * sizeof(codes[0]));
}

// Of the arrays and the bytes of the file.
uint64_t ScanBytes(const LsDecode& plan) {
  return Aligned(plan.all) + Aligned(plan.bytes);
}

// One memory for all: first the plans, each with its tables, then the statuses, then for each scan
// its bytes and its arrays.
class DecodeBatch {
 public:
  DecodeBatch(Session& session, Staging* staging, std::span<ScanCall* const> calls)
      : session_(session), calls_(calls), transfers_(session, staging) {}
  ~DecodeBatch() { session_.Drain(); }
  DecodeBatch(const DecodeBatch&) = delete;
  DecodeBatch& operator=(const DecodeBatch&) = delete;

  void Run(MagickAccelerateParts* parts) {
    const uint64_t bytes = LayOut();
    // Of few sizes, so that later batches find one that is there already.
    const uint64_t roomy = std::bit_ceil(bytes);
    memory_ = session_.Take(roomy <= session_.FreeBytes() / kSpareParts ? roomy : bytes);
    Upload();
    EnqueueKernels();
    // Some drivers keep a CPU busy while they wait for what is to be read.
    session_.Flush(Stage::kKernel);
    session_.Expect(kernels_ns_);
    session_.WaitFor(*session_.timeline().Latest(Stage::kKernel));
    std::vector<LsDecodeStatus> statuses(calls_.size());
    const size_t size = statuses.size() * sizeof(statuses[0]);
    session_.timeline().Add(
        Stage::kDownload,
        session_.queue().Download(
            *memory_.get(), StatusesBegin(),
            {reinterpret_cast<unsigned char*>(statuses.data()), size, size, 1}, nullptr));
    session_.Finish(parts);
    for (size_t i = 0; i < calls_.size(); ++i) Check(*calls_[i], statuses[i]);
  }

 private:
  size_t StatusesBegin() const { return calls_.size() * plan_bytes_; }

  // Returns how large the memory is.
  uint64_t LayOut() {
    uint64_t plan_bytes = 0;
    for (const ScanCall* call : calls_) {
      plan_bytes = std::max(plan_bytes, PlanBytes(call->codes));
      kernels_ns_ += call->kernels_ns;
    }
    plan_bytes_ = static_cast<uint32_t>(plan_bytes);
    head_.resize(StatusesBegin() + calls_.size() * sizeof(LsDecodeStatus));
    uint64_t end = Aligned(head_.size());
    for (size_t i = 0; i < calls_.size(); ++i) {
      LsDecode& plan = plans_.emplace_back(LayOutScan(calls_[i]->work));
      plan.status = static_cast<uint32_t>(StatusesBegin() + i * sizeof(LsDecodeStatus));
      plan.scan = end;
      plan.base = plan.scan + Aligned(plan.bytes);
      end = plan.base + Aligned(plan.all);
      const std::vector<unsigned char> packed = PackScan(plan, calls_[i]->codes);
      std::memcpy(head_.data() + i * plan_bytes_, packed.data(), packed.size());
    }
    return end;
  }

  // Bytes are rows of one pixel, so that they can be cut anywhere.
  void Upload() {
    const bool pinned = std::all_of(calls_.begin(), calls_.end(),
                                    [](ScanCall* call) { return call->work.source.pinned != 0; });
    const auto strip = [&](const void* data, size_t bytes) {
      auto* const begin = static_cast<unsigned char*>(const_cast<void*>(data));
      return HostStrip{{begin, 1, 1, pinned}, {0, static_cast<uint32_t>(bytes)}};
    };
    std::vector<HostStrip> strips = {strip(head_.data(), head_.size())};
    for (const ScanCall* call : calls_)
      strips.push_back(strip(call->work.source.data, call->work.source.columns));
    transfers_.ScheduleUploads(strips);
    for (size_t i = 0; i < strips.size(); ++i)
      transfers_.Upload(i, {strips[i].rows, memory_.get(), 0, i == 0 ? 0 : plans_[i - 1].scan},
                        nullptr);
  }

  void EnqueueKernels() {
    std::vector<ScanTarget> targets;
    for (const ScanCall* call : calls_) {
      const MagickAcceleratePixels& to = call->work.destination;
      targets.push_back({call->program,
                         call->kernels,
                         {to.buffer->block.get(), to.columns, 0},
                         to.columns,
                         {0, to.rows}});
    }
    Memory* const memory = memory_.get();
    EnqueueScans(session_, {plans_, memory, plan_bytes_, memory, memory}, targets);
  }

  void Check(ScanCall& call, const LsDecodeStatus& status) const {
    call.parts->bytes_up += call.work.source.columns + plan_bytes_;
    CopyText(call.parts->kernels, sizeof(call.parts->kernels),
             KernelNames(call.work, call.kernels));
    if (const char* const why = RefusalOf(call.work)(status.refusals))
      call.error = std::make_exception_ptr(
          Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, why));
  }

  Session& session_;
  const std::span<ScanCall* const> calls_;
  uint32_t plan_bytes_ = 0;  // from one plan to the next
  uint64_t kernels_ns_ = 0;  // roughly
  std::vector<LsDecode> plans_;
  std::vector<unsigned char> head_;  // what the memory begins with
  DeviceMemory::Block memory_;
  Transfers transfers_;  // ends before the memory that it uses
};

// Null: they are decoded, or refused. Else what concerns all of them.
std::exception_ptr Decode(const DeviceShare& share, Staging* staging,
                          std::span<ScanCall* const> calls, MagickAccelerateParts* parts,
                          bool* lacks_memory) noexcept {
  try {
    Session session(share);
    DecodeBatch(session, staging, calls).Run(parts);
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

}  // namespace

ScanCall::ScanCall(const MagickAccelerateWork& work, Program& program, const KernelPlan& kernels,
                   uint64_t kernels_ns, MagickAccelerateParts* parts)
    : work(work),
      program(program),
      kernels(kernels),
      kernels_ns(kernels_ns),
      parts(parts),
      codes(PackCodes(*work.jpeg)),
      device_bytes(ScanBytes(LayOutScan(work)) + PlanBytes(codes) +
                   Aligned(sizeof(LsDecodeStatus))) {}

bool DecodeQueue::Takes(const MagickAccelerateWork& work) {
  return work.operation == MagickAccelerateDecode && !work.source.buffer &&
         work.destination.buffer && !work.destination.data;
}

void DecodeQueue::Run(const DeviceShare& share, Staging* staging, ScanCall& call) {
  std::unique_lock lock(mutex_);
  call.queued_ns_ = NowNs();
  waiting_.push_back(&call);
  call.changed_.wait(lock, [&] { return call.ended_ || (!call.taken_ && MayLead(call)); });
  if (!call.ended_) {
    const Batch batch = Gather(share.facts, call);
    ++batches_;
    bytes_ += batch.bytes;
    WakeNext();
    lock.unlock();
    Lead(share, staging, batch.all());
    lock.lock();
    --batches_;
    bytes_ -= batch.bytes;
    for (ScanCall* each : batch.all()) {
      each->ended_ = true;
      each->changed_.notify_one();
    }
    WakeNext();
  }
  if (call.error) std::rethrow_exception(call.error);
}

// Where memory is short, batches follow one another.
bool DecodeQueue::MayLead(const ScanCall& call) const {
  return batches_ == 0 ||
         (batches_ < kMostBatches && bytes_ + call.device_bytes <= memory_.FreeBytes());
}

DecodeQueue::Batch DecodeQueue::Gather(const DeviceFacts& facts, ScanCall& leader) {
  Batch batch;
  const uint64_t free = memory_.FreeBytes();
  const uint64_t most =
      std::min({free - std::min(free, bytes_), facts.allocation_bytes, kAmpleBytes});
  const auto take = [&](ScanCall& call) {
    call.taken_ = true;
    batch.calls[batch.count++] = &call;
    batch.bytes += call.device_bytes;
  };
  take(leader);
  for (ScanCall* call : waiting_)
    if (!call->taken_ && batch.count < kMostTogether && batch.bytes + call->device_bytes <= most)
      take(*call);
  std::erase_if(waiting_, [](const ScanCall* call) { return call->taken_; });
  return batch;
}

void DecodeQueue::WakeNext() {
  if (!waiting_.empty()) waiting_.front()->changed_.notify_one();
}

void DecodeQueue::Lead(const DeviceShare& share, Staging* staging,
                       std::span<ScanCall* const> calls) noexcept {
  const uint64_t begin_ns = NowNs();
  MagickAccelerateParts parts{};
  bool lacks_memory = false;
  const std::exception_ptr error = Decode(share, staging, calls, &parts, &lacks_memory);
  if (lacks_memory && calls.size() > 1) {
    tables_.Clear();
    memory_.Trim();
    Lead(share, staging, calls.first(calls.size() / 2));
    Lead(share, staging, calls.subspan(calls.size() / 2));
    return;
  }
  const uint64_t run_ns = NowNs() - begin_ns;
  for (ScanCall* call : calls) {
    if (error) call->error = error;
    call->parts->others_ns += begin_ns - call->queued_ns_ + run_ns - run_ns / calls.size();
    call->parts->queue_ns += begin_ns - call->queued_ns_ + parts.queue_ns;
    call->parts->upload_ns += parts.upload_ns / calls.size();
    call->parts->kernel_ns += parts.kernel_ns / calls.size();
    call->parts->download_ns += parts.download_ns / calls.size();
  }
}

}  // namespace lodestone::accel::gpu
