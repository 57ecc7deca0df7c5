// What the command line says to whom it does not understand.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tests/utilities/cli_test.hpp"
#include "utilities/options/options.hpp"
#include "utilities/shell/command.hpp"
#include "utilities/text/nearest_word.hpp"

namespace lodestone::test {
namespace {

TEST(NearestWord, CountsInsertedDroppedReplacedAndSwappedLetters) {
  EXPECT_EQ(0u, cli::EditDistance("crop", "crop"));
  EXPECT_EQ(1u, cli::EditDistance("crp", "crop"));
  EXPECT_EQ(1u, cli::EditDistance("croop", "crop"));
  EXPECT_EQ(1u, cli::EditDistance("crap", "crop"));
  EXPECT_EQ(1u, cli::EditDistance("corp", "crop"));
  EXPECT_EQ(4u, cli::EditDistance("", "crop"));
  EXPECT_EQ(3u, cli::EditDistance("kitten", "sitting"));
}

TEST(NearestWord, IsOneThatIsNearEnough) {
  const std::vector<std::string> words = {"crop", "raise", "resize", "rotate"};
  EXPECT_EQ("resize", cli::NearestWord("rezise", words));
  EXPECT_EQ("resize", cli::NearestWord("resiz", words));
  EXPECT_EQ("crop", cli::NearestWord("corp", words));
  EXPECT_EQ("", cli::NearestWord("crop", std::array{words[0]}));
  EXPECT_EQ("", cli::NearestWord("levels", words));
}

class HintsTest : public CliTest {};

TEST_F(HintsTest, NameWhatMayHaveBeenMeant) {
  const std::pair<Words, const char*> cases[] = {
      {{"convert", "a.png", "-resise", "5", "b.png"}, "did you mean -resize?"},
      {{"convert", "a.png", "-RESISE", "5", "b.png"}, "did you mean -resize?"},
      {{"identify", "-resize", "5", "a.png"}, "other commands have -resize"},
      {{"convert", "a.png", "+colors", "b.png"}, ""},
      {{"convert", "a.png", "+list", "b.png"}, "there is -list, but no +list"},
      {{"convert", "a.png", "-window", "root", "b.png"}, "windows of X11"},
      {{"convret", "a.png", "b.png"}, "did you mean convert?"},
      {{"resize", "a.png"}, "hint: -resize is an option: lodestone convert a.png -resize ...\n"},
      {{"-Flip", "-size", "a.png"},
       "hint: -flip is an option: lodestone convert a.png -flip ...\n"},
      {{"resize", "50%", "in.ppm"}, "lodestone convert in.ppm -resize ...\n"},
      {{"resize"}, "lodestone convert in.jpg -resize ...\n"},
  };
  for (const auto& [words, hint] : cases) {
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(1, result.status) << words[0];
    EXPECT_NE(std::string::npos, result.err.find(hint)) << result.err;
  }
}

TEST_F(HintsTest, OfCommandsThatGmDoesNotHave) {
  const std::pair<Words, const char*> cases[] = {
      {{"in.ppm", "-flip", "b.png"}, "did you mean: lodestone convert in.ppm -flip b.png"},
      {{"in.ppm"}, "did you mean: lodestone identify in.ppm"},
      {{"help", "convrt"}, "did you mean convert?"},
      {{"convert", "in.ppm", "-resize=50%", "b.png"}, "did you mean -resize 50%?"},
      {{"convert", "in.ppm", "--Resise=50%", "b.png"}, "did you mean -resize 50%?"},
      {{"mogrify", "-formt", "png", "in.ppm"}, "did you mean -format?"},
      {{"mogrify", "-output-direktory=x", "in.ppm"}, "did you mean -output-directory x?"},
      {{"bulk", "-jsno", "-output", "x", "in.ppm"}, "did you mean -json?"},
      {{"bulk", "plna", "x", "-output", "y", "in.ppm"}, "did you mean plan?"},
      {{"bulk", "plan", "-shard=3", "x"}, "did you mean -shards 3?"},
      {{"bulk", "run", "-forec", "x"}, "did you mean -force?"},
      {{"bulk", "-output", "%{base}.png", "-"}, "hint: -files-from - reads their names"},
      {{"devices", "-wram"}, "did you mean -warm?"},
      {{"tune", "-devise", "x"}, "did you mean -device?"},
      {{"conform", "-ony", "x"}, "did you mean -only?"},
      {{"benchmark", "-iteration", "1", "version"}, "did you mean -iterations?"},
      {{"benchmark", "-op", "-flip", "-thread", "1", "in.ppm"}, "did you mean -threads?"},
      {{"benchmark", "-choice", "-limti", "1"}, "did you mean -limit?"},
      {{"explain", "-wram", "convert", "in.ppm", "x"}, "did you mean -warm?"},
      {{"explain", "convret", "in.ppm", "x"}, "did you mean convert?"},
      {{"events", "sumarize", "x"}, "did you mean summarize?"},
      {{"events", "summarize", "-jsno", "x"}, "did you mean -json?"},
      {{"events", "compare", "-chrat", "x", "y", "z"}, "did you mean -chart?"},
      {{"events", "export", "-otpl", "x"}, "did you mean -otlp?"},
      {{"events", "follow", "-intervall", "1", "x"}, "did you mean -interval?"},
  };
  for (const auto& [words, hint] : cases) {
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(1, result.status) << hint;
    EXPECT_NE(std::string::npos, result.err.find(hint)) << hint << ": " << result.err;
  }
}

TEST_F(HintsTest, OptionsAreNoNamesOfFiles) {
  const Words cases[] = {{"convert", "in.ppm", "-accelerate-log", "-flip", "b.ppm"},
                         {"mogrify", "-accelerate-log", "-flip", "in.ppm"},
                         {"bulk", "-journal", "-output", "b.ppm", "in.ppm"},
                         {"bulk", "-output", "-flip", "in.ppm"},
                         {"benchmark", "-accelerate-log", "-json", "-op", "-flip", "in.ppm"},
                         {"conform", "-list", "-cpu"},
                         {"events", "report", "-o", "-o", "x"}};
  for (const Words& words : cases) {
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(1, result.status) << words[0];
    EXPECT_NE(std::string::npos, result.err.find(" is an option; a file of that name is ./-"))
        << words[0] << ": " << result.err;
  }
  EXPECT_EQ(std::vector<std::string>{"in.ppm"}, Files());
  EXPECT_EQ(0, Lodestone({"convert", "in.ppm", "-accelerate-log", "./-flip", "b.ppm"}).status);
  EXPECT_TRUE(Exists("-flip"));
}

TEST_F(HintsTest, LogsOfAnotherKindAreNamedAsSuch) {
  WriteFile(folder_ / "j.jsonl", "{\"a\":1}\n");
  for (const Words& words :
       {Words{"convert", "in.ppm", "-accelerate-log", "j.jsonl", "b.ppm"},
        {"benchmark", "-accelerate-log", "j.jsonl", "-op", "-flip", "in.ppm"}}) {
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(1, result.status);
    EXPECT_NE(
        std::string::npos,
        result.err.find("This file is no acceleration log, nothing is added to it (j.jsonl)."))
        << result.err;
  }
}

TEST_F(HintsTest, TheDeviceSelectionIsNamedWhileNoDeviceIsOpen) {
  const ProcessResult result =
      RunProcess({"env", "MAGICK_OCL_DEVICE=nosuch", ProgramPath(), "convert", "-size", "2000x2000",
                  "gradient:red-blue", "-accelerate-log", "log.jsonl", "-blur", "0x3", "b.ppm"},
                 folder_.path());
  EXPECT_EQ(0, result.status) << result.err;
  const std::string log = ReadFile(folder_ / "log.jsonl");
  EXPECT_NE(std::string::npos, log.find("the device selection \\\"nosuch\\\"")) << log;
}

TEST_F(HintsTest, HelpOfEachCommand) {
  std::vector<Words> commands = {{"events", "summarize"}, {"events", "trace"}, {"bulk", "plan"}};
  for (const cli::Command* command : cli::Commands())
    if (command != &cli::kLabCommand) commands.push_back({command->name});
  for (Words words : commands) {
    words.push_back("--help");
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(0, result.status) << words[0] << ": " << result.err;
    EXPECT_NE(std::string::npos, result.out.find("Usage:")) << words[0] << ": " << result.out;
    EXPECT_EQ("", result.err) << words[0];
  }
}

TEST_F(HintsTest, NoModuleInTheFoldersOfTheVariable) {
  const std::string folders = "MAGICK_ACCELERATE_PLUGIN_PATH=" + folder_.path().string();
  const ProcessResult result = RunProcess({"env", folders, ProgramPath(), "convert", "in.ppm",
                                           "-accelerate", "require", "-scale", "50%", "b.ppm"},
                                          folder_.path());
  EXPECT_EQ(1, result.status);
  EXPECT_NE(std::string::npos, result.err.find("unset MAGICK_ACCELERATE_PLUGIN_PATH"))
      << result.err;
  EXPECT_EQ(std::string::npos, result.err.find("configure")) << result.err;
}

TEST_F(HintsTest, FormatsThatCannotBeReadAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"unheard:a.dat", "a.dat: there is no format UNHEARD"},
      {"a.html", "a.html: web pages are not rendered"},
  };
  WriteFile(folder_ / "a.dat", "nothing");
  WriteFile(folder_ / "a.html", "nothing");
  for (const auto& [name, hint] : cases) {
    const ProcessResult result = Lodestone({"convert", name, "b.png"});
    EXPECT_EQ(1, result.status) << name;
    EXPECT_NE(std::string::npos, result.err.find(hint)) << result.err;
  }
}

}  // namespace
}  // namespace lodestone::test
