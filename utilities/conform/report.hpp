// Verdicts of conformance as text and as JSON.
#pragma once

#include "utilities/conform/check_devices.hpp"

namespace lodestone::conform {

void PrintReport(const Checked& checked);
void PrintJson(const Checked& checked);

}  // namespace lodestone::conform
