// lodestone tune: measures devices offline, so that later programs use the fastest variants.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "accel/accelerate.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/devices/device_legend.hpp"
#include "utilities/devices/device_list.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Request {
  double seconds = 60;
  std::string device;  // "": as MAGICK_OCL_DEVICE selects
  bool json = false;
};

constexpr OwnOption kTuneOptions[] = {
    {"time-limit", "s", "start nothing new after s seconds (60)",
     SetSeconds<Request, &Request::seconds>},
    {"device", "name", "only devices of that name or class, as in MAGICK_OCL_DEVICE",
     Set<Request, &Request::device>},
    {"json", "", "print JSON", Set<Request, &Request::json>},
};

struct Step {
  std::string device, operation, shape, item, channels;
  MagickAccelerateTuneStep raw;  // numbers only: its strings are no longer valid
};

// Tuning results, kept and printed as they arrive.
std::string OperationAndChannels(const Step& step) {
  return step.operation + (step.channels == "opaque" ? "" : " " + step.channels);
}

class Findings {
 public:
  static int Handle(const MagickAccelerateTuneStep* step, void* context) {
    auto* findings = static_cast<Findings*>(context);
    findings->steps_.push_back(
        {step->device, step->operation, step->shape, step->item, step->channels, *step});
    findings->progress_.Show({step->done, static_cast<double>(findings->steps_.size()), "steps",
                              std::string(step->operation) + " " + step->shape + " " + step->item});
    return InterruptRequested() ? 0 : 1;
  }

  void PrintReport();
  void PrintJson(unsigned devices) const;

 private:
  void PrintLinks(DeviceLegend* legend) const;
  void PrintVariants(DeviceLegend* legend) const;

  std::vector<Step> steps_;
  ProgressLine progress_;
};

double GigabytesPerSecond(const MagickAccelerateTuneStep& step) {
  return static_cast<double>(step.bytes) / static_cast<double>(std::max<uint64_t>(step.ns, 1));
}

const char* Remark(const MagickAccelerateTuneStep& step) {
  if (step.wrong != 0) return "wrong pixels, not used";
  if (step.ns == 0) return "could not be run";
  return step.best != 0 ? "used from now on" : "";
}

void Findings::PrintLinks(DeviceLegend* legend) const {
  Table table;
  table.AddColumn("device", Table::Align::kLeft);
  table.AddColumn("link", Table::Align::kLeft);
  table.AddColumn("GB/s", Table::Align::kRight);
  for (const Step& step : steps_) {
    if (step.raw.bytes == 0) continue;
    table.AddRow(
        {legend->Mark(step.device), step.item, Format("%.1f", GigabytesPerSecond(step.raw))});
  }
  if (!table.empty()) std::printf("%s\n", table.ToText().c_str());
}

void Findings::PrintVariants(DeviceLegend* legend) const {
  Table table;
  for (const char* heading : {"device", "operation", "kind", "variant"}) {
    table.AddColumn(heading, Table::Align::kLeft);
  }
  table.AddColumn("ms", Table::Align::kRight);
  table.AddColumn("", Table::Align::kLeft);
  for (const Step& step : steps_) {
    if (step.raw.bytes != 0) continue;
    table.AddRow(
        {legend->Mark(step.device), OperationAndChannels(step), step.shape, step.item,
         step.raw.ns == 0 ? "-" : FormatMilliseconds(static_cast<double>(step.raw.ns) * 1e-6),
         Remark(step.raw)});
  }
  if (!table.empty()) std::printf("%s", table.ToText().c_str());
}

void Findings::PrintReport() {
  DeviceLegend legend;
  PrintLinks(&legend);
  PrintVariants(&legend);
  std::printf("%s", legend.ToText().c_str());
}

void Findings::PrintJson(unsigned devices) const {
  Json document{{"finished_devices", devices}, {"steps", Json::array()}};
  for (const Step& step : steps_) {
    Json json{{"device", step.device},       {"operation", step.operation},
              {"shape", step.shape},         {"item", step.item},
              {"channels", step.channels},   {"alpha", step.raw.alpha},
              {"columns", step.raw.columns}, {"rows", step.raw.rows},
              {"ns", step.raw.ns},           {"wrong", step.raw.wrong != 0},
              {"best", step.raw.best != 0}};
    if (step.raw.bytes != 0) json["gigabytes_per_second"] = GigabytesPerSecond(step.raw);
    document["steps"].push_back(json);
  }
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

int RunTune(const CommandContext& context, const Arguments& arguments) {
  if (AsksForHelp(arguments)) {
    PrintUsage(context, kTuneCommand);
    return 0;
  }
  Request request;
  ParseOwn(kTuneOptions, arguments, Words::kNone, &request);
  if (!request.device.empty() && !MagickAccelerateSelectDevice(request.device.c_str())) {
    throw CommandError("Too long for a device name", request.device);
  }
  WarmUpDevices();
  Findings findings;
  const unsigned devices = MagickAccelerateTune(request.seconds, &Findings::Handle, &findings);
  ProgressLine::ClearCurrent();
  request.json ? findings.PrintJson(devices) : findings.PrintReport();
  if (devices == 0 && !request.json) {
    std::printf("\nStopped early; results so far are kept.\n");
  }
  return 0;
}

}  // namespace

const Command kTuneCommand = {
    .name = "tune",
    .summary = "measure which variants are fastest on a device, for later use",
    .run = RunTune,
    .synopsis = "$ [-time-limit seconds] [-device name] [-json]",
    .text =
        "Measures the links of the selected devices and every variant of every operation. Results\n"
        "are stored at once and used by later programs of this user with the same driver and\n"
        "library. Keep the machine otherwise idle.",
    .options = Shown<kTuneOptions>,
};

}  // namespace lodestone::cli
