#include "utilities/options/command_line.hpp"

#include "utilities/options/input_files.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {

namespace {

// Up to `end`; values of options may lie behind it. Returns where it stopped.
std::size_t ParseUpTo(std::size_t end, const Arguments& arguments, unsigned command,
                      std::vector<Item>* items) {
  std::size_t position = 0;
  while (position < end) {
    if (LooksLikeOption(arguments[position])) {
      items->push_back({"", ParseOption(arguments, arguments.size(), command, &position)});
    } else {
      for (auto& name : ExpandInputName(arguments[position])) items->push_back({name, {}});
      ++position;
    }
  }
  return position;
}

}  // namespace

std::vector<Item> ParseAll(const Arguments& arguments, unsigned command) {
  std::vector<Item> items;
  ParseUpTo(arguments.size(), arguments, command, &items);
  return items;
}

std::vector<Item> ParseItems(const Arguments& arguments, unsigned command) {
  std::vector<Item> items;
  const std::size_t end = arguments.size() - 1;
  if (ParseUpTo(end, arguments, command, &items) > end || LooksLikeOption(arguments[end])) {
    throw CommandError("Missing an image filename");
  }
  return items;
}

}  // namespace lodestone::cli
