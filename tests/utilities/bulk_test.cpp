// lodestone bulk: its outputs are those of separate calls, and nothing is lost or done twice,
// however it ends.
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <optional>
#include <sstream>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/terminal.hpp"
#include "utilities/bulk/journal.hpp"

namespace lodestone::test {
namespace {

namespace fs = std::filesystem;

class BulkTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    fs::create_directories(folder_ / "in/sub");
    WriteFile(folder_ / "in/a.ppm", SamplePpm(33, 20));
    WriteFile(folder_ / "in/sub/b.ppm", SamplePpm(17, 40));
    WriteFile(folder_ / "in/sub/c.ppm", SamplePpm(50, 7));
  }

  ProcessResult Bulk(Words words, const std::string& input = "") {
    words.insert(words.begin(), "bulk");
    return Lodestone(words, input);
  }

  // `count` files in/N.ppm, all different.
  void MakeMany(int count, int columns = 60) {
    for (int i = 0; i < count; ++i)
      WriteFile(folder_ / ("in/" + std::to_string(i) + ".ppm"), SamplePpm(columns, 30 + i));
  }

  // The latest record of every input, and how many times each was done.
  std::map<std::string, cli::ItemRecord> Records(const std::string& journal,
                                                 std::map<std::string, int>* done = nullptr) {
    std::map<std::string, cli::ItemRecord> records;
    std::istringstream lines(ReadFile(folder_ / journal));
    for (std::string line; std::getline(lines, line);) {
      const auto record = cli::ParseJournalLine(line);
      EXPECT_TRUE(record) << line;
      if (!record) continue;
      if (done != nullptr && record->done) ++(*done)[record->input.name];
      records[record->input.name] = *record;
    }
    return records;
  }

  // The output is what convert makes of the input.
  void ExpectConverted(const std::string& output, const std::string& input, Words options) {
    const std::string separate = "separate" + fs::path(output).extension().string();
    Words words = {"convert"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(input);
    words.push_back(separate);
    EXPECT_EQ(Lodestone(words).status, 0);
    ASSERT_TRUE(Exists(output));
    EXPECT_TRUE(ReadFile(folder_ / output) == ReadFile(folder_ / separate)) << output;
  }

  // Files below a folder whose names begin with ".lodestone".
  std::vector<std::string> Leftovers() {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(".lodestone", 0) == 0) names.push_back(name);
    }
    return names;
  }
};

TEST_F(BulkTest, EveryOutputIsThatOfASeparateCall) {
  // Large enough to be decoded at different sizes.
  ASSERT_EQ(Lodestone({"convert", "in/a.ppm", "-resize", "1700x1100!", "in/large.jpg"}).status, 0);
  const ProcessResult result = Bulk({"-auto-orient",
                                     "(",
                                     "-resize",
                                     "160x160",
                                     "-quality",
                                     "80",
                                     "-output",
                                     "out/%{path}/%{base}-160.jpg",
                                     ")",
                                     "(",
                                     "-resize",
                                     "400x400",
                                     "-output",
                                     "out/%{path}/%{base}-400.png",
                                     ")",
                                     "(",
                                     "-blur",
                                     "0x1",
                                     "-output",
                                     "out/%{path}/%{base}-blurred.png",
                                     "-output",
                                     "out/%{path}/%{base}-again.png",
                                     ")",
                                     "-output",
                                     "out/%{path}/%{base}.png",
                                     "in"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("4 images done"), std::string::npos) << result.out;
  for (const std::string name : {"a.ppm", "sub/b.ppm", "sub/c.ppm", "large.jpg"}) {
    const std::string input = "in/" + name;
    const std::string base = "out/" + fs::path(name).replace_extension("").string();
    ExpectConverted(base + "-160.jpg", input,
                    {"-auto-orient", "-resize", "160x160", "-quality", "80"});
    ExpectConverted(base + "-400.png", input, {"-auto-orient", "-resize", "400x400"});
    ExpectConverted(base + "-blurred.png", input, {"-auto-orient", "-blur", "0x1"});
    ExpectConverted(base + "-again.png", input, {"-auto-orient", "-blur", "0x1"});
    ExpectConverted(base + ".png", input, {"-auto-orient"});
  }
}

// Without an operation before -resize, every size has its own decoded image, or shares one.
TEST_F(BulkTest, JpegFilesAreDecodedAsForSeparateCalls) {
  ASSERT_EQ(Lodestone({"convert", "in/a.ppm", "-resize", "1700x1100!", "large.jpg"}).status, 0);
  Words words;
  const Words sizes = {"50x50", "60x60", "200x200", "420x420", "900x900", "2000x2000"};
  for (const std::string& size : sizes)
    words.insert(words.end(), {"(", "-resize", size, "-output", "out/" + size + ".png", ")"});
  words.insert(words.end(), {"(", "-negate", "-output", "out/whole.png", ")", "large.jpg"});
  const ProcessResult result = Bulk(words);
  EXPECT_EQ(result.status, 0) << result.err;
  for (const std::string& size : sizes)
    ExpectConverted("out/" + size + ".png", "large.jpg", {"-resize", size});
  ExpectConverted("out/whole.png", "large.jpg", {"-negate"});
}

TEST_F(BulkTest, DoesOnlyWhatIsMissingOrHasChanged) {
  const Words words = {"-resize", "50%", "-output", "out/%{path}/%{base}.png", "in"};
  EXPECT_EQ(Bulk(words).status, 0);
  const std::string again = Bulk(words).out;
  EXPECT_NE(again.find("0 images done, 3 before"), std::string::npos) << again;

  fs::remove(folder_ / "out/sub/b.png");
  EXPECT_NE(Bulk(words).out.find("1 image done, 2 before"), std::string::npos);
  EXPECT_TRUE(Exists("out/sub/b.png"));

  WriteFile(folder_ / "in/a.ppm", SamplePpm(60, 31));
  EXPECT_NE(Bulk(words).out.find("1 image done, 2 before"), std::string::npos);
  ExpectConverted("out/a.png", "in/a.ppm", {"-resize", "50%"});

  Words others = words;
  others[1] = "25%";
  EXPECT_NE(Bulk(others).out.find("3 images done"), std::string::npos);
  Words forced = others;
  forced.insert(forced.begin(), "-force");
  EXPECT_NE(Bulk(forced).out.find("3 images done"), std::string::npos);
  // Neither changes the outputs.
  others.insert(others.begin(), {"-accelerate", "off", "-limit", "threads", "1"});
  EXPECT_NE(Bulk(others).out.find("0 images done, 3 before"), std::string::npos);
}

TEST_F(BulkTest, TheJournalNamesOutputsWithTheirDigests) {
  EXPECT_EQ(Bulk({"-output", "out/%{name}.png", "in/a.ppm"}).status, 0);
  const auto records = Records("out/lodestone-bulk.jsonl");
  ASSERT_EQ(records.size(), 1u);
  const cli::ItemRecord& record = records.at("in/a.ppm");
  EXPECT_TRUE(record.done);
  EXPECT_EQ(record.input.bytes, fs::file_size(folder_ / "in/a.ppm"));
  ASSERT_EQ(record.outputs.size(), 1u);
  EXPECT_EQ(record.outputs[0].name, "out/a.ppm.png");
  const ProcessResult sum = RunProcess({"sha256sum", "out/a.ppm.png"}, folder_.path());
  EXPECT_EQ(sum.out.substr(0, 64), record.outputs[0].sha256);
}

TEST_F(BulkTest, BadInputsAreRecordedAndTheRestIsDone) {
  WriteFile(folder_ / "in/bad.png", "no image at all");
  WriteFile(folder_ / "in/cut.ppm", SamplePpm(30, 30).substr(0, 400));
  const ProcessResult result =
      Bulk({"-output", "out/%{base}.png", "in", "in/none.ppm", "-journal", "j/k.jsonl"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("3 images done, 3 failed"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("failed: in/bad.png: "), std::string::npos) << result.out;
  const auto records = Records("j/k.jsonl");
  EXPECT_EQ(records.size(), 6u);
  for (const std::string name : {"in/bad.png", "in/cut.ppm", "in/none.ppm"}) {
    EXPECT_FALSE(records.at(name).done);
    EXPECT_NE(records.at(name).reason.find(name), std::string::npos) << records.at(name).reason;
    EXPECT_FALSE(Exists("out/" + fs::path(name).stem().string() + ".png"));
  }
  EXPECT_TRUE(Leftovers().empty());

  // Tried again each time, until it is good.
  Bulk({"-output", "out/%{base}.png", "in", "in/none.ppm", "-journal", "j/k.jsonl"});
  EXPECT_EQ(Records("j/k.jsonl").at("in/none.ppm").attempts, 2u);
  WriteFile(folder_ / "in/none.ppm", SamplePpm(5, 5));
  Bulk({"-output", "out/%{base}.png", "in", "in/none.ppm", "-journal", "j/k.jsonl"});
  EXPECT_TRUE(Records("j/k.jsonl").at("in/none.ppm").done);
}

TEST_F(BulkTest, StopsAfterTooManyErrors) {
  for (int i = 0; i < 300; ++i)
    WriteFile(folder_ / ("in/bad" + std::to_string(i) + ".png"), "no image");
  const ProcessResult result = Bulk({"-max-errors", "5", "-output", "out/%{base}.jpg", "in"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("Too many errors"), std::string::npos) << result.err;
  EXPECT_LT(Records("out/lodestone-bulk.jsonl").size(), 200u);
  EXPECT_EQ(Bulk({"-max-errors", "300", "-output", "out/%{base}.jpg", "in"}).err.find("Stopped"),
            std::string::npos);
}

TEST_F(BulkTest, InputsThatShareAnOutputAreRefused) {
  WriteFile(folder_ / "in/sub/a.ppm", SamplePpm(9, 9));
  const ProcessResult result =
      Bulk({"-output", "out/%{base}.png", "in/a.ppm", "in/sub/a.ppm", "in/a.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("1 image done, 1 failed"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("failed: in/sub/a.ppm: Another input has an output of the same name"),
            std::string::npos);
  ExpectConverted("out/a.png", "in/a.ppm", {});
}

TEST_F(BulkTest, NeverReplacesItsInput) {
  const std::string before = ReadFile(folder_ / "in/a.ppm");
  const ProcessResult result =
      Bulk({"-negate", "-output", "./in/%{name}", "-journal", "j", "in/a.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("would replace its input"), std::string::npos) << result.out;
  EXPECT_EQ(ReadFile(folder_ / "in/a.ppm"), before);
}

TEST_F(BulkTest, InputsAreFilesPatternsDirectoriesAndLists) {
  WriteFile(folder_ / "in/.hidden.ppm", SamplePpm(3, 3));
  WriteFile(folder_ / "in/notes.txt", "no image");
  fs::create_directories(folder_ / "odd");
  const std::string odd = "odd/new\nline \xff.ppm";
  WriteFile(folder_ / odd, SamplePpm(4, 4));
  const auto count = [&](Words words, const std::string& input = "") {
    fs::remove_all(folder_ / "out");
    words.insert(words.begin(), {"-output", "out/%{path}/%{base}.png"});
    const ProcessResult result = Bulk(words, input);
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    std::string names;
    for (const auto& [name, record] : Records("out/lodestone-bulk.jsonl"))
      names += record.outputs[0].name + " ";
    return names;
  };
  EXPECT_EQ(count({"in"}), "out/a.png out/sub/b.png out/sub/c.png ");
  EXPECT_EQ(count({"in/sub/*.ppm"}), "out/in/sub/b.png out/in/sub/c.png ");
  EXPECT_EQ(count({"../" + folder_.path().filename().string() + "/in/a.ppm"}),
            "out/" + folder_.path().filename().string() + "/in/a.png ");
  EXPECT_EQ(count({"-files-from", "-"}, "in/a.ppm\n\nin/sub/b.ppm"),
            "out/in/a.png out/in/sub/b.png ");
  const std::string zeros = "in/a.ppm" + std::string(1, '\0') + odd + std::string(1, '\0');
  EXPECT_EQ(count({"-files-from", "-"}, zeros), "out/in/a.png out/odd/new\nline \xff.png ");
  WriteFile(folder_ / "list", "in/sub/c.ppm\n");
  EXPECT_EQ(count({"in/a.ppm", "-files-from", "list"}), "out/in/a.png out/in/sub/c.png ");
  // The name that is not UTF-8 is found again.
  EXPECT_NE(Bulk({"-output", "out/%{base}.jpg", odd}).out.find("1 image done"), std::string::npos);
  EXPECT_NE(Bulk({"-output", "out/%{base}.jpg", odd}).out.find("1 before"), std::string::npos);
}

TEST_F(BulkTest, SeveralImagesInAFileNeedScenes) {
  WriteFile(folder_ / "two.ppm", SamplePpm(5, 4) + SamplePpm(6, 4));
  const ProcessResult refused = Bulk({"-output", "out/%{base}.png", "two.ppm"});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.out.find("%{scene}"), std::string::npos) << refused.out;
  EXPECT_FALSE(Exists("out/two.png"));
  EXPECT_EQ(Bulk({"-output", "out/%{base}-%{scene}.png", "two.ppm"}).status, 0);
  ExpectConverted("out/two-0.png", "two.ppm[0]", {});
  ExpectConverted("out/two-1.png", "two.ppm[1]", {});
}

TEST_F(BulkTest, KilledAtAnyMomentItGoesOn) {
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

TEST_F(BulkTest, AJournalThatWasCutIsMended) {
  const Words words = {"-output", "out/%{path}/%{base}.png", "in"};
  EXPECT_EQ(Bulk(words).status, 0);
  const fs::path journal = folder_ / "out/lodestone-bulk.jsonl";
  const std::string whole = ReadFile(journal);
  WriteFile(journal, whole.substr(0, whole.size() - 20));
  EXPECT_NE(Bulk(words).out.find("1 image done, 2 before"), std::string::npos);
  EXPECT_EQ(Records("out/lodestone-bulk.jsonl").size(), 3u);
  // Lines of no use are left alone.
  WriteFile(journal, "garbage\n{\"type\":\"item\"}\n" + ReadFile(journal));
  EXPECT_NE(Bulk(words).out.find("3 before"), std::string::npos);
}

TEST_F(BulkTest, TwoRunsAtOnceAreTold) {
  const int file = open((folder_ / "journal").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  const ProcessResult result =
      Bulk({"-output", "out/%{base}.png", "-journal", "journal", "in/a.ppm"});
  close(file);
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("Another process works with this journal (journal)"), std::string::npos)
      << result.err;
  EXPECT_FALSE(Exists("out/a.png"));
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

TEST_F(BulkTest, AFullDiskStopsTheRun) {
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

TEST_F(BulkTest, AJournalThatCannotBeWrittenStopsTheRun) {
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

TEST_F(BulkTest, AJournalIsAFile) {
  const ProcessResult result =
      Bulk({"-output", "out/%{base}.png", "-journal", "/dev/full", "in/a.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("The journal is not a regular file (/dev/full)"), std::string::npos)
      << result.err;
}

TEST_F(BulkTest, WrongCommandLinesAreExplained) {
  const auto error = [&](Words words) {
    const ProcessResult result = Bulk(words);
    EXPECT_EQ(result.status, 1);
    return result.err;
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(contains(error({"in"}), "Missing an output (-output)"));
  EXPECT_TRUE(contains(error({"-output", "%{base}.png"}), "Missing an image filename"));
  EXPECT_TRUE(contains(error({"-output", "%{bass}.png", "in"}), "Unknown placeholder"));
  EXPECT_TRUE(contains(error({"-output", "a%", "in"}), "Unknown placeholder"));
  EXPECT_TRUE(contains(error({"(", "-output", "a", "in", ")"}), "An input stands inside"));
  EXPECT_TRUE(contains(error({"(", "-output", "a", "in"}), "An input stands inside"));
  EXPECT_TRUE(contains(error({"in", "(", "-output", "a"}), "not closed"));
  EXPECT_TRUE(contains(error({"in", "(", ")", "-output", "a"}), "contain no output"));
  EXPECT_TRUE(contains(error({"in", ")", "-output", "a"}), "not opened"));
  EXPECT_TRUE(contains(error({"in", "(", "(", "-output", "a"}), "inside parentheses"));
  EXPECT_TRUE(contains(error({"in", "-write", "b.png", "-output", "a"}),
                       "not for several images (-write)"));
  EXPECT_TRUE(contains(error({"in", "-rezise", "3", "-output", "a"}), "Unrecognized option"));
  EXPECT_TRUE(contains(error({"in", "-max-errors", "x", "-output", "a"}), "malformed"));
  EXPECT_TRUE(contains(error({"in", "-output"}), "malformed"));
  EXPECT_TRUE(
      contains(error({"-files-from", "none", "-output", "a"}), "Unable to open file (none)"));
  EXPECT_TRUE(contains(Bulk({"-output", "out/%{base}.webp", "in/a.ppm"}).out, "cannot write WEBP"));
}

TEST_F(BulkTest, SummaryAsJson) {
  WriteFile(folder_ / "in/bad.png", "no image");
  const std::string text = Bulk({"-json", "-output", "out/%{base}.png", "in"}).out;
  EXPECT_NE(text.find("\"done\":3,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"failed\":1,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"failures\":[{\"input\":\"in/bad.png\",\"reason\":\""), std::string::npos);
}

TEST_F(BulkTest, ProgressIsShownOnATerminal) {
  MakeMany(100, 300);
  TerminalProcess process(
      {ProgramPath(), "bulk", "-resize", "300%", "-output", "out/%{base}.png", "in"},
      folder_.path());
  EXPECT_TRUE(process.UntilShown("MP/s"));
  EXPECT_TRUE(process.UntilShown(" left"));
  EXPECT_EQ(process.Wait(), 0);
  EXPECT_NE(process.Screen().find("103 images done"), std::string::npos) << process.Screen();
}

}  // namespace
}  // namespace lodestone::test
