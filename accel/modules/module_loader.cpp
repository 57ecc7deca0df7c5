#include "accel/modules/module_loader.hpp"

#include <dlfcn.h>
#include <sys/stat.h>

#include "accel/module_file.hpp"
#include "accel/modules/plugin_table.hpp"

namespace lodestone::accel {
namespace {

std::string FileName(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

// The dynamic linker's words, without the folder that it repeats.
std::string LoadError(const std::string& file) {
  const char* error = dlerror();
  const std::string text = error ? error : file + ": a part of the file is missing";
  return text.rfind(file, 0) == 0 ? FileName(file) + text.substr(file.size()) : text;
}

std::string RemedyFor(const std::string& file, const std::string& load_error) {
  const auto says = [&](const char* words) { return load_error.find(words) != std::string::npos; };
  if (says("libOpenCL.so.1")) return "install the OpenCL loader: package ocl-icd-libopencl1";
  if (says("cannot open shared object file")) return "install the library that it needs";
  if (says("undefined symbol")) return "build the module again: docs/plugins.md says how";
  return "put a module for this machine there, or remove " + file;
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
    problem = {name, error, RemedyFor(file, error)};
    return nullptr;
  }
  const auto entry = reinterpret_cast<MagickAcceleratePluginEntryFunction>(
      dlsym(handle, "MagickAcceleratePluginEntry"));
  if (!entry) {
    problem = {name,
               FileName(file) +
                   " is not an accelerator module: it does not export "
                   "MagickAcceleratePluginEntry",
               "put a module there, or remove " + file};
    return nullptr;
  }
  const MagickAcceleratePlugin* table = entry(MAGICK_ACCELERATE_ABI);
  if (const std::string wrong = TableProblem(table); !wrong.empty()) {
    problem = {name, FileName(file) + " is of no use to this library: " + wrong,
               "install the module that belongs to this version of the library"};
    return nullptr;
  }
  return table;
}

}  // namespace lodestone::accel
