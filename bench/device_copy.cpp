// device_copy: how long copies within the memory of an OpenCL device take, as JSON: {bytes, of
// which each copy reads and writes as many; cache_bytes; ns: [...]}. Separate from gpu_report,
// which also runs where there is no OpenCL loader.
#include "bench/device_copy.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>

#include "accel/gpu/driver.hpp"
#include "accel/gpu/opencl/api.hpp"
#include "bench/arguments.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::bench {
namespace {

using namespace accel::gpu;
using namespace accel::gpu::opencl;
using Json = nlohmann::json;

DeviceFacts FindDevice(const std::string& name) {
  for (DeviceFacts& facts : DiscoverDevices().devices)
    if (facts.stable_name == name) return std::move(facts);
  throw std::runtime_error("no OpenCL device is called " + name);
}

// A context, a profiling queue, and two buffers.
class Copier {
 public:
  Copier(const DeviceFacts& facts, std::size_t bytes) : name_(facts.stable_name), bytes_(bytes) {
    const cl_device_id id = IdOf(facts);
    cl_int status = CL_SUCCESS;
    context_ = ContextHandle(clCreateContext(nullptr, 1, &id, nullptr, nullptr, &status));
    Check(status, "clCreateContext", name_);
    queue_ =
        QueueHandle(clCreateCommandQueue(context_.get(), id, CL_QUEUE_PROFILING_ENABLE, &status));
    Check(status, "clCreateCommandQueue", name_);
    source_ = MakeBuffer();
    result_ = MakeBuffer();
  }

  double CopyNs() {
    cl_event event = nullptr;
    Check(clEnqueueCopyBuffer(queue_.get(), source_.get(), result_.get(), 0, 0, bytes_, 0, nullptr,
                              &event),
          "clEnqueueCopyBuffer", name_);
    const EventHandle owner(event);
    Check(clWaitForEvents(1, &event), "clWaitForEvents", name_);
    return static_cast<double>(Time(event, CL_PROFILING_COMMAND_END) -
                               Time(event, CL_PROFILING_COMMAND_START));
  }

 private:
  // Written once, since memory may be allocated only on first use, and with values other than
  // zeros.
  MemoryHandle MakeBuffer() const {
    cl_int status = CL_SUCCESS;
    MemoryHandle buffer(
        clCreateBuffer(context_.get(), CL_MEM_READ_WRITE, bytes_, nullptr, &status));
    Check(status, "clCreateBuffer", name_);
    std::mt19937_64 random;
    cl_ulong pattern[16];
    for (cl_ulong& part : pattern) part = random();
    Check(clEnqueueFillBuffer(queue_.get(), buffer.get(), pattern, sizeof pattern, 0, bytes_, 0,
                              nullptr, nullptr),
          "clEnqueueFillBuffer", name_);
    Check(clFinish(queue_.get()), "clFinish", name_);
    return buffer;
  }

  cl_ulong Time(cl_event event, cl_profiling_info moment) const {
    cl_ulong ns = 0;
    Check(clGetEventProfilingInfo(event, moment, sizeof ns, &ns, nullptr),
          "clGetEventProfilingInfo", name_);
    return ns;
  }

  const std::string name_;
  const std::size_t bytes_;
  ContextHandle context_;
  QueueHandle queue_;
  MemoryHandle source_, result_;
};

Json MeasureCopies(const std::string& name, unsigned runs) {
  const DeviceFacts facts = FindDevice(name);
  cl_ulong cache_bytes = 0;
  Check(clGetDeviceInfo(IdOf(facts), CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof cache_bytes,
                        &cache_bytes, nullptr),
        "clGetDeviceInfo", name);
  const auto bytes =
      CopyBytes({facts.memory_bytes, facts.allocation_bytes, cache_bytes, facts.is_cpu()});
  if (bytes == 0) throw std::runtime_error("no room for a copy beyond the caches of " + name);
  Copier copier(facts, bytes);
  Json times = Json::array();
  measure::RunWarm(runs, [&](bool counts) {
    const double ns = copier.CopyNs();
    if (counts) times.push_back(ns);
  });
  return {{"bytes", bytes}, {"cache_bytes", cache_bytes}, {"ns", times}};
}

}  // namespace
}  // namespace lodestone::bench

int main(int argc, char** argv) {
  using namespace lodestone::bench;
  if (argc != 3) {
    std::fputs("usage: device_copy DEVICE RUNS\n", stderr);
    return 2;
  }
  return RunProgram("device_copy", 1, [&] {
    std::printf("%s\n", MeasureCopies(argv[1], ParseNumber(argv[2])).dump().c_str());
    return 0;
  });
}
