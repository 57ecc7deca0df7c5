// Values that are taken, but most likely mistakes.
#include <gtest/gtest.h>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class Doubts : public CliTest {
 protected:
  ProcessResult Convert(const std::string& option, const std::string& value) {
    return Lodestone({"convert", "in.ppm", "-" + option, value, "out.ppm"});
  }
  void ExpectDoubt(const std::string& definition, const std::string& words) {
    const ProcessResult result = Convert("define", definition);
    EXPECT_EQ(0, result.status) << definition;
    EXPECT_NE(std::string::npos, result.err.find(words)) << result.err;
    EXPECT_NE(std::string::npos, result.err.find("(" + definition + ").\n")) << result.err;
  }
};

struct Case {
  const char* option;
  const char* value;
  const char* words;  // of the warning
};

TEST_F(Doubts, AreSaidOnceAndChangeNothing) {
  constexpr Case kCases[] = {{"quality", "200", "is not from 0 to 100"},
                             {"quality", "-5", "is not from 0 to 100"},
                             {"depth", "99", "is not from 1 to 64"},
                             {"density", "0", "is not above 0"},
                             {"density", "-72", "is not above 0"},
                             {"loop", "-1", "is not at least 0"},
                             {"loop", "5foo", "ends with what is no number"},
                             {"gamma", "1.5foo", "ends with what is no number"},
                             {"gamma", "1,1,-2", "is not above 0"},
                             {"fuzz", "-5", "is not at least 0"},
                             {"scene", "-1", "is not at least 0"},
                             {"modulate", "-100", "is not at least 0"},
                             {"threshold", "200%", "is not from 0 to 100"},
                             {"pointsize", "-5", "is not above 0"},
                             {"edge", "0x1", "more than one number; taken as 1"},
                             {"noise", "2x3", "more than one number; taken as 2"},
                             {"unsharp", "0x1-2", "is not at least 0"},
                             {"resize", "-100x100", "has a negative size"},
                             {"resize", "100x-100", "has a negative size"},
                             {"resize", "0x0", "has no size"},
                             {"scale", "0x0", "has no size"},
                             {"thumbnail", "+5+5", "has no size"},
                             {"page", "foo", "is no geometry; ignored"},
                             {"define", "foo", "Unknown define"}};
  for (const Case& one : kCases) {
    const ProcessResult result = Convert(one.option, one.value);
    const std::string text = std::string("-") + one.option + " " + one.value + ": " + result.err;
    EXPECT_EQ(0, result.status) << text;
    EXPECT_NE(std::string::npos, result.err.find(one.words)) << text;
    EXPECT_NE(std::string::npos, result.err.find(std::string("(") + one.value + ").")) << text;
    EXPECT_EQ(result.err.find('\n') + 1, result.err.size()) << text;
    std::filesystem::remove(folder_ / "out.ppm");
  }
}

// gm takes them for an area of nothing, or for what was in memory.
TEST_F(Doubts, FlagsWithoutTheirNumbersAreErrors) {
  for (const char* option : {"-crop", "-resize", "-geometry", "-thumbnail", "-scale", "-sample",
                             "-border", "-extent", "-chop", "-shave", "-region"}) {
    for (const std::string value : {"@", "@@", "x@", "@+1+1", "@!", "%"}) {
      const ProcessResult result = Lodestone({"convert", "in.ppm", option, value, "out.ppm"});
      EXPECT_EQ(1, result.status) << option << value;
      EXPECT_EQ("lodestone convert: Option '" + std::string(option) +
                    "' requires an argument or argument is malformed (" + value + ").\n",
                result.err);
      EXPECT_FALSE(Exists("out.ppm")) << option << value;
    }
  }
  for (const std::string value : {"100@", "@100", "10x10@", "5x@", "50%", "%50", "10%+1+1"})
    EXPECT_EQ(0, Lodestone({"convert", "in.ppm", "-crop", value, "out.ppm"}).status) << value;
}

TEST_F(Doubts, AreNoneOfUsualValues) {
  constexpr std::pair<const char*, const char*> kCases[] = {
      {"quality", "100"},
      {"depth", "16"},
      {"density", "300x150"},
      {"loop", "0"},
      {"gamma", "1/1.5/2"},
      {"fuzz", "5%"},
      {"modulate", "110,90"},
      {"threshold", "50%"},
      {"unsharp", "0x1+0.7+0.02"},
      {"blur", "0x1"},
      {"resize", "100x"},
      {"resize", "x100"},
      {"resize", "50%"},
      {"resize", "900@"},
      {"resize", "30x30!"},
      {"crop", "10x10-5-5"},
      {"crop", "-5-5"},
      {"extent", "80x80-5-5"},
      {"page", "a4"},
      {"page", "100x100+5+5"},
      {"page", "+5-5"},
      {"frame", "6x6+3+3"},
      {"motion-blur", "0x2-45"},
      {"colors", "8"},
      {"define", "tiff:alpha=associated, jpeg:dct-method=ISLOW"},
      {"define", "DPX:file.creator=me"},
      {"define", "tiff:predictor=2,jpeg:optimize-coding,gradient:direction=East"},
      {"define", "webp:lossless=TRUE,jpeg:preserve-settings,dds:skip-mipmaps=yes,jp2:mode=Real"},
      {"define", "jpeg:shrink-on-load=true,ptif:minimum-geometry=64x64"},
      {"define", "jpeg:shrink-on-load=800x600^"},
      {"define", "ps:imagemask"}};  // GraphicsMagick's
  for (const auto& [option, value] : kCases) {
    const ProcessResult result = Convert(option, value);
    EXPECT_EQ(0, result.status) << option << " " << value;
    EXPECT_EQ("", result.err) << option << " " << value;
  }
}

TEST_F(Doubts, NameTheDefineThatWasMeant) {
  constexpr Case kCases[] = {
      {"jpeg:sampling-factr=2x2", "jpeg:sampling-factr=2x2", "did you mean jpeg:sampling-factor?"},
      {"jepg:sampling-factor=2x2", "jepg:sampling-factor=2x2",
       "did you mean jpeg:sampling-factor?"},
      {"tiff:alpha=associated,webp:lossles=true", "webp:lossles=true",
       "did you mean webp:lossless?"},
      {"something:else=5", "something:else=5", ""},
      {"png:compression-level=9", "png:compression-level=9", ""}};
  for (const auto& [value, key, hint] : kCases) {
    const ProcessResult result = Convert("define", value);
    EXPECT_EQ(0, result.status) << value;
    EXPECT_NE(std::string::npos,
              result.err.find(std::string("Unknown define; ignored (") + key + ")."))
        << result.err;
    EXPECT_NE(std::string::npos, result.err.find(hint)) << result.err;
    EXPECT_EQ(*hint == '\0', result.err.find("did you mean") == std::string::npos) << result.err;
  }
}

TEST_F(Doubts, AreSaidOfValuesOfDefines) {
  constexpr Case kCases[] = {
      {"jpeg:dct-method=xyz", "is not islow|ifast|float|default|fastest; ignored", ""},
      {"tiff:predictor=foo", "is no number from 1 to 3; ", ""},
      {"tiff:predictor=7", "is no number from 1 to 3; ", ""},
      {"tiff:alpha=none", "is not unspecified|associated|unassociated; ignored", ""},
      {"tiff:strip-per-page=1", "is not true|false; taken as false", ""},
      {"jpeg:optimize-coding=x", "is not true|false|1|yes|on; taken as true", ""},
      {"resize:linear=0", "; taken as true", ""},
      {"tiff:rows-per-strip=0x10", "is no number from 1; ", ""},
      {"tiff:strip-per-page", "is not true|false; taken as false", ""},
      {"jpeg:shrink-on-load=foo", "is not true|false|GEOMETRY; taken as false", ""},
      {"jpeg:shrink-on-load=geometry", "is not true|false|GEOMETRY; taken as false", ""},
      {"jpeg:shrink-on-load", "is not true|false|GEOMETRY; taken as false", ""},
      {"ptif:minimum-geometry=foo", "is not GEOMETRY; ignored", ""},
      {"tiff:tile-geometry=foo", "is not GEOMETRY; ignored", ""},
      {"jp2:mode=foo", "is not real|integer|int; taken as integer", ""},
      {"jp2:allow_trunc=true", "is not 0|1; taken as 0", ""},
      {"jp2:maxlyrs=few", "is no number; ", ""}};
  for (const Case& one : kCases) ExpectDoubt(one.option, one.value);
  for (const std::string key : {"lossless", "auto-filter", "show-compressed", "emulate-jpeg-size",
                                "low-memory", "use-sharp-yuv", "exact"})
    ExpectDoubt("webp:" + key + "=1", "is not true|false; taken as false");
  for (const std::string key : {"jpeg:preserve-settings", "dcm:avoid-scaling", "ps:imagemask",
                                "txt:with-im-header", "tiff:tile"})
    ExpectDoubt(key + "=false", "is not true|1|yes|on; taken as true");
}

// Also by commands that parse options more than once, or elsewhere.
TEST_F(Doubts, AreSaidOnceByAllCommands) {
  for (const Words& words :
       {Words{"mogrify", "-quality", "200", "in.ppm"}, Words{"identify", "-define", "a", "in.ppm"},
        Words{"bulk", "in.ppm", "-quality", "200", "-output", "out/%{name}"},
        Words{"composite", "-quality", "200", "in.ppm", "in.ppm", "out.ppm"},
        Words{"montage", "-quality", "200", "in.ppm", "out.ppm"},
        Words{"convert", "-sandbox", "-define", "a", "in.ppm", "out.ppm"}}) {
    const std::string err = Lodestone(words).err;
    const auto first = err.find("200)") != std::string::npos ? err.find("200)") : err.find("(a)");
    ASSERT_NE(std::string::npos, first) << words[0] << err;
    EXPECT_EQ(std::string::npos, err.find(err.substr(first, 3), first + 1)) << words[0] << err;
  }
}

TEST_F(Doubts, OfWritersAreSaidByAllThatWrite) {
  SKIP_WITHOUT_FORMAT("TIFF");
  const std::string fallback = "Group4 compression cannot hold shades or colors";
  for (const Words& words :
       {Words{"convert", "in.ppm", "-compress", "Group4", "out.tif"},
        Words{"convert", "in.ppm", "-compress", "Group4", "-write", "out.tif", "out.ppm"},
        Words{"mogrify", "-compress", "Group4", "-format", "tif", "in.ppm"},
        Words{"bulk", "in.ppm", "-compress", "Group4", "-output", "out/%{base}.tif"},
        Words{"composite", "-compress", "Group4", "in.ppm", "in.ppm", "out.tif"},
        Words{"compare", "-compress", "Group4", "-file", "out.tif", "in.ppm", "in.ppm"},
        Words{"montage", "-compress", "Group4", "in.ppm", "out.tif"}}) {
    const std::string err = Lodestone(words).err;
    const auto first = err.find(fallback);
    ASSERT_NE(std::string::npos, first) << words[0] << err;
    EXPECT_EQ(std::string::npos, err.find(fallback, first + 1)) << words[0] << err;
  }
}

TEST_F(Doubts, AreNoneWhereNothingCanBeDone) {
  constexpr Case kCases[] = {{"sampling-factor", "4:2", "Unrecognized sampling factors (4:2)"},
                             {"sampling-factor", "foo", "Unrecognized sampling factors (foo)"},
                             {"rotate", "foo", "'-rotate'"},
                             {"blur", "foo", "'-blur'"},
                             {"density", "x", "'-density'"},
                             {"delay", "foo", "'-delay'"},
                             {"delay", "-5", "'-delay'"},
                             {"gamma", "foo", "'-gamma'"},
                             {"colors", "-5", "'-colors'"},
                             {"crop", "foo", "'-crop'"},
                             {"red-primary", "foo", "'-red-primary'"},
                             {"resize", "", "'-resize'"}};
  for (const Case& one : kCases) {
    const ProcessResult result = Convert(one.option, one.value);
    EXPECT_EQ(1, result.status) << one.option;
    EXPECT_FALSE(Exists("out.ppm")) << one.option;
    EXPECT_NE(std::string::npos, result.err.find(one.words)) << result.err;
    const std::string shown = *one.value == '\0' ? "('')" : std::string("(") + one.value + ")";
    EXPECT_NE(std::string::npos, result.err.find(shown)) << result.err;
  }
}

}  // namespace
}  // namespace lodestone::test
