// Every OpenCL call that can fail does fail: one clear reason, nothing leaked, and later calls
// succeed.
#include <gtest/gtest.h>

#include <memory>

#include "tests/gpu/opencl_faults.hpp"
#include "tests/gpu/oracle.hpp"
#include "tests/gpu/run.hpp"
#include "tests/gpu/transfers.hpp"
#include "tests/gpu/neighborhood.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

class OpenClFaults : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const DeviceFacts& facts : DiscoverDevices().devices) {
      if (facts.problem.empty()) facts_ = facts;
    }
    if (!facts_.handle) GTEST_SKIP() << "no usable OpenCL device";
    source_.Fill(random_);
    work_ = {MagickAccelerateResize,           16,
             MagickAccelerateWeighted,         true,
             FilterAxis(20, 10, 3.0, random_), FilterAxis(12, 30, 2.0, random_)};
    expected_ = Oracle(work_, source_);
    view_ = work_.View(source_, result_);
  }

  // In strips and pieces of minimal size, with every buffer newly allocated.
  std::unique_ptr<Device> MakeDevice(SharePolicy share) {
    DeviceOptions options;
    options.share = share;
    options.strip_bytes = 512;
    options.staged_bytes = 1;
    options.slot_bytes = 256;
    options.kept_bytes = 0;
    return std::make_unique<Device>(facts_, "test", cache_, options);
  }

  // None, or the problem of a run.
  std::unique_ptr<Problem> Run(Device& device) {
    parts_ = {};
    try {
      PlanAndRun(device, view_, &parts_);
    } catch (const Problem& problem) {
      return std::make_unique<Problem>(problem);
    }
    return nullptr;
  }

  void ExpectGoodRun(Device& device) {
    const auto problem = Run(device);
    EXPECT_FALSE(problem) << problem->detail();
    EXPECT_EQ(Mismatches(expected_, *made_), 0u);
    EXPECT_TRUE(made_->GuardsIntact());
  }

  // Later runs use this work.
  void Take(const WindowWork& work) {
    view_ = work.View();
    made_ = &work.result();
    expected_ = work.Expected();
  }

  // Makes each of the first calls of that name fail in turn, with the device made by `make`.
  template <typename Make>
  void ExpectReason(const char* call, cl_int status, MagickAccelerateReason reason, Make make,
                    unsigned most = 100) {
    // Faults that a retry may clear have to persist.
    const bool lasts = reason == MagickAccelerateDeviceMemory;
    for (unsigned nth = 1; nth <= most; ++nth) {
      const auto device = make();
      std::unique_ptr<Problem> problem;
      bool struck = false;
      {
        const Fault fault(call, nth, status, lasts);
        problem = Run(*device);
        struck = fault.struck();
      }
      if (!struck) {
        // A driver may have finished before it is waited for.
        EXPECT_TRUE(nth > 1 || call == std::string("clWaitForEvents"))
            << call << " is never called";
        EXPECT_FALSE(problem);
        break;
      }
      ASSERT_TRUE(problem) << call << " number " << nth;
      EXPECT_EQ(problem->reason(), reason) << problem->detail();
      EXPECT_NE(problem->outcome(), MagickAccelerateDone);
      EXPECT_NE(problem->detail().find(call), std::string::npos) << problem->detail();
      EXPECT_NE(problem->detail().find(opencl::StatusName(status)), std::string::npos);
      EXPECT_NE(problem->detail().find(facts_.stable_name), std::string::npos);
      ExpectGoodRun(*device);
    }
  }

  DeviceFacts facts_;
  MagickAccelerateParts parts_{};
  ProgramCache cache_{"", ""};
  std::mt19937 random_{11};
  TestImage source_{16, 20, 12, 0, 0};
  TestImage result_{16, 10, 30, 0, 0};
  TestWork work_;
  std::vector<unsigned> expected_;
  MagickAccelerateWork view_{};
  const TestImage* made_ = &result_;
};

TEST_F(OpenClFaults, WhileWorking) {
  for (const SharePolicy share : {SharePolicy::kByDevice, SharePolicy::kNever}) {
    const std::shared_ptr<Device> device = MakeDevice(share);
    ExpectGoodRun(*device);
    const auto same = [&] { return device; };
    for (const char* call : {"clSetKernelArg", "clEnqueueNDRangeKernel", "clEnqueueWriteBuffer",
                             "clFlush", "clWaitForEvents", "clGetEventInfo"}) {
      ExpectReason(call, CL_INVALID_OPERATION, MagickAccelerateDeviceError, same);
    }
    ExpectReason("clEnqueueNDRangeKernel", CL_OUT_OF_RESOURCES, MagickAccelerateDeviceMemory, same);
    ExpectReason("clEnqueueWriteBuffer", CL_OUT_OF_HOST_MEMORY, MagickAccelerateHostMemory, same);
    ExpectReason("execution", CL_OUT_OF_RESOURCES, MagickAccelerateDeviceError, same);
    ExpectReason("execution", CL_MEM_OBJECT_ALLOCATION_FAILURE, MagickAccelerateDeviceMemory, same);
    ExpectReason("clCreateSubBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE,
                 MagickAccelerateDeviceMemory, same);
    ExpectReason("clCreateSubBuffer", CL_INVALID_BUFFER_SIZE, MagickAccelerateTooLarge, same);
    if (share == SharePolicy::kNever) {
      for (const char* call : {"clEnqueueReadBuffer", "clEnqueueBarrierWithWaitList"}) {
        ExpectReason(call, CL_INVALID_VALUE, MagickAccelerateDeviceError, same);
      }
    } else if (facts_.is_cpu() && facts_.unified_memory) {
      ExpectReason("clEnqueueMapBuffer", CL_MAP_FAILURE, MagickAccelerateDeviceError, same);
      ExpectReason("clEnqueueUnmapMemObject", CL_INVALID_VALUE, MagickAccelerateDeviceError, same);
    }
  }
}

TEST_F(OpenClFaults, WhileWorkingOnWindows) {
  WindowTest convolution{MagickAccelerateConvolve, 16, MagickAcceleratePlain};
  convolution.taps = MatrixTaps(3, random_);
  WindowTest median{MagickAccelerateMedian, 8, MagickAccelerateOpaque};
  median.window = 5;
  WindowTest hulls{MagickAccelerateDespeckle, 16, MagickAccelerateGrey};
  WindowTest extended{MagickAccelerateExtend, 8, MagickAccelerateGrey};
  extended.left = extended.bottom = 3;
  for (WindowTest test : {convolution, median, hulls, extended}) {
    test.columns = 18;
    test.rows = 40;
    test.around = oracle::Around::kReflect;
    if (test.operation != MagickAccelerateExtend) test.finish.keep = 1;
    const WindowWork work(test, random_);
    Take(work);
    const std::shared_ptr<Device> device = MakeDevice(SharePolicy::kNever);
    ExpectGoodRun(*device);
    const auto same = [&] { return device; };
    for (const char* call : {"clSetKernelArg", "clEnqueueNDRangeKernel"}) {
      ExpectReason(call, CL_INVALID_OPERATION, MagickAccelerateDeviceError, same);
    }
    ExpectReason("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE, MagickAccelerateDeviceMemory,
                 same);
  }
}

// Pinned staging memory is only an optimization here.
TEST_F(OpenClFaults, NoMemoryAtAll) {
  const std::shared_ptr<Device> device = MakeDevice(SharePolicy::kNever);
  ExpectGoodRun(*device);
  const auto same = [&] { return device; };
  ExpectReason("clCreateBuffer", CL_MEM_OBJECT_ALLOCATION_FAILURE, MagickAccelerateDeviceMemory,
               same);
  ExpectReason("clCreateBuffer", CL_OUT_OF_RESOURCES, MagickAccelerateDeviceMemory, same);
}

// A single refusal leads to smaller strips.
TEST_F(OpenClFaults, NoMemoryForTheMoment) {
  const std::shared_ptr<Device> device = MakeDevice(SharePolicy::kNever);
  ExpectGoodRun(*device);
  const uint32_t strips = parts_.strips;
  uint32_t most = 0;
  for (const char* call : {"clCreateBuffer", "clEnqueueNDRangeKernel", "execution"}) {
    for (unsigned nth = 1;; ++nth) {
      const Fault fault(call, nth, CL_MEM_OBJECT_ALLOCATION_FAILURE);
      if (const auto problem = Run(*device)) {
        // Tables are allocated in one piece.
        EXPECT_EQ(problem->outcome(), MagickAccelerateDeclined) << problem->detail();
        EXPECT_EQ(nth, 1u) << call;
        continue;
      }
      EXPECT_EQ(Mismatches(expected_, *made_), 0u) << call << " number " << nth;
      EXPECT_TRUE(result_.GuardsIntact());
      most = std::max(most, parts_.strips);
      if (!fault.struck()) break;
    }
  }
  EXPECT_GT(most, strips);
}

TEST_F(OpenClFaults, WhileWarmingUp) {
  const auto fresh = [&] { return MakeDevice(SharePolicy::kByDevice); };
  ExpectReason("clCreateContext", CL_DEVICE_NOT_AVAILABLE, MagickAccelerateDeviceError, fresh, 1);
  ExpectReason("clCreateCommandQueue", CL_OUT_OF_RESOURCES, MagickAccelerateDeviceMemory, fresh, 1);
  ExpectReason("clCreateProgramWithSource", CL_OUT_OF_HOST_MEMORY, MagickAccelerateHostMemory,
               fresh, 2);
  ExpectReason("clBuildProgram", CL_BUILD_PROGRAM_FAILURE, MagickAccelerateBuildFailed, fresh, 2);
  ExpectReason("clCreateKernel", CL_INVALID_KERNEL_NAME, MagickAccelerateDeviceError, fresh, 2);
  ExpectReason("clGetKernelWorkGroupInfo", CL_INVALID_KERNEL, MagickAccelerateDeviceError, fresh,
               3);
}

TEST_F(GpuTransfers, TheSecondCallTakesNoNewMemory) {
  const auto device = Make(Small());
  const TestWork work = Work(MagickAccelerateResize, kDepth, true, true, 61, 203, 37, 119);
  Expect(*device, work);
  const Fault none("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE, true);
  Expect(*device, work);
  EXPECT_FALSE(none.struck());
}

TEST(OpenClNames, Versions) {
  EXPECT_EQ(opencl::ParseVersion("OpenCL 1.2 CUDA"), 102u);
  EXPECT_EQ(opencl::ParseVersion("OpenCL 3.0"), 300u);
  EXPECT_EQ(opencl::ParseVersion("nonsense"), 0u);
}

TEST(OpenClNames, StatusesHaveNames) {
  EXPECT_EQ(opencl::StatusName(CL_OUT_OF_RESOURCES), "CL_OUT_OF_RESOURCES");
  EXPECT_EQ(opencl::StatusName(-9999), "OpenCL status -9999");
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
