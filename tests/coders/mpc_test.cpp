// MPC: a head and, beside it, the pixels as they are in memory.
#include <gmock/gmock.h>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

using testing::HasSubstr;

class MpcTest : public ::testing::Test {
 protected:
  std::string Head() const { return folder_.File("a.mpc"); }
  std::string Cache() const { return folder_.File("a.cache"); }
  void Store(const ImageHandle& image) {
    ASSERT_TRUE(WriteImages(Info().get(), image.get(), Head().c_str(), exception_.get()))
        << exception_.Text();
  }
  void ExpectFailure(const char* why) {
    Exception exception;
    EXPECT_FALSE(Read(Head(), exception));
    EXPECT_THAT(exception.Text(), HasSubstr(why));
  }

  const TemporaryFolder folder_;
  Exception exception_;
};

TEST_F(MpcTest, KeepsAllOfAnImage) {
  Kind palette{31, 17, 8};
  palette.colors = 20;
  for (const Kind& kind :
       {Kind{31, 17, 16, true}, Kind{31, 17, 8}, GrayKind(9, 4, 16, false), palette}) {
    SCOPED_TRACE(kind.Name());
    const ImageHandle image = MakeTestImage(kind);
    SetImageAttribute(image.get(), "comment", "two words");
    const Bytes icc = Icc(300);
    SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
    Store(image);
    const ImageHandle again = Read(Head(), exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
    EXPECT_EQ(again->storage_class, image->storage_class);
    EXPECT_EQ(again->depth, image->depth);
    EXPECT_EQ(again->matte, image->matte);
    EXPECT_EQ(Attribute(again.get(), "comment"), "two words");
    EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  }
}

TEST_F(MpcTest, KeepsSeveralImagesOfWhichOneCanBeRead) {
  ImageHandle images = MakeTestImage({31, 17});
  Image* list = images.get();
  AppendImageToList(&list, MakeTestImage({5, 4, 8, true}).Release());
  images->next->scene = 1;
  Store(images);
  EXPECT_EQ(GetImageListLength(Read(Head(), exception_).get()), 2u);
  const ImageHandle second = Read(Head() + "[1]", exception_);
  ASSERT_TRUE(second) << exception_.Text();
  EXPECT_TRUE(Rgba16(second.get()) == Rgba16(images->next));
}

TEST_F(MpcTest, KeepsCmyk) {
  const ImageHandle image = MakeTestImage({7, 5});
  ASSERT_TRUE(TransformColorspace(image.get(), CMYKColorspace));
  Store(image);
  const ImageHandle again = Read(Head(), exception_);
  ASSERT_TRUE(again) << exception_.Text();
  EXPECT_EQ(again->colorspace, CMYKColorspace);
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}

TEST_F(MpcTest, OfAnotherDepthOrProgramIsRefused) {
  Store(MakeTestImage({7, 5}));
  const Bytes head = ReadWholeFile(Head());
  const std::string text(head.begin(), head.end());
  for (const auto& [from, to] :
       {std::pair("Lodestone-1", "Lodestone-2"), std::pair("quantum-depth=", "quantum-depth=3"),
        std::pair("byte-order=", "byte-order=x"), std::pair("MagickCache  ", "MagickCache\n")}) {
    std::string other = text;
    other.replace(other.find(from), std::string(from).size(), to);
    WriteWholeFile(Head(), Bytes(other.begin(), other.end()));
    ExpectFailure("written by another program, version or build");
  }
}

TEST_F(MpcTest, WithOtherPixelsIsRefused) {
  Store(MakeTestImage({31, 17}));
  const Bytes pixels = ReadWholeFile(Cache());
  Bytes other = pixels;
  other[40] ^= 1;
  WriteWholeFile(Cache(), other);
  ExpectFailure("damaged, or of another image");
  other = pixels;
  other.pop_back();
  WriteWholeFile(Cache(), other);
  ExpectFailure("Unexpected end-of-file");
  std::remove(Cache().c_str());
  ExpectFailure("Unable to open the file of the pixels");
}

TEST_F(MpcTest, BelievesNoSizeBeforeThePixelsAreThere) {
  Store(MakeTestImage({31, 17}));
  const Bytes head = ReadWholeFile(Head());
  std::string text(head.begin(), head.end());
  text.replace(text.find("columns=31  rows=17"), 19, "columns=9000  rows=9000");
  WriteWholeFile(Head(), Bytes(text.begin(), text.end()));
  ExpectFailure("Unexpected end-of-file");
}

TEST_F(MpcTest, CutOffOrDamagedIsAnErrorOrAnImage) {
  Kind palette{31, 17, 8};
  palette.colors = 20;
  Store(MakeTestImage(palette));
  const Bytes head = ReadWholeFile(Head());
  for (std::size_t at = 0; at < head.size(); ++at) {
    WriteWholeFile(Head(), Bytes(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(at)));
    Exception cut;
    EXPECT_FALSE(Read(Head(), cut)) << at;
    EXPECT_NE(cut.severity(), UndefinedException) << at;
    Bytes damaged = head;
    damaged[at] ^= 0x15;
    WriteWholeFile(Head(), damaged);
    Exception exception;
    const bool read = static_cast<bool>(Read(Head(), exception));
    EXPECT_TRUE(read || exception.severity() != UndefinedException) << at;
  }
}

TEST_F(MpcTest, IsDescribedWithoutItsPixelsBeingRead) {
  Store(MakeTestImage({31, 17}));
  WriteWholeFile(Cache(), Bytes(ReadWholeFile(Cache()).size(), 0));
  const ImageHandle image(PingImage(Info(Head()).get(), exception_.get()));
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_EQ(image->columns, 31u);
}

TEST_F(MpcTest, NeedsAName) {
  EXPECT_TRUE(Write("MPC", MakeTestImage({3, 3}), Info(), exception_).empty());
  EXPECT_THAT(exception_.Text(), HasSubstr("needs a name"));
}

// A head that gm wrote is refused, and none of its pixels are taken for ours.
TEST_F(MpcTest, OfGmIsRefused) {
  SKIP_WITHOUT_GM();
  int status = 1;
  RunGm("convert -size 9x9 xc:red " + Head(), &status);
  ASSERT_EQ(status, 0);
  ExpectFailure("written by another program, version or build");
}

}  // namespace
}  // namespace lodestone::coders::test
