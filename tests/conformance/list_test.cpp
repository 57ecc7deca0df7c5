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

  testing_support::TemporaryCache folder_;
  std::vector<Case> cases_ = AllCases();
  Digests digests_;
};

TEST_F(ListTest, WhatIsWrittenIsRead) {
  EXPECT_EQ(digests_, ReadList(Write(ListText(cases_, digests_)), cases_));
}

TEST_F(ListTest, Truncated) {
  const std::string text = ListText(cases_, digests_);
  const auto last_line = text.rfind('\n', text.size() - 2) + 1;
  ExpectRefused(text.substr(0, last_line), "it ends here, after 2 of 3 cases");
  ExpectRefused(text.substr(0, last_line + 40), "no digest of 64 hexadecimal digits");
  ExpectRefused(text.substr(0, text.size() - 5), "this program has no case");
  ExpectRefused("", "expected \"lodestone conformance list");
}

TEST_F(ListTest, OtherVersionsAndDepths) {
  std::string text = ListText(cases_, digests_);
  const std::string version = "list " + std::to_string(kListVersion) + ",";
  ExpectRefused(std::string(text).replace(text.find(version), version.size(), "list 99,"),
                "expected \"lodestone conformance list");
  const std::string depth = std::to_string(QuantumDepth) + " bits";
  ExpectRefused(std::string(text).replace(text.find(depth), depth.size(), "32 bits"),
                "expected \"lodestone conformance list");
}

TEST_F(ListTest, CasesThatAreThereTwiceOrUnknown) {
  const std::string text = ListText(cases_, digests_);
  const auto second = text.find('\n') + 1, third = text.find('\n', second) + 1;
  ExpectRefused(text.substr(0, third) + text.substr(second), "there twice");
  ExpectRefused(text + Digest('0') + "  blur: ByMyself(image)\n", "has no case \"blur: ByMyself");
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
