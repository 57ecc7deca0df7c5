// Neighbourhood filters: the library against the real GraphicsMagick, within the numeric contract;
// against its rules, which are also available at 8 bits; and those against the real one.
#include "tests/compat/effects.hpp"

#include <gtest/gtest.h>

#include "tests/agreement/devices.hpp"
#include "tests/support/gm_effects.hpp"

namespace lodestone::compat {
namespace {

#define LODESTONE_NEEDS_GM_OF_THIS_DEPTH() \
  LODESTONE_NEEDS_GM();                    \
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick here has 16 bits a sample, this build 8"

class EffectParity : public testing::TestWithParam<EffectGroup> {
 protected:
  double Allowed(const Case& c) const { return std::ceil(GetParam().allowed * Gain(c)); }
  EffectTally tally_;
};

TEST_P(EffectParity, LibraryAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  GetParam().visit([&](const Case& c) {
    if (!GetParam().comparable(c)) return;
    const Raster image = ToRaster(c.image);
    tally_.Expect(GmProcess::Get()->Run(c.request, image), RunEffectLibrary(c), Allowed(c),
                  DescribeEffect(c), NearThreshold(c, image, kContract));
  });
}

TEST_P(EffectParity, LibraryAgainstRules) {
  GetParam().visit([&](const Case& c) {
    const Raster image = ToRaster(c.image);
    tally_.Expect(RunEffectRules(c, image), RunEffectLibrary(c), Allowed(c), DescribeEffect(c),
                  NearThreshold(c, image, kContract));
  });
}

TEST_P(EffectParity, RulesAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  GetParam().visit([&](const Case& c) {
    if (!GetParam().comparable(c)) return;
    const Raster image = ToRaster(c.image);
    tally_.Expect(GmProcess::Get()->Run(c.request, image), RunEffectRules(c, image),
                  std::ceil(GetParam().rules_allowed * Gain(c)), DescribeEffect(c),
                  NearThreshold(c, image, 1));
  });
}

// Palettes stay palettes, which the rules do not model.
class InPlaceParity : public testing::TestWithParam<EffectGroup> {
 protected:
  EffectTally tally_;
};

TEST_P(InPlaceParity, LibraryAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  GetParam().visit([&](const Case& c) {
    const Raster expected = GmProcess::Get()->Run(c.request, ToRaster(c.image));
    const Raster actual = RunEffectLibrary(c);
    tally_.Expect(expected, actual, GetParam().allowed, DescribeEffect(c));
    EXPECT_TRUE(expected.colormap == actual.colormap) << DescribeEffect(c);
  });
}

TEST_P(InPlaceParity, LibraryAgainstRules) {
  GetParam().visit([&](const Case& c) {
    const Raster image = ToRaster(c.image);
    if (image.pseudo_class) return;
    tally_.Expect(RunEffectRules(c, image), RunEffectLibrary(c), GetParam().rules_allowed,
                  DescribeEffect(c));
  });
}

INSTANTIATE_TEST_SUITE_P(Gm, InPlaceParity, testing::ValuesIn(InPlaceGroups()),
                         [](const testing::TestParamInfo<EffectGroup>& info) {
                           return std::string(info.param.name);
                         });

// Emboss is a convolution followed by equalization. Equalization can turn one step into any number,
// so the two halves are compared separately: the convolution here, within the contract, then the
// histogram above, exactly, and the whole by the distance of the equalized values of neighbouring
// sums.
class EmbossParity : public testing::Test {
 protected:
  static std::vector<Case> Cases() {
    std::vector<Case> cases;
    for (Kind kind : test::kAllKinds)
      for (double sigma : {0.5, 1.0, 2.5})
        for (double radius : {0.0, 1.0, 3.0}) {
          images().push_back(RandomImage(41, 37, kind, static_cast<unsigned>(10 * sigma)));
          Case c{{}, kind, images().back().get()};
          c.request.operation = GmEmboss;
          c.request.effect.radius = radius;
          c.request.effect.sigma = sigma;
          cases.push_back(c);
        }
    return cases;
  }
  static Case Unequalized(Case c) {
    const EffectArguments& a = c.request.effect;
    c.request.operation = GmConvolve;
    c.request.effect.kernel = gm_oracle::Effects::EmbossMatrix(a.radius, a.sigma);
    return c;
  }

 private:
  static std::vector<ImagePtr>& images() {
    static auto& images = *new std::vector<ImagePtr>;
    return images;
  }
};

TEST_F(EmbossParity, SumsAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  EffectTally tally;
  for (const Case& emboss : Cases()) {
    const Case c = Unequalized(emboss);
    tally.Expect(GmProcess::Get()->Run(c.request, ToRaster(c.image)), RunEffectLibrary(c),
                 kContract, DescribeEffect(c));
  }
}

TEST_F(EmbossParity, IsTheSumsEqualized) {
  EffectTally tally;
  for (const Case& c : Cases()) {
    const Raster sums = RunEffectLibrary(Unequalized(c));
    tally.Expect(gm_oracle::Effects(sums, {}).Equalize(), RunEffectLibrary(c), 0,
                 DescribeEffect(c));
  }
}

TEST_F(EmbossParity, LibraryAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM_OF_THIS_DEPTH();
  EffectTally tally;
  for (const Case& c : Cases()) {
    // Each pixel that differs by a step shifts the cumulative share below it by one pixel; there
    // are few pixels.
    const double pixel = double(MaxRGB) / (double(c.image->columns) * double(c.image->rows));
    tally.Expect(GmProcess::Get()->Run(c.request, ToRaster(c.image)), RunEffectLibrary(c),
                 2 * pixel + 1, DescribeEffect(c));
  }
}

// Where GraphicsMagick returns no image, neither does the library, with the same error.
TEST(EffectErrors, AreThoseOfGraphicsMagick) {
  LODESTONE_NEEDS_GM();
  struct Refused {
    GmOperation operation;
    std::uint32_t columns, rows;
    EffectArguments arguments;
  };
  const std::vector<double> even(4, 1.0), five(25, 1.0);
  const Refused all[] = {
      {GmConvolve, 9, 9, {.kernel = even}}, {GmConvolve, 4, 9, {.kernel = five}},
      {GmConvolve, 9, 4, {.kernel = five}}, {GmGaussian, 8, 30, {.radius = 4}},
      {GmGaussian, 30, 8, {.radius = 4}},   {GmSharpen, 8, 30, {.radius = 4}},
      {GmEdge, 2, 9, {.radius = 1}},        {GmEdge, 9, 2, {.radius = 1}},
      {GmEmboss, 2, 9, {.radius = 1}},      {GmMedian, 2, 9, {.radius = 1}},
      {GmMedian, 30, 12, {.radius = 6}},
  };
  for (const Refused& refused : all) {
    const ImagePtr image = RandomImage(refused.columns, refused.rows, Kind::kOpaque, 1);
    Case c{{}, Kind::kOpaque, image.get()};
    c.request.operation = refused.operation;
    c.request.effect = refused.arguments;
    const Raster made = GmProcess::Get()->Run(c.request, ToSixteenBits(ToRaster(image.get())));
    EXPECT_EQ(0u, made.columns);
    const Refusal expected = GmProcess::Get()->refusal();
    Exception exception;
    EXPECT_EQ(nullptr,
              ImagePtr(CallEffect(refused.arguments, refused.operation, image.get(), exception)));
    EXPECT_EQ(expected.severity, exception.severity()) << DescribeEffect(c);
    EXPECT_EQ(expected.reason + " (" + expected.description + ")", exception.text());
  }
}

// Every accelerated device against GraphicsMagick: only some of the cases, since the agreement
// suite shows that devices and the CPU give the same pixels.
TEST(EffectParityOnDevices, SomeOfEverything) {
  LODESTONE_NEEDS_DEVICE();
  for (const std::string& device : test::UsableDevices()) {
    const test::DeviceScope scope(device);
    EffectTally tally;
    for (const EffectGroup& group : EffectGroups()) {
      int number = 0;
      group.visit([&](const Case& c) {
        if (++number % 7 != 0) return;
        const Raster image = ToRaster(c.image);
        const Raster actual = RunEffectLibrary(c, MagickAccelerateRequire);
        tally.Expect(RunEffectRules(c, image), actual, std::ceil(group.allowed * Gain(c)),
                     device + ": " + DescribeEffect(c), NearThreshold(c, image, kContract));
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Gm, EffectParity, testing::ValuesIn(EffectGroups()),
                         [](const testing::TestParamInfo<EffectGroup>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace lodestone::compat
