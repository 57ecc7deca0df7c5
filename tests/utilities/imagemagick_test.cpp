// Operations that ImageMagick has and GraphicsMagick has not: pixels compared with its convert.
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

class LocalFilterParity : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    if (QuantumDepth != 16) GTEST_SKIP() << "convert here has 16 bits a sample";
    const ProcessResult version = RunProcess({"convert", "-version"}, folder_.path());
    if (version.out.find("ImageMagick") == std::string::npos)
      GTEST_SKIP() << "ImageMagick's convert is not installed";
  }

  long Difference(const Words& options) {
    const ProcessResult ours = Lodestone(Convert(options));
    const ProcessResult theirs = RunProcess(Convert(options), folder_.path());
    EXPECT_EQ(0, ours.status) << ours.err;
    EXPECT_EQ(0, theirs.status) << theirs.err;
    return LargestDifference(ours.out, theirs.out);
  }
};

TEST_F(LocalFilterParity, WaveletDenoise) {
  for (const Words& options : std::vector<Words>{{"-wavelet-denoise", "5%"},
                                                 {"-wavelet-denoise", "9000x0.4"},
                                                 {"-wavelet-denoise", "700x1"}})
    EXPECT_LE(Difference(options), 1) << options[1];
}

// Grey, so that colours change as much as the luma.
std::string GreyPpm() {
  std::string ppm = SamplePpm(64, 48);
  for (std::size_t i = ppm.size() - std::size_t{64} * 48 * 3; i < ppm.size(); i += 3)
    ppm[i + 1] = ppm[i + 2] = ppm[i];
  return ppm;
}

// ImageMagick leaves out the last two taps of the triangle, which is 3 / (half + 1)^2 of each pass.
TEST_F(LocalFilterParity, LocalContrast) {
  WriteFile(folder_ / "in.ppm", GreyPpm());
  for (const auto& [geometry, half, strength] :
       {std::tuple{"100x50", 12.0, 0.5}, {"220x100", 28.0, 1.0}, {"300", 38.0, 0.125}}) {
    const double missing = 1.0 - std::pow(1.0 - 3.0 / ((half + 1.0) * (half + 1.0)), 2.0);
    EXPECT_LE(Difference({"-local-contrast", geometry}),
              static_cast<long>(missing * strength * MaxRGBDouble) + 2)
        << geometry;
  }
}

}  // namespace
}  // namespace lodestone::test
