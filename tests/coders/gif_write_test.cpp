// Writing GIF: palettes, transparency, metadata, animations.

#include <algorithm>
#include <bit>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

Bytes WriteGifOf(const ImageHandle& image, const Info& info, Exception& exception) {
  return Write("GIF", image, info, exception);
}

void ExpectRoundTrip(const std::string& magick, const ImageHandle& image, const Info& info) {
  Exception exception;
  const Bytes bytes = Write(magick, image, info, exception);
  ASSERT_FALSE(bytes.empty()) << exception.Text();
  EXPECT_TRUE(Write(magick, image, info, exception) == bytes) << "not deterministic";
  const ImageHandle again = ReadBytes("GIF", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  const Image* b = again.get();
  for (const Image* a = image.get(); a != nullptr; a = a->next, b = b->next) {
    ASSERT_NE(b, nullptr);
    ASSERT_EQ(a->columns, b->columns);
    ASSERT_EQ(a->rows, b->rows);
    EXPECT_TRUE(Rgba16(a) == Rgba16(b));
  }
  EXPECT_EQ(b, nullptr);
}

struct GifPalettes : FormatTest<::testing::TestWithParam<unsigned>> {
  GifPalettes() : FormatTest("GIF") {}
};

TEST_P(GifPalettes, SurviveAtEverySize) {
  for (const unsigned long columns : kSizes) {
    for (const unsigned long rows : kSizes) {
      Kind kind{columns, rows};
      kind.colors = GetParam();
      SCOPED_TRACE(kind.Name());
      const ImageHandle image = MakeTestImage(kind, static_cast<std::uint32_t>(columns + rows));
      const Info plain;
      ExpectRoundTrip("GIF", image, plain);
      const Info interlaced;
      interlaced->interlace = LineInterlace;
      ExpectRoundTrip("GIF", image, interlaced);
      ExpectRoundTrip("GIF87", image, interlaced);
      const Info uncompressed;
      uncompressed->compression = NoCompression;
      ExpectRoundTrip("GIF", image, uncompressed);
      uncompressed->interlace = LineInterlace;
      ExpectRoundTrip("GIF", image, uncompressed);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Colors, GifPalettes, ::testing::Values(1, 2, 3, 4, 5, 16, 17, 255, 256),
                         [](const auto& info) { return std::to_string(info.param); });

// Marks pixels whose number fits, whatever their index.
template <typename Choose>
void MakeTransparent(const ImageHandle& image, const Choose& choose) {
  Exception exception;
  image->matte = MagickTrue;
  PixelPacket* q =
      GetImagePixelsEx(image.get(), 0, 0, image->columns, image->rows, exception.get());
  const IndexPacket* indexes = AccessMutableIndexes(image.get());
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    if (choose(i, indexes[i])) q[i].opacity = TransparentOpacity;
  }
  SyncImagePixelsEx(image.get(), exception.get());
}

void ExpectSameWhereOpaque(const Image* a, const Image* b) {
  const std::vector<std::uint16_t> before = Rgba16(a), after = Rgba16(b);
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); i += 4) {
    ASSERT_EQ(before[i + 3], after[i + 3]) << i;
    if (before[i + 3] == 0) continue;
    ASSERT_TRUE(std::equal(&before[i], &before[i + 3], &after[i])) << i;
  }
}

struct GifWrite : FormatTest<> {
  GifWrite() : FormatTest("GIF") {}
};

TEST_F(GifWrite, TransparentColor) {
  Kind kind{31, 9};
  kind.colors = 6;
  const ImageHandle image = MakeTestImage(kind);
  MakeTransparent(image, [](std::size_t, unsigned index) { return index == 4; });
  ExpectRoundTrip("GIF", image, Info());
}

// Transparent pixels of several indexes, some of them of opaque pixels too.
TEST_F(GifWrite, TransparentPixelsOfAnyIndex) {
  for (const unsigned colors : {2u, 6u, 255u}) {
    Kind kind{64, 65};
    kind.colors = colors;
    const ImageHandle image = MakeTestImage(kind);
    MakeTransparent(image, [](std::size_t i, unsigned) { return i % 3 == 0; });
    Exception exception;
    const ImageHandle again = ReadBytes("GIF", WriteGifOf(image, Info(), exception), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(again->colors, std::bit_ceil(colors + 1));
    ExpectSameWhereOpaque(image.get(), again.get());
  }
}

TEST_F(GifWrite, TransparentPixelsBesides256Colors) {
  Kind kind{64, 65};
  kind.colors = 256;
  const ImageHandle image = MakeTestImage(kind);
  MakeTransparent(image, [](std::size_t i, unsigned) { return i % 3 == 0; });
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  Exception exception;
  const ImageHandle again = ReadBytes("GIF", WriteGifOf(image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(image.get()) == before) << "the image itself has changed";
  const std::vector<std::uint16_t> after = Rgba16(again.get());
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 3; i < before.size(); i += 4) ASSERT_EQ(before[i], after[i]);
}

// As in other programs: pixels with less than half of alpha become transparent.
TEST_F(GifWrite, AlphaIsRoundedToNearest) {
  for (const unsigned colors : {0u, 6u, 256u}) {
    for (const unsigned least : {0u, MaxRGB / 2 + 1}) {  // opacity
      Kind kind{64, 65};
      kind.colors = colors;
      const ImageHandle image = MakeTestImage(kind);
      image->matte = MagickTrue;
      Exception exception;
      PixelPacket* q = GetImagePixelsEx(image.get(), 0, 0, 64, 65, exception.get());
      for (unsigned i = 0; i < 64 * 65; ++i)
        q[i].opacity = static_cast<Quantum>(least + i * 7 % (MaxRGB + 1 - least));
      q[0].opacity = static_cast<Quantum>(std::max(least, MaxRGB / 2));
      q[1].opacity = MaxRGB / 2 + 1;
      SyncImagePixelsEx(image.get(), exception.get());
      const std::vector<std::uint16_t> before = Rgba16(image.get());
      const ImageHandle again = ReadBytes("GIF", WriteGifOf(image, Info(), exception), exception);
      ASSERT_TRUE(again) << exception.Text();
      const std::vector<std::uint16_t> after = Rgba16(again.get());
      ASSERT_EQ(before.size(), after.size());
      for (std::size_t i = 3; i < before.size(); i += 4)
        ASSERT_EQ(before[i] < 0x8000 ? 0 : 0xffff, after[i]) << colors << " " << i;
    }
  }
}

TEST_F(GifWrite, TheImageKeepsItsColors) {
  Exception exception;
  const ImageHandle image = MakeTestImage({40, 30, 8, true});
  const std::vector<std::uint16_t> before = Rgba16(image.get());
  ASSERT_FALSE(WriteGifOf(image, Info(), exception).empty()) << exception.Text();
  EXPECT_EQ(image->storage_class, DirectClass);
  EXPECT_TRUE(Rgba16(image.get()) == before);
}

ImageHandle MakeAnimation(unsigned frames) {
  Image* list = nullptr;
  for (unsigned i = 0; i < frames; ++i) {
    Kind kind{20 + i, 15};
    kind.colors = i < 2 ? 5 : 7 * i;
    ImageHandle frame = MakeTestImage(kind, i < 2 ? 1 : i);
    frame->page = {60, 50, static_cast<long>(3 * i), static_cast<long>(i)};
    frame->delay = 10 * i;
    frame->dispose = static_cast<DisposeType>(i % 4);
    frame->iterations = 5;
    SetImageAttribute(frame.get(), "comment", ("frame " + std::to_string(i)).c_str());
    AppendImageToList(&list, frame.Release());
  }
  return ImageHandle(GetFirstImageInList(list));
}

TEST_F(GifWrite, Animations) {
  const ImageHandle image = MakeAnimation(6);
  ExpectRoundTrip("GIF", image, Info());
  const Info uncompressed;
  uncompressed->compression = NoCompression;
  ExpectRoundTrip("GIF", image, uncompressed);
  Exception exception;
  const ImageHandle again = ReadBytes("GIF", WriteGifOf(image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->iterations, 5u);
  const Image* b = again.get();
  for (const Image* a = image.get(); a != nullptr; a = a->next, b = b->next) {
    EXPECT_EQ(a->page.x, b->page.x);
    EXPECT_EQ(a->page.y, b->page.y);
    EXPECT_EQ(b->page.width, 60u);
    EXPECT_EQ(b->page.height, 50u);
    EXPECT_EQ(a->delay, b->delay);
    EXPECT_EQ(a->dispose, b->dispose);
    EXPECT_EQ(Attribute(a, "comment"), Attribute(b, "comment"));
  }
}

// The frames with the colours of the first have no map of their own.
TEST_F(GifWrite, SharedColorsAreWrittenOnce) {
  Exception exception;
  const ImageHandle one = MakeAnimation(1), two = MakeAnimation(2);
  const auto count = [](const Bytes& bytes) {  // of colour maps in their frames
    std::size_t maps = 0;
    for (std::size_t i = 0; i + 9 < bytes.size(); ++i) {
      const bool frame = bytes[i] == ',' && bytes[i + 6] == 0 && bytes[i + 7] == 15;
      if (frame && (bytes[i + 9] & 0x80) != 0) ++maps;
    }
    return maps;
  };
  EXPECT_EQ(count(WriteGifOf(two, Info(), exception)), 0u);
  EXPECT_EQ(count(WriteGifOf(MakeAnimation(3), Info(), exception)), 1u);
}

TEST_F(GifWrite, OnlyTheFirstFrameWithoutAdjoin) {
  Exception exception;
  const Info info;
  info->adjoin = MagickFalse;
  const ImageHandle again =
      ReadBytes("GIF", WriteGifOf(MakeAnimation(3), info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->next, nullptr);
}

TEST_F(GifWrite, MetadataSurvives) {
  Kind kind{7, 5};
  kind.colors = 4;
  const ImageHandle image = MakeTestImage(kind);
  Bytes icc(70000);
  std::mt19937 random(5);
  for (std::uint8_t& byte : icc) byte = static_cast<std::uint8_t>(random());
  const std::string xml =
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'>\xc3\xa4" + std::string(3000, 'x') + "</x:xmpmeta>";
  const Bytes xmp(xml.begin(), xml.end());
  const std::string comment = "two\nlines " + std::string(600, 'y');
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
  SetImageAttribute(image.get(), "comment", comment.c_str());
  Exception exception;
  const Bytes bytes = WriteGifOf(image, Info(), exception);
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  // XMP is not divided, so that any program finds it.
  EXPECT_NE(std::search(bytes.begin(), bytes.end(), xmp.begin(), xmp.end()), bytes.end());
  const ImageHandle again = ReadBytes("GIF", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
  EXPECT_EQ(Attribute(again.get(), "comment"), comment);
}

// XMP of every length: from each of its bytes, a program that skips blocks reaches the end.
TEST_F(GifWrite, XmpOfEveryLength) {
  Kind kind{3, 3};
  kind.colors = 4;
  std::mt19937 random(6);
  for (std::size_t length = 1; length < 600; ++length) {
    const ImageHandle image = MakeTestImage(kind);
    Bytes xmp(length);
    for (std::uint8_t& byte : xmp) byte = static_cast<std::uint8_t>(1 + random() % 255);
    SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
    Exception exception;
    const ImageHandle again = ReadBytes("GIF", WriteGifOf(image, Info(), exception), exception);
    ASSERT_TRUE(again) << length << exception.Text();
    ASSERT_TRUE(Profile(again.get(), "XMP") == xmp) << length;
  }
}

TEST_F(GifWrite, XmpWithZeroBytesIsLeftOutWithAWarning) {
  Kind kind{3, 3};
  kind.colors = 4;
  const ImageHandle image = MakeTestImage(kind);
  const Bytes xmp(100, 0);
  SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
  Exception exception;
  const Bytes bytes = WriteGifOf(image, Info(), exception);
  EXPECT_EQ(image->exception.severity, CoderWarning);
  const ImageHandle again = ReadBytes("GIF", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Profile(again.get(), "XMP").empty());
}

TEST_F(GifWrite, NegativeOffsetsBecomeZeroWithAWarning) {
  Kind kind{3, 3};
  kind.colors = 4;
  const ImageHandle image = MakeTestImage(kind);
  image->page.x = -2;
  image->page.y = 5;
  Exception exception;
  const ImageHandle again = ReadBytes("GIF", WriteGifOf(image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(image->exception.severity, CoderWarning);
  EXPECT_EQ(again->page.x, 0);
  EXPECT_EQ(again->page.y, 5);
  EXPECT_EQ(again->page.width, 3u);
  EXPECT_EQ(again->page.height, 8u);
}

TEST_F(GifWrite, SizesBeyondTheFormatAreErrors) {
  for (const long offset : {65536l, 65534l}) {
    Kind kind{3, 3};
    kind.colors = 4;
    const ImageHandle image = MakeTestImage(kind);
    image->page.x = offset;
    Exception exception;
    EXPECT_TRUE(WriteGifOf(image, Info(), exception).empty());
    EXPECT_EQ(exception.severity(), ImageError) << exception.Text();
  }
}

}  // namespace
}  // namespace lodestone::coders::test
