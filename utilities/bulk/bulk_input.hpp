// One input of a bulk run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace lodestone::cli {

struct BulkInput {
  std::string name;
  std::string root;  // the directory on the command line that it was found in; "" if none
  // Zero when the file cannot be examined, which reading it will tell.
  std::uint64_t bytes = 0;
  std::int64_t modified_ns = 0;                               // since 1970
  std::optional<std::uint64_t> planned_bytes = std::nullopt;  // when a plan was made

  bool SameFile(const BulkInput& other) const {
    return name == other.name && bytes == other.bytes && modified_ns == other.modified_ns;
  }
};

}  // namespace lodestone::cli
