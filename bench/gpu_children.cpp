#include "bench/gpu_children.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace lodestone::bench {
namespace {

namespace fs = std::filesystem;

std::string Text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

std::vector<std::string> CacheVariables(const measure::TemporaryFolder& folder) {
  return {"MAGICK_OPENCL_CACHE_DIR=" + (folder / "lodestone").string(),
          "CUDA_CACHE_PATH=" + (folder / "cuda").string(),
          "POCL_CACHE_DIR=" + (folder / "pocl").string()};
}

fs::path OwnProgram(const std::string& name) {
  const fs::path own = fs::read_symlink("/proc/self/exe"), folder = own.parent_path();
  if (name.empty()) return own;
  // In a build tree libtool puts this program one folder deeper.
  return fs::exists(folder / name) ? folder / name : folder.parent_path() / name;
}

nlohmann::json RunForJson(const fs::path& program, const std::vector<std::string>& words,
                          const std::vector<std::string>& variables) {
  const measure::TemporaryFolder folder;
  std::vector<std::string> all{program.string()};
  all.insert(all.end(), words.begin(), words.end());
  const int status = measure::RunProcess(all, variables, folder / "out", folder / "err").status;
  const auto document = nlohmann::json::parse(Text(folder / "out"), nullptr, false);
  if (status == 0 && !document.is_discarded()) return document;
  throw std::runtime_error(program.filename().string() + " " + words.at(0) + " ended with status " +
                           std::to_string(status) + ": " + Text(folder / "err"));
}

}  // namespace lodestone::bench
