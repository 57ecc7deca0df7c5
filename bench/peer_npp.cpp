// NVIDIA's Performance Primitives on the rows of gpu_report, on images in the device's memory.
// Not part of the build: scripts/gpu-report compiles it where nvcc and the libraries are.
//
//   peer_npp DEPTH COLUMNS ROWS ITERATIONS
//
// Prints {"name": ..., "rows": {KEY: milliseconds}}, medians; rows that the library lacks are
// absent.
#include <cuda_runtime.h>
#include <npp.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void Check(int status, const char* call) {
  if (status != 0) throw std::runtime_error(std::string(call) + ": " + std::to_string(status));
}

template <class Sample>
struct Functions;

template <>
struct Functions<std::uint8_t> {
  static constexpr auto resize = nppiResize_8u_C4R_Ctx;
  static constexpr auto gauss = nppiFilterGauss_8u_C4R_Ctx;
  static constexpr auto filter = nppiFilter32f_8u_C4R_Ctx;
  static constexpr auto median = nppiFilterMedian_8u_C4R_Ctx;
  static constexpr auto median_bytes = nppiFilterMedianGetBufferSize_8u_C4R_Ctx;
};

template <>
struct Functions<std::uint16_t> {
  static constexpr auto resize = nppiResize_16u_C4R_Ctx;
  static constexpr auto gauss = nppiFilterGauss_16u_C4R_Ctx;
  static constexpr auto filter = nppiFilter32f_16u_C4R_Ctx;
  static constexpr auto median = nppiFilterMedian_16u_C4R_Ctx;
  static constexpr auto median_bytes = nppiFilterMedianGetBufferSize_16u_C4R_Ctx;
};

NppStreamContext MakeContext() {
  NppStreamContext context{};
  cudaDeviceProp properties;
  Check(cudaGetDevice(&context.nCudaDeviceId), "cudaGetDevice");
  Check(cudaGetDeviceProperties(&properties, context.nCudaDeviceId), "cudaGetDeviceProperties");
  context.nMultiProcessorCount = properties.multiProcessorCount;
  context.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
  context.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
  context.nSharedMemPerBlock = properties.sharedMemPerBlock;
  context.nCudaDevAttrComputeCapabilityMajor = properties.major;
  context.nCudaDevAttrComputeCapabilityMinor = properties.minor;
  return context;
}

template <class Value>
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t count) {
    Check(cudaMalloc(&data_, std::max<std::size_t>(1, count) * sizeof(Value)), "cudaMalloc");
  }
  ~DeviceMemory() { cudaFree(data_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  Value* get() const { return data_; }
  void Fill(const std::vector<Value>& values) {
    Check(cudaMemcpy(data_, values.data(), values.size() * sizeof(Value), cudaMemcpyHostToDevice),
          "cudaMemcpy");
  }

 private:
  Value* data_ = nullptr;
};

// Of the device's time for one call.
double MedianMilliseconds(int iterations, const std::function<int()>& call) {
  constexpr int kUncounted = 3;
  cudaEvent_t begin, end;
  Check(cudaEventCreate(&begin), "cudaEventCreate");
  Check(cudaEventCreate(&end), "cudaEventCreate");
  std::vector<float> times;
  for (int i = -kUncounted; i < iterations; ++i) {
    float elapsed = 0;
    Check(cudaEventRecord(begin), "cudaEventRecord");
    Check(call(), "NPP");
    Check(cudaEventRecord(end), "cudaEventRecord");
    Check(cudaEventSynchronize(end), "cudaEventSynchronize");
    Check(cudaEventElapsedTime(&elapsed, begin, end), "cudaEventElapsedTime");
    if (i >= 0) times.push_back(elapsed);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

template <class Sample>
class Rows {
 public:
  Rows(int columns, int rows, int iterations)
      : size_{columns, rows}, iterations_(iterations), source_(std::size_t{4} * columns * rows) {
    std::mt19937 random(1);
    std::vector<Sample> noise(std::size_t{4} * columns * rows);
    for (Sample& sample : noise) sample = static_cast<Sample>(random());
    source_.Fill(noise);
  }

  void Measure() {
    Resize("lanczos-25", 25, NPPI_INTER_LANCZOS);
    Resize("lanczos-50", 50, NPPI_INTER_LANCZOS);
    Resize("mitchell-150", 150, NPPI_INTER_CUBIC);
    Resize("scale-25", 25, NPPI_INTER_SUPER);
    Window("gaussian-5", 5, [&](const Sample* from, Sample* to, NppiSize size) {
      return Call::gauss(from, step_, to, step_, size, NPP_MASK_SIZE_5_X_5, context_);
    });
    Window("gaussian-13", 13, [&](const Sample* from, Sample* to, NppiSize size) {
      return Call::gauss(from, step_, to, step_, size, NPP_MASK_SIZE_13_X_13, context_);
    });
    DeviceMemory<float> weights(25);
    weights.Fill(std::vector<float>(25, 0.04f));
    Window("convolve-5", 5, [&](const Sample* from, Sample* to, NppiSize size) {
      return Call::filter(from, step_, to, step_, size, weights.get(), {5, 5}, {2, 2}, context_);
    });
    Median("median-3", 3);
    Median("median-5", 5);
  }

  void Print() const {
    const NppLibraryVersion* version = nppGetLibVersion();
    std::printf("{\"name\": \"NPP %d.%d\", \"rows\": {", version->major, version->minor);
    for (std::size_t i = 0; i < times_.size(); ++i)
      std::printf("%s\"%s\": %.4f", i ? ", " : "", times_[i].first.c_str(), times_[i].second);
    std::printf("}}\n");
  }

 private:
  using Call = Functions<Sample>;
  static constexpr int kPixelBytes = 4 * sizeof(Sample);

  void Add(const char* key, const std::function<int()>& call) {
    try {
      times_.emplace_back(key, MedianMilliseconds(iterations_, call));
    } catch (const std::runtime_error& error) {
      std::fprintf(stderr, "peer_npp: %s: %s\n", key, error.what());
    }
  }

  void Resize(const char* key, int percent, int interpolation) {
    const NppiSize size{size_.width * percent / 100, size_.height * percent / 100};
    DeviceMemory<Sample> result(std::size_t{4} * size.width * size.height);
    Add(key, [&] {
      return Call::resize(source_.get(), step_, size_, {0, 0, size_.width, size_.height},
                          result.get(), size.width * kPixelBytes, size,
                          {0, 0, size.width, size.height}, interpolation, context_);
    });
  }

  // Of pixels whose window lies within the image.
  template <class Filter>
  void Window(const char* key, int side, const Filter& filter) {
    const int reach = side / 2;
    const NppiSize size{size_.width - 2 * reach, size_.height - 2 * reach};
    DeviceMemory<Sample> result(std::size_t{4} * size_.width * size_.height);
    const std::size_t first = std::size_t{4} * (std::size_t(reach) * size_.width + reach);
    Add(key, [&] { return filter(source_.get() + first, result.get(), size); });
  }

  void Median(const char* key, int side) {
    Npp32u bytes = 0;
    const NppiSize size{side, side};
    Check(Call::median_bytes(size_, size, &bytes, context_), "nppiFilterMedianGetBufferSize");
    DeviceMemory<Npp8u> scratch(bytes);
    Window(key, side, [&](const Sample* from, Sample* to, NppiSize area) {
      return Call::median(from, step_, to, step_, area, size, {side / 2, side / 2}, scratch.get(),
                          context_);
    });
  }

  const NppiSize size_;
  const int iterations_;
  const int step_ = size_.width * kPixelBytes;
  const NppStreamContext context_ = MakeContext();
  DeviceMemory<Sample> source_;
  std::vector<std::pair<std::string, double>> times_;
};

template <class Sample>
void Run(char** arguments) {
  Rows<Sample> rows(std::atoi(arguments[2]), std::atoi(arguments[3]), std::atoi(arguments[4]));
  rows.Measure();
  rows.Print();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 5) {
    std::fprintf(stderr, "usage: peer_npp 8|16 COLUMNS ROWS ITERATIONS\n");
    return 2;
  }
  try {
    std::atoi(arguments[1]) == 8 ? Run<std::uint8_t>(arguments) : Run<std::uint16_t>(arguments);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peer_npp: %s\n", error.what());
    return 1;
  }
}
