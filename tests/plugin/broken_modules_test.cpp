// A module that cannot be used gives a reason with a hint, in the list of devices and in the event;
// never a crash, and the CPU does the operation.
#include "accel/plugin.h"
#include "tests/plugin/example_process.hpp"

namespace lodestone::test {
namespace {

class BrokenModules : public ExampleProcess {
 protected:
  void ExpectRefused(const std::string& problem, const std::string& hint) {
    const Json devices = Devices();
    ASSERT_EQ(1u, devices.size()) << problem;
    EXPECT_EQ(false, devices[0]["usable"]) << problem;
    ExpectContains(devices[0]["problem"], problem);
    ExpectContains(devices[0]["hint"], hint);
    const ProcessResult plain = Run({"devices"});
    ExpectContains(plain.out, problem);
    ExpectContains(plain.out, hint);

    EXPECT_EQ(1, Convert("require", {"-magnify"}).status) << problem;
    ASSERT_EQ(1u, events_.size()) << problem;
    EXPECT_EQ("no-device", events_[0]["reason"]);
    ExpectContains(events_[0]["detail"], problem);
    ExpectContains(events_[0]["detail"], hint.substr(0, 20));
    EXPECT_EQ(0, Convert("auto", {"-magnify"}).status) << problem;
    EXPECT_EQ("cpu", events_.at(0)["accelerator"]);
  }

  static void ExpectContains(const std::string& text, const std::string& part) {
    EXPECT_NE(std::string::npos, text.find(part)) << part << "\nis not in: " << text;
  }

  // A folder with one file that looks like a module.
  void UseFile(const std::string& bytes) {
    std::filesystem::create_directory(folder_ / "modules");
    modules_ = (folder_ / "modules").string();
    WriteFile(folder_ / "modules" / "strange.so", bytes);
  }

  static inline const std::string kReplace = "install the module of this version";
};

std::string OtherVersion(unsigned version) {
  return "its table is of version " + std::to_string(version) + " of the interface, not " +
         std::to_string(MAGICK_ACCELERATE_ABI);
}

TEST_F(BrokenModules, TablesThatDoNotFit) {
  const std::pair<const char*, std::string> cases[] = {
      {"null", "it does not support version"},
      {"newer-abi", OtherVersion(MAGICK_ACCELERATE_ABI + 1)},
      {"older-abi", OtherVersion(MAGICK_ACCELERATE_ABI - 1)},
      {"short", "its table has"},
      {"huge", "its table has"},
      {"nameless", "its table has no valid name"},
      {"no-run", "its table lacks the function run"},
      {"half", "its table has some but not all of allocate, free and read"}};
  for (const auto& [how, problem] : cases) {
    ClearSettings();
    Set(std::string("TABLE=") + how);
    ExpectRefused(problem, kReplace);
  }
}

TEST_F(BrokenModules, NoEntrySymbol) {
  modules_ = Modules("no_entry");
  ExpectRefused("no_entry.so is not an accelerator module", "replace it by a module, or remove");
}

TEST_F(BrokenModules, NotASharedObject) {
  UseFile("this is no module, though its name says so");
  ExpectRefused("strange.so: ", "replace it by a module for this machine, or remove");
}

TEST_F(BrokenModules, Empty) {
  UseFile("");
  ExpectRefused("strange.so: ", "replace it by a module for this machine, or remove");
}

TEST_F(BrokenModules, Truncated) {
  const std::string whole = ReadFile(Modules("example") + "/example.so");
  ASSERT_GT(whole.size(), 4000u);
  UseFile(whole.substr(0, 1000));
  ExpectRefused("strange.so: ", "replace it by a module for this machine, or remove");
}

TEST_F(BrokenModules, DoesNotOpen) {
  Set("FAIL=open");
  ExpectRefused("the example fails because it was asked to", "unset EXAMPLE_ACCELERATOR_FAIL");
}

TEST_F(BrokenModules, OneDoesNotKeepOthersAway) {
  UseFile("no module");
  modules_ += ":" + Modules("example") + ":" + Modules("no_entry");
  const Json devices = Devices();
  ASSERT_EQ(3u, devices.size());
  ASSERT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_EQ("example", events_.at(0)["accelerator"]);
}

TEST_F(BrokenModules, OfTwoFilesOfOneNameTheFirstCounts) {
  modules_ += ":" + Modules("example");
  EXPECT_EQ(1u, Devices().size());
}

}  // namespace
}  // namespace lodestone::test
