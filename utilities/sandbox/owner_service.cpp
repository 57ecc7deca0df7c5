#include "utilities/sandbox/owner_service.hpp"

#include "config.h"

#ifdef HAVE_SECCOMP
#include <seccomp.h>
#endif

#if defined(HAVE_SECCOMP) && defined(SCMP_ACT_NOTIFY)
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include "base/file_descriptor.hpp"
#include "base/owner.hpp"

// Of Linux 5.3 and 5.6; the same on all architectures.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

namespace lodestone::cli {
namespace {

constexpr id_t kUnchanged = static_cast<id_t>(-1);

// A message of one byte with room for a descriptor.
struct Message {
  Message() {
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
    header.msg_control = control;
    header.msg_controllen = sizeof control;
  }
  char byte = 0;
  iovec piece{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr header{};
};

bool Send(int socket, int file) {
  Message message;
  cmsghdr* const part = CMSG_FIRSTHDR(&message.header);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(part), &file, sizeof file);
  return sendmsg(socket, &message.header, MSG_NOSIGNAL) == 1;
}

// Not open if the other end was closed without one.
FileDescriptor Receive(int socket) {
  Message message;
  ssize_t got = 0;
  do {
    got = recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  const cmsghdr* const part = got == 1 ? CMSG_FIRSTHDR(&message.header) : nullptr;
  if (part == nullptr || part->cmsg_type != SCM_RIGHTS) return {};
  int file = -1;
  std::memcpy(&file, CMSG_DATA(part), sizeof file);
  return FileDescriptor(file);
}

// What a file in the folder has already, nobody new gets.
bool HasFileOf(const std::string& folder, uid_t owner, gid_t group) {
  const Owner<DIR, closedir> entries(opendir(folder.c_str()));
  if (entries == nullptr) return false;
  while (const dirent* entry = readdir(entries.get())) {
    struct stat status;
    if (fstatat(dirfd(entries.get()), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(status.st_mode) && (owner == kUnchanged || status.st_uid == owner) &&
        (group == kUnchanged || status.st_gid == group))
      return true;
  }
  return false;
}

// By the name that the kernel has for it; one without a name is in its folder, too.
std::string FolderOf(int file) {
  std::error_code error;
  const auto self = "/proc/self/fd/" + std::to_string(file);
  return std::filesystem::read_symlink(self, error).parent_path().string();
}

bool MayBeGivenAway(int file) {
  struct stat status;
  const int flags = fcntl(file, F_GETFL);
  if (flags < 0 || (flags & O_PATH) != 0 || (flags & O_ACCMODE) == O_RDONLY) return false;
  constexpr mode_t kRunAsOwner = S_ISUID | S_ISGID | S_ISVTX;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink <= 1 &&
         status.st_uid == geteuid() && (status.st_mode & kRunAsOwner) == 0;
}

// An error number, 0 for success. The file is this process's own by now, whatever the child does.
int GiveAway(const FileDescriptor& file, uid_t owner, gid_t group) {
  if (!file.is_open() || !MayBeGivenAway(file.get())) return EPERM;
  if (!HasFileOf(FolderOf(file.get()), owner, group)) return EPERM;
  return fchown(file.get(), owner, group) == 0 ? 0 : errno;
}

class Requests {
 public:
  Requests(int listener, int process) : listener_(listener), process_(process) {
    if (seccomp_notify_alloc(&request_, &response_) != 0) request_ = nullptr;
  }
  ~Requests() {
    if (request_ != nullptr) seccomp_notify_free(request_, response_);
  }
  Requests(const Requests&) = delete;
  Requests& operator=(const Requests&) = delete;

  bool valid() const { return request_ != nullptr; }

  void AnswerOne() {
    *request_ = {};
    if (seccomp_notify_receive(listener_, request_) != 0) return;
    const auto argument = [&](int i) { return static_cast<unsigned>(request_->data.args[i]); };
    const FileDescriptor file(
        static_cast<int>(syscall(SYS_pidfd_getfd, process_, static_cast<int>(argument(0)), 0)));
    *response_ = {};
    response_->id = request_->id;
    response_->error = -GiveAway(file, argument(1), argument(2));
    seccomp_notify_respond(listener_, response_);
  }

 private:
  const int listener_, process_;
  seccomp_notif* request_ = nullptr;
  seccomp_notif_resp* response_ = nullptr;
};

}  // namespace

bool AskForOwners(int socket) {
  const Owner<void, seccomp_release> filter(seccomp_init(SCMP_ACT_ALLOW));
  if (filter == nullptr) return false;
  for (const char* name : {"fchown", "fchown32"}) {
    const int call = seccomp_syscall_resolve_name(name);
    if (call >= 0 && seccomp_rule_add_array(filter.get(), SCMP_ACT_NOTIFY, call, 0, nullptr) != 0)
      return false;
  }
  if (seccomp_load(filter.get()) != 0) return false;
  const FileDescriptor listener(seccomp_notify_fd(filter.get()));
  return listener.is_open() && Send(socket, listener.get());
}

void AnswerForOwners(int socket, pid_t child) {
  const FileDescriptor listener = Receive(socket);
  const FileDescriptor process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  if (!listener.is_open() || !process.is_open()) return;
  Requests requests(listener.get(), process.get());
  pollfd polled[] = {{listener.get(), POLLIN, 0}, {process.get(), POLLIN, 0}};
  while (requests.valid()) {
    if (poll(polled, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return;
    }
    if ((polled[1].revents & POLLIN) != 0) return;
    if ((polled[0].revents & POLLIN) != 0) requests.AnswerOne();
    if ((polled[0].revents & (POLLHUP | POLLERR)) != 0) return;
  }
}

}  // namespace lodestone::cli

#else

namespace lodestone::cli {

bool AskForOwners(int) {
  return false;
}

void AnswerForOwners(int, pid_t) {}

}  // namespace lodestone::cli

#endif
