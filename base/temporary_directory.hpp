// The directory for temporary files.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace lodestone {

// MAGICK_TMPDIR, else TMPDIR, else the system's. An empty variable names none.
inline std::string TemporaryDirectory() {
  for (const char* variable : {"MAGICK_TMPDIR", "TMPDIR"}) {
    const char* directory = std::getenv(variable);
    if (directory != nullptr && *directory != '\0') return directory;
  }
  return P_tmpdir;
}

}  // namespace lodestone
