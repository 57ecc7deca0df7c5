// -density and -units.
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class Resolutions : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    SKIP_WITHOUT_FORMAT("TIFF");
    Make({"in.ppm", "-density", "300x150", "-units", "PixelsPerInch"}, "inch.tif");
    Make({"in.ppm", "-density", "100", "-units", "PixelsPerCentimeter"}, "cm.tif");
  }

  void Make(Words words, const std::string& to) {
    words.insert(words.begin(), "convert");
    words.push_back(to);
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 0) << result.err;
  }
  // As identify says it; empty if there is none.
  std::string Of(const std::string& name) {
    const std::string text = Lodestone({"identify", "-verbose", name}).out;
    const std::string label = "  Resolution: ";
    const std::size_t at = text.find(label);
    if (at == std::string::npos) return {};
    const std::size_t begin = at + label.size();
    return text.substr(begin, text.find('\n', begin) - begin);
  }
  std::string After(const Words& words) {
    Make(words, "out.tif");
    return Of("out.tif");
  }
};

TEST_F(Resolutions, AreConvertedToOtherUnits) {
  const std::string metric = "118.11x59.0551 pixels/centimeter";
  EXPECT_EQ(After({"inch.tif", "-units", "PixelsPerCentimeter"}), metric);
  EXPECT_EQ(After({"cm.tif", "-units", "PixelsPerInch"}), "254x254 pixels/inch");
  EXPECT_EQ(After({"inch.tif", "-units", "PixelsPerInch"}), "300x150 pixels/inch");
  EXPECT_EQ(After({"inch.tif", "-units", "Undefined"}), "300x150 pixels");
  EXPECT_EQ(Lodestone({"mogrify", "-units", "PixelsPerCentimeter", "inch.tif"}).status, 0);
  EXPECT_EQ(Of("inch.tif"), metric);
}

TEST_F(Resolutions, ADensityIsInTheNewUnits) {
  const std::string wanted = "90x90 pixels/inch";
  EXPECT_EQ(After({"cm.tif", "-density", "90", "-units", "PixelsPerInch"}), wanted);
  EXPECT_EQ(After({"cm.tif", "-units", "PixelsPerInch", "-density", "90"}), wanted);
  EXPECT_EQ(After({"-density", "90", "cm.tif", "-units", "PixelsPerInch"}), wanted);
}

TEST_F(Resolutions, AreRemovedByPlus) {
  EXPECT_EQ(After({"inch.tif", "+units"}), "300x150 pixels");
  EXPECT_EQ(After({"inch.tif", "+density"}), "");
}

}  // namespace
}  // namespace lodestone::test
