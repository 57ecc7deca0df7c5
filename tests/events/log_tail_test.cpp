// Logs that grow, are truncated, are replaced, or do not exist yet.
#include "utilities/events/follow/log_tail.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <random>

#include "tests/events/sample_events.hpp"
#include "tests/utilities/process.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;
using test::EventLine;
using test::WriteFile;

std::string Named(const std::string& operation) {
  return EventLine({{"operation", operation}});
}

class LogTailTest : public ::testing::Test {
 protected:
  void Append(const std::string& text) { std::ofstream(log_, std::ios::app) << text; }

  // The lines since the last time: "a b".
  std::string New() {
    while (tail_.Poll()) {
    }
    return std::exchange(seen_, "");
  }

  test::TemporaryFolder folder_;
  const fs::path log_ = folder_ / "log.jsonl";
  std::string seen_;
  LogTail tail_{log_.string(), [this](const EventRecord& record, bool live) {
                  seen_ += (seen_.empty() ? "" : " ") + record.operation + (live ? "" : "*");
                }};
};

TEST_F(LogTailTest, WaitsForTheFileAndThenFollowsIt) {
  EXPECT_EQ(New(), "");
  EXPECT_FALSE(tail_.found());
  Append(Named("a") + Named("b"));
  EXPECT_EQ(New(), "a b");
  EXPECT_TRUE(tail_.found());
  EXPECT_EQ(New(), "");
  Append(Named("c"));
  EXPECT_EQ(New(), "c");
  EXPECT_EQ(tail_.damaged(), 0u);
  EXPECT_EQ(tail_.restarts(), 0u);
}

TEST_F(LogTailTest, WhatWasThereIsToldApart) {
  Append(Named("a") + Named("b"));
  EXPECT_EQ(New(), "a* b*");
  Append(Named("c"));
  EXPECT_EQ(New(), "c");
}

TEST_F(LogTailTest, HalfALineIsNoLineYet) {
  const std::string line = Named("a");
  Append(line.substr(0, 40));
  EXPECT_EQ(New(), "");
  Append(line.substr(40, line.size() - 41));
  EXPECT_EQ(New(), "");
  Append("\n" + Named("b").substr(0, 30));
  EXPECT_EQ(New(), "a");
  EXPECT_EQ(tail_.damaged(), 0u);
  tail_.Finish();
  EXPECT_EQ(tail_.damaged(), 1u);
}

TEST_F(LogTailTest, ALastLineWithoutItsEndCountsAtTheEnd) {
  Append(Named("a"));
  EXPECT_EQ(New(), "a*");
  const std::string line = Named("b");
  Append(line.substr(0, line.size() - 1));
  EXPECT_EQ(New(), "");
  tail_.Finish();
  EXPECT_EQ(seen_, "b");
}

TEST_F(LogTailTest, BeginsAnewWhenTheFileIsCut) {
  Append(Named("a") + Named("b"));
  EXPECT_EQ(New(), "a* b*");
  WriteFile(log_, Named("c"));
  EXPECT_EQ(New(), "c");
  fs::resize_file(log_, 0);
  EXPECT_EQ(New(), "");
  Append(Named("d"));
  EXPECT_EQ(New(), "d");
  EXPECT_EQ(tail_.restarts(), 2u);
}

TEST_F(LogTailTest, GoesOnInTheFileThatTakesThePlace) {
  Append(Named("a"));
  EXPECT_EQ(New(), "a*");
  fs::rename(log_, folder_ / "old.jsonl");
  EXPECT_EQ(New(), "");
  // The writer may still have the old one open.
  std::ofstream(folder_ / "old.jsonl", std::ios::app) << Named("b");
  EXPECT_EQ(New(), "b");
  std::ofstream(folder_ / "old.jsonl", std::ios::app) << Named("c");
  WriteFile(folder_ / "new.jsonl", Named("d") + Named("e"));
  fs::rename(folder_ / "new.jsonl", log_);
  EXPECT_EQ(New(), "c d e");
  Append(Named("f"));
  EXPECT_EQ(New(), "f");
  EXPECT_EQ(tail_.restarts(), 1u);
}

TEST_F(LogTailTest, ComesBackAfterRemoval) {
  Append(Named("a"));
  EXPECT_EQ(New(), "a*");
  fs::remove(log_);
  EXPECT_EQ(New(), "");
  Append(Named("b"));
  EXPECT_EQ(New(), "b");
}

TEST_F(LogTailTest, DamagedAndEndlessLinesAreCounted) {
  Append("garbage\n\n" + std::string(300000, 'x') + "\n" + Named("a") + std::string(300000, 'y'));
  EXPECT_EQ(New(), "a*");
  EXPECT_EQ(tail_.damaged(), 2u);
}

TEST_F(LogTailTest, AFolderIsAnError) {
  fs::create_directory(log_);
  EXPECT_THROW(tail_.Poll(), CommandError);
}

TEST_F(LogTailTest, ReadsMuchInParts) {
  std::string text;
  for (int i = 0; i < 60000; ++i) text += Named("a");
  Append(text);
  EXPECT_TRUE(tail_.Poll());
  EXPECT_TRUE(tail_.reading_past());
  EXPECT_GT(tail_.past_share(), 0);
  EXPECT_LT(tail_.past_share(), 1);
  const std::string all = New();
  EXPECT_EQ(std::count(all.begin(), all.end(), '*'), 60000);
}

TEST(LineSplitterTest, PiecesMakeNoDifference) {
  std::mt19937 random(9);
  const auto whole = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
  };
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += std::string(whole(40) == 0 ? 60000 + whole(10000) : whole(50), 'x');
    text += whole(3) == 0 ? "\r\n" : "\n";
  }
  text += "last";
  const auto lines_of = [&](std::size_t longest_piece) {
    std::string lines;
    const auto keep = [&](std::string_view line, bool too_long) {
      lines += std::to_string(line.size()) + (too_long ? "!" : "") + (line.empty() ? ' ' : line[0]);
    };
    LineSplitter splitter;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = std::min(text.size() - at, 1 + whole(longest_piece));
      splitter.Add({text.data() + at, length}, keep);
      at += length;
    }
    splitter.Finish(keep);
    return lines;
  };
  const std::string expected = lines_of(text.size());
  EXPECT_NE(expected.find("65536!x"), std::string::npos);
  EXPECT_EQ(expected.substr(expected.size() - 2), "4l");
  for (const std::size_t longest : {1, 7, 1000, 70000}) EXPECT_EQ(lines_of(longest), expected);
}

}  // namespace
}  // namespace lodestone::cli
