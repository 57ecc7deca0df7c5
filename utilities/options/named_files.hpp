// The files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "utilities/shell/command.hpp"

namespace lodestone::cli {

struct NamedFiles {
  std::vector<std::string> inputs;    // that exist
  std::vector<std::string> patterns;  // folders where names are looked for
  std::vector<std::string> outputs;   // that will be written, or exist and will be replaced
};

// Of a command that has the options of GraphicsMagick's grammar. Any word may name an input, as it
// stands or after a prefix ("png:", "@"); a file that another file names is not named here.
NamedFiles FilesNamedBy(const std::string& command, const Arguments& arguments);

}  // namespace lodestone::cli
