// The fields of a summary, named once for JSON and comma-separated values.
#pragma once

#include <nlohmann/json.hpp>

#include "utilities/events/tally/call_tally.hpp"
#include "utilities/events/summary/summary.hpp"

namespace lodestone::cli {

// What is unknown, or undefined without calls, is null.
nlohmann::ordered_json FiguresOf(const CallTally& tally);

// Further counts of a group.
nlohmann::ordered_json OutcomesOf(const EventGroup& group);

}  // namespace lodestone::cli
