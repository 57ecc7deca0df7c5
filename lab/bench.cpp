#include "lab/bench.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "config.h"
#include "utilities/measure/statistics.hpp"

namespace lodestone::lab {
namespace {

constexpr int kRuns = 7;
// Guard bytes after every buffer, to detect writes there.
constexpr size_t kGuardBytes = 256;
constexpr uint8_t kSentinel = 0xA5;
constexpr size_t kTexelPixels = 4, kRowPixels = 16;

size_t RoundUp(size_t count, size_t step) {
  return (count + step - 1) / step * step;
}

accel::gpu::HostBlock BlockOf(const void* data, size_t bytes) {
  // A transfer to the device reads what its type would let it write.
  return {static_cast<uint8_t*>(const_cast<void*>(data)), bytes, bytes, 1};
}

Verdict Judge(const uint8_t* result, const uint8_t* expected, size_t bytes, unsigned tolerance) {
  Verdict verdict;
  size_t differ = 0, first = 0;
  for (size_t i = 0; i < bytes; ++i) {
    const auto error = static_cast<unsigned>(std::abs(int{result[i]} - int{expected[i]}));
    verdict.error = std::max(verdict.error, error);
    if (error > tolerance && differ++ == 0) first = i;
  }
  if (differ == 0) return verdict;
  verdict.wrong = true;
  verdict.detail = std::to_string(differ) + " of " + std::to_string(bytes) +
                   " bytes are wrong, the first of them number " + std::to_string(first) + ": " +
                   std::to_string(result[first]) + " instead of " + std::to_string(expected[first]);
  return verdict;
}

}  // namespace

Bench::Bench(const DeviceFacts& facts, const DeviceOptions& options, ProgramCache& cache)
    : facts_(accel::gpu::Limit(facts, options)),
      cache_(cache),
      context_(accel::gpu::OpenContext(facts_)),
      memory_(facts_, options.kept_bytes),
      queue_(context_->MakeQueue(true)) {}

void Bench::Finish() {
  if (queue_->Finish()) return;
  throw Problem(MagickAccelerateFailed, MagickAccelerateDeviceError,
                "commands do not end on " + facts().stable_name);
}

bool Bench::HasExtension(const std::string& name) const {
  return (" " + facts().extensions + " ").find(" " + name + " ") != std::string::npos;
}

void Bench::NeedImages(size_t columns, size_t rows) const {
  if (facts().image_columns == 0) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the device has no image objects");
  }
  if (RoundUp(columns, kRowPixels) / kTexelPixels > facts().image_columns ||
      rows > facts().image_rows) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "the device's image objects are smaller");
  }
}

Kernel Bench::MakeKernel(const char* source, const std::string& options, const char* name) {
  auto& program = programs_[{source, options}];
  if (!program) {
    const accel::gpu::ProgramRecipe recipe{source, "-cl-std=CL1.2 " + options, PACKAGE_VERSION};
    program = accel::gpu::BuildProgram(*context_, facts(), recipe, cache_).program;
  }
  return program->MakeKernel(name);
}

size_t Bench::MaxItems(const Kernel& kernel) const {
  return std::max<size_t>(1, std::min(kernel->GroupItems(), facts().group_items));
}

Group Bench::Fit(Group wanted, const Kernel& kernel) const {
  wanted = {std::min(wanted[0], facts().group_columns), std::min(wanted[1], facts().group_rows)};
  const size_t max_items = MaxItems(kernel);
  while (wanted[0] * wanted[1] > max_items) wanted[wanted[1] > 1 ? 1 : 0] /= 2;
  return wanted;
}

std::vector<Group> Bench::AllGroups(size_t max_items) const {
  constexpr size_t kAcross = 16;
  // Drivers for CPUs compile a program for each work-group size.
  const size_t step = facts().is_cpu() ? 16 : 4;
  std::vector<Group> groups = {{0, 0}};
  const auto add = [&](size_t items) {
    const size_t across = std::min({items, kAcross, facts().group_columns});
    const Group group = {across, std::min(items / across, facts().group_rows)};
    if (group != groups.back()) groups.push_back(group);
  };
  for (size_t items = kAcross; items <= max_items; items *= step) add(items);
  size_t largest = 1;
  while (largest * 2 <= max_items) largest *= 2;
  add(largest);
  return groups;
}

void Bench::SetTile(const Kernel& kernel, uint32_t index, size_t bytes) const {
  if (bytes > facts().local_bytes) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "the tile does not fit into the device's local memory");
  }
  kernel->SetLocal(index, bytes);
}

Memory Bench::MakeBuffer(size_t bytes) {
  Memory memory;
  memory.block = memory_.Take(*context_, bytes + kGuardBytes);
  memory.columns = bytes;
  memory.rows = 1;
  return memory;
}

Memory Bench::MakeImage(size_t columns, size_t rows) {
  NeedImages(columns, rows);
  Memory memory;
  memory.columns = columns;
  memory.rows = rows;
  memory.texels = RoundUp(columns, kRowPixels) / kTexelPixels;
  memory.image = context_->MakeImage(accel::gpu::TexelFormat::kUint8, memory.texels, rows,
                                     accel::gpu::Access::kBoth);
  return memory;
}

Memory Bench::Upload(const void* data, size_t bytes) {
  Memory memory = MakeBuffer(bytes);
  queue_->Upload(BlockOf(data, bytes), *memory.get(), 0, nullptr);
  Finish();
  return memory;
}

Memory Bench::UploadImage(const Plane& plane) {
  Memory memory = MakeImage(plane.columns, plane.rows);
  const size_t pitch = memory.texels * kTexelPixels;
  std::vector<uint8_t> padded(pitch * plane.rows, kSentinel);
  for (size_t y = 0; y < plane.rows; ++y)
    std::memcpy(&padded[y * pitch], &plane.pixels[y * plane.columns], plane.columns);
  SendTo(memory, padded);
  return memory;
}

void Bench::SendTo(const Memory& image, const std::vector<uint8_t>& texels) {
  const Memory packed = Upload(texels);
  queue_->CopyToImage(*packed.get(), 0, *image.get(), image.texels, 0, image.rows);
  Finish();
}

void Bench::FillWithSentinel(const Memory& memory) {
  if (memory.image) {
    SendTo(memory, std::vector<uint8_t>(memory.texels * kTexelPixels * memory.rows, kSentinel));
  } else {
    queue_->Fill(*memory.get(), kSentinel, memory.columns + kGuardBytes);
  }
}

Verdict Bench::Compare(const Memory& memory, const void* expected, unsigned tolerance) {
  std::vector<uint8_t> result(memory.columns + kGuardBytes);
  const EventOwner read =
      queue_->Download(*memory.get(), 0, BlockOf(result.data(), result.size()), nullptr);
  Finish();
  static_cast<void>(read->HasEnded());
  Verdict verdict =
      Judge(result.data(), static_cast<const uint8_t*>(expected), memory.columns, tolerance);
  const auto guard = result.begin() + static_cast<std::ptrdiff_t>(memory.columns);
  if (!verdict.wrong &&
      std::any_of(guard, result.end(), [](uint8_t b) { return b != kSentinel; })) {
    verdict.wrong = true;
    verdict.detail = "the kernel wrote behind the end of the result";
  }
  return verdict;
}

EventOwner Bench::Enqueue(const Launch& launch) {
  const bool chosen = launch.group[0] != 0;
  accel::gpu::Grid grid{};
  for (int i = 0; i < 2; ++i) {
    grid.items[i] = chosen ? RoundUp(launch.items[i], launch.group[i]) : launch.items[i];
    grid.group[i] = launch.group[i];
  }
  return queue_->Run(*launch.kernel, grid);
}

uint64_t Bench::Time(std::span<const Launch> launches) {
  std::vector<EventOwner> events;
  // The first run is a warm-up and does not count.
  for (int run = 0; run <= kRuns; ++run)
    for (const Launch& launch : launches) events.push_back(Enqueue(launch));
  queue_->Flush();
  accel::gpu::WaitFor(*events.back(), NowNs(), 0, facts());
  std::vector<double> runs;
  for (size_t i = 0; i < events.size(); ++i) {
    static_cast<void>(events[i]->HasEnded());
    const auto times = events[i]->Times();
    if (!times) {
      throw Problem(MagickAccelerateFailed, MagickAccelerateDeviceError,
                    facts().stable_name + " reports no times");
    }
    if (i < launches.size()) continue;
    if (i % launches.size() == 0) runs.push_back(0);
    runs.back() += static_cast<double>(times->end - times->start);
  }
  return std::max<uint64_t>(1, static_cast<uint64_t>(measure::Median(runs)));
}

}  // namespace lodestone::lab
