// event_overhead: the cost of event records per call, by type of listener.
#include <magick/api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "accel/events/call_record.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "bench/arguments.hpp"
#include "bench/listeners.hpp"
#include "bench/text.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"
#include "utilities/measure/process.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::bench {
namespace {

using Json = nlohmann::ordered_json;
using Values = std::vector<double>;
using measure::Median;
using measure::Quantile;

constexpr double kGoalNs = 1000;  // above the time without a listener

struct Options {
  unsigned rounds = 31;
  unsigned batches = 8;                 // of a listener in a round
  unsigned records = 500, calls = 100;  // timed together; a batch is shorter than a time slice
  bool json = false;
};

constexpr char kUsage[] =
    "usage: event_overhead [option]...\n"
    "  -rounds N    31\n"
    "  -json        instead of the table\n"
    "  -smoke       few records, once: does everything work?\n";

Options Parse(int argc, char** argv) {
  Options options;
  const auto smoke = [&](const std::string&) {
    options.rounds = options.batches = 1;
    options.records = options.calls = 50;
  };
  TakeOptions(argc, argv,
              {{"rounds", Into(&options.rounds)},
               {"json", Into(&options.json), false},
               {"smoke", smoke, false}},
              kUsage);
  return options;
}

// What the dispatcher does for the record of a call, and nothing else.
class RecordMaker {
 public:
  void operator()() {
    accel::CallRecord record("scale");
    record.SetSizes(5640, 3172, 1410, 793);
    record.SetChannels(MagickAccelerateOpaque);
    record.SetPredicted(12345);
    record.SetDoneBy(accel::Cpu());
    record.SetFirst(false);
    record.SetDeclinedBy(nobody_, refusal_);
    record.Emit(done_);
  }

 private:
  const std::string nobody_;
  const accel::Attempt done_;
  const accel::Attempt refusal_ =
      accel::Declined(MagickAccelerateDisabled, "acceleration is disabled");
};

// The shortest possible call.
class SmallCall {
 public:
  SmallCall() {
    image_->columns = image_->rows = 16;
    if (SetImageEx(image_.get(), OpaqueOpacity, exception_.get()) == MagickFail)
      exception_.Throw("no image");
  }

  void operator()() {
    const cli::ImageList result(ScaleImage(image_.get(), 8, 8, exception_.get()));
    if (result == nullptr) exception_.Throw("ScaleImage failed");
  }

 private:
  cli::Exception exception_;
  cli::ImageList image_{AllocateImage(nullptr)};
};

template <class Work>
double NsEach(Work& work, unsigned count) {
  const measure::Stopwatch watch;
  for (unsigned i = 0; i < count; ++i) work();
  return watch.Nanoseconds() / count;
}

struct Times {
  Values record_ns, call_ns;  // one per batch
  Values more_ns;             // one per round: the excess over no listener in the same round
};

class Measurement {
 public:
  explicit Measurement(const Options& options) : options_(options) {}

  void Run() {
    NsEach(call_, options_.calls);
    for (unsigned round = 0; round < options_.rounds; ++round) {
      std::vector<double> calls(ListenerKinds().size());
      measure::TakeTurns(round, calls.size(),
                         [&](std::size_t turn) { calls[turn] = RunOne(ListenerKinds()[turn]); });
      for (std::size_t i = 0; i < calls.size(); ++i)
        times_[ListenerKinds()[i].key].more_ns.push_back(calls[i] - calls[0]);
      RunClockAndWaker();
    }
  }

  const Times& For(const char* key) const { return times_.at(key); }
  const Values& clock_ns() const { return clock_ns_; }
  const Values& waking_ns() const { return waking_ns_; }

 private:
  // Returns the time of a call. The first batch is not timed: it makes one-time allocations.
  double RunOne(const ListenerKind& kind) {
    const auto listener =
        kind.listen(folder_.path().string(), std::max(options_.records, options_.calls));
    Times& times = times_[kind.key];
    RunBatch(kind, *listener, record_, options_.records);
    for (unsigned i = 0; i < options_.batches; ++i)
      times.record_ns.push_back(RunBatch(kind, *listener, record_, options_.records));
    Values calls;
    for (unsigned i = 0; i < options_.batches; ++i)
      calls.push_back(RunBatch(kind, *listener, call_, options_.calls));
    times.call_ns.insert(times.call_ns.end(), calls.begin(), calls.end());
    return Median(calls);
  }

  template <class Work>
  static double RunBatch(const ListenerKind& kind, Listener& listener, Work& work, unsigned count) {
    const double ns = NsEach(work, count);
    Check(kind, listener, count);
    return ns;
  }

  void RunClockAndWaker() {
    auto read = [] {
      const auto now = std::chrono::steady_clock::now();
      asm volatile("" : : "r"(&now) : "memory");
    };
    clock_ns_.push_back(NsEach(read, options_.records));
    const SleepingReader reader;
    waking_ns_.push_back(NsEach(record_, 1));
  }

  static void Check(const ListenerKind& kind, Listener& listener, std::uint64_t made) {
    const std::uint64_t expected = kind.counts * made, came = listener.Collect(expected);
    if (came == expected) return;
    throw std::runtime_error(Format("%s: %llu came instead of %llu", kind.title,
                                    static_cast<unsigned long long>(came),
                                    static_cast<unsigned long long>(expected)));
  }

  const Options options_;
  const measure::TemporaryFolder folder_;
  RecordMaker record_;
  SmallCall call_;
  std::map<std::string, Times> times_;
  Values clock_ns_, waking_ns_;
};

std::string Cell(const Values& values) {
  return Format("%.0f ±%.0f", Median(values), measure::HalfSpread(values));
}

std::string Table(const Measurement& measured) {
  std::vector<Cells> lines = {
      {"what listens", "ns a record", "ns a small call", "more than nothing"}};
  for (const ListenerKind& kind : ListenerKinds()) {
    const Times& times = measured.For(kind.key);
    lines.push_back({kind.title, Cell(times.record_ns), Cell(times.call_ns), Cell(times.more_ns)});
  }
  lines.push_back(
      {"the record that wakes a sleeping reader", Cell(measured.waking_ns()), "-", "-"});
  lines.push_back({"for comparison: reading the clock once", Cell(measured.clock_ns()), "-", "-"});
  return MarkdownTable(lines);
}

double CostNs(const Measurement& measured, const char* key) {
  return Median(measured.For(key).record_ns) - Median(measured.For("off").record_ns);
}

bool MeetsGoal(const Measurement& measured) {
  for (const char* key : {"callback", "queue", "read-queue", "callback-queue"})
    if (CostNs(measured, key) >= kGoalNs) return false;
  return true;
}

Json ToJson(const Measurement& measured, const Options& options) {
  const auto summary = [](const Values& values) {
    return Json{
        {"median", Median(values)}, {"q1", Quantile(values, 0.25)}, {"q3", Quantile(values, 0.75)}};
  };
  Json rows = Json::array();
  for (const ListenerKind& kind : ListenerKinds()) {
    const Times& times = measured.For(kind.key);
    rows.push_back({{"listener", kind.key},
                    {"record_ns", summary(times.record_ns)},
                    {"call_ns", summary(times.call_ns)},
                    {"call_more_ns", summary(times.more_ns)}});
  }
  return {{"quantum_depth", QuantumDepth},
          {"rounds", options.rounds},
          {"batches", options.batches},
          {"records", options.records},
          {"calls", options.calls},
          {"rows", rows},
          {"waking_ns", summary(measured.waking_ns())},
          {"clock_ns", summary(measured.clock_ns())},
          {"goal_ns", kGoalNs},
          {"goal_met", MeetsGoal(measured)}};
}

void Main(const Options& options) {
  MagickAccelerateSetMode(MagickAccelerateOff);
  Measurement measured(options);
  measured.Run();
  if (options.json) {
    std::printf("%s\n", ToJson(measured, options).dump(1).c_str());
    return;
  }
  std::fputs(Table(measured).c_str(), stdout);
  std::printf("\nMedians of %u batches of %u records, or of %u calls: ScaleImage, 16x16 to 8x8.\n",
              options.rounds * options.batches, options.records, options.calls);
  std::printf("Goal: callback and queue together cost less than %.0f ns a record: %s.\n", kGoalNs,
              MeetsGoal(measured) ? "met" : "not met");
}

}  // namespace
}  // namespace lodestone::bench

int main(int argc, char** argv) {
  return lodestone::bench::RunProgram("event_overhead", 2, [&] {
    const auto options = lodestone::bench::Parse(argc, argv);
    InitializeMagick(argv[0]);
    lodestone::bench::Main(options);
    std::fflush(stdout);
    DestroyMagick();
    return 0;
  });
}
