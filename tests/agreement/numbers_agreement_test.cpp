// Histograms of images so large that they have several parts.
#include <gtest/gtest.h>

#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

TEST(AgreementNumbers, HistogramsOfSeveralParts) {
  LODESTONE_NEEDS_DEVICE();
  const Case c{0, 0, UndefinedFilter, 1.0};
  OnEveryDevice([&](const std::string& device) {
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte})
      for (const auto& [columns, rows] :
           {std::pair<unsigned long, unsigned long>{2051, 1777}, {900'001, 3}}) {
        const ImagePtr image = RandomImage(columns, rows, kind, 4);
        ExpectAgreement("histogram", device, image.get(), c, KindName(kind));
      }
    const ImagePtr grey = RandomGrey(3000, 2001, 5);
    ExpectAgreement("histogram", device, grey.get(), c, "grey", 1);
  });
}

}  // namespace
}  // namespace lodestone::test
