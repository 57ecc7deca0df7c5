#include "utilities/events/summary/call_tally.hpp"

#include <algorithm>

#include "utilities/events/read/work.hpp"

namespace lodestone::cli {
namespace {

void AddTo(EventParts* sum, const EventParts& parts) {
  sum->queue_ns += parts.queue_ns;
  sum->context_ns += parts.context_ns;
  sum->load_ns += parts.load_ns;
  sum->compile_ns += parts.compile_ns;
  sum->test_ns += parts.test_ns;
  sum->upload_ns += parts.upload_ns;
  sum->kernel_ns += parts.kernel_ns;
  sum->download_ns += parts.download_ns;
}

}  // namespace

void CallTally::AddParts(const EventRecord& record) {
  const EventParts& p = record.parts;
  const double known = p.context_ns + p.load_ns + p.compile_ns + p.test_ns + p.upload_ns +
                       p.kernel_ns + p.download_ns;
  if (known + p.queue_ns <= 0) return;
  ++parts_calls;
  AddTo(&parts, p);
  wait_ns += std::max(record.actual_ns - known, 0.0);
}

void CallTally::Add(const EventRecord& record) {
  times.Add(record.milliseconds());
  if (const double size = Megapixels(record.geometry); size > 0) {
    megapixels += size;
    sized_ms += record.milliseconds();
  }
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
  times.Merge(other.times);
  megapixels += other.megapixels;
  sized_ms += other.sized_ms;
  parts_calls += other.parts_calls;
  AddTo(&parts, other.parts);
  wait_ns += other.wait_ns;
  bytes_up += other.bytes_up;
  bytes_down += other.bytes_down;
  resident += other.resident;
  predicted_ms += other.predicted_ms;
  predicted_actual_ms += other.predicted_actual_ms;
  ratios.Merge(other.ratios);
}

double CallTally::MegapixelsPerSecond() const {
  return sized_ms > 0 ? megapixels / sized_ms * 1000 : 0;
}

}  // namespace lodestone::cli
