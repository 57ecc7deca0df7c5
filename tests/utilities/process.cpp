#include "tests/utilities/process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void Redirect(const std::string& path, int flags, int descriptor) {
  const int file = open(path.c_str(), flags, 0600);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
  close(file);
}

// All that a child needs, made before fork: another thread may hold the allocator's lock then.
struct Preparation {
  Preparation(const Words& words, const fs::path& folder, const fs::path& streams)
      : in(streams / "in"), out(streams / "out"), err(streams / "err"), folder(folder) {
    for (const auto& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
  }
  std::string in, out, err, folder;
  std::vector<char*> argv;
};

[[noreturn]] void Execute(const Preparation& child) {
  Redirect(child.in, O_RDONLY, STDIN_FILENO);
  Redirect(child.out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
  Redirect(child.err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
  if (chdir(child.folder.c_str()) != 0) _exit(126);
  execvp(child.argv[0], child.argv.data());
  _exit(127);
}

}  // namespace

ProcessResult RunProcess(const Words& words, const fs::path& folder, const std::string& input) {
  const TemporaryFolder streams;
  WriteFile(streams / "in", input);
  const Preparation preparation(words, folder, streams.path());
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) Execute(preparation);
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  ProcessResult result;
  result.peak_kib = usage.ru_maxrss;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = ReadFile(streams / "out");
  result.err = ReadFile(streams / "err");
  return result;
}

std::string ReadFile(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void WriteFile(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string SamplePpm(int columns, int rows) {
  std::string ppm = "P6\n" + std::to_string(columns) + " " + std::to_string(rows) + "\n255\n";
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      for (const int sample : {x * 7 + y, x + y * 5, (x * y) % 251}) {
        ppm += static_cast<char>(sample % 256);
      }
    }
  }
  return ppm;
}

std::string ProgramPath() {
  return Environment("LODESTONE_PROGRAM");
}

fs::path LinkAs(const std::string& name, const TemporaryFolder& folder) {
  const fs::path link = folder / name;
  fs::create_symlink(ProgramPath(), link);
  return link;
}

bool HaveGm() {
  static const bool have = [] {
    const TemporaryFolder folder;
    const auto version = RunProcess({"gm", "version"}, folder.path());
    return version.status == 0 && version.out.find("GraphicsMagick 1.3") != std::string::npos;
  }();
  return have;
}

bool HaveImageMagick() {
  const TemporaryFolder folder;
  const auto version = RunProcess({"convert", "-version"}, folder.path());
  return version.out.find("ImageMagick") != std::string::npos;
}

fs::path CorpusFile(const std::string& name) {
  const std::string corpus = Environment("LODESTONE_CORPUS");
  const fs::path file = fs::path(corpus) / name;
  return !corpus.empty() && fs::exists(file) ? file : fs::path();
}

fs::path DataFile(const std::string& name) {
  return fs::path(Environment("abs_srcdir")) / "tests" / "data" / name;
}

}  // namespace lodestone::test
