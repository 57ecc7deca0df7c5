// -define resize:linear and blur:linear.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

class LinearOptions : public CliTest {
 protected:
  // Lines of black and white, one pixel wide.
  void SetUp() override {
    CliTest::SetUp();
    std::string lines = "P5\n64 48\n255\n";
    for (int i = 0; i < 64 * 48; ++i) lines += static_cast<char>(i % 2 ? 255 : 0);
    WriteFile(folder_ / "in.ppm", lines);
  }

  // The sample in the middle of the result, of 255.
  int Middle(Words options, const std::string& input = "in.ppm") {
    Words words = {"convert", input};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"-depth", "8", "gray:-"});
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(0, result.status) << result.err;
    // At the left end of the row in the middle; further in, all are alike.
    const std::size_t middle = result.out.size() / 2 + (result.out.size() > 8 * 6 ? 16 : 4);
    return middle < result.out.size() ? static_cast<unsigned char>(result.out[middle]) : -1;
  }
};

TEST_F(LinearOptions, ResizingMixesLight) {
  for (const std::string option : {"-resize", "-scale"}) {
    EXPECT_NEAR(128, Middle({option, "32x24!"}), 2) << option;
    EXPECT_NEAR(188, Middle({"-define", "resize:linear=true", option, "32x24!"}), 2) << option;
    EXPECT_NEAR(128, Middle({"-define", "resize:linear=false", option, "32x24!"}), 2) << option;
    EXPECT_NEAR(128, Middle({"-define", "blur:linear=true", option, "32x24!"}), 2) << option;
  }
}

TEST_F(LinearOptions, BlurringMixesLight) {
  for (const std::string option : {"-blur", "-gaussian"}) {
    EXPECT_NEAR(128, Middle({option, "0x3"}), 2) << option;
    EXPECT_NEAR(188, Middle({"-define", "blur:linear=true", option, "0x3"}), 2) << option;
    EXPECT_NEAR(128, Middle({"-define", "resize:linear=true", option, "0x3"}), 2) << option;
  }
}

// A decoder that shrinks would mix samples. The definition may stand before the file or behind it.
TEST_F(LinearOptions, JpegFilesAreDecodedWhole) {
  const Words make = {"convert", "in.ppm", "-quality", "100", "in.jpg"};
  ASSERT_EQ(0, Lodestone(make).status);
  EXPECT_NEAR(128, Middle({"-scale", "8x6!"}, "in.jpg"), 3);
  EXPECT_NEAR(188, Middle({"-define", "resize:linear=true", "-scale", "8x6!"}, "in.jpg"), 3);
  const Words before = {"convert", "-define", "resize:linear=true",
                        "in.jpg",  "-scale",  "8x6!",
                        "-depth",  "8",       "gray:-"};
  const std::string out = Lodestone(before).out;
  ASSERT_EQ(std::size_t{8 * 6}, out.size());
  EXPECT_NEAR(188, static_cast<unsigned char>(out[20]), 3);
}

}  // namespace
}  // namespace lodestone::test
