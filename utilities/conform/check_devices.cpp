#include "utilities/conform/check_devices.hpp"

#include <algorithm>
#include <list>

#include "utilities/devices/device_list.hpp"
#include "utilities/devices/shared_build.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::conform {
namespace {

using cli::CommandError;
using DeviceInfos = std::vector<MagickAccelerateDeviceInfo>;

// The CPU if it is chosen, and devices, in the order of the list.
DeviceInfos Chosen(const Choice& choice, const DeviceInfos& all) {
  DeviceInfos chosen;
  for (const MagickAccelerateDeviceInfo& info : all) {
    const bool is_cpu = info.type == MagickAccelerateTypeNative;
    if (info.usable != 0 && (is_cpu ? choice.cpu : choice.devices)) chosen.push_back(info);
  }
  return chosen;
}

DeviceInfos ListSelected(const std::string& selector) {
  if (!selector.empty() && !MagickAccelerateSelectDevice(selector.c_str()))
    throw CommandError("Too long for a device name", selector);
  DeviceInfos all = cli::ListDevices();
  MagickAccelerateSelectDevice(nullptr);
  return all;
}

Verdict CheckOne(const MagickAccelerateDeviceInfo& info, const std::string& where,
                 const std::vector<Case>& cases, const Digests& digests, const Keep& keep) {
  const std::string device = info.type == MagickAccelerateTypeNative ? "" : info.name;
  cli::ProgressLine line;
  Listener listener = ShowingProgress(&line, device.empty() ? "CPU" : device, cases.size());
  listener.after = [&](const Case& each, const CaseResult& result) { keep(each, where, result); };
  Verdict verdict = Judge(device, cases, digests, listener);
  verdict.driver = info.driver;
  return verdict;
}

}  // namespace

bool Checked::conforms() const {
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& each) { return each.conforms(); });
}

Checked Check(const Choice& choice, const std::vector<Case>& cases, const Digests& digests,
              const Keep& keep) {
  const DeviceInfos all = choice.devices ? ListSelected(choice.selector) : cli::ListDevices();
  Checked checked;
  if (choice.devices && !cli::HasUsableDevice(all)) {
    checked.no_device = cli::WhyNoDevice(all);
    if (!choice.selector.empty()) throw CommandError("No device can be used", checked.no_device);
  }
  const DeviceInfos chosen = Chosen(choice, all);
  std::list<cli::BuildingProcesses> builders;
  for (const MagickAccelerateDeviceInfo& info : chosen)
    if (choice.shares_build && info.type != MagickAccelerateTypeNative) builders.emplace_back(info);
  std::size_t devices = 0;
  for (const MagickAccelerateDeviceInfo& info : chosen) {
    const std::string where =
        info.type == MagickAccelerateTypeNative ? "cpu" : "device-" + std::to_string(++devices);
    checked.verdicts.push_back(CheckOne(info, where, cases, digests, keep));
  }
  return checked;
}

bool Store(const Verdict& verdict) {
  const auto number = [](std::size_t count) { return static_cast<unsigned>(count); };
  MagickAccelerateConformance found{};
  found.struct_size = sizeof found;
  found.list = kListVersion;
  found.cases = number(verdict.total.cases);
  found.equal = number(verdict.total.equal);
  found.different = number(verdict.total.different);
  found.not_run = number(verdict.total.not_run);
  const std::string device = verdict.device.empty() ? "native" : verdict.device;
  return MagickAccelerateKeepConformance(device.c_str(), &found) != 0;
}

Listener ShowingProgress(cli::ProgressLine* line, const std::string& where, std::size_t cases) {
  Listener listener;
  listener.before = [=](std::size_t number, const Case& each) {
    line->Show({static_cast<double>(number) / static_cast<double>(cases),
                static_cast<double>(number), "cases", where + ": " + each.operation});
  };
  return listener;
}

}  // namespace lodestone::conform
