// What the reasons of the event log mean, and what can be done about them.
#pragma once

#include <string>

namespace lodestone::cli {

struct ReasonHelp {
  const char* reason;  // its stable spelling; "" for logs that give none
  const char* meaning;
  const char* remedy;
};

// For a reason that this version does not know: advice that fits them all.
const ReasonHelp& HelpFor(const std::string& reason);

}  // namespace lodestone::cli
