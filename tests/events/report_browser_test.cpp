// The report in Chromium: no console messages, every chart within its box, text legible and without
// overlaps, on wide screens and on phones, light and dark.
#include <nlohmann/json.hpp>

#include "tests/events/browser.hpp"
#include "tests/events/event_log_maker.hpp"
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

// Measures the page and stores the results in the document. Only the tests' copies have it.
constexpr const char* kMeasure = R"js(<script>
const luminance = color => {
  const parts = color.match(/[\d.]+/g).slice(0, 3).map(part => {
    const value = part / 255;
    return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  });
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};
const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};
const paperOf = element => {
  for (; element; element = element.parentElement) {
    const color = getComputedStyle(element).backgroundColor;
    if (!/, 0\)$/.test(color)) return color;
  }
  return 'rgb(255, 255, 255)';
};
window.onload = () => {
  document.querySelectorAll('details').forEach(element => element.open = true);
  const root = document.documentElement;
  const report = {width: innerWidth, pageWidth: root.scrollWidth, paper: paperOf(document.body),
                  charts: [], contrast: 99, markContrast: 99, texts: 0, smallest: 99,
                  unfocusable: 0, overflowing: []};
  for (const chart of document.querySelectorAll('svg.chart')) {
    const place = chart.getBoundingClientRect();
    const found = {id: chart.getAttribute('aria-labelledby'), width: place.width, marks: 0,
                   outside: 0, overlaps: [], cut: []};
    for (const mark of chart.querySelectorAll('rect, use, line, circle')) {
      const box = mark.getBoundingClientRect();
      if (box.width > 0 || box.height > 0) ++found.marks;
      if (box.left < place.left - 8 || box.right > place.right + 8 || box.top < place.top - 8 ||
          box.bottom > place.bottom + 8) ++found.outside;
    }
    const scrolls = chart.closest('.scroll');
    const boxes = [...chart.querySelectorAll('text')].map(
        text => [text.textContent, text.getBoundingClientRect()]);
    for (const [text, box] of boxes) {
      const right = scrolls ? place.right + 20 : innerWidth;
      if (box.left < (scrolls ? place.left - 8 : 0) || box.right > right) found.cut.push(text);
    }
    for (let i = 0; i < boxes.length; ++i) {
      for (let j = i + 1; j < boxes.length; ++j) {
        const a = boxes[i][1], b = boxes[j][1];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 3) found.overlaps.push(boxes[i][0] + ' | ' + boxes[j][0]);
      }
    }
    for (const mark of chart.querySelectorAll('use, .count')) {
      report.markContrast = Math.min(report.markContrast,
                                     contrast(getComputedStyle(mark).fill, report.paper));
    }
    report.charts.push(found);
  }
  for (const element of document.querySelectorAll(
           'p, li, th, td, dt, dd, small, summary, a:not(.skip), h1, h2, h3, caption, text, code')) {
    if (!element.textContent.trim()) continue;
    const style = getComputedStyle(element);
    const ink = element.tagName === 'text' ? style.fill : style.color;
    report.contrast = Math.min(report.contrast, contrast(ink, paperOf(element)));
    report.smallest = Math.min(report.smallest, parseFloat(style.fontSize));
    ++report.texts;
  }
  for (const element of document.querySelectorAll('main *')) {
    if (element.closest('svg, .scroll')) continue;
    if (element.getBoundingClientRect().right > innerWidth + 1) {
      report.overflowing.push(element.tagName + ' ' + element.textContent.slice(0, 40));
    }
  }
  for (const element of document.querySelectorAll('.scroll, summary, nav a')) {
    element.focus();
    if (document.activeElement !== element) ++report.unfocusable;
  }
  const out = document.createElement('pre');
  out.id = 'measured';
  out.textContent = 'MEASURED' + JSON.stringify(report) + 'DERUSAEM';
  parent.document.body.appendChild(out);
};
</script>)js";

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

  // The page forbids scripts. A frame can be as narrow as a phone; windows cannot.
  Json Measure(std::string html, int width, bool dark) {
    const auto policy = html.find("<meta http-equiv");
    html.erase(policy, html.find('\n', policy) + 1 - policy);
    html.insert(html.find("</body>"), kMeasure);
    WriteFile(folder_ / "measured.html", InFrame(html, width));
    const Visit visit = VisitPage(folder_ / "measured.html", folder_.path(), {width, 900, dark});
    EXPECT_EQ(visit.problem, "");
    for (const std::string& message : visit.messages) ADD_FAILURE() << message;
    const auto from = visit.page.find("id=\"measured\">MEASURED"),
               to = visit.page.rfind("DERUSAEM");
    if (from == std::string::npos || to == std::string::npos) {
      ADD_FAILURE() << "the script did not run";
      return {};
    }
    const auto start = from + std::string("id=\"measured\">MEASURED").size();
    std::string text = visit.page.substr(start, to - start);
    for (const auto& [escape, plain] :
         {std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&amp;", "&")}) {
      for (auto at = text.find(escape); at != std::string::npos; at = text.find(escape, at + 1)) {
        text.replace(at, std::string(escape).size(), plain);
      }
    }
    return Json::parse(text, nullptr, false);
  }

  static std::string InFrame(const std::string& html, int width) {
    std::string quoted;
    for (const char c : html)
      quoted += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
    return "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\"><iframe width=\"" +
           std::to_string(width) + "\" height=\"900\" style=\"border:0\" srcdoc=\"" + quoted +
           "\"></iframe>";
  }

  static void ExpectReadable(const Json& report, std::size_t charts) {
    ASSERT_TRUE(report.is_object());
    EXPECT_LE(report["pageWidth"], report["width"]) << report["overflowing"];
    EXPECT_EQ(report["overflowing"], Json::array());
    EXPECT_GE(report["contrast"], 4.5);
    EXPECT_GE(report["markContrast"], 3.0);
    EXPECT_GE(report["smallest"], 11.0);
    EXPECT_GT(report["texts"], 100);
    EXPECT_EQ(report["unfocusable"], 0);
    EXPECT_EQ(report["charts"].size(), charts);
    for (const Json& chart : report["charts"]) {
      EXPECT_GT(chart["width"], 200) << chart["id"];
      EXPECT_GE(chart["marks"], 2) << chart["id"];
      EXPECT_EQ(chart["outside"], 0) << chart["id"];
      EXPECT_EQ(chart["overlaps"], Json::array()) << chart["id"];
      EXPECT_EQ(chart["cut"], Json::array()) << chart["id"];
    }
  }

  static double PaperOf(const Json& report) {
    const std::string color = report["paper"];
    return std::stod(color.substr(color.find('(') + 1));
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
    call.passed_over = std::string(40, 'p') + ":GPU:" + std::string(60, 'p');
    if (i % 2 == 0) call.device = call.passed_over;
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
