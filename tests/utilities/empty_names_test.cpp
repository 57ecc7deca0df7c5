// Empty names of files: errors, not crashes.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/utilities/cli_test.hpp"
#include "utilities/options/options.hpp"

namespace lodestone::test {
namespace {

using ::testing::HasSubstr;

using EmptyNamesParityTest = GmParityTest;
using EmptyNamesTest = CliTest;

TEST_F(EmptyNamesParityTest, Inputs) {
  for (const Words& words :
       {Words{"identify", ""}, Words{"identify", "-format", "%w", "", "in.ppm"},
        Words{"convert", "", "out.ppm"}, Words{"compare", "", ""}, Words{"compare", "in.ppm", ""},
        Words{"composite", "", "", "out.ppm"}, Words{"composite", "in.ppm", "", "out.ppm"},
        Words{"mogrify", "-flip", ""}, Words{"montage", "", "out.ppm"}}) {
    ExpectSame(words);
  }
}

TEST_F(EmptyNamesTest, AreErrors) {
  const Words cases[] = {
      {"convert", "in.ppm", ""},
      {"convert", "", ""},
      {"convert", "", "-flip", "in.ppm", "out.ppm"},
      {"compare", "", "in.ppm"},
      {"composite", "", "in.ppm", "out.ppm"},
      {"montage", "in.ppm", "", "out.ppm"},
      {"montage", "in.ppm", ""},
      {"explain", "convert", "", "out.ppm"},
      {"explain", "convert", "in.ppm", "-resize", "50%", "", "out.ppm"},
      {"bulk", "-output", "out/%{base}.png", "-files-from", "", "in.ppm"},
      {"bulk", "-output", "out/%{base}.png", "-journal", "", "in.ppm"},
      {"bulk", "-output", "", "in.ppm"},
      {"bulk", "plan", "", "-output", "out/%{base}.png", "in.ppm"},
      {"bulk", "run", ""},
      {"bulk", "status", ""},
      {"bulk", "verify", ""},
      {"bulk", "retry", "", "again"},
      {"batch", ""},
      {"benchmark", ""},
      {"benchmark", "-iterations", "1", "convert", "", "null:"},
      {"benchmark", "-op", "-flip", ""},
      {"time", "convert", "", "null:"},
      {"conform", "-list", ""},
      {"events", "summary", ""},
      {"events", "report", "-output", "", "in.ppm"},
      {"events", "follow", ""},
      {"mogrify", "-output-directory", "", "-flip", ""},
      {"compare", "-file", "", "-highlight-style", "tint", "in.ppm", ""},
      {""},
  };
  for (const Words& words : cases) {
    const ProcessResult result = Lodestone(words);
    std::string text;
    for (const std::string& word : words) text += "'" + word + "' ";
    EXPECT_EQ(result.status, 1) << text << result.out << result.err;
    EXPECT_NE(result.err, "") << text;
  }
  EXPECT_EQ(Files(), std::vector<std::string>{"in.ppm"});
}

TEST_F(EmptyNamesTest, OtherInputsGoOn) {
  const ProcessResult identified = Lodestone({"identify", "-format", "%w\n", "", "in.ppm"});
  EXPECT_EQ(identified.status, 1);
  EXPECT_EQ(identified.out, "64\n\n");
  const ProcessResult bulk = Lodestone({"bulk", "-output", "out/%{base}.png", "", "in.ppm"});
  EXPECT_EQ(bulk.status, 1);
  EXPECT_TRUE(Exists("out/in.png"));
  EXPECT_THAT(bulk.out, HasSubstr("1 image done, 1 failed"));
}

// A batch is one process: what kills it takes the lines after it along.
TEST_F(EmptyNamesTest, ABatchGoesOn) {
  WriteFile(
      folder_ / "script",
      "convert '' out.ppm\nmontage '' out.ppm\nidentify '' none.ppm\nidentify -format %w in.ppm\n");
  const ProcessResult result = Lodestone({"batch", "-feedback", "on", "script"});
  EXPECT_EQ(result.out, "FAIL\nFAIL\nFAIL\n64\nPASS\n") << result.err;
}

// Each option of each command with empty values.
TEST_F(EmptyNamesTest, OptionsWithEmptyValues) {
  std::string script;
  int lines = 0;
  const std::pair<const char*, unsigned> kCommands[] = {
      {"compare", cli::kCompare},   {"composite", cli::kComposite}, {"convert", cli::kConvert},
      {"identify", cli::kIdentify}, {"montage", cli::kMontage},     {"mogrify", cli::kConvert}};
  for (const auto& [command, set] : kCommands) {
    for (const std::string& name : cli::OptionNames(set)) {
      script += command + std::string(" -") + name;
      const std::size_t values = cli::CountValues(cli::FindOption(name, set), "-" + name);
      for (std::size_t i = 0; i < values; ++i) script += " ''";
      const std::string_view of(command);
      script += of == "identify"    ? " in.ppm"
                : of == "mogrify"   ? " copy.ppm"
                : of == "composite" ? " in.ppm in.ppm out.miff"
                : of == "compare"   ? " in.ppm in.ppm"
                                    : " in.ppm out.miff";
      script += "\n";
      ++lines;
    }
  }
  WriteFile(folder_ / "copy.ppm", ReadFile(folder_ / "in.ppm"));
  WriteFile(folder_ / "script", script + "set -pass 'the end'\nping\n");
  const ProcessResult result =
      Lodestone({"batch", "-feedback", "on", "-pass", "passed", "-fail", "failed", "script"});
  EXPECT_LT(result.status, 128) << result.err;
  EXPECT_THAT(result.out, ::testing::EndsWith("the end\nthe end\n"));
  std::istringstream answers(result.out);
  int answered = 0;
  for (std::string line; std::getline(answers, line);)
    answered += line == "passed" || line == "failed";
  EXPECT_EQ(answered, lines);
}

}  // namespace
}  // namespace lodestone::test
