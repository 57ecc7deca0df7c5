// identify against the real gm, and on its own.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using IdentifyTest = CliTest;

TEST_F(IdentifyTest, OneLineAnImage) {
  const auto result = Lodestone({"identify", "in.ppm"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out,
              testing::MatchesRegex("in\\.ppm PPM 64x48\\+0\\+0 DirectClass 8-bit 9\\.0Ki "
                                    "[0-9]+\\.[0-9]{3}u 0m:[0-9]+\\.[0-9]{6}s.*\n"));
}

TEST_F(IdentifyTest, GoesOnAfterAFileThatCannotBeRead) {
  const auto result = Lodestone({"identify", "-format", "%f ", "missing.ppm", "in.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out, "in.ppm \n");
  EXPECT_EQ(result.err,
            "lodestone identify: Unable to open file (missing.ppm) "
            "[No such file or directory].\n");
}

class IdentifyParityTest : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    if (IsSkipped()) return;
    if (CorpusFile("pngsuite/basn2c08.png").empty())
      GTEST_SKIP() << "LODESTONE_CORPUS names no corpus";
  }

  // Files that both programs read, in corpus order.
  static Words Files() {
    Words names = {"in.ppm"};
    for (const char* name :
         {"pngsuite/basn0g01.png", "pngsuite/basn0g04.png", "pngsuite/basn0g16.png",
          "pngsuite/basn2c08.png", "pngsuite/basn2c16.png", "pngsuite/basn3p04.png",
          "pngsuite/basn4a08.png", "pngsuite/basn6a08.png", "pngsuite/basn6a16.png",
          "pngsuite/tbbn3p08.png", "pngsuite/ccwn2c08.png", "pngsuite/ct1n0g04.png",
          "pngsuite/cdfn2c08.png", "pngsuite/g07n0g16.png", "pngsuite/s01n3p01.png",
          "pngsuite/bgai4a16.png", "jpeg/testorig.jpg", "jpeg/testimgari.jpg"}) {
      names.push_back(CorpusFile(name).string());
    }
    return names;
  }
};

TEST_F(IdentifyParityTest, Escapes) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  for (const std::string& file : Files()) {
    for (const char* format :
         {"%w %h %m %b|%q %r %A|%k|%f %d %e %t|%i %M|%n %p %s|%g %G %H %O %P|%W %X %Y|%#",
          "%C %D %Q %T %U|%x %y|%%|%w\\n%h\\\\|[%c%l]|%v%1%|%[JPEG-Quality]|%[bogus]|%[EXIF:*]|%",
          "%[bogus]", "%["}) {
      ExpectSame({"identify", "-format", format, file});
    }
  }
}

TEST_F(IdentifyParityTest, SeveralFilesShareOneLineOfFormat) {
  ExpectSame({"identify", "-format", "%f %s|", "in.ppm", "in.ppm"});
  ExpectSame({"identify", "-format", "%w\\n", "in.ppm", "in.ppm"});
}

TEST_F(IdentifyParityTest, MessagesAndStatus) {
  ExpectSame({"identify", "missing.ppm"});
  ExpectSame({"identify", "-bogus", "in.ppm"});
  ExpectSame({"identify", "-format"});
  ExpectSame({"identify", "-format", "%w"});
}

// All lines except those with times.
std::string Timeless(const std::string& text) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("User Time: ") == std::string::npos &&
        line.find("Elapsed Time: ") == std::string::npos &&
        line.find("Pixels Per Second: ") == std::string::npos) {
      kept += line + "\n";
    }
  }
  return kept;
}

// The default line up to the times: "... 0.000u 0m:0.000001s".
std::string BeforeTimes(const std::string& line) {
  return line.substr(0, line.rfind(' ', line.find("u 0m:")));
}

TEST_F(IdentifyParityTest, Verbose) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  for (const std::string& file : Files()) {
    for (const Words& words :
         {Words{"identify", "-verbose", file}, Words{"identify", "-verbose", "-verbose", file}}) {
      EXPECT_EQ(Timeless(Lodestone(words).out), Timeless(Gm(words).out)) << file;
    }
  }
}

TEST_F(IdentifyParityTest, DefaultLine) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  for (const std::string& file : Files()) {
    const Words words = {"identify", file};
    EXPECT_EQ(BeforeTimes(Lodestone(words).out), BeforeTimes(Gm(words).out));
  }
}

}  // namespace
}  // namespace lodestone::test
