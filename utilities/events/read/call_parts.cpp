#include "utilities/events/read/call_parts.hpp"

#include <algorithm>
#include <numeric>

namespace lodestone::cli {

const std::array<CallPartInfo, kCallParts> kCallPartInfo = {{{"open the device", "t-open"},
                                                             {"load programs", "t-load"},
                                                             {"compile", "t-compile"},
                                                             {"self-test", "t-test"},
                                                             {"upload", "t-upload"},
                                                             {"kernel", "t-kernel"},
                                                             {"download", "t-download"},
                                                             {"waiting and other", "t-wait"},
                                                             {"CPU", "t-processor"}}};

EventParts& EventParts::operator+=(const EventParts& other) {
  for (const EventPart& part : kEventParts) this->*part.ns += other.*part.ns;
  return *this;
}

double EventParts::known_ns() const {
  double sum = 0;
  for (const EventPart& part : kEventParts) {
    if (part.ns != &EventParts::queue_ns) sum += this->*part.ns;
  }
  return sum;
}

// The parts stand in the same order there, behind the queue.
double StatedNs(const EventParts& parts, CallPart part) {
  return parts.*kEventParts[static_cast<std::size_t>(part) + 1].ns;
}

bool IsCpu(const EventRecord& record) {
  return record.device.empty() && record.accelerator != kAccelerated &&
         record.accelerator != kNoAccelerator;
}

CallParts SplitCall(const EventRecord& record) {
  CallParts split{};
  const double all = record.milliseconds();
  const auto at = [&](CallPart part) -> double& { return split[static_cast<std::size_t>(part)]; };
  if (IsCpu(record)) {
    at(CallPart::kCpu) = all;
    return split;
  }
  for (std::size_t part = 0; part <= static_cast<std::size_t>(CallPart::kDownload); ++part) {
    split[part] = StatedNs(record.parts, static_cast<CallPart>(part)) / 1e6;
  }
  const double known = std::accumulate(split.begin(), split.end(), 0.0);
  if (known > all) {
    for (double& part : split) part *= all / known;
  }
  at(CallPart::kWait) = std::max(0.0, all - known);
  return split;
}

}  // namespace lodestone::cli
