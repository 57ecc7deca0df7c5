// lodestone conjure: scripts in MSL, compared with gm's.
#include <gmock/gmock.h>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using ::testing::HasSubstr;

class ConjureTest : public CliTest {
 protected:
  Words Conjure(const std::string& script, Words words = {}) {
    WriteFile(folder_ / "script.msl", script);
    words.insert(words.begin(), "conjure");
    words.push_back("script.msl");
    return words;
  }

  void ExpectError(const std::string& script, const std::string& error, const std::string& place) {
    const ProcessResult result = Lodestone(Conjure(script));
    EXPECT_EQ(1, result.status) << script;
    EXPECT_THAT(result.err, HasSubstr("conjure: " + error)) << script;
    EXPECT_THAT(result.err, HasSubstr(place)) << script;
  }
};

class ConjureParityTest : public ConjureTest {
 protected:
  void SetUp() override {
    ConjureTest::SetUp();
    if (!HaveGm()) GTEST_SKIP() << "gm is not installed";
    if (QuantumDepth != 16) GTEST_SKIP() << "gm here has 16 bits a sample";
    WriteFile(folder_ / "other.ppm", SamplePpm(20, 12));
  }

  void ExpectSame(const std::string& elements) {
    const Words words = Conjure(
        "<?xml version='1.0'?><group><image id='other'><read filename='other.ppm'/></image>"
        "<image background='orange'><read filename='in.ppm'/>" +
        elements + "<write filename='out.pam'/></image></group>");
    const ProcessResult theirs = Gm(words);
    const std::string expected = ReadFile(folder_ / "out.pam");
    std::filesystem::remove(folder_ / "out.pam");
    const ProcessResult ours = Lodestone(words);
    EXPECT_EQ(0, theirs.status) << elements << theirs.err;
    EXPECT_EQ(0, ours.status) << elements << ours.err;
    EXPECT_TRUE(IsRounded(ReadFile(folder_ / "out.pam"), expected)) << elements;
  }
};

TEST_F(ConjureParityTest, Operations) {
  for (const char* const elements : {"<border width='3' height='4' fill='red'/>",
                                     "<border width='3'/>",
                                     "<chop width='10' height='10' x='3' y='4'/>",
                                     "<crop width='20' height='20' x='3' y='4'/>",
                                     "<crop width='20' height='20' x='-3' y='-4'/>",
                                     "<despeckle/>",
                                     "<edge radius='1'/>",
                                     "<enhance/>",
                                     "<equalize/>",
                                     "<flatten/>",
                                     "<flip/>",
                                     "<FLOP/>",
                                     "<frame geometry='8x8+2+2' fill='blue'/>",
                                     "<frame width='8' outer='2' y='3'/>",
                                     "<frame/>",
                                     "<gamma red='1.2' green='0.8' blue='2'/>",
                                     "<magnify/>",
                                     "<medianfilter radius='1'/>",
                                     "<minify/>",
                                     "<normalize/>",
                                     "<oilpaint radius='2'/>",
                                     "<reducenoise radius='1'/>",
                                     "<roll x='3' y='4'/>",
                                     "<roll geometry='+3+4'/>",
                                     "<rotate degrees='90'/>",
                                     "<sample geometry='30x30'/>",
                                     "<sample width='30' height='20'/>",
                                     "<sample width='30'/>",
                                     "<shave geometry='3x4'/>",
                                     "<shave width='3' height='4'/>",
                                     "<shear x='10' y='5'/>",
                                     "<solarize threshold='20000'/>",
                                     "<threshold threshold='30000'/>",
                                     "<transparent color='red'/>",
                                     "<trim/>"})
    ExpectSame(elements);
}

TEST_F(ConjureParityTest, OtherImages) {
  for (const char* const elements :
       {"<composite image='other'/>", "<composite image='other' geometry='+3+4'/>",
        "<composite image='other' x='3' y='4'/>", "<composite image='other' gravity='SouthEast'/>",
        "<composite image='other' gravity='North' compose='Plus'/>", "<stegano image='other'/>",
        "<texture image='other'/>"})
    ExpectSame(elements);
}

TEST_F(ConjureParityTest, SettingsAndTexts) {
  for (const char* const elements :
       {"<set colorspace='Gray'/>", "<set opacity='50%'/>", "<set magick='PPM'/>",
        "<image id='mask'><read filename='in.ppm'/><threshold threshold='30000'/></image>"
        "<image><read filename='in.ppm'/><set clip-mask='mask'/><flip/></image>",
        "<get width='w' height='h'/><crop width='%[h]' height='10'/>",
        "<!-- <flip/> --><![CDATA[<flip/>]]>", "<border width=\"&#51;\" fill='&#x72;ed'/>"})
    ExpectSame(elements);
}

TEST_F(ConjureTest, TextsOfTheCommandLine) {
  const Words words = Conjure(
      "<image size='10x10' color='red'><get height='%[side]'/><print output='%[filename] %[rows]"
      " &lt;%[text]&gt;\\n'/><resize geometry='%[side]'/></image>",
      {"-side", "rows", "+text", "a b"});
  const ProcessResult result = Lodestone(words);
  EXPECT_EQ("script.msl 10 <a b>\n", result.out);
  EXPECT_EQ(1, result.status);
  EXPECT_THAT(result.err, HasSubstr("(rows)"));
}

TEST_F(ConjureTest, AFileAtATime) {
  WriteFile(folder_ / "flip.msl",
            "<image><read filename='%[in]'/><flip/>"
            "<write filename='%[out]'/></image>");
  const ProcessResult result = Lodestone({"conjure", "-in", "in.ppm", "-out", "a.ppm", "flip.msl",
                                          "-in", "a.ppm", "-out", "b.ppm", "flip.msl"});
  EXPECT_EQ(0, result.status) << result.err;
  EXPECT_NE(ReadFile(folder_ / "in.ppm"), ReadFile(folder_ / "a.ppm"));
  EXPECT_EQ(ReadFile(folder_ / "in.ppm"), ReadFile(folder_ / "b.ppm"));
}

TEST_F(ConjureTest, StandardInput) {
  const ProcessResult result = Lodestone({"conjure", "-"}, "<print output='%[filename]'/>");
  EXPECT_EQ("-", result.out) << result.err;
  EXPECT_THAT(Lodestone({"conjure", "-"}, "text").err, HasSubstr("line 1 of -"));
}

// Where gm takes a geometry for the size of a box to fit in.
TEST_F(ConjureTest, GeometriesAreThoseOfOptions) {
  Lodestone(
      Conjure("<image><read filename='in.ppm'/><crop geometry='20x20+3+4'/>"
              "<write filename='out.ppm'/></image>"));
  EXPECT_EQ(Lodestone({"convert", "in.ppm", "-crop", "20x20+3+4", "ppm:-"}).out,
            ReadFile(folder_ / "out.ppm"));
}

TEST_F(ConjureTest, ErrorsNameTheLine) {
  const std::string read = "<image>\n<read filename='in.ppm'/>\n";
  ExpectError("<image><blur/></image>", "No images defined", "line 1 of script.msl: <blur>");
  ExpectError(read + "<spam/></image>", "Unrecognized element (spam)", "line 3 of script.msl");
  ExpectError(read + "<blur z='1'/></image>", "Unrecognized attribute (z)", "<blur>");
  ExpectError(read + "<scale geometry='x'/></image>", "Option '-scale'", "<scale>");
  ExpectError(read + "<set opacity='200%'/></image>", "Option 'opacity'", "<set>");
  ExpectError(read + "<set opacity='half'/></image>", "Option 'opacity'", "<set>");
  ExpectError(read + "<resize geometry='9' blur='x'/></image>", "Option 'blur'", "<resize>");
  ExpectError(read + "<transparent/></image>", "Missing attribute (color)", "<transparent>");
  ExpectError(read + "<threshold/></image>", "Missing attribute (threshold)", "<threshold>");
  ExpectError(read + "<solarize/></image>", "Missing attribute (threshold)", "<solarize>");
  ExpectError(read + "<composite image='2'/></image>", "There is no image of this id (2)",
              "line 3");
  ExpectError(read + "<composite image='2' gravity='Up'/></image>", "Unrecognized gravity", "line");
  ExpectError("<image>\n<read filename='none.ppm'/></image>", "Unable to open file (none.ppm)",
              "line 2 of script.msl: <read>");
}

TEST_F(ConjureTest, ScriptsAreXml) {
  const char* const kNoXml = "No well-formed XML (";
  for (const char* const script : {"",
                                   "text",
                                   "<",
                                   "<a",
                                   "<a b",
                                   "<a b=",
                                   "<a b='",
                                   "<a b=c/>",
                                   "<!--",
                                   "<?xml",
                                   "<a b='<'/>",
                                   "<image size='9x9' size='8x8'/>",
                                   "</image>",
                                   "<image>",
                                   "<image></group>",
                                   "<group></image></group>",
                                   "<msl/><msl/>",
                                   "<print output='&file;'/>",
                                   "<print output='&#xD800;'/>",
                                   "<print output='&#;'/>",
                                   "<print output='&'/>",
                                   "<msl/ >"})
    ExpectError(script, kNoXml, "line 1 of script.msl");
  ExpectError("<!DOCTYPE msl [<!ENTITY file SYSTEM '/etc/passwd'>]>\n<print output='&file;'/>",
              "Declarations in XML are not supported", "line 1");
  const Words words = Conjure("<!DOCTYPE msl SYSTEM 'none.dtd'>\n<msl/>");
  EXPECT_EQ(0, Lodestone(words).status);
}

TEST_F(ConjureTest, Arguments) {
  EXPECT_EQ(1, Lodestone({"conjure"}).status);
  EXPECT_THAT(Lodestone({"conjure", "-key"}).err, HasSubstr("'-key' requires an argument"));
  EXPECT_THAT(Lodestone({"conjure", "-key", "value"}).err, HasSubstr("Missing a script"));
  EXPECT_THAT(Lodestone(Conjure("<msl/>", {"-sandbox"})).err,
              HasSubstr("-sandbox is for commands of their own"));
  EXPECT_THAT(Lodestone({"conjure", "none.msl"}).err, HasSubstr("Unable to open file (none.msl)"));
  EXPECT_THAT(Lodestone({"conjure", "-help"}).out, HasSubstr("conjure [options ...] file"));
}

}  // namespace
}  // namespace lodestone::test
