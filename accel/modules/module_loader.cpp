#include "accel/modules/module_loader.hpp"

#include <dlfcn.h>
#include <sys/stat.h>

#include "accel/modules/plugin_table.hpp"
#include "base/module_files.hpp"

namespace lodestone::accel {
namespace {

std::string HintFor(const std::string& file, const std::string& load_error) {
  const auto says = [&](const char* words) { return load_error.find(words) != std::string::npos; };
  if (says("libOpenCL.so.1")) return "install the OpenCL loader: package ocl-icd-libopencl1";
  if (says("cannot open shared object file")) return "install the library it needs";
  if (says("undefined symbol")) return "rebuild the module; see docs/plugins.md";
  return "replace it by a module for this machine, or remove " + file;
}

}  // namespace

std::string ModuleBuild(const std::string& file) {
  struct stat status {};
  if (stat(file.c_str(), &status) != 0) return "unknown";
  return std::to_string(status.st_size) + "-" + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

const MagickAcceleratePlugin* LoadModule(const std::string& file, LoadProblem& problem) {
  const std::string name = ModuleNameOf(file);
  std::string error;
  void* handle = OpenModule(file, error);
  if (!handle) {
    problem = {name, error, HintFor(file, error)};
    return nullptr;
  }
  const auto entry = reinterpret_cast<MagickAcceleratePluginEntryFunction>(
      dlsym(handle, "MagickAcceleratePluginEntry"));
  if (!entry) {
    problem = {name,
               name +
                   ".so is not an accelerator module: it does not export "
                   "MagickAcceleratePluginEntry",
               "replace it by a module, or remove " + file};
    return nullptr;
  }
  const MagickAcceleratePlugin* table = entry(MAGICK_ACCELERATE_ABI);
  if (const std::string wrong = TableProblem(table); !wrong.empty()) {
    problem = {name, name + ".so does not work with this library: " + wrong,
               "install the module of this version of the library"};
    return nullptr;
  }
  return table;
}

}  // namespace lodestone::accel
