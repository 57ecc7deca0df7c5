// Every CUDA call that can fail does fail: one clear reason, nothing leaked, and later calls
// succeed, but for errors that no context recovers from.
#include "tests/gpu/cuda_fixture.hpp"
#include "tests/gpu/transfers.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

class CudaFaults : public FakeCudaUnder<GpuTransfers> {
 protected:
  // In strips and pieces of minimal size, with every buffer newly allocated.
  std::unique_ptr<Device> MakeDevice() {
    DeviceOptions options = Small();
    options.kept_bytes = 0;
    return Make(options);
  }
  TestWork Halving() { return Work(MagickAccelerateResize, kDepth, true, true, 31, 103, 16, 51); }

  std::unique_ptr<Problem> ProblemOf(Device& device, bool timed = false) {
    try {
      Expect(device, Halving(), 0, timed);
    } catch (const Problem& problem) {
      return std::make_unique<Problem>(problem);
    }
    return nullptr;
  }

  // Makes each call of that name fail in turn.
  void ExpectReason(const char* call, CUresult status, MagickAccelerateOutcome outcome,
                    MagickAccelerateReason reason, bool timed = false) {
    constexpr unsigned kMost = 20;
    for (unsigned nth = 1; nth <= kMost; ++nth) {
      const auto device = MakeDevice();
      Fake().calls.clear();
      // Faults that a retry may clear have to persist.
      Fake().FailAt(call, nth, status, reason == MagickAccelerateDeviceMemory);
      const auto problem = ProblemOf(*device, timed);
      const bool struck = Fake().CallsOf(call) >= nth;
      Fake().faults.clear();
      if (!struck) {
        EXPECT_GT(nth, 1u) << call << " is never called";
        EXPECT_FALSE(problem);
        break;
      }
      ASSERT_TRUE(problem) << call << " number " << nth;
      EXPECT_EQ(problem->outcome(), outcome) << call << " number " << nth;
      EXPECT_EQ(problem->reason(), reason) << problem->detail();
      EXPECT_NE(problem->detail().find(call), std::string::npos) << problem->detail();
      EXPECT_NE(problem->detail().find("CUDA:GPU:Fake"), std::string::npos) << problem->detail();
      EXPECT_FALSE(ProblemOf(*device)) << call << " number " << nth;
    }
  }
};

TEST_F(CudaFaults, OfCommands) {
  for (const char* call : {"cuLaunchKernel", "cuMemcpyHtoDAsync", "cuEventRecord", "cuEventQuery",
                           "cuModuleGetFunction", "cuFuncGetAttribute", "cuStreamWaitEvent",
                           "cuEventCreate", "cuStreamCreate"}) {
    ExpectReason(call, CUDA_ERROR_NOT_FOUND, MagickAccelerateFailed, MagickAccelerateDeviceError);
  }
}

TEST_F(CudaFaults, OfMemory) {
  ExpectReason("cuMemAlloc", CUDA_ERROR_OUT_OF_MEMORY, MagickAccelerateDeclined,
               MagickAccelerateDeviceMemory);
  ExpectReason("cuDevicePrimaryCtxRetain", CUDA_ERROR_OUT_OF_MEMORY, MagickAccelerateDeclined,
               MagickAccelerateDeviceMemory);
}

TEST_F(CudaFaults, OfPrograms) {
  for (const CUresult status :
       {CUDA_ERROR_NO_BINARY_FOR_GPU, CUDA_ERROR_INVALID_PTX, CUDA_ERROR_UNSUPPORTED_PTX_VERSION})
    ExpectReason("cuModuleLoadDataEx", status, MagickAccelerateFailed, MagickAccelerateBuildFailed);
}

TEST_F(CudaFaults, PinnedMemoryIsDispensable) {
  const auto device = MakeDevice();
  Fake().FailAt("cuMemHostRegister", 1, CUDA_ERROR_OUT_OF_MEMORY, true);
  EXPECT_FALSE(ProblemOf(*device));
  EXPECT_GT(Fake().CallsOf("cuMemHostRegister"), 0u);
}

// After an illegal address every call of the context gives that error. The first kernel is the one
// that finds local memory; after it are two strips at 8 bits.
TEST_F(CudaFaults, BrokenContextsStayBroken) {
  for (unsigned nth = 2; nth < 4; ++nth) {
    const auto device = MakeDevice();
    Fake().FailAt("execution", nth, CUDA_ERROR_ILLEGAL_ADDRESS);
    for (unsigned i = 0; i < 2; ++i) {
      const auto problem = ProblemOf(*device);
      ASSERT_TRUE(problem);
      EXPECT_EQ(problem->outcome(), MagickAccelerateFailed);
      EXPECT_EQ(problem->reason(), MagickAccelerateDeviceError);
      EXPECT_NE(problem->detail().find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos)
          << problem->detail();
    }
  }
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
