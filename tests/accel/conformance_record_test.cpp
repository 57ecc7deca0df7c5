// Verdicts of conformance checks are kept with the device, and go out of date.
#include "accel/profile/conformance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/temporary_cache.hpp"

#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

namespace lodestone::accel {
namespace {

const ProfileKey kKey{"Test:GPU:One", "platform\ndriver 1.0"};

MagickAccelerateConformance Found(unsigned equal, unsigned different, unsigned not_run) {
  return {sizeof(MagickAccelerateConformance),
          3,
          equal + different + not_run,
          equal,
          different,
          not_run};
}

class ConformanceRecords : public testing::Test {
 protected:
  DeviceProfile Profile(const ProfileKey& key = kKey, const std::string& library = "") {
    return DeviceProfile(folder_.path(), key, library);
  }
  ConformanceState State(const ProfileKey& key = kKey, const std::string& build = "build 1") {
    DeviceProfile profile = Profile(key);
    return ConformanceOf(profile, build);
  }
  void Keep(const MagickAccelerateConformance& found, const ProfileKey& key = kKey,
            const std::string& library = "") {
    DeviceProfile profile = Profile(key, library);
    EXPECT_TRUE(KeepConformance(profile, "build 1", found));
  }

  test::TemporaryCache folder_;
};

void ExpectStart(const std::string& start, const std::string& text) {
  EXPECT_EQ(start, text.substr(0, start.size()));
}

void ExpectEnd(const std::string& end, const std::string& text) {
  EXPECT_EQ(end, text.substr(text.size() - std::min(text.size(), end.size())));
}

TEST_F(ConformanceRecords, NoneYet) {
  EXPECT_EQ("not checked", State().text);
  EXPECT_FALSE(State().conforms);
}

TEST_F(ConformanceRecords, AnotherProcessReadsThem) {
  Keep(Found(1400, 0, 0));
  ExpectStart("all 1400 cases of list 3 equal, 20", State().text);
  EXPECT_EQ(std::string("all 1400 cases of list 3 equal, 2026-01-01").size(), State().text.size());
  EXPECT_TRUE(State().conforms);
  Keep(Found(1390, 8, 2));
  ExpectStart("8 of 1400 cases of list 3 different, 2 not run, 20", State().text);
  EXPECT_FALSE(State().conforms);
}

TEST_F(ConformanceRecords, OutOfDateWithAnotherDriver) {
  Keep(Found(1400, 0, 0), {kKey.device, "platform\ndriver 0.9"});
  const ConformanceState state = State();
  ExpectStart("out of date: all 1400 cases of list 3 equal, 20", state.text);
  ExpectEnd(", with platform driver 0.9 and Lodestone " PACKAGE_VERSION, state.text);
  EXPECT_FALSE(state.conforms);
  Keep(Found(1400, 0, 0));
  EXPECT_TRUE(State().conforms);
}

TEST_F(ConformanceRecords, OutOfDateWithAnotherLibrary) {
  Keep(Found(1400, 0, 0), kKey, "0.0.9");
  ExpectStart("out of date: all", State().text);
  ExpectEnd("and Lodestone 0.0.9", State().text);
  EXPECT_FALSE(State().conforms);
}

TEST_F(ConformanceRecords, OutOfDateWithAnotherBuildOfTheModule) {
  Keep(Found(1400, 0, 0));
  ExpectStart("out of date: all", State(kKey, "build 2").text);
  EXPECT_FALSE(State(kKey, "build 2").conforms);
}

TEST_F(ConformanceRecords, OtherDevicesKeepTheirOwn) {
  Keep(Found(1400, 0, 0));
  EXPECT_EQ("not checked", State({"Test:GPU:Two", kKey.driver}).text);
}

TEST_F(ConformanceRecords, ThroughThePublicInterface) {
  const MagickAccelerateConformance found = Found(12, 0, 0);
  EXPECT_EQ(0, MagickAccelerateKeepConformance(nullptr, &found));
  EXPECT_EQ(0, MagickAccelerateKeepConformance("native", nullptr));
  EXPECT_EQ(0, MagickAccelerateKeepConformance("no such device", &found));
  EXPECT_EQ(1, MagickAccelerateKeepConformance("native", &found));
  MagickAccelerateDeviceInfo info{};
  info.struct_size = sizeof info;
  ASSERT_LE(1u, MagickAccelerateListDevices(&info, 1));
  EXPECT_EQ(MagickAccelerateTypeNative, info.type);
  ExpectStart("all 12 cases of list 3 equal, 20", info.conformance);
  EXPECT_EQ(1u, info.conforms);
  EXPECT_EQ(1u, MagickAccelerateForgetDevice("native"));
  MagickAccelerateListDevices(&info, 1);
  EXPECT_STREQ("not checked", info.conformance);
}

}  // namespace
}  // namespace lodestone::accel
