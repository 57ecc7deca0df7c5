// The laboratory, as programs call it: each selected device does its experiments.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <shared_mutex>

#include "accel/mode.hpp"
#include "accel/modules/registry.hpp"

namespace lodestone::accel {
namespace {

MagickAccelerateLabRecord BlankRecord() {
  MagickAccelerateLabRecord record{};
  record.struct_size = sizeof record;
  record.device = record.experiment = record.variant = record.baseline = "";
  record.detail = record.published_source = "";
  return record;
}

// What passes from the module of one device to the program.
class LabRelay {
 public:
  LabRelay(const PluginDevice& device, MagickAccelerateLabHandler handler, void* context,
           double begin, double share)
      : device_(device), handler_(handler), context_(context), begin_(begin), share_(share) {}

  static int Receive(const MagickAccelerateLabRecord* record, void* context) {
    return static_cast<LabRelay*>(context)->Pass(*record);
  }

  // A device that does none has this one record.
  int PassRefusal(const Attempt& attempt) {
    MagickAccelerateLabRecord record = BlankRecord();
    record.outcome = attempt.outcome;
    record.reason = attempt.parts.reason;
    record.detail = attempt.parts.detail;
    record.done = 1;
    return Pass(record);
  }

 private:
  // A module of another version may know fewer fields, or more.
  int Pass(const MagickAccelerateLabRecord& from) {
    MagickAccelerateLabRecord record = BlankRecord();
    std::memcpy(&record, &from, std::min(from.struct_size, sizeof record));
    record.struct_size = sizeof record;
    record.device = device_.device().c_str();
    for (const char** text : {&record.experiment, &record.variant, &record.baseline, &record.detail,
                              &record.published_source})
      if (!*text) *text = "";
    if (record.wrong) record.ns = 0;
    record.done = begin_ + share_ * std::clamp(record.done, 0.0, 1.0);
    return !handler_ || handler_(&record, context_) != 0;
  }

  const PluginDevice& device_;
  const MagickAccelerateLabHandler handler_;
  void* const context_;
  const double begin_, share_;
};

MagickAccelerateLabOptions Complete(const MagickAccelerateLabOptions* options) {
  MagickAccelerateLabOptions complete{};
  if (options) std::memcpy(&complete, options, std::min(options->struct_size, sizeof complete));
  complete.struct_size = sizeof complete;
  if (!complete.experiment) complete.experiment = "";
  return complete;
}

unsigned ExperimentOnAll(const MagickAccelerateLabOptions& options,
                         MagickAccelerateLabHandler handler, void* context) {
  const DeviceSelector selector = CurrentSelector();
  Registry& registry = Registry::Get();
  if (selector.MatchesNothing() || registry.Forked()) return 0;
  registry.Open();
  const std::shared_lock running(registry.running());
  DeviceList devices = registry.Devices();
  std::erase_if(devices,
                [&](const auto& each) { return !selector.Matches(each->device(), each->type()); });
  const double share = 1.0 / std::max<double>(1, double(devices.size()));
  unsigned finished = 0;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    LabRelay relay(*devices[i], handler, context, double(i) * share, share);
    const Attempt attempt = devices[i]->Lab(options, &LabRelay::Receive, &relay);
    if (attempt.done())
      ++finished;
    else if (attempt.parts.reason == MagickAccelerateCancelled || !relay.PassRefusal(attempt))
      break;
  }
  return finished;
}

}  // namespace
}  // namespace lodestone::accel

unsigned int MagickAccelerateLab(const MagickAccelerateLabOptions* options,
                                 MagickAccelerateLabHandler handler, void* context) {
  try {
    using namespace lodestone::accel;
    return ExperimentOnAll(Complete(options), handler, context);
  } catch (const std::exception&) {
    return 0;  // out of memory
  }
}
