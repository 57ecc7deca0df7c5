// Options that reduce colours: grammar, messages, and pixels compared with gm's.
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using ColorOptions = CliTest;

Words Convert(const Words& options, const std::string& output = "ppm:-") {
  Words words = {"convert", "in.ppm"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(output);
  return words;
}

TEST_F(ColorOptions, WrongArgumentsAreNamed) {
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"-colors", "few"}, "'-colors' requires an argument"},
      {{"-colors", "-3"}, "'-colors' requires an argument"},
      {{"-treedepth", "x"}, "'-treedepth' requires an argument"},
      {{"-map", "missing.png"}, "missing.png"},
      {{"-ordered-dither", "mauve", "3x3"}, "Unrecognized channel type (mauve)"},
      {{"-random-threshold", "all", "some"}, "'-random-threshold' requires an argument"},
      {{"-segment", "much"}, "'-segment' requires an argument"},
      {{"-segment", "101"}, "unable to segment image"},
      {{"+colors"}, "Unrecognized option (+colors)"},
  };
  for (const auto& [options, message] : wrong) {
    const ProcessResult result = Lodestone(Convert(options, "out.ppm"));
    EXPECT_EQ(1, result.status) << message;
    EXPECT_NE(std::string::npos, result.err.find(message)) << result.err;
    EXPECT_FALSE(Exists("out.ppm")) << message;
  }
}

TEST_F(ColorOptions, RandomThresholdsAreBlackAndWhite) {
  const ProcessResult result =
      Lodestone(Convert({"-random-threshold", "all", "20x80%", "-depth", "8"}, "pbm:-"));
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_EQ("P4", result.out.substr(0, 2));
}

using ColorOptionsParity = GmParityTest;

TEST_F(ColorOptionsParity, GiveThePixelsOfGm) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  ASSERT_EQ(0, Lodestone(Convert({"-resize", "5x4!"}, "map.ppm")).status);
  for (const Words& options : std::vector<Words>{
           {"-colors", "16"},
           {"-colors", "256"},
           {"-colors", "0"},
           {"+dither", "-colors", "9"},
           {"-treedepth", "4", "-colors", "30"},
           {"-colors", "30", "-colors", "7"},
           {"-map", "map.ppm"},
           {"+dither", "-map", "map.ppm"},
           {"+dither", "-type", "Bilevel"},
           {"-type", "Palette"},
           {"-type", "PaletteMatte"},
           {"-ordered-dither", "all", "3x3"},
           {"-ordered-dither", "green", "7x7"},
           // On one thread, gm's result is another.
           {"-limit", "threads", "2", "-segment", "1x1.5"},
           {"-limit", "threads", "2", "-segment", "0.2"},
       })
    ExpectSameBut8Bits(Convert(options));
  // Settings of an earlier group of options no longer hold.
  ExpectSameBut8Bits({"convert", "+dither", "-treedepth", "2", "in.ppm", "-colors", "9", "ppm:-"});
}

}  // namespace
}  // namespace lodestone::test
