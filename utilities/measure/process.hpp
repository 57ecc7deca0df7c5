// Runs programs and measures their time, memory and output.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace lodestone::measure {

// A folder of this process's own during its lifetime. Throws std::runtime_error.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct ProcessRun {
  int status = -1;  // exit status, 128 + signal number if killed; -1: not started
  double milliseconds = 0;
  double peak_mib = 0;  // peak resident memory
};

// Starts words[0], found in PATH, with the rest as its arguments and these NAME=VALUE added to this
// process's environment. Standard input is empty; its output goes to the two files. It is killed
// when the calling thread ends. -1 if it was not started.
pid_t StartProcess(const std::vector<std::string>& words,
                   const std::vector<std::string>& variables = {},
                   const std::filesystem::path& out = "/dev/null",
                   const std::filesystem::path& err = "/dev/null");

// This program, for StartProcess.
std::string OwnProgram();

// Whether a process with this status never became the program that it was to be.
bool NotStarted(int status);

// Waits for the end of such a process. Its peak memory includes what this process had when it was
// forked; the time is not known.
ProcessRun WaitFor(pid_t process);

// Starts a process and waits for its end.
ProcessRun RunProcess(const std::vector<std::string>& words,
                      const std::vector<std::string>& variables = {},
                      const std::filesystem::path& out = "/dev/null",
                      const std::filesystem::path& err = "/dev/null");

}  // namespace lodestone::measure
