// The chart of an image's samples.

#include <algorithm>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

TEST(Histogram, Chart) {
  Exception exception;
  const ImageHandle image = MakeTestImage({64, 50});
  unsigned counts[3][256] = {};
  unsigned largest = 0;
  const std::vector<std::uint16_t> source = Rgba16(image.get());
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (i % 4 != 3) largest = std::max(largest, ++counts[i % 4][source[i] / 257]);
  }
  const ImageHandle chart =
      ReadBytes("MIFF", Write("HISTOGRAM", image, Info(), exception), exception);
  ASSERT_TRUE(chart) << exception.Text();
  ASSERT_EQ(chart->columns, 256u);
  ASSERT_EQ(chart->rows, 200u);
  const std::vector<std::uint16_t> samples = Rgba16(chart.get());
  for (unsigned y = 0; y < 200; ++y) {
    for (unsigned x = 0; x < 256; ++x) {
      for (unsigned c = 0; c < 3; ++c) {
        const unsigned height = counts[c][x] * 200 / largest;
        ASSERT_EQ(samples[(y * 256 + x) * 4 + c], y >= 200 - height ? 65535 : 0) << x << " " << y;
      }
    }
  }
  EXPECT_NE(Attribute(chart.get(), "comment").find("1: ("), std::string::npos);
}

TEST(Histogram, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  Kind palette{40, 30};
  palette.colors = 7;
  for (const Kind& kind : {Kind{40, 30}, palette}) {
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(folder.File("a.miff"), Write("MIFF", image, Info(), exception));
    const ImageHandle theirs =
        ReadBytes("MIFF", RunGm("convert " + folder.File("a.miff") + " histogram:-"), exception);
    const ImageHandle ours =
        ReadBytes("MIFF", Write("HISTOGRAM", image, Info(), exception), exception);
    ASSERT_TRUE(theirs && ours) << exception.Text();
    EXPECT_TRUE(Rgba16(ours.get()) == Rgba16(theirs.get())) << kind.Name();
  }
}

TEST(Histogram, FailsWithAReason) {
  Exception exception;
  const ImageHandle image = MakeTestImage({40, 30});
  Info info;
  CloneString(&info->density, "90000000x90000000!");
  EXPECT_TRUE(Write("HISTOGRAM", image, info, exception).empty());
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
