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
  const EventParts& parts = record.parts;
  at(CallPart::kOpen) = parts.context_ns / 1e6;
  at(CallPart::kLoad) = parts.load_ns / 1e6;
  at(CallPart::kCompile) = parts.compile_ns / 1e6;
  at(CallPart::kTest) = parts.test_ns / 1e6;
  at(CallPart::kUpload) = parts.upload_ns / 1e6;
  at(CallPart::kKernel) = parts.kernel_ns / 1e6;
  at(CallPart::kDownload) = parts.download_ns / 1e6;
  const double known = std::accumulate(split.begin(), split.end(), 0.0);
  if (known > all) {
    for (double& part : split) part *= all / known;
  }
  at(CallPart::kWait) = std::max(0.0, all - known);
  return split;
}

}  // namespace lodestone::cli
