#include "bench/gpu_children.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lodestone::bench {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Become(const std::vector<std::string>& words,
                         const std::vector<std::string>& variables, const fs::path& out,
                         const fs::path& err) {
  for (const std::string& variable : variables) putenv(const_cast<char*>(variable.c_str()));
  const int out_file = open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err_file = open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(out_file, STDOUT_FILENO);
  dup2(err_file, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
  _exit(127);
}

std::string Text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

CacheFolder::CacheFolder() {
  std::string name = (fs::temp_directory_path() / "lodestone-gpu-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  path_ = name;
}

CacheFolder::~CacheFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::vector<std::string> CacheFolder::Variables() const {
  const std::string folder = path_.string();
  return {"MAGICK_OPENCL_CACHE_DIR=" + folder + "/lodestone", "CUDA_CACHE_PATH=" + folder + "/cuda",
          "POCL_CACHE_DIR=" + folder + "/pocl"};
}

nlohmann::json RunSelf(const std::vector<std::string>& words,
                       const std::vector<std::string>& variables) {
  std::vector<std::string> all{"gpu_report"};
  all.insert(all.end(), words.begin(), words.end());
  std::string name = (fs::temp_directory_path() / "lodestone-run-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  const fs::path folder = name;
  const pid_t child = fork();
  if (child == 0) Become(all, variables, folder / "out", folder / "err");
  int status = -1;
  const bool ended = child > 0 && waitpid(child, &status, 0) == child;
  const std::string out = Text(folder / "out"), err = Text(folder / "err");
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  const nlohmann::json document = nlohmann::json::parse(out, nullptr, false);
  if (ended && status == 0 && !document.is_discarded()) return document;
  throw std::runtime_error(words.at(0) + " ended with status " + std::to_string(status) + ": " +
                           err);
}

}  // namespace lodestone::bench
