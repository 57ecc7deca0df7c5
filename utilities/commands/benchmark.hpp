// The three forms of lodestone benchmark.
#pragma once

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// benchmark [-iterations n | -duration s] [-stepthreads n] [-rawcsv] [-accelerate-log f] command
int BenchmarkCommand(const CommandContext& context, const Arguments& arguments);

// benchmark [options] -op "-resize 50%" [-op ...] image
int BenchmarkInMemory(const CommandContext& context, const Arguments& arguments);

// benchmark -choice [options]
int BenchmarkChoice(const CommandContext& context, const Arguments& arguments);

// The options of these two.
ShownOptions MemoryOptions();
ShownOptions ChoiceOptions();

// Appends all acceleration events from now on to the file; "" does nothing. Throws.
void LogEventsTo(const std::string& filename);

}  // namespace lodestone::cli
