#include "utilities/bulk/journal.hpp"

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>

#include "utilities/bulk/journal_file.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr std::size_t kReadBytes = 1 << 16;

std::uint64_t KeyOf(const std::string& input) {
  return std::hash<std::string>()(input);
}

}  // namespace

Journal::Journal(const std::string& name, const std::vector<std::string>& others,
                 std::chrono::milliseconds patience)
    : name_(name) {
  try {
    for (const std::string& other : others) LoadOther(other);
    Open(name, patience);
  } catch (...) {
    CloseAll();
    throw;
  }
}

Journal::~Journal() {
  CloseAll();
}

void Journal::CloseAll() {
  for (const int file : files_) CloseJournal(file);
}

void Journal::Open(const std::string& name, std::chrono::milliseconds patience) {
  std::error_code error;
  const auto folder = std::filesystem::path(name).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  files_.push_back(OpenJournalFile(name, JournalAccess::kAppend));
  LockJournal(files_.back(), name, patience);
  RequireJournal(files_.back(), name);
  Load(name, Writer::kEnded);
  if (lseek(files_.back(), 0, SEEK_END) != end_ && ftruncate(files_.back(), end_) != 0) {
    throw CommandError("Unable to write journal", name, errno);
  }
}

void Journal::LoadOther(const std::string& name) {
  files_.push_back(OpenJournalFile(name, JournalAccess::kRead));
  const int file = files_.back();
  const Writer writer = flock(file, LOCK_SH | LOCK_NB) == 0 ? Writer::kEnded : Writer::kAlive;
  Load(name, writer);
  if (writer == Writer::kEnded) flock(file, LOCK_UN);
}

void Journal::Load(const std::string& name, Writer writer) {
  end_ = ForEachRecord(files_.back(), name, [&](const ItemRecord& record, std::int64_t offset) {
    const std::uint64_t key = KeyOf(record.input.name);
    if (record.begun && !record.left) {
      // What a living process has begun, it may well finish.
      if (writer == Writer::kAlive) return;
      begun_.insert(key);
      if (record.process != 0) ended_processes_.insert(record.process);
      return;
    }
    begun_.erase(key);
    if (record.left) return;
    const Position latest{files_.size() - 1, offset, record.done};
    const auto [position, first] = positions_.try_emplace(key, latest);
    if (!first && (record.done || !position->second.done)) position->second = latest;
  });
  if (writer == Writer::kEnded && !begun_.empty()) RemoveFoldersOf(name);
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

bool Journal::IsThere() const {
  struct stat own, named;
  return fstat(files_.back(), &own) == 0 && stat(name_.c_str(), &named) == 0 &&
         own.st_dev == named.st_dev && own.st_ino == named.st_ino;
}

}  // namespace lodestone::cli
