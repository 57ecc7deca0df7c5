// Reports to JSON and back, merging two runs, tables and chart.
#include "bench/report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>

#include "bench/text.hpp"
#include "tests/bench/support.hpp"

namespace lodestone::bench {
namespace {

Report Sample() {
  Report report;
  report.machine.processor = "A & B";
  report.image = "photo.jpg";
  report.columns = 5640;
  report.rows = 3172;
  report.rounds = 9;
  report.peers = {{"Lodestone", "1", ""},
                  {"a<b", "1", ""},
                  {"late", "1", ""},
                  {"quick", "", "not built: install the Debian package q"}};
  report.rates = {{16, 1, 10, 5, 100, 200}};
  report.results = {MakeResult("lanczos-25", 1, {{"Lodestone", 12.34}, {"a<b", 20}, {"late", 99}})};
  report.results[0].published_ms = 56;
  report.results[0].carried_over_ms = 60;
  return report;
}

std::string TemporaryFile(const char* name) {
  return (std::filesystem::path(testing::TempDir()) / name).string();
}

std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Report, SurvivesJson) {
  const std::string path = TemporaryFile("report.json");
  WriteJson(Sample(), path);
  const Report report = ReadJson(path);
  std::filesystem::remove(path);
  EXPECT_EQ(Markdown(report), Markdown(Sample()));
  EXPECT_EQ(Chart(report), Chart(Sample()));
  EXPECT_EQ(report.results[0].timings[1].median_ms, 20);
}

TEST(Report, BadFilesAreNamed) {
  const std::string path = TemporaryFile("bad.json");
  WriteText("{\"machine\": 3}", path);
  try {
    ReadJson(path);
    ADD_FAILURE() << "read";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("bad.json"), std::string::npos);
  }
  std::filesystem::remove(path);
  EXPECT_THROW(ReadJson(path), std::runtime_error);
  EXPECT_THROW(WriteText("x", "/nonexistent/x"), std::runtime_error);
}

TEST(Report, MergeReplacesSameRowsAndKeepsTheOthers) {
  Report report = Sample(), other = Sample();
  other.results[0].timings[0].median_ms = 1;
  other.results.push_back(MakeResult("lanczos-25", 2, {{"Lodestone", 7}}));
  other.peers[3] = {"quick", "2.0", ""};
  other.rates[0].read_gbs = 11;
  Merge(other, report);
  ASSERT_EQ(report.results.size(), 2U);
  EXPECT_EQ(report.results[0].timings[0].median_ms, 1);
  EXPECT_EQ(report.results[1].threads, 2U);
  ASSERT_EQ(report.peers.size(), 4U);
  EXPECT_EQ(report.peers[3].version, "2.0");
  ASSERT_EQ(report.rates.size(), 1U);
  EXPECT_EQ(report.rates[0].read_gbs, 11);
}

TEST(Report, TableShowsTimesRatioAndWhatIsMissing) {
  const std::string text = Markdown(Sample());
  EXPECT_NE(text.find("### 16 bits, 1 thread\n"), std::string::npos);
  EXPECT_NE(text.find("Goals met: 1 of 1."), std::string::npos);
  EXPECT_NE(text.find("12.3 ±0%"), std::string::npos);
  EXPECT_NE(text.find(" 0.62 |"), std::string::npos) << text;
  EXPECT_NE(text.find("0.8 x best: 16.0"), std::string::npos);
  EXPECT_NE(text.find("56.0 / 60.0"), std::string::npos);
  EXPECT_NE(text.find("install the Debian package q"), std::string::npos);
}

TEST(Report, WhoDidSomethingElseIsNamed) {
  Report report = Sample();
  EXPECT_EQ(Markdown(report).find("Not timed"), std::string::npos);
  report.results[0].left_out = {"odd: mean difference 4.0/255"};
  EXPECT_NE(Markdown(report).find("16 bits, 1 thread: odd: mean difference 4.0/255\n"),
            std::string::npos);
}

TEST(Report, ColumnsOfATableAreAligned) {
  const std::string text = Markdown(Sample());
  const std::size_t heading = text.find("| milliseconds"), rule = text.find('\n', heading) + 1;
  const std::size_t line = text.find('\n', rule) + 1;
  // "±" is one character of two bytes; there are three of them in the line.
  EXPECT_EQ(rule - heading, line - rule);
  EXPECT_EQ(text.find('\n', line) + 1 - line, line - rule + 3);
}

TEST(Report, ChartHasABarForEachTimeAndEscapesNames) {
  const std::string text = Chart(Sample());
  EXPECT_EQ(Count(text, "class=\"own\""), 1U);
  EXPECT_EQ(Count(text, "class=\"peer\""), 2U);
  EXPECT_EQ(Count(text, "class=\"estimate\""), 1U);
  EXPECT_EQ(Count(text, "class=\"cut\""), 1U) << "99 ms is more than five times 12.34";
  EXPECT_NE(text.find(">a&lt;b</text>"), std::string::npos);
  EXPECT_EQ(text.find("a<b"), std::string::npos);
}

TEST(Report, MillisecondsKeepThreeDigits) {
  EXPECT_EQ(Milliseconds(0), "-");
  EXPECT_EQ(Milliseconds(1.234), "1.23");
  EXPECT_EQ(Milliseconds(9.999), "10.0");
  EXPECT_EQ(Milliseconds(99.96), "100");
  EXPECT_EQ(Milliseconds(1234.5), "1234");
}

}  // namespace
}  // namespace lodestone::bench
