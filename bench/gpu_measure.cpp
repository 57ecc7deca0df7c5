#include "bench/gpu_measure.hpp"

#include <accel/accelerate.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace lodestone::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;

double MillisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double ToMilliseconds(std::uint64_t ns) {
  return static_cast<double>(ns) * 1e-6;
}

// Chooses who does the calls of this thread while it lives.
class Mode {
 public:
  explicit Mode(MagickAccelerateMode mode) : before_(MagickAccelerateSetThreadMode(mode)) {}
  ~Mode() { MagickAccelerateSetThreadMode(before_); }
  Mode(const Mode&) = delete;
  Mode& operator=(const Mode&) = delete;

 private:
  MagickAccelerateMode before_;
};

// The records of the calls since the last Take.
class Records {
 public:
  Records() { MagickAccelerateSetEventHandler(Add, this); }
  ~Records() { MagickAccelerateSetEventHandler(nullptr, nullptr); }
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;

  // What all of them say together.
  struct Sum {
    MagickAccelerateEvent numbers{};  // added up; `resident` of the last call
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

// The processor's pixels.
Reference MakeReference(const GpuRow& row, const Image& source) {
  const Mode off(MagickAccelerateOff);
  const ImagePointer result = Apply(row, source);
  const PixelPacket* pixels = AllPixels(*result);
  return Reference(pixels, pixels + std::size_t{result->columns} * result->rows);
}

bool IsSame(const Image& result, const Reference& reference) {
  return PixelBytes(result) == reference.size() * sizeof(PixelPacket) &&
         std::memcmp(AllPixels(result), reference.data(), PixelBytes(result)) == 0;
}

// What devices hold of the picture is out of date after this.
void Touch(Image& image) {
  PixelPacket* pixels = GetImagePixels(&image, 0, 0, 1, 1);
  if (!pixels || !SyncImagePixels(&image)) throw std::runtime_error("the picture is read-only");
}

// From pixels in the host's memory to pixels in the host's memory.
void TimeHostToHost(const GpuRow& row, Image& source, const Reference& reference,
                    unsigned iterations, Records& records, Json& times, Json& rates,
                    Json& document) {
  for (unsigned i = 0; i <= iterations; ++i) {
    Touch(source);
    records.Take();
    const Clock::time_point start = Clock::now();
    const ImagePointer result = Apply(row, source);
    AllPixels(*result);
    const double elapsed = MillisecondsSince(start);
    const MagickAccelerateEvent sum = records.Take().numbers;
    if (!IsSame(*result, reference)) document["same"] = false;
    if (i == 0) continue;  // memory for the result is got once
    times.push_back(elapsed);
    document["bytes_up"] = sum.bytes_up;
    document["bytes_down"] = sum.bytes_down;
    document["strips"] = sum.strips;
    // Of a device that works in the host's memory only tables are moved. Bytes a nanosecond are
    // gigabytes a second.
    if (sum.bytes_up < PixelBytes(source)) continue;
    if (sum.upload_ns) rates["up"].push_back(double(sum.bytes_up) / double(sum.upload_ns));
    if (sum.download_ns) rates["down"].push_back(double(sum.bytes_down) / double(sum.download_ns));
  }
}

// The source stays on the device and nobody looks at the result.
void TimeResident(const GpuRow& row, const Image& source, const Reference& reference,
                  unsigned iterations, Records& records, Json& document) {
  for (unsigned i = 0; i <= iterations; ++i) {
    records.Take();
    const Clock::time_point start = Clock::now();
    const ImagePointer result = Apply(row, source);
    const double elapsed = MillisecondsSince(start);
    const MagickAccelerateEvent sum = records.Take().numbers;
    if (i != 0 && (sum.resident || sum.bytes_up < PixelBytes(source))) {
      document["resident"].push_back(elapsed);
      document["kernel"].push_back(ToMilliseconds(sum.kernel_ns));
    }
    if (!IsSame(*result, reference)) document["same"] = false;
  }
}

void TimeNative(const GpuRow& row, const Image& source, unsigned iterations, Json& document) {
  const Mode off(MagickAccelerateOff);
  AllPixels(source);
  for (unsigned i = 0; i <= iterations; ++i) {
    const Clock::time_point start = Clock::now();
    const ImagePointer result = Apply(row, source);
    if (i != 0) document["native"].push_back(MillisecondsSince(start));
  }
}

// Ordinary memory of the size of a result, left for the next result to lie in.
void LeavePageableMemory(const GpuRow& row, const Image& source) {
  const Mode off(MagickAccelerateOff);
  (void)Apply(row, source);
}

void WarmUp() {
  if (MagickAccelerateWarmUp() == 0) throw std::runtime_error("no device got ready");
}

std::uint64_t OpeningNs() {
  std::vector<MagickAccelerateDeviceInfo> infos(MagickAccelerateListDevices(nullptr, 0));
  for (auto& info : infos) info.struct_size = sizeof info;
  infos.resize(std::min(infos.size(), MagickAccelerateListDevices(infos.data(), infos.size())));
  std::uint64_t ns = 0;
  for (const auto& info : infos) ns = std::max(ns, info.open_ns);
  return ns;
}

}  // namespace

Json MeasureFirstCall(const GpuRow& row, const GpuSetting& setting) {
  const Mode require(MagickAccelerateRequire);
  const ImagePointer source = MakeSource(setting.picture, setting.columns, setting.rows);
  Records records;
  const Clock::time_point start = Clock::now();
  const ImagePointer result = Apply(row, *source);
  AllPixels(*result);
  const double total = MillisecondsSince(start);
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
  WarmUp();
  const Mode require(MagickAccelerateRequire);
  Records records;
  // Memory that is used for the first time once a device has done work is pinned for it.
  (void)Apply(row, *MakeSource("", 64, 64));
  ImagePointer source = MakeSource(setting.picture, setting.columns, setting.rows);
  const Reference reference = MakeReference(row, *source);
  document["source_bytes"] = PixelBytes(*source);
  document["result_bytes"] = reference.size() * sizeof(PixelPacket);
  TimeNative(row, *source, setting.iterations, document);
  MagickTrimMemory();
  TimeHostToHost(row, *source, reference, setting.iterations, records, document["pinned"],
                 document["pinned_rates"], document);
  TimeResident(row, *source, reference, setting.iterations, records, document);
  source.reset();
  MagickTrimMemory();
  {
    const Mode off(MagickAccelerateOff);
    source = MakeSource(setting.picture, setting.columns, setting.rows);
  }
  LeavePageableMemory(row, *source);
  TimeHostToHost(row, *source, reference, setting.iterations, records, document["pageable"],
                 document["pageable_rates"], document);
  return document;
}

Json MeasureCopy(const GpuSetting& setting) {
  WarmUp();
  const Mode require(MagickAccelerateRequire);
  const ImagePointer source = MakeSource(setting.picture, setting.columns, setting.rows);
  Records records;
  Json document{{"kernel", Json::array()}};
  for (unsigned i = 0; i <= setting.iterations; ++i) {
    records.Take();
    const ImagePointer result = ApplyCopy(*source);
    const MagickAccelerateEvent sum = records.Take().numbers;
    document["bytes"] = 2 * PixelBytes(*result);
    if (i != 0 && sum.kernel_ns) document["kernel"].push_back(ToMilliseconds(sum.kernel_ns));
  }
  return document;
}

Json MeasureThroughput(const GpuRow& row, const GpuSetting& setting) {
  WarmUp();
  Records records;
  std::atomic<bool> same{true};
  Clock::time_point start;
  const auto begin = [&]() noexcept {
    records.Take();
    start = Clock::now();
  };
  std::barrier everybody(setting.threads, begin);
  std::vector<std::thread> threads;
  const auto work = [&] {
    try {
      const Mode require(MagickAccelerateRequire);
      const ImagePointer source = MakeSource(setting.picture, setting.columns, setting.rows);
      const Reference reference = MakeReference(row, *source);
      everybody.arrive_and_wait();
      for (unsigned i = 0; i < setting.iterations; ++i) {
        Touch(*source);
        const ImagePointer result = Apply(row, *source);
        AllPixels(*result);
        if (i + 1 == setting.iterations && !IsSame(*result, reference)) same = false;
      }
    } catch (const std::exception&) {
      same = false;
      everybody.arrive_and_drop();
    }
  };
  for (unsigned i = 0; i < setting.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  const double seconds = 1e-3 * MillisecondsSince(start);
  return {{"images_per_second", setting.threads * setting.iterations / seconds},
          {"threads", setting.threads},
          {"by_device", records.Take().calls_by_device},
          {"same", same.load()}};
}

}  // namespace lodestone::bench
