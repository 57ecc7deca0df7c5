#include "lab/notebook.hpp"

namespace lodestone::accel::opencl {
namespace {

// About so many notes are an experiment.
constexpr double kManyNotes = 8;

}  // namespace

void LabNotebook::Begin(const char* experiment, size_t number, size_t count) {
  experiment_ = experiment;
  share_ = 1.0 / static_cast<double>(count);
  begin_ = static_cast<double>(number) * share_;
  notes_ = 0;
}

void LabNotebook::Note(const LabVariant& variant, const LabGroup& group,
                       const std::function<LabOutcome()>& measure) {
  LabOutcome outcome{};
  try {
    outcome = measure();
  } catch (const Problem& problem) {
    bench_.Drain();
    return Tell(variant, group, {}, &problem);
  }
  Tell(variant, group, outcome, nullptr);
}

void LabNotebook::Try(const LabVariant& variant, const std::function<void()>& body) {
  try {
    body();
  } catch (const Problem& problem) {
    bench_.Drain();
    Tell(variant, {}, {}, &problem);
  }
}

void LabNotebook::NoteLaunches(const LabVariant& variant, std::vector<LabLaunch> launches,
                               std::span<const LabGroup> groups, const LabMemory& sink,
                               const void* expected, unsigned tolerance, const LabMemory* between) {
  for (const LabGroup& group : groups) {
    Note(variant, group, [&] {
      for (LabLaunch& launch : launches) launch.group = group;
      bench_.Spoil(sink);
      if (between) bench_.Spoil(*between);
      LabOutcome outcome;
      outcome.ns = bench_.Time(launches);
      outcome.verdict = bench_.Compare(sink, expected, tolerance);
      return outcome;
    });
  }
}

void LabNotebook::Tell(const LabVariant& variant, const LabGroup& group, const LabOutcome& outcome,
                       const Problem* problem) {
  notes_ += 1;
  MagickAccelerateLabRecord record{};
  record.struct_size = sizeof record;
  record.device = "";
  record.experiment = experiment_;
  record.variant = variant.name.c_str();
  record.baseline = variant.baseline.c_str();
  record.columns = variant.columns;
  record.rows = variant.rows;
  record.group_columns = static_cast<unsigned>(group[0]);
  record.group_rows = static_cast<unsigned>(group[1]);
  record.on_host = variant.on_host;
  record.outcome = problem ? problem->outcome() : MagickAccelerateDone;
  record.reason = problem ? problem->reason() : MagickAccelerateNoReason;
  record.detail = problem ? problem->detail().c_str() : outcome.verdict.detail.c_str();
  record.wrong = outcome.verdict.wrong;
  record.error = outcome.verdict.error;
  record.ns = outcome.verdict.wrong ? 0 : outcome.ns;
  record.bytes = variant.bytes;
  record.published_ns = static_cast<uint64_t>(variant.published.milliseconds * 1e6);
  record.published_per_second = variant.published.per_second;
  record.published_ratio = variant.published.ratio;
  record.published_source = variant.published.source;
  record.done = begin_ + share_ * notes_ / (notes_ + kManyNotes);
  if (!handler_(&record, context_)) throw LabStopped();
}

}  // namespace lodestone::accel::opencl
