// event_overhead: what the records of calls cost the calls, by who listens to them.
#include <getopt.h>
#include <magick/api.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "accel/events/call_record.hpp"
#include "accel/cpu/cpu_accelerator.hpp"
#include "bench/listeners.hpp"
#include "utilities/measure/statistics.hpp"
#include "bench/text.hpp"

namespace lodestone::bench {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;
using Values = std::vector<double>;

constexpr double kGoalNs = 1000;  // more than when nobody listens

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
  constexpr option kOptions[] = {{"rounds", required_argument, nullptr, 'r'},
                                 {"json", no_argument, nullptr, 'j'},
                                 {"smoke", no_argument, nullptr, 's'},
                                 {nullptr, 0, nullptr, 0}};
  Options options;
  for (int option; (option = getopt_long_only(argc, argv, "", kOptions, nullptr)) != -1;) {
    if (option == 'r' && std::atoi(optarg) > 0) {
      options.rounds = static_cast<unsigned>(std::atoi(optarg));
    } else if (option == 'j') {
      options.json = true;
    } else if (option == 's') {
      options.rounds = options.batches = 1;
      options.records = options.calls = 50;
    } else {
      throw std::invalid_argument(kUsage);
    }
  }
  if (optind != argc) throw std::invalid_argument(kUsage);
  return options;
}

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "lodestone-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// What the dispatcher does for the record of a call, and nothing else of the call.
class RecordMaker {
 public:
  void operator()() {
    accel::CallRecord record("scale");
    record.SetSizes(5640, 3172, 1410, 793);
    record.SetChannels(MagickAccelerateOpaque);
    record.SetPredicted(12345);
    record.SetDoneBy(accel::Native());
    record.SetFirst(false);
    record.SetPassedOver(nobody_, refusal_);
    record.Emit(done_);
  }

 private:
  const std::string nobody_;
  const accel::Attempt done_;
  const accel::Attempt refusal_ =
      accel::Declined(MagickAccelerateDisabled, "acceleration is switched off");
};

// A call that is as short as calls get.
class SmallCall {
 public:
  SmallCall() {
    GetExceptionInfo(&exception_);
    image_ = AllocateImage(nullptr);
    image_->columns = image_->rows = 16;
    if (SetImageEx(image_, OpaqueOpacity, &exception_) == MagickFail)
      throw std::runtime_error("no image");
  }
  ~SmallCall() {
    DestroyImage(image_);
    DestroyExceptionInfo(&exception_);
  }
  SmallCall(const SmallCall&) = delete;
  SmallCall& operator=(const SmallCall&) = delete;

  void operator()() {
    Image* result = ScaleImage(image_, 8, 8, &exception_);
    if (!result) throw std::runtime_error("ScaleImage failed");
    DestroyImage(result);
  }

 private:
  ExceptionInfo exception_;
  Image* image_;
};

template <class Work>
double NsEach(Work& work, unsigned count) {
  const Clock::time_point begin = Clock::now();
  for (unsigned i = 0; i < count; ++i) work();
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / count;
}

struct Times {
  Values record_ns, call_ns;  // a batch each
  Values more_ns;             // a round each: more than nobody in the same round
};

class Measurement {
 public:
  explicit Measurement(const Options& options) : options_(options) {}

  void Run() {
    NsEach(call_, options_.calls);
    for (unsigned round = 0; round < options_.rounds; ++round) {
      std::vector<double> calls(ListenerKinds().size());
      for (std::size_t i = 0; i < calls.size(); ++i) {
        // Another one begins each round, so that nobody always follows the same neighbour.
        const std::size_t turn = (i + round) % calls.size();
        calls[turn] = RunOne(ListenerKinds()[turn]);
      }
      for (std::size_t i = 0; i < calls.size(); ++i)
        times_[ListenerKinds()[i].key].more_ns.push_back(calls[i] - calls[0]);
      RunClockAndWaker();
    }
  }

  const Times& For(const char* key) const { return times_.at(key); }
  const Values& clock_ns() const { return clock_ns_; }
  const Values& waking_ns() const { return waking_ns_; }

 private:
  // Returns what a call takes. The first batch is not timed: what is allocated once is there then.
  double RunOne(const ListenerKind& kind) {
    const auto listener = kind.listen(folder_.path(), std::max(options_.records, options_.calls));
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
      const Clock::time_point now = Clock::now();
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
  const Folder folder_;
  RecordMaker record_;
  SmallCall call_;
  std::map<std::string, Times> times_;
  Values clock_ns_, waking_ns_;
};

std::string Cell(const Values& values) {
  const double half = (Quantile(values, 0.75) - Quantile(values, 0.25)) / 2;
  return Format("%.0f ±%.0f", Median(values), half);
}

std::string Table(const Measurement& measured) {
  std::vector<Cells> lines = {
      {"who listens", "ns a record", "ns a small call", "more than nobody"}};
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

bool Met(const Measurement& measured) {
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
          {"goal_met", Met(measured)}};
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
              Met(measured) ? "met" : "not met");
}

}  // namespace
}  // namespace lodestone::bench

int main(int argc, char** argv) {
  try {
    const auto options = lodestone::bench::Parse(argc, argv);
    InitializeMagick(argv[0]);
    lodestone::bench::Main(options);
    std::fflush(stdout);
    DestroyMagick();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "event_overhead: %s\n", error.what());
    return 2;
  }
}
