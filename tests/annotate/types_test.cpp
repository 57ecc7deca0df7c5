// Lists of fonts, and which of them is chosen.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "tests/annotate/settings.hpp"
#include "tests/coders/test_support.hpp"

namespace lodestone {
namespace {

using namespace test;
using coders::test::TemporaryFolder;

// A folder with a type.mgk, found by MAGICK_CONFIGURE_PATH during its lifetime.
class TypeFile {
 public:
  explicit TypeFile(const std::string& types, const std::string& included = "") {
    std::ofstream(folder_.File("type.mgk")) << types;
    std::ofstream(folder_.File("more.mgk")) << included;
    setenv("MAGICK_CONFIGURE_PATH", folder_.path().c_str(), 1);
    DestroyTypeInfo();
  }
  ~TypeFile() {
    unsetenv("MAGICK_CONFIGURE_PATH");
    DestroyTypeInfo();
  }
  std::string path() const { return folder_.File("type.mgk"); }

 private:
  TemporaryFolder folder_;
};

std::string TypeElement(const std::string& name, const std::string& more) {
  return "<type name=\"" + name + "\" " + more + " />\n";
}

TEST(Types, AreReadFromFiles) {
  const TypeFile file(
      "<?xml version=\"1.0\"?>\n<typemap> <!-- a <type name=\"no\"/> comment -->\n" +
          TypeElement("One",
                      "fullname=\"The one\" family='Fam' foundry=\"F\" weight=\"bold\" "
                      "style=\"italic\" stretch=\"semi-condensed\" format=\"type1\" "
                      "metrics=\"m.afm\" glyphs=\"g.pfb\" encoding=\"AppleRoman\"") +
          "<include file=\"more.mgk\" />" + TypeElement("Hidden", "stealth=\"True\"") +
          "</typemap>",
      TypeElement("Two", "weight=\"350\"") + "<include file=\"more.mgk\" />");
  Exception exception;
  const TypeInfo* type = GetTypeInfo("one", exception);
  ASSERT_NE(nullptr, type);
  EXPECT_EQ(file.path(), type->path);
  EXPECT_STREQ("The one", type->description);
  EXPECT_STREQ("Fam", type->family);
  EXPECT_STREQ("F", type->foundry);
  EXPECT_EQ(700u, type->weight);
  EXPECT_EQ(ItalicStyle, type->style);
  EXPECT_EQ(SemiCondensedStretch, type->stretch);
  EXPECT_STREQ("type1", type->format);
  EXPECT_STREQ("m.afm", type->metrics);
  EXPECT_STREQ("g.pfb", type->glyphs);
  EXPECT_STREQ("AppleRoman", type->encoding);
  EXPECT_EQ(MagickSignature, type->signature);
  EXPECT_EQ(type, GetTypeInfo("*", exception));
  EXPECT_EQ(type, GetTypeInfo(nullptr, exception));
  ASSERT_NE(nullptr, GetTypeInfo("Two", exception));
  EXPECT_EQ(350u, GetTypeInfo("Two", exception)->weight);
  EXPECT_EQ(nullptr, GetTypeInfo("no", exception));
  EXPECT_EQ(UndefinedException, exception.severity()) << exception.text();
}

TEST(Types, DamagedFilesAreReadAsFarAsTheyGo) {
  const std::string whole = TypeElement("One", "family=\"Fam\"") + "<type =\"x\" <type name='Two' ";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    const TypeFile file(whole.substr(0, length));
    Exception exception;
    const TypeInfo* type = GetTypeInfo("One", exception);
    EXPECT_TRUE(length <= whole.find("/>") || type != nullptr) << length;
  }
}

TEST(Types, AreFoundByFamily) {
  const TypeFile file(TypeElement("A", "family=\"Fam\" weight=\"400\" style=\"normal\"") +
                      TypeElement("B", "family=\"Fam\" weight=\"700\" style=\"normal\"") +
                      TypeElement("C", "family=\"Fam\" weight=\"400\" style=\"oblique\"") +
                      TypeElement("H", "family=\"Helvetica\" weight=\"400\"") +
                      TypeElement("K", "family=\"Courier\" weight=\"400\""));
  Exception exception;
  const auto name = [&](const char* family, StyleType style, unsigned long weight) {
    const TypeInfo* type = GetTypeInfoByFamily(family, style, NormalStretch, weight, exception);
    return std::string(type == nullptr ? "" : type->name);
  };
  EXPECT_EQ("A", name("fam", NormalStyle, 400));
  EXPECT_EQ("B", name("Fam", NormalStyle, 800));
  EXPECT_EQ("C", name("Fam", ItalicStyle, 0));
  EXPECT_EQ("A", name("Fam", AnyStyle, 0));
  EXPECT_EQ("H", name(nullptr, NormalStyle, 400));
  EXPECT_EQ("H", name("no such family", NormalStyle, 400));
  EXPECT_EQ(UndefinedException, exception.severity());
  EXPECT_EQ("K", name("terminal", NormalStyle, 400));
  EXPECT_EQ(TypeError, exception.severity());
}

TEST(Types, AreListed) {
  const TypeFile file(TypeElement("Listed", "family=\"Fam\" weight=\"400\"") +
                      TypeElement("Hidden", "stealth=\"True\""));
  unsigned long count = 7;
  char** names = GetTypeList("list*", &count);
  ASSERT_NE(nullptr, names);
  EXPECT_EQ(0u, count);  // patterns know upper case
  MagickFree(names);
  names = GetTypeList("List*", &count);
  ASSERT_EQ(1u, count);
  EXPECT_STREQ("Listed", names[0]);
  MagickFree(names[0]);
  MagickFree(names);
  EXPECT_EQ(nullptr, GetTypeList(nullptr, &count));
  EXPECT_EQ(nullptr, GetTypeList("*", nullptr));
  const TemporaryFolder folder;
  FILE* const out = std::fopen(folder.File("list").c_str(), "w+");
  Exception exception;
  ASSERT_EQ(MagickPass, ListTypeInfo(out, exception));
  std::rewind(out);
  char text[4096] = {};
  ASSERT_GT(std::fread(text, 1, sizeof text - 1, out), 0u);
  std::fclose(out);
  EXPECT_NE(nullptr, std::strstr(text, ("Path: " + file.path()).c_str()));
  EXPECT_NE(nullptr, std::strstr(text, "Listed                           Fam"));
  EXPECT_EQ(nullptr, std::strstr(text, "Hidden"));
}

class ChosenFont : public ::testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_FONT(kTrueTypeFont);
    SKIP_WITHOUT_FONT(kOpenTypeFont);
    SKIP_WITHOUT_FONT(kType1Font);
    Exception exception;
    if (GetTypeInfo("DejaVuSans", exception) == nullptr)
      GTEST_SKIP() << "this build lacks fontconfig";
  }

  static double WidthOf(const DrawInfo* info, ExceptionType expected = UndefinedException) {
    const ImagePtr image(AllocateImage(nullptr));
    TypeMetric metrics{};
    EXPECT_EQ(MagickPass, GetTypeMetrics(image.get(), info, &metrics))
        << image->exception.description;
    EXPECT_EQ(expected, image->exception.severity);
    return metrics.width;
  }
  static double WidthOf(const char* font, ExceptionType expected = UndefinedException) {
    return WidthOf(Settings(font, "The quick brown fox, 1234", 50).get(), expected);
  }
  static double WidthOfFamily(const char* family, StyleType style, unsigned long weight) {
    const InfoPtr info = Settings(nullptr, "The quick brown fox, 1234", 50);
    info->family = AllocateString(family);
    info->style = style;
    info->weight = weight;
    return WidthOf(info.get());
  }
};

TEST_F(ChosenFont, ByName) {
  const double sans = WidthOf(kTrueTypeFont);
  for (const char* name : {"DejaVuSans", "DejaVu Sans", "dejavu sans"})
    EXPECT_EQ(sans, WidthOf(name));
  const double bold = WidthOf("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf");
  EXPECT_NE(sans, bold);
  for (const char* name : {"DejaVuSans-Bold", "DejaVu Sans Bold"}) EXPECT_EQ(bold, WidthOf(name));
  EXPECT_EQ(sans, WidthOf(("@" + std::string(kTrueTypeFont)).c_str()));
}

// The base fonts of PostScript, which fontconfig takes for those of URW.
TEST_F(ChosenFont, ByPostScriptName) {
  const std::string folder = "/usr/share/fonts/opentype/urw-base35/";
  const struct {
    const char *name, *file;
  } fonts[] = {{"Helvetica", "NimbusSans-Regular"},
               {"Helvetica-Bold", "NimbusSans-Bold"},
               {"Helvetica-BoldOblique", "NimbusSans-BoldItalic"},
               {"Times-Roman", "NimbusRoman-Regular"},
               {"Times-BoldItalic", "NimbusRoman-BoldItalic"},
               {"Courier-Oblique", "NimbusMonoPS-Italic"},
               {"AvantGarde-Book", "URWGothic-Book"},
               {"Palatino-Roman", "P052-Roman"}};
  for (const auto& font : fonts)
    EXPECT_EQ(WidthOf((folder + font.file + ".otf").c_str()), WidthOf(font.name)) << font.name;
}

TEST_F(ChosenFont, ByFamily) {
  const std::string folder = "/usr/share/fonts/truetype/dejavu/DejaVu";
  const auto width = [&](const char* file) { return WidthOf((folder + file).c_str()); };
  EXPECT_EQ(width("Serif.ttf"), WidthOfFamily("DejaVu Serif", NormalStyle, 400));
  EXPECT_EQ(width("Serif-Bold.ttf"), WidthOfFamily("DejaVu Serif", NormalStyle, 700));
  EXPECT_EQ(width("Serif.ttf"), WidthOfFamily("nothing, 'DejaVu Serif', other", NormalStyle, 0));
  EXPECT_EQ(WidthOf("Helvetica"),
            WidthOf(Settings(nullptr, "The quick brown fox, 1234", 50).get()));
}

TEST_F(ChosenFont, AnotherStandsIn) {
  (void)WidthOf("No Such Font", TypeWarning);
}

TEST_F(ChosenFont, ByTypeFile) {
  const TypeFile file(
      TypeElement("Mine", "glyphs=\"" + std::string(kType1Font) + "\"") +
      TypeElement("DejaVuSans", "glyphs=\"/no/such/file.pfb\"") +
      TypeElement("Roman",
                  "encoding=\"AdobeStandard\" glyphs=\"" + std::string(kType1Font) + "\"") +
      TypeElement("Odd", "encoding=\"BIG5\" glyphs=\"" + std::string(kType1Font) + "\""));
  EXPECT_EQ(WidthOf(kType1Font), WidthOf("mine"));
  EXPECT_EQ(WidthOf(kTrueTypeFont), WidthOf("DejaVuSans"));
  EXPECT_EQ(WidthOf(kType1Font), WidthOf("Roman"));
  const ImagePtr image = Canvas();
  EXPECT_EQ(MagickFail, AnnotateImage(image.get(), Settings("Odd", "x").get()));
  EXPECT_STREQ("Unrecognized font encoding", image->exception.reason);
}

TEST_F(ChosenFont, StrokesAreLikeGraphicsMagicks) {
  const auto darkness = [](const char* stroke, double width) {
    const InfoPtr info = Settings(kTrueTypeFont, "O", 60);
    info->geometry[0] = '\0';
    CloneString(&info->geometry, "+20+60");
    QueryColorDatabase("none", &info->fill, nullptr);
    QueryColorDatabase(stroke, &info->stroke, nullptr);
    info->stroke_width = width;
    const ImagePtr image = BlankImage(120, 70);
    SetImage(image.get(), OpaqueOpacity);
    EXPECT_EQ(MagickPass, AnnotateImage(image.get(), info.get()));
    double sum = 0;
    for (const PixelPacket& pixel : Pixels(image.get())) sum += (MaxRGB - pixel.red) / MaxRGBDouble;
    return sum;
  };
  EXPECT_EQ(0.0, darkness("none", 4));
  // The outline of an O is about 120 + 80 pixels long at this size.
  const double thin = darkness("black", 2), thick = darkness("black", 4);
  EXPECT_NEAR(400.0, thin, 150.0);
  EXPECT_NEAR(2.0, thick / thin, 0.1);
}

}  // namespace
}  // namespace lodestone
