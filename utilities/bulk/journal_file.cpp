#include "utilities/bulk/journal_file.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <string_view>
#include <thread>

#include "utilities/bulk/journal_lines.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::cli {
namespace {

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

[[noreturn]] void Refuse(const std::string& name) {
  throw CommandError("This file is not a journal of bulk", name)
      .WithHint("it stays as it is; name another one with -journal");
}

void RequireRegular(const struct stat& status, const std::string& name) {
  if (S_ISLNK(status.st_mode)) throw CommandError("The journal is a symbolic link", name);
  if (!S_ISREG(status.st_mode)) throw CommandError("The journal is not a regular file", name);
}

// The first line without its end, or what there is of it, as long as it may be one of a journal.
std::string FirstLine(int file, const std::string& name, bool* whole) {
  std::string line;
  std::array<char, 4096> buffer;
  *whole = false;
  while (!*whole && BeginsJournalLine(line)) {
    const auto position = static_cast<off_t>(line.size());
    const ssize_t got = pread(file, buffer.data(), buffer.size(), position);
    if (got < 0) throw CommandError("Unable to read journal", name, errno);
    if (got == 0) break;
    const std::string_view piece(buffer.data(), static_cast<std::size_t>(got));
    const std::size_t end = piece.find('\n');
    *whole = end != std::string_view::npos;
    line += piece.substr(0, end);
  }
  return line;
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

void RequireJournal(int file, const std::string& name) {
  bool whole = false;
  const std::string line = FirstLine(file, name, &whole);
  if (!BeginsJournalLine(line) || (whole && !ParseJournalLine(line))) Refuse(name);
}

void LockJournal(int file, const std::string& name, std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kBetween(20);
  const Clock::time_point end = Clock::now() + patience;
  for (bool told = false; flock(file, LOCK_EX | LOCK_NB) != 0; told = true) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      throw CommandError("Unable to lock journal", name, errno);
    }
    if (InterruptRequested()) throw CommandError("Interrupted");
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
