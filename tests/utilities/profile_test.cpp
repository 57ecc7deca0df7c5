// -profile and -intent: grammar, messages, and pixels compared with gm's.
#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"
#if defined(TEST_LCMS2)
#include <magick/api.h>

#include "tests/support/icc_profiles.h"
#endif

namespace lodestone::test {
namespace {

class ProfileOptions : public GmParityTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
#if defined(TEST_LCMS2)
    Write(ProfileSrgb, "srgb.icc");
    Write(ProfileWide, "wide.icm");
    Write(ProfileInk, "ink.icc");
#else
    GTEST_SKIP() << "built without lcms2";
#endif
  }

#if defined(TEST_LCMS2)
  void Write(TestProfile which, const std::string& name) {
    size_t length = 0;
    unsigned char* bytes = profile_bytes(which, &length);
    WriteFile(folder_ / name, std::string(reinterpret_cast<char*>(bytes), length));
    free(bytes);
  }
#endif

  std::string Out(const Words& options) {
    const ProcessResult result = Lodestone(Convert(options));
    EXPECT_EQ(0, result.status) << result.err;
    return result.out;
  }
};

TEST_F(ProfileOptions, TheFirstEmbedsTheSecondConverts) {
  const std::string plain = Out({});
  EXPECT_EQ(plain, Out({"-profile", "srgb.icc"}));
  const std::string wide = Out({"-profile", "srgb.icc", "-profile", "wide.icm"});
  EXPECT_NE(plain, wide);
  EXPECT_EQ(wide, Out({"-profile", "ICM:srgb.icc", "-profile", "icc:wide.icm"}));
  EXPECT_EQ(plain, Out({"-profile", "srgb.icc", "+profile", "*", "-profile", "wide.icm"}));
}

TEST_F(ProfileOptions, TakesThoseOfAnImage) {
  EXPECT_EQ(0, Lodestone({"convert", "in.ppm", "-profile", "wide.icm", "with.png"}).status);
  EXPECT_EQ(Out({"-profile", "srgb.icc", "-profile", "wide.icm"}),
            Out({"-profile", "srgb.icc", "-profile", "with.png"}));
  const ProcessResult none = Lodestone(Convert({"-profile", "in.ppm"}, "out.ppm"));
  EXPECT_EQ(1, none.status);
  EXPECT_NE(std::string::npos, none.err.find("No profile in this file (in.ppm)")) << none.err;
}

TEST_F(ProfileOptions, FilesThatHoldNoInksGetTheColorsOfTheirProfile) {
  SKIP_WITHOUT_FORMAT("TIFF");
  const ProcessResult made =
      Lodestone(Convert({"-profile", "srgb.icc", "-profile", "ink.icc"}, "ink.tif"));
  ASSERT_EQ(0, made.status) << made.err;
  const auto written = [&](const Words& options, const std::string& output) {
    Words words = {"convert", "ink.tif"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(output);
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(0, result.status) << output;
    EXPECT_EQ("", result.err) << output;
    return result.out;
  };
  for (const std::string output : {"ppm:-", "png:-", "gif:-"}) {
    const std::string converted = written({}, output);
    EXPECT_EQ(converted, written({"-profile", "srgb.icc", "+profile", "*"}, output)) << output;
    EXPECT_NE(converted, written({"+profile", "*"}, output)) << output;
  }
}

TEST_F(ProfileOptions, IntentsAndBlackPoint) {
  const auto through = [&](const Words& before) {
    Words words = before;
    words.insert(words.end(),
                 {"-profile", "srgb.icc", "-profile", "ink.icc", "-profile", "srgb.icc"});
    return Out(words);
  };
  const std::string relative = through({"-intent", "relative"});
  EXPECT_NE(relative, through({"-intent", "Absolute"}));
  EXPECT_NE(relative,
            through({"-intent", "relative", "-define", "profile:black-point-compensation=true"}));
  EXPECT_EQ(relative,
            through({"-intent", "relative", "-define", "profile:black-point-compensation=false"}));
  EXPECT_EQ(through({}), through({"-intent", "absolute", "+intent"}));
}

TEST_F(ProfileOptions, WrongArgumentsAreNamed) {
  WriteFile(folder_ / "bad.icc", "no profile at all");
  const std::vector<std::pair<Words, std::string>> wrong = {
      {{"-profile", "srgb.icc", "-profile", "bad.icc"}, "unable to open color profile"},
      {{"-profile", "none.icc"}, "none.icc"},
      {{"-profile", "ink.icc", "-profile", "srgb.icc"}, "Colorspace color profile mismatch"},
      {{"-intent", "Pretty"}, "Unrecognized intent type (Pretty)"},
  };
  for (const auto& [options, message] : wrong) {
    const ProcessResult result = Lodestone(Convert(options, "out.ppm"));
    EXPECT_EQ(1, result.status) << message;
    EXPECT_NE(std::string::npos, result.err.find(message)) << result.err;
    EXPECT_FALSE(Exists("out.ppm")) << message;
  }
}

TEST_F(ProfileOptions, GiveThePixelsOfGm) {
  if (!HaveGm()) GTEST_SKIP() << "gm is not installed";
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const std::vector<Words> all = {
      {"-profile", "srgb.icc", "-profile", "wide.icm"},
      {"-intent", "Relative", "-profile", "wide.icm", "-profile", "srgb.icc"},
      {"-intent", "absolute", "-profile", "srgb.icc", "-profile", "ink.icc", "-profile",
       "wide.icm"},
  };
  for (const Words& options : all)
    EXPECT_LE(LargestDifference(Out(options), Gm(Convert(options)).out), 1) << options.back();
}

}  // namespace
}  // namespace lodestone::test
