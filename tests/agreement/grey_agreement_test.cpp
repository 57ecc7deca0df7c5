// Images with one sample per pixel on every device: processed without conversion, and the pixels
// equal those of the CPU.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "accel/operation_table.hpp"
#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};
constexpr int kFilters = SincFilter - PointFilter + 1;

// Some varieties change one colour alone, or have coloured borders.
bool StaysGrey(const std::string& operation, unsigned variety) {
  if (operation == "blur") return variety % 3 != 0 || variety / 3 % 3 != 1;
  if (operation == "unsharp") return variety / 5 % 4 != 2;
  if (operation == "tables") return variety % 14 < 10;  // of the edits in runners.cpp
  if (operation == "noise") return variety % 5 == 2 || variety % 5 == 4;  // of the intensity
  if (operation == "warp") return variety % 7 != 6;  // around which it is transparent
  if (operation == "extend") return variety % 3 != 0;
  return true;
}

class GreyOn : public testing::TestWithParam<const char*> {
 protected:
  void Expect(const std::string& device, unsigned long columns, unsigned long rows, const Case& c) {
    const std::string operation = GetParam();
    const ImagePtr image = RandomGrey(columns, rows, c.variety + 1);
    SetImageVirtualPixelMethod(image.get(), static_cast<VirtualPixelMethod>(c.variety % 5));
    const Operation& called = Operations().at(operation);
    const bool clone = !called.keeps_size && c.columns == columns && c.rows == rows;
    if (clone || !called.Suits(image.get(), c) || !StaysGrey(operation, c.variety)) return;
    ExpectAgreement(operation, device, image.get(), c,
                    "grey " + Describe(operation, image.get(), c, Kind::kOpaque), 1);
    EXPECT_TRUE(HasGreyPixels(image.get()));
  }
};

TEST_P(GreyOn, OddSizes) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    std::mt19937 random(44);
    unsigned number = 0;
    for (unsigned long columns : kSizes)
      for (unsigned long rows : kSizes) {
        const auto filter = static_cast<FilterTypes>(PointFilter + number++ % kFilters);
        const Case c{kSizes[random() % 8], kSizes[random() % 8], filter, 1.0,
                     static_cast<unsigned>(random() % 420)};
        ASSERT_NO_FATAL_FAILURE(Expect(device, columns, rows, c));
      }
  });
}

TEST_P(GreyOn, ThinAndLargerImages) {
  LODESTONE_NEEDS_DEVICE();
  OnEveryDevice([&](const std::string& device) {
    for (const auto& [columns, rows] :
         {std::pair<unsigned long, unsigned long>{5000, 13}, {13, 5000}, {1031, 773}})
      for (unsigned variety : {1u, 4u, 10u})
        ASSERT_NO_FATAL_FAILURE(
            Expect(device, columns, rows,
                   {columns / 3 + variety, rows * variety / 5 + 1,
                    variety == 1 ? LanczosFilter : MitchellFilter, 1.0, variety}));
  });
}

std::string NameOf(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

bool TakesGrey(const accel::OperationTraits& operation) {
  return accel::Takes(operation.operation, MagickAccelerateGrey);
}

INSTANTIATE_TEST_SUITE_P(Operations, GreyOn, testing::ValuesIn(NamesWhere(TakesGrey)), NameOf);

}  // namespace
}  // namespace lodestone::test
