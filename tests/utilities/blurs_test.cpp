// Options for blurs that gm does not have: grammar, messages, and pixels compared with
// ImageMagick's.
#include <utility>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

using BlurOptions = CliTest;

TEST_F(BlurOptions, ChangePixels) {
  const std::string plain = Lodestone(Convert({})).out;
  for (const Words& options : std::vector<Words>{{"-rotational-blur", "20"},
                                                 {"-radial-blur", "-5"},
                                                 {"-selective-blur", "0x2+20%"},
                                                 {"-bilateral-blur", "5"}}) {
    const ProcessResult result = Lodestone(Convert(options));
    EXPECT_EQ(0, result.status) << options[0] << result.err;
    EXPECT_TRUE(plain != result.out) << options[0];
  }
}

TEST_F(BlurOptions, HaveOtherSpellings) {
  const std::string arc = Lodestone(Convert({"-rotational-blur", "20"})).out;
  EXPECT_EQ(arc, Lodestone(Convert({"-radial-blur", "20"})).out);
  const std::string samples = std::to_string(MaxRGB / 5);
  EXPECT_EQ(Lodestone(Convert({"-selective-blur", "3x2+20%"})).out,
            Lodestone(Convert({"-selective-blur", "3x2+" + samples})).out);
}

// The height is the width, the sigmas are the diagonal and a quarter of it.
TEST_F(BlurOptions, WhatABilateralBlurIsNotGivenFollowsFromItsSides) {
  const std::string square =
      Lodestone(Convert({"-bilateral-blur", "3x3+4.2426406871+1.0606601717"})).out;
  EXPECT_EQ(square, Lodestone(Convert({"-bilateral-blur", "3"})).out);
  EXPECT_EQ(square, Lodestone(Convert({"-bilateral-blur", "3x3"})).out);
  EXPECT_EQ(square, Lodestone(Convert({"-bilateral-blur", "3x3+4.2426406871"})).out);
  EXPECT_FALSE(square == Lodestone(Convert({"-bilateral-blur", "3x3+9"})).out);
}

TEST_F(BlurOptions, WrongArgumentsAreNamed) {
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"-rotational-blur", "around"}, "rotational-blur"},
      {{"-rotational-blur", "1e9"}, "angle is too large"},
      {{"-selective-blur", "much"}, "selective-blur"},
      {{"-selective-blur", "5000x1+9"}, "kernel radius is too large"},
      {{"-bilateral-blur", "3x3+0+1"}, "sigmas must be finite and not 0"},
  };
  for (const auto& [options, words] : wrong) {
    const ProcessResult result = Lodestone(Convert(options));
    EXPECT_NE(0, result.status) << options[0];
    EXPECT_NE(std::string::npos, result.err.find(words)) << result.err;
  }
}

class BlurParity : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (!HaveImageMagick() || QuantumDepth != 16)
      GTEST_SKIP() << "there is no ImageMagick of this depth";
  }
  ProcessResult ImageMagick(const Words& words) { return RunProcess(words, folder_.path()); }
};

// A pixel whose difference is that of the threshold may be on its other side.
TEST_F(BlurParity, GivesThePixelsOfImageMagick) {
  constexpr long kMost = 3;
  for (const Words& options :
       std::vector<Words>{{"-rotational-blur", "7"},
                          {"-rotational-blur", "33.3"},
                          {"-radial-blur", "200"},
                          {"-virtual-pixel", "Tile", "-selective-blur", "3x2+25%"},
                          {"-selective-blur", "0x1+200%"},
                          {"-selective-blur", "2x3+10%"},
                          {"-selective-blur", "9x4+30%"}}) {
    const ProcessResult ours = Lodestone(Convert(options)), theirs = ImageMagick(Convert(options));
    EXPECT_LE(LargestDifference(ours.out, theirs.out), kMost)
        << options[0] << " " << options.back();
  }
}

// Colours are weighted by alpha, and alpha is blurred.
TEST_F(BlurParity, GivesTheAlphaOfImageMagick) {
  ASSERT_EQ(0, ImageMagick({"convert", "in.ppm", "(", "+clone", "-negate", "-colorspace", "gray",
                            ")", "-alpha", "off", "-compose", "CopyOpacity", "-composite", "-depth",
                            "16", "in.png"})
                   .status);
  const auto samples = [&](const std::string& file) {
    return ImageMagick({"convert", file, "-depth", "16", "-endian", "MSB", "rgba:-"}).out;
  };
  EXPECT_EQ(0,
            Lodestone({"convert", "in.png", "-rotational-blur", "25", "-depth", "16", "ours.png"})
                .status);
  ImageMagick({"convert", "in.png", "-channel", "RGBA", "-rotational-blur", "25", "-depth", "16",
               "PNG64:theirs.png"});
  const std::string ours = samples("ours.png"), theirs = samples("theirs.png");
  ASSERT_EQ(64u * 48u * 8u, ours.size());
  EXPECT_LE(LargestDifference(ours, theirs, 64 * 48 * 4), 1);
}

}  // namespace
}  // namespace lodestone::test
