#include "utilities/sandbox/call_filter.hpp"

#include "config.h"

#ifdef HAVE_SECCOMP
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <new>

#include "base/owner.hpp"

namespace lodestone::cli {
namespace {

// What reading, computing and writing need. Names that an architecture lacks are left out.
constexpr const char* kAllowed[] = {
    // Files: which ones, the rules of files say.
    "access", "close", "close_range", "copy_file_range", "dup", "dup2", "dup3", "faccessat",
    "faccessat2", "fadvise64", "fadvise64_64", "fallocate", "fdatasync", "fgetxattr", "flock",
    "fstat", "fstat64", "fstatat64", "fstatfs", "fstatfs64", "fsync", "ftruncate", "ftruncate64",
    "getcwd", "getdents", "getdents64", "link", "linkat", "lseek", "_llseek", "lstat", "lstat64",
    "newfstatat", "pipe", "pipe2", "pread64", "preadv", "pwrite64", "pwritev", "read", "readlink",
    "readlinkat", "readv", "rename", "renameat", "renameat2", "rmdir", "sendfile", "sendfile64",
    "stat", "stat64", "statfs", "statfs64", "statx", "sync_file_range", "sync_file_range2", "umask",
    "unlink", "unlinkat", "utimensat", "utimensat_time64", "write", "writev",
    // Waiting.
    "clock_nanosleep", "clock_nanosleep_time64", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_pwait", "epoll_wait", "eventfd2", "futex", "futex_time64", "nanosleep", "_newselect",
    "poll", "ppoll", "ppoll_time64", "pselect6", "pselect6_time64", "restart_syscall", "select",
    // Memory.
    "brk", "madvise", "membarrier", "mincore", "mmap", "mmap2", "mprotect", "mremap", "msync",
    "munmap",
    // Threads, and signals to oneself.
    "exit", "exit_group", "get_robust_list", "gettid", "rseq", "rt_sigaction", "rt_sigpending",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigtimedwait", "sched_get_priority_max",
    "sched_get_priority_min", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
    "sched_yield", "set_robust_list", "sigaltstack", "sigreturn",
    // Facts.
    "clock_getres", "clock_getres_time64", "clock_gettime", "clock_gettime64", "getcpu", "getegid",
    "getegid32", "geteuid", "geteuid32", "getgid", "getgid32", "get_mempolicy", "getpgrp", "getpid",
    "getppid", "getpriority", "getrandom", "getrlimit", "getrusage", "gettimeofday", "getuid",
    "getuid32", "sysinfo", "time", "times", "ugetrlimit", "uname"};

class Filter {
 public:
  Filter() : filter_(seccomp_init(SCMP_ACT_ERRNO(EPERM))) {
    Check(filter_ == nullptr ? -ENOMEM : 0);
  }

  void Allow(const char* name) { Add(SCMP_ACT_ALLOW, name, {}); }
  // Only if the argument is one of the values.
  void AllowOneOf(const char* name, unsigned argument,
                  std::initializer_list<std::uint64_t> values) {
    for (const std::uint64_t value : values)
      Add(SCMP_ACT_ALLOW, name, {{argument, SCMP_CMP_EQ, value, 0}});
  }
  // Only if the argument has the value in the bits of the mask.
  void AllowMasked(const char* name, unsigned argument, std::uint64_t mask, std::uint64_t value) {
    Add(SCMP_ACT_ALLOW, name, {{argument, SCMP_CMP_MASKED_EQ, mask, value}});
  }
  void Fail(const char* name, std::uint16_t error) { Add(SCMP_ACT_ERRNO(error), name, {}); }

  int Load() {
    // A binary tree instead of a list: most calls are found in eight steps instead of a hundred.
    seccomp_attr_set(filter_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
    Check(seccomp_attr_set(filter_.get(), SCMP_FLTATR_CTL_TSYNC, 1));
    if (error_ == 0) Check(seccomp_load(filter_.get()));
    return -error_;
  }

 private:
  void Add(std::uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> conditions) {
    const int call = seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR || call < 0) return;
    Check(seccomp_rule_add_array(filter_.get(), action, call,
                                 static_cast<unsigned>(conditions.size()), conditions.begin()));
  }
  void Check(int status) {
    if (error_ == 0 && status < 0) error_ = status;
  }

  Owner<void, seccomp_release> filter_;
  int error_ = 0;
};

// The permissions of a new file, and of one that is replaced, but never those to run as another
// user. Calls that make no file have no mode.
void AllowPlainModes(Filter* filter) {
  constexpr std::uint64_t kMakes = O_CREAT | (O_TMPFILE & ~O_DIRECTORY), kRunAsOwner = 07000;
  filter->AllowMasked("fchmod", 1, ~std::uint64_t{0777}, 0);
  filter->AllowMasked("open", 1, kMakes, 0);
  filter->AllowMasked("openat", 2, kMakes, 0);
  filter->AllowMasked("open", 2, kRunAsOwner, 0);
  filter->AllowMasked("openat", 3, kRunAsOwner, 0);
  filter->AllowMasked("creat", 1, kRunAsOwner, 0);
  filter->AllowMasked("mkdir", 1, kRunAsOwner, 0);
  filter->AllowMasked("mkdirat", 2, kRunAsOwner, 0);
}

void AllowConditionally(Filter* filter) {
  const auto self = static_cast<std::uint64_t>(getpid());
  constexpr std::uint64_t kNamespaces = CLONE_NEWCGROUP | CLONE_NEWIPC | CLONE_NEWNET |
                                        CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUSER | CLONE_NEWUTS;
  // Threads, no processes. The C library turns to clone when clone3, whose flags are in memory, is
  // not there.
  filter->AllowMasked("clone", 0, kNamespaces | CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM);
  filter->Fail("clone3", ENOSYS);
  filter->AllowOneOf("tgkill", 0, {self});
  filter->AllowMasked("prlimit64", 2, ~std::uint64_t{0}, 0);
  filter->AllowOneOf("prctl", 0, {PR_GET_NAME, PR_SET_NAME, 0x53564d41 /* PR_SET_VMA */});
  filter->AllowOneOf("ioctl", 1, {TCGETS, TIOCGWINSZ, FIONREAD});
  // Not F_SETOWN, which makes the kernel send signals.
  for (const char* name : {"fcntl", "fcntl64"}) {
    filter->AllowOneOf(name, 1,
                       {F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC, F_GETLK,
                        F_SETLK, F_SETLKW, F_GETPIPE_SZ, F_SETPIPE_SZ});
  }
  AllowPlainModes(filter);
}

}  // namespace

std::string RestrictCalls(bool asks_for_owners) {
  Filter filter;
  for (const char* name : kAllowed) filter.Allow(name);
  if (asks_for_owners)
    for (const char* name : {"fchown", "fchown32"}) filter.Allow(name);
  AllowConditionally(&filter);
  const int error = filter.Load();
  if (error == 0) return "";
  if (error == ENOMEM) throw std::bad_alloc();
  return std::string("this kernel has no seccomp filters (") + std::strerror(error) +
         "), which restrict system calls: CONFIG_SECCOMP_FILTER";
}

}  // namespace lodestone::cli

#else

namespace lodestone::cli {

std::string RestrictCalls(bool) {
  return "the program was built without libseccomp (Debian package libseccomp-dev), which "
         "restricts "
         "system calls";
}

}  // namespace lodestone::cli

#endif
