#include "magick/core/paths/temporary_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <memory>

#include "base/temporary_directory.hpp"
#include "magick/log.h"

namespace lodestone {
namespace {

// A file to be removed. The list only grows, but when all of it is taken.
struct TemporaryFile {
  std::string name;
  TemporaryFile* next = nullptr;
};

std::atomic<TemporaryFile*> temporary_files{nullptr};

}  // namespace

int OpenUnlinkedTemporaryFile() {
  std::string name = TemporaryDirectory() + "/lodestone-XXXXXX";
  const int file = mkostemp(name.data(), O_CLOEXEC);
  if (file < 0) return -1;
  unlink(name.c_str());
  LogMagickEvent(TemporaryFileEvent, GetMagickModule(), "temporary file %s", name.c_str());
  return file;
}

std::string MakeTemporaryFile() {
  auto file = std::make_unique<TemporaryFile>();
  file->name = TemporaryDirectory() + "/lodestone-XXXXXX";
  const int descriptor = mkostemp(file->name.data(), O_CLOEXEC);
  if (descriptor < 0) return "";
  close(descriptor);
  std::string name = file->name;
  TemporaryFile* added = file.release();
  added->next = temporary_files.load();
  while (!temporary_files.compare_exchange_weak(added->next, added)) continue;
  return name;
}

void RemoveTemporaryFiles() {
  for (TemporaryFile* file = temporary_files.exchange(nullptr); file != nullptr;) {
    const std::unique_ptr<TemporaryFile> removed(file);
    unlink(removed->name.c_str());
    file = removed->next;
  }
}

void RemoveTemporaryFilesInSignal() {
  for (TemporaryFile* file = temporary_files.load(); file != nullptr; file = file->next)
    unlink(file->name.c_str());
}

}  // namespace lodestone
