// events summarize on the seed's logs, on ours and on damaged ones.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

class EventsTest : public CliTest {
 protected:
  Json Summarize(const Words& logs) {
    Words words = {"events", "summarize", "-json"};
    words.insert(words.end(), logs.begin(), logs.end());
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return Json::parse(result.out, nullptr, false);
  }

  static Json Group(const Json& summary, const std::string& accelerator) {
    for (const Json& group : summary["groups"]) {
      if (group["accelerator"] == accelerator) return group;
    }
    return Json::object();
  }
};

TEST_F(EventsTest, ReproducesTheFiguresOfTheSeed) {
  const Json summary = Summarize(
      {DataFile("gm-ocl-accelerated.log").string(), DataFile("gm-ocl-normal.log").string()});
  const Json accelerated = Group(summary, "accelerated"), normal = Group(summary, "normal");
  EXPECT_EQ(accelerated["calls"], 10);
  EXPECT_EQ(accelerated["sum_ms"], 1906);
  EXPECT_EQ(accelerated["first_ms"], 1360);
  EXPECT_EQ(accelerated["later_calls"], 9);
  EXPECT_EQ(accelerated["later_ms"], 546);
  EXPECT_EQ(accelerated["declined"], 9);
  EXPECT_EQ(accelerated["kernels"], Json::array({"ScaleFilter"}));
  EXPECT_EQ(normal["calls"], 9);
  EXPECT_EQ(normal["sum_ms"], 4860);
  EXPECT_EQ(normal["minimum_ms"], 47);
  EXPECT_EQ(normal["maximum_ms"], 1297);
  EXPECT_EQ(normal["median_ms"], 312);
  EXPECT_EQ(summary["damaged_lines"], 0);
}

TEST_F(EventsTest, SaysTheFiguresInWords) {
  const auto result = Lodestone({"events", "summarize", DataFile("gm-ocl-accelerated.log")});
  EXPECT_NE(result.out.find("10 calls, 1906 ms; first 1360 ms, other 9 calls 546 ms"),
            std::string::npos)
      << result.out;
}

TEST_F(EventsTest, CountsAndNamesDamagedLines) {
  std::string log = ReadFile(DataFile("gm-ocl-normal.log"));
  log.insert(log.find('\n') + 1,
             "garbage\n\n{\"operation\":\"scale\",\n" + std::string(70000, 'x') + "\n");
  WriteFile(folder_ / "bad.log", log);
  const Json summary = Summarize({"bad.log"});
  EXPECT_EQ(Group(summary, "normal")["calls"], 9);
  EXPECT_EQ(summary["damaged_lines"], 3);
  std::vector<int> lines;
  for (const Json& damaged : summary["damaged"]) lines.push_back(damaged["line"]);
  EXPECT_EQ(lines, (std::vector<int>{2, 4, 5}));
}

TEST_F(EventsTest, SurvivesEveryTruncationOfALog) {
  const std::string log = ReadFile(DataFile("gm-ocl-accelerated.log")).substr(0, 300);
  for (std::size_t length = 0; length <= log.size(); length += 7) {
    WriteFile(folder_ / "cut.log", log.substr(0, length));
    EXPECT_EQ(Lodestone({"events", "summarize", "cut.log"}).status, 0) << length;
  }
}

TEST_F(EventsTest, FilesThatAreNoLogsAreRefused) {
  const std::string log = DataFile("gm-ocl-normal.log").string();
  for (const std::string text :
       {"a note\n", "a note", "{\"a\":1}", "{\n  \"a\": 1\n}\n", "1,2\n3,4\n"}) {
    WriteFile(folder_ / "other", text);
    for (const Words& command : {Words{"summarize"},
                                 {"summarize", log},
                                 {"compare", log},
                                 {"export", "-otlp"},
                                 {"export", "-prometheus", "-o", "out"},
                                 {"report", "-o", "out"},
                                 {"trace", "-o", "out"}}) {
      Words words = {"events"};
      words.insert(words.end(), command.begin(), command.end());
      words.push_back("other");
      const auto result = Lodestone(words);
      EXPECT_EQ(result.status, 1) << command[0] << ": " << text;
      EXPECT_NE(result.err.find("This is not an event log: none of its lines is a record (other)"),
                std::string::npos)
          << command[0] << ": " << result.err;
      EXPECT_FALSE(Exists("out")) << command[0];
    }
  }
}

TEST_F(EventsTest, AFileThatIsNoLogIsNotFollowed) {
  WriteFile(folder_ / "other", "a note\n");
  const auto result = Lodestone({"events", "follow", "-seconds", "60", "other"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("This is not an event log"), std::string::npos) << result.err;
}

TEST_F(EventsTest, AnEmptyLogIsALog) {
  WriteFile(folder_ / "empty", "");
  EXPECT_EQ(Lodestone({"events", "summarize", "empty"}).status, 0);
}

TEST_F(EventsTest, ReadsJsonLinesWithRefusals) {
  WriteFile(folder_ / "log.jsonl",
            R"({"operation":"scale","outcome":"done","accelerator":"cpu","device":"",)"
            R"("declined_by":"pocl:CPU:x","declined_by_outcome":"declined","reason":"cold",)"
            R"("first":1,"actual_ns":1500000})"
            "\n"
            R"({"operation":"scale","outcome":"done","accelerator":"opencl","device":"pocl:CPU:x",)"
            R"("reason":"none","kernels":"ScaleFilter","first":1,"actual_ns":2500000})"
            "\n"
            R"({"operation":"scale","outcome":"declined","accelerator":"","device":"",)"
            R"("declined_by":"","declined_by_outcome":"declined","reason":"no-device"})"
            "\n");
  const Json summary = Summarize({"log.jsonl"});
  EXPECT_EQ(summary["records"], 3);
  EXPECT_EQ(Group(summary, "cpu")["sum_ms"], 1.5);
  EXPECT_EQ(Group(summary, "opencl")["calls"], 1);
  EXPECT_EQ(Group(summary, "opencl")["declined"], 1);
  EXPECT_EQ(Group(summary, "opencl")["reasons"], Json({{"cold", 1}}));
  EXPECT_EQ(Group(summary, "any device")["reasons"], Json({{"no-device", 1}}));
  EXPECT_EQ(Group(summary, "nobody")["declined"], 1);
}

// As spreadsheets read it: equally many cells in every line, whatever the names contain.
TEST_F(EventsTest, CsvLinesHaveTheCellsOfTheHeading) {
  WriteFile(folder_ / "log.jsonl",
            R"({"operation":"a,b","outcome":"done","accelerator":"x\"y\"","device":"p:GPU:z; w",)"
            R"("kernels":"A,B","first":1,"actual_ns":1500000,"reason":"cold, so"})"
            "\n");
  const auto result = Lodestone({"events", "summarize", "-csv", "log.jsonl"});
  std::vector<std::size_t> cells;
  bool quoted = false;
  std::size_t count = 1;
  for (const char c : result.out) {
    quoted ^= c == '"';
    if (c == ',' && !quoted) ++count;
    if (c == '\n' && !quoted) cells.push_back(std::exchange(count, 1));
  }
  ASSERT_EQ(4u, cells.size()) << result.out;
  EXPECT_EQ(std::vector<std::size_t>(4, cells[0]), cells) << result.out;
  EXPECT_NE(std::string::npos, result.out.find("\"a,b\",,\"x\"\"y\"\"\",\"p:GPU:z; w\",first,1,"))
      << result.out;
}

TEST_F(EventsTest, SaysWhenTheOutputCannotBeWritten) {
  const auto result =
      RunProcess({"/bin/sh", "-c", ProgramPath() + " events summarize - < /dev/null > /dev/full"},
                 folder_.path());
  EXPECT_EQ(1, result.status);
  EXPECT_NE(std::string::npos, result.err.find("Unable to write")) << result.err;
}

TEST_F(EventsTest, ReadsStandardInput) {
  const auto result =
      Lodestone({"events", "summarize", "-"}, ReadFile(DataFile("gm-ocl-accelerated.log")));
  EXPECT_NE(result.out.find("10 calls"), std::string::npos) << result.out;
}

TEST_F(EventsTest, Messages) {
  const auto missing = Lodestone({"events", "summarize", "missing.log"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.err,
            "lodestone events: Unable to open file (missing.log) [No such file or directory].\n");
  EXPECT_EQ(Lodestone({"events"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "bogus"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "summarize"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "summarize", "-bogus"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "-help"}).status, 0);
}

}  // namespace
}  // namespace lodestone::test
