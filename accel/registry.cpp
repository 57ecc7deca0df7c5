#include "accel/registry.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>

#include "accel/device_pixels.hpp"
#include "accel/module_file.hpp"
#include "accel/module_path.hpp"
#include "accel/plugin_table.hpp"

namespace lodestone::accel {
namespace {

constexpr unsigned kMostDevices = 64;  // of one module

std::string FileName(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

std::string ModuleName(const std::string& file) {
  const std::string name = FileName(file);
  return name.substr(0, name.rfind(".so"));
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

int RankOf(MagickAccelerateDeviceType type) {
  switch (type) {
    case MagickAccelerateTypeGPU:
      return 0;
    case MagickAccelerateTypeOther:
      return 1;
    default:
      return 2;
  }
}

Registry& Registry::Get() {
  static Registry& registry = *new Registry;
  return registry;
}

void Registry::Open() {
  const std::lock_guard lock(mutex_);
  if (open_) return;
  process_ = getpid();
  const std::vector<std::string> files = FindModules();
  for (const std::string& file : files) AddFile(file);
  if (files.empty())
    problems_.push_back({"opencl", "no accelerator module is installed with this library",
                         "build Lodestone with OpenCL: configure without --disable-opencl"});
  std::stable_sort(devices_.begin(), devices_.end(), [](const auto& a, const auto& b) {
    return RankOf(a->type()) < RankOf(b->type());
  });
  open_ = true;
}

void Registry::AddFile(const std::string& file) {
  const std::string name = ModuleName(file);
  void* handle = IsCutShort(file) ? nullptr : dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const std::string error = LoadError(file);
    problems_.push_back({name, error, RemedyFor(file, error)});
    return;
  }
  const auto entry = reinterpret_cast<MagickAcceleratePluginEntryFunction>(
      dlsym(handle, "MagickAcceleratePluginEntry"));
  if (!entry) {
    problems_.push_back({name,
                         FileName(file) + " is not an accelerator module: it does not export "
                                          "MagickAcceleratePluginEntry",
                         "put a module there, or remove " + file});
    return;
  }
  const MagickAcceleratePlugin* table = entry(MAGICK_ACCELERATE_ABI);
  if (const std::string problem = TableProblem(table); !problem.empty()) {
    problems_.push_back({name, FileName(file) + " is of no use to this library: " + problem,
                         "install the module that belongs to this version of the library"});
    return;
  }
  AddTable(*table);
}

void Registry::AddTable(const MagickAcceleratePlugin& table) {
  std::string problem, remedy;
  const auto module = PluginModule::Open(table, problem, remedy);
  if (!module) {
    problems_.push_back({table.name, problem, remedy});
    return;
  }
  const unsigned count = std::min(module->table().device_count(module->state()), kMostDevices);
  for (unsigned i = 0; i < count; ++i)
    devices_.push_back(std::make_shared<PluginDevice>(module, i));
  std::stable_sort(devices_.begin(), devices_.end(), [](const auto& a, const auto& b) {
    return RankOf(a->type()) < RankOf(b->type());
  });
}

void Registry::Add(const MagickAcceleratePlugin& table) {
  Open();
  const std::lock_guard lock(mutex_);
  AddTable(table);
}

bool Registry::Forked() const {
  const pid_t process = process_;
  return process != 0 && process != getpid();
}

DeviceList Registry::Devices() {
  const std::lock_guard lock(mutex_);
  return devices_;
}

std::vector<LoadProblem> Registry::Problems() {
  const std::lock_guard lock(mutex_);
  return problems_;
}

void Registry::Close() {
  const std::unique_lock wait(running_);
  if (!open_ || Forked()) return;
  EvictAll();
  const std::lock_guard lock(mutex_);
  devices_.clear();
  problems_.clear();
  open_ = false;
}

}  // namespace lodestone::accel
