// events compare with logs written by benchmark, in typical use.
#include <set>

#include <nlohmann/json.hpp>

#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

class EventsCompareTest : public CliTest {
 protected:
  Json Compare(Words words) {
    words.insert(words.begin(), {"events", "compare", "-json"});
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return Json::parse(result.out, nullptr, false);
  }

  // A log of one call per duration, the first one marked as such.
  void WriteLog(const std::string& name, const std::vector<double>& milliseconds,
                int columns = 640) {
    std::string text;
    for (const double time : milliseconds) {
      text += Json{{"operation", "scale"},
                   {"source_columns", columns},
                   {"source_rows", 480},
                   {"columns", 320},
                   {"rows", 240},
                   {"samples", 4},
                   {"outcome", "done"},
                   {"accelerator", "cpu"},
                   {"device", ""},
                   {"reason", "none"},
                   {"first", text.empty() ? 1 : 0},
                   {"actual_ns", static_cast<long>(time * 1e6)}}
                  .dump() +
              "\n";
    }
    WriteFile(folder_ / name, text);
  }

  std::string Normal() { return DataFile("gm-ocl-normal.log").string(); }
  std::string Accelerated() { return DataFile("gm-ocl-accelerated.log").string(); }
};

TEST_F(EventsCompareTest, ReproducesTheFiguresOfTheSeed) {
  const Json json = Compare({Normal(), Accelerated()});
  const Json &a = json["logs"][0], &b = json["logs"][1];
  EXPECT_EQ(a["calls"], 9);
  EXPECT_EQ(a["sum_ms"], 4860);
  EXPECT_EQ(b["calls"], 10);
  EXPECT_EQ(b["sum_ms"], 1906);
  EXPECT_EQ(b["first_calls"], 1);
  EXPECT_EQ(b["first_ms"], 1360);
  EXPECT_EQ(b["later_calls"], 9);
  EXPECT_EQ(b["later_ms"], 546);
  const Json& work = json["comparisons"][0]["works"][0];
  EXPECT_EQ(work["operation"], "scale");
  EXPECT_EQ(work["later"]["base_median_ms"], 320);
  EXPECT_EQ(work["later"]["other_median_ms"], 31);
  EXPECT_DOUBLE_EQ(work["later"]["ratio"], 31.0 / 320);
  EXPECT_EQ(work["later"]["verdict"], "faster");
  EXPECT_EQ(work["first"]["verdict"], "too few calls");
  EXPECT_NEAR(work["first"]["ratio"], 1360.0 / 63, 1e-9);
  EXPECT_EQ(work["calls_to_win_back"], 5);  // 1297 ms more at first, 289 ms less each time later
  EXPECT_EQ(work["base_by"][0]["accelerator"], "normal");
  EXPECT_EQ(work["other_by"][0]["accelerator"], "accelerated");
}

// Golden: the human-readable output. The paths of the logs are those of this machine.
TEST_F(EventsCompareTest, SaysItInWords) {
  for (const char* name : {"gm-ocl-normal.log", "gm-ocl-accelerated.log"}) {
    std::filesystem::copy_file(DataFile(name), folder_ / name);
  }
  WriteFile(folder_ / "third.log", ReadFile(DataFile("gm-ocl-accelerated.log")) + "damaged\n");
  const auto result =
      Lodestone({"events", "compare", "gm-ocl-normal.log", "gm-ocl-accelerated.log", "third.log"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, ReadFile(DataFile("events/compare.txt")));
}

TEST_F(EventsCompareTest, FailsOnlyIfSlowerByMore) {
  WriteLog("base.jsonl", {50, 10.0, 10.1, 9.9, 10.0, 10.05, 9.95});
  WriteLog("slower.jsonl", {50, 10.6, 10.5, 10.4, 10.5, 10.55, 10.45});
  WriteLog("cold.jsonl", {90, 10.0, 10.1, 9.9, 10.0, 10.05, 9.95});
  WriteLog("few.jsonl", {50, 90, 91, 92, 93});
  const auto status = [&](const std::string& percent, const Words& logs) {
    Words words = {"events", "compare", "-fail-if-slower", percent};
    words.insert(words.end(), logs.begin(), logs.end());
    return Lodestone(words);
  };
  EXPECT_EQ(status("0", {"base.jsonl", "base.jsonl"}).status, 0);
  EXPECT_EQ(status("0", {"slower.jsonl", "base.jsonl"}).status, 0);
  EXPECT_EQ(status("6", {"base.jsonl", "slower.jsonl"}).status, 0);
  const auto slower = status("4%", {"base.jsonl", "base.jsonl", "slower.jsonl"});
  EXPECT_EQ(slower.status, 1);
  EXPECT_EQ(slower.err,
            "lodestone events: Slower by more than 4% (C, scale, 640x480 to 320x240, later calls: "
            "1.05 times as long).\n");
  EXPECT_NE(slower.out.find("takes 1.05 times as long"), std::string::npos) << slower.out;
  // One first call proves nothing, and neither do four later ones.
  EXPECT_EQ(status("0", {"base.jsonl", "cold.jsonl"}).status, 0);
  const auto few = status("0", {"base.jsonl", "few.jsonl"});
  EXPECT_EQ(few.status, 1);
  EXPECT_NE(few.err.find("Too few calls"), std::string::npos) << few.err;
}

TEST_F(EventsCompareTest, FirstCallsOfManyProcessesFailToo) {
  std::string cold, slow;
  for (int i = 0; i < 6; ++i) {
    WriteLog("one.jsonl", {50.0 + i, 10});
    cold += ReadFile(folder_ / "one.jsonl");
    WriteLog("one.jsonl", {80.0 + i, 10});
    slow += ReadFile(folder_ / "one.jsonl");
  }
  WriteFile(folder_ / "cold.jsonl", cold);
  WriteFile(folder_ / "slow.jsonl", slow);
  const auto result =
      Lodestone({"events", "compare", "-fail-if-slower", "10", "cold.jsonl", "slow.jsonl"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("first calls"), std::string::npos) << result.err;
}

TEST_F(EventsCompareTest, NamesWhatOnlyOneLogHas) {
  WriteLog("a.jsonl", {50, 10, 10, 10, 10, 10});
  WriteLog("b.jsonl", {50, 10, 10, 10, 10, 10}, 641);
  const auto none = Lodestone({"events", "compare", "a.jsonl", "b.jsonl"});
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(none.err,
            "lodestone events: The logs have no operation in common (a.jsonl, b.jsonl).\n");
  WriteFile(folder_ / "both.jsonl",
            ReadFile(folder_ / "a.jsonl") + "{broken\n" + ReadFile(folder_ / "b.jsonl"));
  const Json json = Compare({"a.jsonl", "both.jsonl"});
  EXPECT_EQ(json["comparisons"][0]["only_in_base"], Json::array());
  EXPECT_EQ(json["comparisons"][0]["only_in_other"][0]["source_columns"], 641);
  EXPECT_EQ(json["logs"][1]["damaged"], Json::array({7}));
}

TEST_F(EventsCompareTest, DrawsTheChart) {
  WriteLog("base.jsonl", {50, 10.0, 10.1, 9.9, 10.0, 10.05, 9.95});
  WriteLog("other.jsonl", {50, 5, 5.1, 4.9, 5, 5.05, 4.95});
  Compare({"-chart", "out.svg", "base.jsonl", "other.jsonl"});
  const std::string svg = ReadFile(folder_ / "out.svg");
  EXPECT_EQ(svg.find("<svg"), 0u);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_NE(svg.find("scale, 640x480 to 320x240"), std::string::npos);
  EXPECT_NE(svg.find("0.50, 1.00 first"), std::string::npos);
  // Ratios of 0 and infinity are shown too.
  const auto edge = Lodestone({"events", "compare", "-chart", "edge.svg", Normal(), Accelerated()});
  EXPECT_EQ(edge.status, 0) << edge.err;
  const std::string drawn = ReadFile(folder_ / "edge.svg");
  EXPECT_EQ(drawn.find("nan"), std::string::npos);
  EXPECT_EQ(drawn.find("inf\""), std::string::npos);
  const auto refused =
      Lodestone({"events", "compare", "-picture", "no/such/folder.svg", Normal(), Accelerated()});
  EXPECT_EQ(refused.status, 1);
}

TEST_F(EventsCompareTest, Messages) {
  WriteLog("a.jsonl", {1, 1});
  const auto message = [&](Words words) {
    words.insert(words.begin(), {"events", "compare"});
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.out, "");
    return result.err.substr(std::string("lodestone events: ").size());
  };
  EXPECT_EQ(message({}), "Missing a log filename, two are compared.\n");
  EXPECT_EQ(message({"a.jsonl"}), "Missing a log filename, two are compared.\n");
  EXPECT_EQ(message({"-", "-"}), "Standard input can be read only once.\n");
  EXPECT_EQ(message({"-bogus", "a.jsonl", "a.jsonl"}),
            "Unrecognized option (-bogus).\n"
            "lodestone events: hint: -help lists the options\n");
  for (const char* percent : {"", "x", "-1", "nan", "inf", "5x"}) {
    EXPECT_NE(message({"-fail-if-slower", percent, "a.jsonl", "a.jsonl"}).find("-fail-if-slower"),
              std::string::npos)
        << percent;
  }
  EXPECT_EQ(message({"a.jsonl", "missing"}),
            "Unable to open file (missing) [No such file or directory].\n");
}

TEST_F(EventsCompareTest, BenchmarksOfOperationsLogTheirCalls) {
  for (const char* log : {"a.jsonl", "b.jsonl"}) {
    const auto result =
        Lodestone({"benchmark", "-accelerate-log", log, "-iterations", "7", "-accelerator", "cpu",
                   "-op", "-scale 50%", "-op", "-blur 0x1", "in.ppm"});
    ASSERT_EQ(result.status, 0) << result.err;
  }
  const Json json = Compare({"a.jsonl", "b.jsonl"});
  const Json& works = json["comparisons"][0]["works"];
  ASSERT_EQ(works.size(), 2u);
  for (const Json& work : works) {
    EXPECT_EQ(work["source_columns"], 64);
    EXPECT_EQ(work["first"]["other_calls"], 1);
    EXPECT_EQ(work["later"]["other_calls"], 6);
    EXPECT_EQ(work["other_by"],
              Json::array({{{"accelerator", "cpu"}, {"device", ""}, {"calls", 7}}}));
  }
  EXPECT_EQ(works[0]["operation"], "blur");
  EXPECT_EQ(works[1]["columns"], 32);
}

TEST_F(EventsCompareTest, BenchmarksOfCommandsLogTheirCalls) {
  const auto result = Lodestone({"benchmark", "-iterations", "3", "-accelerate-log", "a.log",
                                 "convert", "in.ppm", "-scale", "50%", "null:"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json json = Compare({"a.log", "a.log"});
  EXPECT_EQ(json["logs"][0]["calls"], 3);
  for (const Words& words :
       {Words{"convert", "in.ppm", "null:"}, Words{"-op", "-flip", "in.ppm"}}) {
    Words all = {"benchmark", "-accelerate-log", "no/such/folder.jsonl"};
    all.insert(all.end(), words.begin(), words.end());
    const auto refused = Lodestone(all);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find("Unable to open acceleration log (no/such/folder.jsonl)"),
              std::string::npos)
        << refused.err;
  }
}

class DeviceCompareTest : public DeviceCliTest {};

TEST_F(DeviceCompareTest, ADeviceComparedWithTheCpu) {
  for (const std::string accelerator : {"cpu", "opencl"}) {
    const auto result =
        Lodestone({"benchmark", "-accelerate-log", accelerator + ".jsonl", "-iterations", "6",
                   "-accelerator", accelerator, "-op", "-scale 50%", "in.ppm"});
    ASSERT_EQ(result.status, 0) << result.err;
  }
  const Json json = ParseOutput({"events", "compare", "-json", "cpu.jsonl", "opencl.jsonl"});
  const Json& comparison = json["comparisons"][0];
  ASSERT_EQ(comparison["works"].size(), 1u);
  EXPECT_EQ(comparison["works"][0]["later"]["other_calls"], 5);
  EXPECT_NE(comparison["works"][0]["other_by"][0]["device"], "");
  for (const Json& only : comparison["only_in_other"]) EXPECT_NE(only["operation"], "download");
}

TEST_F(DeviceCompareTest, BenchmarksOfChoicesCompareByAccelerator) {
  const auto result = Lodestone({"benchmark", "-choice", "-limit", "16", "-iterations", "2",
                                 "-accelerate-log", "choice.jsonl"});
  ASSERT_EQ(result.status, 0) << result.err;
  const Json json = ParseOutput(
      {"events", "compare", "-json", "-by-accelerator", "choice.jsonl", "choice.jsonl"});
  std::set<std::string> accelerators;
  for (const Json& work : json["comparisons"][0]["works"]) {
    accelerators.insert(work["accelerator"].get<std::string>());
    EXPECT_EQ(work["base_by"].size(), 1u);
  }
  EXPECT_EQ(accelerators, (std::set<std::string>{"cpu", "opencl"}));
}

}  // namespace
}  // namespace lodestone::test
