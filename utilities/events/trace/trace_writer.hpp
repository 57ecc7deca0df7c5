// Converts records of event logs to a trace.
#pragma once

#include <cstdint>

#include "utilities/events/read/record.hpp"
#include "utilities/events/trace/trace_file.hpp"
#include "utilities/events/trace/trace_tracks.hpp"

namespace lodestone::cli {

// A call is a slice of its thread that contains its parts; the parts on a device also appear on the
// device's own rows. Logs state how long the parts took, not when they ran: they are drawn in the
// order of a call's phases, and where strips overlap, uploads from the start and downloads up to
// the end. The parts of a call that contains others are on a row below, since their order relative
// to the others is unknown. Memory does not grow with the number of records.
class TraceWriter {
 public:
  explicit TraceWriter(TraceFile::Output output) : file_(std::move(output)), tracks_(&file_) {}

  void Add(const EventRecord& record);
  // Once, at the end.
  void Finish() { file_.Finish(); }

  std::uint64_t calls() const { return calls_; }
  std::uint64_t refusals() const { return refusals_; }  // declined records without a call
  std::uint64_t unplaced() const {
    return unplaced_;
  }  // records without a time, or an implausible one
  const TraceTracks& tracks() const { return tracks_; }

 private:
  void AddCall(const EventRecord& record, const TraceSpan& span);
  void AddParts(const EventRecord& record, const TracePosition& call);
  void AddStages(const EventRecord& record, const TracePosition& call, TraceSpan rest);
  void AddPart(const EventRecord& record, const TracePosition& call, const TraceSpan& span,
               const char* name, const JsonText& arguments);
  void AddStage(const EventRecord& record, std::size_t stage, const TraceSpan& span);

  TraceFile file_;
  TraceTracks tracks_;
  std::uint64_t calls_ = 0, refusals_ = 0, unplaced_ = 0;
};

}  // namespace lodestone::cli
