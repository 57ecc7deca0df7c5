#include "tests/gpu/fake_cuda_library.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "accel/gpu/cuda/images.hpp"
#include "tests/gpu/cpu_kernels.hpp"

namespace lodestone::accel::gpu {
namespace testing {
namespace {

// Once it is there, the driver gets it under the name of NVIDIA's.
FakeCuda& Open() {
  const char* const build = std::getenv("LODESTONE_BUILD_DIR");
  const std::string file = std::string(build ? build : ".") + "/tests/gpu/libcuda.so.1";
  void* const library = ::dlopen(file.c_str(), RTLD_NOW);
  const auto state =
      library ? reinterpret_cast<decltype(&FakeCudaOfTests)>(::dlsym(library, "FakeCudaOfTests"))
              : nullptr;
  if (state) return *state();
  std::fprintf(stderr, "%s\n", ::dlerror());
  std::abort();
}

const bool opened = (ResetFake(), true);

template <typename T>
T Argument(const FakeLaunch& launch, size_t index) {
  return *static_cast<const T*>(launch.arguments[index]);
}

DevicePlane PlaneOf(const FakeLaunch& launch, size_t index) {
  const auto begin = Argument<CUdeviceptr>(launch, index);
  return {[begin](size_t offset, size_t bytes) { return Fake().Host(begin + offset, bytes); },
          Fake().BytesFrom(begin), Argument<uint32_t>(launch, index + 1),
          Argument<uint32_t>(launch, index + 2)};
}

std::function<void()> Compute(const FakeLaunch& launch) {
  const MagickAccelerateWork* const work = AnnouncedWork();
  if (!work) return {};
  return [work = *work, from = PlaneOf(launch, 0), to = PlaneOf(launch, 3),
          begin = Argument<uint32_t>(launch, 7),
          end = Argument<uint32_t>(launch, 8)] { ComputeRows(work, from, to, begin, end); };
}

}  // namespace

FakeCuda& Fake() {
  static FakeCuda& fake = Open();
  return fake;
}

void ResetFake() {
  FakeCuda& fake = Fake();
  const std::lock_guard lock(fake.mutex);
  fake.devices = 1;
  fake.architecture = 90;
  fake.compute_mode = fake.static_local_bytes = 0;
  fake.memory_bytes = FakeCuda::kMemoryBytes;
  fake.faults.clear();
  fake.calls.clear();
  fake.misuses.clear();
  fake.live = {};
  fake.launch = Compute;
}

}  // namespace testing

std::vector<unsigned char> cuda::ImageOf(std::string_view source, std::string_view options,
                                         unsigned architecture) {
  if (options == testing::kMissingProgram) return {};
  std::string image = std::to_string(architecture) + std::string(options) + "\n";
  image += source.substr(0, source.find('\n'));
  return {image.c_str(), image.c_str() + image.size() + 1};
}

}  // namespace lodestone::accel::gpu
