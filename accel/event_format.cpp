#include <cstdio>

#include <nlohmann/json.hpp>

#include "accel/event_log.hpp"

namespace lodestone::accel {
namespace {

std::string Capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] -= 'a' - 'A';
  return text;
}

std::string Milliseconds(std::uint64_t ns) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(ns) * 1e-6);
  return text;
}

void AddKernels(std::vector<std::string>& messages, const std::string& kernels) {
  for (std::size_t begin = 0; begin < kernels.size();) {
    const std::size_t comma = std::min(kernels.find(',', begin), kernels.size());
    messages.push_back("Using kernel: " + kernels.substr(begin, comma - begin));
    begin = comma + 1;
  }
}

}  // namespace

std::vector<std::string> EventMessages(const MagickAccelerateEvent& event) {
  std::vector<std::string> messages;
  const std::string operation = event.operation;
  if (event.reason != MagickAccelerateNoReason) {
    std::string message = "Accelerate" + Capitalized(operation) + "Image ";
    message += MagickAccelerateOutcomeName(event.passed_over_outcome);
    message += std::string(": ") + MagickAccelerateReasonName(event.reason);
    if (event.detail[0]) message += std::string(" (") + event.detail + ")";
    messages.push_back(message);
  }
  if (event.outcome != MagickAccelerateDone) return messages;
  AddKernels(messages, event.kernels);
  messages.push_back((event.device[0] ? "accelerate " : "normal ") + operation + ": " +
                     Milliseconds(event.actual_ns));
  return messages;
}

std::string EventJson(const MagickAccelerateEvent& event) {
  const nlohmann::ordered_json json = {
      {"sequence", event.sequence},
      {"unix_time_ns", event.unix_time_ns},
      {"process", event.process},
      {"thread", event.thread},
      {"operation", event.operation},
      {"source_columns", event.source_columns},
      {"source_rows", event.source_rows},
      {"columns", event.columns},
      {"rows", event.rows},
      {"quantum_depth", event.quantum_depth},
      {"alpha", event.alpha},
      {"samples", event.samples},
      {"outcome", MagickAccelerateOutcomeName(event.outcome)},
      {"accelerator", event.accelerator},
      {"device", event.device},
      {"passed_over", event.passed_over},
      {"passed_over_outcome", MagickAccelerateOutcomeName(event.passed_over_outcome)},
      {"reason", MagickAccelerateReasonName(event.reason)},
      {"detail", event.detail},
      {"kernels", event.kernels},
      {"first", event.first},
      {"resident", event.resident},
      {"predicted_ns", event.predicted_ns},
      {"actual_ns", event.actual_ns},
      {"queue_ns", event.queue_ns},
      {"compile_ns", event.compile_ns},
      {"upload_ns", event.upload_ns},
      {"kernel_ns", event.kernel_ns},
      {"download_ns", event.download_ns},
      {"bytes_up", event.bytes_up},
      {"bytes_down", event.bytes_down},
      {"context_ns", event.context_ns},
      {"load_ns", event.load_ns},
      {"test_ns", event.test_ns},
      {"strips", event.strips},
  };
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace lodestone::accel
