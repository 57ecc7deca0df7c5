#include "lab/notebook.hpp"

namespace lodestone::lab {
namespace {

// The approximate number of notes per experiment.
constexpr double kManyNotes = 8;

}  // namespace

void Notebook::Begin(const char* experiment, size_t number, size_t count) {
  experiment_ = experiment;
  share_ = all_share_ / static_cast<double>(count);
  begin_ = all_begin_ + static_cast<double>(number) * share_;
  notes_ = 0;
}

void Notebook::Note(const Variant& variant, const Group& group,
                    const std::function<Outcome()>& measure) {
  Outcome outcome{};
  try {
    outcome = measure();
  } catch (const Problem& problem) {
    bench_.Drain();
    return Tell(variant, group, {}, &problem);
  }
  Tell(variant, group, outcome, nullptr);
}

void Notebook::Try(const Variant& variant, const std::function<void()>& body) {
  try {
    body();
  } catch (const Problem& problem) {
    bench_.Drain();
    Tell(variant, {}, {}, &problem);
  }
}

void Notebook::NoteLaunches(const Variant& variant, std::vector<Launch> launches,
                            std::span<const Group> groups, const Memory& destination,
                            const void* expected, unsigned tolerance, const Memory* intermediate) {
  for (const Group& group : groups) {
    Note(variant, group, [&] {
      for (Launch& launch : launches) launch.group = group;
      bench_.FillWithSentinel(destination);
      if (intermediate) bench_.FillWithSentinel(*intermediate);
      Outcome outcome;
      outcome.ns = bench_.Time(launches);
      outcome.verdict = bench_.Compare(destination, expected, tolerance);
      return outcome;
    });
  }
}

void Notebook::Tell(const Variant& variant, const Group& group, const Outcome& outcome,
                    const Problem* problem) {
  notes_ += 1;
  Record record;
  record.device = bench_.facts().stable_name;
  record.experiment = experiment_;
  record.variant = variant.name;
  record.baseline = variant.baseline;
  record.columns = variant.columns;
  record.rows = variant.rows;
  record.group_columns = static_cast<unsigned>(group[0]);
  record.group_rows = static_cast<unsigned>(group[1]);
  record.on_host = variant.on_host;
  record.outcome = problem ? problem->outcome() : MagickAccelerateDone;
  record.reason = problem ? problem->reason() : MagickAccelerateNoReason;
  record.detail = problem ? problem->detail() : outcome.verdict.detail;
  record.wrong = outcome.verdict.wrong;
  record.error = outcome.verdict.error;
  record.ns = outcome.verdict.wrong ? 0 : outcome.ns;
  record.bytes = variant.bytes;
  record.published_ns = static_cast<uint64_t>(variant.published.milliseconds * 1e6);
  record.published_per_second = variant.published.per_second;
  record.published_ratio = variant.published.ratio;
  record.published_source = variant.published.source;
  record.done_share = begin_ + share_ * notes_ / (notes_ + kManyNotes);
  if (!handler_(record)) throw Stopped();
}

}  // namespace lodestone::lab
