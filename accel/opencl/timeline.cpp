#include "accel/opencl/timeline.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lodestone::accel::opencl {
namespace {

struct Times {
  cl_ulong queued = 0, start = 0, end = 0;
};

std::optional<Times> TimesOf(cl_event event) {
  const auto ask = [event](cl_profiling_info name, cl_ulong* value) {
    return clGetEventProfilingInfo(event, name, sizeof(*value), value, nullptr) == CL_SUCCESS;
  };
  Times times;
  if (!ask(CL_PROFILING_COMMAND_QUEUED, &times.queued) ||
      !ask(CL_PROFILING_COMMAND_START, &times.start) ||
      !ask(CL_PROFILING_COMMAND_END, &times.end) || times.end < times.start) {
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

void Timeline::WaitUntil(size_t count, const std::string& device) const {
  std::vector<cl_event> events;
  for (size_t i = 0; i < count; ++i) events.push_back(commands_[i].second.get());
  if (events.empty()) return;
  const cl_int waited = clWaitForEvents(static_cast<cl_uint>(events.size()), events.data());
  // The commands know better than the wait what went wrong.
  for (cl_event event : events) {
    cl_int execution = CL_COMPLETE;
    Check(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(execution), &execution,
                         nullptr),
          "clGetEventInfo", device);
    CheckExecution(execution, device);
  }
  Check(waited, "clWaitForEvents", device);
}

void Timeline::Measure(MagickAccelerateParts* parts) const {
  uint64_t busy = 0;
  cl_ulong begin = UINT64_MAX, end = 0;
  for (const auto& [stage, event] : commands_) {
    const auto times = TimesOf(event.get());
    if (!times) continue;
    const uint64_t duration = times->end - times->start;
    *Counter(parts, stage) += duration;
    busy += duration;
    begin = std::min(begin, times->queued);
    end = std::max(end, times->end);
  }
  if (end > begin && end - begin > busy) parts->queue_ns += end - begin - busy;
}

}  // namespace lodestone::accel::opencl
