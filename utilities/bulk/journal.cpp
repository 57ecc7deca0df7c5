#include "utilities/bulk/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/ordinary_output.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kReadBytes = 1 << 16;

std::uint64_t KeyOf(const std::string& input) {
  return std::hash<std::string>()(input);
}

int OpenJournal(const std::string& name, int flags) {
  if (flags == O_RDONLY) return open(name.c_str(), flags | O_CLOEXEC);
  const OutputPlace place(name);
  RequireOrdinary(place);
  return place.Open(flags).Release();
}

}  // namespace

Journal::Journal(const std::string& name, const std::vector<std::string>& others) : name_(name) {
  try {
    for (const std::string& other : others) Load(other, O_RDONLY);
    Open(name);
  } catch (...) {
    CloseAll();
    throw;
  }
}

Journal::~Journal() {
  CloseAll();
}

void Journal::CloseAll() {
  for (const int file : files_) close(file);
}

void Journal::Open(const std::string& name) {
  std::error_code error;
  const auto folder = std::filesystem::path(name).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  Load(name, O_RDWR);
  if (lseek(files_.back(), 0, SEEK_END) != end_ && ftruncate(files_.back(), end_) != 0) {
    throw CommandError("Unable to write journal", name, errno);
  }
}

void Journal::Load(const std::string& name, int flags) {
  const int file = OpenJournal(name, flags);
  if (file < 0) throw CommandError("Unable to open journal", name, errno);
  files_.push_back(file);
  struct stat status;
  if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw CommandError("The journal is not a regular file", name);
  }
  const bool own = flags != O_RDONLY;
  if (own && flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) throw CommandError("Unable to lock journal", name, errno);
    throw CommandError("Another process works with this journal", name);
  }
  // What a living process has begun, it may well finish.
  const bool alive = !own && flock(file, LOCK_SH | LOCK_NB) != 0;
  end_ = ForEachRecord(file, name, [&](const ItemRecord& record, std::int64_t offset) {
    const std::uint64_t key = KeyOf(record.input.name);
    if (record.begun) {
      if (!alive) begun_.insert(key);
      return;
    }
    begun_.erase(key);
    const Position latest{files_.size() - 1, offset, record.done};
    const auto [position, first] = positions_.try_emplace(key, latest);
    if (!first && (record.done || !position->second.done)) position->second = latest;
  });
  if (!own && !alive) flock(file, LOCK_UN);
}

bool Journal::WasFatal(const std::string& input) const {
  return begun_.count(KeyOf(input)) != 0;
}

std::optional<ItemRecord> Journal::Find(const std::string& input) const {
  const auto found = positions_.find(KeyOf(input));
  if (found == positions_.end()) return std::nullopt;
  const auto& [file, offset, done] = found->second;
  std::string line;
  std::vector<char> buffer(kReadBytes);
  while (line.find('\n') == std::string::npos) {
    const auto from = offset + static_cast<std::int64_t>(line.size());
    const ssize_t length = pread(files_[file], buffer.data(), buffer.size(), from);
    if (length <= 0) throw CommandError("Unable to read journal", name_, errno);
    line.append(buffer.data(), static_cast<std::size_t>(length));
  }
  auto record = ParseJournalLine(line.substr(0, line.find('\n')));
  // Another input's, if the digests of their names are equal.
  if (!record || record->input.name != input) return std::nullopt;
  return record;
}

void Journal::Append(const std::string& lines) {
  const std::lock_guard lock(mutex_);
  std::size_t written = 0;
  while (written < lines.size()) {
    const ssize_t length = pwrite(files_.back(), lines.data() + written, lines.size() - written,
                                  end_ + static_cast<std::int64_t>(written));
    if (length < 0 && errno == EINTR) continue;
    if (length < 0) {
      const int error = errno;
      // Should this fail too, the next run drops what was cut.
      [[maybe_unused]] const int ignored = ftruncate(files_.back(), end_);
      throw CommandError("Unable to write journal", name_, error);
    }
    written += static_cast<std::size_t>(length);
  }
  end_ += static_cast<std::int64_t>(lines.size());
}

}  // namespace lodestone::cli
