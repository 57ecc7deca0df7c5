// The device selection.
#include "accel/mode.hpp"

#include <gtest/gtest.h>

namespace lodestone::accel {
namespace {

TEST(DeviceSelection, AWholeNameMeansThatDeviceAlone) {
  const auto names = [](const char* selector, const char* name) {
    return DeviceSelector(selector).Names(name, MagickAccelerateTypeGPU);
  };
  EXPECT_TRUE(names("Maker:GPU:Model", "Maker:GPU:Model"));
  EXPECT_FALSE(names("maker:gpu:model", "Maker:GPU:Model#2"));
  EXPECT_TRUE(names("maker:gpu:model#2", "Maker:GPU:Model#2"));
  EXPECT_FALSE(names("Maker:GPU:Model#1", "Maker:GPU:Model#12"));
  for (const char* each : {"Maker:GPU:Model", "Maker:GPU:Model#2"}) {
    EXPECT_TRUE(names("model", each));
    EXPECT_TRUE(names("GPU", each));
  }
  EXPECT_TRUE(names("Maker:GPU:Model", "Maker:GPU:Model#X"));
}

}  // namespace
}  // namespace lodestone::accel
