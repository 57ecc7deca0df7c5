// Every operation, on every device, for every kind of image, at odd sizes and ratios: the pixels
// equal those of the CPU path bit for bit, and the event log proves who made them.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "accel/operation_table.hpp"
#include "tests/agreement/devices.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::agreement {
namespace {

using testing_support::EventRecorder;
using testing_support::Exception;
using testing_support::ImagePtr;
using testing_support::Kind;
using testing_support::KindName;
using testing_support::ModeScope;
using testing_support::RandomImage;

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr int kFilters = SincFilter - PointFilter + 1;

struct Case {
  unsigned long columns, rows;
  FilterTypes filter;
  double blur;
};

using Runner = std::function<Image*(const Image*, const Case&, ExceptionInfo*)>;

// How each operation of the table is called. An operation that is missing here fails the suite.
const std::map<std::string, Runner>& Runners() {
  static const auto& runners = *new std::map<std::string, Runner>{
      {"scale",
       [](const Image* image, const Case& c, ExceptionInfo* exception) {
         return ScaleImage(image, c.columns, c.rows, exception);
       }},
      {"resize",
       [](const Image* image, const Case& c, ExceptionInfo* exception) {
         return ResizeImage(image, c.columns, c.rows, c.filter, c.blur, exception);
       }},
      {"sample",
       [](const Image* image, const Case& c, ExceptionInfo* exception) {
         return SampleImage(image, c.columns, c.rows, exception);
       }},
      {"minify", [](const Image* image, const Case&,
                    ExceptionInfo* exception) { return MinifyImage(image, exception); }},
      {"magnify", [](const Image* image, const Case&,
                     ExceptionInfo* exception) { return MagnifyImage(image, exception); }},
  };
  return runners;
}

// Runs under `mode` and checks that exactly one event says `accelerator` did it ("" = a device).
ImagePtr RunProven(const std::string& operation, const Image* image, const Case& c,
                   MagickAccelerateMode mode, const std::string& device) {
  EventRecorder recorder;
  const ModeScope scope(mode);
  Exception exception;
  ImagePtr result(Runners().at(operation)(image, c, exception));
  EXPECT_NE(nullptr, result) << exception.text();
  const auto events = recorder.operations();
  EXPECT_EQ(1u, events.size());
  if (events.empty()) return result;
  const auto& event = events[0];
  EXPECT_EQ(operation, event.operation);
  EXPECT_EQ(MagickAccelerateDone, event.outcome);
  EXPECT_EQ(device, event.device) << event.detail;
  EXPECT_EQ(device.empty(), event.kernels.empty());
  return result;
}

accel::Agreement AgreementOf(const std::string& operation) {
  for (const accel::OperationInfo& info : accel::Operations())
    if (operation == info.name) return info.agreement;
  ADD_FAILURE() << operation << " is not in the operation table";
  return accel::Agreement::kExact;
}

void ExpectAgreement(const std::string& operation, const std::string& device, const Image* image,
                     const Case& c, const std::string& what) {
  const ImagePtr native = RunProven(operation, image, c, MagickAccelerateOff, "");
  const ImagePtr accelerated = RunProven(operation, image, c, MagickAccelerateRequire, device);
  if (!native || !accelerated) FAIL() << what;
  switch (AgreementOf(operation)) {
    case accel::Agreement::kExact:
      testing_support::ExpectSameImage(native.get(), accelerated.get(), what);
      return;
  }
  FAIL() << "no comparison for the agreement class of " << operation;
}

std::string Describe(const std::string& operation, const Image* image, const Case& c, Kind kind) {
  return operation + " " + KindName(kind) + " " + std::to_string(image->columns) + "x" +
         std::to_string(image->rows) + " to " + std::to_string(c.columns) + "x" +
         std::to_string(c.rows) + " filter " + std::to_string(c.filter) + " blur " +
         std::to_string(c.blur);
}

class Agreement : public testing::TestWithParam<const char*> {
 protected:
  // `body` for every device, selected.
  void OnEveryDevice(const std::function<void(const std::string& device)>& body) {
    for (const std::string& device : UsableDevices()) {
      const DeviceScope scope(device);
      SCOPED_TRACE(device);
      body(device);
      if (HasFatalFailure()) return;
    }
  }
  // The same size would be a mere clone, which nobody needs to compute.
  static bool IsClone(const Image* image, const Case& c) {
    return image->columns == c.columns && image->rows == c.rows;
  }
};

TEST(AgreementTable, EveryOperationHasARunner) {
  for (const accel::OperationInfo& info : accel::Operations())
    EXPECT_EQ(1u, Runners().count(info.name)) << info.name << " has no agreement test";
  EXPECT_EQ(Runners().size(), accel::Operations().size());
}

TEST_P(Agreement, OddSizesAndKinds) {
  LODESTONE_NEEDS_DEVICE();
  const std::string operation = GetParam();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(42);
    int filter = 0;
    for (Kind kind : testing_support::kAllKinds)
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

TEST_P(Agreement, ExtremeRatios) {
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

// Big enough for many work-groups in both directions, with ratios that are not whole.
TEST_P(Agreement, LargerPictures) {
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

INSTANTIATE_TEST_SUITE_P(Operations, Agreement,
                         testing::Values("scale", "resize", "sample", "minify", "magnify"),
                         [](const testing::TestParamInfo<const char*>& info) {
                           return std::string(info.param);
                         });

}  // namespace
}  // namespace lodestone::agreement
