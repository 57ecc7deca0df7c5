// The command lines of commands that read images and write one file.
#pragma once

#include <string>
#include <vector>

#include "utilities/options/options.hpp"

namespace lodestone::cli {

// An input or an option.
struct Item {
  std::string input;  // may be "", a name that no file has
  OptionUse use;      // without an option for an input

  bool IsInput() const { return use.option == nullptr; }
};

// All arguments. Throws CommandError.
std::vector<Item> ParseAll(const Arguments& arguments, unsigned command);

// All arguments except the last, the output name. Throws CommandError.
std::vector<Item> ParseItems(const Arguments& arguments, unsigned command);

}  // namespace lodestone::cli
