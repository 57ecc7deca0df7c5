// lodestone-lab: published OpenCL kernel techniques, tried on the user's device.
#include <charconv>
#include <cstdio>
#include <string_view>
#include <vector>

#include "accel/accelerate.h"
#include "accel/profile/cache_directory.hpp"
#include "lab/findings.hpp"
#include "lab/report.hpp"
#include "lab/run.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/shell/value_argument.hpp"

namespace lodestone::lab {
namespace {

using cli::CommandError;
using cli::MalformedArgument;

constexpr char kName[] = "lodestone-lab";

using Arguments = std::vector<std::string>;

struct Options {
  Request request;
  std::string device, chart;
  bool json = false, every_group = false, help = false;
};

// Digits only: no sign, no space.
void ParseSize(const std::string& option, const std::string& text, Request* request) {
  const char* const end = text.data() + text.size();
  const auto columns = std::from_chars(text.data(), end, request->columns);
  if (columns.ec != std::errc() || columns.ptr == end || *columns.ptr != 'x')
    throw MalformedArgument(option, text);
  const auto rows = std::from_chars(columns.ptr + 1, end, request->rows);
  if (rows.ec != std::errc() || rows.ptr != end || request->columns == 0 || request->rows == 0)
    throw MalformedArgument(option, text);
}

constexpr std::string_view kOptions[] = {"-size",  "-experiment", "-device",
                                         "-chart", "-groups",     "-json"};

Options ParseOptions(const Arguments& arguments) {
  Options options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& option = arguments[i];
    const auto value = [&] { return cli::ValueAfter(arguments, &i, kOptions); };
    if (option == "-size") {
      ParseSize(option, value(), &options.request);
    } else if (option == "-experiment") {
      options.request.experiment = value();
    } else if (option == "-device") {
      options.device = value();
    } else if (option == "-chart" || option == "-picture") {
      options.chart = value();
    } else if (option == "-groups") {
      options.every_group = true;
    } else if (option == "-json") {
      options.json = true;
    } else if (cli::IsHelp(option)) {
      options.help = true;
    } else {
      throw cli::UnrecognizedOption(option, kOptions);
    }
  }
  return options;
}

// Where no experiment ran there must be a reason.
void CheckAnyDone(const Findings& findings) {
  if (findings.AnyDone()) return;
  if (cli::InterruptRequested() || findings.all().empty())
    throw CommandError("Stopped before the first result");
  const Record& last = findings.all().back();
  throw CommandError("No experiment could be done", last.device + ": " + last.detail);
}

void PrintUsage() {
  std::printf(
      "Usage: %s [-experiment name] [-size WxH] [-device name] [-groups] [-json]\n"
      "       [-chart file.svg]\n"
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
      "  -chart file    also draw the ratios, as SVG\n",
      kName);
}

unsigned RunExperiments(const Request& request, Findings* findings) {
  cli::ProgressLine progress;
  progress.Show("opening the devices ...");
  const Selection selection = SelectDevices();
  if (selection.devices.empty()) throw CommandError("No device can be used", selection.problem);
  accel::CacheDirectory directory = accel::FindCacheDirectory();
  ProgramCache cache(std::move(directory.path), std::move(directory.problem));
  return RunOn(selection.devices, accel::gpu::OptionsFromEnvironment(), cache, request,
               [&](const Record& record) {
                 findings->Add(record);
                 progress.Show({record.done_share, static_cast<double>(findings->all().size()),
                                "results", record.experiment + ": " + record.variant});
                 return !cli::InterruptRequested();
               });
}

int Run(const Arguments& arguments) {
  const Options options = ParseOptions(arguments);
  if (options.help) {
    PrintUsage();
    return 0;
  }
  if (!options.device.empty() && !MagickAccelerateSelectDevice(options.device.c_str()))
    throw CommandError("Too long for a device name", options.device);
  if (!options.chart.empty()) cli::RequireReplaceable(options.chart, cli::kChart, {});
  Findings findings;
  const unsigned finished = RunExperiments(options.request, &findings);
  CheckAnyDone(findings);
  const std::string report =
      options.json ? ReportJson(findings, finished) : ReportText(findings, options.every_group);
  std::printf("%s", report.c_str());
  if (finished == 0 && !options.json) std::printf("\nStopped before the end.\n");
  if (!options.chart.empty()) cli::WriteFile(options.chart, cli::kChart, DrawChart(findings));
  return findings.AnyWrong() || findings.AnyFailed() ? 1 : 0;
}

}  // namespace
}  // namespace lodestone::lab

int main(int argc, char** argv) {
  using namespace lodestone;
  cli::CancelOnSignals();
  const lab::Arguments arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int status =
      cli::RunNamed(lab::kName, [&] { return cli::FlushOutput(lab::Run(arguments)); });
  cli::ReraiseCaughtSignal();
  return status;
}
