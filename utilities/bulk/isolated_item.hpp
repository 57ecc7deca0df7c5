// An input that a process died of is done in one of its own.
#pragma once

#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/journal_lines.hpp"

namespace lodestone::cli {

// Runs this program for the input alone, and waits for it. Throws CommandError, which names the
// signal, when that process dies too.
ItemRecord DoIsolated(const BulkOptions& options, const BulkInput& input);

// For such a process: when memory runs out, it is the one to end. Leaves no core file.
void PrepareForTheWorst();

}  // namespace lodestone::cli
