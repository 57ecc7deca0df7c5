// Options that change tones and colours: grammar, messages, and pixels compared with gm's.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

using ToneOptions = CliTest;

// Every option once, with non-default values.
const std::vector<Words>& Options() {
  static const auto& options = *new std::vector<Words>{
      {"-channel", "Green"},
      {"-channel", "Gray"},
      {"-colorspace", "Gray"},
      {"-asc-cdl", "1.1,-0.1,1.3:0.8,0.2,0.7:1,0,2"},
      {"-black-threshold", "30%"},
      {"-contrast"},
      {"+contrast"},
      {"-equalize"},
      {"-fill", "gold", "-colorize", "40,20,60"},
      {"-gamma", "2.2"},
      {"-gamma", "1.5,0.7/1"},
      {"-fuzz", "30%", "-fill", "navy", "-opaque", "red"},
      {"-level", "5%,1.2,90%"},
      {"-modulate", "105,110"},
      {"-modulate", "90,70,30"},
      {"-negate"},
      {"-normalize"},
      {"-operator", "green", "multiply", "1.4"},
      {"-operator", "all", "add", "10%"},
      {"-recolor", "0.4 0.3,0.3 0.2 0.6 0.2 0.3 0.3 0.4"},
      {"-solarize", "40%"},
      {"-threshold", "50%"},
      {"-white-threshold", "30%,50%,60%"},
  };
  return options;
}

// Those that only ImageMagick has too.
const std::vector<Words>& OptionsBeyondGm() {
  static const auto& options = *new std::vector<Words>{
      {"-auto-level"},
      {"-contrast-stretch", "5%"},
      {"-contrast-stretch", "2%,30%"},
      {"-function", "Polynomial", "3,-2,0.5"},
      {"-function", "sinusoid", "3,90,0.3,0.4"},
      {"-function", "arcsin", "0.8,0.4"},
      {"-function", "arctan", "8,0.5,1,0.5"},
      {"-sigmoidal-contrast", "5,40%"},
      {"+sigmoidal-contrast", "4,60%"},
  };
  return options;
}

TEST_F(ToneOptions, ChangePixels) {
  const auto expect = [&](const Words& before, const std::vector<Words>& all) {
    const std::string plain = Lodestone(Convert(before)).out;
    for (const Words& options : all) {
      Words words = before;
      words.insert(words.end(), options.begin(), options.end());
      const ProcessResult result = Lodestone(Convert(words));
      EXPECT_EQ(0, result.status) << options[0] << result.err;
      EXPECT_TRUE(plain != result.out) << options[0];
    }
  };
  expect({}, Options());
  // So that there is something to stretch.
  expect({"-solarize", "40%", "-gamma", "0.8"}, OptionsBeyondGm());
}

// Files hold RGB, whatever space the samples were in.
TEST_F(ToneOptions, SpacesAreConvertedBackForFiles) {
  if (QuantumDepth != 16) GTEST_SKIP() << "files of 16 bits are compared";
  const std::string plain = Lodestone(Convert({})).out;
  const std::string written = Lodestone(Convert({"-colorspace", "YCbCr"})).out;
  EXPECT_LE(LargestDifference(plain, written), 3);
}

TEST_F(ToneOptions, PlusGammaLeavesThePixels) {
  EXPECT_EQ(Lodestone(Convert({})).out, Lodestone(Convert({"+gamma", "0.45"})).out);
}

TEST_F(ToneOptions, WhatWasTransparentIsNoMoreThere) {
  const Words words = {"convert",      "in.ppm", "-threshold", "50%",
                       "-transparent", "white",  "out.png"};
  EXPECT_EQ(0, Lodestone(words).status);
  const std::string verbose = Lodestone({"identify", "-verbose", "out.png"}).out;
  EXPECT_NE(std::string::npos, verbose.find("pacity")) << verbose;
}

TEST_F(ToneOptions, WrongArgumentsAreNamed) {
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"-gamma", "bright"}, "'-gamma' requires an argument"},
      {{"-channel", "Brown"}, "Unrecognized channel type (Brown)"},
      {{"-channel", "Cyan"}, "unable to handle image channel"},
      {{"-hald-clut", "in.ppm"}, "hald clut image dimensions are invalid"},
      {{"-hald-clut", "none.ppm"}, "none.ppm"},
      {{"-colorspace", "RGBW"}, "Unrecognized image colorspace (RGBW)"},
      {{"-function", "Cosine", "1"}, "Unrecognized function (Cosine)"},
      {{"-function", "Polynomial", "a"}, "(a)"},
      {{"-grayscale", "Colour"}, "Unrecognized intensity method (Colour)"},
      {{"-level", "x"}, "'-level' requires an argument"},
      {{"-operator", "all", "add"}, "'-operator' requires an argument"},
      {{"-operator", "all", "plus", "3"}, "Unrecognized operator (plus)"},
      {{"-operator", "some", "add", "3"}, "Unrecognized channel type (some)"},
      {{"-opaque", "nocolor"}, "nocolor"},
      {{"-recolor", "1,2"}, "Matrix is not square (2 elements)"},
      {{"-recolor", "1 2 x 4"}, "(x)"},
      {{"-solarize", "half"}, "'-solarize' requires an argument"},
      {{"-threshold", "inf"}, "'-threshold' requires an argument"},
      {{"+level", "2"}, "Unrecognized option (+level)"},
  };
  for (const auto& [options, message] : wrong) {
    const ProcessResult result = Lodestone(Convert(options, "out.ppm"));
    EXPECT_EQ(1, result.status) << message;
    EXPECT_NE(std::string::npos, result.err.find(message)) << result.err;
    EXPECT_FALSE(Exists("out.ppm")) << message;
  }
}

using ToneOptionsParity = GmParityTest;

TEST_F(ToneOptionsParity, GiveThePixelsOfGm) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  for (const Words& options : Options()) {
    const ProcessResult ours = Lodestone(Convert(options)), theirs = Gm(Convert(options));
    EXPECT_LE(LargestDifference(ours.out, theirs.out), 1) << options[0] << " " << options.back();
  }
}

class ImageMagickParity : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!HaveImageMagick() || QuantumDepth != 16)
      GTEST_SKIP() << "there is no ImageMagick of this depth";
  }
};

// ImageMagick rounds to linear light, of which a dark sample is a thirteenth.
TEST_F(ImageMagickParity, GivesTheSameLuminance) {
  for (const char* method : {"Rec601Luminance", "Rec709Luminance"}) {
    const ProcessResult ours = Lodestone(Convert({"-grayscale", method}));
    const ProcessResult theirs =
        RunProcess(Convert({"-grayscale", method, "-colorspace", "sRGB"}), folder_.path());
    EXPECT_LE(LargestDifference(ours.out, theirs.out), 7) << method;
  }
}

TEST_F(ImageMagickParity, GivesTheSamePixels) {
  for (const Words& options : OptionsBeyondGm()) {
    const ProcessResult ours = Lodestone(Convert(options));
    const ProcessResult theirs = RunProcess(Convert(options), folder_.path());
    EXPECT_LE(LargestDifference(ours.out, theirs.out), 1) << options[0] << " " << options.back();
  }
}

}  // namespace
}  // namespace lodestone::test
