// A summary as human-readable text, as JSON, and as comma-separated values.
#pragma once

#include <string>

#include "utilities/events/read/log_reader.hpp"
#include "utilities/events/summary/summary.hpp"

namespace lodestone::cli {

std::string SummaryText(const EventSummary& summary, const LogDamage& damage);

// One object, indented, valid UTF-8 whatever the logs contain.
std::string SummaryJson(const EventSummary& summary, const LogDamage& damage);

// A heading, then for each operation, work class, accelerator and device a line for all calls and
// one each for the first and the later ones, if any.
std::string SummaryCsv(const EventSummary& summary);

// "2 damaged lines skipped:" and where the first ones are; empty when there were none.
std::string DamageText(const LogDamage& damage);

}  // namespace lodestone::cli
