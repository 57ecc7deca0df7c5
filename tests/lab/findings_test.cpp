// The lab's conclusions, also from results that no real device gives.
#include "lab/findings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lab/report.hpp"

namespace lodestone::lab {
namespace {

using Json = nlohmann::json;

Record Finding(const char* variant, const char* baseline, std::uint64_t ns) {
  Record record;
  record.device = "A:GPU:B";
  record.experiment = "copy";
  record.variant = variant;
  record.baseline = baseline;
  record.columns = 100;
  record.rows = 10;
  record.bytes = 2000;
  record.published_source = "An article";
  record.ns = ns;
  return record;
}

TEST(LabFindings, TheFastestGroupsAreCompared) {
  Findings findings;
  for (const std::uint64_t ns : {900u, 800u, 1000u}) findings.Add(Finding("one", "", ns));
  for (const std::uint64_t ns : {500u, 400u}) findings.Add(Finding("four", "one", ns));
  const auto rows = findings.Rows();
  ASSERT_EQ(2u, rows.size());
  EXPECT_EQ(800u, rows[0].best->ns);
  EXPECT_EQ(0, rows[0].ratio);
  EXPECT_EQ(2.0, rows[1].ratio);
  const std::string text = ReportText(findings, false);
  EXPECT_NE(std::string::npos, text.find("2.00 x")) << text;
  EXPECT_NE(std::string::npos, text.find("2500")) << "million pixels a second\n" << text;
  const std::string longer = ReportText(findings, true);
  EXPECT_GT(std::count(longer.begin(), longer.end(), '\n'),
            std::count(text.begin(), text.end(), '\n'));
}

TEST(LabFindings, WhatIsWrongHasNoTimeAndNoRatio) {
  Findings findings;
  findings.Add(Finding("one", "", 800));
  findings.Add(Finding("four", "one", 400));
  auto wrong = Finding("four", "one", 0);
  wrong.wrong = true;
  wrong.detail = "3 of 1000 bytes are wrong";
  wrong.published_ratio = 1.5;
  findings.Add(wrong);
  EXPECT_TRUE(findings.AnyWrong());
  const std::string text = ReportText(findings, false);
  EXPECT_NE(std::string::npos, text.find("WRONG: 3 of 1000 bytes")) << text;
  EXPECT_EQ(std::string::npos, text.find("2.00 x")) << text;
  const Json json = Json::parse(ReportJson(findings, 1));
  EXPECT_EQ(true, json["variants"][1]["wrong"]);
  EXPECT_EQ(false, json["variants"][1].contains("ratio"));
  EXPECT_EQ(0, json["records"][2]["ns"]);
  const std::string chart = DrawChart(findings);
  EXPECT_NE(std::string::npos, chart.find("wrong results"));
  EXPECT_EQ(std::string::npos, chart.find(">2.00<"));
}

TEST(LabFindings, SkippedAndFailedSayWhy) {
  Findings findings;
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
  const std::string text = ReportText(findings, false);
  EXPECT_NE(std::string::npos, text.find("skipped: the device does not report")) << text;
  EXPECT_NE(std::string::npos, text.find("failed: clBuildProgram")) << text;
  EXPECT_EQ(std::string::npos, DrawChart(findings).find("half"));
}

TEST(LabFindings, ChartShowsBothBarsAndEscapes) {
  Findings findings;
  findings.Add(Finding("one", "", 800));
  auto four = Finding("4 < 16", "one", 3200);
  four.published_ratio = 4;
  findings.Add(four);
  const std::string chart = DrawChart(findings);
  EXPECT_NE(std::string::npos, chart.find("class=\"own\""));
  EXPECT_NE(std::string::npos, chart.find("class=\"estimate\""));
  EXPECT_NE(std::string::npos, chart.find(">0.25<"));
  EXPECT_NE(std::string::npos, chart.find(">4.00<"));
  EXPECT_NE(std::string::npos, chart.find("4 &lt; 16"));
  EXPECT_EQ(std::string::npos, chart.find("4 < 16"));
}

TEST(LabFindings, ADeviceThatDidNothingSaysWhy) {
  Findings findings;
  auto refusal = Finding("", "", 0);
  refusal.experiment = "";
  refusal.outcome = MagickAccelerateDeclined;
  refusal.detail = "the device is broken";
  findings.Add(refusal);
  EXPECT_FALSE(findings.AnyDone());
  EXPECT_TRUE(findings.Rows().empty());
  EXPECT_NE(std::string::npos, ReportText(findings, false).find("device is broken"));
}

}  // namespace
}  // namespace lodestone::lab
