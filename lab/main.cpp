// lodestone-lab: published OpenCL kernel techniques, tried on the user's device.
#include <algorithm>
#include <cstdio>

#include "accel/accelerate.h"
#include "accel/profile/cache_directory.hpp"
#include "lab/findings.hpp"
#include "lab/report.hpp"
#include "lab/run.hpp"
#include "utilities/lab_options.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/shell/progress_monitor.hpp"

namespace lodestone::lab {
namespace {

using cli::Arguments;
using cli::CommandError;

constexpr char kName[] = "lodestone-lab";

// Where no experiment ran there must be a reason.
void CheckAnyDone(const Findings& findings) {
  if (findings.AnyDone()) return;
  if (cli::InterruptRequested() || findings.all().empty())
    throw CommandError("Stopped before the first result");
  const Record& last = findings.all().back();
  throw CommandError("No experiment could be done", last.device + ": " + last.detail);
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
  if (std::ranges::any_of(arguments, cli::IsHelp)) {
    cli::PrintUsage({"", kName}, cli::LabCommand(kName));
    return 0;
  }
  cli::LabRequest options;
  cli::ParseOwn(cli::kLabOptions, arguments, cli::Words::kNone, &options);
  if (!options.device.empty() && !MagickAccelerateSelectDevice(options.device.c_str()))
    throw CommandError("Too long for a device name", options.device);
  if (!options.chart.empty()) cli::RequireReplaceable(options.chart, cli::kChart, {});
  Findings findings;
  const unsigned finished =
      RunExperiments({options.columns, options.rows, options.experiment}, &findings);
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
  const cli::Arguments arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const int status =
      cli::RunNamed(lab::kName, [&] { return cli::FlushOutput(lab::Run(arguments)); });
  cli::ReraiseCaughtSignal();
  return status;
}
