#include "utilities/bulk/journal_file.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

std::atomic<int> locked_file{-1};

// A child that goes on without exec would hold the lock when this process has ended.
void ReleaseInChild() {
  const int file = locked_file.exchange(-1);
  if (file >= 0) close(file);
}

void KeepFromChildren(int file) {
  [[maybe_unused]] static const int registered = pthread_atfork(nullptr, nullptr, ReleaseInChild);
  locked_file = file;
}

constexpr char kPattern[] = "XXXXXX";  // of mkdtemp

std::string FolderPrefix(const std::string& journal) {
  return ".isolated-" + fs::path(journal).filename().string() + "-";
}

void RequireRegular(const struct stat& status, const std::string& name) {
  if (S_ISLNK(status.st_mode)) throw CommandError("The journal is a symbolic link", name);
  if (!S_ISREG(status.st_mode)) throw CommandError("The journal is not a regular file", name);
}

}  // namespace

// Asks first what it is: opening a device may change it.
int OpenJournalFile(const std::string& name, JournalAccess access) {
  struct stat status;
  if (lstat(name.c_str(), &status) == 0) RequireRegular(status, name);
  const int flags = access == JournalAccess::kRead ? O_RDONLY : O_RDWR | O_CREAT;
  const int file = open(name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (file < 0) throw CommandError("Unable to open journal", name, errno);
  try {
    if (fstat(file, &status) != 0) throw CommandError("Unable to open journal", name, errno);
    RequireRegular(status, name);
  } catch (...) {
    close(file);
    throw;
  }
  return file;
}

FolderOfJournal::FolderOfJournal(const std::string& journal)
    : path_(fs::path(journal).parent_path() / (FolderPrefix(journal) + kPattern)) {
  if (mkdtemp(path_.data()) == nullptr)
    throw CommandError("Unable to make directory", path_, errno);
}

FolderOfJournal::~FolderOfJournal() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void RemoveFoldersOf(const std::string& journal) {
  std::error_code error;
  const fs::path parent = fs::path(journal).parent_path();
  const std::string prefix = FolderPrefix(journal);
  for (fs::directory_iterator each(parent.empty() ? "." : parent, error), end;
       !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().string();
    // Nothing of a journal whose name goes on after that of this one.
    const bool own =
        name.starts_with(prefix) && name.size() == prefix.size() + std::strlen(kPattern);
    std::error_code ignored;
    if (own) fs::remove_all(each->path(), ignored);
  }
}

void LockJournal(int file, const std::string& name, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kBetween(20);
  const Clock::time_point end = Clock::now() + patience;
  for (bool told = false; flock(file, LOCK_EX | LOCK_NB) != 0; told = true) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      throw CommandError("Unable to lock journal", name, errno);
    }
    if (InterruptRequested()) throw Interrupted();
    if (Clock::now() >= end) throw CommandError("Another process works with this journal", name);
    if (!told) {
      PrintMessage(CommandError("Waiting for another process that works with this journal", name)
                       .WithSeverity(OptionWarning));
    }
    std::this_thread::sleep_for(kBetween);
  }
  KeepFromChildren(file);
}

void CloseJournal(int file) {
  int locked = file;
  locked_file.compare_exchange_strong(locked, -1);
  close(file);
}

}  // namespace lodestone::cli
