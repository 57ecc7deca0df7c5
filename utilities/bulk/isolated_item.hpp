// An input that a process died of is done in one of its own.
#pragma once

#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/journal_lines.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

// What is not the fault of the input: every other would meet it too.
class RunError : public CommandError {
 public:
  using CommandError::CommandError;
};

// Runs this program for the input alone, and waits for it. Throws CommandError, which names the
// signal or the time, when that process dies too, and RunError when it stopped for another reason,
// a full disk for example.
ItemRecord DoIsolated(const BulkOptions& options, const BulkInput& input);

// For such a process: when memory runs out, it is the one to end, and it ends after so many
// seconds. Leaves no core file.
void PrepareForTheWorst(std::uint64_t seconds);

}  // namespace lodestone::cli
