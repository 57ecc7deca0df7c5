#include "tests/events/page_measure.hpp"

#include <gtest/gtest.h>

#include "tests/utilities/process.hpp"

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
// A ring is drawn by its outline.
const inkOf = mark => {
  const style = getComputedStyle(mark);
  return style.stroke === 'none' ? style.fill : style.stroke;
};
window.onload = () => {
  document.querySelectorAll('details').forEach(element => element.open = true);
  const root = document.documentElement;
  const report = {width: innerWidth, pageWidth: root.scrollWidth, paper: paperOf(document.body),
                  charts: [], contrast: 99, markContrast: 99, texts: 0, smallest: 99,
                  unfocusable: 0, overflowing: [],
                  imagesMissing: [...document.images].filter(image => !image.naturalWidth).length};
  for (const chart of document.querySelectorAll('svg.chart')) {
    const place = chart.getBoundingClientRect();
    const found = {id: chart.getAttribute('aria-labelledby'), marks: 0,
                   width: chart.parentElement.getBoundingClientRect().width,
                   outside: 0, overlaps: [], cut: [], said: [], bars: []};
    for (const text of chart.querySelectorAll('text')) found.said.push(text.textContent);
    for (const mark of chart.querySelectorAll('rect, use, line, circle')) {
      const box = mark.getBoundingClientRect();
      if (mark.querySelector('title')) found.bars.push(
          {name: mark.textContent, left: box.left - place.left, right: box.right - place.left});
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
    for (const mark of chart.querySelectorAll('use, .count, .mark')) {
      report.markContrast = Math.min(report.markContrast,
                                     contrast(inkOf(mark), report.paper));
    }
    report.charts.push(found);
  }
  for (const element of document.querySelectorAll(
           'p, li, th, td, dt, dd, small, summary, a:not(.skip), h1, h2, h3, caption, figcaption, text, code')) {
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

std::string InFrame(const std::string& html, int width) {
  std::string quoted;
  for (const char c : html) quoted += c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return "<!DOCTYPE html><meta name=\"color-scheme\" content=\"light dark\"><iframe width=\"" +
         std::to_string(width) + "\" height=\"900\" style=\"border:0\" srcdoc=\"" + quoted +
         "\"></iframe>";
}

// The page may forbid scripts.
std::string WithMeasure(std::string html) {
  const auto policy = html.find("<meta http-equiv");
  if (policy != std::string::npos) html.erase(policy, html.find('\n', policy) + 1 - policy);
  return html.insert(html.find("</body>"), kMeasure);
}

std::string Unescaped(std::string text) {
  for (const auto& [escape, plain] : {std::pair("&lt;", "<"), std::pair("&gt;", ">"),
                                      std::pair("&nbsp;", "\u00a0"), std::pair("&amp;", "&")}) {
    for (auto at = text.find(escape); at != std::string::npos; at = text.find(escape, at + 1)) {
      text.replace(at, std::string(escape).size(), plain);
    }
  }
  return text;
}

}  // namespace

Json MeasurePage(const std::string& html, const TemporaryFolder& folder, int width, bool dark) {
  WriteFile(folder / "measured.html", InFrame(WithMeasure(html), width));
  const Visit visit = VisitPage(folder / "measured.html", folder.path(), {width, 900, dark});
  EXPECT_EQ(visit.problem, "");
  for (const std::string& message : visit.messages) ADD_FAILURE() << message;
  const std::string begin = "id=\"measured\">MEASURED";
  const auto from = visit.page.find(begin), to = visit.page.rfind("DERUSAEM");
  if (from == std::string::npos || to == std::string::npos) {
    ADD_FAILURE() << "the script did not run";
    return {};
  }
  const auto start = from + begin.size();
  return Json::parse(Unescaped(visit.page.substr(start, to - start)), nullptr, false);
}

void ExpectReadable(const Json& report, std::size_t charts) {
  ASSERT_TRUE(report.is_object());
  EXPECT_LE(report["pageWidth"], report["width"]) << report["overflowing"];
  EXPECT_EQ(report["overflowing"], Json::array());
  EXPECT_GE(report["contrast"], 4.5);
  EXPECT_GE(report["markContrast"], 3.0);
  EXPECT_GE(report["smallest"], 11.0);
  EXPECT_GT(report["texts"], 100);
  EXPECT_EQ(report["unfocusable"], 0);
  EXPECT_EQ(report["imagesMissing"], 0);
  EXPECT_EQ(report["charts"].size(), charts);
  for (const Json& chart : report["charts"]) {
    EXPECT_GT(chart["width"], 200) << chart["id"];
    EXPECT_GE(chart["marks"], 2) << chart["id"];
    EXPECT_EQ(chart["outside"], 0) << chart["id"];
    EXPECT_EQ(chart["overlaps"], Json::array()) << chart["id"];
    EXPECT_EQ(chart["cut"], Json::array()) << chart["id"];
  }
}

double PaperOf(const Json& report) {
  const std::string color = report["paper"];
  return std::stod(color.substr(color.find('(') + 1));
}

}  // namespace lodestone::test
