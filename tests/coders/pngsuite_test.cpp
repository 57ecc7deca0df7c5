// Every file of PngSuite, against the real gm.

#include <filesystem>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

std::string NameOf(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

std::vector<std::string> Suite(bool corrupt) {
  std::vector<std::string> files;
  for (const std::string& path : CorpusFiles("pngsuite", ".png")) {
    if ((NameOf(path)[0] == 'x') == corrupt) files.push_back(path);
  }
  return files;
}

void CheckIndexes(const Image* image) {
  Exception exception;
  const PixelPacket* p =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception.get());
  const IndexPacket* indexes = AccessImmutableIndexes(image);
  ASSERT_NE(indexes, nullptr);
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    ASSERT_LT(indexes[i], image->colors);
    ASSERT_EQ(p[i].red, image->colormap[indexes[i]].red);
    ASSERT_EQ(p[i].green, image->colormap[indexes[i]].green);
    ASSERT_EQ(p[i].blue, image->colormap[indexes[i]].blue);
  }
}

TEST(PngSuite, DecodesAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  const std::vector<std::string> files = Suite(false);
  EXPECT_GT(files.size(), 150u);
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    // gm forgets to scale the transparent colour of 8-bit RGB and so finds no such pixel.
    if (NameOf(path) == "tbrn2c08") continue;
    Exception exception;
    const Picture picture = Read(path, exception);
    ASSERT_TRUE(picture) << exception.Text();
    EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
    EXPECT_TRUE(Rgba16(picture.get()) == AtOurDepth(GmRgba16(path)));
  }
}

TEST(PngSuite, TransparentColorOfRgb) {
  SKIP_WITHOUT_CORPUS();
  Exception exception;
  const Picture picture = Read(Corpus() + "/pngsuite/tbrn2c08.png", exception);
  ASSERT_TRUE(picture) << exception.Text();
  EXPECT_TRUE(picture->matte);
  const PixelPacket corner = AcquireOnePixel(picture.get(), 0, 0, exception.get());
  const PixelPacket middle = AcquireOnePixel(picture.get(), 16, 16, exception.get());
  EXPECT_EQ(corner.opacity, TransparentOpacity);
  EXPECT_EQ(middle.opacity, OpaqueOpacity);
}

TEST(PngSuite, ClassAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  for (const std::string& path : Suite(false)) {
    SCOPED_TRACE(path);
    Exception exception;
    const Picture picture = Read(path, exception);
    ASSERT_TRUE(picture) << exception.Text();
    const Bytes bytes = RunGm("identify " + path);
    const std::string text(bytes.begin(), bytes.end());
    const bool pseudo = text.find("PseudoClass") != std::string::npos;
    EXPECT_EQ(picture->storage_class == PseudoClass, pseudo) << text;
    if (pseudo) CheckIndexes(picture.get());
  }
}

TEST(PngSuite, CorruptFilesFailNamingFileAndReason) {
  SKIP_WITHOUT_CORPUS();
  const std::vector<std::string> files = Suite(true);
  EXPECT_GT(files.size(), 10u);
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    Exception exception;
    EXPECT_FALSE(Read(path, exception));
    EXPECT_GE(exception.severity(), ErrorException);
    EXPECT_NE(exception.Text().find(NameOf(path)), std::string::npos) << exception.Text();
  }
}

TEST(PngSuite, PingTellsTheSameSize) {
  SKIP_WITHOUT_CORPUS();
  for (const std::string& path : Suite(false)) {
    SCOPED_TRACE(path);
    Exception exception;
    const Info info(path);
    const Picture ping(PingImage(info.get(), exception.get()));
    ASSERT_TRUE(ping) << exception.Text();
    const Picture full = Read(path, exception);
    ASSERT_TRUE(full);
    EXPECT_EQ(ping->columns, full->columns);
    EXPECT_EQ(ping->rows, full->rows);
    EXPECT_EQ(ping->depth, full->depth);
    EXPECT_EQ(ping->matte, full->matte);
    EXPECT_EQ(ping->storage_class, full->storage_class);
  }
}

TEST(PngSuite, SurvivesRewriting) {
  SKIP_WITHOUT_CORPUS();
  for (const std::string& path : Suite(false)) {
    SCOPED_TRACE(path);
    Exception exception;
    const Picture picture = Read(path, exception);
    ASSERT_TRUE(picture) << exception.Text();
    for (const InterlaceType interlace : {NoInterlace, LineInterlace}) {
      const Info info;
      info->interlace = interlace;
      const Bytes bytes = Write("PNG", picture, info, exception);
      ASSERT_FALSE(bytes.empty()) << exception.Text();
      const Picture again = ReadBytes("PNG", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_TRUE(Rgba16(again.get()) == Rgba16(picture.get()));
      EXPECT_EQ(again->depth, picture->depth);
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
