#include "accel/events/call_record.hpp"

#include "accel/events/caller.hpp"
#include "accel/events/event_log.hpp"
#include "accel/events/probes.hpp"

namespace lodestone::accel {

CallRecord::CallRecord(const char* operation) {
  event_.struct_size = sizeof event_;
  event_.operation = operation;
  event_.quantum_depth = LS_QUANTUM_DEPTH;
  event_.accelerator = event_.device = event_.declined_by = event_.detail = "";
  event_.host = event_.item = "";
  ProbeCallStart(event_);
}

std::uint64_t CallRecord::elapsed_ns() const {
  return static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now() - start_).count());
}

void CallRecord::SetSizes(std::uint32_t source_columns, std::uint32_t source_rows,
                          std::uint32_t columns, std::uint32_t rows) {
  event_.source_columns = source_columns;
  event_.source_rows = source_rows;
  event_.columns = columns;
  event_.rows = rows;
}

void CallRecord::SetDoneBy(const Accelerator& by) {
  event_.accelerator = by.accelerator().c_str();
  event_.device = by.device().c_str();
}

void CallRecord::SetDeclinedBy(const std::string& declined_by, const Attempt& why) {
  event_.declined_by = declined_by.c_str();
  event_.declined_by_outcome = why.outcome;
  event_.reason = why.parts.reason;
  event_.detail = why.parts.detail;
}

void CallRecord::Fill(const MagickAccelerateParts& parts) {
  event_.kernels = parts.kernels;
  event_.resident = parts.resident;
  event_.queue_ns = parts.queue_ns;
  event_.compile_ns = parts.compile_ns;
  event_.upload_ns = parts.upload_ns;
  event_.kernel_ns = parts.kernel_ns;
  event_.download_ns = parts.download_ns;
  event_.bytes_up = parts.bytes_up;
  event_.bytes_down = parts.bytes_down;
  event_.context_ns = parts.context_ns;
  event_.load_ns = parts.load_ns;
  event_.test_ns = parts.test_ns;
  event_.strips = parts.strips;
}

void CallRecord::End(std::uint64_t ns) {
  event_.unix_time_ns = std::chrono::duration_cast<std::chrono::nanoseconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
  event_.actual_ns = ns;
  ended_ = true;
}

const MagickAccelerateEvent& CallRecord::Finish(const Attempt& attempt) {
  if (!ended_) End(elapsed_ns());
  event_.process = ProcessId();
  event_.thread = ThreadId();
  event_.host = HostName();
  event_.item = Item();
  event_.outcome = attempt.outcome;
  Fill(attempt.parts);
  return event_;
}

void CallRecord::Emit(const Attempt& attempt) {
  if (!ended_) End(elapsed_ns());
  event_.outcome = attempt.outcome;
  ProbeCallEnd(event_);
  if (EventsWanted()) EmitEvent(Finish(attempt));
}

}  // namespace lodestone::accel
