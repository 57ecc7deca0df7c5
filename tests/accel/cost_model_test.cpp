// Predictions converge to the times of devices that follow known laws.
#include "accel/profile/cost_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <thread>
#include <vector>

#include "tests/support/temporary_cache.hpp"

namespace lodestone::accel {
namespace {

// A device with a systematically wrong estimate: fixed costs ignored, compute times too optimistic.
struct Law {
  double fixed_ns, ns_per_pixel;
  double operator()(double pixels) const { return fixed_ns + ns_per_pixel * pixels; }
};

MagickAccelerateWork Work(std::uint32_t side, double ratio,
                          MagickAccelerateOperation operation = MagickAccelerateResize) {
  static int somewhere = 0;
  MagickAccelerateWork work{};
  work.struct_size = sizeof work;
  work.operation = operation;
  work.quantum_depth = LS_QUANTUM_DEPTH;
  work.source.columns = work.source.rows = side;
  work.source.data = work.destination.data = &somewhere;
  work.destination.columns = work.destination.rows =
      std::max(1u, static_cast<std::uint32_t>(side * ratio));
  return work;
}

double Pixels(const MagickAccelerateWork& work) {
  return double(work.source.columns) * work.source.rows +
         double(work.destination.columns) * work.destination.rows;
}

MagickAccelerateEstimate Raw(const MagickAccelerateWork& work) {
  MagickAccelerateEstimate raw{};
  raw.struct_size = sizeof raw;
  raw.launch_ns = 5000;
  raw.kernel_ns = static_cast<std::uint64_t>(0.3 * Pixels(work));
  return raw;
}

double Predicted(const CostModel& model, const MagickAccelerateWork& work) {
  return model.Predict(work, Raw(work), false).total_ns();
}

void Teach(CostModel& model, const MagickAccelerateWork& work, const Law& law) {
  model.Learn(work, Raw(work), false, static_cast<std::uint64_t>(law(Pixels(work))),
              Evidence::kBestOfSeveral);
}

constexpr Law kDevice{150000, 0.4}, kCpu{2000, 1.7};

TEST(CostModels, KnowingNothingTheEstimateStands) {
  const CostModel model;
  const MagickAccelerateWork work = Work(700, 0.5);
  EXPECT_NEAR(double(Raw(work).launch_ns + Raw(work).kernel_ns), Predicted(model, work), 1);
  EXPECT_FALSE(model.Knows(MagickAccelerateResize));
}

TEST(CostModels, WhatWasMeasuredIsPredicted) {
  CostModel model;
  for (const std::uint32_t side : {64u, 500u, 3000u}) Teach(model, Work(side, 0.5), kDevice);
  for (const std::uint32_t side : {64u, 500u, 3000u})
    EXPECT_NEAR(1, Predicted(model, Work(side, 0.5)) / kDevice(Pixels(Work(side, 0.5))), 0.01);
  EXPECT_TRUE(model.Knows(MagickAccelerateResize));
  EXPECT_FALSE(model.Knows(MagickAccelerateScale));
}

TEST(CostModels, SizesBetweenAreInterpolated) {
  CostModel model;
  for (std::uint32_t side = 32; side <= 8192; side *= 2) Teach(model, Work(side, 0.5), kDevice);
  for (std::uint32_t side = 40; side <= 8000; side = side * 5 / 4)
    EXPECT_NEAR(1, Predicted(model, Work(side, 0.5)) / kDevice(Pixels(Work(side, 0.5))), 0.06)
        << side;
}

TEST(CostModels, TheRightOneIsChosenAroundTheCrossover) {
  CostModel device, processor;
  for (const std::uint32_t side : {64u, 192u, 512u, 1400u}) {
    Teach(device, Work(side, 0.5), kDevice);
    Teach(processor, Work(side, 0.5), kCpu);
  }
  for (std::uint32_t side = 16; side <= 8192; side = side * 9 / 8 + 1) {
    const MagickAccelerateWork work = Work(side, 0.5);
    const double on_device = kDevice(Pixels(work)), on_cpu = kCpu(Pixels(work));
    const double chosen = Predicted(device, work) < Predicted(processor, work) ? on_device : on_cpu;
    EXPECT_LE(chosen, 1.1 * std::min(on_device, on_cpu)) << side;
  }
}

TEST(CostModels, ConvergesUnderNoiseAndFollowsChange) {
  CostModel model;
  const MagickAccelerateWork work = Work(900, 0.5);
  const double law = kDevice(Pixels(work));
  for (int i = 0; i < 60; ++i)
    model.Learn(work, Raw(work), false,
                static_cast<std::uint64_t>(law * (0.95 + 0.1 * (i * 7 % 11) / 10)));
  EXPECT_NEAR(1, Predicted(model, work) / law, 0.07);
  for (int i = 0; i < 60; ++i)
    model.Learn(work, Raw(work), false, static_cast<std::uint64_t>(3 * law));
  EXPECT_NEAR(3, Predicted(model, work) / law, 0.1);
}

TEST(CostModels, OneBadMeasurementMovesLittle) {
  CostModel model;
  const MagickAccelerateWork work = Work(900, 0.5);
  const double law = kDevice(Pixels(work));
  for (int i = 0; i < 6; ++i) Teach(model, work, kDevice);
  model.Learn(work, Raw(work), false, static_cast<std::uint64_t>(100 * law));
  EXPECT_LT(Predicted(model, work), 1.1 * law);
}

TEST(CostModels, TheFirstCallOfAKindIsJudgedBySimilarOnes) {
  CostModel model;
  for (const std::uint32_t side : {64u, 512u, 2000u}) Teach(model, Work(side, 0.5), kDevice);
  const MagickAccelerateWork other = Work(512, 0.25);
  const double before = Predicted(model, other);
  model.Learn(other, Raw(other), false, static_cast<std::uint64_t>(1000 * before));
  EXPECT_LT(Predicted(model, other), 1.3 * before);
  for (int i = 0; i < 40; ++i)
    model.Learn(other, Raw(other), false, static_cast<std::uint64_t>(3 * before));
  EXPECT_NEAR(3, Predicted(model, other) / before, 0.1);
}

TEST(CostModels, SimilarWorkClassesLendTheirMeasurements) {
  CostModel model;
  for (const std::uint32_t side : {64u, 512u, 2000u}) Teach(model, Work(side, 0.5), kDevice);
  MagickAccelerateWork alpha = Work(512, 0.5), enlarged = Work(512, 1.5),
                       other = Work(512, 0.5, MagickAccelerateSample), pinned = Work(512, 0.5);
  alpha.channels = MagickAccelerateWeighted;
  pinned.source.pinned = 1;
  for (const auto& work : {alpha, enlarged, other, pinned})
    EXPECT_NEAR(1, Predicted(model, work) / kDevice(Pixels(work)), 0.2);
  // Its own measurements take precedence, once there are enough.
  const Law slow{0, 40};
  Teach(model, alpha, slow);
  EXPECT_NEAR(1, Predicted(model, alpha) / slow(Pixels(alpha)), 0.01);
  EXPECT_NEAR(1, Predicted(model, pinned) / kDevice(Pixels(pinned)), 0.01);
}

TEST(CostModels, AKeptResultIsChargedForItsFetch) {
  CostModel model;
  MagickAccelerateWork work = Work(1000, 0.5);
  MagickAccelerateEstimate raw = Raw(work);
  raw.download_ns = 1u << 30;  // not part of the run
  const Prediction before = model.Predict(work, raw, true);
  EXPECT_EQ(0, before.download_ns);
  EXPECT_GT(before.fetch_ns, 0);
  const std::uint64_t bytes = std::uint64_t{500} * 500 * LS_QUANTUM_DEPTH / 2;
  model.LearnFetch(bytes, 777000);
  EXPECT_NEAR(777000, model.Predict(work, raw, true).fetch_ns, 7000);
  EXPECT_EQ(before.run_ns(), model.Predict(work, raw, true).run_ns());
}

TEST(CostModels, SurvivesNonsense) {
  CostModel model;
  const MagickAccelerateWork work = Work(500, 0.5);
  model.Learn(work, MagickAccelerateEstimate{}, false, 1000);
  model.Learn(work, Raw(work), false, 0);
  EXPECT_FALSE(model.Knows(MagickAccelerateResize));
  MagickAccelerateWork empty{};
  empty.operation = MagickAccelerateScale;
  MagickAccelerateEstimate most{};
  most.launch_ns = most.upload_ns = most.kernel_ns = most.download_ns = UINT64_MAX;
  model.Learn(empty, most, false, UINT64_MAX);
  EXPECT_TRUE(std::isfinite(model.Predict(empty, most, false).total_ns()));
  EXPECT_TRUE(std::isfinite(model.Predict(work, Raw(work), false).total_ns()));
}

TEST(CostModels, EveryClassHasItsOwnName) {
  for (unsigned i = 0; i < WorkClass::kCount; ++i) {
    const WorkClass work_class = WorkClass::FromIndex(i);
    EXPECT_EQ(i, work_class.index());
    const auto parsed = WorkClass::FromName(work_class.name());
    ASSERT_TRUE(parsed) << work_class.name();
    EXPECT_EQ(i, parsed->index());
  }
  EXPECT_FALSE(WorkClass::FromName("resize"));
}

TEST(CostModels, ManyThreads) {
  CostModel model;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 2000; ++i) {
        const MagickAccelerateWork work = Work(32u << (i + t) % 8, 0.5);
        Teach(model, work, kDevice);
        EXPECT_GT(Predicted(model, work), 0);
      }
    });
  for (std::thread& thread : threads) thread.join();
  const MagickAccelerateWork work = Work(512, 0.5);
  EXPECT_NEAR(1, Predicted(model, work) / kDevice(Pixels(work)), 0.01);
}

TEST(CostModels, MeasurementsOutliveTheProcess) {
  const test::TemporaryCache cache;
  const ProfileKey key{"Test:GPU:One", "1"};
  {
    CostModel model;
    const auto profile = std::make_shared<DeviceProfile>(cache.path(), key);
    model.Attach(profile, "x/");
    for (std::uint32_t side = 32; side <= 8192; side *= 2) Teach(model, Work(side, 0.5), kDevice);
    model.Store();
    ASSERT_TRUE(profile->Save());
  }
  const auto restored = [&](const ProfileKey& of, const std::string& prefix) {
    auto model = std::make_unique<CostModel>();
    model->Attach(std::make_shared<DeviceProfile>(cache.path(), of), prefix);
    return model;
  };
  const auto again = restored(key, "x/");
  EXPECT_TRUE(again->Knows(MagickAccelerateResize));
  for (std::uint32_t side = 32; side <= 8192; side *= 2)
    EXPECT_NEAR(1, Predicted(*again, Work(side, 0.5)) / kDevice(Pixels(Work(side, 0.5))), 0.06);
  EXPECT_FALSE(restored(key, "y/")->Knows(MagickAccelerateResize));
  EXPECT_FALSE(restored({"Test:GPU:One", "2"}, "x/")->Knows(MagickAccelerateResize));
  again->Forget(ClassOf(Work(64, 0.5), false));
  EXPECT_FALSE(again->Knows(MagickAccelerateResize));
}

TEST(CostModels, DamagedEntriesAreLeftOut) {
  const test::TemporaryCache cache;
  const auto profile = std::make_shared<DeviceProfile>(cache.path(), ProfileKey{"a", "b"});
  const std::string name = ClassOf(Work(64, 0.5), false).name();
  const auto set = [&](const std::string& entry, const std::string& text) {
    profile->SetText(ProfileSection::kCorrections, entry, text);
  };
  for (const std::string& entry : {std::string("/"), name, name + "/", name + "/7", name + "/99",
                                   name + "/-1", std::string("bogus/opaque/0/pinned/kept/12")})
    set(entry, "12 0.5");
  const char* const texts[] = {"",       "12",    "12 ",    "12 x", "x 1",  "12 1e300",
                               "12 nan", "nan 1", "12 1 2", "-5 1", "1e9 1"};
  for (const char* text : texts) {
    set(name + "/12", text);
    CostModel model;
    model.Attach(profile, "");
    EXPECT_FALSE(model.Knows(MagickAccelerateResize)) << text;
  }
  set(name + "/12", "12.1 0.5");
  profile->SetNumber(ProfileSection::kCorrections, name + "/13", 3);
  CostModel model;
  model.Attach(profile, "");
  EXPECT_TRUE(model.Knows(MagickAccelerateResize));
}

}  // namespace
}  // namespace lodestone::accel
