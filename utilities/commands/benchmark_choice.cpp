// lodestone benchmark -choice: is the automatic choice as fast as the faster of the two paths?
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "utilities/commands/benchmark.hpp"
#include "utilities/devices/choice_report.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/devices/device_list.hpp"
#include "utilities/devices/event_collector.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/shell/handles.hpp"
#include "utilities/measure/images.hpp"
#include "utilities/measure/timing.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

constexpr unsigned long kSides[] = {16,  32,   64,   100,  128,  256,  300, 512,
                                    750, 1024, 1500, 2048, 3000, 4096, 8192};
constexpr double kRatios[] = {0.25, 0.37, 0.5, 1.5, 2.0};
constexpr const char* kOperations[] = {"scale", "resize"};

// Shorter calls are timed several at a time, so that the clock's resolution does not matter.
constexpr double kMinSampleMs = 0.5;
constexpr unsigned kMaxCallsPerSample = 50;

struct Request {
  unsigned long limit = 2048;  // longest side of a source
  unsigned long iterations = 7;
  bool resident = false, json = false;
  std::string event_log;
};

constexpr OwnOption kChoiceOptions[] = {
    {"choice", "", "chooses this form", [](void*, const OwnUse&) {}},
    {"limit", "side", "maximum side of the images (2048), up to 8192",
     SetCount<Request, &Request::limit>},
    {"iterations", "n", "rounds of each (7)", SetCount<Request, &Request::iterations>},
    {"resident", "", "keep the images on the device between calls",
     Set<Request, &Request::resident>},
    {"json", "", "print JSON", Set<Request, &Request::json>},
    {"accelerate-log", "log", nullptr, Set<Request, &Request::event_log>},
};

class Grid {
 public:
  explicit Grid(const Request& request) : request_(request) {}

  std::vector<ChoiceCell> Run() {
    ForEachCell("deciding", [&](Image* source, ChoiceCell& cell) {
      cell.first_choice = Chosen([&] { TimeCall(source, cell, MagickAccelerateAuto); });
    });
    ForEachCell("timing", [&](Image* source, ChoiceCell& cell) { TimeCell(source, cell); });
    return std::move(cells_);
  }

 private:
  template <typename Visit>
  void ForEachCell(const char* what, Visit visit) {
    const bool made = !cells_.empty();
    std::size_t next = 0;
    for (const unsigned long side : kSides) {
      if (side > request_.limit) break;
      const ImageList source = measure::MakeNoise(side, side);
      for (const char* operation : kOperations) {
        for (const double ratio : kRatios) {
          if (!made) cells_.push_back({operation, side, ratio});
          ChoiceCell& cell = cells_[next++];
          progress_.Show({work_done_ / AllWork(), cells_done_, "cells",
                          std::string(what) + ": " + cell.Title()});
          visit(source.get(), cell);
          work_done_ += made ? TimingWork(side) : DecidingWork(side);
          ++cells_done_;
        }
      }
    }
  }

  // Approximate cost of the cells, in calls on a one-pixel image.
  static double DecidingWork(unsigned long side) { return static_cast<double>(side * side); }
  double TimingWork(unsigned long side) const {
    return DecidingWork(side) * (4 + 3 * static_cast<double>(request_.iterations));
  }
  double AllWork() const {
    double work = 0;
    for (const unsigned long side : kSides) {
      if (side <= request_.limit) work += DecidingWork(side) + TimingWork(side);
    }
    return work * std::size(kOperations) * std::size(kRatios);
  }

  // One call and the fetch of its result, in milliseconds.
  double TimeCall(Image* source, const ChoiceCell& cell, MagickAccelerateMode mode) {
    if (!request_.resident) measure::MoveToHost(source);
    const unsigned long side = cell.ResultSide();
    const measure::ThreadMode scope(mode);
    Exception exception;
    const measure::Stopwatch watch;
    const ImageList result(
        cell.operation == "scale"
            ? ScaleImage(source, side, side, exception.get())
            : ResizeImage(source, side, side, LanczosFilter, 1.0, exception.get()));
    if (result == nullptr) exception.Throw("Unable to resize image");
    measure::FetchPixels(*result);
    return watch.Milliseconds();
  }

  double Sample(Image* source, const ChoiceCell& cell, MagickAccelerateMode mode, unsigned calls) {
    double sum = 0;
    for (unsigned i = 0; i < calls; ++i) sum += TimeCall(source, cell, mode);
    return sum / calls;
  }

  void TimeCell(Image* source, ChoiceCell& cell) {
    constexpr std::array kModes = {MagickAccelerateOff, MagickAccelerateRequire,
                                   MagickAccelerateAuto};
    double fastest = TimeCall(source, cell, MagickAccelerateOff);
    for (const auto mode : kModes) fastest = std::min(fastest, TimeCall(source, cell, mode));
    const double calls = std::ceil(kMinSampleMs / std::max(fastest, 1e-4));
    const auto repeats = static_cast<unsigned>(std::min<double>(calls, kMaxCallsPerSample));
    const std::array<DurationStats*, 3> times = {&cell.off, &cell.require, &cell.automatic};
    // Each follows each other one equally often, since every one changes the state of the caches.
    std::array<std::size_t, 3> order = {0, 1, 2};
    for (unsigned long round = 0; round < request_.iterations; ++round) {
      for (const std::size_t turn : order) {
        const auto sample = [&] { times[turn]->Add(Sample(source, cell, kModes[turn], repeats)); };
        if (kModes[turn] == MagickAccelerateAuto)
          cell.choice = Chosen(sample);
        else
          sample();
      }
      std::next_permutation(order.begin(), order.end());
    }
  }

  // The accelerator that ran most of the operations in `body`.
  template <typename Body>
  std::string Chosen(Body body) {
    (void)events_.Take();
    body();
    std::string chosen;
    std::uint64_t most = 0;
    for (const auto& [placement, totals] : events_.Take()) {
      if (placement.outcome != "done" || totals.calls <= most) continue;
      most = totals.calls;
      chosen = placement.accelerator;
    }
    return chosen;
  }

  const Request request_;
  std::vector<ChoiceCell> cells_;
  double work_done_ = 0, cells_done_ = 0;
  ProgressLine progress_;
  EventCollector events_;
};

}  // namespace

ShownOptions ChoiceOptions() {
  return ShownOf(kChoiceOptions);
}

int BenchmarkChoice(const CommandContext&, const Arguments& arguments) {
  Request request;
  ParseOwn(kChoiceOptions, arguments, Words::kNone, &request);
  LogEventsTo(request.event_log);
  WarmUpDevices();
  const std::vector<ChoiceCell> cells = Grid(request).Run();
  if (cells.empty()) throw CommandError("No size is within the limit");
  request.json ? PrintChoiceJson(cells) : PrintChoiceReport(cells);
  return 0;
}

}  // namespace lodestone::cli
