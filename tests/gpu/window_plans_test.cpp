// Which kernel computes which neighbourhood operation, and what is declined.
#include <gtest/gtest.h>

#include <functional>

#include "accel/gpu/call/device.hpp"
#include "accel/gpu/operations/operation_kernels.hpp"
#include "accel/gpu/plans/window_tiling.hpp"
#include "tests/gpu/neighborhood.hpp"

namespace lodestone::accel::gpu::testing {
namespace {

DeviceFacts Facts(MagickAccelerateDeviceType type) {
  DeviceFacts facts;
  facts.type = type;
  facts.local_bytes = 48 << 10;
  facts.group_items = facts.group_columns = facts.group_rows = 1024;
  facts.image_columns = facts.image_rows = 64;
  return facts;
}

class GpuWindowPlans : public ::testing::Test {
 protected:
  std::string KernelFor(const WindowTest& test, const DeviceFacts& facts,
                        const char* variant = "") {
    const WindowWork work(test, random_);
    MagickAccelerateWork view = work.View();
    view.variant = variant;
    return KernelNames(view, PlanKernels(view, facts));
  }

  static WindowTest Convolution(TestTaps taps) {
    WindowTest test;
    test.columns = 40;
    test.rows = 30;
    test.taps = std::move(taps);
    return test;
  }

  static WindowTest Other(MagickAccelerateOperation operation, uint32_t window = 1) {
    WindowTest test = Convolution({});
    test.operation = operation;
    test.window = window;
    return test;
  }

  // The device's reason for declining this work after a change.
  std::string Declined(const WindowTest& test,
                       const std::function<void(MagickAccelerateWork&)>& change) {
    const WindowWork work(test, random_);
    MagickAccelerateWork view = work.View();
    change(view);
    ProgramCache cache("", "");
    DeviceFacts facts = Facts(MagickAccelerateTypeGPU);
    facts.usable_bytes = facts.allocation_bytes = 1 << 30;
    const Device device(facts, "test", cache);
    try {
      static_cast<void>(device.Plan(view));
    } catch (const Problem& problem) {
      EXPECT_EQ(problem.outcome(), MagickAccelerateDeclined);
      return problem.detail();
    }
    return "";
  }

  const DeviceFacts gpu_ = Facts(MagickAccelerateTypeGPU), cpu_ = Facts(MagickAccelerateTypeCPU);
  std::mt19937 random_{7};
};

TEST(GpuWindowForms, OfDriversThatCompileSlowlyAreTheSmallOnes) {
  DeviceFacts facts = Facts(MagickAccelerateTypeCPU);
  EXPECT_EQ(WindowForm(facts), KernelForm::kStrips);
  facts.slow_compiler = true;
  EXPECT_EQ(WindowForm(facts), KernelForm::kTiles);
  facts.group_items = 1;
  EXPECT_EQ(WindowForm(facts), KernelForm::kStrips) << "no room for a tile";
}

TEST_F(GpuWindowPlans, ConvolutionOnDevicesWithGroups) {
  const WindowTest three = Convolution(MatrixTaps(3, random_));
  EXPECT_EQ(KernelFor(three, gpu_), "Convolve3Filter");
  EXPECT_EQ(KernelFor(Convolution(MatrixTaps(5, random_)), gpu_), "Convolve5Filter");
  EXPECT_EQ(KernelFor(Convolution(MatrixTaps(7, random_)), gpu_), "Convolve7Filter");
  EXPECT_EQ(KernelFor(Convolution(MatrixTaps(9, random_)), gpu_), "ConvolveDenseFilter");
  EXPECT_EQ(KernelFor(Convolution(MatrixTaps(99, random_)), gpu_), "ConvolveDenseFilter");
  EXPECT_EQ(KernelFor(Convolution(LineTaps(9, 0.5, random_)), gpu_), "ConvolveListFilter");
  EXPECT_EQ(KernelFor(Convolution(WildTaps(9, 300, random_)), gpu_), "ConvolveDirectFilter");
  EXPECT_EQ(KernelFor(three, gpu_, "tiles"), "ConvolveDenseFilter");
  EXPECT_EQ(KernelFor(three, gpu_, "direct"), "ConvolveDirectFilter");
  DeviceFacts little = gpu_;
  little.local_bytes = 10 << 10;
  EXPECT_EQ(KernelFor(three, little), "ConvolveDirectFilter");
  WindowTest grey = three;
  grey.channels = MagickAccelerateGrey;
  EXPECT_EQ(KernelFor(grey, little), "Convolve3Filter");
}

TEST_F(GpuWindowPlans, ConvolutionOnCpus) {
  EXPECT_EQ(KernelFor(Convolution(MatrixTaps(3, random_)), cpu_), "ConvolveFilter");
  EXPECT_EQ(KernelFor(Convolution(LineTaps(9, 0.5, random_)), cpu_), "ConvolveFilter");
  EXPECT_EQ(KernelFor(Convolution(WildTaps(9, 300, random_)), cpu_), "ConvolveDirectFilter");
}

TEST_F(GpuWindowPlans, Medians) {
  for (const auto& [window, kernel] :
       {std::pair{3u, "Median3Filter"}, {5u, "Median5Filter"}, {7u, "MedianFilter"}}) {
    const WindowTest test = Other(MagickAccelerateMedian, window);
    EXPECT_EQ(KernelFor(test, gpu_), kernel);
    EXPECT_EQ(KernelFor(test, cpu_), kernel);
    EXPECT_EQ(KernelFor(test, gpu_, "direct"), "MedianDirectFilter");
  }
  EXPECT_EQ(KernelFor(Other(MagickAccelerateMedian, 201), gpu_), "MedianDirectFilter");
}

TEST_F(GpuWindowPlans, HullsAndCopies) {
  const WindowTest hulls = Other(MagickAccelerateDespeckle);
  const std::string fused = "DespeckleFilter,DespeckleFilter,DespeckleFilter,DespeckleFilter";
  EXPECT_EQ(KernelFor(hulls, gpu_), fused);
  EXPECT_EQ(KernelFor(hulls, gpu_, "passes"), "HullPassFilter");
  DeviceFacts little = gpu_;
  little.local_bytes = 10 << 10;
  EXPECT_EQ(KernelFor(hulls, little), "HullPassFilter");
  EXPECT_EQ(KernelFor(Other(MagickAccelerateExtend), gpu_), "RemapFilter");
  WindowTest kept = Other(MagickAccelerateMedian, 3);
  kept.finish.keep = 1;
  EXPECT_EQ(KernelFor(kept, gpu_), "Median3Filter,FinishFilter");
}

TEST_F(GpuWindowPlans, WhatIsDeclined) {
  const WindowTest three = Convolution(MatrixTaps(3, random_));
  const WindowTest median = Other(MagickAccelerateMedian, 3);
  EXPECT_EQ(Declined(three, [](MagickAccelerateWork&) {}), "");
  EXPECT_EQ(Declined(three, [](MagickAccelerateWork& work) { work.taps.count = 0; }),
            "a convolution without taps");
  EXPECT_EQ(Declined(three, [](MagickAccelerateWork& work) { work.taps.order = 5; }),
            "the number of taps does not match the order of the matrix");
  EXPECT_EQ(Declined(three, [](MagickAccelerateWork& work) { work.border.top = 0; }),
            "the window extends beyond the border");
  EXPECT_EQ(Declined(median, [](MagickAccelerateWork& work) { work.window = 2; }),
            "a window of even size");
  EXPECT_EQ(Declined(median, [](MagickAccelerateWork& work) { work.window = 5; }),
            "the window extends beyond the border");
  EXPECT_EQ(Declined(median, [](MagickAccelerateWork& work) { --work.destination.columns; }),
            "the destination has the wrong size");
  EXPECT_EQ(Declined(Other(MagickAccelerateDespeckle),
                     [](MagickAccelerateWork& work) { --work.destination.rows; }),
            "the destination has the wrong size");
  EXPECT_EQ(Declined(Other(MagickAccelerateExtend),
                     [](MagickAccelerateWork& work) { work.finish.keep = 1; }),
            "a finish step with a source of another size");
  for (const auto& test : {median, Other(MagickAccelerateDespeckle)}) {
    EXPECT_EQ(
        Declined(test,
                 [](MagickAccelerateWork& work) { work.channels = MagickAccelerateWeighted; }),
        "weighting by alpha is not implemented for this operation");
  }
}

}  // namespace
}  // namespace lodestone::accel::gpu::testing
