// Options that move pixels to other places: grammar, messages, and pixels compared with gm's.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

using WarpOptions = CliTest;

// Every option that is not random, with what comes before it.
const std::vector<Words>& Options() {
  static const auto& options = *new std::vector<Words>{
      {"-implode", "0.4"},
      {"-implode", "-2"},
      {"-virtual-pixel", "Tile", "-implode", "1.7"},
      {"-swirl", "120"},
      {"-swirl", "-720"},
      {"-wave", "5x20"},
      {"-wave", "-3.4x31"},
      {"-background", "red", "-wave", "4x17"},
      {"-virtual-pixel", "Mirror", "-wave", "8x40"},
      {"-affine", "0.9,0.2,-0.3,1.1,0,0", "-transform"},
      {"-affine", "1.5,0,0,0.9", "-transform"},
      {"-affine", "0,1,-1,0", "-background", "navy", "-transform"},
      {"-affine", "9,9,9,1", "-affine", "1.2,0,0.3,1", "-transform", "-affine", "2,0,0,1"},
  };
  return options;
}

TEST_F(WarpOptions, ChangePixels) {
  const std::string plain = Lodestone(Convert({})).out;
  for (const Words& options : Options()) {
    const ProcessResult result = Lodestone(Convert(options));
    EXPECT_EQ(0, result.status) << options[0] << result.err;
    EXPECT_TRUE(plain != result.out) << options[0];
  }
}

TEST_F(WarpOptions, PlusFormsChangeNothing) {
  const std::string plain = Lodestone(Convert({})).out;
  EXPECT_EQ(plain, Lodestone(Convert({"+implode", "+swirl", "+spread"})).out);
  const Words back = {"-affine", "2,0,0,1", "+affine", "-transform"};
  EXPECT_EQ(Lodestone(Convert({"-transform"})).out, Lodestone(Convert(back)).out);
}

TEST_F(WarpOptions, SpreadIsRandomUnlessSeeded) {
  const auto spread = [&](const Words& before) {
    Words words = before;
    words.insert(words.end(), {"-spread", "6"});
    const ProcessResult result = Lodestone(Convert(words));
    EXPECT_EQ(0, result.status) << result.err;
    return result.out;
  };
  EXPECT_EQ(spread({"-seed", "5"}), spread({"-seed", "5"}));
  EXPECT_FALSE(spread({"-seed", "5"}) == spread({"-seed", "6"}));
  EXPECT_FALSE(spread({}) == spread({}));
}

TEST_F(WarpOptions, NoiseIsRandomUnlessSeeded) {
  const std::string plain = Lodestone(Convert({})).out;
  for (const char* type :
       {"Uniform", "Gaussian", "Multiplicative", "Impulse", "Laplacian", "Poisson", "Random"}) {
    const Words seeded = {"-seed", "5", "+noise", type};
    const ProcessResult result = Lodestone(Convert(seeded));
    EXPECT_EQ(0, result.status) << result.err;
    EXPECT_FALSE(plain == result.out) << type;
    EXPECT_EQ(result.out, Lodestone(Convert(seeded)).out) << type;
    EXPECT_FALSE(result.out == Lodestone(Convert({"+noise", type})).out) << type;
  }
  const Words all = {"-seed", "5", "+noise", "Gaussian"};
  const Words same = {"-seed", "5", "-operator", "all", "Noise-Gaussian", "100%"};
  EXPECT_EQ(Lodestone(Convert(all)).out, Lodestone(Convert(same)).out);
}

TEST_F(WarpOptions, WrongArgumentsAreNamed) {
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"-implode", "much"}, "'-implode' requires an argument"},
      {{"-swirl", "round"}, "'-swirl' requires an argument"},
      {{"-wave", "high"}, "'-wave' requires an argument"},
      {{"-wave", "5"}, "nable to wave image (wave_length must not be 0)"},
      {{"-spread", "wide"}, "'-spread' requires an argument"},
      {{"-spread", "-3"}, "The radius must not be negative (-spread)"},
      {{"+noise", "pink"}, "Unrecognized noise type (pink)"},
      {{"-noise", "Gaussian"}, "'-noise' requires an argument"},
      {{"-seed", "any"}, "'-seed' requires an argument"},
      {{"-affine", "1,x"}, "(x)"},
      {{"-affine", "1,2,2,4", "-transform"},
       "nable to transform image (the matrix has no inverse)"},
      {{"+wave", "5x5"}, "Unrecognized option (+wave)"},
  };
  for (const auto& [options, message] : wrong) {
    const ProcessResult result = Lodestone(Convert(options, "out.ppm"));
    EXPECT_EQ(1, result.status) << message;
    EXPECT_NE(std::string::npos, result.err.find(message)) << result.err;
    EXPECT_FALSE(Exists("out.ppm")) << message;
  }
}

using WarpOptionsParity = GmParityTest;

TEST_F(WarpOptionsParity, GiveThePixelsOfGm) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  for (const Words& options : Options()) {
    const ProcessResult ours = Lodestone(Convert(options)), theirs = Gm(Convert(options));
    EXPECT_LE(LargestDifference(ours.out, theirs.out), 2) << options[0] << " " << options[1];
  }
}

}  // namespace
}  // namespace lodestone::test
