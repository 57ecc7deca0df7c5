#include "utilities/events/tally/call_tally.hpp"

#include <algorithm>

#include "utilities/events/read/work.hpp"

namespace lodestone::cli {

void CallTimes::Add(const EventRecord& record) {
  times.Add(record.milliseconds());
  const double size = Megapixels(record.geometry);
  if (size <= 0) return;
  megapixels += size;
  sized_ms += record.milliseconds();
}

void CallTimes::Merge(const CallTimes& other) {
  times.Merge(other.times);
  megapixels += other.megapixels;
  sized_ms += other.sized_ms;
}

void RefusalCounts::Merge(const RefusalCounts& other) {
  declined += other.declined;
  failed += other.failed;
}

void CallTally::AddParts(const EventRecord& record) {
  double all = 0;
  for (const EventPart& part : kEventParts) all += record.parts.*part.ns;
  if (all <= 0) return;
  ++parts_calls;
  parts += record.parts;
  wait_ns += std::max(record.actual_ns - record.parts.known_ns(), 0.0);
}

void CallTally::Add(const EventRecord& record) {
  CallTimes::Add(record);
  AddParts(record);
  bytes_up += static_cast<std::uint64_t>(record.bytes_up);
  bytes_down += static_cast<std::uint64_t>(record.bytes_down);
  resident += record.resident ? 1 : 0;
  if (record.predicted_ns > 0) {
    predicted_ms += record.predicted_ns / 1e6;
    predicted_actual_ms += record.milliseconds();
    ratios.Add(record.actual_ns / record.predicted_ns);
  }
}

void CallTally::Merge(const CallTally& other) {
  CallTimes::Merge(other);
  parts_calls += other.parts_calls;
  parts += other.parts;
  wait_ns += other.wait_ns;
  bytes_up += other.bytes_up;
  bytes_down += other.bytes_down;
  resident += other.resident;
  predicted_ms += other.predicted_ms;
  predicted_actual_ms += other.predicted_actual_ms;
  ratios.Merge(other.ratios);
}

}  // namespace lodestone::cli
