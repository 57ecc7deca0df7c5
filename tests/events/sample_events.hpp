// Event log lines for tests.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace lodestone::test {

// A line of the JSON Lines layout: a call on the CPU, with these fields replaced.
inline std::string EventLine(const nlohmann::json& fields = nlohmann::json::object()) {
  nlohmann::json event = {{"unix_time_ns", 1'790'000'000'000'000'000},
                          {"process", 4000},
                          {"thread", 4001},
                          {"operation", "scale"},
                          {"source_columns", 2000},
                          {"source_rows", 1000},
                          {"columns", 1000},
                          {"rows", 500},
                          {"outcome", "done"},
                          {"accelerator", "cpu"},
                          {"device", ""},
                          {"declined_by", ""},
                          {"declined_by_outcome", "done"},
                          {"reason", "none"},
                          {"first", 0},
                          {"predicted_ns", 3'000'000},
                          {"actual_ns", 2'000'000}};
  event.update(fields);
  return event.dump() + "\n";
}

// A call on a device, with parts.
inline nlohmann::json DeviceCall(const nlohmann::json& fields = nlohmann::json::object()) {
  nlohmann::json call = {{"accelerator", "opencl"},  {"device", "pocl:CPU:x"},
                         {"kernels", "ScaleFilter"}, {"actual_ns", 10'000'000},
                         {"upload_ns", 2'000'000},   {"kernel_ns", 3'000'000},
                         {"download_ns", 1'000'000}, {"queue_ns", 500'000},
                         {"bytes_up", 24'000'000},   {"bytes_down", 6'000'000}};
  call.update(fields);
  return call;
}

}  // namespace lodestone::test
