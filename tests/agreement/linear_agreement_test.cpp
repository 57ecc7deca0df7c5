// Linear light on every device: the pixels equal those of the CPU.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr int kFilters = SincFilter - PointFilter + 1;

class LinearLight : public testing::TestWithParam<const char*> {
 protected:
  void Expect(const std::string& device, Image* image, Case c, Kind kind, unsigned samples = 4) {
    const std::string operation = GetParam();
    const bool clone = !Operations().at(operation).keeps_size && c.columns == image->columns &&
                       c.rows == image->rows;
    if (clone) return;
    image->linear_light = MagickTrue;
    ExpectAgreement(operation, device, image, c, Describe(operation, image, c, kind), samples);
  }
};

TEST_P(LinearLight, OddSizesAndKinds) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(42);
    int filter = 0;
    for (const Kind kind : kAllKinds)
      for (const unsigned long from : kSizes)
        for (const unsigned long to : kSizes) {
          const ImagePtr image = RandomImage(from, kSizes[random() % 8], kind, random());
          const Case c{to, kSizes[random() % 8],
                       static_cast<FilterTypes>(PointFilter + filter++ % kFilters), 1.0,
                       static_cast<unsigned>(random() % 420)};
          ASSERT_NO_FATAL_FAILURE(Expect(device, image.get(), c, kind));
        }
  });
}

TEST_P(LinearLight, GreyImages) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(43);
    for (const unsigned long from : kSizes)
      for (const unsigned long to : kSizes) {
        const ImagePtr image = RandomGrey(from, kSizes[random() % 8], random());
        const Case c{to, kSizes[random() % 8], LanczosFilter, 1.0, 7};
        ASSERT_NO_FATAL_FAILURE(Expect(device, image.get(), c, Kind::kOpaque, 1));
      }
  });
}

TEST_P(LinearLight, LargerImages) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte})
      for (const Case& c :
           {Case{257, 191, LanczosFilter, 1.0, 1}, Case{515, 386, MitchellFilter, 1.0, 2},
            Case{1200, 900, CatromFilter, 0.8, 9}}) {
        const ImagePtr image = RandomImage(1031, 773, kind, 11);
        ASSERT_NO_FATAL_FAILURE(Expect(device, image.get(), c, kind));
      }
  });
}

INSTANTIATE_TEST_SUITE_P(Table, LinearLight, testing::Values("scale", "resize", "blur"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace lodestone::test
