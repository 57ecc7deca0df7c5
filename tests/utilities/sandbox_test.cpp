// What a sandboxed process cannot do: code that tries it, in a process that has entered the sandbox
// as the program does.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>
#include <thread>

#include "config.h"
#ifdef HAVE_SECCOMP
#include <seccomp.h>
#endif

#include "tests/utilities/process.hpp"
#include "utilities/sandbox/owner_service.hpp"
#include "utilities/sandbox/sandbox.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::test {
namespace {

constexpr int kSkipped = 77, kDone = 0;

class SandboxTest : public ::testing::Test {
 protected:
  void SetUp() override {
    WriteFile(folder_ / "secret", "secret");
    std::filesystem::create_directories(folder_ / "in");
    std::filesystem::create_directories(folder_ / "out");
    WriteFile(folder_ / "in/image", "image");
    WriteFile(folder_ / "out/old", "old");
    rights_.readable = {(folder_ / "in").string()};
    rights_.writable = {(folder_ / "out").string()};
    if (InSandbox([] { return 0; }) == kSkipped) GTEST_SKIP() << "the kernel or the build lacks it";
  }

  // The same, with a process that is asked for owners.
  int InAskingSandbox(const std::function<int()>& attempt) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return -1;
    rights_.owner_socket = sockets[1];
    const int status = InSandbox(attempt, [&](pid_t child) {
      close(sockets[1]);
      cli::AnswerForOwners(sockets[0], child);
    });
    rights_.owner_socket = -1;
    close(sockets[0]);
    return status;
  }

  std::string Name(const char* name) const { return (folder_ / name).string(); }

  // Runs `attempt` in a sandboxed process; returns its exit status, or 128 + signal.
  int InSandbox(const std::function<int()>& attempt,
                const std::function<void(pid_t)>& meanwhile = nullptr) const {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
      try {
        cli::EnterSandbox(rights_);
      } catch (const cli::CommandError&) {
        _exit(kSkipped);
      }
      _exit(attempt());
    }
    if (meanwhile) meanwhile(child);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  // The error of a call that fails, or 0.
  int ErrorOf(const std::function<long()>& call) const {
    return InSandbox([&] { return call() < 0 ? errno : kDone; });
  }

  TemporaryFolder folder_;
  cli::SandboxRights rights_;
};

int Try(const std::string& name, int flags) {
  return open(name.c_str(), flags | O_CLOEXEC, 0600);
}

TEST_F(SandboxTest, ReadsTheInputsAlone) {
  EXPECT_EQ(ErrorOf([&] { return Try(Name("in/image"), O_RDONLY); }), 0);
  EXPECT_EQ(ErrorOf([&] { return Try(Name("secret"), O_RDONLY); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return Try(Name("in/../secret"), O_RDONLY); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return Try("/etc/passwd", O_RDONLY); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return Try("/proc/1/environ", O_RDONLY); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return Try("/dev/zero", O_RDONLY); }), EACCES);
}

TEST_F(SandboxTest, WritesInTheOutputsFolderAlone) {
  EXPECT_EQ(ErrorOf([&] { return Try(Name("out/new"), O_RDWR | O_CREAT); }), 0);
  EXPECT_EQ(ErrorOf([&] { return Try(Name("out/old"), O_RDWR | O_TRUNC); }), 0);
  EXPECT_EQ(ErrorOf([&] { return unlink(Name("out/old").c_str()); }), 0);
  EXPECT_EQ(ErrorOf([&] { return Try(Name("in/image"), O_RDWR); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return Try(Name("in/image"), O_RDONLY | O_TRUNC); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return Try(Name("in/new"), O_WRONLY | O_CREAT); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return unlink(Name("in/image").c_str()); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return mkdir(Name("new").c_str(), 0700); }), EACCES);
  EXPECT_EQ(ErrorOf([&] { return truncate(Name("in/image").c_str(), 0); }), EPERM);
  EXPECT_NE(ErrorOf([&] { return rename(Name("in/image").c_str(), Name("out/x").c_str()); }), 0);
  EXPECT_NE(ErrorOf([&] { return link(Name("secret").c_str(), Name("out/x").c_str()); }), 0);
  EXPECT_EQ(ErrorOf([&] { return symlink(Name("secret").c_str(), Name("out/x").c_str()); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return mkfifo(Name("out/x").c_str(), 0600); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return chmod(Name("in/image").c_str(), 0777); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return chown(Name("in/image").c_str(), 1, 1); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return fchmod(Try(Name("out/new"), O_RDONLY), 04755); }), EPERM);
  EXPECT_EQ(ReadFile(folder_ / "in/image"), "image");
}

TEST_F(SandboxTest, MakesNothingThatRunsAsItsOwner) {
  EXPECT_EQ(ErrorOf([&] { return open(Name("out/new").c_str(), O_WRONLY | O_CREAT, 04755); }),
            EPERM);
  EXPECT_EQ(ErrorOf([&] { return open(Name("out").c_str(), O_WRONLY | O_TMPFILE, 02755); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return creat(Name("out/new").c_str(), 04755); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return mkdir(Name("out/new").c_str(), 02755); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return fchmod(Try(Name("out/old"), O_RDWR), 02755); }), EPERM);
  EXPECT_FALSE(std::filesystem::exists(Name("out/new")));
}

TEST_F(SandboxTest, GivesFilesOnlyToThoseWhoHaveSomeThere) {
  if (geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  constexpr uid_t kOwner = 12345, kGroup = 23456, kStranger = 34567;
  ASSERT_EQ(chown(Name("out/old").c_str(), kOwner, kGroup), 0);
  WriteFile(folder_ / "out/two", "two");
  std::filesystem::create_hard_link(Name("out/two"), Name("out/names"));
  const auto error = [&](const char* name, int flags, uid_t owner, gid_t group) {
    return InAskingSandbox([&] {
      const int file = Try(Name(name), flags);
      return file < 0 ? 127 : fchown(file, owner, group) == 0 ? kDone : errno;
    });
  };
  const uid_t unchanged = static_cast<uid_t>(-1);
  EXPECT_EQ(error("out/a", O_RDWR | O_CREAT, kOwner, kGroup), 0);
  EXPECT_EQ(error("out/b", O_RDWR | O_CREAT, unchanged, kGroup), 0);
  EXPECT_EQ(error("out", O_RDWR | O_TMPFILE, kOwner, kGroup), 0);
  EXPECT_EQ(error("out/c", O_RDWR | O_CREAT, kStranger, kGroup), EPERM);
  EXPECT_EQ(error("out/c", O_RDONLY | O_CREAT, kOwner, kGroup), EPERM);
  EXPECT_EQ(error("in/image", O_RDONLY, kOwner, kGroup), EPERM);
  EXPECT_EQ(error("out/two", O_RDWR, kOwner, kGroup), EPERM);  // has two names
  EXPECT_EQ(error("out/old", O_RDWR, 0, 0), EPERM);            // is somebody's already
  struct stat status;
  ASSERT_EQ(stat(Name("out/a").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, kOwner);
  EXPECT_EQ(status.st_gid, kGroup);
  EXPECT_EQ(status.st_mode & ALLPERMS, 0600u);
  ASSERT_EQ(stat(Name("in/image").c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 0u);
}

// Whoever asks, asks while others compute; the end of the child is the end of the answers.
TEST_F(SandboxTest, AnswersThreadsUntilTheEnd) {
  EXPECT_EQ(InAskingSandbox([&] {
              bool same = true;
              const auto ask = [&](const char* name) {
                const int file = Try(Name(name), O_RDWR | O_CREAT);
                same = same && fchown(file, geteuid(), getegid()) == 0;
              };
              std::thread other([&] { ask("out/x"); });
              other.join();
              ask("out/y");
              return same ? 0 : 1;
            }),
            0);
  EXPECT_EQ(InAskingSandbox([] {
              std::signal(SIGTERM, SIG_DFL);
              return syscall(SYS_tgkill, getpid(), gettid(), SIGTERM) == 0 ? 0 : 1;
            }),
            128 + SIGTERM);
}

TEST_F(SandboxTest, HasNoNetwork) {
  for (const int family : {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK}) {
    EXPECT_EQ(ErrorOf([&] { return socket(family, SOCK_STREAM, 0); }), EPERM) << family;
    EXPECT_EQ(ErrorOf([&] { return socket(family, SOCK_DGRAM, 0); }), EPERM) << family;
  }
  int pair[2];
  EXPECT_EQ(ErrorOf([&] { return socketpair(AF_UNIX, SOCK_STREAM, 0, pair); }), EPERM);
}

TEST_F(SandboxTest, StartsNoPrograms) {
  char name[] = "/bin/true";
  char* const words[] = {name, nullptr};
  char* const environment[] = {nullptr};
  EXPECT_EQ(ErrorOf([&] { return execve(name, words, environment); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return fork(); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_clone3, nullptr, 0); }), ENOSYS);
#ifdef SYS_vfork
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_vfork); }), EPERM);
#endif
}

// A process that starts processes as fast as it can.
TEST_F(SandboxTest, DoesNotMultiply) {
  EXPECT_EQ(InSandbox([] {
              for (int i = 0; i < 10000; ++i) {
                if (fork() >= 0) return 1;
              }
              return kDone;
            }),
            kDone);
}

TEST_F(SandboxTest, TouchesNoOtherProcess) {
  const pid_t other = getpid();
  EXPECT_EQ(ErrorOf([&] { return kill(other, 0); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return kill(-1, SIGKILL); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_tgkill, other, other, 0); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_tkill, other, 0); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return ptrace(PTRACE_ATTACH, other, nullptr, nullptr); }), EPERM);
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_pidfd_open, other, 0); }), EPERM);
  char byte = 0;
  iovec here{&byte, 1}, there{&byte, 1};
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_process_vm_readv, other, &here, 1, &there, 1, 0); }),
            EPERM);
  rlimit limit{};
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_prlimit64, other, RLIMIT_CPU, &limit, nullptr); }),
            EPERM);
}

TEST_F(SandboxTest, KeepsToTheKernelsPlainCalls) {
  const long calls[] = {SYS_io_uring_setup,
                        SYS_bpf,
                        SYS_perf_event_open,
                        SYS_userfaultfd,
                        SYS_keyctl,
                        SYS_mount,
                        SYS_unshare,
                        SYS_setns,
                        SYS_chroot,
                        SYS_setuid,
                        SYS_reboot,
                        SYS_init_module,
                        SYS_memfd_create,
                        SYS_shmget,
                        SYS_msgget,
                        SYS_setxattr,
                        SYS_name_to_handle_at,
                        SYS_seccomp,
                        SYS_sethostname,
                        SYS_mknodat};
  for (const long call : calls)
    EXPECT_EQ(ErrorOf([&] { return syscall(call, 0, 0, 0, 0, 0); }), EPERM) << call;
  // Typing into the terminal of the caller.
  EXPECT_EQ(ErrorOf([&] { return syscall(SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "x"); }), EPERM);
}

TEST_F(SandboxTest, ComputesWithThreads) {
  EXPECT_EQ(InSandbox([] {
              int sum = 0;
              std::thread([&] { sum = 42; }).join();
              return sum;
            }),
            42);
}

TEST_F(SandboxTest, EndsWhenItsTimeIsUp) {
  rights_.cpu_seconds = 1;
  EXPECT_EQ(InSandbox([] {
              while (getppid() != 0) {
              }
              return kDone;
            }),
            128 + SIGXCPU);
}

#ifdef HAVE_SECCOMP
// A kernel without Landlock: one whose calls are not there.
TEST_F(SandboxTest, SaysWhatIsMissing) {
  for (const bool partial : {false, true}) {
    rights_.partial = partial;
    const pid_t child = fork();
    if (child == 0) {
      const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
      constexpr int kCreateRuleset = 444;
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), kCreateRuleset, 0);
      seccomp_load(filter);
      try {
        cli::EnterSandbox(rights_);
        _exit(socket(AF_INET, SOCK_STREAM, 0) < 0 ? 0 : 1);
      } catch (const cli::CommandError& error) {
        _exit(error.description().find("no Landlock") != std::string::npos ? 2 : 3);
      }
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(WEXITSTATUS(status), partial ? 0 : 2);
  }
}
#endif

TEST_F(SandboxTest, NeverRaisesALimit) {
  rights_.cpu_seconds = 1000000;
  EXPECT_EQ(InSandbox([] {
              const rlimit low{7, 7};
              rlimit limit{};
              getrlimit(RLIMIT_CORE, &limit);
              if (limit.rlim_max != 0) return 1;
              return setrlimit(RLIMIT_CORE, &low) == 0 ? 2 : kDone;
            }),
            kDone);
}

}  // namespace
}  // namespace lodestone::test
