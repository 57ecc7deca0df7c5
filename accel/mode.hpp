// Which accelerators may be used: modes and device selection, from the program or the environment.
#pragma once

#include <string>

#include "accel/accelerate.h"

namespace lodestone::accel {

// The device selection in force. Comparisons ignore case.
class DeviceSelector {
 public:
  explicit DeviceSelector(std::string text);

  bool MatchesNothing() const { return nothing_; }
  // True if the user selected this device or its class, not just any.
  bool Names(const std::string& stable_name, MagickAccelerateDeviceType type) const;
  bool Matches(const std::string& stable_name, MagickAccelerateDeviceType type) const;

 private:
  std::string text_;  // lower case; empty = any
  bool nothing_ = false;
};

DeviceSelector CurrentSelector();

}  // namespace lodestone::accel
