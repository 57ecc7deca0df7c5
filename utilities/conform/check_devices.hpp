// Conformance of the CPU and of devices, one after the other, with progress on the terminal.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "utilities/conform/verdict.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::conform {

// What to check.
struct Choice {
  bool cpu = true, devices = true;
  std::string selector;  // of devices, as in MAGICK_OCL_DEVICE, which it replaces unless it is ""
  bool shares_build = false;  // all programs are needed: other processes build them, too
};

struct Checked {
  std::vector<Verdict> verdicts;  // the CPU's first
  std::string no_device;  // why there is none of a device, though devices were to be checked

  bool conforms() const;
};

// Gets each result, of the CPU ("cpu") or a device ("device-1", "device-2" ...).
using Keep =
    std::function<void(const Case& each, const std::string& where, const CaseResult& result)>;

// Throws CommandError also if no device matches the selector.
Checked Check(const Choice& choice, const std::vector<Case>& cases, const Digests& digests,
              const Keep& keep);

// Keeps a verdict on all cases for `lodestone devices`. False if that could not be stored.
bool Store(const Verdict& verdict);

// A listener that shows how far the cases are.
Listener ShowingProgress(cli::ProgressLine* line, const std::string& where, std::size_t cases);

}  // namespace lodestone::conform
