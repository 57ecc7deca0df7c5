// The parts that make up the time of a call.
#pragma once

#include <array>
#include <cstddef>

#include "utilities/events/read/record.hpp"

namespace lodestone::cli {

enum class CallPart {
  kOpen,     // opening the device
  kLoad,     // programs from the cache
  kCompile,  // programs from source
  kTest,     // self-test
  kUpload,
  kKernel,
  kDownload,
  kWait,  // queueing, host work, and unlogged time
  kCpu,   // the whole of a call on the CPU
};
inline constexpr std::size_t kCallParts = 9;

struct CallPartInfo {
  const char* name;   // "upload"
  const char* style;  // CSS class of its colour and hatching
};
extern const std::array<CallPartInfo, kCallParts> kCallPartInfo;

// Milliseconds by part, adding up to the time of the call. Parts that overlapped, and so add up to
// more than the call, are scaled down proportionally.
using CallParts = std::array<double, kCallParts>;
CallParts SplitCall(const EventRecord& record);

// Nanoseconds of a part that the log states: up to kDownload.
double StatedNs(const EventParts& parts, CallPart part);

// Whether the call ran on the CPU, not a device.
bool IsCpu(const EventRecord& record);

}  // namespace lodestone::cli
