// What the log does with events: defaults, then log.mgk, then the calls of the program.
#pragma once

#include <string>

#include "magick/log.h"

namespace lodestone {

struct LogSettings {
  unsigned long events = NoEventsMask;
  unsigned long output = StderrOutput;  // LogOutputType bits
  std::string filename = "Magick-%d.log";
  unsigned long generations = 3;
  unsigned long limit = 2000;
  std::string format = "%t %r %u %p %m/%f/%l/%d:\\n  %e";
  LogMethod method = nullptr;

  bool operator==(const LogSettings&) const = default;
};

// As they are now, and back to what they were. Restoring does nothing if nothing has changed.
// Thread-safety: safe.
LogSettings CurrentLogSettings();
void RestoreLogSettings(const LogSettings& before);

// Applies the first log.mgk found in the directories of MAGICK_CONFIGURE_PATH (separated by ':'),
// then in $HOME/.magick. If there is none, or it cannot be read, nothing changes.
void LoadLogConfiguration(LogSettings* settings);

// Applies the text of a log.mgk: every <log name="value" .../> element in it.
void ApplyLogConfiguration(const std::string& text, LogSettings* settings);

}  // namespace lodestone
