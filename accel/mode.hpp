// Which accelerators may be used: modes and device selection, from the program or the environment.
#pragma once

#include <optional>
#include <string>

#include "accel/accelerate.h"

namespace lodestone::accel {

// The device selection in force. Comparisons ignore case, and spaces around it.
class DeviceSelector {
 public:
  explicit DeviceSelector(const std::string& text);

  // It is switched off.
  bool MatchesNothing() const { return nothing_; }
  // Not every device matches.
  bool Chooses() const { return nothing_ || !text_.empty(); }
  // 'the device selection "gpu"', and what is wrong with it.
  std::string Describe() const;
  // Why a device does not match, and what to do about it.
  std::string Problem() const;
  std::string Hint() const;
  // True if the user selected this device or its class, not just any.
  bool Names(const std::string& stable_name, MagickAccelerateDeviceType type) const;
  bool Matches(const std::string& stable_name, MagickAccelerateDeviceType type) const;

 private:
  std::string text_;  // lower case; empty = any
  bool nothing_ = false;
  bool number_ = false;  // which is neither a name nor a part of one that anyone would mean
};

DeviceSelector CurrentSelector();

// A variable of the environment, about acceleration, whose value cannot be understood, and so is
// not heeded.
struct UnreadableVariable {
  std::string problem;     // "Unrecognized acceleration mode, expected auto, off or require"
  std::string assignment;  // "MAGICK_ACCELERATE=requier"
};
std::optional<UnreadableVariable> FindUnreadableVariable();

}  // namespace lodestone::accel
