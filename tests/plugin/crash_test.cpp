// Processes that die inside a driver, and how later ones avoid it.
#include <chrono>
#include <csignal>

#include "tests/plugin/example_process.hpp"
#include "tests/utilities/terminal.hpp"

namespace lodestone::test {
namespace {

constexpr int kAborted = 128 + 6;

class CrashTest : public ExampleProcess {
 protected:
  const std::string device_ = "Example:Other:Device 1";

  void CrashIn(const std::string& where, int times = 1) {
    const Words before = settings_;
    Set("CRASH=" + where);
    for (int i = 0; i < times; ++i)
      EXPECT_EQ(kAborted, Convert("require", {"-magnify"}).status) << where;
    settings_ = before;
  }
  std::filesystem::path Running() {
    return folder_ / "cache" / "lodestone" / ("running-q" + std::to_string(QuantumDepth));
  }
  unsigned DriverCrashes() { return Devices().at(0)["driver_crashes"]; }

  static void ExpectContains(const std::string& text, const std::string& part) {
    EXPECT_NE(std::string::npos, text.find(part)) << part << "\nis not in: " << text;
  }

  // The shell runs `script`, in which "$@" is that command.
  ProcessResult ShellRunning(const Words& arguments, const std::string& script) {
    Words words{"sh", "-c", script, "sh"};
    const Words command = Command(arguments);
    words.insert(words.end(), command.begin(), command.end());
    return RunProcess(words, folder_.path());
  }
  ProcessResult Shell(const std::string& script) {
    return ShellRunning({"convert", "in.ppm", "-accelerate", "require", "-magnify", "out.ppm"},
                        script);
  }
};

TEST_F(CrashTest, OnceMayBeAnAccident) {
  CrashIn("run");
  const Json device = Devices().at(0);
  EXPECT_EQ(1u, device["driver_crashes"]);
  ExpectContains(device["last_driver_crash"], "ended while running magnify");
  EXPECT_EQ(true, device["usable"]);
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
}

TEST_F(CrashTest, TwoCrashesAreQuarantineWithReasonAndHint) {
  for (const char* where : {"run", "prepare"}) {
    CrashIn(where, 2);
    Set(std::string("CRASH=") + where);
    const Json device = Devices().at(0);
    EXPECT_EQ(2u, device["driver_crashes"]);
    EXPECT_EQ(false, device["usable"]);
    ExpectContains(device["problem"],
                   "a test after 2 processes ended in its driver, the last: process ");
    ExpectContains(device["hint"], "lodestone devices -forget '" + device_ + "'");
    ExpectContains(Run({"devices"}).out, "unfinished 2, the last: process ");
    EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
    EXPECT_EQ("quarantined", events_.at(0)["reason"]);
    ExpectContains(events_[0]["detail"], where == std::string("run") ? "ended while running magnify"
                                                                     : "ended while warming up");
    ExpectContains(events_[0]["detail"], "-forget 'Example:Other:Device 1'");
    ClearSettings();
    EXPECT_EQ(0, Run({"devices", "-forget", device_}).status);
    EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
  }
}

TEST_F(CrashTest, TheUserMayInsist) {
  CrashIn("run", 2);
  SetVariable("MAGICK_ACCELERATE_QUARANTINE=off");
  EXPECT_EQ(true, Devices().at(0)["usable"]);
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
}

TEST_F(CrashTest, WorkInBetweenClears) {
  CrashIn("run");
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_EQ(0u, DriverCrashes());
  CrashIn("run");
  EXPECT_EQ(1u, DriverCrashes());
  EXPECT_EQ(true, Devices().at(0)["usable"]);
}

TEST_F(CrashTest, LookingAtTheDeviceClearsNothing) {
  CrashIn("run");
  Devices();
  EXPECT_EQ(1u, DriverCrashes());
}

TEST_F(CrashTest, AnotherDriverIsTriedAgain) {
  CrashIn("run", 2);
  Set("DRIVER=2.0");
  EXPECT_EQ(true, Devices().at(0)["usable"]);
  EXPECT_EQ(0u, DriverCrashes());
}

TEST_F(CrashTest, OtherDevicesStayInUse) {
  Set("DEVICES=2");
  SetVariable("MAGICK_OCL_DEVICE=Device 1");
  CrashIn("run", 2);
  SetVariable("EXAMPLE_ACCELERATOR_CRASH=run");
  EXPECT_EQ(false, Devices().at(0)["usable"]);
  ClearSettings();
  Set("DEVICES=2");
  EXPECT_EQ(false, Devices().at(0)["usable"]) << "it is not tried for ever";
  EXPECT_EQ(true, Devices().at(1)["usable"]);
  EXPECT_EQ(0, Convert("require", {"-magnify"}).status);
  EXPECT_EQ("Example:Other:Device 2", events_.at(0)["device"]);
}

TEST_F(CrashTest, AModuleThatDiesWhenItOpensIsLeftAlone) {
  CrashIn("open", 2);
  Set("CRASH=open");
  const Json module = Devices().at(0);
  EXPECT_EQ("example", module["accelerator"]);
  ExpectContains(module["problem"], "ended while opening it");
  ExpectContains(module["hint"], "lodestone devices -forget 'example'");
  EXPECT_EQ(1, Convert("require", {"-magnify"}).status);
  EXPECT_EQ("quarantined", events_.at(0)["reason"]);
  ClearSettings();
  EXPECT_EQ(0, Run({"devices", "-forget", "example"}).status);
  EXPECT_EQ(device_, Devices().at(0)["name"]);
}

TEST_F(CrashTest, AKilledProcessCountsAndALivingOneDoesNot) {
  Set("HANG=run");
  Set("HANG_SECONDS=1000");
  Set("TRACE=" + (folder_ / "trace").string());
  std::string list = "env -u EXAMPLE_ACCELERATOR_HANG -u EXAMPLE_ACCELERATOR_TRACE";
  for (const auto& word : Command({})) {
    if (word.find("EXAMPLE_") == std::string::npos && word != "env") list += " '" + word + "'";
  }
  const ProcessResult result = Shell(
      "\"$@\" & hung=$!; while ! grep -qs run trace; do sleep 0.02; done; " + list +
      " devices -json > living; kill -9 $hung; wait $hung; " + list + " devices -json > dead");
  ASSERT_EQ(0, result.status) << result.err;
  EXPECT_EQ(0u, Json::parse(ReadFile(folder_ / "living"))["devices"][1]["driver_crashes"]);
  EXPECT_EQ(1u, Json::parse(ReadFile(folder_ / "dead"))["devices"][1]["driver_crashes"]);
}

TEST_F(CrashTest, ProcessesThatDieTogetherCountOnce) {
  Set("HANG=run");
  Set("HANG_SECONDS=1000");
  Set("TRACE=" + (folder_ / "trace").string());
  const ProcessResult result = Shell(
      "\"$@\" & one=$!; \"$@\" & two=$!; \"$@\" & three=$!; "
      "while ! test \"$(grep -cs run trace)\" = 3; do sleep 0.02; done; "
      "kill -9 $one $two $three; wait");
  ASSERT_EQ(0, result.status) << result.err;
  ClearSettings();
  EXPECT_EQ(1u, DriverCrashes());
}

TEST_F(CrashTest, BuildingProcessesEndWithTheOneThatStartedThem) {
  Set("HANG=open");
  Set("HANG_SECONDS=1000");
  Set("TRACE=" + (folder_ / "trace").string());
  // The FIFO ends when all processes that have it open have ended.
  const ProcessResult result =
      ShellRunning({"devices", "-build", "3"},
                   "mkfifo alive; timeout 60 cat alive & reader=$!; \"$@\" 9> alive & first=$!; "
                   "while ! test \"$(grep -cs open trace)\" = 3; do sleep 0.02; done; "
                   "kill -9 $first; wait $reader");
  EXPECT_EQ(0, result.status) << "they live on";
}

// Nobody but its parent knows what a process died of.
TEST_F(CrashTest, ADeviceThatPassesATestIsNotCondemned) {
  for (const char* where : {"run", "prepare", "open"}) {
    CrashIn(where, 2);
    EXPECT_EQ(0, Convert("require", {"-magnify"}).status) << where;
    EXPECT_EQ("done", events_.at(0)["outcome"]);
    EXPECT_EQ(0u, DriverCrashes());
  }
}

// As by a user who does not want to wait, or where memory is short.
TEST_F(CrashTest, ATestThatIsKilledCondemnsNothing) {
  CrashIn("run", 2);
  Set("HANG=run");
  Set("HANG_SECONDS=1000");
  Set("TRACE=" + (folder_ / "trace").string());
  const ProcessResult result = ShellRunning(
      {"devices", "-json"},
      "\"$@\" > listed & lister=$!; while ! grep -qs run trace; do sleep 0.02; done; "
      "for each in /proc/[0-9]*/stat; do read -r number name state parent rest < $each && "
      "test \"$parent\" = $lister && kill -9 $number; done 2> /dev/null; wait $lister");
  ASSERT_EQ(0, result.status) << result.err;
  const Json device = Json::parse(ReadFile(folder_ / "listed"))["devices"].at(1);
  EXPECT_EQ(2u, device["driver_crashes"]);
  EXPECT_EQ(true, device["usable"]);
  std::filesystem::remove(folder_ / "trace");
  EXPECT_EQ(true, Devices().at(0)["usable"]);
  EXPECT_EQ("open\n", ReadFile(folder_ / "trace")) << "not tested again at once";
}

TEST_F(CrashTest, ATestIsShownAndGivenUp) {
  CrashIn("run", 2);
  Set("HANG=run");
  Set("HANG_SECONDS=1000");
  Set("TRACE=" + (folder_ / "trace").string());
  TerminalProcess process(
      Command({"convert", "in.ppm", "-accelerate", "require", "-magnify", "out.ppm"}),
      folder_.path());
  EXPECT_TRUE(process.UntilShown("Testing devices again")) << process.raw();
  EXPECT_TRUE(process.Until([&] { return Exists("trace"); }));
  process.Send(SIGTERM);
  EXPECT_EQ(process.Wait(), 128 + SIGTERM);
  EXPECT_FALSE(Exists("out.ppm"));
  ClearSettings();
  Set("CRASH=run");
  EXPECT_EQ(false, Devices().at(0)["usable"]) << "is tested by the next process";
}

TEST_F(CrashTest, ATestThatFailsCondemnsTheDevice) {
  CrashIn("run", 2);
  Set("FAIL=run");
  EXPECT_EQ(false, Devices().at(0)["usable"]);
}

TEST_F(CrashTest, FilesOfDeadProcessesAreRemoved) {
  Devices();
  const auto cache = folder_ / "cache" / "lodestone";
  WriteFile(cache / "profile-0.json.17.1.tmp", "{");
  WriteFile(cache / "profile-0.json.18.1.tmp", "{");
  std::filesystem::last_write_time(
      cache / "profile-0.json.17.1.tmp",
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(2));
  Devices();
  EXPECT_FALSE(std::filesystem::exists(cache / "profile-0.json.17.1.tmp"));
  EXPECT_TRUE(std::filesystem::exists(cache / "profile-0.json.18.1.tmp"))
      << "may be of a living one";
}

TEST_F(CrashTest, EndingDuringAWarmUpDoesNotCount) {
  Set("TYPE=GPU");
  Set("HANG=prepare");
  Set("HANG_SECONDS=1000");
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(0, Run({"convert", "in.ppm", "-sample", "3000x3000!", "-magnify", "-sample",
                      "7000x5000!", "-sample", "10x10!", "out.ppm"})
                     .status);
  ClearSettings();
  Set("TYPE=GPU");
  EXPECT_EQ(0u, DriverCrashes());
}

TEST_F(CrashTest, ManyProcessesAtOnceLeaveNothingBehind) {
  const ProcessResult result = Shell(
      "pids=; for i in 1 2 3 4 5 6 7 8; do \"$@\" & pids=\"$pids $!\"; done; "
      "for p in $pids; do wait $p || exit 1; done");
  ASSERT_EQ(0, result.status) << result.err;
  EXPECT_EQ(0u, DriverCrashes());
  std::size_t left = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(Running())) ++left;
  EXPECT_LE(left, 1u) << "of the process that listed the devices";
}

TEST_F(CrashTest, WithoutACacheNothingIsRemembered) {
  SetVariable("XDG_CACHE_HOME=/proc/none");
  SetVariable("HOME=/proc/none");
  CrashIn("run", 2);
  const ProcessResult result = Convert("require", {"-magnify"});
  EXPECT_EQ(0, result.status);
  EXPECT_EQ("", result.err);
}

TEST_F(CrashTest, DamagedMarkersAreRemoved) {
  const auto running = Running();
  EXPECT_EQ(0u, DriverCrashes());
  WriteFile(running / "1-2-3", "");
  WriteFile(running / "1-2-4", "no marker");
  WriteFile(running / "1-2-5", std::string(100000, '\xff'));
  std::filesystem::create_directory(running / "1-2-6");
  EXPECT_EQ(0u, DriverCrashes());
  for (const char* name : {"1-2-3", "1-2-4", "1-2-5"})
    EXPECT_FALSE(std::filesystem::exists(running / name)) << name;
}

TEST_F(CrashTest, ForgettingWhatIsNotThereIsAnError) {
  EXPECT_EQ(1, Run({"devices", "-forget", "no such device"}).status);
  EXPECT_EQ(0, Run({"devices", "-forget", "all"}).status);
}

}  // namespace
}  // namespace lodestone::test
