// The command line of `lodestone bulk`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "utilities/bulk/input_list.hpp"
#include "utilities/bulk/output_name.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::cli {

// One output of every input.
struct OutputSpec {
  OutputName name;
  std::vector<OptionUse> uses;  // its own, after the common ones
};

struct BulkOptions {
  Arguments arguments;              // all but the inputs
  std::vector<OptionUse> settings;  // of earlier parts of the command line: they change no image
  std::vector<OptionUse> common;
  std::vector<std::string> warnings;  // of the options: all is done with them
  std::vector<OutputSpec> outputs;
  InputSources inputs;
  std::string journal;                      // "" for none
  std::vector<std::string> other_journals;  // of other workers, which count too
  std::vector<std::string> kept;            // files and folders that no output may replace
  std::optional<std::uint64_t> max_errors;
  std::uint64_t isolated_seconds = 900;  // that an input in a process of its own may take
  bool force = false;
  bool isolated = false;   // does one input that a process died of
  bool simulates = false;  // records inputs as done without looking at them
  bool json = false;
  bool replaces_inputs = false;
  bool creates_directories = true;
  bool preserves_times = false;     // outputs get the modification times of their inputs
  bool prints_failures = false;     // as messages, at once
  bool names_devices = true;        // that inputs were computed on, in the summary
  const ImageInfo* info = nullptr;  // to begin with; nullptr: the usual settings

  // A digest of everything that the outputs depend on besides the inputs.
  std::string Settings() const;
  // Of the outputs of an input, as far as they are known before it is read.
  std::vector<std::string> NamesFor(const BulkInput& input) const;
};

// An option of convert that works on one image, at arguments[*position], which is moved past it.
// Throws CommandError; `own` are names that the hint of an unknown one may be, too.
OptionUse ParseImageOption(const Arguments& arguments, std::size_t* position,
                           std::span<const std::string> own);

enum class Inputs { kRequired, kElsewhere };

// Throws CommandError.
BulkOptions ParseBulkOptions(const Arguments& arguments, Inputs inputs = Inputs::kRequired);

// Throws CommandError if there are several inputs, but an output with nothing of theirs in its
// name.
void RequireNamesFor(const BulkOptions& options);

// For help texts.
ShownOptions ShownBulkOptions();

}  // namespace lodestone::cli
