// The lines of a shard file: an input each, with its size when the plan was made.
#pragma once

#include <string>

#include "utilities/bulk/bulk_input.hpp"

namespace lodestone::cli {

// Its end included.
std::string ShardLine(const BulkInput& input);

// Throws std::exception for anything else.
BulkInput ParseShardLine(const std::string& line);

}  // namespace lodestone::cli
