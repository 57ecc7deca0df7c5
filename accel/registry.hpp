// The devices of all modules found on this machine.
#pragma once

#include <sys/types.h>

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <vector>

#include "accel/plugin_device.hpp"

namespace lodestone::accel {

// A module that cannot be used, and what the user can do about it.
struct LoadProblem {
  std::string accelerator, detail, remedy;
};

using DeviceList = std::vector<std::shared_ptr<PluginDevice>>;

class Registry {
 public:
  static Registry& Get();

  // Loads the modules and lists their devices; the first call may take the time that drivers need
  // to start. Later calls do nothing.
  void Open();
  bool IsOpen();
  // True in a forked child of a process that had opened the devices: they must not be touched.
  bool Forked();

  // Adds the devices behind a module's table, as Open does for each module file; tests add their
  // own. The table must live as long as the process.
  void Add(const MagickAcceleratePlugin& table);

  // GPUs first, processors last. Empty before Open.
  DeviceList Devices();
  std::vector<LoadProblem> Problems();

  // Waits for running work, then forgets all devices. Open finds them again.
  void Close();

  // Held while a device works.
  std::shared_mutex& running() { return running_; }

 private:
  void AddFile(const std::string& file);
  void AddTable(const MagickAcceleratePlugin& table);

  std::mutex mutex_;
  std::shared_mutex running_;
  bool open_ = false;
  pid_t process_ = 0;
  DeviceList devices_;
  std::vector<LoadProblem> problems_;
};

}  // namespace lodestone::accel
