#include "lab/bench.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "config.h"

namespace lodestone::lab {
namespace {

constexpr int kRuns = 7;
// Guard bytes after every buffer, to detect writes there.
constexpr size_t kGuardBytes = 256;
constexpr uint8_t kSentinel = 0xA5;
constexpr size_t kTexelPixels = 4, kRowPixels = 16;
constexpr cl_image_format kFormat = {CL_RGBA, CL_UNSIGNED_INT8};

size_t RoundUp(size_t count, size_t step) {
  return (count + step - 1) / step * step;
}

template <typename T>
T DeviceNumber(cl_device_id device, cl_device_info name) {
  T value{};
  const cl_int status = clGetDeviceInfo(device, name, sizeof(value), &value, nullptr);
  return status == CL_SUCCESS ? value : T{};
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
    : facts_(accel::opencl::Limit(facts, options)),
      cache_(cache),
      context_(accel::opencl::OpenContext(facts_)),
      memory_(facts_, options.kept_bytes) {
  cl_int status = CL_SUCCESS;
  queue_ =
      Queue(clCreateCommandQueue(context_.get(), facts_.id, CL_QUEUE_PROFILING_ENABLE, &status));
  Check(status, "clCreateCommandQueue");
}

void Bench::Check(cl_int status, const char* call) const {
  accel::opencl::Check(status, call, facts().stable_name);
}

bool Bench::HasExtension(const std::string& name) const {
  size_t size = 0;
  if (clGetDeviceInfo(facts().id, CL_DEVICE_EXTENSIONS, 0, nullptr, &size) != CL_SUCCESS)
    return false;
  std::string all(size, '\0');
  if (clGetDeviceInfo(facts().id, CL_DEVICE_EXTENSIONS, size, all.data(), nullptr) != CL_SUCCESS)
    return false;
  return (" " + std::string(all.c_str()) + " ").find(" " + name + " ") != std::string::npos;
}

void Bench::NeedImages(size_t columns, size_t rows) const {
  const cl_device_id id = facts().id;
  if (!DeviceNumber<cl_bool>(id, CL_DEVICE_IMAGE_SUPPORT)) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateUnsupported,
                  "the device has no image objects");
  }
  if (RoundUp(columns, kRowPixels) / kTexelPixels >
          DeviceNumber<size_t>(id, CL_DEVICE_IMAGE2D_MAX_WIDTH) ||
      rows > DeviceNumber<size_t>(id, CL_DEVICE_IMAGE2D_MAX_HEIGHT)) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "the device's image objects are smaller");
  }
}

Kernel Bench::MakeKernel(const char* source, const std::string& options, const char* name) {
  Program& program = programs_[{source, options}];
  if (!program) {
    const accel::opencl::ProgramRecipe recipe{source, "-cl-std=CL1.2 " + options, PACKAGE_VERSION};
    program = accel::opencl::BuildProgram(context_.get(), facts(), recipe, cache_).program;
  }
  cl_int status = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program.get(), name, &status));
  Check(status, "clCreateKernel");
  return kernel;
}

size_t Bench::MaxItems(const Kernel& kernel) const {
  size_t items = 0;
  Check(clGetKernelWorkGroupInfo(kernel.get(), facts().id, CL_KERNEL_WORK_GROUP_SIZE, sizeof(items),
                                 &items, nullptr),
        "clGetKernelWorkGroupInfo");
  return std::max<size_t>(1, std::min(items, facts().group_items));
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

void Bench::Set(cl_kernel kernel, cl_uint index, size_t size, const void* value) const {
  Check(clSetKernelArg(kernel, index, size, value), "clSetKernelArg");
}

void Bench::SetTile(const Kernel& kernel, cl_uint index, size_t bytes) const {
  if (bytes > facts().local_bytes) {
    throw Problem(MagickAccelerateDeclined, MagickAccelerateTooLarge,
                  "the tile does not fit into the device's local memory");
  }
  Set(kernel.get(), index, bytes, nullptr);
}

Memory Bench::MakeBuffer(size_t bytes) {
  Memory memory;
  memory.block = memory_.Take(context_.get(), bytes + kGuardBytes);
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
  cl_image_desc shape{};
  shape.image_type = CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = memory.texels;
  shape.image_height = rows;
  cl_int status = CL_SUCCESS;
  memory.image =
      Buffer(clCreateImage(context_.get(), CL_MEM_READ_WRITE, &kFormat, &shape, nullptr, &status));
  accel::opencl::CheckAllocation(status, "clCreateImage", facts().stable_name);
  return memory;
}

Memory Bench::Upload(const void* data, size_t bytes) {
  Memory memory = MakeBuffer(bytes);
  Check(clEnqueueWriteBuffer(queue_.get(), memory.get(), CL_TRUE, 0, bytes, data, 0, nullptr,
                             nullptr),
        "clEnqueueWriteBuffer");
  return memory;
}

Memory Bench::UploadImage(const Plane& plane) {
  Memory memory = MakeImage(plane.columns, plane.rows);
  const size_t pitch = memory.texels * kTexelPixels;
  std::vector<uint8_t> padded(pitch * plane.rows, kSentinel);
  for (size_t y = 0; y < plane.rows; ++y)
    std::memcpy(&padded[y * pitch], &plane.pixels[y * plane.columns], plane.columns);
  const size_t origin[3] = {0, 0, 0}, region[3] = {memory.texels, memory.rows, 1};
  Check(clEnqueueWriteImage(queue_.get(), memory.get(), CL_TRUE, origin, region, 0, 0,
                            padded.data(), 0, nullptr, nullptr),
        "clEnqueueWriteImage");
  return memory;
}

void Bench::FillWithSentinel(const Memory& memory) {
  if (memory.image) {
    const cl_uint color[4] = {kSentinel, kSentinel, kSentinel, kSentinel};
    const size_t origin[3] = {0, 0, 0}, region[3] = {memory.texels, memory.rows, 1};
    Check(
        clEnqueueFillImage(queue_.get(), memory.get(), color, origin, region, 0, nullptr, nullptr),
        "clEnqueueFillImage");
  } else {
    Check(clEnqueueFillBuffer(queue_.get(), memory.get(), &kSentinel, 1, 0,
                              memory.columns + kGuardBytes, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
  }
}

Verdict Bench::Compare(const Memory& memory, const void* expected, unsigned tolerance) {
  std::vector<uint8_t> result(memory.columns + kGuardBytes);
  Check(clEnqueueReadBuffer(queue_.get(), memory.get(), CL_TRUE, 0, result.size(), result.data(), 0,
                            nullptr, nullptr),
        "clEnqueueReadBuffer");
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

Event Bench::Enqueue(const Launch& launch) {
  const bool chosen = launch.group[0] != 0;
  size_t items[2];
  for (int i = 0; i < 2; ++i)
    items[i] = chosen ? RoundUp(launch.items[i], launch.group[i]) : launch.items[i];
  cl_event event = nullptr;
  Check(clEnqueueNDRangeKernel(queue_.get(), launch.kernel, 2, nullptr, items,
                               chosen ? launch.group.data() : nullptr, 0, nullptr, &event),
        "clEnqueueNDRangeKernel");
  return Event(event);
}

uint64_t Bench::Time(std::span<const Launch> launches) {
  std::vector<Event> events;
  // The first run is a warm-up and does not count.
  for (int run = 0; run <= kRuns; ++run)
    for (const Launch& launch : launches) events.push_back(Enqueue(launch));
  Check(clFlush(queue_.get()), "clFlush");
  accel::opencl::WaitFor(events.back().get(), NowNs(), 0, facts());
  std::vector<uint64_t> runs;
  for (size_t i = 0; i < events.size(); ++i) {
    static_cast<void>(accel::opencl::HasEnded(events[i].get(), facts().stable_name));
    cl_ulong begin = 0, end = 0;
    Check(clGetEventProfilingInfo(events[i].get(), CL_PROFILING_COMMAND_START, sizeof(begin),
                                  &begin, nullptr),
          "clGetEventProfilingInfo");
    Check(clGetEventProfilingInfo(events[i].get(), CL_PROFILING_COMMAND_END, sizeof(end), &end,
                                  nullptr),
          "clGetEventProfilingInfo");
    if (i < launches.size()) continue;
    if (i % launches.size() == 0) runs.push_back(0);
    runs.back() += end > begin ? end - begin : 0;
  }
  std::nth_element(runs.begin(), runs.begin() + kRuns / 2, runs.end());
  return std::max<uint64_t>(1, runs[kRuns / 2]);
}

}  // namespace lodestone::lab
