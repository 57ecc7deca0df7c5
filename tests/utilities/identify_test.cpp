// identify against the real gm, and on its own.
#include <gmock/gmock.h>

#include <sstream>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/pam.hpp"

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

// Those of one character, except %u and %z, which are names of new temporary files, and %@, for
// which gm reads no pixels.
TEST_F(IdentifyParityTest, EveryEscape) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  ASSERT_EQ(0,
            Gm({"convert", "in.ppm", "in.ppm", "-flip", "in.ppm", "-set", "comment", "some text",
                "-set", "label", "name", "-page", "100x90+3+4", "-density", "90x60", "three.miff"})
                .status);
  WriteFile(folder_ / "in.pam", SamplePam(9, 7));
  const std::string known =
      "bcdefghijklmnopqrstvwxyABCDEFGHIJKLMNOPQRSTUVWXYZ0#$%^&*({!~`?/|;:'\",.<>-_=+";
  for (const char* const file : {"three.miff", "in.pam", "three.miff[1-2]"}) {
    std::string format;
    for (const char escape : known) {
      // The size of a file that was read in part.
      if (escape == 'b' && file == std::string("three.miff[1-2]")) continue;
      format += std::string(1, escape) + "=[%" + escape + "] ";
    }
    ExpectSame({"identify", "-format", format, file});
  }
  for (const char* const format : {"%[*]", "%[]", "%[comment]|%[label]|%[Comment]", "%[co*]",
                                   "\\n\\t", "&lt;&gt;&amp;", "%w\n%h", "@missing.txt"})
    ExpectSame({"identify", "-format", format, "three.miff"});
}

TEST_F(IdentifyParityTest, FormatHoldsForAllFiles) {
  ExpectSame({"identify", "in.ppm", "-format", "%w "});
  ExpectSame({"identify", "in.ppm", "-format", "%w ", "in.ppm", "-format", "%h "});
  ExpectSame({"identify", "+ping", "-format", "%w %m\\n", "in.ppm"});
  ExpectSame({"identify", "-ping", "-format", "%w %k\\n", "in.ppm"});
  ExpectSame({"identify", "-verbose", "-format", "%w\\n", "in.ppm"});
  for (const char* const text : {"%w-%h", "%w-%h\n", "%w-%h\r\n", "%w-%h\n\n"}) {
    WriteFile(folder_ / "format.txt", text);
    ExpectSame({"identify", "-format", "@format.txt", "in.ppm", "in.ppm"});
  }
}

TEST_F(IdentifyParityTest, SettingsLeaveTheImage) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  for (const Words& setting :
       {Words{"-depth", "4"}, Words{"-density", "30"}, Words{"-size", "9x9"}, Words{"+depth"},
        Words{"-virtual-pixel", "Tile"}, Words{"-interlace", "Line"},
        Words{"-define", "jpeg:optimize-coding=true"}}) {
    Words words = {"identify"};
    words.insert(words.end(), setting.begin(), setting.end());
    words.insert(words.end(), {"-format", "%w %h %q %x %y %m %k %#", "in.ppm"});
    ExpectSame(words);
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
  ExpectSame({"identify", "missing.ppm", "in.ppm", "-format", "%w"});
  ExpectSame({"identify", "-format", "%w", "in.ppm", "missing.ppm", "in.ppm"});
  ExpectSame({"identify", "-virtual-pixel", "bogus", "in.ppm"});
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

// GraphicsMagick marks alpha since 1.3.44.
std::string WithoutAlphaMark(std::string line) {
  const std::string mark = "+opacity ";
  if (const auto at = line.find(mark); at != std::string::npos) line.erase(at, mark.size());
  return line;
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
    EXPECT_EQ(WithoutAlphaMark(BeforeTimes(Lodestone(words).out)),
              WithoutAlphaMark(BeforeTimes(Gm(words).out)));
  }
}

}  // namespace
}  // namespace lodestone::test
