// The page of charts in Chromium: readable on screens and phones, light and dark, and its charts
// say and show what the tables of the documents say.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>
#include <stdexcept>

#include "tests/docs/documents.hpp"
#include "tests/events/browser.hpp"
#include "tests/events/page_measure.hpp"
#include "tests/utilities/process.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kCharts = 19;
constexpr int kPhone = 375, kScreen = 1280;

struct Mark {
  double left, right;
  double length() const { return right - left; }
  double middle() const { return (left + right) / 2; }
};

// Marks of a chart by their titles.
std::map<std::string, Mark> MarksOf(const Json& report, const std::string& chart) {
  std::map<std::string, Mark> marks;
  for (const Json& found : report["charts"]) {
    if (found["id"] != chart + "-t") continue;
    for (const Json& bar : found["bars"]) marks[bar["name"]] = {bar["left"], bar["right"]};
  }
  EXPECT_FALSE(marks.empty()) << chart;
  return marks;
}

// Whether something is written in a chart, under which its values stand too.
void ExpectWritten(const Json& report, const std::string& chart, const std::string& text) {
  for (const Json& found : report["charts"]) {
    if (found["id"] != chart + "-t") continue;
    for (const Json& said : found["said"]) {
      if (said.get<std::string>().find(text) != std::string::npos) return;
    }
  }
  ADD_FAILURE() << chart << " does not have: " << text;
}

// As scripts/page makes it of the documents; "" if that is not possible here.
const std::string& PageText() {
  static const std::string text = [] {
    const TemporaryFolder folder;
    const auto file = folder / "index.html";
    const auto made =
        RunProcess({SourcePath("scripts/page").string(), file.string()}, folder.path());
    constexpr int kNoInterpreter = 127;
    if (made.status == kNoInterpreter) return std::string();
    if (made.status != 0) throw std::runtime_error(made.err);
    return ReadFile(file);
  }();
  return text;
}

class PageTextTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (PageText().empty()) GTEST_SKIP() << "python3 is not installed";
  }
};

TEST_F(PageTextTest, HasNoScriptsAndNeedsNothingFromElsewhere) {
  for (const std::string part : {"<script", "http:", "https:", "=\"//", "@import", "url("}) {
    EXPECT_EQ(PageText().find(part), std::string::npos) << part;
  }
}

class PageTest : public PageTextTest {
 protected:
  void SetUp() override {
    PageTextTest::SetUp();
    if (!HaveBrowser()) GTEST_SKIP() << "chromium is not installed";
  }

  // The page for a folder of the test's own, from where its images are still found.
  static std::string Page() {
    std::string html = PageText();
    return html.insert(html.find("<head>") + 6,
                       "<base href=\"file://" + SourcePath("docs").string() + "/\">");
  }

  static Json Measure(int width, bool dark) {
    return MeasurePage(Page(), TemporaryFolder(), width, dark);
  }
};

TEST_F(PageTest, NothingIsSaidOnTheConsole) {
  const TemporaryFolder folder;
  WriteFile(folder / "index.html", Page());
  const Visit visit = VisitPage(folder / "index.html", folder.path());
  EXPECT_EQ(visit.problem, "");
  EXPECT_NE(visit.page.find("<h1>Lodestone</h1>"), std::string::npos);
  for (const std::string& message : visit.messages) ADD_FAILURE() << message;
}

TEST_F(PageTest, IsReadableInDark) {
  const Json report = Measure(kScreen, true);
  ExpectReadable(report, kCharts);
  EXPECT_LT(PaperOf(report), 60);
}

TEST_F(PageTest, IsReadableOnPhones) {
  const Json report = Measure(kPhone, false);
  EXPECT_EQ(report["width"], kPhone);
  ExpectReadable(report, kCharts);
  EXPECT_GT(PaperOf(report), 200);
}

TEST_F(PageTest, IsReadableOnPhonesInDark) {
  const Json report = Measure(kPhone, true);
  ExpectReadable(report, kCharts);
  EXPECT_LT(PaperOf(report), 60);
}

// Of a table of milliseconds: the title of each dot, and how many times as long that library takes.
std::map<std::string, double> RatiosOf(const std::vector<Cells>& table) {
  std::map<std::string, double> ratios;
  for (std::size_t row = 1; row < table.size(); ++row) {
    for (std::size_t column = 2; table[0][column].find("fast_image") != 0; ++column) {
      const std::string &theirs = table[row][column], &own = table[row][1];
      if (std::isnan(NumberOf(theirs))) continue;
      ratios[table[row][0] + ": " + table[0][column] + " " + theirs + " ms, Lodestone " + own +
             " ms"] = NumberOf(theirs) / NumberOf(own);
    }
  }
  return ratios;
}

// Dots are where the scale below them has their ratio, and no dot is missing.
void ExpectRatios(const Json& report, const std::string& chart, const std::string& page,
                  const std::string& heading) {
  const auto marks = MarksOf(report, chart);
  const auto ratios = RatiosOf(TableBehind(SourceFile(page), heading));
  ASSERT_EQ(marks.count("equal") + marks.count("10×"), 2U);
  const double equal = marks.at("equal").middle(), decade = marks.at("10×").middle() - equal;
  EXPECT_GT(decade, 20);
  for (const auto& [title, ratio] : ratios) {
    ASSERT_EQ(marks.count(title), 1U) << title;
    EXPECT_NEAR(marks.at(title).middle(), equal + decade * std::log10(ratio), .5) << title;
  }
  EXPECT_EQ(marks.size(), ratios.size() + 5);  // and the lines of the scale
}

// Bars are as long as their values are large: title -> value.
void ExpectProportional(const std::map<std::string, Mark>& marks,
                        const std::map<std::string, double>& values, double tallest_px) {
  double largest = 0;
  for (const auto& [title, value] : values) largest = std::max(largest, value);
  double scale = 0;
  for (const auto& [title, value] : values) {
    ASSERT_EQ(marks.count(title), 1U) << title;
    if (value == largest) scale = marks.at(title).length() / value;
  }
  EXPECT_GT(scale * largest, tallest_px);
  for (const auto& [title, value] : values) {
    EXPECT_NEAR(marks.at(title).length(), value * scale, .5) << title;
  }
  EXPECT_EQ(marks.size(), values.size());
}

class FiguresTest : public PageTest {
 protected:
  static void SetUpTestSuite() {
    if (!PageText().empty() && HaveBrowser()) report_ = new Json(PageTest::Measure(kScreen, false));
  }
  static void TearDownTestSuite() { delete report_; }
  static const Json& report() { return *report_; }

 private:
  static inline const Json* report_ = nullptr;
};

TEST_F(FiguresTest, AreReadableOnScreens) {
  ExpectReadable(report(), kCharts);
  EXPECT_GT(PaperOf(report()), 200);
}

TEST_F(FiguresTest, OfCpusAreThoseOfTheTables) {
  for (const std::string depth : {"16", "8"}) {
    const std::string heading = "### " + depth + " bits, 1 thread\n";
    ExpectRatios(report(), "ratios-intel-" + depth, "docs/performance/cpu.md", heading);
    ExpectRatios(report(), "ratios-amd-" + depth, "docs/performance/cpu-amd.md", heading);
  }
}

// Bars end at 8 times Lodestone's time, and say how long the time is.
void ExpectTimes(const Json& report, const std::string& chart, const std::vector<Cells>& table) {
  const auto marks = MarksOf(report, chart);
  std::size_t found = 0;
  for (std::size_t row = 1; row < table.size(); ++row) {
    const auto own = marks.find(table[row][0] + ": Lodestone " + FirstWord(table[row][1]) + " ms");
    if (own == marks.end()) continue;  // not all operations are shown
    for (std::size_t column = 1; table[0][column].find("fast_image") != 0; ++column) {
      const std::string value = FirstWord(table[row][column]);
      if (value == "-") continue;
      const std::string title = table[row][0] + ": " + table[0][column] + " " + value + " ms";
      ASSERT_EQ(marks.count(title), 1U) << title;
      ++found;
      EXPECT_NEAR(marks.at(title).length() / own->second.length(),
                  std::min(8., NumberOf(value) / NumberOf(table[row][1])), .05)
          << title;
      ExpectWritten(report, chart, value + " ms");
    }
  }
  EXPECT_GT(found, 12U);
  EXPECT_EQ(found, marks.size());
}

TEST_F(FiguresTest, OfCpusInMillisecondsAreThoseOfTheTables) {
  for (const std::string depth : {"16", "8"}) {
    const std::string heading = "### " + depth + " bits, 1 thread\n";
    ExpectTimes(report(), "times-intel-" + depth,
                TableBehind(SourceFile("docs/performance/cpu.md"), heading));
    ExpectTimes(report(), "times-amd-" + depth,
                TableBehind(SourceFile("docs/performance/cpu-amd.md"), heading));
  }
}

TEST_F(FiguresTest, OfWholeProgramsAreThoseOfTheTable) {
  std::map<std::string, double> times, sizes;
  for (const Cells& row : TableBehind(SourceFile("docs/performance/cpu.md"),
                                      "### Whole process, Lodestone of 16 bits\n")) {
    if (std::isnan(NumberOf(row[1]))) continue;
    const std::string program = row[0].substr(row[0].find(": ") + 2) + ": ";
    times[program + FirstWord(row[1]) + " ms"] = NumberOf(row[1]);
    sizes[program + row[2] + " MiB"] = NumberOf(row[2]);
  }
  EXPECT_EQ(times.size(), 4U);
  ExpectProportional(MarksOf(report(), "milliseconds"), times, 150);
  ExpectProportional(MarksOf(report(), "peak-MiB"), sizes, 150);
}

// At 8 bits the medians have been measured once, before they changed.
TEST_F(FiguresTest, OfKernelsAreThoseOfTheTable) {
  const auto table = TableBehind(SourceFile("docs/performance/gpu.md"), "its enlarging cubic:\n");
  for (const std::size_t column : {1, 4}) {
    std::map<std::string, double> values;
    for (std::size_t row = 1; row < table.size(); ++row) {
      const std::string own = table[row][column], peer = table[row][column + 1];
      std::string name = table[row][0];
      const auto before = name.find(", before");
      if (own.empty() || (before != std::string::npos && column == 1)) continue;
      name.resize(std::min(before, name.size()));
      values[name + ": Lodestone " + own + " ms"] = NumberOf(own);
      values[name + ": NPP " + peer + " ms"] = NumberOf(peer);
      ExpectWritten(report(), column == 1 ? "kernels-16" : "kernels-8", own);
      ExpectWritten(report(), column == 1 ? "kernels-16" : "kernels-8", peer);
    }
    EXPECT_EQ(values.size(), 18U);
    ExpectProportional(MarksOf(report(), column == 1 ? "kernels-16" : "kernels-8"), values, 150);
  }
}

TEST_F(FiguresTest, OfFirstCallsAreThoseOfTheTable) {
  const auto table =
      TableBehind(SourceFile("docs/performance/gpu.md"), "from and to pageable host memory:\n");
  auto marks = MarksOf(report(), "first-calls");
  marks.merge(MarksOf(report(), "more-first-calls"));
  std::map<std::string, double> values;
  for (std::size_t row = 1; row < table.size(); ++row) {
    const Cells& cells = table[row];
    values[cells[0] + ": compiling " + cells[4] + " ms"] = NumberOf(cells[4]);
    values[cells[0] + ": first call of a process " + cells[6] + " ms"] = NumberOf(cells[6]);
    // Behind the bar of compiling.
    values[cells[0] + ": first call ever " + cells[3] + " ms"] =
        NumberOf(cells[3]) - NumberOf(cells[4]);
    ExpectWritten(report(), row <= 4 ? "first-calls" : "more-first-calls",
                  "later calls " + cells[7] + " ms");
  }
  EXPECT_EQ(values.size(), 24U);
  ExpectProportional(marks, values, 250);
}

TEST_F(FiguresTest, OfConformanceAreThoseOfTheListAndOfTheTable) {
  std::map<std::string, double> cases;
  std::istringstream lines(SourceFile("docs/conformance/list-3.txt"));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) ++cases[line.substr(132, line.find(':') - 132)];
  std::map<std::string, double> titles;
  for (const auto& [operation, count] : cases) {
    titles[operation + ": " + std::to_string(static_cast<int>(count)) + " results"] = count;
  }
  ExpectProportional(MarksOf(report(), "cases"), titles, 150);

  const auto marks = MarksOf(report(), "platforms");
  std::size_t equal = 0;
  const auto table = TableBehind(SourceFile("docs/conformance.md"), "## Where the digests hold\n");
  for (std::size_t row = 1; row < table.size(); ++row) {
    for (std::size_t column = 1; column < 3; ++column) {
      if (table[row][column] != "equal") continue;
      ++equal;
      EXPECT_EQ(marks.count(table[row][0] + ", " + table[0][column] + ": equal"), 1U)
          << table[row][0];
    }
  }
  EXPECT_GT(equal, 10U);
  EXPECT_EQ(marks.size(), equal);
}

TEST_F(FiguresTest, OfFaultsAreThoseOfTheTable) {
  std::map<std::string, Mark> marks;
  for (const std::string chart : {"faults-callers", "faults-works", "faults-runs"}) {
    marks.merge(MarksOf(report(), chart));
  }
  const auto table = TableBehind(SourceFile("docs/reliability.md"), "scripts/torture full -->\n");
  double most = 0, full = 0;
  for (std::size_t row = 1; row < table.size(); ++row) {
    const Cells& cells = table[row];
    const auto mark = marks.find(cells[0] + ": " + cells[1] + " tried, " + cells[3] + " lost");
    ASSERT_NE(mark, marks.end()) << cells[0];
    if (NumberOf(cells[1]) > most) most = NumberOf(cells[1]), full = mark->second.middle();
  }
  EXPECT_EQ(marks.size(), table.size() - 1);
  for (std::size_t row = 1; row < table.size(); ++row) {
    const Cells& cells = table[row];
    const Mark& mark = marks.at(cells[0] + ": " + cells[1] + " tried, " + cells[3] + " lost");
    EXPECT_NEAR(mark.middle(), full * std::log(NumberOf(cells[1])) / std::log(most), .5)
        << cells[0];
  }
}

}  // namespace
}  // namespace lodestone::test
