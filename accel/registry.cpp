#include "accel/registry.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>

#include "accel/module_path.hpp"

namespace lodestone::accel {
namespace {

int Rank(MagickAccelerateDeviceType type) {
  switch (type) {
    case MagickAccelerateTypeGPU:
      return 0;
    case MagickAccelerateTypeOther:
      return 1;
    default:
      return 2;
  }
}

std::string ModuleName(const std::string& file) {
  const auto slash = file.rfind('/') + 1;
  return file.substr(slash, file.rfind(".so") - slash);
}

std::string RemedyFor(const std::string& load_error) {
  if (load_error.find("libOpenCL.so.1") != std::string::npos)
    return "install the OpenCL loader: package ocl-icd-libopencl1";
  return "reinstall Lodestone with its accelerator modules";
}

}  // namespace

Registry& Registry::Get() {
  static Registry& registry = *new Registry;
  return registry;
}

void Registry::Open() {
  const std::lock_guard lock(mutex_);
  if (open_) return;
  const std::vector<std::string> files = FindModules();
  for (const std::string& file : files) AddFile(file);
  if (files.empty())
    problems_.push_back({"opencl", "no accelerator module is installed with this library",
                         "build Lodestone with OpenCL: configure without --disable-opencl"});
  std::stable_sort(devices_.begin(), devices_.end(),
                   [](const auto& a, const auto& b) { return Rank(a->type()) < Rank(b->type()); });
  open_ = true;
  process_ = getpid();
}

void Registry::AddFile(const std::string& file) {
  const std::string name = ModuleName(file);
  void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char* error = dlerror();
    const std::string text = error ? error : "cannot be loaded";
    problems_.push_back({name, text, RemedyFor(text)});
    return;
  }
  const auto entry = reinterpret_cast<MagickAcceleratePluginEntryFunction>(
      dlsym(handle, "MagickAcceleratePluginEntry"));
  const MagickAcceleratePlugin* table = entry ? entry(MAGICK_ACCELERATE_ABI) : nullptr;
  if (!table || table->abi != MAGICK_ACCELERATE_ABI) {
    problems_.push_back({name, file + " is not an accelerator module of this version",
                         "install the module that belongs to this library"});
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
  for (unsigned i = 0; i < table.device_count(module->state()); ++i)
    devices_.push_back(std::make_shared<PluginDevice>(module, i));
  std::stable_sort(devices_.begin(), devices_.end(),
                   [](const auto& a, const auto& b) { return Rank(a->type()) < Rank(b->type()); });
}

void Registry::Add(const MagickAcceleratePlugin& table) {
  Open();
  const std::lock_guard lock(mutex_);
  AddTable(table);
}

bool Registry::IsOpen() {
  const std::lock_guard lock(mutex_);
  return open_;
}

bool Registry::Forked() {
  const std::lock_guard lock(mutex_);
  return open_ && process_ != getpid();
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
  const std::lock_guard lock(mutex_);
  if (!open_ || process_ != getpid()) return;
  devices_.clear();
  problems_.clear();
  open_ = false;
}

}  // namespace lodestone::accel
