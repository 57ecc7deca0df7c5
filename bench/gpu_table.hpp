// What was measured on a device, as a table for people.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace lodestone::bench {

// Adds the floors and ratios that follow from what was measured: `link` and `memory_bandwidth` of
// the document, in GB/s, are taken as given when they are there.
void AddFloors(nlohmann::json& document);

// Aligned text; every line ends with a newline.
std::string GpuTable(const nlohmann::json& document);

// False when any result differed from the processor's.
bool AllSame(const nlohmann::json& document);

}  // namespace lodestone::bench
