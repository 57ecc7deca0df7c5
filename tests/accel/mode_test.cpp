// The device selection, and what the environment says of acceleration.
#include "accel/mode.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

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

TEST(DeviceSelection, APartMeansWholeWords) {
  const auto names = [](const char* selector) {
    return DeviceSelector(selector).Names("Maker(R) CL:GPU:Model 10-Core X1",
                                          MagickAccelerateTypeGPU);
  };
  for (const char* words :
       {"model", "Model 10", "10-core", "maker", "(r)", "x1", "CL:GPU", " gpu "})
    EXPECT_TRUE(names(words)) << words;
  for (const char* part : {"G", "gp", "mod", "odel", "model 1", "Core X", "CPU", "", " "})
    EXPECT_FALSE(names(part)) << part;
}

TEST(DeviceSelection, ANumberIsABooleanOrNothing) {
  const char* const name = "Maker:GPU:Model 2 of 1 in 0 7";
  for (const char* number : {"2", "7", "00", "10"}) {
    const DeviceSelector selector(number);
    EXPECT_FALSE(selector.Matches(name, MagickAccelerateTypeGPU)) << number;
    EXPECT_FALSE(selector.MatchesNothing()) << "a mistake, no switch";
    EXPECT_NE(std::string::npos, selector.Problem().find("a number names no device")) << number;
  }
  for (const char* on : {"1", "true", "YES", "On", " true", ""}) {
    EXPECT_TRUE(DeviceSelector(on).Matches(name, MagickAccelerateTypeGPU)) << on;
    EXPECT_FALSE(DeviceSelector(on).Names(name, MagickAccelerateTypeGPU)) << on;
  }
  for (const char* off : {"0", "false", "No", "OFF", "off "}) {
    EXPECT_FALSE(DeviceSelector(off).Matches(name, MagickAccelerateTypeGPU)) << off;
    EXPECT_TRUE(DeviceSelector(off).MatchesNothing()) << off;
  }
}

// The mode that a value of MAGICK_ACCELERATE gives.
MagickAccelerateMode ModeOf(const char* value) {
  setenv("MAGICK_ACCELERATE", value, 1);
  MagickAccelerateSetMode(MagickAccelerateInherit);
  return MagickAccelerateGetMode();
}

TEST(AccelerationVariables, SaySoIfTheyCannotBeUnderstood) {
  const char* const before = std::getenv("MAGICK_ACCELERATE");
  const std::string kept = before ? before : "auto";
  for (const char* on : {"", "auto", "AUTO", "true", "yes", "on", "1", " auto "}) {
    EXPECT_EQ(MagickAccelerateAuto, ModeOf(on)) << on;
    EXPECT_FALSE(FindUnreadableVariable()) << on;
  }
  for (const char* off : {"off", "OFF", "false", "no", "0"}) {
    EXPECT_EQ(MagickAccelerateOff, ModeOf(off)) << off;
    EXPECT_FALSE(FindUnreadableVariable()) << off;
  }
  EXPECT_EQ(MagickAccelerateRequire, ModeOf("Require"));
  EXPECT_FALSE(FindUnreadableVariable());
  for (const char* other : {"requir", "2", "gpu", "require,off"}) {
    EXPECT_EQ(MagickAccelerateAuto, ModeOf(other)) << other;
    ASSERT_TRUE(FindUnreadableVariable()) << other;
    EXPECT_EQ(std::string("MAGICK_ACCELERATE=") + other, FindUnreadableVariable()->assignment);
  }
  ModeOf(kept.c_str());
  setenv("MAGICK_ACCELERATE_LEARN", "of", 1);
  ASSERT_TRUE(FindUnreadableVariable());
  EXPECT_EQ("MAGICK_ACCELERATE_LEARN=of", FindUnreadableVariable()->assignment);
  unsetenv("MAGICK_ACCELERATE_LEARN");
  setenv("MAGICK_OCL_MEMORY_LIMIT", "512M", 1);
  EXPECT_FALSE(FindUnreadableVariable());
  setenv("MAGICK_OCL_MEMORY_LIMIT", "much", 1);
  ASSERT_TRUE(FindUnreadableVariable());
  EXPECT_EQ("MAGICK_OCL_MEMORY_LIMIT=much", FindUnreadableVariable()->assignment);
  unsetenv("MAGICK_OCL_MEMORY_LIMIT");
}

}  // namespace
}  // namespace lodestone::accel
