// events report: the contents of the page, and that no log can break it.
#include <algorithm>
#include <set>

#include "tests/events/event_log_maker.hpp"
#include "tests/events/page_reader.hpp"
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class EventReportTest : public CliTest {
 protected:
  std::string Report(Words logs) {
    logs.insert(logs.begin(), {"events", "report", "-o", "report.html"});
    const auto result = Lodestone(logs);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return Exists("report.html") ? ReadFile(folder_ / "report.html") : "";
  }

  std::string ReportOf(const std::string& log) {
    WriteFile(folder_ / "log.jsonl", log);
    return Report({"log.jsonl"});
  }

  static bool Has(const std::string& html, const std::string& text) {
    return html.find(text) != std::string::npos;
  }
};

std::size_t Count(const std::string& html, const std::string& text) {
  std::size_t count = 0;
  for (auto at = html.find(text); at != std::string::npos; at = html.find(text, at + 1)) ++count;
  return count;
}

// Valid, self-contained, and accessible to screen readers.
void ExpectGoodPage(const std::string& html) {
  const Page page = ReadPage(html);
  ASSERT_EQ(page.error, "");
  std::set<std::string> ids;
  for (const PageElement& element : page.elements) {
    const auto id = element.attributes.find("id");
    if (id != element.attributes.end()) {
      EXPECT_TRUE(ids.insert(id->second).second) << id->second;
    }
    EXPECT_EQ(element.attributes.count("src"), 0U);
    for (const auto& [name, value] : element.attributes) {
      EXPECT_NE(name.substr(0, 2), "on") << name;
      if (name == "href" && element.name != "link") {
        EXPECT_EQ(value.substr(0, 1), "#") << value;
      }
    }
  }
  for (const PageElement& element : page.elements) {
    for (const char* name : {"aria-labelledby", "aria-describedby"}) {
      const auto reference = element.attributes.find(name);
      if (reference == element.attributes.end()) continue;
      const PageElement* target = page.WithId(reference->second);
      ASSERT_NE(target, nullptr) << reference->second;
      EXPECT_NE(target->text, "") << reference->second;
    }
    const auto target = element.attributes.find("href");
    if (target == element.attributes.end() || element.name == "link") continue;
    EXPECT_NE(page.WithId(target->second.substr(1)), nullptr) << target->second;
  }
  for (const PageElement* drawing : page.All("svg")) {
    const bool named = drawing->attributes.count("aria-labelledby") != 0 &&
                       drawing->attributes.at("role") == "img";
    EXPECT_TRUE(named || drawing->attributes.count("aria-hidden") != 0);
  }
  EXPECT_TRUE(page.All("script").empty());
  EXPECT_EQ(html.find("http://"), std::string::npos);
  EXPECT_EQ(html.find("https://"), std::string::npos);
  for (const char* number : {"\"nan", ">nan", " nan", "-nan", "\"inf", ">inf", "\"-inf"}) {
    EXPECT_EQ(html.find(number), std::string::npos) << number;
  }
}

TEST_F(EventReportTest, SaysWhatTheSeedsLogsSay) {
  const std::string html =
      Report({DataFile("gm-ocl-accelerated.log").string(), DataFile("gm-ocl-normal.log").string()});
  ExpectGoodPage(html);
  // 10 calls, 1906 ms; nine with a mean of 540 total 4860 ms.
  EXPECT_TRUE(Has(html, "Devices took 1.91 s for 10 calls; the CPU takes 5.40 s")) << html;
  EXPECT_TRUE(Has(html, "<strong>3.49 s won</strong>"));
  EXPECT_TRUE(Has(
      html,
      "First calls, which include preparing devices and programs, are 1.36 s of that, fetching "
      "their results included. The other 9 calls took 546 ms against 4.86 s: 8.90 times as fast."));
  EXPECT_TRUE(Has(html, "no reason given"));
  EXPECT_TRUE(Has(html, "9 declined, 0 failed: scale 9"));
}

TEST_F(EventReportTest, ShowsEverySectionOfAWholeLog) {
  const std::string html = ReportOf(TwoPaths().text());
  ExpectGoodPage(html);
  for (const char* chart : {"beside-chart", "speed-chart-1", "fallbacks-chart", "timeline-chart",
                            "distributions-chart", "cold-chart", "predictions-chart"}) {
    EXPECT_TRUE(Has(html, std::string("aria-labelledby=\"") + chart)) << chart;
  }
  EXPECT_TRUE(Has(html,
                  "GPU Some Device 9000 is faster from 3.00 MP on, the CPU below "
                  "(measured: 0.36 to 17.6 MP)."))
      << html.substr(html.find("id=\"speed\""), 1500);
  EXPECT_TRUE(Has(html, "call MagickAccelerateWarmUp at program start"));
  EXPECT_TRUE(Has(html, "in its own words"));
  EXPECT_TRUE(Has(html, "compile 850 ms"));
}

TEST_F(EventReportTest, SeveralHostsAreToldApart) {
  LoggedCall call;
  call.host = "node<1>";
  call.ms = 30;
  EventLogMaker log;
  for (int i = 0; i < 3; ++i) log.Add(call);
  EXPECT_FALSE(Has(ReportOf(log.text()), "id=\"hosts\"")) << "there is only one";
  call.accelerator = "opencl";
  call.device = kSomeDevice;
  call.ms = 8;
  for (const char* host : {"node<1>", "node2", "node2", ""}) {
    call.host = host;
    log.Add(call);
  }
  const std::string html = ReportOf(log.text());
  ExpectGoodPage(html);
  const std::size_t begin = html.find("id=\"hosts\"");
  ASSERT_NE(begin, std::string::npos);
  const std::string section = html.substr(begin, html.find("</section>", begin) - begin);
  EXPECT_EQ(Count(section, "node&lt;1&gt;"), 2U) << section;
  EXPECT_EQ(Count(section, "node2"), 1U) << section;
  for (const char* cell : {">3<", ">90.0 ms<", ">2<", ">16.0 ms<"})
    EXPECT_TRUE(Has(section, cell)) << cell << section;
}

TEST_F(EventReportTest, SaysWhereTheLinesAreWrong) {
  EventLogMaker log = TwoPaths();
  LoggedCall call;
  call.columns = call.rows = 1200;
  call.ms = 30;
  log.Add(call);
  call.accelerator = "opencl";
  call.device = kSomeDevice;
  call.ms = 28;
  log.Add(call);
  const std::string html = ReportOf(log.text());
  EXPECT_TRUE(Has(html, " The medians at 1.44, 2.56 MP disagree."))
      << html.substr(html.find("id=\"speed\""), 1500);
  EXPECT_FALSE(Has(ReportOf(TwoPaths().text()), "disagree"));
}

TEST_F(EventReportTest, WarmUpsAreNoCalls) {
  EventLogMaker log = TwoPaths();
  LoggedCall call;
  call.operation = "warm-up";
  call.accelerator = "opencl";
  call.device = kSomeDevice;
  call.columns = call.rows = 0;
  call.ms = 9000;
  call.compile_ms = 8500;
  log.Add(call);
  const std::string html = ReportOf(log.text());
  EXPECT_TRUE(Has(html, "<dt>Warm-ups</dt><dd>9.00 s<small>1 time, apart"));
  EXPECT_TRUE(Has(html, "<dt>Calls</dt><dd>40<small>"));
  EXPECT_FALSE(Has(html, "warm-up,"));
}

TEST_F(EventReportTest, LostTimeIsCalledLost) {
  EventLogMaker log;
  for (int i = 0; i < 6; ++i) {
    LoggedCall call;
    log.Add(call);
    call.accelerator = "opencl";
    call.device = kSomeDevice;
    call.ms = 40;
    log.Add(call);
  }
  const std::string html = ReportOf(log.text());
  EXPECT_TRUE(Has(html, "<strong>180 ms lost</strong>"));
  EXPECT_TRUE(Has(html, "4.00 times as slow"));
}

TEST_F(EventReportTest, FetchesOfResultsCountAsTheDevices) {
  EventLogMaker log;
  LoggedCall call;
  call.ms = 50;
  log.Add(call);
  call.accelerator = "opencl";
  call.device = kSomeDevice;
  call.ms = 10;
  log.Add(call);
  call.operation = "download";
  call.columns = call.rows = 700;
  call.ms = 15;
  log.Add(call);
  EXPECT_TRUE(Has(ReportOf(log.text()), "<strong>25.0 ms won</strong>"));
  // The fetch of a result whose call is in the log is added to that call.
  call.columns = call.rows = 1000;
  EventLogMaker joined;
  LoggedCall work;
  work.ms = 50;
  joined.Add(work);
  work.accelerator = "opencl";
  work.device = kSomeDevice;
  work.ms = 10;
  joined.Add(work);
  joined.Add(call);
  const std::string html = ReportOf(joined.text());
  EXPECT_TRUE(Has(html, "<strong>25.0 ms won</strong>"));
  EXPECT_TRUE(Has(html, "2.00 \xC3\x97 as fast"));
}

TEST_F(EventReportTest, OnePathAloneIsNoComparison) {
  EventLogMaker log;
  LoggedCall call;
  call.reason = "no-device";
  log.Add(call);
  std::string html = ReportOf(log.text());
  ExpectGoodPage(html);
  EXPECT_TRUE(Has(html, "No call ran on a device"));
  EXPECT_TRUE(Has(html, "which package to install"));
  call.accelerator = "opencl";
  call.device = kSomeDevice;
  call.reason = "none";
  EventLogMaker device;
  device.Add(call);
  html = ReportOf(device.text());
  ExpectGoodPage(html);
  EXPECT_TRUE(Has(html, "Devices ran 1 of 1 calls"));
}

TEST_F(EventReportTest, AnEmptyLogIsAPageToo) {
  const std::string html = ReportOf("");
  ExpectGoodPage(html);
  EXPECT_TRUE(Has(html, "No calls"));
}

TEST_F(EventReportTest, HostileNamesStayText) {
  const std::string evil = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;";
  LoggedCall call;
  call.operation = evil;
  call.reason = evil + "reason";
  call.detail = evil + "detail";
  call.declined_by = evil + ":b:c";
  EventLogMaker log;
  for (int i = 0; i < 4; ++i) {
    call.accelerator = i < 2 ? "cpu" : evil + "accelerator";
    call.device = i < 2 ? "" : evil + ":GPU:" + evil;
    call.columns = i % 2 == 0 ? 1000 : 3000;
    log.Add(call);
  }
  const std::string text = "20220428104719 0:3.2 1.672 11552 a b 744 Accelerate Event ";
  log.AddLine(text + "accelerate \x01\xff\xfe<b>\xc3(: 5");
  log.AddLine(text + "AccelerateScaleImage declined: <i> (<u>\x1b[2J)");
  WriteFile(folder_ / "a<b>&\"c.jsonl", log.text());
  WriteFile(folder_ / "<svg onload=x>.log", "garbage\n" + text + "accelerate scale: 5\n");
  const std::string html = Report({"a<b>&\"c.jsonl", "<svg onload=x>.log"});
  ExpectGoodPage(html);
  EXPECT_TRUE(Has(html, "&quot;&apos;&gt;&lt;script&gt;") ||
              Has(html, "&quot;'&gt;&lt;script&gt;"));
  EXPECT_FALSE(Has(html, "<img"));
  EXPECT_FALSE(Has(html, "<b>"));
  EXPECT_FALSE(Has(html, "\x1b"));
  EXPECT_FALSE(Has(html, "\xff"));
  EXPECT_TRUE(Has(html, "\xEF\xBF\xBD"));
  EXPECT_TRUE(Has(html, "1 damaged line skipped"));
}

TEST_F(EventReportTest, AbsurdNumbersMakeAPage) {
  EventLogMaker log;
  for (const double ms : {0.0, 1e-6, 8.9e9}) {
    for (const double predicted_ms : {0.0, 1e-6, 8.9e9}) {
      for (const std::uint64_t columns : {0UL, 2UL, 8'000'000'000UL, 900'000'000'000'000UL}) {
        LoggedCall call;
        call.ms = ms;
        call.predicted_ms = predicted_ms;
        call.columns = columns;
        call.kernel_ms = predicted_ms;
        log.Add(call);
        call.accelerator = "opencl";
        call.device = kSomeDevice;
        log.Add(call);
      }
    }
  }
  const std::string html = ReportOf(log.text());
  ExpectGoodPage(html);
  EXPECT_TRUE(Has(html, "72 records"));
}

TEST_F(EventReportTest, LargeLogsMakeNoLargePages) {
  EventLogMaker log;
  for (int i = 0; i < 20000; ++i) {
    LoggedCall call;
    call.operation = "operation-" + std::to_string(i % 700);
    call.columns = 500 + static_cast<std::uint64_t>(i) % 1500;
    call.device = "vendor:GPU:device " + std::to_string(i % 100);
    call.accelerator = i % 3 == 0 ? "cpu" : "opencl";
    if (i % 3 == 0) call.device.clear();
    call.ms = 1 + i % 97;
    call.thread = static_cast<std::uint64_t>(i) % 200;
    call.reason = "reason-" + std::to_string(i % 500);
    call.detail = std::string(400, 'x') + std::to_string(i);
    log.Add(call);
  }
  const std::string html = ReportOf(log.text());
  ExpectGoodPage(html);
  EXPECT_LT(html.size(), 1500000U);
  EXPECT_TRUE(Has(html, "The 600 longest calls are shown; the other 19,400 took"));
  EXPECT_TRUE(Has(html, "are left out"));
  EXPECT_EQ(html, ReportOf(log.text())) << "the same log makes the same page";
}

TEST_F(EventReportTest, TheTimelineKeepsTheLongestCalls) {
  EventLogMaker log;
  for (int i = 0; i < 1000; ++i) {
    LoggedCall call;
    call.operation = i == 500 ? "slowest" : i % 2 == 0 ? "slow" : "quick";
    call.ms = i == 500 ? 777 : i % 2 == 0 ? 20 : 1;
    log.Add(call);
  }
  const std::string html = ReportOf(log.text());
  const std::string timeline =
      html.substr(html.find("id=\"timeline\""),
                  html.find("id=\"distributions\"") - html.find("id=\"timeline\""));
  EXPECT_TRUE(Has(timeline, "<title>slowest 1000x1000 to 500x500, CPU: 777 ms</title>"));
  EXPECT_EQ(Count(timeline, "<title>slow 1000"), 499U);
  EXPECT_EQ(Count(timeline, "<title>quick 1000"), 100U);
}

TEST_F(EventReportTest, LeavesNothingBehindWhenItFails) {
  const auto before = Files();
  const auto missing = Lodestone({"events", "report", "-o", "out.html", "missing.jsonl"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.err,
            "lodestone events: Unable to open file (missing.jsonl) [No such file or directory].\n");
  EXPECT_EQ(Lodestone({"events", "report", "-o", "no/such/out.html", "in.ppm"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "report"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "report", "-o"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "report", "-bogus", "in.ppm"}).status, 1);
  EXPECT_EQ(Files(), before);
}

TEST_F(EventReportTest, GoesToStandardOutputFromStandardInput) {
  const auto result = Lodestone({"events", "report", "-"}, TwoPaths().text());
  EXPECT_EQ(result.status, 0);
  ExpectGoodPage(result.out);
  EXPECT_TRUE(Has(result.out, "40 records"));
  EXPECT_TRUE(Has(result.out, "standard input"));
}

}  // namespace
}  // namespace lodestone::test
