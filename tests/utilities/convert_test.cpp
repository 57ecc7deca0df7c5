// Grammar, order of evaluation, messages and exit status of convert.
#include <algorithm>
#include <map>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/ppm.hpp"

namespace lodestone::test {
namespace {

using ConvertTest = CliTest;

// "columns rows" of a binary PNM.
std::string SizeOf(const std::string& pnm) {
  const auto start = pnm.find('\n') + 1;
  return pnm.substr(start, pnm.find('\n', start) - start);
}

TEST_F(ConvertTest, WritesTheOutput) {
  const auto result = Lodestone({"convert", "in.ppm", "-resize", "50%", "out.ppm"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out.ppm")), "32 24");
}

TEST_F(ConvertTest, CopiesPixelsUnchanged) {
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "out.ppm"}).status, 0);
  const std::string in = ReadFile(folder_ / "in.ppm"), out = ReadFile(folder_ / "out.ppm");
  EXPECT_EQ(in.substr(in.size() - 64 * 48 * 3), out.substr(out.size() - 64 * 48 * 3));
}

TEST_F(ConvertTest, FormatsThatCannotBeWrittenAreErrors) {
  constexpr std::string_view kNone = "no such coder in this build";
  const std::map<std::string, std::string_view> reasons = {
      {"x.jxr", kNone},  {"x.cut", "out of use"},   {"xcf:x", "only be read"},
      {"x.html", "web"}, {"x.dcm", "only be read"}, {"x.mov", "ffmpeg"}};
  for (const auto& [name, reason] : reasons) {
    const auto result = Lodestone({"convert", "in.ppm", name});
    EXPECT_EQ(result.status, 1) << name;
    EXPECT_NE(result.err.find("No encode delegate for this image format"), std::string::npos);
    EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
  }
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "-write", "x.xcf", "out.ppm"}).status, 1);
  EXPECT_EQ(Files(), std::vector<std::string>{"in.ppm"});
}

TEST_F(ConvertTest, PrefixesThatAreNotHereSayWhy) {
  const std::pair<const char*, const char*> reasons[] = {
      {"vid:hi", "lodestone montage"},
      {"http://localhost/a.png", "nothing is fetched"},
      {"x:", "X: neither a display"},
      {"h:", "H: images that come with GraphicsMagick are not copied"}};
  for (const auto& [name, reason] : reasons) {
    const auto result = Lodestone({"convert", name, "out.ppm"});
    EXPECT_EQ(result.status, 1) << name;
    EXPECT_NE(result.err.find(reason), std::string::npos) << result.err;
  }
}

TEST_F(ConvertTest, DescriptionsNameTheFormatThatWasRead) {
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "info:-"}).out.rfind("in.ppm PPM 64x48", 0), 0u);
  const std::string json = Lodestone({"convert", "in.ppm", "json:-"}).out;
  EXPECT_NE(json.find("\"format\": \"PPM\""), std::string::npos) << json;
}

TEST_F(ConvertTest, UnknownExtensionsKeepTheFormatWithAWarning) {
  const auto result = Lodestone({"convert", "in.ppm", "out.unheard"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "lodestone convert: Unknown extension; written as PPM (out.unheard).\n");
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out.unheard")), "64 48");
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "-write", "out.mvg", "null:"}).err,
            "lodestone convert: Unknown extension; written as PPM (out.mvg).\n");
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "png:out.unheard"}).err, "");
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "plain"}).err, "");
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "-"}).err, "");
}

// Those with modules of other names, as in a GraphicsMagick that has modules.
TEST_F(ConvertTest, ModulesAreListed) {
  const std::string list = Lodestone({"convert", "-list", "modules"}).out;
  EXPECT_TRUE(list.starts_with("Magick      Module\n---")) << list;
  EXPECT_NE(list.npos, list.find("\nPGM        PNM\n")) << list;
  EXPECT_EQ(list.npos, list.find("\nPNM ")) << list;
  EXPECT_EQ(list, Lodestone({"convert", "-list", "Module"}).out);
}

TEST_F(ConvertTest, LimitsTakeEverySuffix) {
  const auto limit = [&](const std::string& text) {
    const auto result = Lodestone({"convert", "-limit", "disk", text, "-list", "resource"});
    EXPECT_EQ(result.status, 0) << text << result.err;
    const auto from = result.out.find("Disk:") + 5;
    const std::string line = result.out.substr(from, result.out.find('(', from) - from);
    const auto start = line.find_first_not_of(' ');
    return line.substr(start, line.find_last_not_of(' ') - start + 1);
  };
  for (const char* text : {"512MB", "512mb", "512MiB", "512M", "512m", "0.5g", "524288k"})
    EXPECT_EQ(limit(text), "512.0MiB") << text;
  EXPECT_EQ(limit("3GB"), "3.0GiB");
  EXPECT_EQ(limit("3TiB"), "3.0TiB");
  EXPECT_EQ(limit("3pb"), "3.0PiB");
  EXPECT_EQ(limit("3E"), "3.0EiB");
  EXPECT_EQ(limit("700B"), "700B");
  EXPECT_EQ(limit("0"), "0B");
  EXPECT_EQ(limit("unlimited"), limit("UNLIMITED"));
  for (const char* text : {"abc", "", "MB", "-1", "nan"}) {
    EXPECT_EQ(Lodestone({"convert", "-limit", "disk", text, "in.ppm", "out.ppm"}).status, 1);
  }
}

TEST_F(ConvertTest, OffsetsInADensityAreIgnored) {
  const auto result = Lodestone({"convert", "in.ppm", "-density", "72x96+1+2", "out.jpg"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(Lodestone({"identify", "-format", "%xx%y", "out.jpg"}).out.substr(0, 2), "72");
}

TEST_F(ConvertTest, ReadsAndWritesPipes) {
  const auto result =
      Lodestone({"convert", "-", "-scale", "16x12", "ppm:-"}, ReadFile(folder_ / "in.ppm"));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(SizeOf(result.out), "16 12");
}

TEST_F(ConvertTest, OptionsOfAGroupChangeOnlyThatGroup) {
  WriteFile(folder_ / "b.ppm", SamplePpm(20, 10));
  const auto result = Lodestone(
      {"convert", "-resize", "50%", "in.ppm", "-flip", "b.ppm", "+adjoin", "ppm:out%d.ppm"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out0.ppm")), "32 24");
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out1.ppm")), "20 10");
}

TEST_F(ConvertTest, OptionsAtTheEndChangeAllImages) {
  WriteFile(folder_ / "b.ppm", SamplePpm(20, 10));
  const auto result = Lodestone({"convert", "in.ppm", "-resize", "50%", "b.ppm", "-rotate", "90",
                                 "+adjoin", "ppm:out%d.ppm"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out0.ppm")), "48 64");
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out1.ppm")), "5 10");
}

TEST_F(ConvertTest, ExpandsPatterns) {
  WriteFile(folder_ / "p1.ppm", SamplePpm(3, 2));
  WriteFile(folder_ / "p2.ppm", SamplePpm(5, 2));
  EXPECT_EQ(Lodestone({"convert", "p?.ppm", "+adjoin", "out%03d.ppm"}).status, 0);
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out000.ppm")), "3 2");
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out001.ppm")), "5 2");
}

TEST_F(ConvertTest, PrefixesAndFramesAreUnderstood) {
  const std::string two = SamplePpm(3, 2) + SamplePpm(5, 4);
  WriteFile(folder_ / "two", two);
  const auto result = Lodestone({"convert", "ppm:two[1]", "PPM:out"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out")), "5 4");
}

TEST_F(ConvertTest, WriteKeepsTheIntermediateImage) {
  const auto result = Lodestone(
      {"convert", "in.ppm", "-resize", "50%", "-write", "half.ppm", "-resize", "50%", "out.ppm"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "half.ppm")), "32 24");
  EXPECT_EQ(SizeOf(ReadFile(folder_ / "out.ppm")), "16 12");
}

TEST_F(ConvertTest, HelpListsTheOptionsOfTheTable) {
  const auto result = Lodestone({"convert", "-help"});
  EXPECT_EQ(result.status, 0);
  for (const char* option : {"-resize geometry", "-accelerate mode", "-quality value"}) {
    EXPECT_NE(result.out.find(option), std::string::npos) << option;
  }
}

TEST_F(ConvertTest, LeavesNothingBehindWhenItFails) {
  const std::vector<Words> failing = {
      {"convert", "missing.ppm", "out.ppm"},
      {"convert", "in.ppm", "missing.ppm", "out.ppm"},
      {"convert", "in.ppm", "-crop", "10x10+100+100", "out.ppm"},
      {"convert", "in.ppm", "-bogus", "out.ppm"},
      {"convert", "in.ppm", "-limit", "width", "10", "-resize", "200%", "out.ppm"},
      {"convert", "cut.ppm", "out.ppm"},
      {"convert", "in.ppm", "bogus:out.ppm"},
      {"convert", "in.ppm", "no/such/folder/out.ppm"},
  };
  WriteFile(folder_ / "cut.ppm", SamplePpm(64, 48).substr(0, 500));
  const auto before = Files();
  for (const Words& words : failing) {
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 1) << words[1];
    EXPECT_EQ(result.err.substr(0, 19), "lodestone convert: ") << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(Files(), before) << result.err;
  }
}

TEST_F(ConvertTest, AcceleratesOnlyWhenAsked) {
  EXPECT_EQ(
      Lodestone({"convert", "-accelerate", "off", "in.ppm", "-resize", "50%", "a.ppm"}).status, 0);
  const auto bad = Lodestone({"convert", "-accelerate", "bogus", "in.ppm", "a.ppm"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_NE(bad.err.find("auto, off or require (bogus)"), std::string::npos) << bad.err;
}

TEST_F(ConvertTest, LogsWhatRanWhere) {
  EXPECT_EQ(Lodestone({"convert", "-accelerate", "off", "-accelerate-log", "log.jsonl", "in.ppm",
                       "-resize", "50%", "-scale", "200%", "a.ppm"})
                .status,
            0);
  const auto summary = Lodestone({"events", "summarize", "log.jsonl"});
  EXPECT_NE(summary.out.find("resize, cpu"), std::string::npos) << summary.out;
  EXPECT_NE(summary.out.find("scale, cpu"), std::string::npos) << summary.out;
}

TEST_F(ConvertTest, SaysWhenTheLogCannotBeOpened) {
  const auto result = Lodestone({"convert", "-accelerate-log", "no/folder/log", "in.ppm", "a.ppm"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err,
            "lodestone convert: Unable to open acceleration log (no/folder/log) "
            "[No such file or directory].\n");
}

TEST_F(ConvertTest, MonitorShowsProgress) {
  const auto result = Lodestone({"convert", "-monitor", "in.ppm", "-resize", "50%", "a.ppm"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find('%'), std::string::npos) << result.err;
}

TEST_F(ConvertTest, AnswersToGm) {
  const std::string gm = LinkAs("gm", folder_).string();
  const auto result = RunProcess({gm, "convert", "missing.ppm", "out.ppm"}, folder_.path());
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err,
            "gm convert: Unable to open file (missing.ppm) [No such file or directory].\n");
  EXPECT_EQ(RunProcess({gm, "convert", "in.ppm", "out.ppm"}, folder_.path()).status, 0);
}

using ConvertParityTest = GmParityTest;

TEST_F(ConvertParityTest, MessagesAndStatus) {
  const std::vector<Words> lines = {
      {"missing.ppm", "out.ppm"},
      {"in.ppm", "-bogus", "out.ppm"},
      {"in.ppm", "-resize", "out.ppm"},
      {"in.ppm", "-resize", "abc", "out.ppm"},
      {"in.ppm", "-filter", "bogus", "-resize", "50%", "out.ppm"},
      {"in.ppm"},
      {"in.ppm", "-resize", "50%"},
      {"-resize", "50%", "out.ppm"},
      {"in.ppm", "-quality", "abc", "out.ppm"},
      {"in.ppm", "-depth", "abc", "out.ppm"},
      {"in.ppm", "-limit", "bogus", "1", "out.ppm"},
      {"in.ppm", "-limit", "memory", "abc", "out.ppm"},
      {"in.ppm", "-crop", "abc", "out.ppm"},
      {"in.ppm", "-rotate", "abc", "out.ppm"},
      {"in.ppm", "-interlace", "bogus", "out.ppm"},
      {"in.ppm", "-type", "bogus", "out.ppm"},
      {"in.ppm", "-virtual-pixel", "bogus", "out.ppm"},
      {"in.ppm", "-background", "bogus", "out.ppm"},
      {"in.ppm", "-compress", "bogus", "out.ppm"},
      {"in.ppm", "-endian", "bogus", "out.ppm"},
      {"in.ppm", "-units", "bogus", "out.ppm"},
      {"in.ppm", "-gravity", "bogus", "out.ppm"},
      {"in.ppm", "-density", "bogus", "out.ppm"},
      {"in.ppm", "-size", "bogus", "out.ppm"},
      {"in.ppm", "-scene", "bogus", "out.ppm"},
      {"in.ppm", "-list", "bogus", "out.ppm"},
      {"in.ppm", "no/such/folder/out.ppm"},
      {"in.ppm", "+resize", "out.ppm"},
      {"in.ppm", "+flip", "out.ppm"},
      {"+", "out.ppm"},
      {"in.ppm", "-set", "out.ppm"},
  };
  for (Words words : lines) {
    words.insert(words.begin(), "convert");
    ExpectSame(words);
  }
}

class GeometryParityTest : public GmParityTest,
                           public ::testing::WithParamInterface<const char*> {};

TEST_P(GeometryParityTest, SizesAsGm) {
  // One operation represents all: they share the function that parses the string.
  for (const char* input : {"in.ppm", "tall.ppm"}) {
    WriteFile(folder_ / "tall.ppm", SamplePpm(17, 93));
    const Words words = {"convert", input, "-sample", GetParam(), "ppm:-"};
    const auto ours = Lodestone(words), theirs = Gm(words);
    EXPECT_EQ(ours.status, theirs.status) << ours.err << theirs.err;
    EXPECT_EQ(SizeOf(ours.out), SizeOf(theirs.out)) << input;
  }
}

TEST_F(ConvertParityTest, EveryResizingReadsGeometryAlike) {
  for (const char* operation : {"-resize", "-scale", "-thumbnail", "-geometry", "-crop"}) {
    for (const char* geometry : {"30x20", "50%", "20x20!"}) {
      const Words words = {"convert", "in.ppm", operation, geometry, "ppm:-"};
      EXPECT_EQ(SizeOf(Lodestone(words).out), SizeOf(Gm(words).out)) << operation << geometry;
    }
  }
}

// gm has 16 bits. With 8, shades round differently, and turned images round in each of three
// shears; what is only copied is equal.
int AllowedDifference(const Words& operation) {
  const auto has = [&](const char* word) {
    return std::find(operation.begin(), operation.end(), word) != operation.end();
  };
  if (QuantumDepth == 16) return has("-rotate") && has("30") ? 1 : 0;  // lines at half pixels
  if (has("30") || has("-100.5") || has("7>")) return 2;
  return has("-frame") || has("-raise") || has("+raise") || has("-shear") ? 1 : 0;
}

TEST_F(ConvertParityTest, PixelsOfSimpleOperations) {
  const std::vector<Words> operations = {
      {"-flip"},
      {"-flop"},
      {"-rotate", "90"},
      {"-rotate", "180"},
      {"-rotate", "-90"},
      {"-rotate", "90>"},
      {"-rotate", "90<"},
      {"-crop", "20x10+5+6"},
      {"-gravity", "center", "-crop", "20x10+0+0"},
      {"-crop", "50%x50%+3+3"},
      {"-border", "5x3"},
      {"-bordercolor", "#123456", "-border", "4"},
      {"-chop", "10x5+3+4"},
      {"-gravity", "SouthEast", "-chop", "10x5"},
      {"-extent", "100x30"},
      {"-extent", "30x20-5+4"},
      {"-background", "red", "-gravity", "center", "-extent", "80x60"},
      {"-frame", "12x10+3+2"},
      {"-mattecolor", "blue", "-frame", "6"},
      {"-raise", "8x6"},
      {"+raise", "5"},
      {"-roll", "+10-7"},
      {"-shave", "6x4"},
      {"-bordercolor", "red", "-border", "5x3", "-trim"},
      {"-rotate", "30"},
      {"-background", "blue", "-rotate", "-100.5"},
      {"-rotate", "7>"},
      {"-rotate", "7<"},
      {"-shear", "20x30"},
      {"-shear", "-15"},
      {"-sample", "40x40!"},
      {"-crop", "30x30"}};
  for (const Words& operation : operations) {
    Words words = {"convert", "in.ppm"};
    words.insert(words.end(), operation.begin(), operation.end());
    words.push_back("ppm:-");
    const auto ours = Lodestone(words), theirs = Gm(words);
    EXPECT_EQ(ours.err, "");
    EXPECT_EQ(SizeOf(ours.out), SizeOf(theirs.out)) << operation[0] << " " << operation.back();
    EXPECT_TRUE(IsRounded(ours.out, theirs.out) ||
                LargestByteDifference(ours.out, theirs.out) <= AllowedDifference(operation))
        << operation[0] << " " << operation.back();
  }
}

// What docs/compatibility.md names for those who depend on gm's way.
TEST_F(ConvertParityTest, WaysBackToGm) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  const auto make = [&](const Words& words) { EXPECT_EQ(0, Gm(words).status) << words.back(); };
  make({"convert", "in.ppm", "-gamma", "1.7", "-depth", "16", "deep.miff"});
  make({"convert", "-size", "20x20", "xc:none", "-fill", "red", "-draw", "circle 9,9 9,4",
        "round.miff"});
  const auto written = [](const Words& options, const Words& more, const std::string& output) {
    Words words = {"convert"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"-depth", "8", output});
    return words;
  };
  const auto compare = [&](const Words& options, const Words& back, const std::string& output) {
    const std::string expected = Gm(written(options, {}, output)).out;
    EXPECT_TRUE(expected == Lodestone(written(options, back, output)).out) << output;
    EXPECT_FALSE(expected == Lodestone(written(options, {}, output)).out) << output;
  };
  for (const char* output : {"ppm:-", "bmp:-"})
    compare({"deep.miff"}, {"-operator", "all", "subtract", "128"}, output);
  compare({"round.miff", "-background", "none", "-flatten"}, {"+matte"}, "pam:-");
  SKIP_WITHOUT_FORMAT("TIFF");
  make({"convert", "in.ppm", "-orient", "RightTop", "turned.tif"});
  for (const auto& [orientation, number] : {std::pair("RightTop", "6\n"), {"undefined", ""}}) {
    const Words words = {"convert", "turned.tif", "-orient", orientation, "upright.jpg"};
    EXPECT_EQ(0, Lodestone(words).status);
    EXPECT_EQ(number, Gm({"identify", "-format", "%[EXIF:Orientation]", "upright.jpg"}).out);
  }
}

INSTANTIATE_TEST_SUITE_P(Strings, GeometryParityTest,
                         ::testing::Values("100x100", "100x100^", "10000@", "58x50%", "200x!",
                                           "x47", "30x", "30", "50%", "33.3%", "200%", "1x1",
                                           "1000x10", "10x1000", "100x100>", "100x100<", "10x10>",
                                           "10x10<", "64x48!", "20x20!", "1000@>", "1000@<",
                                           "9000@>", "20%x80%", "20x80%", "17.5x12.4", "30x20+5+6",
                                           "150%>", "50%<", "10x10^>", "0x10", "3x500^", "101%"));

}  // namespace
}  // namespace lodestone::test
