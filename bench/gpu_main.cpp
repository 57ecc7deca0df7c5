// gpu_report: a device's times for the rows of the report, compared with what its link and its
// memory allow. Every measurement runs in a process of its own.
#include <accel/accelerate.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <tuple>

#include "bench/arguments.hpp"
#include "bench/gpu_children.hpp"
#include "bench/gpu_measure.hpp"
#include "bench/gpu_table.hpp"
#include "bench/text.hpp"
#include "utilities/devices/device_list.hpp"

namespace lodestone::bench {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

struct GpuOptions {
  GpuSetting setting;
  unsigned processes = 5;
  unsigned threads = 0;  // of the throughput measurement, 0 = none
  double memory_bandwidth = 0;
  std::string device, json, measure, row;
  std::string peer;  // a program
  std::vector<std::string> rows;
  Words given;  // options passed on to measurement processes
};

constexpr char kUsage[] =
    "usage: gpu_report [option]...\n"
    "  --device=NAME            the device, or class of devices, to measure (MAGICK_OCL_DEVICE)\n"
    "  --image=FILE             instead of noise\n"
    "  --size=WIDTHxHEIGHT      of the noise, 5640x3172\n"
    "  --rows=KEY,...           lanczos-25, lanczos-50, mitchell-150, scale-25,\n"
    "                           gaussian-5, gaussian-13, gaussian-49, gaussian-121,\n"
    "                           gaussian-201,\n"
    "                           lanczos-5, convolve-5, median-3, median-5\n"
    "  --iterations=N           15\n"
    "  --processes=N            for first calls with a warm cache, 5\n"
    "  --memory-bandwidth=GB/S  of the device, instead of measuring copies\n"
    "  --peer=PROGRAM           what another library needs, printed beside resident calls: run as\n"
    "                           PROGRAM DEPTH COLUMNS ROWS ITERATIONS, it prints JSON, as\n"
    "                           {\"name\": \"NPP 13.0\", \"rows\": {\"scale-25\": 0.04}}\n"
    "  --threads=N              also the throughput of N threads, on one device and on all\n"
    "  --json=FILE              everything that was measured; % in the name becomes the depth\n"
    "  --smoke                  a small image, once: does everything work?\n";

GpuOptions Parse(int argc, char** argv) {
  GpuOptions options;
  const char* device = std::getenv("MAGICK_OCL_DEVICE");
  options.device = device ? device : "true";
  GpuSetting& setting = options.setting;
  // Measurement processes are given these, too.
  const auto shared = [&](const char* name, const Taker& take) -> ProgramOption {
    return {name, [&options, name, take](const std::string& value) {
              take(value);
              options.given.push_back("--" + std::string(name) + "=" + value);
            }};
  };
  const auto rows = [&](const std::string& value) {
    for (const std::string& key : Split(value, ',')) options.rows.push_back(FindGpuRow(key).key);
  };
  const auto size = shared("size", [&](const std::string& value) {
    std::tie(setting.columns, setting.rows) = ParseSize(value);
  });
  const auto iterations = shared("iterations", Into(&setting.iterations));
  const auto threads = [&](const std::string& value) {
    options.threads = setting.threads = ParseNumber(value);
  };
  const auto bandwidth = [&](const std::string& value) {
    options.memory_bandwidth = std::atof(value.c_str());
  };
  const auto smoke = [&](const std::string&) {
    size.take("320x180");
    iterations.take("1");
    options.processes = 1;
    rows("lanczos-25,scale-25");
  };
  TakeOptions(argc, argv,
              {{"device", Into(&options.device)},
               shared("image", Into(&setting.image)),
               size,
               {"rows", rows},
               iterations,
               {"processes", Into(&options.processes)},
               {"memory-bandwidth", bandwidth},
               {"peer", Into(&options.peer)},
               shared("threads", threads),
               {"json", Into(&options.json)},
               {"measure", Into(&options.measure)},
               {"row", Into(&options.row)},
               {"smoke", smoke, false},
               {"help", [](const std::string&) { throw std::invalid_argument(kUsage); }, false}},
              kUsage);
  if (options.rows.empty())
    for (const GpuRow& row : GpuRows()) options.rows.emplace_back(row.key);
  return options;
}

// In a process of its own.
Json Measure(const GpuOptions& options) {
  if (options.measure == "sizes") return MeasureSizes(options.setting);
  const GpuRow& row = FindGpuRow(options.row);
  if (options.measure == "first") return MeasureFirstCall(row, options.setting);
  if (options.measure == "warm") return MeasureWarmCalls(row, options.setting);
  if (options.measure == "throughput") return MeasureThroughput(row, options.setting);
  throw std::invalid_argument(kUsage);
}

struct NoDevice : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The first usable device that matches, as the library orders them.
MagickAccelerateDeviceInfo ChooseDevice(const std::string& selector) {
  MagickAccelerateSelectDevice(selector.c_str());
  std::string problems;
  for (const auto& info : cli::ListDevices()) {
    if (info.type == MagickAccelerateTypeNative) continue;
    if (info.usable) return info;
    problems += std::string("\n  ") + info.accelerator + " " + info.name + ": " + info.problem;
  }
  throw NoDevice("no device can be used" + problems);
}

class Report {
 public:
  explicit Report(const GpuOptions& options)
      : options_(options), device_(ChooseDevice(options.device)) {
    document_ = {{"device", device_.name},
                 {"driver", device_.driver},
                 {"quantum_depth", QuantumDepth},
                 {"image", ImageName()},
                 {"iterations", options.setting.iterations},
                 {"link", Json::object()},
                 {"rows", Json::array()}};
  }

  Json Make() {
    for (const std::string& key : options_.rows) MeasureRow(FindGpuRow(key));
    document_["sizes"] = Run("sizes", "Lanczos", warm_, device_.name);
    MeasureMemory();
    if (!options_.peer.empty()) MeasurePeer();
    if (options_.threads != 0) MeasureDevices(FindGpuRow(options_.rows.front()));
    AddFloors(document_);
    return document_;
  }

 private:
  std::string ImageName() const {
    if (!options_.setting.image.empty()) return options_.setting.image;
    return Format("noise of %lux%lu", options_.setting.columns, options_.setting.rows);
  }

  Json Run(const std::string& what, const std::string& row, const measure::TemporaryFolder& cache,
           const std::string& device) const {
    std::fprintf(stderr, "%d bits, %s: %s ...\n", QuantumDepth, row.c_str(), what.c_str());
    Words words{"--measure=" + what, "--row=" + row};
    words.insert(words.end(), options_.given.begin(), options_.given.end());
    std::vector<std::string> variables = CacheVariables(cache);
    variables.push_back("MAGICK_OCL_DEVICE=" + device);
    return RunForJson(OwnProgram(), words, variables);
  }

  void MeasureRow(const GpuRow& row) {
    const measure::TemporaryFolder fresh;
    const auto first = [&] { return Run("first", row.key, fresh, device_.name); };
    const Json first_ever = first();
    Json first_calls = Json::array();
    for (unsigned i = 0; i < options_.processes; ++i) first_calls.push_back(first());
    Json measured = Run("warm", row.key, warm_, device_.name);
    measured["row"] = row.key;
    measured["name"] = row.name;
    measured["first_ever"] = first_ever;
    measured["first_calls"] = first_calls;
    document_["rows"].push_back(measured);
  }

  void MeasureMemory() {
    if (options_.memory_bandwidth > 0) {
      document_["memory_bandwidth"] = options_.memory_bandwidth;
      document_["memory_bandwidth_from"] = "given";
      return;
    }
    std::fprintf(stderr, "device memory ...\n");
    const std::string runs = std::to_string(options_.setting.iterations);
    try {
      document_["memory_copy"] = RunForJson(OwnProgram("device_copy"), {device_.name, runs}, {});
    } catch (const std::runtime_error& error) {  // the rest of the report is still useful
      document_["memory_bandwidth_from"] = error.what();
    }
  }

  void MeasurePeer() {
    std::fprintf(stderr, "%s ...\n", options_.peer.c_str());
    const GpuSetting& setting = options_.setting;
    Words words;
    for (const unsigned long number :
         {static_cast<unsigned long>(QuantumDepth), setting.columns, setting.rows,
          static_cast<unsigned long>(setting.iterations)})
      words.push_back(std::to_string(number));
    try {
      document_["peer"] = RunForJson(options_.peer, words, {});
    } catch (const std::runtime_error& error) {  // the rest of the report is still useful
      std::fprintf(stderr, "gpu_report: %s\n", error.what());
    }
  }

  void MeasureDevices(const GpuRow& row) {
    document_["throughput"] = Json::array();
    for (const std::string& devices : {std::string(device_.name), options_.device}) {
      Json measured = Run("throughput", row.key, warm_, devices);
      measured["row"] = row.name;
      measured["devices"] = devices;
      document_["throughput"].push_back(measured);
    }
  }

  const GpuOptions& options_;
  const MagickAccelerateDeviceInfo device_;
  const measure::TemporaryFolder warm_;  // for measurements other than first calls
  Json document_;
};

void WriteJson(const Json& document, std::string file) {
  if (const auto place = file.find('%'); place != std::string::npos)
    file.replace(place, 1, std::to_string(QuantumDepth));
  std::ofstream stream(file);
  stream << document.dump(1) << "\n";
  if (!stream.flush()) throw std::runtime_error("cannot write " + file);
}

int Main(const GpuOptions& options) {
  if (!options.measure.empty()) {
    std::printf("%s\n", Measure(options).dump().c_str());
    return 0;
  }
  const Json document = Report(options).Make();
  std::fputs(GpuTable(document).c_str(), stdout);
  if (!options.json.empty()) WriteJson(document, options.json);
  return AllSame(document) ? 0 : 1;
}

int Run(int argc, char** argv) {
  const GpuOptions options = Parse(argc, argv);
  InitializeMagick(argv[0]);
  const int status = Main(options);
  std::fflush(stdout);
  DestroyMagick();
  return status;
}

}  // namespace
}  // namespace lodestone::bench

int main(int argc, char** argv) {
  using namespace lodestone::bench;
  bool no_device = false;
  const int status = RunProgram("gpu_report", 2, [&] {
    try {
      return Run(argc, argv);
    } catch (const NoDevice&) {
      no_device = true;
      throw;
    }
  });
  return no_device ? 77 : status;  // 77 is "skipped" in a test
}
