// benchmark -choice at a size that takes almost no time; its measurements are not judged here.
#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

class ChoiceTest : public DeviceCliTest {};

TEST_F(ChoiceTest, ReportsEveryCell) {
  const Json report =
      ParseOutput({"benchmark", "-choice", "-limit", "32", "-iterations", "1", "-json"});
  ASSERT_EQ(2u * 2 * 5, report["cells"].size());
  for (const Json& cell : report["cells"]) {
    EXPECT_GT(cell["cpu_ms"], 0);
    EXPECT_GT(cell["device_ms"], 0);
    EXPECT_GT(cell["auto_ms"], 0);
    EXPECT_NE("", cell["choice"]);
    EXPECT_NE("", cell["first_choice"]);
  }
  for (const char* summary : {"timed", "chosen", "first_chosen"}) {
    EXPECT_GT(report[summary]["worst"], 0);
    EXPECT_GE(report[summary]["share_within"], 0);
    EXPECT_LE(report[summary]["share_within"], 1.001);
  }
}

TEST_F(ChoiceTest, PrintsATableAndASummary) {
  const auto result =
      Lodestone({"benchmark", "-choice", "-limit", "16", "-iterations", "1", "-resident"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_NE(std::string::npos, result.out.find("resize     16x16   200%")) << result.out;
  EXPECT_NE(std::string::npos, result.out.find("by choice")) << result.out;
}

TEST_F(ChoiceTest, Messages) {
  EXPECT_EQ(1, Lodestone({"benchmark", "-choice", "-limit"}).status);
  EXPECT_EQ(1, Lodestone({"benchmark", "-choice", "-limit", "0"}).status);
  EXPECT_EQ(1, Lodestone({"benchmark", "-choice", "-bogus"}).status);
  const auto small = Lodestone({"benchmark", "-choice", "-limit", "8"});
  EXPECT_EQ(1, small.status);
  EXPECT_NE(std::string::npos, small.err.find("No size is within the limit")) << small.err;
  setenv("MAGICK_OCL_DEVICE", "OFF", 1);
  const auto without = Lodestone({"benchmark", "-choice", "-limit", "16"});
  EXPECT_EQ(1, without.status);
  EXPECT_NE(std::string::npos, without.err.find("No device can be used")) << without.err;
}

}  // namespace
}  // namespace lodestone::test
