#include "lab/run.hpp"

#include <algorithm>

#include "accel/mode.hpp"
#include "lab/experiments.hpp"

namespace lodestone::lab {
namespace {

constexpr unsigned kMaxSide = 32768;
constexpr Size kLarge = {4096, 4096}, kSmall = {1024, 1024};

struct Entry {
  const char* name;
  Experiment* run;
};
constexpr Entry kExperiments[] = {
    {"gaussian-11", ExperimentGaussian11},         {"precision", ExperimentPrecision},
    {"gaussian-3", ExperimentGaussian3},           {"copy", ExperimentCopy},
    {"hoisted-call", ExperimentHoistedCall},       {"table", ExperimentTable},
    {"independent-ifs", ExperimentIndependentIfs}, {"grouped-switch", ExperimentGroupedSwitch},
    {"convolution-5", ExperimentConvolution5},
};

std::vector<Entry> Wanted(const std::string& name) {
  std::vector<Entry> wanted;
  std::string all;
  for (const Entry& entry : kExperiments) {
    all += std::string(all.empty() ? "" : ", ") + entry.name;
    if (name.empty() || name == entry.name) wanted.push_back(entry);
  }
  if (!wanted.empty()) return wanted;
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                "there is no experiment " + name + " but these: " + all);
}

Size SizeFor(const Request& request, const DeviceFacts& facts) {
  Size size = facts.is_gpu() ? kLarge : kSmall;
  if (request.columns) size.columns = request.columns;
  if (request.rows) size.rows = request.rows;
  if (size.columns <= kMaxSide && size.rows <= kMaxSide) return size;
  throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                "images of the lab have at most " + std::to_string(kMaxSide) + " columns and rows");
}

std::string WithRemedy(const std::string& problem, const std::string& hint) {
  return hint.empty() ? problem : problem + "; " + hint;
}

// Throws Problem: for an invalid request, or a device that cannot be opened.
void RunOnOne(const DeviceFacts& facts, const DeviceOptions& options, ProgramCache& cache,
              const Request& request, const Handler& handler, double begin, double share) {
  const std::vector<Entry> wanted = Wanted(request.experiment);
  const Size size = SizeFor(request, facts);
  if (!facts.problem.empty()) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateNoDevice,
                  WithRemedy(facts.problem, facts.hint));
  }
  Bench bench(facts, options, cache);
  Notebook notebook(bench, handler, begin, share);
  for (size_t i = 0; i < wanted.size(); ++i) {
    notebook.Begin(wanted[i].name, i, wanted.size());
    notebook.Try({"", "", size.columns, size.rows}, [&] { wanted[i].run(bench, notebook, size); });
  }
}

Record Refusal(const DeviceFacts& facts, const Problem& problem, double done_share) {
  Record record;
  record.device = facts.stable_name;
  record.outcome = problem.outcome();
  record.reason = problem.reason();
  record.detail = problem.detail();
  record.done_share = done_share;
  return record;
}

}  // namespace

Selection SelectDevices() {
  accel::gpu::Discovery found = accel::gpu::DiscoverDevices();
  if (found.devices.empty()) return {{}, WithRemedy(found.problem, found.hint)};
  const accel::DeviceSelector selector = accel::CurrentSelector();
  Selection selection;
  std::string others;
  for (DeviceFacts& facts : found.devices) {
    if (selector.Matches(facts.stable_name, facts.type))
      selection.devices.push_back(std::move(facts));
    else
      others += (others.empty() ? "" : ", ") + facts.stable_name;
  }
  if (selection.devices.empty()) selection.problem = "the selection leaves out " + others;
  return selection;
}

unsigned RunOn(std::span<const DeviceFacts> devices, const DeviceOptions& options,
               ProgramCache& cache, const Request& request, const Handler& handler) {
  const double share = 1.0 / std::max<double>(1, static_cast<double>(devices.size()));
  unsigned finished = 0;
  try {
    double begin = 0;
    for (const DeviceFacts& facts : devices) {
      try {
        RunOnOne(facts, options, cache, request, handler, begin, share);
        ++finished;
      } catch (const Problem& problem) {
        if (!handler(Refusal(facts, problem, begin + share))) break;
      }
      begin += share;
    }
  } catch (const Stopped&) {
    // The results up to there have been reported.
  }
  return finished;
}

}  // namespace lodestone::lab
