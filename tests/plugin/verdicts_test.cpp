// Verdicts of self-tests remain valid for later processes.
#include <cstdint>

#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

class VerdictsTest : public ExampleProcess {
 protected:
  std::uint64_t TestNs() {
    EXPECT_FALSE(events_.empty());
    return events_.empty() ? 0 : events_[0]["test_ns"].get<std::uint64_t>();
  }
};

TEST_F(VerdictsTest, APassedTestIsNotRepeated) {
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_GT(TestNs(), 0u);
  EXPECT_EQ("passed: magnify (1 of 3 kinds)", Devices().at(0)["self_test"]);
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_EQ(0u, TestNs());
  EXPECT_EQ("example", events_[0]["accelerator"]);
}

TEST_F(VerdictsTest, EachOperationHasItsOwn) {
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  ASSERT_EQ(0, Convert("require", {"-sample", "50%"}).status);
  EXPECT_GT(TestNs(), 0u);
  EXPECT_EQ("passed: sample (1 of 4 kinds), magnify (1 of 3 kinds)", Devices().at(0)["self_test"]);
}

TEST_F(VerdictsTest, AFailedTestIsKeptUntilForgotten) {
  Set("SPOIL=1");
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  ClearSettings();
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  EXPECT_EQ("self-test-failed", events_.at(0)["reason"]);
  const Json device = Devices().at(0);
  EXPECT_EQ(0u, device["self_test"].get<std::string>().find("failed: magnify: "));
  EXPECT_NE(std::string::npos, device["hint"].get<std::string>().find("devices -forget"));
  EXPECT_EQ(0, Convert("require", {"-sample", "50%"}).status) << "other operations are fine";
  EXPECT_EQ(0, Run({"devices", "-forget", "Example:Other:Device 1"}).status);
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_GT(TestNs(), 0u);
}

TEST_F(VerdictsTest, AnotherDriverIsTestedAgain) {
  Set("SPOIL=1");
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  ClearSettings();
  Set("DRIVER=2.0");
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_GT(TestNs(), 0u);
}

TEST_F(VerdictsTest, AnotherBuildOfTheModuleIsTestedAgain) {
  const std::filesystem::path copy = folder_ / "modules";
  std::filesystem::create_directory(copy);
  std::filesystem::copy_file(modules_ + "/example.so", copy / "example.so");
  modules_ = copy.string();
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_EQ(0u, TestNs());
  std::filesystem::last_write_time(copy / "example.so", {});
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_GT(TestNs(), 0u);
}

TEST_F(VerdictsTest, AFailureToRunIsNoVerdict) {
  Set("FAIL=run");
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  ClearSettings();
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
}

TEST_F(VerdictsTest, WarmingUpTellsItsParts) {
  const Json device = Devices({"-warm"}).at(0);
  EXPECT_GT(device["context_ns"], 0);
  EXPECT_GT(device["test_ns"], 0);
  const ProcessResult text = Run({"devices", "-warm"});
  EXPECT_NE(std::string::npos, text.out.find("self-test  passed")) << text.out;
  EXPECT_NE(std::string::npos, text.out.find("warm-up    open ")) << text.out;
  EXPECT_EQ(0, Devices({"-warm"}).at(0)["test_ns"]) << "kept from before";
}

}  // namespace
}  // namespace lodestone::test
