// Commands and their events.
#include "accel/gpu/opencl/objects.hpp"

namespace lodestone::accel::gpu::opencl {
namespace {

// A list of events to wait for, of none or one.
struct After {
  explicit After(const Event* after)
      : event(after ? static_cast<const ClEvent*>(after)->get() : nullptr) {}
  cl_uint count() const { return event ? 1 : 0; }
  const cl_event* list() const { return event ? &event : nullptr; }

  cl_event event;
};

}  // namespace

bool ClEvent::HasEnded() const {
  cl_int execution = CL_QUEUED;
  Check(clGetEventInfo(get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(execution), &execution,
                       nullptr),
        "clGetEventInfo", place_.name);
  CheckExecution(execution, place_.name);
  return execution == CL_COMPLETE;
}

void ClEvent::Wait() const {
  const cl_event event = get();
  const cl_int waited = clWaitForEvents(1, &event);
  if (waited == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) return;
  Check(waited, "clWaitForEvents", place_.name);
}

std::optional<CommandTimes> ClEvent::Times() const {
  const auto ask = [this](cl_profiling_info moment, uint64_t* ns) {
    cl_ulong value = 0;
    if (clGetEventProfilingInfo(get(), moment, sizeof(value), &value, nullptr) != CL_SUCCESS)
      return false;
    *ns = value;
    return true;
  };
  CommandTimes times{};
  if (!ask(CL_PROFILING_COMMAND_START, &times.start) ||
      !ask(CL_PROFILING_COMMAND_END, &times.end) || times.end < times.start) {
    return std::nullopt;
  }
  if (!ask(CL_PROFILING_COMMAND_QUEUED, &times.queued)) times.queued = times.start;
  return times;
}

template <typename Enqueue>
EventOwner ClQueue::Enqueued(const char* call, Enqueue enqueue) {
  cl_event event = nullptr;
  Check(enqueue(&event), call, place_.name);
  return std::make_unique<ClEvent>(EventHandle(event), place_);
}

EventOwner ClQueue::Upload(const HostBlock& from, Memory& to, size_t offset, const Event* after) {
  const After wait(after);
  if (from.is_packed()) {
    return Enqueued("clEnqueueWriteBuffer", [&](cl_event* event) {
      return clEnqueueWriteBuffer(handle_.get(), Native(to), CL_FALSE, offset,
                                  from.rows * from.row_bytes, from.data, wait.count(), wait.list(),
                                  event);
    });
  }
  const size_t there[3] = {0, offset / from.row_bytes, 0}, here[3] = {};
  const size_t region[3] = {from.row_bytes, from.rows, 1};
  return Enqueued("clEnqueueWriteBufferRect", [&](cl_event* event) {
    return clEnqueueWriteBufferRect(handle_.get(), Native(to), CL_FALSE, there, here, region,
                                    from.row_bytes, 0, from.stride_bytes, 0, from.data,
                                    wait.count(), wait.list(), event);
  });
}

EventOwner ClQueue::Download(const Memory& from, size_t offset, const HostBlock& to,
                             const Event* after) {
  const After wait(after);
  if (to.is_packed()) {
    return Enqueued("clEnqueueReadBuffer", [&](cl_event* event) {
      return clEnqueueReadBuffer(handle_.get(), Native(from), CL_FALSE, offset,
                                 to.rows * to.row_bytes, to.data, wait.count(), wait.list(), event);
    });
  }
  const size_t there[3] = {0, offset / to.row_bytes, 0}, here[3] = {};
  const size_t region[3] = {to.row_bytes, to.rows, 1};
  return Enqueued("clEnqueueReadBufferRect", [&](cl_event* event) {
    return clEnqueueReadBufferRect(handle_.get(), Native(from), CL_FALSE, there, here, region,
                                   to.row_bytes, 0, to.stride_bytes, 0, to.data, wait.count(),
                                   wait.list(), event);
  });
}

EventOwner ClQueue::Fill(Memory& memory, uint8_t value, size_t bytes) {
  return Enqueued("clEnqueueFillBuffer", [&](cl_event* event) {
    return clEnqueueFillBuffer(handle_.get(), Native(memory), &value, 1, 0, bytes, 0, nullptr,
                               event);
  });
}

EventOwner ClQueue::CopyToImage(const Memory& from, size_t offset, Memory& image, size_t columns,
                                size_t row, size_t rows) {
  const size_t origin[3] = {0, row, 0}, region[3] = {columns, rows, 1};
  return Enqueued("clEnqueueCopyBufferToImage", [&](cl_event* event) {
    return clEnqueueCopyBufferToImage(handle_.get(), Native(from), Native(image), offset, origin,
                                      region, 0, nullptr, event);
  });
}

EventOwner ClQueue::Run(Kernel& kernel, const Grid& grid) {
  return Enqueued("clEnqueueNDRangeKernel", [&](cl_event* event) {
    return clEnqueueNDRangeKernel(handle_.get(), static_cast<ClKernel&>(kernel).get(), 2, nullptr,
                                  grid.items, grid.group[0] == 0 ? nullptr : grid.group, 0, nullptr,
                                  event);
  });
}

std::vector<EventOwner> ClQueue::Synchronize(Memory& shared, size_t bytes) {
  std::vector<EventOwner> commands;
  cl_int status = CL_SUCCESS;
  void* view = nullptr;
  // Blocking: until a map is complete, its view may not be unmapped, and some drivers refuse to.
  commands.push_back(Enqueued("clEnqueueMapBuffer", [&](cl_event* event) {
    view = clEnqueueMapBuffer(handle_.get(), Native(shared), CL_TRUE, CL_MAP_READ, 0, bytes, 0,
                              nullptr, event, &status);
    return status;
  }));
  commands.push_back(Enqueued("clEnqueueUnmapMemObject", [&](cl_event* event) {
    return clEnqueueUnmapMemObject(handle_.get(), Native(shared), view, 0, nullptr, event);
  }));
  return commands;
}

void ClQueue::WaitFor(std::span<const Event* const> events) {
  std::vector<cl_event> list;
  for (const Event* event : events) list.push_back(static_cast<const ClEvent*>(event)->get());
  Check(clEnqueueBarrierWithWaitList(handle_.get(), static_cast<cl_uint>(list.size()), list.data(),
                                     nullptr),
        "clEnqueueBarrierWithWaitList", place_.name);
}

void ClQueue::Flush() {
  Check(clFlush(handle_.get()), "clFlush", place_.name);
}

bool ClQueue::Finish() noexcept {
  return clFinish(handle_.get()) == CL_SUCCESS;
}

}  // namespace lodestone::accel::gpu::opencl
