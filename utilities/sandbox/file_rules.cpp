#include "utilities/sandbox/file_rules.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lodestone::cli {
namespace {

// The kernel's interface, which installed headers may be older than. The numbers of these calls are
// the same on all architectures.
constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;
constexpr unsigned kAskForVersion = 1;
constexpr int kRuleOfPath = 1;

struct Ruleset {
  std::uint64_t files = 0, connections = 0, scopes = 0;
};
struct [[gnu::packed]] PathRule {
  std::uint64_t allowed;
  std::int32_t parent;
};

enum Access : std::uint64_t {
  kWriteFile = 1 << 1,
  kReadFile = 1 << 2,
  kReadFolder = 1 << 3,
  kRemoveFolder = 1 << 4,
  kRemoveFile = 1 << 5,
  kMakeFolder = 1 << 7,
  kMakeFile = 1 << 8,
  kRefer = 1 << 13,     // version 2
  kTruncate = 1 << 14,  // version 3
  kFirstVersion = (1 << 13) - 1,
};
constexpr std::uint64_t kDeviceControl = 1 << 15;  // version 5
constexpr std::uint64_t kOfFiles = kWriteFile | kReadFile | kTruncate;

// Everything that a version can forbid: what no rule allows is forbidden.
Ruleset AllOf(long version) {
  Ruleset all{kFirstVersion, 0, 0};
  if (version >= 2) all.files |= kRefer;
  if (version >= 3) all.files |= kTruncate;
  if (version >= 4) all.connections = 3;  // bind, connect
  if (version >= 5) all.files |= kDeviceControl;
  if (version >= 6) all.scopes = 3;  // abstract sockets, signals
  return all;
}

// Older versions know fewer fields.
std::size_t SizeFor(long version) {
  const std::size_t fields = version >= 6 ? 3 : version >= 4 ? 2 : 1;
  return fields * sizeof(std::uint64_t);
}

class Rules {
 public:
  explicit Rules(const Ruleset& ruleset, long version)
      : handled_(ruleset.files),
        set_(static_cast<int>(syscall(kCreateRuleset, &ruleset, SizeFor(version), 0))) {}
  ~Rules() {
    if (set_ >= 0) close(set_);
  }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  bool valid() const { return set_ >= 0; }

  // A rule for a file may not mention rights of folders.
  void Allow(const std::string& name, std::uint64_t access) {
    const int file = open(name.c_str(), O_PATH | O_CLOEXEC);
    struct stat status;
    if (file < 0) return;
    if (fstat(file, &status) == 0) {
      const std::uint64_t possible = S_ISDIR(status.st_mode) ? handled_ : handled_ & kOfFiles;
      const PathRule rule{access & possible, file};
      if (rule.allowed != 0) syscall(kAddRule, set_, kRuleOfPath, &rule, 0);
    }
    close(file);
  }

  bool Enforce() {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(kRestrictSelf, set_, 0) == 0;
  }

 private:
  const std::uint64_t handled_;
  const int set_;
};

}  // namespace

std::string RestrictFiles(const SandboxRights& rights) {
  const long version = syscall(kCreateRuleset, nullptr, 0, kAskForVersion);
  if (version < 0) {
    return std::string("this kernel has no Landlock (") + std::strerror(errno) +
           "), which restricts files: Linux 5.13 or newer with CONFIG_SECURITY_LANDLOCK and "
           "landlock "
           "among the lsm= of its command line";
  }
  Rules rules(AllOf(version), version);
  for (const auto& name : rights.readable) rules.Allow(name, kReadFile | kReadFolder);
  for (const auto& name : rights.listed) rules.Allow(name, kReadFolder);
  for (const auto& name : rights.devices) rules.Allow(name, kWriteFile | kTruncate);
  for (const auto& name : rights.writable) {
    rules.Allow(name, kReadFile | kReadFolder | kWriteFile | kTruncate | kMakeFile | kMakeFolder |
                          kRemoveFile | kRemoveFolder | kRefer);
  }
  if (rules.valid() && rules.Enforce()) return "";
  return std::string("Landlock, which restricts files, does not work: ") + std::strerror(errno);
}

}  // namespace lodestone::cli
