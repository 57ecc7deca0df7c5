// Scans that are decoded together.

#include <algorithm>
#include <cstring>

#include "accel/gpu/call/batch_queue.hpp"
#include "accel/gpu/device/buffer.hpp"
#include "accel/gpu/operations/jpeg.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/gpu/plans/scan_layout.hpp"

namespace lodestone::accel::gpu {
namespace {

constexpr uint64_t Aligned(uint64_t bytes) {
  constexpr uint64_t kAlignment = 256;
  return GroupsFor(bytes, kAlignment) * kAlignment;
}

uint64_t PlanBytes(const std::vector<uint16_t>& codes) {
  return Aligned(sizeof(LsDecode) + codes.size() * sizeof(codes[0]));
}

// Of the arrays and the bytes of the file.
uint64_t ScanBytes(const LsDecode& plan) {
  return Aligned(plan.all) + Aligned(plan.bytes);
}

class ScanCall : public BatchCall {
 public:
  // Throws Problem(Declined) for codes that are none.
  static std::unique_ptr<BatchCall> Of(const BatchWork& work) {
    return std::make_unique<ScanCall>(work, PackCodes(*work.work.jpeg));
  }
  ScanCall(const BatchWork& work, std::vector<uint16_t> packed)
      : BatchCall(work, ScanBytes(LayOutScan(work.work)) + PlanBytes(packed) +
                            Aligned(sizeof(LsDecodeStatus))),
        codes(std::move(packed)) {}

  const std::vector<uint16_t> codes;
};

// One memory for all: first the plans, each with its tables, then the statuses, then for each scan
// its bytes and its arrays.
class DecodeBatch {
 public:
  DecodeBatch(Session& session, Staging* staging, std::span<BatchCall* const> calls)
      : session_(session), statuses_(calls.size()), transfers_(session, staging) {
    for (BatchCall* call : calls) calls_.push_back(static_cast<ScanCall*>(call));
  }
  // Transfers use its members.
  ~DecodeBatch() { session_.Drain(); }
  DecodeBatch(const DecodeBatch&) = delete;
  DecodeBatch& operator=(const DecodeBatch&) = delete;

  void Run(MagickAccelerateParts* parts) {
    memory_ = TakeBatchMemory(session_, LayOut());
    Upload();
    EnqueueKernels();
    session_.Expect(kernels_ns_);
    session_.Read(*memory_.get(), StatusesBegin(), statuses_.data(),
                  statuses_.size() * sizeof(statuses_[0]));
    session_.Finish(parts);
    for (size_t i = 0; i < calls_.size(); ++i) Check(*calls_[i], statuses_[i]);
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
    const auto strip = [](const void* data, size_t bytes, bool pinned) {
      auto* const begin = static_cast<unsigned char*>(const_cast<void*>(data));
      return HostStrip{{begin, 1, 1, pinned}, {0, static_cast<uint32_t>(bytes)}};
    };
    std::vector<HostStrip> strips = {strip(head_.data(), head_.size(), false)};
    for (const ScanCall* call : calls_) {
      const MagickAcceleratePixels& scan = call->work.source;
      strips.push_back(strip(scan.data, scan.columns, scan.pinned != 0));
    }
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
                         {to.buffer->get(), to.columns, 0},
                         call->work.decoded != nullptr});
    }
    Memory* const memory = memory_.get();
    EnqueueScans(session_, {plans_, memory, plan_bytes_, memory, memory}, targets);
  }

  void Check(ScanCall& call, const LsDecodeStatus& status) const {
    call.parts->bytes_up += call.work.source.columns + plan_bytes_;
    if (const char* const why =
            EndingOf(call.work)(call.work, {status.refusals, status.plain, status.hard}))
      call.error = std::make_exception_ptr(
          Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported, why));
  }

  Session& session_;
  std::vector<ScanCall*> calls_;
  uint32_t plan_bytes_ = 0;  // from one plan to the next
  uint64_t kernels_ns_ = 0;  // roughly
  std::vector<LsDecode> plans_;
  std::vector<unsigned char> head_;  // what the memory begins with
  std::vector<LsDecodeStatus> statuses_;
  DeviceMemory::Block memory_;
  Transfers transfers_;  // ends before the memory that it uses
};

bool Takes(const MagickAccelerateWork& work) {
  return work.operation == MagickAccelerateDecode && !work.source.buffer &&
         work.destination.buffer && !work.destination.data;
}

void Run(Session& session, Staging* staging, std::span<BatchCall* const> calls,
         MagickAccelerateParts* parts) {
  DecodeBatch(session, staging, calls).Run(parts);
}

}  // namespace

// Two, so that one is uploaded while the other is decoded.
const BatchKind kDecodeBatches = {Takes, ScanCall::Of, Run, 2};

}  // namespace lodestone::accel::gpu
