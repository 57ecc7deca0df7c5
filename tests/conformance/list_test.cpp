// Files of digests: what is written is read again, and damage is found.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/temporary_cache.hpp"
#include "utilities/conform/digest_list.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::conform {
namespace {

class ListTest : public testing::Test {
 protected:
  void SetUp() override {
    cases_.resize(3);
    Digests digests;
    for (const Case& each : cases_) digests[each.name()] = Digest('a' + each.number % 6);
    digests_ = digests;
  }

  static std::string Digest(int digit) { return std::string(64, static_cast<char>(digit)); }

  std::string Write(const std::string& text) {
    const std::string name = folder_.path() + "/list.txt";
    std::ofstream(name) << text;
    return name;
  }

  // The message about a file of this text; "" if it is read.
  std::string Refused(const std::string& text) {
    try {
      ReadList(Write(text), cases_);
      return "";
    } catch (const cli::CommandError& error) {
      return cli::ErrorText(error);
    }
  }

  void ExpectRefused(const std::string& text, const std::string& why) {
    const std::string message = Refused(text);
    EXPECT_NE(std::string::npos, message.find(why)) << message;
    EXPECT_NE(std::string::npos, message.find("list.txt")) << message;
  }

  test::TemporaryCache folder_;
  std::vector<Case> cases_ = AllCases();
  Digests digests_;
};

TEST_F(ListTest, WhatIsWrittenIsRead) {
  const Digests others = {{cases_[0].name(), Digest('8')}, {cases_[2].name(), Digest('9')}};
  const std::string name = Write(ListText(cases_, digests_, others));
  EXPECT_EQ(digests_, ReadList(name, cases_));
  EXPECT_EQ(others, DigestsOfOtherDepth(name));
}

TEST_F(ListTest, TheDigestAt8BitsIsTheFirstOfALine) {
  cases_.resize(1);
  const std::string own = digests_.at(cases_[0].name()), other = Digest('9');
  const std::string text = ListText(cases_, digests_, {{cases_[0].name(), other}});
  EXPECT_EQ((QuantumDepth == 8 ? own + "  " + other : other + "  " + own) + "  " +
                cases_[0].name() + "\n",
            text.substr(text.find('\n') + 1));
}

// A list to which one depth has been added, or which has been renamed.
TEST_F(ListTest, DigestsOfTheOtherDepthAreKept) {
  EXPECT_EQ(Digests(), DigestsOfOtherDepth(folder_.path() + "/none.txt"));
  EXPECT_EQ(Digests(), DigestsOfOtherDepth(Write(ListText(cases_, digests_, {}))));
  std::string earlier = ListText(cases_, digests_, digests_);
  earlier.replace(0, earlier.find('\n'), "lodestone conformance list 1, 3 cases");
  EXPECT_EQ(digests_, DigestsOfOtherDepth(Write(earlier)));
}

TEST_F(ListTest, WithoutADigestOfThisDepth) {
  std::string text = ListText(cases_, digests_, digests_);
  const auto line = text.find('\n') + 1;
  text.replace(line + (QuantumDepth == 8 ? 0 : 66), 64, Digest('-'));
  ExpectRefused(text, ":2: no digest at " + std::to_string(QuantumDepth) + " bits");
}

TEST_F(ListTest, Truncated) {
  const std::string text = ListText(cases_, digests_, digests_);
  const auto last_line = text.rfind('\n', text.size() - 2) + 1;
  ExpectRefused(text.substr(0, last_line), "it ends here, after 2 of 3 cases");
  ExpectRefused(text.substr(0, last_line + 40), "no two digests of 64 hexadecimal digits");
  ExpectRefused(text.substr(0, text.size() - 5), "this program has no case");
  ExpectRefused("", "expected \"lodestone conformance list");
}

TEST_F(ListTest, OtherVersions) {
  std::string text = ListText(cases_, digests_, digests_);
  const std::string version = "list " + std::to_string(kListVersion) + ",";
  ExpectRefused(std::string(text).replace(text.find(version), version.size(), "list 99,"),
                "expected \"lodestone conformance list");
}

TEST_F(ListTest, CasesThatAreThereTwiceOrUnknown) {
  const std::string text = ListText(cases_, digests_, digests_);
  const auto second = text.find('\n') + 1, third = text.find('\n', second) + 1;
  ExpectRefused(text.substr(0, third) + text.substr(second), "there twice");
  ExpectRefused(text + Digest('0') + "  " + Digest('1') + "  blur: ByMyself(image)\n",
                "has no case \"blur: ByMyself");
}

TEST_F(ListTest, Missing) {
  try {
    ReadList(folder_.path() + "/none.txt", cases_);
    FAIL();
  } catch (const cli::CommandError& error) {
    EXPECT_NE(std::string::npos, cli::ErrorText(error).find("none.txt"));
  }
}

}  // namespace
}  // namespace lodestone::conform
