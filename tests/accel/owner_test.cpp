// Hardware that two modules show is used through one of them.
#include "accel/modules/owner.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "accel/dispatch/dispatch.hpp"
#include "accel/profile/learning.hpp"
#include "accel/work.hpp"
#include "kernels/common/quantum.hpp"
#include "kernels/resample/scale_plan.hpp"
#include "tests/support/fake_accelerator.hpp"

namespace lodestone::accel {
namespace {

using kernels::kChannels;
using kernels::QuantumSample;
using test::Fake;
using test::FakePlugin;

constexpr const char* kGeneral = "Fake CL:GPU:Zero";
constexpr const char* kOwn = "Fake:GPU:Zero";

struct Places {
  const char* general;
  const char* own;
  unsigned own_usable;
};
Places places;

template <const char* const& kName>
void Describe(MagickAccelerateDeviceInfo* info, const char* hardware, unsigned usable) {
  std::strcpy(info->name, kName);
  std::strcpy(info->hardware, hardware);
  std::strcpy(info->problem, usable ? "" : "it is broken");
  info->type = MagickAccelerateTypeGPU;
  info->usable = usable;
}

const MagickAcceleratePlugin& GeneralPlugin() {
  static const MagickAcceleratePlugin plugin = [] {
    MagickAcceleratePlugin table = FakePlugin();
    table.name = "opencl";
    table.describe = [](void*, unsigned, MagickAccelerateDeviceInfo* info) {
      Describe<kGeneral>(info, places.general, 1);
    };
    return table;
  }();
  return plugin;
}

const MagickAcceleratePlugin& OwnPlugin() {
  static const MagickAcceleratePlugin plugin = [] {
    MagickAcceleratePlugin table = FakePlugin();
    table.name = "cuda";
    table.describe = [](void*, unsigned, MagickAccelerateDeviceInfo* info) {
      Describe<kOwn>(info, places.own, places.own_usable);
    };
    return table;
  }();
  return plugin;
}

class Owners : public test::FakeDevices {
 protected:
  static constexpr std::uint32_t kColumns = 600, kRows = 500;

  Owners() : FakeDevices(MagickAccelerateRequire) {
    SetLearning(false);
    places = {"pci:0000:3b:00.0", "pci:0000:3b:00.0", 1};
    MagickAccelerateSetEventHandler(Record, this);
  }
  static void Record(const MagickAccelerateEvent* event, void* context) {
    auto& test = *static_cast<Owners*>(context);
    test.device_ = event->device;
    test.declined_by_ = event->declined_by;
    test.detail_ = event->detail;
  }

  void Add() {
    Registry::Get().Add(GeneralPlugin());
    Registry::Get().Add(OwnPlugin());
  }

  // The device that runs a call, "" if none does.
  std::string DeviceOfCall() {
    const kernels::ResamplePlan plan =
        kernels::BuildScalePlan(kColumns, kRows, kColumns / 2, kRows / 2);
    constexpr std::size_t kPixelBytes = kChannels * sizeof(QuantumSample);
    std::vector<QuantumSample> source(kColumns * kRows * kChannels), result(source.size() / 4);
    MagickAccelerateWork work =
        ResampleWorkRecord(MagickAccelerateScale, plan, MagickAccelerateOpaque);
    work.source = HostView(source.data(), kColumns, kRows, kColumns * kPixelBytes);
    work.destination = HostView(result.data(), kColumns / 2, kRows / 2, kColumns / 2 * kPixelBytes);
    device_.clear();
    return Dispatch(work).done() ? device_ : "";
  }

  static MagickAccelerateDeviceInfo InfoOf(const std::string& name) {
    std::vector<MagickAccelerateDeviceInfo> all(MagickAccelerateListDevices(nullptr, 0));
    for (auto& info : all) info.struct_size = sizeof info;
    MagickAccelerateListDevices(all.data(), all.size());
    for (const auto& info : all)
      if (info.name == name) return info;
    ADD_FAILURE() << "no device " << name;
    return {};
  }

  std::string device_, declined_by_, detail_;
};

TEST_F(Owners, OneModuleUsesADeviceThatTwoShow) {
  Add();
  EXPECT_EQ(kOwn, DeviceOfCall());
  EXPECT_EQ(kGeneral, declined_by_);
  EXPECT_EQ(std::string("the same hardware is used through cuda, as ") + kOwn, detail_);
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
  MagickAccelerateSetMode(MagickAccelerateAuto);
  EXPECT_EQ(kOwn, DeviceOfCall());
}

TEST_F(Owners, TheListOfDevicesSaysWhichAndHowToChange) {
  Add();
  const MagickAccelerateDeviceInfo own = InfoOf(kOwn), general = InfoOf(kGeneral);
  EXPECT_EQ(1u, own.usable);
  EXPECT_STREQ("pci:0000:3b:00.0", own.hardware);
  EXPECT_STREQ("", own.problem);
  EXPECT_EQ(0u, general.usable);
  EXPECT_STREQ("pci:0000:3b:00.0", general.hardware);
  EXPECT_EQ(std::string("the same hardware is used through cuda, as ") + kOwn, general.problem);
  EXPECT_STREQ("to use it through opencl: MAGICK_OCL_DEVICE=\"Fake CL:GPU:Zero\"", general.hint);
}

TEST_F(Owners, ASelectionOfTheOtherIsHeeded) {
  Add();
  MagickAccelerateSelectDevice(kGeneral);
  EXPECT_EQ(kGeneral, DeviceOfCall());
  EXPECT_EQ(1u, InfoOf(kGeneral).usable);
  EXPECT_EQ(0u, InfoOf(kOwn).usable);
  EXPECT_EQ(1u, MagickAccelerateWarmUp());
}

TEST_F(Owners, WhatTheOwnerCannotUseIsTheOthers) {
  places.own_usable = 0;
  Add();
  EXPECT_EQ(kGeneral, DeviceOfCall());
  EXPECT_EQ(1u, InfoOf(kGeneral).usable);
  EXPECT_STREQ("it is broken", InfoOf(kOwn).problem);
}

// An owner that fails for good during a call is not tried again, and the other one runs later
// calls.
TEST_F(Owners, WhatTheOwnerLosesIsTheOthers) {
  Add();
  EXPECT_EQ(kOwn, DeviceOfCall());
  Fake().run = MagickAccelerateFailed;
  Fake().reason = MagickAccelerateDeviceError;
  EXPECT_EQ("", DeviceOfCall());
  Fake().run = MagickAccelerateDone;
  EXPECT_EQ(kGeneral, DeviceOfCall());
}

TEST_F(Owners, OtherAndUnknownPlacesAreDevicesOfTheirOwn) {
  const Places apart[] = {{"pci:0000:3b:00.0", "pci:0000:5e:00.0", 1}, {"", "", 1}};
  for (const Places& each : apart) {
    places = each;
    Add();
    EXPECT_EQ(1u, InfoOf(kGeneral).usable);
    EXPECT_EQ(1u, InfoOf(kOwn).usable);
    EXPECT_EQ(2u, MagickAccelerateWarmUp());
    MagickAccelerateShutdown();
  }
}

}  // namespace
}  // namespace lodestone::accel
