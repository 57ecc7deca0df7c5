#include "accel/opencl/device/timeline.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "accel/opencl/device/waiter.hpp"

namespace lodestone::accel::opencl {
namespace {

struct Times {
  cl_ulong start = 0, end = 0;
};

bool Ask(cl_event event, cl_profiling_info name, cl_ulong* value) {
  return clGetEventProfilingInfo(event, name, sizeof(*value), value, nullptr) == CL_SUCCESS;
}

std::optional<Times> TimesOf(cl_event event) {
  Times times;
  if (!Ask(event, CL_PROFILING_COMMAND_START, &times.start) ||
      !Ask(event, CL_PROFILING_COMMAND_END, &times.end) || times.end < times.start) {
    return std::nullopt;
  }
  return times;
}

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

cl_event Timeline::Add(Stage stage, cl_event event) {
  commands_.emplace_back(stage, Event(event));
  return latest_[static_cast<size_t>(stage)] = event;
}

void Timeline::CheckAll(const std::string& device) const {
  for (const auto& command : commands_) HasEnded(command.second.get(), device);
}

void Timeline::Wait() const noexcept {
  for (const auto& command : commands_) {
    const cl_event event = command.second.get();
    static_cast<void>(clWaitForEvents(1, &event));
  }
}

void Timeline::Measure(MagickAccelerateParts* parts) const {
  std::vector<Times> all;
  for (const auto& [stage, event] : commands_) {
    const auto times = TimesOf(event.get());
    if (!times) continue;
    *Counter(parts, stage) += times->end - times->start;
    all.push_back(*times);
  }
  std::sort(all.begin(), all.end(),
            [](const Times& a, const Times& b) { return a.start < b.start; });
  // Stages overlap; what counts is the time covered by none of them.
  cl_ulong end = 0;
  if (all.empty() || !Ask(commands_.front().second.get(), CL_PROFILING_COMMAND_QUEUED, &end))
    return;
  for (const Times& times : all) {
    if (times.start > end) parts->queue_ns += times.start - end;
    end = std::max(end, times.end);
  }
}

}  // namespace lodestone::accel::opencl
