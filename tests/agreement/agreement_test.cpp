// Every operation, on every device, for every kind of image, at odd sizes and ratios: the pixels
// equal those of the CPU bit for bit, and the event log proves where they were computed.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "accel/operation_table.hpp"
#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr int kFilters = SincFilter - PointFilter + 1;

// The border method varies from case to case.
void SetOutside(Image* image, unsigned number) {
  image->background_color.green = MaxRGB / 5;
  SetImageVirtualPixelMethod(image, static_cast<VirtualPixelMethod>(number % 5));
}

// The result is smaller or larger than the source; an extended image is convolved immediately.
bool Resizes(const accel::OperationTraits& operation) {
  return operation.size == accel::SizeRule::kAny || operation.size == accel::SizeRule::kHalf ||
         operation.size == accel::SizeRule::kDouble;
}

TEST(AgreementTable, EveryOperationHasARunner) {
  for (const accel::OperationTraits& info : accel::Operations())
    EXPECT_EQ(1u, Operations().count(info.name)) << info.name << " has no agreement test";
  EXPECT_EQ(Operations().size(), accel::Operations().size());
}

class Resizing : public testing::TestWithParam<const char*> {
 protected:
  // The same size would be a mere clone, without any computation.
  static bool IsClone(const Image* image, const Case& c) {
    return image->columns == c.columns && image->rows == c.rows;
  }
};

TEST_P(Resizing, OddSizesAndKinds) {
  LODESTONE_NEEDS_DEVICE();
  const std::string operation = GetParam();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(42);
    int filter = 0;
    for (Kind kind : kAllKinds)
      for (unsigned long from : kSizes)
        for (unsigned long to : kSizes) {
          const ImagePtr image = RandomImage(from, kSizes[random() % 8], kind, random());
          const Case c{to, kSizes[random() % 8],
                       static_cast<FilterTypes>(PointFilter + filter++ % kFilters),
                       0.5 + 0.25 * static_cast<double>(random() % 5)};
          if (IsClone(image.get(), c)) continue;
          ASSERT_NO_FATAL_FAILURE(ExpectAgreement(operation, device, image.get(), c,
                                                  Describe(operation, image.get(), c, kind)));
        }
  });
}

TEST_P(Resizing, ExtremeRatios) {
  LODESTONE_NEEDS_DEVICE();
  const std::string operation = GetParam();
  struct Extreme {
    unsigned long columns, rows;
    Case to;
  };
  const Extreme extremes[] = {
      {5000, 3, {1, 2, LanczosFilter, 1.0}},  {1, 2, {5000, 3, LanczosFilter, 1.0}},
      {3, 5000, {2, 1, MitchellFilter, 1.0}}, {2, 1, {3, 5000, MitchellFilter, 1.0}},
      {5000, 40, {70, 1, SincFilter, 2.0}},   {1, 1, {300, 5000, CatromFilter, 1.0}},
  };
  OnEveryDevice([&](const std::string& device) {
    for (Kind kind : {Kind::kOpaque, Kind::kMatte})
      for (const Extreme& extreme : extremes) {
        const ImagePtr image = RandomImage(extreme.columns, extreme.rows, kind, 5);
        ASSERT_NO_FATAL_FAILURE(
            ExpectAgreement(operation, device, image.get(), extreme.to,
                            Describe(operation, image.get(), extreme.to, kind)));
      }
  });
}

// Large enough for many work-groups in both directions, with non-integer ratios.
TEST_P(Resizing, LargerImages) {
  LODESTONE_NEEDS_DEVICE();
  const std::string operation = GetParam();
  OnEveryDevice([&](const std::string& device) {
    for (Kind kind : {Kind::kOpaque, Kind::kMatte}) {
      const ImagePtr image = RandomImage(1031, 773, kind, 11);
      for (const Case& c :
           {Case{257, 191, LanczosFilter, 1.0}, Case{1547, 1160, MitchellFilter, 1.0},
            Case{381, 1546, CatromFilter, 0.8}, Case{2000, 97, GaussianFilter, 1.3}})
        ASSERT_NO_FATAL_FAILURE(ExpectAgreement(operation, device, image.get(), c,
                                                Describe(operation, image.get(), c, kind)));
    }
  });
}

TEST(AgreementFilters, AllFiltersUpAndDownWithAndWithoutMatte) {
  LODESTONE_NEEDS_DEVICE();
  for (const std::string& device : UsableDevices()) {
    const DeviceScope scope(device);
    for (int filter = PointFilter; filter <= SincFilter; ++filter)
      for (Kind kind : {Kind::kOpaque, Kind::kMatte})
        for (double blur : {0.6, 1.0, 1.8})
          for (const auto& [columns, rows] : {std::pair<unsigned long, unsigned long>{31, 150},
                                              {150, 31},
                                              {20, 20},
                                              {200, 190}}) {
            const ImagePtr image = RandomImage(83, 79, kind, filter);
            const Case c{columns, rows, static_cast<FilterTypes>(filter), blur};
            ASSERT_NO_FATAL_FAILURE(ExpectAgreement("resize", device, image.get(), c,
                                                    Describe("resize", image.get(), c, kind)));
          }
  }
}

// Sizes made in one call are each that of a call on the CPU.
void ExpectTogether(const std::string& device, const Image* image, std::mt19937& random,
                    const std::string& what) {
  std::vector<ResizeSpec> specs;
  for (unsigned long to : kSizes)
    specs.push_back({to + 1, kSizes[random() % 8] + 2,
                     static_cast<FilterTypes>(PointFilter + random() % kFilters), 1.1});
  Exception exception;
  ImagePtr results;
  {
    const ModeScope require(MagickAccelerateRequire);
    EventRecorder recorder;
    results.reset(ResizeImages(image, specs.data(), specs.size(), exception));
    ASSERT_NE(nullptr, results) << what << exception.text();
    const auto events = recorder.operations();
    ASSERT_EQ(specs.size(), events.size()) << what;
    for (const auto& event : events) ASSERT_EQ(device, event.device) << what;
  }
  const ModeScope off(MagickAccelerateOff);
  const Image* result = results.get();
  for (const ResizeSpec& spec : specs) {
    const ImagePtr expected(
        ResizeImage(image, spec.columns, spec.rows, spec.filter, spec.blur, exception));
    ASSERT_NO_FATAL_FAILURE(ExpectSameImage(expected.get(), result, what));
    result = GetNextImageInList(result);
  }
}

TEST(AgreementTogether, SeveralSizesOfOneImage) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(45);
    for (Kind kind : kAllKinds)
      for (unsigned long columns : kSizes) {
        const ImagePtr image = RandomImage(columns, kSizes[random() % 8], kind, random());
        ASSERT_NO_FATAL_FAILURE(ExpectTogether(device, image.get(), random, KindName(kind)));
      }
    const ImagePtr grey = RandomGrey(255, 257, 46);
    ASSERT_NO_FATAL_FAILURE(ExpectTogether(device, grey.get(), random, "grey"));
  });
}

// Each has its event, whoever did the work of others, too.
TEST(AgreementTogether, FilesThatThreadsEncode) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    constexpr unsigned kThreads = 16;
    std::mt19937 random(47);
    std::vector<ImagePtr> images, results(kThreads);
    for (unsigned i = 0; i < kThreads; ++i)
      images.push_back(i % 4 == 3
                           ? RandomGrey(100 + i, 90, i)
                           : RandomImage(130 + 17 * i, 140 - 3 * i, Kind::kOpaque, random()));
    const auto encode = [&](unsigned i, MagickAccelerateMode mode) {
      const ModeScope scope(mode);
      Exception exception;
      const Case c{0, 0, UndefinedFilter, 1.0, i};
      return ImagePtr(Operations().at("encode").run(images[i].get(), c, exception));
    };
    {
      EventRecorder recorder;
      std::vector<std::jthread> threads;
      for (unsigned i = 0; i < kThreads; ++i)
        threads.emplace_back([&, i] { results[i] = encode(i, MagickAccelerateRequire); });
      threads.clear();
      const auto events = recorder.operations();
      ASSERT_EQ(kThreads, events.size());
      for (const auto& event : events) {
        EXPECT_EQ("encode", event.operation);
        EXPECT_EQ(device, event.device) << event.detail;
        EXPECT_TRUE(event.kernels.ends_with(",EncodeStuffFilter")) << event.kernels;
      }
    }
    for (unsigned i = 0; i < kThreads; ++i)
      ExpectSameImage(encode(i, MagickAccelerateOff).get(), results[i].get(), std::to_string(i));
  });
}

// Operations whose result has the size of the source.
class Filtering : public testing::TestWithParam<const char*> {
 protected:
  void Expect(const std::string& device, Image* image, Kind kind, unsigned variety) {
    const std::string operation = GetParam();
    const Case c{0, 0, UndefinedFilter, 1.0, variety};
    SetOutside(image, variety / 3);
    if (!Operations().at(operation).Suits(image, c)) return;
    ExpectAgreement(operation, device, image, c, Describe(operation, image, c, kind));
  }
};

TEST_P(Filtering, OddSizesAndKinds) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(43);
    for (Kind kind : kAllKinds)
      for (unsigned long columns : kSizes)
        for (unsigned long rows : kSizes) {
          const ImagePtr image = RandomImage(columns, rows, kind, random());
          ASSERT_NO_FATAL_FAILURE(
              Expect(device, image.get(), kind, static_cast<unsigned>(random() % 420)));
        }
  });
}

TEST_P(Filtering, ThinImages) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    for (Kind kind : {Kind::kOpaque, Kind::kMatte})
      for (const auto& [columns, rows] :
           {std::pair<unsigned long, unsigned long>{5000, 3}, {3, 5000}, {1, 2000}, {4099, 11}})
        for (unsigned variety : {0u, 5u, 7u, 10u, 13u}) {
          const ImagePtr image = RandomImage(columns, rows, kind, variety);
          ASSERT_NO_FATAL_FAILURE(Expect(device, image.get(), kind, variety));
        }
  });
}

// One sample per pixel, on the CPU and on devices: with varieties that change all channels.
TEST_P(Filtering, GreyImages) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(44);
    for (unsigned long columns : {3ul, 16ul, 257ul, 1031ul})
      for (unsigned long rows : {7ul, 17ul, 255ul})
        for (unsigned variety : {2u, 4u, 7u, 9u}) {
          const ImagePtr image = RandomGrey(columns, rows, random());
          const Case c{0, 0, UndefinedFilter, 1.0, variety};
          const std::string operation = GetParam();
          SetOutside(image.get(), variety);
          image->background_color.red = image->background_color.blue = MaxRGB / 5;
          if (!Operations().at(operation).Suits(image.get(), c)) continue;
          ASSERT_NO_FATAL_FAILURE(
              ExpectAgreement(operation, device, image.get(), c,
                              "grey " + Describe(operation, image.get(), c, Kind::kOpaque), 1));
        }
  });
}

// Large enough for many work-groups in both directions.
TEST_P(Filtering, LargerImages) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    for (Kind kind : {Kind::kOpaque, Kind::kMatte})
      for (unsigned variety : {1u, 4u, 6u, 11u, 14u}) {
        const ImagePtr image = RandomImage(1031, 773, kind, 11);
        ASSERT_NO_FATAL_FAILURE(Expect(device, image.get(), kind, variety));
      }
  });
}

std::string NameOf(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Operations, Resizing, testing::ValuesIn(NamesWhere(Resizes)), NameOf);
INSTANTIATE_TEST_SUITE_P(Operations, Filtering, testing::ValuesIn(NamesWhere(std::not_fn(Resizes))),
                         NameOf);

}  // namespace
}  // namespace lodestone::test
