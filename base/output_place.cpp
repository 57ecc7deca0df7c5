#include "base/output_place.hpp"

#include <fcntl.h>
#include <limits.h>
#include <sys/vfs.h>

#include "base/interruptible_output.hpp"

namespace lodestone {
namespace {

constexpr int kMostLinks = 40;  // the kernel's limit

// Links there lead to what has no name, and their text says nothing.
bool IsProc(int folder) {
  constexpr auto kProcMagic = 0x9fa0;
  struct statfs status;
  return fstatfs(folder, &status) == 0 && status.f_type == kProcMagic;
}

std::string FolderPart(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

}  // namespace

OutputPlace::OutputPlace(const std::string& name) : given_(name), name_(name) {
  errno = 0;
  Follow();
  error_.number = errno;
}

// Leaves errno at 0 only on success.
void OutputPlace::Follow() {
  std::string path = given_;
  for (int links = 0; Enter(path) && Look(); ++links) {
    if (!existing_ || !S_ISLNK(existing_->st_mode)) {
      errno = existing_ && S_ISDIR(existing_->st_mode) ? EISDIR : 0;
      return;
    }
    if (links == kMostLinks) {
      errno = ELOOP;
      return;
    }
    if (!ReadLink(&path)) return;
    name_ = path.starts_with('/') ? path : FolderPart(name_) + path;
  }
}

// Opens the folder of the path, which is relative to the present one.
bool OutputPlace::Enter(const std::string& path) {
  const std::string folder = FolderPart(path);
  leaf_ = path.substr(folder.size());
  if (leaf_.empty()) {
    errno = folder.empty() ? ENOENT : EISDIR;
    return false;
  }
  if (folder.empty() && folder_.is_open()) return true;
  constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  const int from = folder_.is_open() ? folder_.get() : AT_FDCWD;
  folder_ = FileDescriptor(openat(from, folder.empty() ? "." : folder.c_str(), kFlags));
  return folder_.is_open();
}

bool OutputPlace::Look() {
  existing_.emplace();
  if (fstatat(folder(), leaf_.c_str(), &*existing_, AT_SYMLINK_NOFOLLOW) != 0) {
    existing_.reset();
    if (errno != ENOENT) return false;
    errno = 0;
    return true;
  }
  if (!S_ISLNK(existing_->st_mode) || !IsProc(folder())) return true;
  through_kernel_ = true;
  return fstatat(folder(), leaf_.c_str(), &*existing_, 0) == 0;
}

// What is judged is what is read, whatever has the name by now.
bool OutputPlace::ReadLink(std::string* target) {
  const FileDescriptor link(openat(folder(), leaf_.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct stat status;
  if (!link.is_open() || fstat(link.get(), &status) != 0 || !MayFollow(status)) return false;
  char text[PATH_MAX];
  const ssize_t length = readlinkat(link.get(), "", text, sizeof text);
  if (length < 0) return false;
  target->assign(text, static_cast<std::size_t>(length));
  return true;
}

bool OutputPlace::MayFollow(const struct stat& link) {
  struct stat status;
  if (fstat(folder(), &status) != 0) return false;
  if (link.st_uid == geteuid() || link.st_uid == status.st_uid) return true;
  const bool trusted = link.st_uid == 0 && (status.st_mode & S_IWOTH) == 0;
  if (trusted || (status.st_mode & (S_IWGRP | S_IWOTH)) == 0) return true;
  error_.reason =
      "A symbolic link of another user in a folder that others can write to is not followed";
  errno = EACCES;
  return false;
}

bool OutputPlace::IsWritable() const {
  return !existing_ || faccessat(folder(), leaf_.c_str(), W_OK, AT_EACCESS) == 0;
}

FileDescriptor OutputPlace::Open(int flags, GiveUp give_up) const {
  const int how = (flags & ~O_TRUNC) | O_CREAT | O_CLOEXEC | (through_kernel_ ? 0 : O_NOFOLLOW);
  constexpr mode_t kPermissions = 0666, kRunAsOwner = S_ISUID | S_ISGID | S_ISVTX;
  const bool is_pipe = existing_ && S_ISFIFO(existing_->st_mode);
  FileDescriptor file(is_pipe ? OpenPipe(folder(), leaf_.c_str(), how & ~O_CREAT, give_up)
                              : openat(folder(), leaf_.c_str(), how, kPermissions));
  struct stat status;
  if (!file.is_open() || fstat(file.get(), &status) != 0) return {};
  if (existing_ && (status.st_dev != existing_->st_dev || status.st_ino != existing_->st_ino)) {
    errno = ESTALE;  // another file has got the name
    return {};
  }
  if (!S_ISREG(status.st_mode)) return file;
  // Who may not change the mode is somebody whose writing clears these bits.
  if ((status.st_mode & kRunAsOwner) != 0 &&
      fchmod(file.get(), status.st_mode & ACCESSPERMS) != 0) {
    errno = 0;
  }
  if ((flags & O_TRUNC) != 0 && ftruncate(file.get(), 0) != 0) return {};
  return file;
}

}  // namespace lodestone
