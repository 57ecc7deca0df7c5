#include "accel/gpu/device/timeline.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace lodestone::accel::gpu {
namespace {

uint64_t* Counter(MagickAccelerateParts* parts, Stage stage) {
  switch (stage) {
    case Stage::kUpload:
      return &parts->upload_ns;
    case Stage::kKernel:
      return &parts->kernel_ns;
    default:
      return &parts->download_ns;
  }
}

}  // namespace

const Event* Timeline::Add(Stage stage, EventOwner event) {
  commands_.emplace_back(stage, std::move(event));
  return latest_[static_cast<size_t>(stage)] = commands_.back().second.get();
}

void Timeline::CheckAll() const {
  for (const auto& command : commands_) static_cast<void>(command.second->HasEnded());
}

void Timeline::Wait() const noexcept {
  for (const auto& command : commands_) {
    try {
      command.second->Wait();
    } catch (...) {
      // Nothing else can be done for this command.
    }
  }
}

void Timeline::Measure(MagickAccelerateParts* parts) const {
  std::vector<CommandTimes> all;
  for (const auto& [stage, event] : commands_) {
    const auto times = event->Times();
    if (!times) continue;
    *Counter(parts, stage) += times->end - times->start;
    all.push_back(*times);
  }
  if (all.empty()) return;
  // Stages overlap; what counts is the time covered by none of them.
  uint64_t end = all.front().queued;
  std::sort(all.begin(), all.end(),
            [](const CommandTimes& a, const CommandTimes& b) { return a.start < b.start; });
  for (const CommandTimes& times : all) {
    if (times.start > end) parts->queue_ns += times.start - end;
    end = std::max(end, times.end);
  }
}

}  // namespace lodestone::accel::gpu
