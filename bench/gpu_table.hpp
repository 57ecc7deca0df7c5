// The measurements of a device as a human-readable table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace lodestone::bench {

// Adds the rates, floors and ratios that follow from the measurements. `link` and
// `memory_bandwidth`, in GB/s, are used as given if present; the latter otherwise follows from
// `memory_copy` {bytes, ns: [...]}.
void AddFloors(nlohmann::json& document);

// Aligned text; every line ends with a newline.
std::string GpuTable(const nlohmann::json& document);

// False when any result differed from the CPU's.
bool AllSame(const nlohmann::json& document);

}  // namespace lodestone::bench
