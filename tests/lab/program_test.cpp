// lodestone-lab on a real device.
#include <cstdlib>
#include <set>
#include <string>

#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

class LabProgram : public DeviceCliTest {
 protected:
  ProcessResult Lab(Words words) {
    words.insert(words.begin(), std::string(std::getenv("LODESTONE_BUILD_DIR")) + "/lodestone-lab");
    return RunProcess(words, folder_.path());
  }
};

TEST_F(LabProgram, EveryExperimentInJsonAndInAChart) {
  const auto result = Lab({"-size", "37x21", "-json", "-chart", "lab.svg"});
  EXPECT_EQ(0, result.status) << result.err;
  const Json found = Json::parse(result.out, nullptr, false);
  ASSERT_FALSE(found.is_discarded()) << result.out;
  EXPECT_EQ(1, found["finished_devices"]);
  std::set<std::string> experiments;
  for (const Json& record : found["records"]) {
    experiments.insert(record["experiment"]);
    EXPECT_EQ(false, record["wrong"]) << record;
    EXPECT_NE("failed", record["outcome"]) << record;
    EXPECT_EQ(record["outcome"] == "done", record["ns"] > 0) << record;
    EXPECT_NE("", record["device"]);
  }
  EXPECT_EQ(9u, experiments.size());
  unsigned ratios = 0, published = 0;
  for (const Json& variant : found["variants"]) {
    ratios += variant.contains("ratio");
    published += variant.contains("published_ratio");
  }
  EXPECT_GE(ratios, 14u);
  EXPECT_GE(published, 8u);
  const std::string chart = ReadFile(folder_ / "lab.svg");
  EXPECT_EQ(0u, chart.find("<svg"));
  EXPECT_NE(std::string::npos, chart.find("</svg>\n"));
}

TEST_F(LabProgram, TheTableNamesTheArticle) {
  const auto text = Lab({"-experiment", "gaussian-3", "-size", "40x30", "-device", "CPU"});
  EXPECT_EQ(0, text.status) << text.err;
  EXPECT_NE(std::string::npos, text.out.find("plain C++, one thread of the host")) << text.out;
  EXPECT_NE(std::string::npos, text.out.find("from \"OpenCL kernel development\"")) << text.out;
  EXPECT_NE(std::string::npos, text.out.find("18.0 x")) << text.out;
  EXPECT_EQ(std::string::npos, text.out.find("gaussian-11")) << text.out;
}

TEST_F(LabProgram, Messages) {
  for (const char* spelling : {"-help", "--help", "-?"}) {
    const auto help = Lab({spelling});
    EXPECT_EQ(0, help.status);
    EXPECT_EQ(0u, help.out.find("Usage: lodestone-lab ")) << help.out;
  }
  for (const Words& words : {Words{"-size"},
                             {"-size", "7"},
                             {"-size", "0x5"},
                             {"-size", "5x5x"},
                             {"-size", "-1x5"},
                             {"-size", "5x-1"},
                             {"-size", " 5x5"}}) {
    const auto malformed = Lab(words);
    EXPECT_EQ(1, malformed.status);
    EXPECT_NE(std::string::npos, malformed.err.find("-size")) << malformed.err;
  }
  EXPECT_EQ(1, Lab({"bogus"}).status);
  EXPECT_EQ(1, Lab({"-device", std::string(300, 'x')}).status);
  const auto none = Lab({"-device", "no such device"});
  EXPECT_EQ(1, none.status);
  EXPECT_EQ(0u, none.err.find("lodestone-lab: No device can be used (the selection leaves out "))
      << none.err;
  const auto unknown = Lab({"-experiment", "alchemy"});
  EXPECT_EQ(1, unknown.status);
  EXPECT_NE(std::string::npos, unknown.err.find("convolution-5")) << unknown.err;
  const auto unwritten =
      Lab({"-experiment", "copy", "-size", "9x9", "-picture", "no/such/folder.svg"});
  EXPECT_EQ(1, unwritten.status);
  EXPECT_NE(std::string::npos, unwritten.err.find("no/such/folder.svg")) << unwritten.err;
}

TEST_F(LabProgram, TheChartReplacesNoPhotograph) {
  const Words words = {"-experiment", "copy", "-size", "9x9", "-device", "CPU", "-chart", "in.ppm"};
  const std::string photograph = ReadFile(folder_ / "in.ppm");
  const auto refused = Lab(words);
  EXPECT_EQ(1, refused.status);
  EXPECT_EQ("", refused.out);
  EXPECT_NE(std::string::npos, refused.err.find("This file is not a chart of lodestone (in.ppm)"))
      << refused.err;
  EXPECT_EQ(photograph, ReadFile(folder_ / "in.ppm"));
  std::filesystem::remove(folder_ / "in.ppm");
  EXPECT_EQ(0, Lab(words).status);
  EXPECT_EQ(0, Lab(words).status);
}

TEST_F(LabProgram, NoDeviceHasAReasonAndAHint) {
  setenv("OCL_ICD_VENDORS", folder_.path().c_str(), 1);
  unsetenv("MAGICK_OCL_DEVICE");
  const auto none = Lab({});
  unsetenv("OCL_ICD_VENDORS");
  EXPECT_EQ(1, none.status);
  EXPECT_EQ("", none.out);
  EXPECT_NE(std::string::npos, none.err.find("pocl-opencl-icd")) << none.err;
}

}  // namespace
}  // namespace lodestone::test
