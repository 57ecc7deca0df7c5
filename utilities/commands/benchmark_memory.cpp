// lodestone benchmark, operations in memory: the image is read once.
#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "utilities/commands/benchmark.hpp"
#include "utilities/options/apply_options.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/devices/device_legend.hpp"
#include "utilities/devices/device_list.hpp"
#include "utilities/measure/duration_stats.hpp"
#include "utilities/devices/event_collector.hpp"
#include "utilities/shell/exception.hpp"
#include "utilities/options/input_files.hpp"
#include "utilities/measure/images.hpp"
#include "utilities/measure/timing.hpp"
#include "utilities/options/options.hpp"
#include "utilities/shell/process_state.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Request {
  unsigned long iterations = 10;
  unsigned long threads = 0;  // 0: as many as allowed
  std::string accelerator = "auto";
  std::string event_log;
  bool json = false;
  Arguments operations;
  std::string image;
};

struct Outcome {
  std::string operation;
  unsigned long columns = 0, rows = 0;  // of the result
  double first = 0;                     // milliseconds
  DurationStats times;
  double megapixels_per_second = 0;  // of the source, at the median time
  std::map<Placement, PlacementTotals> placements;
};

constexpr OwnOption kMemoryOptions[] = {
    {"iterations", "n", "how often to run each operation (10)",
     SetCount<Request, &Request::iterations>},
    {"threads", "n", "threads on the CPU", SetCount<Request, &Request::threads>},
    {"accelerator", "a", "cpu; opencl (fails without a device); auto (the default)",
     Set<Request, &Request::accelerator>},
    {"op", "options", "what to time, such as \"-resize 25% -filter Lanczos\"",
     Set<Request, &Request::operations>},
    {"json", "", "print JSON", Set<Request, &Request::json>},
    {"accelerate-log", "log", nullptr, Set<Request, &Request::event_log>},
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  const Arguments images =
      ParseOwn(kMemoryOptions, arguments, Words::kAmong, &request, LooksLikeOption);
  if (images.size() > 1) throw CommandError("Only one image can be benchmarked", images[1]);
  if (images.empty() || images[0].empty()) throw CommandError("Missing an image filename");
  request.image = images[0];
  return request;
}

// Settings are applied first, wherever they stand: "-resize 25% -filter Lanczos" uses Lanczos.
std::vector<OptionUse> ParseOperation(const std::string& text) {
  Arguments words;
  std::istringstream stream(text);
  for (std::string word; stream >> std::quoted(word);) words.push_back(word);
  std::vector<OptionUse> uses;
  std::size_t position = 0;
  while (position < words.size()) {
    if (!LooksLikeOption(words[position])) throw CommandError("Not an option", words[position]);
    uses.push_back(ParseOption(words, words.size(), kConvert, &position));
    if (uses.back().option->apply == nullptr && !IsNamed(uses.back(), "define"))
      throw CommandError("Not an operation on an image", uses.back().spelled());
  }
  if (uses.empty()) throw MalformedArgument("-op");
  if (std::ranges::none_of(uses, [](const OptionUse& use) { return use.option->apply != nullptr; }))
    throw CommandError("Not an operation on an image", uses.front().spelled());
  const auto settings = SettingOptions();
  std::stable_partition(uses.begin(), uses.end(), [&](const OptionUse& use) {
    return use.option >= settings.data() && use.option < settings.data() + settings.size();
  });
  return uses;
}

void ChooseAccelerator(const std::string& name) {
  if (name == "cpu") {
    SetProcessMode(MagickAccelerateOff);
  } else if (name == "auto") {
    SetProcessMode(MagickAccelerateAuto);
  } else if (name == "opencl") {
    WarmUpDevices();
    SetProcessMode(MagickAccelerateRequire);
  } else {
    throw CommandError("Unrecognized accelerator, expected cpu, opencl or auto", name);
  }
}

double TimeOnce(const ImageInfo* info, const Image* source, const std::vector<OptionUse>& uses,
                Outcome* outcome) {
  Exception exception;
  ImageList image(CloneImage(source, 0, 0, MagickTrue, exception.get()));
  if (image == nullptr) exception.Throw("Unable to clone image");
  const double milliseconds = measure::TimeMs([&] {
    ApplyToImages(info, uses, &image);
    measure::FetchPixels(*image);
  });
  outcome->columns = image->columns;
  outcome->rows = image->rows;
  return milliseconds;
}

Outcome Measure(const Request& request, const std::string& operation, const Image* source) {
  const std::vector<OptionUse> uses = ParseOperation(operation);
  const ImageInfoHandle info = CopyOf(nullptr);
  for (const OptionUse& use : uses)
    if (use.option->set != nullptr) use.option->set(info.get(), use);
  Outcome outcome;
  outcome.operation = operation;
  ProgressLine progress;
  EventCollector collector;
  for (unsigned long i = 0; i < request.iterations; ++i) {
    const auto done = static_cast<double>(i);
    progress.Show({done / static_cast<double>(request.iterations), done, "iterations", operation});
    const double milliseconds = TimeOnce(info.get(), source, uses, &outcome);
    if (i == 0) outcome.first = milliseconds;
    outcome.times.Add(milliseconds);
  }
  outcome.placements = collector.Take();
  const double pixels = static_cast<double>(source->columns) * static_cast<double>(source->rows);
  outcome.megapixels_per_second = pixels / 1e3 / std::max(outcome.times.Median(), 1e-9);
  return outcome;
}

Json ToJson(const Placement& placement, const PlacementTotals& totals) {
  return Json{{"accelerator", placement.accelerator},
              {"device", placement.device},
              {"outcome", placement.outcome},
              {"reason", placement.reason},
              {"calls", totals.calls},
              {"resident", totals.resident},
              {"actual_ns", totals.actual_ns},
              {"upload_ns", totals.upload_ns},
              {"kernel_ns", totals.kernel_ns},
              {"download_ns", totals.download_ns}};
}

Json ToJson(const Outcome& outcome) {
  Json json{{"operation", outcome.operation},
            {"columns", outcome.columns},
            {"rows", outcome.rows},
            {"first_ms", outcome.first},
            {"minimum_ms", outcome.times.minimum()},
            {"median_ms", outcome.times.Median()},
            {"megapixels_per_second", outcome.megapixels_per_second},
            {"events", Json::array()}};
  for (const auto& [placement, totals] : outcome.placements) {
    json["events"].push_back(ToJson(placement, totals));
  }
  return json;
}

void PrintJson(const Request& request, const Image* source, const std::vector<Outcome>& outcomes) {
  Json document{{"image", request.image},
                {"columns", source->columns},
                {"rows", source->rows},
                {"quantum_depth", QuantumDepth},
                {"iterations", request.iterations},
                {"threads", GetMagickResourceLimit(ThreadsResource)},
                {"accelerator", request.accelerator},
                {"operations", Json::array()}};
  for (const Outcome& outcome : outcomes) document["operations"].push_back(ToJson(outcome));
  const auto text = document.dump(2, ' ', false, Json::error_handler_t::replace);
  std::printf("%s\n", text.c_str());
}

// "cpu 8, opencl [1] 2; [1] declined 8: cold"
std::string PlacementText(const Outcome& outcome, DeviceLegend* legend) {
  std::string done, refused;
  for (const auto& [placement, totals] : outcome.placements) {
    const std::string calls = std::to_string(totals.calls);
    if (placement.outcome == "done") {
      done += (done.empty() ? "" : ", ") + placement.accelerator + " ";
      if (!placement.device.empty()) done += legend->Mark(placement.device) + " ";
      done += calls;
    } else if (placement.reason != "disabled") {  // as the user asked
      // Device names have the form platform:type:name; accelerator names are one word.
      const std::string& chosen = placement.accelerator;
      const bool device = chosen.find(':') != std::string::npos;
      refused += "; " + (device ? legend->Mark(chosen) : chosen.empty() ? "devices" : chosen);
      refused += " " + placement.outcome + " " + calls + ": " + placement.reason;
    }
  }
  return (done.empty() ? "not an accelerated operation" : done) + refused;
}

void PrintReport(const Request& request, const Image* source,
                 const std::vector<Outcome>& outcomes) {
  std::printf("%s: %lux%lu, Q%d, %lu iterations, %ld threads, accelerator %s\n\n",
              request.image.c_str(), source->columns, source->rows, QuantumDepth,
              request.iterations, static_cast<long>(GetMagickResourceLimit(ThreadsResource)),
              request.accelerator.c_str());
  DeviceLegend legend;
  Table table;
  table.AddColumn("operation", Table::Align::kLeft);
  for (const char* heading : {"result", "first ms", "min ms", "median ms", "megapixels/s"}) {
    table.AddColumn(heading, Table::Align::kRight);
  }
  table.AddColumn("calls by accelerator", Table::Align::kLeft);
  for (const Outcome& outcome : outcomes) {
    table.AddRow({outcome.operation,
                  std::to_string(outcome.columns) + "x" + std::to_string(outcome.rows),
                  Format("%.2f", outcome.first), Format("%.2f", outcome.times.minimum()),
                  Format("%.2f", outcome.times.Median()),
                  Format("%.1f", outcome.megapixels_per_second), PlacementText(outcome, &legend)});
  }
  std::printf("%s%s", table.ToText().c_str(), legend.ToText().c_str());
}

}  // namespace

ShownOptions MemoryOptions() {
  return ShownOf(kMemoryOptions);
}

int BenchmarkInMemory(const CommandContext&, const Arguments& arguments) {
  const Request request = ParseRequest(arguments);
  for (const auto& operation : request.operations) ParseOperation(operation);
  if (request.threads != 0) {
    SetMagickResourceLimit(ThreadsResource, static_cast<magick_int64_t>(request.threads));
  }
  const ImageInfoHandle info = CopyOf(nullptr);
  const ImageList source = ReadImages(info.get(), request.image);
  LogEventsTo(request.event_log);
  ChooseAccelerator(request.accelerator);
  std::vector<Outcome> outcomes;
  for (const auto& operation : request.operations) {
    outcomes.push_back(Measure(request, operation, source.get()));
  }
  if (request.json) {
    PrintJson(request, source.get(), outcomes);
  } else {
    PrintReport(request, source.get(), outcomes);
  }
  return 0;
}

}  // namespace lodestone::cli
