#include "accel/modules/module_loader.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstring>
#include <fstream>

#include "accel/modules/plugin_table.hpp"

namespace lodestone::accel {
namespace {

std::string FileName(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

// The dynamic linker's message, without the folder that it repeats.
std::string LoadError(const std::string& file) {
  const char* error = dlerror();
  const std::string text = error ? error : file + ": the file is truncated";
  return text.rfind(file, 0) == 0 ? FileName(file) + text.substr(file.size()) : text;
}

std::string HintFor(const std::string& file, const std::string& load_error) {
  const auto says = [&](const char* words) { return load_error.find(words) != std::string::npos; };
  if (says("libOpenCL.so.1")) return "install the OpenCL loader: package ocl-icd-libopencl1";
  if (says("cannot open shared object file")) return "install the library it needs";
  if (says("undefined symbol")) return "rebuild the module; see docs/plugins.md";
  return "replace it by a module for this machine, or remove " + file;
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

}  // namespace

std::string ModuleName(const std::string& file) {
  const std::string name = FileName(file);
  return name.substr(0, name.rfind(".so"));
}

std::string ModuleBuild(const std::string& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return "unknown";
  return std::to_string(status.st_size) + "-" + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

const MagickAcceleratePlugin* LoadModule(const std::string& file, LoadProblem& problem) {
  const std::string name = ModuleName(file);
  void* handle = IsCutShort(file) ? nullptr : dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const std::string error = LoadError(file);
    problem = {name, error, HintFor(file, error)};
    return nullptr;
  }
  const auto entry = reinterpret_cast<MagickAcceleratePluginEntryFunction>(
      dlsym(handle, "MagickAcceleratePluginEntry"));
  if (!entry) {
    problem = {name,
               FileName(file) +
                   " is not an accelerator module: it does not export "
                   "MagickAcceleratePluginEntry",
               "replace it by a module, or remove " + file};
    return nullptr;
  }
  const MagickAcceleratePlugin* table = entry(MAGICK_ACCELERATE_ABI);
  if (const std::string wrong = TableProblem(table); !wrong.empty()) {
    problem = {name, FileName(file) + " does not work with this library: " + wrong,
               "install the module of this version of the library"};
    return nullptr;
  }
  return table;
}

}  // namespace lodestone::accel
