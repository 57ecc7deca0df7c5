// events follow: tables on a terminal, lines elsewhere, a summary at the end.
#include <csignal>
#include <fstream>
#include <iterator>
#include <sstream>

#include "tests/events/sample_events.hpp"
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/terminal.hpp"

namespace lodestone::test {
namespace {

class FollowTest : public CliTest {
 protected:
  void Append(const std::string& text) {
    std::ofstream(folder_ / "log.jsonl", std::ios::app) << text;
  }

  static Words Follow(const Words& options) {
    Words words = {ProgramPath(), "events", "follow"};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }

  static std::size_t Count(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
  }

  // The words of the line that contains all of `parts`; empty when none does.
  static Words LineWith(const std::string& text, const Words& parts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (!std::all_of(parts.begin(), parts.end(), [&](const std::string& part) {
            return line.find(part) != std::string::npos;
          })) {
        continue;
      }
      std::istringstream words(line);
      return {std::istream_iterator<std::string>(words), {}};
    }
    return {};
  }
};

TEST_F(FollowTest, DrawsATableInPlaceAndEndsWithASummary) {
  TerminalProcess follow(Follow({"-interval", "0.2", "log.jsonl"}), folder_.path());
  ASSERT_TRUE(follow.UntilShown("waiting for the file")) << follow.Screen();
  Append(EventLine() + EventLine({{"operation", "blur"}}) + EventLine(DeviceCall()));
  ASSERT_TRUE(follow.UntilShown("blur")) << follow.Screen();
  for (int i = 0; i < 10; ++i) Append(EventLine());
  ASSERT_TRUE(follow.UntilShown(": 13 records")) << follow.Screen();
  // However often it was redrawn.
  ASSERT_TRUE(follow.Until([&] { return Count(follow.raw(), "operation") > 4; }));
  EXPECT_EQ(Count(follow.Screen(), "operation"), 1u) << follow.Screen();
  EXPECT_EQ(Count(follow.Screen(), "[1] pocl:CPU:x"), 1u) << follow.Screen();
  follow.Send(SIGINT);
  EXPECT_EQ(follow.Wait(), 0);
  const std::string screen = follow.Screen();
  EXPECT_NE(screen.find("log.jsonl followed for"), std::string::npos) << screen;
  EXPECT_EQ(Count(screen, "operation"), 1u) << screen;
  const Words row = LineWith(screen, {"scale", "cpu"});
  ASSERT_EQ(row.size(), 9u) << screen;
  EXPECT_EQ(row[4], "2");   // median
  EXPECT_EQ(row[6], "11");  // calls
  EXPECT_GT(std::stod(row[2]), 0);
  // Every call has two megapixels; both rates are rounded to two decimals.
  EXPECT_NEAR(std::stod(row[3]), 2 * std::stod(row[2]), 0.06 + 0.02 * std::stod(row[3]));
}

TEST_F(FollowTest, TerminationEndsItToo) {
  Append(EventLine());
  TerminalProcess follow(Follow({"-interval", "0.1", "log.jsonl"}), folder_.path());
  ASSERT_TRUE(follow.UntilShown("1 record, 1 of them earlier")) << follow.Screen();
  follow.Send(SIGTERM);
  EXPECT_EQ(follow.Wait(), 0);
  EXPECT_NE(follow.Screen().find("followed for"), std::string::npos) << follow.Screen();
}

TEST_F(FollowTest, ShowsTheLastIntervalAndForgetsIt) {
  TerminalProcess follow(Follow({"-interval", "0.3", "log.jsonl"}), folder_.path());
  ASSERT_TRUE(follow.UntilShown("waiting for the file")) << follow.Screen();
  Append(EventLine({{"actual_ns", 7'000'000}}) + EventLine({{"declined_by", "a:GPU:x"},
                                                            {"declined_by_outcome", "failed"},
                                                            {"reason", "device-lost"},
                                                            {"actual_ns", 7'000'000}}));
  const auto median = [&] {
    const Words row = LineWith(follow.Screen(), {"scale", "cpu"});
    return row.size() == 9 ? row[4] : "";
  };
  EXPECT_TRUE(follow.Until([&] { return median() == "7"; })) << follow.Screen();
  EXPECT_TRUE(follow.Until([&] { return median() == "-"; })) << follow.Screen();
  const Words refused = LineWith(follow.Screen(), {"scale", "[1]"});
  ASSERT_EQ(refused.size(), 9u) << follow.Screen();
  EXPECT_EQ(refused[8], "1");
}

TEST_F(FollowTest, FollowsThroughCuttingAndReplacement) {
  Append(EventLine() + EventLine());
  TerminalProcess follow(Follow({"-interval", "0.1", "log.jsonl"}), folder_.path());
  ASSERT_TRUE(follow.UntilShown(": 2 records")) << follow.Screen();
  WriteFile(folder_ / "log.jsonl", EventLine());
  ASSERT_TRUE(follow.UntilShown(": 3 records")) << follow.Screen();
  WriteFile(folder_ / "other.jsonl", EventLine() + "damage\n" + EventLine());
  std::filesystem::rename(folder_ / "other.jsonl", folder_ / "log.jsonl");
  EXPECT_TRUE(follow.UntilShown(": 5 records, 2 of them earlier, 1 damaged line, restarted 2"))
      << follow.Screen();
}

TEST_F(FollowTest, FitsASmallTerminal) {
  for (int i = 0; i < 30; ++i) {
    Append(EventLine({{"operation", "a-long-name-of-an-operation-" + std::to_string(i)}}));
  }
  TerminalProcess follow(Follow({"-interval", "0.1", "log.jsonl"}), folder_.path(),
                         OnTerminal::kEverything, 40, 10);
  ASSERT_TRUE(follow.Until([&] { return Count(follow.raw(), "operation  ") > 5; }));
  const std::string screen = follow.Screen();
  EXPECT_EQ(screen.rfind("log.jsonl, ", 0), 0u) << screen;
  EXPECT_EQ(Count(screen, "log.jsonl, "), 1u) << screen;
  EXPECT_EQ(Count(screen, "\n"), 9u) << screen;
  EXPECT_EQ(follow.scrolled(), 0u) << "drawn below instead of in place";
}

TEST_F(FollowTest, NamesCannotSteerTheTerminal) {
  Append(EventLine({{"operation", "a\x1b[2Jb\nc"}}));
  TerminalProcess follow(Follow({"-interval", "0.1", "log.jsonl"}), folder_.path());
  EXPECT_TRUE(follow.UntilShown("[2Jb")) << follow.Screen();
  EXPECT_EQ(follow.raw().find("\x1b[2J"), std::string::npos);
}

TEST_F(FollowTest, PrintsALineAnIntervalWithoutATerminal) {
  Append(EventLine(DeviceCall()));
  const auto result =
      Lodestone({"events", "follow", "-interval", "0.2", "-seconds", "1", "log.jsonl"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_GE(Count(result.out, " calls/s, - MP/s, 0 declined, 0 failed\n"), 3u) << result.out;
  EXPECT_LE(Count(result.out, " calls/s, "), 6u) << result.out;
  EXPECT_EQ(Count(result.out, "\x1b"), 0u);
  EXPECT_EQ(Count(result.out, "\r"), 0u);
  const Words row = LineWith(result.out, {"scale", "opencl [1]"});
  ASSERT_EQ(row.size(), 10u) << result.out;
  EXPECT_EQ(row[3], "0");  // nothing came meanwhile
  EXPECT_EQ(row[5], "10");
  EXPECT_EQ(row[7], "1");
}

TEST_F(FollowTest, ReadsAPipeToItsEnd) {
  const auto result = Lodestone({"events", "follow", "-"},
                                EventLine() + EventLine({{"declined_by", "x"},
                                                         {"declined_by_outcome", "declined"},
                                                         {"reason", "cold"}}));
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("2 records"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("MP/s, 1 declined, 0 failed: scale cpu "), std::string::npos)
      << result.out;
}

TEST_F(FollowTest, Messages) {
  const auto missing = Lodestone({"events", "follow", "-seconds", "0.3", "missing.jsonl"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.err.find("Unable to open file (missing.jsonl) [No such file or directory]"),
            std::string::npos)
      << missing.err;
  EXPECT_EQ(Lodestone({"events", "follow"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "follow", "a", "b"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "follow", "-bogus", "a"}).status, 1);
  for (const char* bad : {"0", "-1", "x", "nan", "inf", "1x"}) {
    EXPECT_EQ(Lodestone({"events", "follow", "-interval", bad, "a"}).status, 1) << bad;
    EXPECT_EQ(Lodestone({"events", "follow", "-seconds", bad, "a"}).status, 1) << bad;
  }
}

}  // namespace
}  // namespace lodestone::test
