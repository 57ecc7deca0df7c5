// Works through the inputs of a bulk run: many images at a time, one thread each.
#pragma once

#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/bulk_summary.hpp"

namespace lodestone::cli {

// Everything that can go wrong with an input becomes its failure. What concerns all of them (a full
// disk, an unreadable list) stops the run; what was done by then is kept. Throws CommandError only
// for what is wrong before the first input.
BulkSummary RunBulkJob(const BulkOptions& options);

}  // namespace lodestone::cli
