#include "accel/modules/retest.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <string>

namespace lodestone::accel {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kLongest{60};

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
    if (step == RetestStep::kBegun) results.push_back({key});
    if (step == RetestStep::kPassed && !results.empty()) results.back().passed = true;
    at = end + 1;
  }
  return results;
}

[[noreturn]] void RunChild(int pipe, const std::function<void(const RetestReport&)>& body) {
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  setenv("MAGICK_ACCELERATE_QUARANTINE", "off", 1);
  try {
    body([pipe](const ProfileKey& key, RetestStep step) {
      const std::string text = Message(key, step);
      if (write(pipe, text.data(), text.size()) < 0) _exit(1);
    });
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

// Everything that comes in time.
std::string ReadAll(int pipe) {
  const Clock::time_point end = Clock::now() + kLongest;
  std::string text;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
    pollfd ready{pipe, POLLIN, 0};
    const int count = left.count() > 0 ? poll(&ready, 1, static_cast<int>(left.count())) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    char part[4096];
    const ssize_t got = read(pipe, part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(part, static_cast<std::size_t>(got));
  }
}

}  // namespace

std::vector<RetestResult> RetestInChild(const std::function<void(const RetestReport&)>& body) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) RunChild(ends[1], body);
  close(ends[1]);
  const std::string messages = child > 0 ? ReadAll(ends[0]) : "";
  close(ends[0]);
  if (child <= 0) return {};
  kill(child, SIGKILL);
  while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) continue;
  return Results(messages);
}

}  // namespace lodestone::accel
