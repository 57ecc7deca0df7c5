#include "base/staged_output.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/xattr.h>

#include <atomic>
#include <chrono>
#include <utility>

namespace lodestone {
namespace {

constexpr mode_t kForAll = 0666, kForOwner = 0600, kGroupBits = 070;
constexpr char kAccessList[] = "system.posix_acl_access";
constexpr int kTries = 100;  // of temporary names, which others may have taken
constexpr char kPrefix[] = ".lodestone-";

// Begins with the time: what others of this process's number left behind is not in the way.
std::string TemporaryName() {
  static std::atomic<unsigned long> counter{static_cast<unsigned long>(
      std::chrono::system_clock::now().time_since_epoch() / std::chrono::microseconds(1))};
  return TemporaryPrefix(getpid()) + std::to_string(counter.fetch_add(1)) + "~";
}

// Nameless files get their names by way of this.
bool HasProc() {
  return access("/proc/self/fd", X_OK) == 0;
}

FileDescriptor OpenNameless(int folder, mode_t permissions) {
  if (!HasProc()) {
    errno = EOPNOTSUPP;
    return {};
  }
  return FileDescriptor(openat(folder, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, permissions));
}

// Kernels and file systems without nameless files answer in several ways.
bool CannotBeNameless(int error) {
  return error == EOPNOTSUPP || error == EISDIR || error == EINVAL;
}

// Says that its process lives (RemoveLeftovers). False if the file was taken for one of another.
bool Claim(int file) {
  struct stat status;
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return false;
  return fstat(file, &status) == 0 && status.st_nlink != 0;
}

FileDescriptor OpenNamed(int folder, mode_t permissions, std::string* name) {
  for (int i = 0; i < kTries; ++i) {
    *name = TemporaryName();
    constexpr int kFlags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC;
    FileDescriptor file(openat(folder, name->c_str(), kFlags, permissions));
    if (file.is_open() && Claim(file.get())) return file;
    if (!file.is_open() && errno != EEXIST) break;
  }
  name->clear();
  return {};
}

mode_t PermissionsOf(int file) {
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_mode & ACCESSPERMS : kForOwner;
}

}  // namespace

std::string TemporaryPrefix(pid_t process) {
  return kPrefix + std::to_string(process) + "-";
}

bool IsTemporaryName(std::string_view name) {
  return name.starts_with(kPrefix) && name.ends_with('~');
}

StagedOutput::StagedOutput(OutputPlace place, Staging staging)
    : leaf_(place.leaf()), existing_(place.existing()), folder_(place.TakeFolder()) {
  // What replaces a file of few must not be open to more meanwhile.
  Create(existing_ ? kForOwner : kForAll, staging);
}

StagedOutput::StagedOutput(const std::string& path, mode_t permissions) {
  const auto slash = path.rfind('/') + 1;  // 0 without one
  leaf_ = path.substr(slash);
  const std::string folder = slash == 0 ? "." : path.substr(0, slash);
  folder_ = FileDescriptor(open(folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder_.is_open()) Create(permissions, Staging::kNamed);
}

StagedOutput::~StagedOutput() {
  if (!temporary_.empty()) unlinkat(folder_.get(), temporary_.c_str(), 0);
}

StagedOutput::StagedOutput(StagedOutput&& other) noexcept
    : leaf_(std::move(other.leaf_)),
      existing_(other.existing_),
      folder_(std::move(other.folder_)),
      file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, "")) {}

void StagedOutput::Create(mode_t permissions, Staging staging) {
  if (staging == Staging::kNameless) {
    file_ = OpenNameless(folder_.get(), permissions);
    if (file_.is_open() || !CannotBeNameless(errno)) return;
  }
  file_ = OpenNamed(folder_.get(), permissions, &temporary_);
}

bool StagedOutput::Write(const void* data, std::size_t length) {
  const auto* from = static_cast<const char*>(data);
  if (!is_open()) return false;
  while (length != 0) {
    const ssize_t written = write(file(), from, length);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    from += written;
    length -= static_cast<std::size_t>(written);
  }
  return true;
}

// The owner and the group come first: the mode then means whom it is to mean. Bits that make a file
// run as its owner were the work of the former one, and are nobody's to hand on.
void StagedOutput::TakeOver() {
  struct stat now;
  if (!existing_ || fstat(file(), &now) != 0) return;
  const bool same = now.st_uid == existing_->st_uid && now.st_gid == existing_->st_gid;
  if (same || fchown(file(), existing_->st_uid, existing_->st_gid) == 0) {
    SetPermissions(existing_->st_mode & ACCESSPERMS, AccessList());
    return;
  }
  const bool group_kept = now.st_gid == existing_->st_gid ||
                          fchown(file(), static_cast<uid_t>(-1), existing_->st_gid) == 0;
  SetPermissions(PermissionsForAnotherOwner(group_kept), "");
}

// The rights of single users and groups of the file that is there; "" if it has no such list, and
// "?" if that is not known: the sandbox, for one, lets only open files be asked.
std::string StagedOutput::AccessList() const {
  constexpr int kFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  const FileDescriptor file(openat(folder_.get(), leaf_.c_str(), kFlags));
  const std::string there = "/proc/self/fd/" + std::to_string(folder_.get()) + "/" + leaf_;
  const auto get = [&](char* list, std::size_t size) {
    return file.is_open() ? fgetxattr(file.get(), kAccessList, list, size)
                          : lgetxattr(there.c_str(), kAccessList, list, size);
  };
  const ssize_t length = get(nullptr, 0);
  if (length <= 0) return length == 0 || errno == ENODATA || errno == EOPNOTSUPP ? "" : "?";
  std::string list(static_cast<std::size_t>(length), '\0');
  return get(list.data(), list.size()) == length ? list : "?";
}

// A list sets the mode as well; where it cannot be set, the group's bits are not the group's but
// the most that anyone on it has. What has no mode set stays its owner's alone.
void StagedOutput::SetPermissions(mode_t permissions, const std::string& access_list) const {
  fremovexattr(file(), kAccessList);  // the folder's, for new files
  if (!access_list.empty()) {
    if (fsetxattr(file(), kAccessList, access_list.data(), access_list.size(), 0) == 0) return;
    permissions &= ~kGroupBits;
  }
  // File systems without modes refuse this.
  if (fchmod(file(), permissions) != 0) errno = 0;
}

// Those of a new file, without any that somebody did not have before.
mode_t StagedOutput::PermissionsForAnotherOwner(bool group_kept) const {
  constexpr mode_t kOwner = 0700, kBits = 07;
  constexpr int kGroup = 3;
  const mode_t before = existing_->st_mode;
  // Members of another group may have been those of the former one, or none.
  const mode_t either = before & (before >> kGroup) & kBits;
  const mode_t most = group_kept ? before & ~kOwner & ACCESSPERMS : either | either << kGroup;
  return PlainPermissions() & (kOwner | most);
}

// Asked of a file, since asking for the umask means changing it, for all threads.
mode_t StagedOutput::PlainPermissions() const {
  if (const auto probe = OpenNameless(folder_.get(), kForAll); probe.is_open()) {
    return PermissionsOf(probe.get());
  }
  std::string name;
  const auto probe = OpenNamed(folder_.get(), kForAll, &name);
  if (!probe.is_open()) return kForOwner;
  unlinkat(folder_.get(), name.c_str(), 0);
  return PermissionsOf(probe.get());
}

bool StagedOutput::Link(const std::string& name) const {
  const std::string self = "/proc/self/fd/" + std::to_string(file());
  return linkat(AT_FDCWD, self.c_str(), folder_.get(), name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool StagedOutput::LinkUnderTemporaryName() {
  for (int i = 0; i < kTries; ++i) {
    std::string name = TemporaryName();
    if (Link(name)) {
      temporary_ = std::move(name);
      return true;
    }
    if (errno != EEXIST) return false;
  }
  return false;
}

bool StagedOutput::Publish() {
  if (temporary_.empty()) {
    if (Link(leaf_)) return true;
    if (errno != EEXIST || !LinkUnderTemporaryName()) return false;
  }
  if (renameat(folder_.get(), temporary_.c_str(), folder_.get(), leaf_.c_str()) != 0) return false;
  temporary_.clear();
  return true;
}

}  // namespace lodestone
