// JBIG files: those of JBIG-KIT itself, and of gm, are the oracles.
#include <gmock/gmock.h>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

using testing::HasSubstr;

class JbigTest : public FormatTest<> {
 protected:
  JbigTest() : FormatTest("JBIG") {}

  static Kind Bilevel(unsigned long columns, unsigned long rows) {
    Kind kind{columns, rows, 1};
    kind.black_white = true;
    return kind;
  }
  Bytes Written(const ImageHandle& image, unsigned long layers = 0) {
    Info info;
    info->subimage = layers;
    Bytes bytes = Write("JBIG", image, info, exception_);
    EXPECT_FALSE(bytes.empty()) << exception_.Text();
    return bytes;
  }
  void ExpectFailure(const Bytes& bytes, const char* why) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("JBIG", bytes, exception));
    EXPECT_THAT(exception.Text(), HasSubstr(why));
  }

  Exception exception_;
};

TEST_F(JbigTest, KeepsBlackAndWhite) {
  for (const unsigned long columns : kSizes) {
    const ImageHandle image = MakeTestImage(Bilevel(columns, 19));
    const ImageHandle again = ReadBytes("JBIG", Written(image), exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << columns;
    EXPECT_EQ(again->depth, 1u);
  }
}

TEST_F(JbigTest, ReadsTheLastOfAnyNumberOfLayers) {
  const ImageHandle image = MakeTestImage(Bilevel(257, 70));
  for (const unsigned long layers : {1ul, 2ul, 5ul}) {
    const Bytes bytes = Written(image, layers);
    EXPECT_EQ(bytes[1], layers);
    const ImageHandle again = ReadBytes("JBIG", bytes, exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << layers;
  }
}

TEST_F(JbigTest, MakesLayersUntilOneFitsAScreenOrTheDensity) {
  const ImageHandle image = MakeTestImage(Bilevel(1300, 100));
  EXPECT_EQ(Written(image)[1], 2);
  Info info;
  CloneString(&info->density, "400x400");
  EXPECT_EQ(Write("JBIG", image, info, exception_)[1], 2);
  CloneString(&info->density, "100x100");
  EXPECT_EQ(Write("JBIG", image, info, exception_)[1], 4);
}

TEST_F(JbigTest, SaysWhatIsWrong) {
  const Bytes bytes = Written(MakeTestImage(Bilevel(40, 30)));
  const auto with = [&](std::size_t at, std::uint8_t value) {
    Bytes changed = bytes;
    changed[at] = value;
    return changed;
  };
  ExpectFailure({0, 0, 1}, "Unexpected end-of-file");
  ExpectFailure(with(3, 1), "Improper image header");
  ExpectFailure(with(2, 0), "Improper image header");
  ExpectFailure(with(2, 9), "More than 8 planes");
  ExpectFailure(with(0, 1), "");
  ExpectFailure(with(1, 77), "Improper image header");
  ExpectFailure(Bytes(bytes.begin(), bytes.begin() + 30), "Unexpected end-of-file");
  Bytes wide = with(4, 0x40);
  ExpectFailure(wide, "limit");
}

TEST_F(JbigTest, IsDescribedByItsHeader) {
  Bytes bytes = Written(MakeTestImage(Bilevel(40, 30)));
  bytes.resize(20);
  const Info info("jbig:");
  MagickStrlCpy(info->magick, "JBIG", MaxTextExtent);
  const ImageHandle image(PingBlob(info.get(), bytes.data(), bytes.size(), exception_.get()));
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(image->columns, 40u);
  EXPECT_EQ(image->rows, 30u);
}

TEST_F(JbigTest, AsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string pbm = folder.File("a.pbm"), ours = folder.File("a.jbig"),
                    theirs = folder.File("b.jbig");
  for (const unsigned long columns : {1ul, 17ul, 700ul}) {
    const ImageHandle image = MakeTestImage(Bilevel(columns, 19));
    WriteWholeFile(ours, Written(image));
    EXPECT_TRUE(GmRgba16(ours) == Rgba16(image.get())) << columns;
    WriteWholeFile(pbm, Write("PBM", image, Info(), exception_));
    int status = 1;
    RunGm("convert " + pbm + " " + theirs, &status);
    ASSERT_EQ(status, 0);
    EXPECT_TRUE(ReadWholeFile(theirs) == ReadWholeFile(ours)) << columns;
    const ImageHandle again = Read(theirs, exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << columns;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
