// Options that blur, sharpen and filter: grammar, messages, and pixels compared with gm's.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

using EffectOptions = CliTest;

// Every option once, with non-default values.
const std::vector<Words>& Options() {
  static const auto& options = *new std::vector<Words>{
      {"-blur", "0x1.5"},
      {"-blur", "3"},
      {"+blur", "2x1"},
      {"-convolve", "1,2,1, 2,4,2, 1,2,1"},
      {"-convolve", "-1 0 1 -2 0 2 -1 0 1"},
      {"-convolve", "+2.5e-1"},
      {"-despeckle"},
      {"-edge", "2"},
      {"-emboss", "0x1.2"},
      {"-gaussian", "0x2"},
      {"-gaussian-blur", "2x5"},
      {"-median", "2"},
      {"-motion-blur", "0x3+30"},
      {"-motion-blur", "5x3-70"},
      {"-sharpen", "0x1"},
      {"-unsharp", "0x2"},
      {"-unsharp", "0x2+1.7"},
      {"-unsharp", "2x2+0.6+0.01"},
      {"-charcoal", "1"},
      {"-charcoal", "2x1.5"},
      {"-enhance"},
      {"-lat", "5"},
      {"-lat", "8x4"},
      {"-lat", "9x7-10%"},
      {"-noise", "2"},
      {"-paint", "2"},
      {"-shade", "60x40"},
      {"+shade", "200"},
      {"-virtual-pixel", "Tile", "-gaussian", "0x2"},
      {"-virtual-pixel", "Mirror", "-median", "3"},
      {"-virtual-pixel", "Constant", "-background", "red", "-motion-blur", "0x3+110"},
  };
  return options;
}

// Those that gm has not.
const std::vector<Words>& OwnOptions() {
  static const auto& options = *new std::vector<Words>{
      {"-define", "unsharp:luma=true", "-unsharp", "0x2+1.7"},
      {"-local-contrast", "60x40"},
      {"-local-contrast", "100"},
      {"-wavelet-denoise", "5%"},
      {"-wavelet-denoise", "3%x0.25"},
  };
  return options;
}

TEST_F(EffectOptions, ChangePixelsAndKeepTheSize) {
  const std::string plain = Lodestone(Convert({})).out;
  std::vector<Words> all = Options();
  all.insert(all.end(), OwnOptions().begin(), OwnOptions().end());
  for (const Words& options : all) {
    const ProcessResult result = Lodestone(Convert(options));
    EXPECT_EQ(0, result.status) << options[0] << result.err;
    EXPECT_EQ(plain.size(), result.out.size()) << options[0];
    EXPECT_EQ(options.back() == "+2.5e-1", plain == result.out) << options[0];
  }
}

TEST_F(EffectOptions, UnsharpMaskOfTheLumaIsAnother) {
  const auto sharpened = [this](const char* luma) {
    return Lodestone(Convert({"-define", luma, "-unsharp", "0x2"})).out;
  };
  EXPECT_NE(sharpened("unsharp:luma=true"), sharpened("unsharp:luma=false"));
  EXPECT_EQ(Lodestone(Convert({"-unsharp", "0x2"})).out, sharpened("unsharp:luma=false"));
}

TEST_F(EffectOptions, WrongArgumentsAreNamed) {
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"-blur", "soft"}, "'-blur' requires an argument"},
      {{"-blur", "0x0"}, "unable to blur image (sigma must be finite and not 0)"},
      {{"-convolve", "1,2"}, "Matrix is not square (2 elements)"},
      {{"-convolve", "1,1,1,1"}, "Kernel width must be an odd number (-convolve)"},
      {{"-convolve", "1,1,1,1,one,1,1,1,1"}, "(one)"},
      {{"-convolve", "nan"}, "(nan)"},
      {{"-convolve", "+-3"}, "(+-3)"},
      {{"-convolve", ","}, "'-convolve' requires an argument"},
      {{"-edge", "30"}, "Unable to edge image (image smaller than radius)"},
      {{"-gaussian", "30"}, "unable to blur image (image smaller than radius)"},
      {{"-median", "x"}, "'-median' requires an argument"},
      {{"-motion-blur", "9999999"}, "unable to blur image (kernel radius is too large)"},
      {{"-charcoal", "1x0"}, "unable to blur image (sigma must be finite and not 0)"},
      {{"-lat", "99x3"}, "Unable to threshold image (image smaller than radius)"},
      {{"-lat", "x"}, "'-lat' requires an argument"},
      {{"-noise", "30"}, "Unable to filter image (image smaller than radius)"},
      {{"-paint", "30"}, "Unable to paint image (image smaller than radius)"},
      {{"-shade", "light"}, "'-shade' requires an argument"},
      {{"-local-contrast", "x"}, "'-local-contrast' requires an argument"},
      {{"-local-contrast", "1x99999999999"}, "(strength is too large)"},
      {{"-wavelet-denoise", "x"}, "'-wavelet-denoise' requires an argument"},
      {{"-wavelet-denoise", "-3"}, "Unable to denoise image (the threshold is negative)"},
      {{"+median", "2"}, "Unrecognized option (+median)"},
  };
  for (const auto& [options, message] : wrong) {
    const ProcessResult result = Lodestone(Convert(options, "out.ppm"));
    EXPECT_EQ(1, result.status) << message;
    EXPECT_NE(std::string::npos, result.err.find(message)) << result.err;
    EXPECT_FALSE(Exists("out.ppm")) << message;
  }
}

TEST_F(EffectOptions, CanBeExplainedAndTimed) {
  const ProcessResult explained =
      Lodestone({"explain", "convert", "in.ppm", "-blur", "0x2", "-median", "1", "-emboss", "1",
                 "-negate", "-charcoal", "1", "-lat", "3x3", "-paint", "1", "out.png"});
  EXPECT_EQ(0, explained.status) << explained.err;
  for (const char* line :
       {"1. blur 64x48 to 64x48", "2. median", "3. convolve", "4. histogram", "5. equalize",
        "6. negate", "normalize", "adaptive-threshold", "oil-paint"})
    EXPECT_NE(std::string::npos, explained.out.find(line)) << explained.out;
  const ProcessResult timed =
      Lodestone({"benchmark", "-iterations", "2", "-accelerate-log", "log.jsonl", "-op",
                 "-unsharp 0x2+1+0 -define unsharp:luma=true", "in.ppm"});
  EXPECT_EQ(0, timed.status) << timed.err;
  EXPECT_NE(std::string::npos, ReadFile(folder_ / "log.jsonl").find("unsharp-luma"));
  EXPECT_NE(std::string::npos, timed.out.find("-unsharp 0x2+1+0")) << timed.out;
}

using EffectOptionsParity = GmParityTest;

TEST_F(EffectOptionsParity, GiveThePixelsOfGm) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  for (const Words& options : Options()) {
    // Results of equalization, or near a threshold, can differ widely: see tests/compat.
    if (options[0] == "-emboss" || options[0] == "-unsharp") continue;
    const ProcessResult ours = Lodestone(Convert(options)), theirs = Gm(Convert(options));
    // Normalizing multiplies the differences of the blur.
    const long allowed = options[0] == "-charcoal" ? 9 : 2;
    EXPECT_LE(LargestDifference(ours.out, theirs.out), allowed)
        << options[0] << " " << options.back();
  }
}

}  // namespace
}  // namespace lodestone::test
