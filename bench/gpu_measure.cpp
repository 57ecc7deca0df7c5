#include "bench/gpu_measure.hpp"

#include <accel/accelerate.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "utilities/devices/device_list.hpp"
#include "utilities/measure/images.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::bench {
namespace {

using measure::FetchPixels;
using measure::MoveToHost;
using measure::Stopwatch;
using measure::ThreadMode;
using Json = nlohmann::json;

double ToMilliseconds(std::uint64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}

// The events of the calls since the last Take.
class Records {
 public:
  Records() { MagickAccelerateSetEventHandler(Add, this); }
  ~Records() { MagickAccelerateSetEventHandler(nullptr, nullptr); }
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;

  // All of them combined.
  struct Sum {
    MagickAccelerateEvent numbers{};  // sums; `resident` of the last call
    std::map<std::string, unsigned> calls_by_device;
  };
  Sum Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(sum_, {});
  }

 private:
  static void Add(const MagickAccelerateEvent* event, void* context) {
    auto& records = *static_cast<Records*>(context);
    const std::lock_guard lock(records.mutex_);
    MagickAccelerateEvent& sum = records.sum_.numbers;
    sum.context_ns += event->context_ns;
    sum.load_ns += event->load_ns;
    sum.compile_ns += event->compile_ns;
    sum.test_ns += event->test_ns;
    sum.upload_ns += event->upload_ns;
    sum.kernel_ns += event->kernel_ns;
    sum.download_ns += event->download_ns;
    sum.bytes_up += event->bytes_up;
    sum.bytes_down += event->bytes_down;
    sum.strips = std::max(sum.strips, event->strips);
    if (std::strcmp(event->operation, "download") == 0) return;
    sum.resident = event->resident;
    ++records.sum_.calls_by_device[event->device];
  }

  std::mutex mutex_;
  Sum sum_;
};

using Reference = std::vector<PixelPacket>;

// The CPU's pixels.
Reference MakeReference(const GpuRow& row, const Image& source) {
  const ThreadMode off(MagickAccelerateOff);
  const cli::ImageList result = Apply(row, source);
  const PixelPacket* pixels = FetchPixels(*result);
  return Reference(pixels, pixels + std::size_t{result->columns} * result->rows);
}

bool IsSame(const Image& result, const Reference& reference) {
  return PixelBytes(result) == reference.size() * sizeof(PixelPacket) &&
         std::memcmp(FetchPixels(result), reference.data(), PixelBytes(result)) == 0;
}

// From host memory to host memory.
void TimeHostToHost(const GpuRow& row, Image& source, const Reference& reference,
                    unsigned iterations, Records& records, Json& times, Json& rates,
                    Json& document) {
  measure::RunWarm(iterations, [&](bool counts) {
    MoveToHost(&source);
    records.Take();
    const Stopwatch watch;
    const cli::ImageList result = Apply(row, source);
    FetchPixels(*result);
    const double elapsed = watch.Milliseconds();
    const MagickAccelerateEvent sum = records.Take().numbers;
    if (!IsSame(*result, reference)) document["same"] = false;
    if (!counts) return;  // memory for the result is allocated once
    times.push_back(elapsed);
    document["bytes_up"] = sum.bytes_up;
    document["bytes_down"] = sum.bytes_down;
    document["strips"] = sum.strips;
    // A device that shares the host's memory only transfers tables. Bytes per nanosecond are
    // gigabytes per second.
    if (sum.bytes_up < PixelBytes(source)) return;
    if (sum.upload_ns) rates["up"].push_back(double(sum.bytes_up) / double(sum.upload_ns));
    if (sum.download_ns) rates["down"].push_back(double(sum.bytes_down) / double(sum.download_ns));
  });
}

// The source stays on the device and nothing reads the result.
void TimeResident(const GpuRow& row, const Image& source, const Reference& reference,
                  unsigned iterations, Records& records, Json& document) {
  measure::RunWarm(iterations, [&](bool counts) {
    records.Take();
    const Stopwatch watch;
    const cli::ImageList result = Apply(row, source);
    const double elapsed = watch.Milliseconds();
    const MagickAccelerateEvent sum = records.Take().numbers;
    if (counts && (sum.resident || sum.bytes_up < PixelBytes(source))) {
      document["resident"].push_back(elapsed);
      document["kernel"].push_back(ToMilliseconds(sum.kernel_ns));
    }
    if (!IsSame(*result, reference)) document["same"] = false;
  });
}

void TimeCpu(const GpuRow& row, const Image& source, unsigned iterations, Json& document) {
  const ThreadMode off(MagickAccelerateOff);
  FetchPixels(source);
  measure::RunWarm(iterations, [&](bool counts) {
    const Stopwatch watch;
    const cli::ImageList result = Apply(row, source);
    if (counts) document["native"].push_back(watch.Milliseconds());
  });
}

// Ordinary memory of the size of a result, freed for the next result to reuse.
void LeavePageableMemory(const GpuRow& row, const Image& source) {
  const ThreadMode off(MagickAccelerateOff);
  (void)Apply(row, source);
}

std::uint64_t OpeningNs() {
  std::uint64_t ns = 0;
  for (const auto& info : cli::ListDevices()) ns = std::max(ns, info.open_ns);
  return ns;
}

}  // namespace

Json MeasureFirstCall(const GpuRow& row, const GpuSetting& setting) {
  const ThreadMode require(MagickAccelerateRequire);
  const cli::ImageList source = MakeSource(setting.image, setting.columns, setting.rows);
  Records records;
  const Stopwatch watch;
  const cli::ImageList result = Apply(row, *source);
  FetchPixels(*result);
  const double total = watch.Milliseconds();
  const MagickAccelerateEvent sum = records.Take().numbers;
  const bool same = IsSame(*result, MakeReference(row, *source));
  return {{"total", total},
          {"same", same},
          {"parts",
           {{"open", ToMilliseconds(OpeningNs())},
            {"context", ToMilliseconds(sum.context_ns)},
            {"load", ToMilliseconds(sum.load_ns)},
            {"compile", ToMilliseconds(sum.compile_ns)},
            {"self-test", ToMilliseconds(sum.test_ns)},
            {"upload", ToMilliseconds(sum.upload_ns)},
            {"kernel", ToMilliseconds(sum.kernel_ns)},
            {"download", ToMilliseconds(sum.download_ns)}}}};
}

Json MeasureWarmCalls(const GpuRow& row, const GpuSetting& setting) {
  Json document{{"same", true},
                {"pinned", Json::array()},
                {"pageable", Json::array()},
                {"resident", Json::array()},
                {"kernel", Json::array()},
                {"native", Json::array()},
                {"pinned_rates", {{"up", Json::array()}, {"down", Json::array()}}},
                {"pageable_rates", {{"up", Json::array()}, {"down", Json::array()}}}};
  const ThreadMode require(MagickAccelerateRequire);
  Records records;
  // Memory first used after a device has run is pinned for it.
  (void)Apply(row, *MakeSource("", 256, 256));
  cli::ImageList source = MakeSource(setting.image, setting.columns, setting.rows);
  const Reference reference = MakeReference(row, *source);
  document["source_bytes"] = PixelBytes(*source);
  document["result_bytes"] = reference.size() * sizeof(PixelPacket);
  TimeCpu(row, *source, setting.iterations, document);
  MagickTrimMemory();
  TimeHostToHost(row, *source, reference, setting.iterations, records, document["pinned"],
                 document["pinned_rates"], document);
  TimeResident(row, *source, reference, setting.iterations, records, document);
  source.reset();
  MagickTrimMemory();
  {
    const ThreadMode off(MagickAccelerateOff);
    source = MakeSource(setting.image, setting.columns, setting.rows);
  }
  LeavePageableMemory(row, *source);
  TimeHostToHost(row, *source, reference, setting.iterations, records, document["pageable"],
                 document["pageable_rates"], document);
  return document;
}

Json MeasureThroughput(const GpuRow& row, const GpuSetting& setting) {
  cli::WarmUpDevices();
  Records records;
  std::atomic<bool> same{true};
  Stopwatch watch;
  const auto begin = [&]() noexcept {
    records.Take();
    watch = {};
  };
  std::barrier barrier(setting.threads, begin);
  std::vector<std::thread> threads;
  const auto work = [&] {
    try {
      const ThreadMode require(MagickAccelerateRequire);
      const cli::ImageList source = MakeSource(setting.image, setting.columns, setting.rows);
      const Reference reference = MakeReference(row, *source);
      barrier.arrive_and_wait();
      for (unsigned i = 0; i < setting.iterations; ++i) {
        MoveToHost(source.get());
        const cli::ImageList result = Apply(row, *source);
        FetchPixels(*result);
        if (i + 1 == setting.iterations && !IsSame(*result, reference)) same = false;
      }
    } catch (const std::exception&) {
      same = false;
      barrier.arrive_and_drop();
    }
  };
  for (unsigned i = 0; i < setting.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  const double seconds = watch.Seconds();
  return {{"images_per_second", setting.threads * setting.iterations / seconds},
          {"threads", setting.threads},
          {"by_device", records.Take().calls_by_device},
          {"same", same.load()}};
}

}  // namespace lodestone::bench
