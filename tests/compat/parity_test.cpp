// The library against the real GraphicsMagick, within the numeric contract; against its rules in
// double arithmetic, which are also available at 8 bits; and those rules against the real one.
#include <gtest/gtest.h>

#include <string>

#include "tests/compat/cases.hpp"

namespace lodestone::compat {
namespace {

class Parity : public testing::TestWithParam<Group> {
 protected:
  void SetUp() override { tally_.compare_indexes = GetParam().has_indexes; }
  Tally tally_;
};

TEST_P(Parity, LibraryAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick here has 16 bits a sample, this build 8";
  GetParam().visit([&](const Case& c) {
    const Raster image = ToRaster(c.image);
    tally_.Expect(GmProcess::Get()->Run(c.request, image), RunLibrary(c.request, c.image),
                  GetParam().allowed, Describe(c.request, image, c.kind));
  });
}

TEST_P(Parity, LibraryAgainstRules) {
  GetParam().visit([&](const Case& c) {
    const Raster image = ToRaster(c.image);
    tally_.Expect(RunRules(c.request, image, MaxRGB), RunLibrary(c.request, c.image),
                  GetParam().allowed, Describe(c.request, image, c.kind));
  });
}

TEST_P(Parity, RulesAgainstGraphicsMagick) {
  LODESTONE_NEEDS_GM();
  GetParam().visit([&](const Case& c) {
    const Raster image = ToSixteenBits(ToRaster(c.image));
    tally_.Expect(GmProcess::Get()->Run(c.request, image), RunRules(c.request, image, 65535),
                  GetParam().rules_allowed, Describe(c.request, image, c.kind), 65535);
  });
}

INSTANTIATE_TEST_SUITE_P(Gm, Parity, testing::ValuesIn(Groups()),
                         [](const testing::TestParamInfo<Group>& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace lodestone::compat
