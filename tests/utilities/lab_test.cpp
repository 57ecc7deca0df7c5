// lodestone lab on a real device, and what it makes of findings that no real device has.
#include <cstdlib>
#include <set>

#include "tests/utilities/device_cli_test.hpp"
#include "lab/chart.hpp"
#include "lab/findings.hpp"
#include "lab/report.hpp"

namespace lodestone::test {
namespace {

using cli::LabFindings;
using Json = nlohmann::json;

class LabTest : public DeviceCliTest {};

TEST_F(LabTest, EveryExperimentInJsonAndInAPicture) {
  const Json found = ParseOutput({"lab", "-size", "37x21", "-json", "-picture", "lab.svg"});
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
  const std::string picture = ReadFile(folder_ / "lab.svg");
  EXPECT_EQ(0u, picture.find("<svg"));
  EXPECT_NE(std::string::npos, picture.find("</svg>\n"));
}

TEST_F(LabTest, TheTableNamesTheArticle) {
  const auto text =
      Lodestone({"lab", "-experiment", "gaussian-3", "-size", "40x30", "-device", "CPU"});
  EXPECT_EQ(0, text.status) << text.err;
  EXPECT_NE(std::string::npos, text.out.find("plain C++, one thread of the host")) << text.out;
  EXPECT_NE(std::string::npos, text.out.find("from \"OpenCL kernel development\"")) << text.out;
  EXPECT_NE(std::string::npos, text.out.find("18.0 x")) << text.out;
  EXPECT_EQ(std::string::npos, text.out.find("gaussian-11")) << text.out;
}

TEST_F(LabTest, Messages) {
  EXPECT_EQ(0, Lodestone({"lab", "-help"}).status);
  for (const Words& words : {Words{"-size"},
                             {"-size", "7"},
                             {"-size", "0x5"},
                             {"-size", "5x5x"},
                             {"-size", "-1x5"},
                             {"-size", "5x-1"},
                             {"-size", " 5x5"}}) {
    Words all = {"lab"};
    all.insert(all.end(), words.begin(), words.end());
    const auto malformed = Lodestone(all);
    EXPECT_EQ(1, malformed.status);
    EXPECT_NE(std::string::npos, malformed.err.find("-size")) << malformed.err;
  }
  EXPECT_EQ(1, Lodestone({"lab", "bogus"}).status);
  EXPECT_EQ(1, Lodestone({"lab", "-device", std::string(300, 'x')}).status);
  const auto none = Lodestone({"lab", "-device", "no such device"});
  EXPECT_EQ(1, none.status);
  EXPECT_NE(std::string::npos, none.err.find("No device can be used")) << none.err;
  const auto unknown = Lodestone({"lab", "-experiment", "alchemy"});
  EXPECT_EQ(1, unknown.status);
  EXPECT_NE(std::string::npos, unknown.err.find("convolution-5")) << unknown.err;
  const auto unwritten =
      Lodestone({"lab", "-experiment", "copy", "-size", "9x9", "-picture", "no/such/folder.svg"});
  EXPECT_EQ(1, unwritten.status);
  EXPECT_NE(std::string::npos, unwritten.err.find("no/such/folder.svg")) << unwritten.err;
}

TEST_F(LabTest, NoDeviceHasAReasonAndARemedy) {
  setenv("OCL_ICD_VENDORS", folder_.path().c_str(), 1);
  unsetenv("MAGICK_OCL_DEVICE");
  const auto none = Lodestone({"lab"});
  unsetenv("OCL_ICD_VENDORS");
  EXPECT_EQ(1, none.status);
  EXPECT_EQ("", none.out);
  EXPECT_NE(std::string::npos, none.err.find("pocl-opencl-icd")) << none.err;
}

MagickAccelerateLabRecord Finding(const char* variant, const char* baseline, std::uint64_t ns) {
  MagickAccelerateLabRecord record{};
  record.struct_size = sizeof record;
  record.device = "A:GPU:B";
  record.experiment = "copy";
  record.variant = variant;
  record.baseline = baseline;
  record.columns = 100;
  record.rows = 10;
  record.bytes = 2000;
  record.detail = "";
  record.published_source = "An article";
  record.ns = ns;
  return record;
}

TEST(LabFindingsTest, TheFastestGroupsAreCompared) {
  LabFindings findings;
  for (const std::uint64_t ns : {900u, 800u, 1000u}) findings.Add(Finding("one", "", ns));
  for (const std::uint64_t ns : {500u, 400u}) findings.Add(Finding("four", "one", ns));
  const auto rows = findings.Rows();
  ASSERT_EQ(2u, rows.size());
  EXPECT_EQ(800u, rows[0].best->raw.ns);
  EXPECT_EQ(0, rows[0].ratio);
  EXPECT_EQ(2.0, rows[1].ratio);
  const std::string text = LabText(findings, false);
  EXPECT_NE(std::string::npos, text.find("2.00 x")) << text;
  EXPECT_NE(std::string::npos, text.find("2500")) << "million pixels a second\n" << text;
  const std::string longer = LabText(findings, true);
  EXPECT_GT(std::count(longer.begin(), longer.end(), '\n'),
            std::count(text.begin(), text.end(), '\n'));
}

TEST(LabFindingsTest, WhatIsWrongHasNoTimeAndNoRatio) {
  LabFindings findings;
  findings.Add(Finding("one", "", 800));
  findings.Add(Finding("four", "one", 400));
  auto wrong = Finding("four", "one", 0);
  wrong.wrong = 1;
  wrong.detail = "3 of 1000 bytes are wrong";
  wrong.published_ratio = 1.5;
  findings.Add(wrong);
  EXPECT_TRUE(findings.AnyWrong());
  const std::string text = LabText(findings, false);
  EXPECT_NE(std::string::npos, text.find("WRONG: 3 of 1000 bytes")) << text;
  EXPECT_EQ(std::string::npos, text.find("2.00 x")) << text;
  const Json json = Json::parse(LabJson(findings, 1));
  EXPECT_EQ(true, json["variants"][1]["wrong"]);
  EXPECT_EQ(false, json["variants"][1].contains("ratio"));
  EXPECT_EQ(0, json["records"][2]["ns"]);
  const std::string picture = LabChart(findings);
  EXPECT_NE(std::string::npos, picture.find("wrong results"));
  EXPECT_EQ(std::string::npos, picture.find(">2.00<"));
}

TEST(LabFindingsTest, SkippedAndFailedSayWhy) {
  LabFindings findings;
  findings.Add(Finding("one", "", 800));
  auto skipped = Finding("half <precision>", "one", 0);
  skipped.outcome = MagickAccelerateDeclined;
  skipped.detail = "the device does not report cl_khr_fp16";
  findings.Add(skipped);
  EXPECT_FALSE(findings.AnyFailed());
  auto failed = Finding("double", "one", 0);
  failed.outcome = MagickAccelerateFailed;
  failed.detail = "clBuildProgram";
  findings.Add(failed);
  EXPECT_TRUE(findings.AnyFailed());
  EXPECT_FALSE(findings.AnyWrong());
  const std::string text = LabText(findings, false);
  EXPECT_NE(std::string::npos, text.find("skipped: the device does not report")) << text;
  EXPECT_NE(std::string::npos, text.find("failed: clBuildProgram")) << text;
  EXPECT_EQ(std::string::npos, LabChart(findings).find("half"));
}

TEST(LabFindingsTest, ChartShowsBothBarsAndEscapes) {
  LabFindings findings;
  findings.Add(Finding("one", "", 800));
  auto four = Finding("4 < 16", "one", 3200);
  four.published_ratio = 4;
  findings.Add(four);
  const std::string picture = LabChart(findings);
  EXPECT_NE(std::string::npos, picture.find("class=\"own\""));
  EXPECT_NE(std::string::npos, picture.find("class=\"estimate\""));
  EXPECT_NE(std::string::npos, picture.find(">0.25<"));
  EXPECT_NE(std::string::npos, picture.find(">4.00<"));
  EXPECT_NE(std::string::npos, picture.find("4 &lt; 16"));
  EXPECT_EQ(std::string::npos, picture.find("4 < 16"));
}

TEST(LabFindingsTest, ADeviceWithoutALaboratorySaysSo) {
  LabFindings findings;
  auto refusal = Finding("", "", 0);
  refusal.experiment = "";
  refusal.outcome = MagickAccelerateDeclined;
  refusal.detail = "the accelerator has no laboratory";
  findings.Add(refusal);
  EXPECT_FALSE(findings.AnyDone());
  EXPECT_TRUE(findings.Rows().empty());
  EXPECT_NE(std::string::npos, LabText(findings, false).find("has no laboratory"));
}

}  // namespace
}  // namespace lodestone::test
