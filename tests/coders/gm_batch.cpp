#include "tests/coders/gm_batch.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

extern char** environ;

namespace lodestone::coders::test {
namespace {

// Longer command lines, and characters outside single quotes that mean nothing to gm, or something
// else.
constexpr std::size_t kLongest = 4000;
constexpr std::string_view kOfShells = "|<>$;&*?()#\"\\`\n";

// Ends the output of a command: no image holds these bytes.
constexpr std::string_view kPassed = "\x01lodestone-test-passed\x02\n";
constexpr std::string_view kFailed = "\x01lodestone-test-failed\x02\n";

bool NeedsShell(const std::string& arguments) {
  bool quoted = false;
  for (const char c : arguments) {
    if (c == '\'') quoted = !quoted;
    if (!quoted && kOfShells.find(c) != std::string_view::npos) return true;
  }
  return quoted || arguments.size() > kLongest || arguments.find('\n') != std::string::npos;
}

bool RemoveEnd(Bytes& bytes, std::string_view end) {
  if (bytes.size() < end.size() ||
      !std::equal(end.begin(), end.end(), bytes.end() - static_cast<std::ptrdiff_t>(end.size()),
                  [](char a, std::uint8_t b) { return static_cast<std::uint8_t>(a) == b; })) {
    return false;
  }
  bytes.resize(bytes.size() - end.size());
  return true;
}

}  // namespace

GmBatch& GmBatch::Get() {
  static GmBatch batch;
  return batch;
}

bool GmBatch::Open() {
  if (process_ != 0) return true;
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0) return false;
  if (pipe2(out, O_CLOEXEC) != 0) {
    close(in[0]);
    close(in[1]);
    return false;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string words[] = {"gm",        "batch",
                         "-prompt",   "off",
                         "-feedback", "on",
                         "-pass",     std::string(kPassed.substr(0, kPassed.size() - 1)),
                         "-fail",     std::string(kFailed.substr(0, kFailed.size() - 1)),
                         "-"};
  char* argv[std::size(words) + 1] = {};
  for (std::size_t i = 0; i < std::size(words); ++i) argv[i] = words[i].data();
  if (posix_spawnp(&process_, "gm", &actions, nullptr, argv, environ) != 0) process_ = 0;
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  to_gm_ = fdopen(in[1], "w");
  from_gm_ = fdopen(out[0], "r");
  if (process_ == 0) Close();
  return process_ != 0;
}

void GmBatch::Close() {
  if (to_gm_ != nullptr) std::fclose(to_gm_);
  if (from_gm_ != nullptr) std::fclose(from_gm_);
  if (process_ != 0) waitpid(process_, nullptr, 0);
  to_gm_ = from_gm_ = nullptr;
  process_ = 0;
}

std::optional<GmBatch::Result> GmBatch::Run(const std::string& arguments) {
  if (NeedsShell(arguments) || !Open()) return std::nullopt;
  std::fprintf(to_gm_, "%s\n", arguments.c_str());
  std::fflush(to_gm_);
  Bytes bytes;
  for (int c; (c = std::getc(from_gm_)) != EOF;) {
    bytes.push_back(static_cast<std::uint8_t>(c));
    if (c != '\n') continue;
    if (RemoveEnd(bytes, kPassed)) return Result{std::move(bytes), 0};
    if (RemoveEnd(bytes, kFailed)) return Result{std::move(bytes), 1};
  }
  Close();
  return std::nullopt;
}

}  // namespace lodestone::coders::test
