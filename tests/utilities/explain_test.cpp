// explain: reports what convert would do, without doing it.
#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

class ExplainTest : public DeviceCliTest {};

TEST_F(ExplainTest, NamesEachOperationWithItsCandidates) {
  WriteFile(folder_ / "large.ppm", SamplePpm(800, 600));
  const Json report = ParseOutput({"explain", "-warm", "-json", "convert", "large.ppm", "-resize",
                                   "50%", "-flip", "-scale", "200%", "out.png"});
  ASSERT_EQ(3u, report["operations"].size());
  const Json& resize = report["operations"][0];
  EXPECT_EQ("resize", resize["operation"]);
  EXPECT_EQ(800, resize["source_columns"]);
  EXPECT_EQ(400, resize["columns"]);
  EXPECT_EQ("rearrange", report["operations"][1]["operation"]);
  EXPECT_EQ(300, report["operations"][2]["source_rows"]);
  EXPECT_EQ(600, report["operations"][2]["rows"]);
  ASSERT_GE(resize["candidates"].size(), 2u);
  int chosen = 0;
  for (const Json& candidate : resize["candidates"]) {
    EXPECT_GT(candidate["predicted_ns"], 0);
    chosen += candidate["chosen"].get<bool>();
    EXPECT_EQ(candidate["chosen"].get<bool>(), candidate["reason"] == "none") << candidate;
  }
  EXPECT_EQ(1, chosen);
  EXPECT_FALSE(Exists("out.png"));
}

TEST_F(ExplainTest, WithoutAWarmUpTheDeviceIsCold) {
  const auto result = Lodestone({"explain", "convert", "in.ppm", "-scale", "800%", "out.png"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_NE(std::string::npos,
            result.out.find("cold: would run on the CPU while the device warms up"))
      << result.out;
  EXPECT_NE(std::string::npos, result.out.find("1. scale 64x48 to 512x384")) << result.out;
}

TEST_F(ExplainTest, WritesNoFile) {
  const auto before = Files();
  const auto result = Lodestone({"explain", "convert", "in.ppm", "-scale", "50%", "-write", "a.png",
                                 "-crop", "8x8+0+0", "-write", "b.png", "c%d.png"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ(before, Files());
}

TEST_F(ExplainTest, HeadersAreEnoughForResamplingAlone) {
  // Half of the pixels are missing: reading them gives an error.
  WriteFile(folder_ / "large.ppm", SamplePpm(400, 300));
  ASSERT_EQ(0, Lodestone({"convert", "large.ppm", "cut.png"}).status);
  const std::string whole = ReadFile(folder_ / "cut.png");
  WriteFile(folder_ / "cut.png", whole.substr(0, whole.size() / 2));
  const auto explained =
      Lodestone({"explain", "convert", "cut.png", "-resize", "50%", "-minify", "x.png"});
  EXPECT_EQ(0, explained.status) << explained.err;
  EXPECT_NE(std::string::npos, explained.out.find("2. minify 200x150 to 100x75")) << explained.out;
  EXPECT_EQ(1, Lodestone({"convert", "cut.png", "-resize", "50%", "x.png"}).status);
}

TEST_F(ExplainTest, ModesAndSelectionCount) {
  const Words command = {"explain", "convert", "in.ppm", "-accelerate",
                         "off",     "-scale",  "50%",    "out.png"};
  EXPECT_NE(std::string::npos, Lodestone(command).out.find("acceleration is disabled"));
  setenv("MAGICK_OCL_DEVICE", "no such device", 1);
  const auto required = Lodestone(
      {"explain", "convert", "in.ppm", "-accelerate", "require", "-scale", "50%", "out.png"});
  EXPECT_EQ(0, required.status) << required.err;
  EXPECT_NE(std::string::npos, required.out.find("the command would fail, no-device"))
      << required.out;
}

// Pixels that the options need are read by the libraries.
TEST_F(ExplainTest, ReadsWhatOptionsNeed) {
  ASSERT_EQ(0, Lodestone({"convert", "in.ppm", "in.jpg"}).status);
  const auto result =
      Lodestone({"explain", "convert", "in.jpg", "-scale", "50%", "-map", "in.jpg", "out.png"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_NE(std::string::npos, result.out.find("1. scale 64x48 to 32x24")) << result.out;
}

TEST_F(ExplainTest, NothingToExplain) {
  const auto result = Lodestone({"explain", "convert", "in.ppm", "-matte", "out.png"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ("no accelerated operation\n", result.out);
}

TEST_F(ExplainTest, Messages) {
  EXPECT_EQ(1, Lodestone({"explain"}).status);
  EXPECT_EQ(1, Lodestone({"explain", "-bogus", "convert", "in.ppm", "x.png"}).status);
  EXPECT_EQ(1, Lodestone({"explain", "identify", "in.ppm"}).status);
  EXPECT_EQ(1, Lodestone({"explain", "convert"}).status);
  EXPECT_EQ(0, Lodestone({"explain", "-help"}).status);
  const auto missing = Lodestone({"explain", "convert", "missing.png", "-scale", "50%", "x.png"});
  EXPECT_EQ(1, missing.status);
  EXPECT_EQ("lodestone explain: Unable to open file (missing.png) [No such file or directory].\n",
            missing.err);
  EXPECT_EQ(1, Lodestone({"explain", "convert", "in.ppm", "-scale", "bogus", "x.png"}).status);
}

}  // namespace
}  // namespace lodestone::test
