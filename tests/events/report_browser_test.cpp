// The report in Chromium: no console messages, every chart within its box, text legible and without
// overlaps, on wide screens and on phones, light and dark.
#include <nlohmann/json.hpp>

#include "tests/events/browser.hpp"
#include "tests/events/event_log_maker.hpp"
#include "tests/events/page_measure.hpp"
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

class EventReportBrowserTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!HaveBrowser()) GTEST_SKIP() << "chromium is not installed";
  }

  std::string Report(const std::string& log) {
    WriteFile(folder_ / "log.jsonl", log);
    const auto result = Lodestone({"events", "report", "-o", "report.html", "log.jsonl"});
    EXPECT_EQ(result.status, 0) << result.err;
    return ReadFile(folder_ / "report.html");
  }

  Json Measure(const std::string& html, int width, bool dark) {
    return MeasurePage(html, folder_, width, dark);
  }
};

constexpr std::size_t kCharts = 7;

TEST_F(EventReportBrowserTest, NothingIsSaidOnTheConsole) {
  Report(TwoPaths().text());
  const Visit visit = VisitPage(folder_ / "report.html", folder_.path());
  EXPECT_EQ(visit.problem, "");
  EXPECT_NE(visit.page.find("Acceleration report"), std::string::npos);
  for (const std::string& message : visit.messages) ADD_FAILURE() << message;
  // The test would detect this:
  WriteFile(folder_ / "bad.html", "<!DOCTYPE html><script>console.error('noticed')</script>");
  EXPECT_EQ(VisitPage(folder_ / "bad.html", folder_.path()).messages.size(), 1U);
}

TEST_F(EventReportBrowserTest, ScriptsFromALogDoNotRun) {
  LoggedCall call;
  call.operation = "<script>console.error('ran')</script><img src=x onerror=console.error('ran')>";
  EventLogMaker log;
  log.Add(call);
  Report(log.text());
  const Visit visit = VisitPage(folder_ / "report.html", folder_.path());
  EXPECT_EQ(visit.problem, "");
  for (const std::string& message : visit.messages) ADD_FAILURE() << message;
}

TEST_F(EventReportBrowserTest, IsReadableOnWideScreensInLightAndDark) {
  const std::string html = Report(TwoPaths(6).text());
  const Json light = Measure(html, 1280, false), dark = Measure(html, 1280, true);
  ExpectReadable(light, kCharts);
  ExpectReadable(dark, kCharts);
  EXPECT_GT(PaperOf(light), 200);
  EXPECT_LT(PaperOf(dark), 60);
}

TEST_F(EventReportBrowserTest, IsReadableOnPhones) {
  const Json report = Measure(Report(TwoPaths(6).text()), 390, false);
  EXPECT_EQ(report["width"], 390);
  ExpectReadable(report, kCharts);
}

TEST_F(EventReportBrowserTest, LongNamesStayOnPhones) {
  EventLogMaker log;
  for (int i = 0; i < 8; ++i) {
    LoggedCall call;
    call.operation = std::string(100, 'o');
    call.columns = call.rows = i % 4 < 2 ? 1000 : 3000;
    call.reason = std::string(100, 'r');
    call.detail = std::string(300, 'd');
    call.declined_by = std::string(40, 'p') + ":GPU:" + std::string(60, 'p');
    if (i % 2 == 0) call.device = call.declined_by;
    if (i % 2 == 0) call.accelerator = std::string(60, 'a');
    call.first = i < 2;
    log.Add(call);
  }
  const Json report = Measure(Report(log.text()), 390, false);
  ASSERT_TRUE(report.is_object());
  EXPECT_LE(report["pageWidth"], 390);
  EXPECT_EQ(report["overflowing"], Json::array());
}

TEST_F(EventReportBrowserTest, CountsItsFailures) {
  std::string html = Report(TwoPaths().text());
  html.insert(html.find("</main>"),
              "<p style=\"width:3000px;max-width:none;color:#777;background:#888\">too wide, too "
              "faint</p>");
  const Json report = Measure(html, 1280, false);
  EXPECT_GT(report["pageWidth"], 2000);
  EXPECT_LT(report["contrast"], 2);
  EXPECT_FALSE(report["overflowing"].empty());
}

}  // namespace
}  // namespace lodestone::test
