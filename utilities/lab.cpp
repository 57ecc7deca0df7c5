// lodestone lab: published techniques of OpenCL kernels, tried on the user's device.
#include <charconv>
#include <cstdio>

#include "accel/accelerate.h"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/devices/device_list.hpp"
#include "utilities/events/output_file.hpp"
#include "lab/chart.hpp"
#include "lab/findings.hpp"
#include "lab/report.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  unsigned columns = 0, rows = 0;  // 0: as suits the device
  std::string experiment, device, picture;
  bool json = false, every_group = false;
};

// Digits alone: no sign, no space.
void ParseSize(const std::string& option, const std::string& text, Request* request) {
  const char* const end = text.data() + text.size();
  const auto columns = std::from_chars(text.data(), end, request->columns);
  if (columns.ec != std::errc() || columns.ptr == end || *columns.ptr != 'x')
    throw MalformedArgument(option);
  const auto rows = std::from_chars(columns.ptr + 1, end, request->rows);
  if (rows.ec != std::errc() || rows.ptr != end || request->columns == 0 || request->rows == 0)
    throw MalformedArgument(option);
}

Request ParseRequest(const Arguments& arguments) {
  Request request;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& option = arguments[i];
    const auto value = [&]() -> const std::string& {
      if (i + 1 >= arguments.size()) throw MalformedArgument(option);
      return arguments[++i];
    };
    if (option == "-size") {
      ParseSize(option, value(), &request);
    } else if (option == "-experiment") {
      request.experiment = value();
    } else if (option == "-device") {
      request.device = value();
    } else if (option == "-picture") {
      request.picture = value();
    } else if (option == "-groups") {
      request.every_group = true;
    } else if (option == "-json") {
      request.json = true;
    } else {
      throw CommandError("Unrecognized option", option);
    }
  }
  return request;
}

struct Listener {
  LabFindings findings;
  ProgressLine progress;

  static int Handle(const MagickAccelerateLabRecord* record, void* context) {
    auto* listener = static_cast<Listener*>(context);
    listener->findings.Add(*record);
    const auto count = static_cast<double>(listener->findings.all().size());
    listener->progress.Show(
        {record->done, count, "results", std::string(record->experiment) + ": " + record->variant});
    return InterruptRequested() ? 0 : 1;
  }
};

// Where no experiment ran there must be a reason.
void CheckAnyDone(const LabFindings& findings) {
  if (findings.AnyDone()) return;
  if (InterruptRequested()) throw CommandError("Stopped before the first result");
  if (findings.all().empty())
    throw CommandError("No device can be used", WhyNoDevice(ListDevices()));
  const LabFinding& last = findings.all().back();
  throw CommandError("No experiment could be done", last.device + ": " + last.detail);
}

}  // namespace

void LabUsage(const CommandContext& context) {
  std::printf(
      "Usage: %s lab [-experiment name] [-size WxH] [-device name] [-groups] [-json]\n"
      "       [-picture file.svg]\n"
      "\n"
      "Does what articles on OpenCL kernels recommend, and what they recommend it instead of, on\n"
      "the selected devices; checks every result and prints times and ratios beside the published\n"
      "ones. Leave the machine alone meanwhile. The exit status is 1 if a result is wrong\n"
      "or an experiment failed.\n"
      "\n"
      "  -experiment n  only this one: gaussian-11, precision, gaussian-3, copy, hoisted-call,\n"
      "                 table, independent-ifs, grouped-switch or convolution-5\n"
      "  -size WxH      of the images (4096x4096 on GPUs, 1024x1024 on others)\n"
      "  -device name   only devices of that name or class, as in MAGICK_OCL_DEVICE\n"
      "  -groups        a line for each size of work-groups, not only for the fastest\n"
      "  -json          print JSON\n"
      "  -picture file  also draw the ratios, as SVG\n",
      context.program.c_str());
}

int RunLab(const CommandContext& context, const Arguments& arguments) {
  if (!arguments.empty() && (arguments[0] == "-help" || arguments[0] == "-?")) {
    LabUsage(context);
    return 0;
  }
  const Request request = ParseRequest(arguments);
  if (!request.device.empty() && !MagickAccelerateSelectDevice(request.device.c_str())) {
    throw CommandError("Too long for a device name", request.device);
  }
  Listener listener;
  listener.progress.Show("opening the devices ...");
  const MagickAccelerateLabOptions options = {sizeof options, request.columns, request.rows,
                                              request.experiment.c_str()};
  const unsigned finished = MagickAccelerateLab(&options, &Listener::Handle, &listener);
  listener.progress.Clear();
  const LabFindings& findings = listener.findings;
  CheckAnyDone(findings);
  std::printf("%s",
              (request.json ? LabJson(findings, finished) : LabText(findings, request.every_group))
                  .c_str());
  if (finished == 0 && !request.json) std::printf("\nStopped before the end.\n");
  if (!request.picture.empty()) WriteFile(request.picture, LabChart(findings));
  return findings.AnyWrong() || findings.AnyFailed() ? 1 : 0;
}

}  // namespace lodestone::cli
