// lodestone bulk: its outputs are those of separate calls, and nothing is done twice.
#include <sys/stat.h>

#include "tests/utilities/bulk_fixture.hpp"
#include "tests/utilities/terminal.hpp"

namespace lodestone::test {
namespace {

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

TEST_F(BulkTest, OutputsOfAnInputHaveDifferentNames) {
  const Words same = {"-output", "out/%{base}.png", "-output", "out/%{base}.png", "in"};
  const ProcessResult refused = Bulk(same);
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.err.find("Two outputs have the same name (out/%{base}.png)"), std::string::npos)
      << refused.err;
  EXPECT_FALSE(Exists("out"));
  // Of some inputs only.
  WriteFile(folder_ / "in/sub/d.pnm", SamplePpm(9, 9));
  const Words some = {"-output", "out/%{base}.ppm", "-output", "out/%{name}"};
  Words words = some;
  words.insert(words.end(), {"in/sub/d.pnm", "in/a.ppm"});
  const ProcessResult result = Bulk(words);
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("failed: in/a.ppm: Two outputs have the same name (out/a.ppm)"),
            std::string::npos)
      << result.out;
  EXPECT_FALSE(Exists("out/a.ppm"));
  EXPECT_TRUE(Exists("out/d.pnm") && Exists("out/d.ppm"));
  words = {"plan", "p"};
  words.insert(words.end(), some.begin(), some.end());
  words.push_back("in");
  EXPECT_NE(Bulk(words).err.find("Two outputs have the same name (out/a.ppm)"), std::string::npos);
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
  // Nobody writes into it, so who opens it waits for ever.
  ASSERT_EQ(mkfifo((folder_ / "in/pipe.ppm").c_str(), 0600), 0);
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
  EXPECT_TRUE(contains(Bulk({"-output", "out/%{base}.xcf", "in/a.ppm"}).err, "cannot write XCF"));
}

TEST_F(BulkTest, EventsNameTheirItems) {
  EXPECT_EQ(
      Bulk({"-accelerate-log", "log.jsonl", "-resize", "50%", "-output", "out/%{base}.png", "in"})
          .status,
      0);
  std::istringstream lines(ReadFile(folder_ / "log.jsonl"));
  std::map<std::string, int> calls;
  for (std::string line; std::getline(lines, line);) {
    for (const std::string item : {"in/a.ppm", "in/sub/b.ppm", "in/sub/c.ppm"})
      if (line.find("\"item\":\"" + item + "\"") != std::string::npos) ++calls[item];
  }
  EXPECT_EQ(calls.size(), 3u);
  for (const auto& [item, count] : calls) EXPECT_EQ(count, 1) << item;
}

TEST_F(BulkTest, SummaryAsJson) {
  WriteFile(folder_ / "in/bad.png", "no image");
  const Words words{"-json", "-resize", "50%", "-output", "out/%{base}.png", "in"};
  const std::string text = Bulk(words).out;
  EXPECT_NE(text.find("\"done\":3,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"failed\":1,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"failures\":[{\"input\":\"in/bad.png\",\"reason\":\""), std::string::npos);
  // Those that were done before too.
  for (const std::string& each : {text, Bulk(words).out})
    EXPECT_NE(each.find("\"devices\":[{\"device\":\"cpu\",\"count\":3}]"), std::string::npos)
        << each;
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

TEST_F(BulkTest, NoInputsAreTold) {
  fs::create_directories(folder_ / "empty");
  WriteFile(folder_ / "list", "");
  const std::pair<Words, const char*> cases[] = {
      {{"empty"}, "There are no images to convert, nothing was done (empty)"},
      {{"empty", "empty", "-files-from", "list"}, "nothing was done (empty and 2 more)"},
      {{"-files-from", "list", "-json"}, "nothing was done (list)"}};
  for (const auto& [words, text] : cases) {
    Words all = {"-output", "out/%{base}.ppm"};
    all.insert(all.end(), words.begin(), words.end());
    const auto result = Bulk(all);
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
  }
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Bulk({"-output", "out/%{base}.ppm", "in/a.ppm"}).err, "");
}

}  // namespace
}  // namespace lodestone::test
