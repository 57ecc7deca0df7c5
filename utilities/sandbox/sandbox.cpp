#include "utilities/sandbox/sandbox.hpp"

#include <sys/resource.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <new>

#include "base/file_descriptor.hpp"
#include "utilities/sandbox/call_filter.hpp"
#include "utilities/sandbox/file_rules.hpp"
#include "utilities/sandbox/owner_service.hpp"
#include "utilities/shell/command_error.hpp"

// Sanitizers reserve terabytes of addresses.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LS_UNLIMITED_ADDRESSES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LS_UNLIMITED_ADDRESSES 1
#endif
#endif

namespace lodestone::cli {
namespace {

std::atomic<bool> in_sandbox{false};

// Never raises a limit that is in force.
void Limit(decltype(RLIMIT_CPU) resource, rlim_t value, rlim_t grace) {
  rlimit limit;
  if (getrlimit(resource, &limit) != 0) throw CommandError("Unable to set limits", "", errno);
  if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > value + grace)
    limit.rlim_max = value + grace;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > value) limit.rlim_cur = value;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  if (setrlimit(resource, &limit) != 0) throw CommandError("Unable to set limits", "", errno);
}

void LimitResources(const SandboxRights& rights) {
  Limit(RLIMIT_CORE, 0, 0);
  // The first signal names the reason; the process may catch it, but not the one of the end. A busy
  // machine may count several seconds at once.
  constexpr rlim_t kGraceSeconds = 5;
  if (rights.cpu_seconds != 0) Limit(RLIMIT_CPU, rights.cpu_seconds, kGraceSeconds);
#ifndef LS_UNLIMITED_ADDRESSES
  if (rights.memory_bytes != 0) Limit(RLIMIT_AS, rights.memory_bytes, 0);
  // To set up the filter of system calls: libseccomp does not survive a lack of memory.
  constexpr std::size_t kSetUpBytes = 1 << 20;
  ::operator delete(::operator new(kSetUpBytes));
#endif
}

void Require(const std::string& missing, bool partial) {
  if (missing.empty()) return;
  if (partial) return PrintMessage(CommandError("The sandbox is partial", missing));
  throw CommandError("Unable to set up the sandbox", missing)
      .WithHint("-define sandbox:partial=true does without it");
}

// Without an answer, files that are replaced become this process's user's.
bool AsksForOwners(const SandboxRights& rights) {
  if (rights.owner_socket < 0) return false;
  const FileDescriptor socket(rights.owner_socket);
  return AskForOwners(socket.get());
}

}  // namespace

void EnterSandbox(const SandboxRights& rights) {
  LimitResources(rights);
  Require(RestrictFiles(rights), rights.partial);
  Require(RestrictCalls(AsksForOwners(rights)), rights.partial);
  in_sandbox = true;
}

CommandError NoDevicesInSandbox(const std::string& how) {
  return CommandError("The sandbox has no devices, -sandbox works on the CPU only", how)
      .WithHint("leave out one of the two");
}

bool InSandbox() {
  return in_sandbox;
}

}  // namespace lodestone::cli

#ifdef LS_UNLIMITED_ADDRESSES
// The search for leaks at the end traces the process from another one, which a sandbox forbids.
extern "C" __attribute__((visibility("default"))) int __lsan_is_turned_off() {
  return lodestone::cli::InSandbox() ? 1 : 0;
}
#endif
