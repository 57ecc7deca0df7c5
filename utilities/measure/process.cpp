#include "utilities/measure/process.hpp"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "base/end_with_parent.hpp"
#include "base/temporary_directory.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::measure {
namespace {

namespace fs = std::filesystem;

// The setting of drivers as it was before this process loaded an OpenCL loader: Khronos' cuts the
// list into pieces where it lies, so that children would see the first driver alone.
const std::string kDrivers = [] {
  const char* given = std::getenv("OCL_ICD_FILENAMES");
  return given ? std::string("OCL_ICD_FILENAMES=") + given : "";
}();

// Without /proc, as this program was called, made to hold from any folder.
const std::string kOwnProgram = []() -> std::string {
  constexpr char kSelf[] = "/proc/self/exe";
  if (access(kSelf, X_OK) == 0) return kSelf;
  const auto* const called = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  std::error_code error;
  const fs::path path = fs::absolute(called == nullptr ? "" : called, error);
  return error ? std::string() : path.string();
}();

constexpr int kNoStream = 126, kNoProgram = 127;  // statuses, as shells have them

void Redirect(const fs::path& path, int flags, int descriptor) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(kNoStream);
}

[[noreturn]] void Become(const std::vector<std::string>& words,
                         const std::vector<std::string>& variables, const fs::path& out,
                         const fs::path& err) {
  Redirect("/dev/null", O_RDONLY, STDIN_FILENO);
  Redirect(out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  Redirect(err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (!kDrivers.empty()) putenv(const_cast<char*>(kDrivers.c_str()));
  for (const std::string& variable : variables) putenv(const_cast<char*>(variable.c_str()));
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  _exit(kNoProgram);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = TemporaryDirectory() + "/lodestone-XXXXXX";
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make the folder " + name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

pid_t StartProcess(const std::vector<std::string>& words, const std::vector<std::string>& variables,
                   const fs::path& out, const fs::path& err) {
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    EndWithParent(parent);
    Become(words, variables, out, err);
  }
  return child;
}

std::string OwnProgram() {
  return kOwnProgram;
}

bool NotStarted(int status) {
  return status < 0 || status == kNoStream || status == kNoProgram;
}

ProcessRun WaitFor(pid_t process) {
  int status = 0;
  rusage usage = {};
  ProcessRun run;
  if (process < 0 || wait4(process, &status, 0, &usage) != process) return run;
  run.peak_mib = static_cast<double>(usage.ru_maxrss) / 1024;
  run.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

ProcessRun RunProcess(const std::vector<std::string>& words,
                      const std::vector<std::string>& variables, const fs::path& out,
                      const fs::path& err) {
  const Stopwatch watch;
  ProcessRun run = WaitFor(StartProcess(words, variables, out, err));
  if (run.status >= 0) run.milliseconds = watch.Milliseconds();
  return run;
}

}  // namespace lodestone::measure
