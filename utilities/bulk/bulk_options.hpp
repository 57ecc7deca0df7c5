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
  std::vector<OptionUse> common;
  std::vector<OutputSpec> outputs;
  InputSources inputs;
  std::string journal;  // "" for none
  std::optional<std::uint64_t> max_errors;
  bool force = false;
  bool json = false;

  // A digest of everything that the outputs depend on besides the inputs.
  std::string Settings() const;
};

// Throws CommandError.
BulkOptions ParseBulkOptions(const Arguments& arguments);

void PrintBulkOptions();

}  // namespace lodestone::cli
