// Options of batch, and of the command set in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "utilities/shell/batch_reader.hpp"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {

struct BatchOptions {
  bool echo = false;
  bool feedback = false;
  bool stop_on_error = false;
  bool tap = false;  // the Test Anything Protocol instead of prompt and feedback
  BatchEscape escape = BatchEscape::kUnix;
  std::string pass = "PASS", fail = "FAIL";
  std::optional<std::string> prompt;  // not given: depends on whether there is a file
};

enum class BatchParsing { kDone, kHelp, kFailed };

// Parses options up to the first other argument, whose position it stores; changes *options only
// if all are right, and else prints what is wrong, unless help was asked for.
BatchParsing ParseBatchOptions(const Arguments& arguments, BatchOptions* options,
                               std::size_t* position);

// The settings, as set prints them.
void PrintBatchOptions(const BatchOptions& options);

// For help texts.
ShownOptions ShownBatchOptions();

}  // namespace lodestone::cli
