// ProgressState bars: their text, that terminals show them, and that other outputs do not.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/terminal.hpp"
#include "utilities/shell/progress_line.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::test {
namespace {

using cli::ProgressState;
using cli::ProgressText;

constexpr std::size_t kWide = 200;

TEST(ProgressTextTest, SaysShareRateAndTimeLeft) {
  const ProgressState first{0, 0, "images", "a"};
  EXPECT_EQ(ProgressText(first, first, 0, kWide), "[>                   ]   0%  a");
  EXPECT_EQ(ProgressText(first, {0.5, 20, "images", "b"}, 4, kWide),
            "[==========>         ]  50%  5 images/s  0:04 left  b");
  EXPECT_EQ(ProgressText(first, {1, 40, "images", "c"}, 8, kWide),
            "[====================] 100%  5 images/s  0:00 left  c");
  EXPECT_EQ(ProgressText(first, {0.01, 1, "images", ""}, 100, kWide),
            "[>                   ]   1%  0.01 images/s  2:45:00 left");
}

TEST(ProgressTextTest, CountsWhereNobodyKnowsTheEnd) {
  const ProgressState first{-1, 0, "bytes", ""};
  EXPECT_EQ(ProgressText(first, {-1, 3 * 1048576.0, "bytes", "log"}, 2, kWide),
            "3.0 MiB  1.5 MiB/s  log");
}

TEST(ProgressTextTest, RateAndTimeAreOfWhatCameSinceTheStart) {
  const ProgressState first{0.5, 100, "steps", ""};
  EXPECT_EQ(ProgressText(first, {0.75, 110, "steps", ""}, 10, kWide),
            "[===============>    ]  75%  1 steps/s  0:10 left");
}

TEST(ProgressTextTest, FitsTheWidth) {
  const ProgressState first{0, 0, "images", ""};
  for (std::size_t width = 0; width < 70; ++width) {
    EXPECT_LE(cli::DisplayWidth(
                  ProgressText(first, {0.3, 3, "images", "\xC3\xA4\xC3\xB6\xC3\xBC"}, 1, width)),
              width);
  }
  EXPECT_EQ(cli::Shortened("\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F\xC3\xA4", 4), "\xC3\xA4...");
  EXPECT_EQ(cli::Shortened("\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F", 4),
            "\xC3\xA4\xC3\xB6\xC3\xBC\xC3\x9F");
}

class ProgressTest : public CliTest {
 protected:
  static Words Program(Words words) {
    words.insert(words.begin(), ProgramPath());
    return words;
  }
};

TEST_F(ProgressTest, BenchmarkShowsABarAndLeavesNothing) {
  const Words words = Program({"benchmark", "-duration", "1.5", "convert", "in.ppm", "null:"});
  TerminalProcess benchmark(words, folder_.path(), OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(benchmark.UntilShown(" iterations/s  0:01 left  convert")) << benchmark.Screen();
  EXPECT_EQ(benchmark.Wait(), 0);
  EXPECT_EQ(benchmark.Screen().rfind("Results: ", 0), 0u) << benchmark.Screen();
  EXPECT_EQ(benchmark.Screen().find("iterations/s"), std::string::npos) << benchmark.Screen();
}

TEST_F(ProgressTest, OperationsInMemoryShowABar) {
  WriteFile(folder_ / "large.ppm", SamplePpm(600, 600));
  const Words words = Program(
      {"benchmark", "-accelerator", "cpu", "-iterations", "90", "-op", "-median 3", "large.ppm"});
  TerminalProcess benchmark(words, folder_.path(), OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(benchmark.UntilShown("left  -median 3")) << benchmark.Screen();
  EXPECT_EQ(benchmark.Wait(180), 0);
  EXPECT_EQ(benchmark.Screen(), "\n");
}

TEST_F(ProgressTest, ConvertShowsABarForSeveralFilesOnly) {
  WriteFile(folder_ / "large.ppm", SamplePpm(1000, 1000));
  Words words = Program({"convert"});
  for (int i = 0; i < 12; ++i) words.push_back("large.ppm");
  words.insert(words.end(), {"-accelerate", "off", "-median", "2", "+adjoin", "out%02d.ppm"});
  TerminalProcess convert(words, folder_.path());
  EXPECT_TRUE(convert.UntilShown("images/s")) << convert.Screen();
  EXPECT_EQ(convert.Wait(), 0);
  EXPECT_EQ(convert.Screen(), "\n");
  EXPECT_NE(convert.raw().find("reading large.ppm"), std::string::npos);
  EXPECT_NE(convert.raw().find("working"), std::string::npos);
  TerminalProcess single(Program({"convert", "large.ppm", "-median", "1", "out.ppm"}),
                         folder_.path());
  EXPECT_EQ(single.Wait(), 0);
  EXPECT_EQ(single.raw(), "");
}

TEST_F(ProgressTest, MessagesStandOnLinesOfTheirOwn) {
  TerminalProcess convert(Program({"convert", "in.ppm", "in.ppm", "missing.ppm", "out.ppm"}),
                          folder_.path());
  EXPECT_EQ(convert.Wait(), 1);
  EXPECT_EQ(convert.Screen().rfind("lodestone convert: Unable to open file (missing.ppm)", 0), 0u)
      << convert.Screen();
}

TEST_F(ProgressTest, MogrifyEndsWithASummaryOfSeveralFiles) {
  WriteFile(folder_ / "other.ppm", SamplePpm(30, 20));
  WriteFile(folder_ / "bad.png", "no image");
  TerminalProcess several(
      Program({"mogrify", "-format", "png", "-resize", "20x", "in.ppm", "other.ppm", "bad.png"}),
      folder_.path());
  EXPECT_EQ(several.Wait(), 1);
  EXPECT_NE(several.Screen().find("2 images done, 1 failed in "), std::string::npos)
      << several.Screen();
  TerminalProcess single(Program({"mogrify", "-flip", "in.ppm"}), folder_.path());
  EXPECT_EQ(single.Wait(), 0);
  EXPECT_EQ(single.Screen().find(" done"), std::string::npos) << single.Screen();
}

TEST_F(ProgressTest, NothingWithoutATerminal) {
  const auto convert = Lodestone({"convert", "in.ppm", "in.ppm", "in.ppm", "+adjoin", "o%d.ppm"});
  EXPECT_EQ(convert.out + convert.err, "");
  const auto memory =
      Lodestone({"benchmark", "-accelerator", "cpu", "-iterations", "5", "-op", "-flip", "in.ppm"});
  EXPECT_EQ(memory.err, "");
}

}  // namespace
}  // namespace lodestone::test
