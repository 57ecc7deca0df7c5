// The fields of a summary, named once for JSON and comma-separated values.
#pragma once

#include <nlohmann/json.hpp>

#include "utilities/events/summary/call_tally.hpp"
#include "utilities/events/summary/summary.hpp"

namespace lodestone::cli {

// What is not known, or is nothing without calls, is null.
nlohmann::ordered_json FiguresOf(const CallTally& tally);

// What is counted of a group besides.
nlohmann::ordered_json OutcomesOf(const EventGroup& group);

}  // namespace lodestone::cli
