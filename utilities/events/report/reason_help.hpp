// What the reasons in the event log mean, with hints.
#pragma once

#include <string>

namespace lodestone::cli {

struct ReasonHelp {
  const char* reason;  // its stable spelling; "" for logs without one
  const char* meaning;
  const char* hint;
};

// For a reason that this version does not know: a general hint.
const ReasonHelp& HelpFor(const std::string& reason);

}  // namespace lodestone::cli
