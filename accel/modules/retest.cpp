#include "accel/modules/retest.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>

#include "base/end_with_parent.hpp"

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenReports{100};

// A step, device and driver, each ended by NUL.
std::string Message(const ProfileKey& key, RetestStep step) {
  std::string text(1, static_cast<char>(step));
  for (const std::string* part : {&key.device, &key.driver}) text.append(part->c_str()) += '\0';
  return text;
}

std::vector<RetestResult> Results(const std::string& messages) {
  std::vector<RetestResult> results;
  for (std::size_t at = 0; at < messages.size();) {
    const auto step = static_cast<RetestStep>(messages[at]);
    const std::size_t middle = messages.find('\0', at + 1);
    const std::size_t end = middle == std::string::npos ? middle : messages.find('\0', middle + 1);
    if (end == std::string::npos) break;  // its writer was killed
    const ProfileKey key{messages.substr(at + 1, middle - at - 1),
                         messages.substr(middle + 1, end - middle - 1)};
    if (step == RetestStep::kBegun)
      results.push_back({key});
    else if (!results.empty())
      results.back().outcome =
          step == RetestStep::kPassed ? RetestOutcome::kPassed : RetestOutcome::kFailed;
    at = end + 1;
  }
  return results;
}

// The child had no memory, say, which is no fault of a driver.
constexpr int kNoVerdict = EX_TEMPFAIL;

// Whether the child ended by what it did itself. A driver may also call exit. All other signals
// come from outside: from a user, a scheduler, or the kernel where memory is short.
bool IsCrash(int wait_status) {
  if (WIFEXITED(wait_status)) return WEXITSTATUS(wait_status) != kNoVerdict;
  constexpr std::array kFaults{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
  return WIFSIGNALED(wait_status) &&
         std::find(kFaults.begin(), kFaults.end(), WTERMSIG(wait_status)) != kFaults.end();
}

[[noreturn]] void RunChild(int pipe, const std::function<void(const RetestReport&)>& body) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  setenv("MAGICK_ACCELERATE_QUARANTINE", "off", 1);
  try {
    body([pipe](const ProfileKey& key, RetestStep step) {
      const std::string text = Message(key, step);
      if (write(pipe, text.data(), text.size()) < 0) _exit(kNoVerdict);
    });
  } catch (const std::exception&) {
    _exit(kNoVerdict);
  }
  _exit(0);
}

std::atomic<RetestMonitor> retest_monitor{nullptr};

bool Tell(std::chrono::milliseconds passed, std::chrono::milliseconds longest) {
  const RetestMonitor monitor = retest_monitor;
  return monitor == nullptr || monitor(std::min(passed, longest), longest);
}

// Everything that comes in time; nothing when it was given up.
std::optional<std::string> ReadAll(int pipe, std::chrono::milliseconds longest) {
  const Clock::time_point begin = Clock::now();
  std::string text;
  for (;;) {
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    if (!Tell(passed, longest)) return std::nullopt;
    if (passed >= longest) return text;
    pollfd ready{pipe, POLLIN, 0};
    const auto patience = std::min(kBetweenReports, longest - passed);
    const int count = poll(&ready, 1, static_cast<int>(patience.count()));
    if (count == 0 || (count < 0 && errno == EINTR)) continue;
    char part[4096];
    const ssize_t got = count < 0 ? -1 : read(pipe, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

}  // namespace

void SetRetestMonitor(RetestMonitor monitor) {
  retest_monitor = monitor;
}

std::vector<RetestResult> RetestInChild(const std::function<void(const RetestReport&)>& body,
                                        std::chrono::milliseconds longest) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    EndWithParent(parent);
    RunChild(ends[1], body);
  }
  close(ends[1]);
  const std::optional<std::string> messages = child > 0 ? ReadAll(ends[0], longest) : "";
  Tell(longest, longest);
  close(ends[0]);
  if (child <= 0) return {};
  kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (!messages) return {{{}, RetestOutcome::kGivenUp}};
  std::vector<RetestResult> results = Results(*messages);
  if (!results.empty() && results.back().outcome == RetestOutcome::kUnfinished && IsCrash(status))
    results.back().outcome = RetestOutcome::kFailed;
  return results;
}

}  // namespace lodestone::accel
