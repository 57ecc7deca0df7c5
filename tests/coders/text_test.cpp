// Pixels as text, and descriptions.

#include <algorithm>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle FromText(const std::string& text, Exception& exception) {
  return ReadBytes("TXT", Bytes(text.begin(), text.end()), exception);
}

std::vector<unsigned> Samples(const Image* image) {
  const std::vector<std::uint16_t> samples = Rgba16(image);
  return {samples.begin(), samples.end()};
}

TEST(Text, EveryWayToWriteAPixel) {
  for (const char* text : {"0,0: (255,  0, 51) #FF0033\n", "0,0: (255,0,51)\n", "0,0: 255, 0, 51\n",
                           "# ImageMagick pixel enumeration: 1,1,255,rgb\n0,0: (255,0,51)"}) {
    Exception exception;
    const ImageHandle image = FromText(text, exception);
    ASSERT_TRUE(image) << text << exception.Text();
    EXPECT_EQ(Samples(image.get()), (std::vector<unsigned>{65535, 0, 51 * 257, 65535})) << text;
  }
  Exception exception;
  const ImageHandle deep = FromText("0,0: (65535,0,10,20) #FFFF0000000A0014\n", exception);
  ASSERT_TRUE(deep) << exception.Text();
  EXPECT_EQ(Samples(deep.get()),
            (std::vector<unsigned>{65535, 0, AtOurDepth(10), AtOurDepth(65535 - 20)}));
}

TEST(Text, MissingPixelsAreBlack) {
  Exception exception;
  const ImageHandle image = FromText("1,0: (255,255,255)\n0,1: (255,255,255)\n#\n\n", exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<unsigned> samples = Samples(image.get());
  EXPECT_EQ(samples[0], 0u);
  EXPECT_EQ(samples[4], 65535u);
  EXPECT_EQ(samples[8], 65535u);
  EXPECT_EQ(samples[12], 0u);
}

const FormatCase kText{"TXT", true, 16};

TEST(Text, RoundTrip) {
  for (const Kind& kind : KindsOf(kText)) {
    if (kind.columns <= 17) CheckRoundTrip(kText, kind);
  }
}

TEST(Text, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const Kind& kind : KindsOf(kText)) {
    if (kind.columns > 7) continue;
    Exception exception;
    const ImageHandle image = MakeTestImage(kind);
    WriteWholeFile(folder.File("a.miff"), Write("MIFF", image, Info(), exception));
    const Bytes ours = WriteAs(kText, image);
    const Bytes theirs = RunGm("convert " + folder.File("a.miff") + " txt:-");
    EXPECT_TRUE(ours == theirs) << kind.Name();
    const ImageHandle again = ReadBytes("TXT", theirs, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << kind.Name();
  }
}

TEST(Text, SeveralImages) {
  const ImageHandle first = MakeTestImage({9, 4}, 1);
  first->next = MakeTestImage({5, 3}, 2).Release();
  first->next->previous = first.get();
  Exception exception;
  const ImageHandle all = ReadBytes("TXT", WriteAs(kText, first), exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
}

TEST(Text, BadFilesFailWithAReason) {
  const std::pair<const char*, const char*> files[] = {
      {"some words\n", "not a list of pixels"},
      {"\n\n", "header"},
      {"0,0: (1,2)\n", "not a list of pixels"},
      {"4000,4000: (1,2,3)\n", "Insufficient"},
      {"4294967295,4294967295: (1,2,3)\n", "limit"}};
  for (const auto& [text, reason] : files) {
    Exception exception;
    EXPECT_FALSE(FromText(text, exception)) << text;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Text, DamageDoesNoHarm) {
  const Bytes bytes = WriteAs(kText, MakeTestImage({9, 7}));
  CheckDamage("TXT", bytes);
  CheckLimit("TXT", bytes);
  CheckCancel(kText);
}

TEST(Text, InfoDescribesEachImage) {
  const ImageHandle first = MakeTestImage({9, 4}, 1);
  first->next = MakeTestImage({5, 3}, 2).Release();
  first->next->previous = first.get();
  const Bytes bytes = WriteAs({"INFO"}, first);
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_NE(text.find("9x4"), std::string::npos) << text;
  EXPECT_NE(text.find("5x3"), std::string::npos) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  Info info;
  info->verbose = MagickTrue;
  Exception exception;
  const Bytes verbose = Write("INFO", first, info, exception);
  EXPECT_NE(std::string(verbose.begin(), verbose.end()).find("Geometry: 9x4"), std::string::npos);
}

TEST(Text, InfoInAFormat) {
  Info info;
  info.Define("info:format=%w-%h");
  Exception exception;
  const Bytes bytes = Write("INFO", MakeTestImage({9, 4}), info, exception);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "9-4\n");
}

}  // namespace
}  // namespace lodestone::coders::test
