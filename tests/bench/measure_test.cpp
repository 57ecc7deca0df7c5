// Competitors take turns, and one that computes something else is detected.
#include "bench/measure.hpp"

#include <gtest/gtest.h>

#include "bench/raw_image.hpp"

namespace lodestone::bench {
namespace {

// Fills its result with one value and records whose turn it was.
class FakePeer : public Peer {
 public:
  FakePeer(std::string name, unsigned value, std::string& turns)
      : name_(std::move(name)), value_(value), turns_(turns) {}
  std::string Name() const override { return name_; }
  std::string Version() const override { return "1"; }
  std::unique_ptr<Job> Prepare(const Work& work) override;

 private:
  std::string name_;
  unsigned value_;
  std::string& turns_;
};

class FakeJob : public Job {
 public:
  FakeJob(const Work& work, std::string name, unsigned value, std::string& turns)
      : result_(work.columns, work.rows, work.source->depth, false),
        name_(std::move(name)),
        turns_(turns) {
    for (std::size_t i = 0; i < result_.SampleCount(); ++i) result_.SetSample(i, value);
  }
  void Run() override { turns_ += name_; }
  RawImage Result() override { return result_; }

 private:
  RawImage result_;
  std::string name_;
  std::string& turns_;
};

std::unique_ptr<Job> FakePeer::Prepare(const Work& work) {
  return std::make_unique<FakeJob>(work, name_, value_, turns_);
}

const Row kRow = {"row", "Row", Operation::kArea, 0.5, false, Goal::kBeatPeers, 0.5, {9, 9}, 1};

RawImages SmallRawImages() {
  RawImages images;
  images.opaque = SyntheticImage(16, 8, 8);
  images.alpha = WithAlpha(images.opaque);
  return images;
}

TEST(Measure, EverybodyIsWarmedUpThenTakesTurns) {
  std::string turns;
  FakePeer own("L", 100, turns), a("a", 101, turns), b("b", 100, turns);
  const RowResult result = MeasureRow(kRow, SmallRawImages(), {&own, &a, &b}, 1, 6);
  EXPECT_EQ(turns.substr(0, 3), "Lab");
  ASSERT_EQ(result.timings.size(), 3U);
  EXPECT_EQ(result.timings[0].name, "L");
  EXPECT_EQ(result.timings[0].rounds, 6U);
  EXPECT_DOUBLE_EQ(result.timings[1].difference, 1);
  EXPECT_EQ(result.timings[2].difference, 0);
  EXPECT_GT(result.copy_ms, 0);
  EXPECT_EQ(result.published_ms, 0) << "belongs to another size of image";
}

TEST(Measure, AnotherResultIsNotTimed) {
  std::string turns;
  FakePeer own("L", 100, turns), other("x", 103, turns), same("a", 100, turns);
  const RowResult result = MeasureRow(kRow, SmallRawImages(), {&own, &other, &same}, 1, 2);
  EXPECT_EQ(turns, "LxaLaaL");
  ASSERT_EQ(result.timings.size(), 2U);
  EXPECT_EQ(result.timings[1].name, "a");
  ASSERT_EQ(result.left_out.size(), 1U);
  EXPECT_EQ(result.left_out[0], "x: mean difference 3.000/255, 1.000 allowed");
}

TEST(RawImage, DifferenceIsInStepsOf255AndWeighsAlpha) {
  RawImage a(2, 1, 16, true), b(2, 1, 16, true);
  for (std::size_t c = 0; c < kChannels; ++c) a.SetSample(c, 65535), b.SetSample(c, 65535);
  b.SetSample(4, 65535);  // a colour without alpha
  EXPECT_EQ(MeanDifference(a, b), 0);
  b.SetSample(3, 0);
  EXPECT_DOUBLE_EQ(MeanDifference(a, b), 127.5);
  EXPECT_GT(MeanDifference(a, RawImage(1, 1, 16, true)), 1e9);
}

TEST(RawImage, TheOneWithAlphaHasAllKindsOfIt) {
  const RawImage image = WithAlpha(SyntheticImage(640, 8, 8));
  std::size_t opaque = 0, transparent = 0, partial = 0;
  for (std::size_t i = 3; i < image.SampleCount(); i += kChannels) {
    const unsigned alpha = image.Sample(i);
    ++(alpha == 255 ? opaque : alpha == 0 ? transparent : partial);
  }
  EXPECT_GT(opaque, 1000U);
  EXPECT_GT(transparent, 1000U);
  EXPECT_GT(partial, 1000U);
}

}  // namespace
}  // namespace lodestone::bench
