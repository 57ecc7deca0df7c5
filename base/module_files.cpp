#include "base/module_files.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/folder_names.hpp"
#include "base/install_path.hpp"

namespace lodestone {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

// Shared objects that are not libraries: "opencl.so", not "liblodestone.so".
std::vector<std::string> ModulesIn(const fs::path& directory) {
  std::vector<std::string> files;
  for (const std::string& name : FolderNames(directory.string()).value_or(Names()))
    if (name.ends_with(".so") && !name.starts_with("lib"))
      files.push_back((directory / name).string());
  return files;
}

// The directory of the shared library, or of the program that it is linked into.
fs::path OwnDirectory() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<void*>(&FindModules), &info) || !info.dli_fname) return {};
  std::error_code error;
  return fs::absolute(info.dli_fname, error).parent_path();
}

// Of files of the same name the first one counts, as with programs in PATH.
std::vector<std::string> ModulesInAll(const std::string& list) {
  std::vector<std::string> files;
  std::set<std::string> names;
  std::istringstream directories(list);
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (directory.empty()) continue;
    for (const std::string& file : ModulesIn(directory))
      if (names.insert(fs::path(file).filename().string()).second) files.push_back(file);
  }
  return files;
}

std::string FileName(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

template <class Record>
bool ReadAt(std::ifstream& stream, std::uint64_t offset, Record& record) {
  stream.seekg(static_cast<std::streamoff>(offset));
  stream.read(reinterpret_cast<char*>(&record), sizeof record);
  return stream.good();
}

// True for a truncated shared object, which would crash the process inside the dynamic linker. All
// other problems the linker reports itself.
bool IsCutShort(const std::string& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  const auto size = static_cast<std::uint64_t>(stream.tellg());
  ElfW(Ehdr) header{};
  if (!stream || !ReadAt(stream, 0, header)) return false;
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header.e_phentsize != sizeof(ElfW(Phdr))) return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment{};
    if (!ReadAt(stream, header.e_phoff + std::uint64_t{i} * sizeof segment, segment)) return true;
    if (segment.p_filesz > size || segment.p_offset > size - segment.p_filesz) return true;
  }
  return false;
}

// The dynamic linker's message, without the folder that it repeats.
std::string LoadError(const std::string& file) {
  const char* error = dlerror();
  const std::string text = error ? error : file + ": the file is truncated";
  return text.rfind(file, 0) == 0 ? FileName(file) + text.substr(file.size()) : text;
}

}  // namespace

std::vector<std::string> FindModules(const ModuleKind& kind) {
  if (const char* list = std::getenv(kind.variable); list && list[0]) return ModulesInAll(list);
  const fs::path own = OwnDirectory();
  std::vector<fs::path> directories{own / "lodestone" / kind.folder};
  if (own.filename() == ".libs") directories.push_back(own / kind.build_folder);
  directories.push_back(fs::path(LODESTONE_PKGLIBDIR) / kind.folder);
  for (const fs::path& directory : directories)
    if (std::vector<std::string> files = ModulesIn(directory); !files.empty()) return files;
  return {};
}

std::string ModuleNameOf(const std::string& file) {
  const std::string name = FileName(file);
  return name.substr(0, name.rfind(".so"));
}

void* OpenModule(const std::string& file, std::string& error) {
  void* handle = IsCutShort(file) ? nullptr : dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) error = LoadError(file);
  return handle;
}

}  // namespace lodestone
