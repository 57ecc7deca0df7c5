// Generates event logs for tests, line by line.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace lodestone::test {

struct LoggedCall {
  std::string operation = "scale";
  std::uint64_t columns = 1000, rows = 1000;  // of the source; the result has half as many
  std::string accelerator = "cpu", device;
  double ms = 10, predicted_ms = 9;
  bool first = false;
  std::uint64_t thread = 1;
  std::string host;  // empty: not stated
  std::string reason = "none", detail, declined_by;
  double compile_ms = 0, upload_ms = 0, kernel_ms = 0, download_ms = 0;
};

class EventLogMaker {
 public:
  // Calls of a thread follow one another `pause_ms` apart.
  void Add(const LoggedCall& call, double pause_ms = 1) {
    now_ns_ += static_cast<std::int64_t>((call.ms + pause_ms) * 1e6);
    nlohmann::ordered_json json = {{"unix_time_ns", now_ns_},
                                   {"thread", call.thread},
                                   {"operation", call.operation},
                                   {"source_columns", call.columns},
                                   {"source_rows", call.rows},
                                   {"columns", call.columns / 2},
                                   {"rows", call.rows / 2},
                                   {"quantum_depth", 16},
                                   {"samples", 4},
                                   {"outcome", "done"},
                                   {"accelerator", call.accelerator},
                                   {"device", call.device},
                                   {"declined_by", call.declined_by},
                                   {"declined_by_outcome", "declined"},
                                   {"reason", call.reason},
                                   {"detail", call.detail},
                                   {"first", call.first ? 1 : 0},
                                   {"predicted_ns", call.predicted_ms * 1e6},
                                   {"actual_ns", call.ms * 1e6},
                                   {"compile_ns", call.compile_ms * 1e6},
                                   {"upload_ns", call.upload_ms * 1e6},
                                   {"kernel_ns", call.kernel_ms * 1e6},
                                   {"download_ns", call.download_ms * 1e6}};
    if (!call.host.empty()) json["host"] = call.host;
    text_ += json.dump() + "\n";
  }

  void AddLine(const std::string& line) { text_ += line + "\n"; }
  const std::string& text() const { return text_; }

 private:
  std::int64_t now_ns_ = 1'700'000'000'000'000'000;
  std::string text_;
};

inline constexpr const char* kSomeDevice = "Some Vendor:GPU:Some Device 9000";

// Both paths at several sizes, a crossover at 3 megapixels (10 ms per megapixel against 27 ms and 1
// ms per megapixel), a cold start, and declined calls.
inline EventLogMaker TwoPaths(int repeats = 3) {
  EventLogMaker log;
  for (const std::uint64_t side : {600, 1000, 1600, 2400, 4200}) {
    const double megapixels = static_cast<double>(side * side) / 1e6;
    for (int i = 0; i <= repeats; ++i) {
      const bool first = side == 600 && i == 0;
      LoggedCall processor;
      processor.columns = processor.rows = side;
      processor.ms = processor.predicted_ms = 10 * megapixels;
      processor.first = first;
      processor.reason = side < 1000 ? "too-small" : "cold";
      processor.detail = "in its own words";
      processor.declined_by = kSomeDevice;
      LoggedCall device = processor;
      device.accelerator = "opencl";
      device.device = kSomeDevice;
      device.reason = "none";
      device.ms = 27 + megapixels + (first ? 900 : 0);
      device.predicted_ms = 20 + megapixels;
      device.compile_ms = first ? 850 : 0;
      device.upload_ms = 0.4 * megapixels;
      device.kernel_ms = 0.1 * megapixels;
      device.download_ms = 0.3 * megapixels;
      device.thread = 2;
      log.Add(processor);
      log.Add(device, i == 0 ? 5000 : 1);
    }
  }
  return log;
}

}  // namespace lodestone::test
