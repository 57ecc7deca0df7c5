#include "utilities/bulk/staged_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <utility>

#include "base/resolve_links.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/host_name.hpp"

namespace lodestone::cli {
namespace {

constexpr mode_t kPermissions = 0666;
constexpr mode_t kPermissionBits = 07777;

std::string FolderOf(const std::string& name) {
  const std::string folder = std::filesystem::path(name).parent_path().string();
  return folder.empty() ? "." : folder;
}

// Nameless files get their names by way of this.
bool HasProc() {
  return access("/proc/self/fd", X_OK) == 0;
}

// Unique among processes of all hosts.
std::string TemporaryName(const std::string& name) {
  static std::atomic<unsigned long> counter{0};
  return FolderOf(name) + "/.lodestone-" + HostName() + "-" + std::to_string(getpid()) + "-" +
         std::to_string(counter.fetch_add(1)) + "~";
}

}  // namespace

StagedFile::StagedFile(const std::string& name, std::string_view bytes, Directories directories)
    : name_(ResolveLinks(name)) {
  try {
    Create(directories);
    Write(bytes);
  } catch (...) {
    Discard();
    throw;
  }
}

StagedFile::~StagedFile() {
  Discard();
}

void StagedFile::Discard() {
  if (file_ >= 0) close(file_);
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : name_(std::move(other.name_)),
      temporary_(std::exchange(other.temporary_, "")),
      file_(std::exchange(other.file_, -1)) {}

void StagedFile::Throw(const char* reason) const {
  throw CommandError(reason, name_, errno);
}

void StagedFile::Create(Directories directories) {
  const std::string folder = FolderOf(name_);
  const auto open_nameless = [&] {
    return open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kPermissions);
  };
  file_ = open_nameless();
  if (file_ < 0 && errno == ENOENT && directories == Directories::kCreate) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    file_ = open_nameless();
  }
  if (file_ >= 0 && !HasProc()) {
    close(std::exchange(file_, -1));
    errno = EOPNOTSUPP;
  }
  // Kernels and file systems without nameless files answer in several ways.
  if (file_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    temporary_ = TemporaryName(name_);
    file_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kPermissions);
    if (file_ < 0) temporary_.clear();
  }
  if (file_ < 0) Throw("Unable to open file");
  struct stat existing;
  if (stat(name_.c_str(), &existing) != 0) {
    if (errno == ELOOP) Throw("Unable to open file");
    return;
  }
  if (S_ISDIR(existing.st_mode)) {
    errno = EISDIR;
    Throw("Unable to open file");
  }
  // Best effort.
  [[maybe_unused]] const int ignored = fchmod(file_, existing.st_mode & kPermissionBits);
}

void StagedFile::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Throw("Unable to write file");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  // Let the disk begin, so that Flush waits less; without an effect where that is unknown.
  sync_file_range(file_, 0, 0, SYNC_FILE_RANGE_WRITE);
}

void StagedFile::SetTime(std::int64_t modified_ns) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const timespec time{static_cast<std::time_t>(modified_ns / kSecond),
                      static_cast<long>(modified_ns % kSecond)};
  const timespec times[] = {time, time};
  if (futimens(file_, times) != 0) Throw("Unable to set time of file");
}

void StagedFile::Flush() {
  if (fsync(file_) != 0) Throw("Unable to write file");
}

void StagedFile::Link(const std::string& name) {
  const std::string self = "/proc/self/fd/" + std::to_string(file_);
  if (linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) return;
  if (errno == EEXIST && name == name_) {
    std::string temporary = TemporaryName(name_);
    Link(temporary);
    temporary_ = std::move(temporary);
    return;
  }
  Throw("Unable to write file");
}

void StagedFile::Publish() {
  if (temporary_.empty()) Link(name_);
  if (!temporary_.empty()) {
    if (rename(temporary_.c_str(), name_.c_str()) != 0) Throw("Unable to write file");
    temporary_.clear();
  }
  const int file = std::exchange(file_, -1);
  if (close(file) != 0) Throw("Unable to write file");
}

}  // namespace lodestone::cli
