// However a run of lodestone bulk ends: nothing is lost, and nothing is done twice.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "tests/utilities/bulk_fixture.hpp"
#include "tests/utilities/terminal.hpp"

namespace lodestone::test {
namespace {

class BulkEndingTest : public BulkTest {
 protected:
  // Folders of processes for one input.
  std::vector<std::string> Isolated() {
    std::vector<std::string> names = Files();
    std::erase_if(names, [](const std::string& name) { return !name.starts_with(".isolated-"); });
    return names;
  }
};

TEST_F(BulkEndingTest, KilledAtAnyMomentItGoesOn) {
  MakeMany(100, 200);
  const Words words = {"-resize", "300%", "-output", "out/%{path}/%{base}.png", "in"};
  Words command = {ProgramPath(), "bulk"};
  command.insert(command.end(), words.begin(), words.end());
  const auto journal_bytes = [&] {
    std::error_code error;
    const auto bytes = fs::file_size(folder_ / "out/lodestone-bulk.jsonl", error);
    return error ? 0 : bytes;
  };
  std::uintmax_t reached = 0;
  for (const int signal : {SIGKILL, SIGINT, SIGTERM, SIGKILL}) {
    TerminalProcess process(command, folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] { return journal_bytes() > reached + 1000; }));
    process.Send(signal);
    EXPECT_EQ(process.Wait(), 128 + signal);
    reached = journal_bytes();
    EXPECT_TRUE(Leftovers().empty());
  }
  EXPECT_EQ(Bulk(words).status, 0);
  std::map<std::string, int> done;
  const auto records = Records("out/lodestone-bulk.jsonl", &done);
  EXPECT_EQ(records.size(), 103u);
  for (const auto& [name, times] : done) EXPECT_EQ(times, 1) << name;
  for (const auto& [name, record] : records) {
    ASSERT_TRUE(record.done) << name << record.reason;
    EXPECT_EQ(fs::file_size(folder_ / record.outputs[0].name), record.outputs[0].bytes);
  }
  ExpectConverted("out/7.png", "in/7.ppm", {"-resize", "300%"});
  ExpectConverted("out/99.png", "in/99.ppm", {"-resize", "300%"});
}

// Pipes that nobody writes to keep inputs under way. Ctrl-C is none of their faults.
TEST_F(BulkEndingTest, WhatWasUnderWayAtCtrlCIsNoSuspect) {
  ASSERT_EQ(mkfifo((folder_ / "in/pipe.ppm").c_str(), 0666), 0);
  const Words words = {"-output", "out/%{base}.png", "-journal", "j", "in", "in/pipe.ppm"};
  Words command = {ProgramPath(), "bulk"};
  command.insert(command.end(), words.begin(), words.end());
  for (const int signal : {SIGINT, SIGTERM}) {
    TerminalProcess process(command, folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] { return Exists("j") && Records("j").size() == 3u; }));
    process.Send(signal);
    EXPECT_EQ(process.Wait(), 128 + signal);
  }
  EXPECT_FALSE(cli::Journal((folder_ / "j").string()).WasFatal("in/pipe.ppm"));
  fs::remove(folder_ / "in/pipe.ppm");
  WriteFile(folder_ / "in/pipe.ppm", SamplePpm(9, 9));
  EXPECT_EQ(Bulk(words).status, 0);
  EXPECT_EQ(Records("j").at("in/pipe.ppm").attempts, 1u);
}

TEST_F(BulkEndingTest, AJournalThatWasCutIsMended) {
  const Words words = {"-output", "out/%{path}/%{base}.png", "in"};
  EXPECT_EQ(Bulk(words).status, 0);
  const fs::path journal = folder_ / "out/lodestone-bulk.jsonl";
  const std::string whole = ReadFile(journal);
  WriteFile(journal, whole.substr(0, whole.size() - 20));
  EXPECT_NE(Bulk(words).out.find("1 image done, 2 before"), std::string::npos);
  EXPECT_EQ(Records("out/lodestone-bulk.jsonl").size(), 3u);
  // Lines of no use are left alone.
  WriteFile(journal, ReadFile(journal) + "garbage\n{\"type\":\"item\"}\n");
  EXPECT_NE(Bulk(words).out.find("3 before"), std::string::npos);
}

// The command line of a process; empty when it has ended.
std::string WordsOf(pid_t process) {
  std::string words;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/cmdline"), words);
  return words;
}

bool Eventually(const std::function<bool()>& condition) {
  for (int i = 0; i < 300 && !condition(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return condition();
}

// The process that `parent` has started for one input, once there is one; 0 if none comes.
pid_t IsolatedChildOf(pid_t parent) {
  pid_t child = 0;
  const bool found = Eventually([&] {
    for (const auto& task : fs::directory_iterator("/proc/" + std::to_string(parent) + "/task")) {
      std::ifstream file(task.path() / "children");
      if (file >> child && WordsOf(child).find("-isolated") != std::string::npos) return true;
    }
    return false;
  });
  return found ? child : 0;
}

// A pipe that nobody writes to stands for an input that a decoder never returns from.
TEST_F(BulkEndingTest, WhatAProcessDiesOfIsDoneInOneOfItsOwn) {
  MakeMany(20);
  ASSERT_EQ(mkfifo((folder_ / "in/poison.ppm").c_str(), 0666), 0);
  const Words words = {"-limit", "threads",       "2",        "-output", "out/%{path}/%{base}.png",
                       "in",     "in/poison.ppm", "-journal", "j"};
  Words command = {ProgramPath(), "bulk"};
  command.insert(command.end(), words.begin(), words.end());
  {
    TerminalProcess process(command, folder_.path(), OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(process.Until([&] { return Exists("j") && Records("j").size() == 23u; }));
    process.Send(SIGKILL);
    EXPECT_EQ(process.Wait(), 128 + SIGKILL);
  }
  {
    TerminalProcess process(command, folder_.path(), OnTerminal::kErrorOutputOnly);
    const pid_t child = IsolatedChildOf(process.pid());
    process.Send(SIGKILL);
    EXPECT_EQ(process.Wait(), 128 + SIGKILL);
    EXPECT_TRUE(Eventually([&] { return WordsOf(child).empty(); }));  // it dies too
  }
  EXPECT_EQ(Isolated().size(), 1u);
  WriteFile(folder_ / "in/later.ppm", SamplePpm(8, 8));
  TerminalProcess process(command, folder_.path(), OnTerminal::kErrorOutputOnly);
  const pid_t child = IsolatedChildOf(process.pid());
  ASSERT_NE(child, 0);
  EXPECT_EQ(kill(child, SIGKILL), 0);  // sanitizers catch others
  EXPECT_EQ(process.Wait(), 1);
  std::map<std::string, int> done;
  const auto records = Records("j", &done);
  EXPECT_EQ(records.size(), 25u);
  for (const auto& [name, times] : done) EXPECT_EQ(times, 1) << name;
  EXPECT_TRUE(records.at("in/later.ppm").done);
  const cli::ItemRecord& poison = records.at("in/poison.ppm");
  EXPECT_FALSE(poison.done);
  EXPECT_NE(poison.reason.find("signal 9, Killed, for the second time"), std::string::npos)
      << poison.reason;
  EXPECT_TRUE(Isolated().empty());  // and what the killed one left is gone
}

// Threads that wait for a file or a device leave the CPUs to others.
TEST_F(BulkEndingTest, AsManyImagesAtOnceAsThreads) {
  const unsigned threads = 2 * std::thread::hardware_concurrency() + 3;
  Words command = {ProgramPath(),           "bulk",    "-limit",         "threads",
                   std::to_string(threads), "-output", "out/%{base}.png"};
  std::vector<std::string> pipes;
  for (unsigned i = 0; i < threads; ++i) {
    pipes.push_back((folder_ / ("in/pipe" + std::to_string(i) + ".ppm")).string());
    ASSERT_EQ(mkfifo(pipes.back().c_str(), 0666), 0);
    command.push_back(pipes.back());
  }
  TerminalProcess process(command, folder_.path(), OnTerminal::kErrorOutputOnly);
  std::vector<int> writers;
  EXPECT_TRUE(process.Until([&] {
    if (writers.size() == pipes.size()) return true;
    // Fails while nothing reads from it.
    const int writer = open(pipes[writers.size()].c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (writer >= 0) writers.push_back(writer);
    return writers.size() == pipes.size();
  })) << writers.size()
      << " of " << threads;
  EXPECT_EQ(process.raw().find("Warning"), std::string::npos) << process.raw();
  for (const int writer : writers) close(writer);
  process.Send(SIGKILL);
  process.Wait();
}

// The innocent among those that were under way are done, with the same outputs.
TEST_F(BulkEndingTest, WhoWasThereWhenAProcessDiedIsDone) {
  WriteFile(folder_ / "j",
            cli::JournalStartLine("in/a.ppm") + cli::JournalStartLine("in/none.ppm"));
  const ProcessResult result = Bulk({"-resize", "50%", "-output", "out/%{path}/%{base}.png",
                                     "-journal", "j", "in", "in/none.ppm"});
  EXPECT_EQ(result.status, 1);
  ExpectConverted("out/a.png", "in/a.ppm", {"-resize", "50%"});
  const auto records = Records("j");
  EXPECT_TRUE(records.at("in/a.ppm").done);
  EXPECT_EQ(records.at("in/a.ppm").attempts, 2u);
  EXPECT_EQ(records.at("in/a.ppm").settings, records.at("in/sub/b.ppm").settings);
  EXPECT_NE(records.at("in/none.ppm").reason.find("Unable to open file"), std::string::npos);
  EXPECT_NE(Bulk({"-resize", "50%", "-output", "out/%{path}/%{base}.png", "-journal", "j", "in"})
                .out.find("0 images done, 3 before"),
            std::string::npos);
}

TEST_F(BulkEndingTest, WhatNeverEndsIsEndedAndRecorded) {
  ASSERT_EQ(mkfifo((folder_ / "in/endless.ppm").c_str(), 0666), 0);
  WriteFile(folder_ / "j", cli::JournalStartLine("in/endless.ppm"));
  const ProcessResult result = Bulk({"-isolated-timeout", "1", "-output", "out/%{base}.png",
                                     "-journal", "j", "in/a.ppm", "in/endless.ppm"});
  EXPECT_EQ(result.status, 1);
  const auto records = Records("j");
  EXPECT_TRUE(records.at("in/a.ppm").done);
  EXPECT_EQ(records.at("in/endless.ppm").reason,
            "Not done after 1 seconds in a process of its own (in/endless.ppm)");
  EXPECT_NE(Bulk({"-isolated-timeout", "0", "-output", "out/%{base}.png", "in"})
                .err.find("-isolated-timeout"),
            std::string::npos);
}

// Runs `script` with a file system of `size` in the folder "small"; nothing where that is
// impossible.
std::optional<ProcessResult> WithSmallDisk(const fs::path& folder, const std::string& size,
                                           const std::string& script) {
  fs::create_directories(folder / "small");
  const std::string mount = "mount -t tmpfs -o size=" + size + " none small";
  if (RunProcess({"unshare", "-rm", "sh", "-c", mount}, folder).status != 0) return std::nullopt;
  return RunProcess({"unshare", "-rm", "sh", "-c", mount + " && " + script, ProgramPath()}, folder);
}

TEST_F(BulkEndingTest, AFullDiskStopsTheRun) {
  MakeMany(40);
  const auto result = WithSmallDisk(
      folder_.path(), "256k",
      "\"$0\" bulk -resize 300% -output 'small/%{base}.ppm' -journal j in; status=$?; ls -A small; "
      "exit $status");
  if (!result) GTEST_SKIP() << "file systems cannot be mounted here";
  EXPECT_EQ(result->status, 1);
  EXPECT_NE(result->err.find("No space left on device"), std::string::npos) << result->err;
  EXPECT_EQ(result->out.find(".lodestone"), std::string::npos) << result->out;
  // What was done is kept and recorded, the others are neither.
  const auto records = Records("j");
  EXPECT_GT(records.size(), 0u);
  EXPECT_LT(records.size(), 43u);
  for (const auto& [name, record] : records) {
    EXPECT_TRUE(record.done);
    const std::string output = fs::path(record.outputs[0].name).filename().string();
    EXPECT_NE(result->out.find("\n" + output), std::string::npos) << output;
  }
  EXPECT_EQ(Bulk({"-resize", "300%", "-output", "out/%{base}.ppm", "-journal", "j", "in"}).status,
            0);
}

TEST_F(BulkEndingTest, AFullDiskIsNoFaultOfAnInputThatIsDoneAlone) {
  WriteFile(folder_ / "j", cli::JournalStartLine("in/a.ppm"));
  const auto result =
      WithSmallDisk(folder_.path(), "8k",
                    "head -c 8192 /dev/zero > small/zeros; \"$0\" bulk -resize 300% -output "
                    "'small/%{base}.ppm' -journal j in/a.ppm");
  if (!result) GTEST_SKIP() << "file systems cannot be mounted here";
  EXPECT_EQ(result->status, 1);
  EXPECT_NE(result->err.find("Stopped: Unable to write file (small/a.ppm) [No space left"),
            std::string::npos)
      << result->err;
  EXPECT_TRUE(Records("j").empty());
}

TEST_F(BulkEndingTest, AJournalThatCannotBeWrittenStopsTheRun) {
  const auto result = WithSmallDisk(folder_.path(), "8k",
                                    "head -c 8192 /dev/zero > small/zeros; \"$0\" bulk -output "
                                    "'out/%{base}.png' -journal small/j "
                                    "in/a.ppm");
  if (!result) GTEST_SKIP() << "file systems cannot be mounted here";
  EXPECT_EQ(result->status, 1);
  EXPECT_NE(result->err.find("Unable to write journal (small/j) [No space left on device]"),
            std::string::npos)
      << result->err;
}

TEST_F(BulkEndingTest, AJournalIsAFile) {
  const ProcessResult result =
      Bulk({"-output", "out/%{base}.png", "-journal", "/dev/full", "in/a.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("The journal is not a regular file (/dev/full)"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace lodestone::test
