#include "magick/core/temporary_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>

#include "magick/log.h"

namespace lodestone {

std::string TemporaryDirectory() {
  for (const char* variable : {"MAGICK_TMPDIR", "TMPDIR"}) {
    const char* directory = std::getenv(variable);
    if (directory != nullptr && *directory != '\0') return directory;
  }
  return P_tmpdir;
}

int OpenUnlinkedTemporaryFile() {
  std::string name = TemporaryDirectory() + "/lodestone-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return -1;
  unlink(name.c_str());
  LogMagickEvent(TemporaryFileEvent, GetMagickModule(), "temporary file %s", name.c_str());
  return file;
}

}  // namespace lodestone
