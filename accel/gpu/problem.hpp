// Why a call ends on a device, and text for the plugin interface.
#pragma once

#include <exception>
#include <string>
#include <utility>

#include "accel/plugin.h"

namespace lodestone::accel::gpu {

// In the host's terms. Exceptions end in module.cpp.
class Problem : public std::exception {
 public:
  Problem(MagickAccelerateOutcome outcome, MagickAccelerateReason reason, std::string detail)
      : outcome_(outcome), reason_(reason), detail_(std::move(detail)) {}

  MagickAccelerateOutcome outcome() const { return outcome_; }
  MagickAccelerateReason reason() const { return reason_; }
  const std::string& detail() const { return detail_; }
  const char* what() const noexcept override { return detail_.c_str(); }

 private:
  MagickAccelerateOutcome outcome_;
  MagickAccelerateReason reason_;
  std::string detail_;
};

// A call of the vendor's interface that gave this status: "cuMemAlloc: OUT_OF_MEMORY on device".
Problem CallFailed(MagickAccelerateReason reason, const char* call, const std::string& status,
                   const std::string& device);
// The same of an allocation: without room for it, it is Declined, since smaller work still fits.
Problem AllocationFailed(MagickAccelerateReason reason, const char* call, const std::string& status,
                         const std::string& device);

// Copies text into a field of the plugin interface; a truncated one ends in "...".
void CopyText(char* field, size_t size, const std::string& text);

}  // namespace lodestone::accel::gpu
