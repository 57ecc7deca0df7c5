// Journals of lodestone bulk: which files are, who works with them, and what they say of warnings.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "tests/utilities/bulk_fixture.hpp"
#include "tests/utilities/terminal.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::test {
namespace {

using ::testing::HasSubstr;

class BulkJournalTest : public BulkTest {
 protected:
  ProcessResult BulkWith(const std::string& journal) {
    return Bulk({"-output", "out/%{base}.png", "-journal", journal, "in/a.ppm"});
  }
  // With a file of that content as its journal.
  void ExpectRefused(const std::string& content) {
    WriteFile(folder_ / "file", content);
    const ProcessResult result = BulkWith("file");
    EXPECT_EQ(result.status, 1) << content;
    EXPECT_THAT(result.err, HasSubstr("This file is not a journal of bulk (file)")) << content;
    EXPECT_TRUE(ReadFile(folder_ / "file") == content) << content;
    EXPECT_FALSE(Exists("out/a.png"));
  }
};

TEST_F(BulkJournalTest, OtherFilesStayAsTheyAre) {
  ExpectRefused(SamplePpm(20, 10) + "\nthe end");
  ExpectRefused("\xff\xd8\xff\xe0 a photograph without a line end");
  ExpectRefused("a text\nof two lines\n");
  ExpectRefused("\n");
  ExpectRefused(std::string(5000, '\0'));
  ExpectRefused("{\"sequence\":1,\"unix_time_ns\":0}\n");
  ExpectRefused("{\"type\":\"item\"}\n");
  ExpectRefused("{\"type\":\"item\",\"input\":\"a\"}\n" + cli::JournalStartLine("a"));
  ExpectRefused("{\"type\":\"plan\",\"version\":\"1\"}\n");
}

TEST_F(BulkJournalTest, TheUsualNameIsNoExcuse) {
  fs::create_directory(folder_ / "out");
  WriteFile(folder_ / "out/lodestone-bulk.jsonl", "notes\nof mine");
  EXPECT_EQ(Bulk({"-output", "out/%{base}.png", "in/a.ppm"}).status, 1);
  EXPECT_EQ(ReadFile(folder_ / "out/lodestone-bulk.jsonl"), "notes\nof mine");
}

// Removed when one of two inputs has been done.
TEST_F(BulkJournalTest, OneThatIsGoneIsNotNamed) {
  constexpr char kScript[] = R"(
    { echo in/a.ppm
      until [ -e out/a.png ]; do sleep 0.02; done
      rm -r journals
      echo in/sub/b.ppm
    } | "$0" bulk "$@" -journal journals/j -output 'out/%{base}.png' -files-from -)";
  for (const bool json : {false, true}) {
    Words words = {"sh", "-c", kScript, ProgramPath()};
    if (json) words.push_back("-json");
    const ProcessResult result = RunProcess(words, folder_.path());
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.out, HasSubstr(json ? R"("done":2,)" : "2 images done"));
    EXPECT_EQ(result.out.find("journals"), std::string::npos) << result.out;
    EXPECT_THAT(result.err, HasSubstr("The journal is not there any more (journals/j)"));
    fs::remove_all(folder_ / "out");
  }
  EXPECT_THAT(BulkWith("journals/j").out, HasSubstr("\njournal: journals/j\n"));
}

TEST_F(BulkJournalTest, OutputsDoNotReplaceIt) {
  const auto refused = [](const std::string& name) {
    return HasSubstr("The output would replace a journal, a list or a plan (" + name + ")");
  };
  fs::create_directory(folder_ / "out");
  WriteFile(folder_ / "in/lodestone-bulk.ppm", SamplePpm(9, 9));
  const Words usual = {"-output", "ppm:out/%{base}.jsonl", "in"};
  for (int run = 0; run < 2; ++run) {
    const ProcessResult result = Bulk(usual);
    EXPECT_THAT(result.out, refused("out/lodestone-bulk.jsonl"));
    const auto records = Records("out/lodestone-bulk.jsonl");
    EXPECT_FALSE(records.at("in/lodestone-bulk.ppm").done);
    EXPECT_TRUE(records.at("in/a.ppm").done);
  }
  fs::create_hard_link(folder_ / "out/lodestone-bulk.jsonl", folder_ / "out/hard");
  fs::create_symlink("lodestone-bulk.jsonl", folder_ / "out/soft");
  fs::create_symlink("out", folder_ / "way");
  WriteFile(folder_ / "list", "in/a.ppm\n");
  // The usual journal is kept, whatever the journal is.
  for (const std::string name : {"out/hard", "out/soft", "ppm:way/lodestone-bulk.jsonl", "j",
                                 "list", "ppm:./out/lodestone-bulk.jsonl"}) {
    const ProcessResult result = Bulk({"-journal", "j", "-output", name, "-output", "out/other.ppm",
                                       "-force", "-files-from", "list"});
    EXPECT_EQ(result.status, 1) << name;
    EXPECT_THAT(result.out, HasSubstr("would replace a journal, a list or a plan")) << name;
    EXPECT_FALSE(Exists("out/other.ppm")) << name;
  }
  EXPECT_TRUE(Records("out/lodestone-bulk.jsonl").at("in/a.ppm").done);
  EXPECT_FALSE(Records("j").at("in/a.ppm").done);
  EXPECT_EQ(ReadFile(folder_ / "list"), "in/a.ppm\n");
}

TEST_F(BulkJournalTest, OutputsDoNotReplaceAPlan) {
  for (const std::string name : {"plan.json", "shards/0.jsonl", "records/0.json"}) {
    const Words words = {"plan", "plan", "-output", "ppm:plan/" + name, "in/a.ppm"};
    EXPECT_EQ(Bulk(words).status, 0) << name;
    const ProcessResult result = Bulk({"run", "plan"});
    EXPECT_THAT(result.out, HasSubstr("would replace a journal, a list or a plan")) << name;
    EXPECT_THAT(Bulk({"status", "plan"}).out, HasSubstr("failed 1")) << name;
    fs::remove_all(folder_ / "plan");
  }
}

// What is done in a process of its own, too, as after the death of an earlier run.
TEST_F(BulkJournalTest, OutputsOfSingleInputsDoNotReplaceIt) {
  fs::create_directory(folder_ / "out");
  for (const std::string journal : {"out/lodestone-bulk.jsonl", "j"}) {
    WriteFile(folder_ / journal, cli::JournalStartLine("in/a.ppm"));
    const ProcessResult result =
        Bulk({"-journal", journal, "-output", "ppm:" + journal, "in/a.ppm"});
    EXPECT_THAT(result.out, HasSubstr("would replace a journal, a list or a plan")) << journal;
    EXPECT_FALSE(Records(journal).at("in/a.ppm").done) << journal;
  }
}

TEST_F(BulkJournalTest, OneCutInItsFirstLineIsKnown) {
  const std::string line = cli::JournalStartLine("in/a.ppm");
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, std::size_t{12}, line.size() - 1}) {
    WriteFile(folder_ / "j", line.substr(0, length));
    const ProcessResult result = BulkWith("j");
    EXPECT_EQ(result.status, 0) << length << result.err;
    EXPECT_TRUE(Records("j").at("in/a.ppm").done) << length;
    fs::remove_all(folder_ / "out");
  }
}

TEST_F(BulkJournalTest, LinksAreNotFollowed) {
  const std::string journal = cli::JournalStartLine("in/x.ppm");
  WriteFile(folder_ / "journal", journal);
  for (const char* target : {"journal", "nothing"}) {
    fs::create_symlink(target, folder_ / "link");
    const ProcessResult result = BulkWith("link");
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("The journal is a symbolic link (link)"));
    fs::remove(folder_ / "link");
  }
  EXPECT_EQ(ReadFile(folder_ / "journal"), journal);
  EXPECT_FALSE(Exists("nothing"));
}

TEST_F(BulkJournalTest, PipesAndFoldersAreRefused) {
  ASSERT_EQ(mkfifo((folder_ / "pipe").c_str(), 0666), 0);
  for (const char* name : {"pipe", "in"}) {
    const ProcessResult result = BulkWith(name);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("The journal is not a regular file"));
  }
}

TEST_F(BulkJournalTest, ALockedOneIsWaitedFor) {
  const std::string name = (folder_ / "j").string();
  const int file = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  TerminalProcess process(
      {ProgramPath(), "bulk", "-output", "out/%{base}.png", "-journal", "j", "in/a.ppm"},
      folder_.path(), OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(process.UntilShown("Waiting for another process that works with this journal (j)"))
      << process.raw();
  close(file);
  EXPECT_EQ(process.Wait(), 0) << process.raw();
  EXPECT_TRUE(Records("j").at("in/a.ppm").done);
}

TEST_F(BulkJournalTest, AnInterruptEndsTheWait) {
  const int file = open((folder_ / "j").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  TerminalProcess process(
      {ProgramPath(), "bulk", "-output", "out/%{base}.png", "-journal", "j", "in/a.ppm"},
      folder_.path(), OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(process.UntilShown("Waiting for another process")) << process.raw();
  process.Send(SIGTERM);
  EXPECT_EQ(process.Wait(), 128 + SIGTERM);
  close(file);
}

TEST_F(BulkJournalTest, AfterTheWaitItIsRefused) {
  const std::string name = (folder_ / "j").string();
  const cli::Journal first(name);
  try {
    const cli::Journal second(name, {}, std::chrono::milliseconds(1));
    FAIL() << "two at once";
  } catch (const cli::CommandError& error) {
    EXPECT_EQ(cli::ErrorText(error), "Another process works with this journal (" + name + ")");
  }
}

// A child that goes on without exec would, were the lock its own too.
TEST_F(BulkJournalTest, ChildrenDoNotHoldTheLock) {
  const std::string name = (folder_ / "j").string();
  int ready[2], ends[2];
  ASSERT_EQ(pipe2(ready, O_CLOEXEC), 0);
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  char byte = '.';
  std::optional<cli::Journal> journal(name);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    const bool told = write(ready[1], &byte, 1) == 1;
    _exit(told && read(ends[0], &byte, 1) == 0 ? 0 : 1);  // lives until the test is done
  }
  close(ends[0]);
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  journal.reset();
  EXPECT_NO_THROW(journal.emplace(name, std::vector<std::string>(), std::chrono::seconds(0)));
  for (const int end : {ready[0], ready[1], ends[1]}) close(end);
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// Its end is missing: read in part, with a warning.
class BulkWarningTest : public BulkTest {
 protected:
  void SetUp() override {
    BulkTest::SetUp();
    if (IsSkipped()) return;
    ASSERT_EQ(Lodestone({"convert", "in.ppm", "-scale", "400%", "in/cut.jpg"}).status, 0);
    const std::string whole = ReadFile(folder_ / "in/cut.jpg");
    WriteFile(folder_ / "in/cut.jpg", whole.substr(0, whole.size() / 2));
  }
};

TEST_F(BulkWarningTest, AreRecordedAndCounted) {
  const Words words = {"-output", "out/%{path}/%{base}.png", "-journal", "j", "in"};
  const ProcessResult result = Bulk(words);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("4 images done, 1 with warnings in "));
  const auto records = Records("j");
  const cli::ItemRecord& cut = records.at("in/cut.jpg");
  EXPECT_TRUE(cut.done);
  ASSERT_EQ(cut.warnings.size(), 1u);
  EXPECT_EQ(result.err, "lodestone bulk: " + cut.warnings[0] + ".\n");
  EXPECT_TRUE(records.at("in/a.ppm").warnings.empty());
  const ProcessResult again = Bulk(words);
  EXPECT_THAT(again.out, HasSubstr("0 images done, 4 before"));
  EXPECT_EQ(again.err, "");
  const auto json = nlohmann::json::parse(
      Bulk({"-json", "-force", "-output", "out/%{path}/%{base}.png", "-journal", "j", "in"}).out);
  EXPECT_EQ(json.at("warned"), 1);
  EXPECT_EQ(json.at("warnings")[0].at("count"), 1);
}

TEST_F(BulkWarningTest, AreRecordedOfWhatIsDoneAlone) {
  WriteFile(folder_ / "j", cli::JournalStartLine("in/cut.jpg"));
  const ProcessResult result = Bulk({"-output", "out/%{base}.png", "-journal", "j", "in/cut.jpg"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("1 image done, 1 with warnings"));
  const auto warnings = Records("j").at("in/cut.jpg").warnings;
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(result.err, "lodestone bulk: " + warnings[0] + ".\n");
}

// Of options, of which all is done, and of writers.
TEST_F(BulkWarningTest, AreRecordedOfOptionsAndWriters) {
  SKIP_WITHOUT_FORMAT("TIFF");
  const std::string fallback = "Group4 compression cannot hold shades or colors";
  for (const bool alone : {false, true}) {
    WriteFile(folder_ / "j", alone ? cli::JournalStartLine("in/a.ppm") : "");
    const ProcessResult result =
        Bulk({"-quality", "200", "-define", "png:foo", "-compress", "Group4", "-force", "-output",
              "out/%{base}.tif", "-journal", "j", "in/a.ppm"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(result.out, HasSubstr("1 image done, 1 with warnings"));
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 3) << result.err;
    const auto warnings = Records("j").at("in/a.ppm").warnings;
    ASSERT_EQ(warnings.size(), 3u);
    EXPECT_THAT(warnings[0], HasSubstr("(200)"));
    EXPECT_THAT(warnings[1], HasSubstr("(png:foo"));
    EXPECT_THAT(warnings[2], HasSubstr(fallback));
  }
}

TEST_F(BulkWarningTest, AreShownOfPlans) {
  EXPECT_EQ(Bulk({"plan", "plan", "-output", "out/%{path}/%{base}.png", "in"}).status, 0);
  EXPECT_EQ(Bulk({"run", "plan"}).status, 0);
  for (const bool finished : {true, false}) {
    if (!finished) fs::remove_all(folder_ / "plan/records");
    const std::string status = Bulk({"status", "plan"}).out;
    EXPECT_THAT(status, HasSubstr("done 4 (100.0%), 1 with warnings, failed 0"));
    EXPECT_THAT(status, HasSubstr("warned 1: ")) << finished;
    EXPECT_EQ(nlohmann::json::parse(Bulk({"status", "-json", "plan"}).out).at("warned"), 1);
  }
  const ProcessResult verdict = Bulk({"verify", "plan"});
  EXPECT_EQ(verdict.status, 0);
  EXPECT_THAT(verdict.out, HasSubstr("4 inputs: 4 done, 1 with warnings, 0 failed"));
  EXPECT_THAT(Bulk({"retry", "plan", "again"}).err, HasSubstr("There are no inputs to plan for"));
}

// A plan in a folder with files of the user's that have the names of what a plan writes for itself.
TEST_F(BulkJournalTest, PlansReplaceNoOtherFiles) {
  fs::create_directory(folder_ / "plan");
  const std::string names[] = {"plan/inputs.jsonl", "plan/outputs.tmp", "again.inputs.jsonl"};
  for (const std::string& name : names) WriteFile(folder_ / name, "in/a.ppm\nin/none.ppm\n");
  const Words words = {"plan", "plan", "-output", "out/%{base}.png", "-files-from", names[0]};
  EXPECT_EQ(Bulk(words).status, 0);
  EXPECT_EQ(Bulk({"run", "plan"}).status, 1);
  EXPECT_EQ(Bulk({"retry", "plan", "again"}).status, 0);
  for (const std::string& name : names) {
    EXPECT_EQ(ReadFile(folder_ / name), "in/a.ppm\nin/none.ppm\n") << name;
  }
  EXPECT_THAT(Bulk(words).err, HasSubstr("There is a plan already"));
  EXPECT_TRUE(Exists("plan/shards/0.jsonl"));
}

TEST_F(BulkJournalTest, APlanThatFailsLeavesNoShards) {
  EXPECT_EQ(Bulk({"plan", "plan", "-output", "out/same.png", "in"}).status, 1);
  EXPECT_FALSE(Exists("plan/shards"));
  EXPECT_EQ(Bulk({"plan", "plan", "-output", "out/%{path}/%{base}.png", "in"}).status, 0);
}

}  // namespace
}  // namespace lodestone::test
