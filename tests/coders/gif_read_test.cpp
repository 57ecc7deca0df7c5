// Reading GIF: what files may contain, damage, frames, and metadata.

#include <algorithm>

#include "tests/coders/gif_support.hpp"

namespace lodestone::coders::test {
namespace {

const std::vector<GifBytes::Color> kFour = {{0, 0, 0}, {255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
const std::vector<unsigned> kPixels = {1, 2, 3, 0, 3, 2};

std::vector<std::uint16_t> Colors(const std::vector<GifBytes::Color>& map,
                                  const std::vector<unsigned>& indexes, int transparent = -1) {
  std::vector<std::uint16_t> samples;
  for (const unsigned index : indexes) {
    for (const std::uint8_t value : map[index]) {
      samples.push_back(static_cast<std::uint16_t>(value * 257u));
    }
    samples.push_back(static_cast<int>(index) == transparent ? 0 : 65535);
  }
  return samples;
}

ImageHandle ReadGifBytes(const Bytes& bytes, Exception& exception) {
  return ReadBytes("GIF", bytes, exception);
}

struct GifRead : FormatTest<> {
  GifRead() : FormatTest("GIF") {}
};

TEST_F(GifRead, GlobalAndLocalColors) {
  const std::vector<GifBytes::Color> local = {{9, 8, 7}, {1, 2, 3}, {200, 100, 0}, {4, 5, 6}};
  Exception exception;
  const ImageHandle image = ReadGifBytes(
      GifBytes(20, 10, kFour).Frame(0, 0, 3, 2, kPixels).Frame(5, 4, 2, 3, kPixels, local).End(),
      exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  EXPECT_EQ(image->storage_class, PseudoClass);
  EXPECT_EQ(image->colors, 4u);
  EXPECT_EQ(image->compression, LZWCompression);
  EXPECT_TRUE(Rgba16(image.get()) == Colors(kFour, kPixels));
  const Image* second = image->next;
  ASSERT_NE(second, nullptr);
  EXPECT_EQ(second->scene, 1u);
  EXPECT_EQ(second->columns, 2u);
  EXPECT_EQ(second->rows, 3u);
  EXPECT_EQ(second->page.width, 20u);
  EXPECT_EQ(second->page.height, 10u);
  EXPECT_EQ(second->page.x, 5);
  EXPECT_EQ(second->page.y, 4);
  EXPECT_TRUE(Rgba16(second) == Colors(local, kPixels));
  EXPECT_EQ(second->next, nullptr);
}

// GraphicsMagick applies a transparent colour to all later frames too.
TEST_F(GifRead, ControlIsForOneFrame) {
  Exception exception;
  const ImageHandle image = ReadGifBytes(GifBytes(3, 2, kFour)
                                             .Control(1 | 2 << 2, 300, 3)
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .Control(3 << 2, 7, 3)
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .End(),
                                         exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(image->matte);
  EXPECT_EQ(image->delay, 300u);
  EXPECT_EQ(image->dispose, BackgroundDispose);
  EXPECT_TRUE(Rgba16(image.get()) == Colors(kFour, kPixels, 3));
  const Image* second = image->next;
  ASSERT_NE(second, nullptr);
  EXPECT_FALSE(second->matte);
  EXPECT_EQ(second->delay, 0u);
  EXPECT_EQ(second->dispose, UndefinedDispose);
  const Image* third = second->next;
  ASSERT_NE(third, nullptr);
  EXPECT_FALSE(third->matte);
  EXPECT_EQ(third->delay, 7u);
  EXPECT_EQ(third->dispose, PreviousDispose);
}

TEST_F(GifRead, TransparentColorBeyondTheMap) {
  for (const unsigned index : {4u, 5u, 255u}) {
    Exception exception;
    const ImageHandle image = ReadGifBytes(
        GifBytes(3, 2, kFour).Control(1, 0, index).Frame(0, 0, 3, 2, {1, 4, 3, 0, 3, 2}).End(),
        exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->matte != MagickFalse, index == 4);
    EXPECT_EQ(image->colors, index == 4 ? 5u : 4u);
    const std::vector<std::uint16_t> expected = {
        0, 0, 0, static_cast<std::uint16_t>(index == 4 ? 0 : 65535)};
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), samples.begin() + 4));
    // Index 4 is not in the map of four colours.
    EXPECT_EQ(exception.severity(), index == 4 ? UndefinedException : CorruptImageWarning);
  }
}

TEST_F(GifRead, WithoutAnyMapAllIsBlack) {
  Exception exception;
  const ImageHandle image =
      ReadGifBytes(GifBytes(3, 2, {}).Frame(0, 0, 3, 2, kPixels).End(), exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<GifBytes::Color> black(8, GifBytes::Color{});
  EXPECT_TRUE(Rgba16(image.get()) == Colors(black, kPixels));
}

TEST_F(GifRead, OtherExtensionsAndBytesBetweenBlocksAreIgnored) {
  Exception exception;
  const ImageHandle image = ReadGifBytes(GifBytes(3, 2, kFour)
                                             .Extension(0x01, "plain text")
                                             .Extension(0x77, std::string(600, 'x'))
                                             .Application("OTHERAPP1.0", "data")
                                             .Byte(0)
                                             .Byte('x')
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .Byte(0)
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .End(),
                                         exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  EXPECT_EQ(GetImageListLength(image.get()), 2u);
}

TEST_F(GifRead, LoopsOfBothNames) {
  for (const char* name : {"NETSCAPE2.0", "ANIMEXTS1.0"}) {
    Exception exception;
    const ImageHandle image = ReadGifBytes(GifBytes(3, 2, kFour)
                                               .Application(name, std::string("\1\2\1", 3))
                                               .Frame(0, 0, 3, 2, kPixels)
                                               .Frame(0, 0, 3, 2, kPixels)
                                               .End(),
                                           exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->iterations, 259u);  // once more than it is repeated
    EXPECT_EQ(image->next->iterations, 1u);
  }
}

// A comment belongs to the frame after it; GraphicsMagick gives it to the one before.
TEST_F(GifRead, CommentsBelongToTheNextFrame) {
  Exception exception;
  const ImageHandle image = ReadGifBytes(GifBytes(3, 2, kFour)
                                             .Extension(0xfe, "one")
                                             .Extension(0xfe, "more " + std::string(300, 'x'))
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .Extension(0xfe, "two")
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .Extension(0xfe, "three")
                                             .End(),
                                         exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Attribute(image.get(), "comment"), "one\nmore " + std::string(300, 'x'));
  EXPECT_EQ(Attribute(image->next, "comment"), "two");
  EXPECT_EQ(Attribute(image->next->next, "comment"), "three");
}

TEST_F(GifRead, ProfilesInBlocks) {
  Exception exception;
  const std::string icc(1000, 'i');
  const std::string xmp = "<x:xmpmeta>divided into blocks</x:xmpmeta>" + std::string(400, ' ');
  const ImageHandle image = ReadGifBytes(GifBytes(3, 2, kFour)
                                             .Application("ICCRGBG1012", icc)
                                             .Application("XMP DataXMP", xmp)
                                             .Frame(0, 0, 3, 2, kPixels)
                                             .End(),
                                         exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(Profile(image.get(), "ICM") == Bytes(icc.begin(), icc.end()));
  EXPECT_TRUE(Profile(image.get(), "XMP") == Bytes(xmp.begin(), xmp.end()));
}

TEST_F(GifRead, FramesByNumber) {
  GifBytes gif(20, 20, kFour);
  for (unsigned i = 0; i < 6; ++i) gif.Control(0, 10 + i, 0).Frame(i, 0, 3, 2, kPixels);
  const TemporaryFolder folder;
  const std::string file = folder.File("six.gif");
  WriteWholeFile(file, gif.End());
  const std::pair<const char*, std::vector<long>> cases[] = {
      {"[0]", {0}},      {"[2]", {2}},      {"[1-3]", {1, 2, 3}},    {"[5]", {5}},
      {"[4-9]", {4, 5}}, {"[1,4]", {1, 4}}, {"", {0, 1, 2, 3, 4, 5}}};
  for (const auto& [frames, expected] : cases) {
    for (const bool ping : {false, true}) {
      Exception exception;
      const Info info(file + frames);
      const ImageHandle image(ping ? PingImage(info.get(), exception.get())
                                   : ReadImage(info.get(), exception.get()));
      ASSERT_TRUE(image) << frames << exception.Text();
      std::vector<long> offsets;
      for (const Image* i = image.get(); i != nullptr; i = i->next) {
        offsets.push_back(i->page.x);
        EXPECT_EQ(i->delay, 10u + static_cast<unsigned long>(i->page.x));
        EXPECT_EQ(i->columns, 3u);
        EXPECT_EQ(i->rows, 2u);
        EXPECT_TRUE(ping || Rgba16(i) == Colors(kFour, kPixels));
      }
      EXPECT_EQ(offsets, expected) << frames;
    }
  }
  Exception exception;
  EXPECT_FALSE(Read(file + "[6]", exception));
  EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
}

TEST_F(GifRead, WithoutItsEndIsAWarning) {
  Exception exception;
  GifBytes gif(3, 2, kFour);
  gif.Frame(0, 0, 3, 2, kPixels);
  const ImageHandle image = ReadGifBytes(gif.Cut(), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), CorruptImageWarning);
  EXPECT_TRUE(Rgba16(image.get()) == Colors(kFour, kPixels));
  // Also without the empty block after the pixels.
  Exception shorter;
  Bytes bytes = gif.Cut();
  bytes.pop_back();
  const ImageHandle again = ReadGifBytes(bytes, shorter);
  ASSERT_TRUE(again) << shorter.Text();
  EXPECT_EQ(shorter.severity(), CorruptImageWarning);
  EXPECT_TRUE(Rgba16(again.get()) == Colors(kFour, kPixels));
}

// As in GraphicsMagick: an error, and no image, unless all pixels of every frame are there.
TEST_F(GifRead, TruncatedAtEveryLength) {
  GifBytes gif(3, 2, kFour);
  gif.Extension(0xfe, "comment").Control(1, 9, 1).Frame(0, 0, 3, 2, kPixels);
  const std::size_t one = gif.Cut().size();
  gif.Control(1, 9, 1).Frame(0, 0, 3, 2, kPixels);
  const Bytes whole = gif.End();
  int images = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    Exception exception;
    const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    const ImageHandle image = ReadGifBytes(cut, exception);
    if (!image) {
      EXPECT_GE(exception.severity(), ErrorException);
      continue;
    }
    ++images;
    EXPECT_GE(length + 2, one);
    EXPECT_EQ(exception.severity(), CorruptImageWarning);
    for (const Image* i = image.get(); i != nullptr; i = i->next) {
      EXPECT_TRUE(Rgba16(i) == Colors(kFour, kPixels, 1));
    }
  }
  EXPECT_GE(images, 2);
}

TEST_F(GifRead, NoImageIsAnError) {
  for (const Bytes& bytes : {GifBytes(3, 2, kFour).End(), GifBytes(3, 2, kFour).Cut(),
                             GifBytes(3, 2, kFour).Frame(0, 0, 0, 2, {}).End(),
                             GifBytes(3, 2, kFour).Frame(0, 0, 3, 0, {}).End()}) {
    Exception exception;
    EXPECT_FALSE(ReadGifBytes(bytes, exception));
    EXPECT_EQ(exception.severity(), CorruptImageError) << exception.Text();
  }
}

TEST_F(GifRead, CodesWiderThanAByteAreRefused) {
  GifBytes gif(3, 2, kFour);
  gif.Byte(',').Short(0).Short(0).Short(3).Short(2).Byte(0).Byte(9).Blocks("12345678");
  Exception exception;
  EXPECT_FALSE(ReadGifBytes(gif.End(), exception));
  EXPECT_EQ(exception.severity(), CorruptImageError) << exception.Text();
}

TEST_F(GifRead, FramesBeyondTheLimitsAreRefused) {
  const magick_int64_t before = GetMagickResourceLimit(WidthResource);
  SetMagickResourceLimit(WidthResource, 1000);
  Exception exception;
  GifBytes gif(3, 2, kFour);
  gif.Frame(0, 0, 3, 2, kPixels).Frame(0, 0, 1001, 65535, kPixels);
  EXPECT_FALSE(ReadGifBytes(gif.End(), exception));
  EXPECT_EQ(exception.severity(), ResourceLimitError) << exception.Text();
  SetMagickResourceLimit(WidthResource, before);
}

}  // namespace
}  // namespace lodestone::coders::test
