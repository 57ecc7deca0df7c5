#include "accel/pixels/device_pixels.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

#include "accel/events/call_record.hpp"
#include "accel/pixels/host_memory.hpp"
#include "accel/profile/learning.hpp"
#include "accel/modules/registry.hpp"
#include "accel/work.hpp"
#include "base/on_first_use.hpp"

namespace lodestone::accel {

// A forked child must not touch the device: its memory belongs to the parent.
DeviceBuffer::~DeviceBuffer() {
  if (Registry::Forked()) return;
  device_->ReleaseBuffer(handle_);
  if (release_) release_(context_);
}

void DeviceBuffer::SetRelease(void (*release)(void*), void* context) {
  release_ = release;
  context_ = context;
}

void DeviceBuffer::Touch() {
  static std::atomic<std::uint64_t> uses{0};
  last_use_ = ++uses;
}

// Destroyed without a lock: owners of memory are told, who may have images of their own.
using Buffers = std::vector<std::shared_ptr<DeviceBuffer>>;

namespace {

// The event of a download: written once no lock is held, since a handler may access images.
struct Report {
  std::optional<CallRecord> record;
  std::shared_ptr<DeviceBuffer> from;
  Attempt attempt;

  void Emit() {
    if (record) record->Emit(attempt);
  }
};

}  // namespace

struct DevicePixels::State {
  State(HostPixels& memory, PixelShape size) : host(&memory), shape(size) {}

  Attempt Fetch(Report& report);
  bool Drop(const DeviceBuffer& buffer, Report& report);

  std::mutex mutex;
  HostPixels* host;  // null once the image is gone
  const PixelShape shape;
  std::atomic<bool> in_host{false};
  std::atomic<bool> on_devices{false};
  Buffers copies;  // all valid, one per device
};

namespace {

using State = DevicePixels::State;

// Every image that has a copy on some device.
struct Index {
  std::mutex mutex;
  std::vector<std::weak_ptr<State>> images;
};

Index& GetIndex() {
  static constinit OnFirstUse<Index> index;
  return index.Get();
}

Attempt LostInFork() {
  return Failed(MagickAccelerateForked, "the pixels are on a device of the parent process");
}

std::vector<std::shared_ptr<State>> ImagesOnDevices() {
  Index& index = GetIndex();
  const std::lock_guard lock(index.mutex);
  std::vector<std::shared_ptr<State>> images;
  std::erase_if(index.images, [&](const std::weak_ptr<State>& entry) {
    auto image = entry.lock();
    const bool gone = !image || !image->on_devices;
    if (!gone) images.push_back(std::move(image));
    return gone;
  });
  return images;
}

// In a forked child the lock may belong to a thread that does not exist there: then it is not
// taken.
std::unique_lock<std::mutex> Lock(State& image) {
  if (!Registry::Forked()) return std::unique_lock(image.mutex);
  return std::unique_lock(image.mutex, std::try_to_lock);
}

// A child cannot access its parent's devices: pixels that are only there are fetched before the
// process is copied. An image in use by another call stays where it is, since waiting here could
// deadlock.
void BeforeFork() {
  if (Registry::Forked()) return;
  try {
    for (const auto& image : ImagesOnDevices()) {
      const std::unique_lock lock(image->mutex, std::try_to_lock);
      Report unwritten;
      if (lock) (void)image->Fetch(unwritten);
    }
  } catch (const std::exception&) {
    // Out of memory: the child will find the pixels missing.
  }
}

void Register(const std::shared_ptr<State>& image) {
  static std::once_flag once;
  std::call_once(once, [] {
    (void)pthread_atfork(BeforeFork, nullptr, nullptr);
    Registry::Get().BeforeClose(EvictAll);
  });
  if (image->on_devices.exchange(true)) return;
  Index& index = GetIndex();
  const std::lock_guard lock(index.mutex);
  std::erase_if(index.images, [&](const auto& entry) {
    const auto other = entry.lock();
    return !other || other == image;
  });
  index.images.push_back(image);
}

// From any of the copies, each with one retry.
Attempt ReadAny(const Buffers& copies, MagickAcceleratePixels pixels, std::size_t pixel_bytes,
                Report& report) {
  for (const auto& copy : copies) {
    pixels.buffer = copy->handle();
    pixels.pinned = IsHostMemoryOf(copy->device(), pixels.data);
    report.from = copy;
    report.attempt = copy->device().ReadBuffer(pixels, pixel_bytes);
    if (!report.attempt.done()) report.attempt = copy->device().ReadBuffer(pixels, pixel_bytes);
    if (report.attempt.done()) break;
  }
  return report.attempt;
}

}  // namespace

// The lock is held.
Attempt DevicePixels::State::Fetch(Report& report) {
  if (in_host) return {};
  if (!host) return Failed(MagickAccelerateHostMemory, "the image is gone");
  const auto contents =
      copies.empty() ? HostPixels::Contents::kZero : HostPixels::Contents::kUndefined;
  if (Registry::Forked() && !copies.empty()) return LostInFork();
  CallRecord& record = report.record.emplace("download");
  void* data = host->Memory(contents);
  if (!data || copies.empty()) report.record.reset();
  if (!data) return Failed(MagickAccelerateHostMemory, "no memory for the pixels");
  in_host = copies.empty();
  if (in_host) return {};
  const auto columns = static_cast<std::uint32_t>(shape.columns);
  const auto rows = static_cast<std::uint32_t>(shape.rows);
  const Attempt attempt =
      ReadAny(copies, HostView(data, columns, rows, shape.row_bytes()), shape.pixel_bytes, report);
  PluginDevice& device = report.from->device();
  record.SetPredicted(static_cast<std::uint64_t>(FetchNsFrom(device, shape.bytes())));
  record.SetSizes(columns, rows, columns, rows);
  record.SetDoneBy(device);
  if (!attempt.done()) return attempt;
  in_host = true;
  if (CostModel* costs = device.costs()) costs->LearnFetch(shape.bytes(), record.elapsed_ns());
  return attempt;
}

bool DevicePixels::State::Drop(const DeviceBuffer& buffer, Report& report) {
  if (!Fetch(report).done()) return false;
  std::erase_if(copies, [&](const auto& copy) { return copy.get() == &buffer; });
  if (copies.empty()) on_devices = false;
  return true;
}

DevicePixels::DevicePixels(HostPixels& host, PixelShape shape)
    : state_(std::make_shared<State>(host, shape)) {}

DevicePixels::~DevicePixels() {
  Buffers dropped;
  const auto lock = Lock(*state_);
  if (!lock) return;
  state_->host = nullptr;
  state_->on_devices = false;
  dropped.swap(state_->copies);
}

bool DevicePixels::in_host() const {
  return state_->in_host.load(std::memory_order_acquire);
}

bool DevicePixels::nowhere() const {
  const auto lock = Lock(*state_);
  return lock && !state_->in_host && state_->copies.empty();
}

std::uint64_t DevicePixels::FetchNs() const {
  if (in_host()) return 0;
  const std::lock_guard lock(state_->mutex);
  if (state_->copies.empty()) return 0;
  return static_cast<std::uint64_t>(FetchNsFrom(state_->copies.front()->device(), bytes()));
}

std::uint64_t DevicePixels::bytes() const {
  return state_->shape.bytes();
}

std::weak_ptr<const void> DevicePixels::identity() const {
  return state_;
}

bool DevicePixels::IsOn(const PluginDevice& device) const {
  const std::lock_guard lock(state_->mutex);
  const auto here = [&](const auto& copy) { return &copy->device() == &device; };
  return std::any_of(state_->copies.begin(), state_->copies.end(), here);
}

Attempt DevicePixels::Fetch() {
  if (in_host()) return {};
  Report report;
  const Attempt attempt = [&] {
    const auto lock = Lock(*state_);
    return lock ? state_->Fetch(report) : LostInFork();
  }();
  report.Emit();
  return attempt;
}

void DevicePixels::MarkHostWritten() {
  if (in_host() && !state_->on_devices.load(std::memory_order_acquire)) return;
  Buffers dropped;
  const auto lock = Lock(*state_);
  state_->in_host = true;
  if (!lock) return;
  state_->on_devices = false;
  dropped.swap(state_->copies);
}

std::shared_ptr<DeviceBuffer> DevicePixels::CopyOn(const PluginDevice& device) {
  const std::lock_guard lock(state_->mutex);
  for (const auto& copy : state_->copies) {
    if (&copy->device() != &device) continue;
    copy->Touch();
    return copy;
  }
  return nullptr;
}

void DevicePixels::AddCopy(std::shared_ptr<DeviceBuffer> buffer) {
  const std::lock_guard lock(state_->mutex);
  const auto same = [&](const auto& copy) { return &copy->device() == &buffer->device(); };
  if (std::any_of(state_->copies.begin(), state_->copies.end(), same)) return;
  state_->copies.push_back(std::move(buffer));
  Register(state_);
}

void DevicePixels::MoveTo(std::shared_ptr<DeviceBuffer> buffer) {
  Buffers copies{std::move(buffer)};
  const std::lock_guard lock(state_->mutex);
  state_->in_host = false;
  copies.swap(state_->copies);
  Register(state_);
}

namespace {

struct EvictionCandidate {
  std::shared_ptr<State> image;
  std::shared_ptr<DeviceBuffer> buffer;
};

// Of all devices if it is null. Skips images that are locked: two threads that evict must not wait
// for each other.
std::vector<EvictionCandidate> BuffersOn(const PluginDevice* device) {
  std::vector<EvictionCandidate> found;
  for (const auto& image : ImagesOnDevices()) {
    const std::unique_lock lock(image->mutex, std::try_to_lock);
    if (!lock) continue;
    for (const auto& copy : image->copies)
      if (!device || (&copy->device() == device && copy->is_ours())) found.push_back({image, copy});
  }
  std::sort(found.begin(), found.end(), [](const EvictionCandidate& a, const EvictionCandidate& b) {
    return a.buffer->last_use() < b.buffer->last_use();
  });
  return found;
}

bool Evict(const EvictionCandidate& candidate) {
  Report report;
  const bool dropped = [&] {
    const std::unique_lock lock(candidate.image->mutex, std::try_to_lock);
    // One reference is the image's and one is ours; any other is a call's.
    constexpr long kIdleUses = 2;
    return lock && candidate.buffer.use_count() == kIdleUses &&
           candidate.image->Drop(*candidate.buffer, report);
  }();
  report.Emit();
  return dropped;
}

}  // namespace

bool EvictOne(const PluginDevice& device) {
  const std::vector<EvictionCandidate> candidates = BuffersOn(&device);
  return std::any_of(candidates.begin(), candidates.end(), Evict);
}

std::shared_ptr<DeviceBuffer> MakeDeviceBuffer(const std::shared_ptr<PluginDevice>& device,
                                               std::uint64_t bytes, Attempt& attempt) {
  for (;;) {
    if (MagickAccelerateBuffer* handle = device->CreateBuffer(bytes, attempt)) {
      auto buffer = std::make_shared<DeviceBuffer>(device, handle);
      buffer->Touch();
      return buffer;
    }
    if (attempt.parts.reason != MagickAccelerateDeviceMemory || !EvictOne(*device)) return nullptr;
  }
}

void EvictAll() {
  for (const EvictionCandidate& candidate : BuffersOn(nullptr)) (void)Evict(candidate);
}

}  // namespace lodestone::accel
