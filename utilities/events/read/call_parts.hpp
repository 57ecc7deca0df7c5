// The parts that the time of a call is made of.
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
  kWait,       // queueing, host work, and what the log does not tell
  kProcessor,  // the whole of a call that the processor did
};
inline constexpr std::size_t kCallParts = 9;

struct CallPartInfo {
  const char* name;   // "upload"
  const char* style;  // class of its colour and hatching on pages
};
extern const std::array<CallPartInfo, kCallParts> kCallPartInfo;

// Milliseconds by part; together what the call took. Parts that ran at the same time, and are
// longer in sum than the call, are shortened alike.
using CallParts = std::array<double, kCallParts>;
CallParts SplitCall(const EventRecord& record);

// Whether the library's own path did the call, no device.
bool IsNative(const EventRecord& record);

}  // namespace lodestone::cli
