// lodestone devices: the devices of this machine that can accelerate, and why others cannot.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "utilities/conform/check_devices.hpp"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/devices/device_list.hpp"
#include "utilities/devices/shared_build.hpp"
#include "utilities/measure/timing.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/text/table.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* TypeName(MagickAccelerateDeviceType type) {
  switch (type) {
    case MagickAccelerateTypeNative:
      return "native";
    case MagickAccelerateTypeCPU:
      return "CPU";
    case MagickAccelerateTypeGPU:
      return "GPU";
    default:
      return "other";
  }
}

const char* StateOf(const MagickAccelerateDeviceInfo& device) {
  if (device.usable == 0) return "cannot be used";
  return device.ready != 0 ? "ready" : "usable, not warmed up";
}

void PrintLine(const char* label, const std::string& value) {
  if (!value.empty()) std::printf("    %-10s %s\n", label, value.c_str());
}

// What getting the device ready involved in this process, "" when nothing was done.
std::string WarmUpText(const MagickAccelerateDeviceInfo& device) {
  if (device.context_ns + device.load_ns + device.compile_ns + device.test_ns == 0) return "";
  const std::pair<const char*, uint64_t> parts[] = {{"open", device.open_ns},
                                                    {"context", device.context_ns},
                                                    {"load", device.load_ns},
                                                    {"compile", device.compile_ns},
                                                    {"self-test", device.test_ns}};
  std::string text;
  for (const auto& [name, ns] : parts) {
    char part[60];
    std::snprintf(part, sizeof part, "%s%s %.1f ms", text.empty() ? "" : ", ", name,
                  static_cast<double>(ns) * 1e-6);
    text += part;
  }
  return text;
}

void PrintDevice(const MagickAccelerateDeviceInfo& device) {
  const std::string name = device.name[0] == '\0' ? "" : std::string("  ") + device.name;
  std::printf("%s%s: %s\n", device.accelerator, name.c_str(), StateOf(device));
  if (device.name[0] != '\0') PrintLine("type", TypeName(device.type));
  PrintLine("platform", device.platform);
  PrintLine("driver", device.driver);
  if (device.memory_bytes != 0) {
    std::string memory = FormatBytes(device.memory_bytes);
    if (device.local_memory_bytes != 0) {
      memory += ", " + FormatBytes(device.local_memory_bytes) + " local to a work-group";
    }
    PrintLine("memory", memory);
  }
  if (device.compute_units != 0) PrintLine("units", std::to_string(device.compute_units));
  PrintLine("hardware", device.hardware);
  PrintLine("self-test", device.self_test);
  PrintLine("conforms", device.conformance);
  if (device.driver_crashes != 0) {
    PrintLine("unfinished",
              std::to_string(device.driver_crashes) + ", the last: " + device.last_driver_crash);
  }
  PrintLine("cache", device.cache);
  PrintLine("warm-up", WarmUpText(device));
  PrintLine("problem", device.problem);
  PrintLine("hint", device.hint);
}

Json ToJson(const MagickAccelerateDeviceInfo& device) {
  return Json{{"accelerator", device.accelerator},
              {"name", device.name},
              {"type", TypeName(device.type)},
              {"platform", device.platform},
              {"driver", device.driver},
              {"usable", device.usable != 0},
              {"ready", device.ready != 0},
              {"memory_bytes", device.memory_bytes},
              {"local_memory_bytes", device.local_memory_bytes},
              {"compute_units", device.compute_units},
              {"hardware", device.hardware},
              {"self_test", device.self_test},
              {"conformance", device.conformance},
              {"conforms", device.conforms != 0},
              {"driver_crashes", device.driver_crashes},
              {"last_driver_crash", device.last_driver_crash},
              {"open_ns", device.open_ns},
              {"context_ns", device.context_ns},
              {"load_ns", device.load_ns},
              {"compile_ns", device.compile_ns},
              {"test_ns", device.test_ns},
              {"cache", device.cache},
              {"problem", device.problem},
              {"hint", device.hint}};
}

// Duration of the warm-up in seconds.
double WarmUp(const CommandContext& context, unsigned int* ready) {
  ProgressLine progress;
  progress.Show("warming up: building programs and running self-tests ...");
  const measure::Stopwatch watch;
  {
    std::optional<BuildingProcesses> others;
    if (context.caller == nullptr) others.emplace();
    *ready = MagickAccelerateWarmUp();
  }
  return watch.Seconds();
}

void PrintJson(bool warmed, unsigned int ready, double seconds) {
  Json document;
  document["devices"] = Json::array();
  for (const auto& device : ListDevices()) document["devices"].push_back(ToJson(device));
  if (warmed) document["warm_up"] = {{"ready", ready}, {"seconds", seconds}};
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

void PrintReport(bool warmed, unsigned int ready, double seconds) {
  bool first = true;
  for (const auto& device : ListDevices()) {
    if (!first) std::printf("\n");
    first = false;
    PrintDevice(device);
  }
  if (warmed) {
    std::printf("\nWarming up took %.2f s; %u %s ready.\n", seconds, ready,
                ready == 1 ? "device is" : "devices are");
  }
}

// An empty name would mean everything to the library.
void Forget(const std::string& name) {
  if (name.empty() || MagickAccelerateForgetDevice(name == "all" ? nullptr : name.c_str()) == 0)
    throw CommandError("No such device", name);
}

// False after a message for each that does not conform, or whose verdict could not be stored.
bool Certify(const CommandContext& context) {
  const std::vector<conform::Case> cases = conform::AllCases();
  conform::Choice choice;
  choice.shares_build = context.caller == nullptr;
  const conform::Checked checked = conform::Check(
      choice, cases, conform::ReadList(conform::FindList(), cases), [](const auto&...) {});
  bool fine = true;
  for (const conform::Verdict& verdict : checked.verdicts) {
    const std::string name = verdict.device.empty() ? "native" : verdict.device;
    if (!conform::Store(verdict)) {
      PrintMessage(CommandError("Unable to store the verdict", name));
      fine = false;
    }
    if (verdict.conforms()) continue;
    PrintMessage(CommandError("Does not conform", name)
                     .WithHint("which cases: lodestone conform " +
                               (verdict.device.empty() ? "-cpu" : "-device '" + name + "'")));
    fine = false;
  }
  return fine;
}

struct Request {
  bool warm = false, json = false, certify = false;
  std::optional<std::string> processes;  // that only build programs
};

constexpr OwnOption kDevicesOptions[] = {
    {"certify", "",
     "first check the results of every operation, as conform does, and store\n"
     "the verdict, which is listed until the driver or the library changes",
     Set<Request, &Request::certify>},
    {"forget", "name",
     "first discard what earlier processes recorded about devices of that name\n"
     "or class, the accelerator of that name, or \"all\": self-test verdicts,\n"
     "driver crashes, measurements, tuning, conformance",
     [](void*, const OwnUse& use) { Forget(use.value); }, kAnyValue},
    {"warm", "", "open the devices, build their programs and run their self-tests first",
     Set<Request, &Request::warm>},
    {"build", "n",
     "only build the programs that no other process has built or is building,\n"
     "in n processes at once",
     Set<Request, &Request::processes>, kAnyValue},
    {"json", "", "print JSON", Set<Request, &Request::json>},
};

int RunDevices(const CommandContext& context, const Arguments& arguments) {
  if (std::ranges::any_of(arguments, IsHelp)) {
    PrintUsage(context, kDevicesCommand);
    return 0;
  }
  Request request;
  ParseOwn(kDevicesOptions, arguments, Words::kNone, &request);
  if (request.processes) {
    BuildPrograms(*request.processes);
    return 0;
  }
  const bool fine = !request.certify || Certify(context);
  unsigned int ready = 0;
  const double seconds = request.warm ? WarmUp(context, &ready) : 0;
  request.json ? PrintJson(request.warm, ready, seconds)
               : PrintReport(request.warm, ready, seconds);
  return fine ? 0 : 1;
}

}  // namespace

const Command kDevicesCommand = {
    .name = "devices",
    .summary = "list devices, and why unusable ones cannot be used",
    .run = RunDevices,
    .synopsis = "$ [-forget name] [-warm] [-build n] [-certify] [-json]",
    .text =
        "Lists the CPU, every accelerator device with its driver, program cache and\n"
        "self-test verdict, and for each that cannot be used the reason and a hint. A\n"
        "device in whose driver two processes in a row ended is tested first, which may\n"
        "take a minute; one that fails is not used until then, or until the driver\n"
        "changes.",
    .options = Shown<kDevicesOptions>,
};

}  // namespace lodestone::cli
