#include "accel/gpu/launch/session.hpp"

#include <algorithm>

namespace lodestone::accel::gpu {

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

Session::Session(const DeviceShare& share, bool timed)
    : share_(share), timed_(timed), lane_(share.lanes.Take()) {
  if (!lane_) lane_ = std::make_unique<Lane>();
  MakeQueue(Stage::kKernel);
}

void Session::MakeQueue(Stage stage) {
  QueueOwner& queue = QueueOf(stage);
  if (!queue) queue = share_.context.MakeQueue(timed_);
}

void Session::Overlap() {
  MakeQueue(Stage::kUpload);
  MakeQueue(Stage::kDownload);
  overlaps_ = true;
}

Queue& Session::queue(Stage stage) const {
  return *QueueOf(overlaps_ ? stage : Stage::kKernel);
}

void Session::Flush(Stage stage) const {
  queue(stage).Flush();
}

void Session::Drain() {
  if (!lane_) return;
  // The original error is already on its way to the caller.
  bool finished = true;
  for (const QueueOwner& queue : lane_->queues[timed_])
    if (queue && !queue->Finish()) finished = false;
  if (!finished) timeline_.Wait();
}

LaneKernel& Session::KernelOf(Program& program, const ProgramKey& key, const std::string& name) {
  const auto [entry, fresh] = lane_->kernels.try_emplace({key, name});
  LaneKernel& made = entry->second;
  if (!fresh && made.kernel) return made;
  KernelOwner kernel = program.MakeKernel(name);
  // Queried before any argument is set, this is what the kernel needs beside its tile.
  const uint64_t local = kernel->LocalBytes();
  made.limits.group_items = std::min(kernel->GroupItems(), share_.facts.group_items);
  made.limits.group_columns = share_.facts.group_columns;
  made.limits.group_rows = share_.facts.group_rows;
  made.limits.local_bytes =
      share_.facts.local_bytes - std::min<uint64_t>(local, share_.facts.local_bytes);
  made.kernel = std::move(kernel);
  return made;
}

void Session::Write(Memory& memory, const void* data, size_t bytes, size_t offset) {
  // A transfer reads what its type would let it write.
  const HostBlock block{static_cast<unsigned char*>(const_cast<void*>(data)), bytes, bytes, 1};
  timeline_.Add(Stage::kUpload, queue().Upload(block, memory, offset, nullptr));
}

// Some drivers keep a CPU busy while they wait for what is to be read, so this waits for the
// kernels first. How long what follows will take is not known.
void Session::Read(const Memory& memory, size_t offset, void* data, size_t bytes) {
  Flush(Stage::kKernel);
  WaitFor(*timeline_.Latest(Stage::kKernel));
  Expect(0);
  const HostBlock block{static_cast<unsigned char*>(data), bytes, bytes, 1};
  const Event* read =
      timeline_.Add(Stage::kDownload, queue().Download(memory, offset, block, nullptr));
  Flush(Stage::kKernel);
  WaitFor(*read);
}

void Session::Finish(MagickAccelerateParts* parts) {
  constexpr Stage kStages[] = {Stage::kDownload, Stage::kKernel, Stage::kUpload};
  for (const Stage stage : kStages) {
    if (overlaps_ || stage == Stage::kKernel) Flush(stage);
  }
  for (const Stage stage : kStages) {
    if (const Event* event = timeline_.Latest(stage)) WaitFor(*event);
  }
  timeline_.CheckAll();
  if (timed_) timeline_.Measure(parts);
  share_.lanes.Return(std::move(lane_));
}

}  // namespace lodestone::accel::gpu
