#include "accel/opencl/lab.hpp"

#include <cstring>
#include <vector>

#include "lab/experiments.hpp"

namespace lodestone::accel::opencl {
namespace {

constexpr unsigned kLongestSide = 32768;
constexpr LabSize kLarge = {4096, 4096}, kSmall = {1024, 1024};

struct Entry {
  const char* name;
  LabExperiment* run;
};
constexpr Entry kExperiments[] = {
    {"gaussian-11", ExperimentGaussian11},         {"precision", ExperimentPrecision},
    {"gaussian-3", ExperimentGaussian3},           {"copy", ExperimentCopy},
    {"hoisted-call", ExperimentHoistedCall},       {"table", ExperimentTable},
    {"independent-ifs", ExperimentIndependentIfs}, {"grouped-switch", ExperimentGroupedSwitch},
    {"convolution-5", ExperimentConvolution5},
};

std::vector<Entry> Wanted(const char* name) {
  std::vector<Entry> wanted;
  std::string all;
  for (const Entry& entry : kExperiments) {
    all += std::string(all.empty() ? "" : ", ") + entry.name;
    if (!name || !*name || std::strcmp(name, entry.name) == 0) wanted.push_back(entry);
  }
  if (!wanted.empty()) return wanted;
  throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                std::string("there is no experiment ") + name + " but these: " + all);
}

LabSize SizeFor(const MagickAccelerateLabOptions& options, const DeviceFacts& facts) {
  LabSize size = facts.is_gpu() ? kLarge : kSmall;
  if (options.columns) size.columns = options.columns;
  if (options.rows) size.rows = options.rows;
  if (size.columns <= kLongestSide && size.rows <= kLongestSide) return size;
  throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                "images of the laboratory have at most " + std::to_string(kLongestSide) +
                    " columns and rows");
}

}  // namespace

void RunLab(const LabPlace& place, const MagickAccelerateLabOptions& options,
            MagickAccelerateLabHandler handler, void* context) {
  const std::vector<Entry> wanted = Wanted(options.experiment);
  const LabSize size = SizeFor(options, place.facts);
  LabBench bench(place);
  LabNotebook notebook(bench, handler, context);
  try {
    for (size_t i = 0; i < wanted.size(); ++i) {
      notebook.Begin(wanted[i].name, i, wanted.size());
      notebook.Try({"", "", size.columns, size.rows},
                   [&] { wanted[i].run(bench, notebook, size); });
    }
  } catch (const LabStopped&) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateCancelled, "the caller said stop");
  }
}

}  // namespace lodestone::accel::opencl
