// The lines of a shard file: an input each, with its size when the plan was made.
#pragma once

#include <fstream>
#include <string>

#include "utilities/bulk/bulk_input.hpp"

namespace lodestone::cli {

// Its end included.
std::string ShardLine(const BulkInput& input);

// Throws std::exception for anything else.
BulkInput ParseShardLine(const std::string& line);

// A file of such lines, under a name that no other file has; gone at the end.
class InputSpool {
 public:
  // `beginning`: of its name. Throws CommandError.
  explicit InputSpool(const std::string& beginning);
  ~InputSpool();
  InputSpool(const InputSpool&) = delete;
  InputSpool& operator=(const InputSpool&) = delete;

  void Add(const BulkInput& input) { file_ << ShardLine(input); }
  // Its name, with all lines in it. Throws CommandError.
  const std::string& Finish();

 private:
  std::string name_;
  std::ofstream file_;
};

}  // namespace lodestone::cli
