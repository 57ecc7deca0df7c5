// Animations of WebP: what each frame shows and for how long, and what is left of damaged files.

#include "tests/coders/webp_support.hpp"

namespace lodestone::coders::test {
namespace {

struct WebpAnimation : FormatTest<> {
  WebpAnimation() : FormatTest("WEBP") {}
};

// Four frames of a canvas of 30x20 that differ in size, place and disposal; the first is whole.
ImageHandle MakeAnimation(bool matte) {
  Image* list = nullptr;
  for (unsigned i = 0; i < 4; ++i) {
    ImageHandle frame = MakeTestImage({30 - 5 * i, 20 - 3 * i, 8, matte && i > 0}, i + 1);
    frame->page = {30, 20, static_cast<long>(3 * i), static_cast<long>(2 * i)};
    frame->delay = 10 + i;
    frame->dispose = static_cast<DisposeType>(i);
    frame->iterations = 7;
    AppendImageToList(&list, frame.Release());
  }
  return ImageHandle(GetFirstImageInList(list));
}

TEST_F(WebpAnimation, OpaqueFramesAreThoseOfCoalesceImages) {
  Exception exception;
  Info info;
  info.Define(kLossless);
  const ImageHandle image = MakeAnimation(false);
  for (Image* i = image.get(); i != nullptr; i = i->next) i->dispose = NoneDispose;
  const ImageHandle whole(CoalesceImages(image.get(), exception.get()));
  const Bytes bytes = Write("WEBP", image, info, exception);
  EXPECT_TRUE(bytes == Write("WEBP", image, info, exception)) << "not deterministic";
  const ImageHandle again = ReadBytes("WEBP", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->iterations, 7u);
  const Image* b = again.get();
  unsigned long number = 0;
  for (const Image* a = whole.get(); a != nullptr; a = a->next, b = b->next, ++number) {
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->scene, number);
    EXPECT_EQ(b->columns, 30u);
    EXPECT_EQ(b->rows, 20u);
    EXPECT_EQ(b->delay, 10 + number);
    EXPECT_TRUE(Rgba16(a) == Rgba16(b)) << number;
  }
  EXPECT_EQ(b, nullptr);
}

// What a pixel of the canvas is, from the frames alone.
std::uint32_t Expected(const Image* first, unsigned number, long x, long y) {
  std::uint32_t now = 0, before = 0;
  const Image* image = first;
  for (unsigned i = 0;; ++i, image = image->next) {
    const long left = x - image->page.x, top = y - image->page.y;
    const bool inside = left >= 0 && top >= 0 && left < static_cast<long>(image->columns) &&
                        top < static_cast<long>(image->rows);
    before = now;
    if (inside) {
      Exception exception;
      const PixelPacket p = AcquireOnePixel(image, left, top, exception.get());
      const bool opaque = image->matte == MagickFalse || p.opacity == OpaqueOpacity;
      if (opaque) {
        now = 0xff000000u | ScaleQuantumToChar(p.red) << 16 | ScaleQuantumToChar(p.green) << 8 |
              ScaleQuantumToChar(p.blue);
      }
    }
    if (i == number) return now;
    if (image->dispose == PreviousDispose) now = before;
    if (image->dispose == BackgroundDispose && inside) now = 0;
  }
}

// Opaque or transparent, nothing between.
void MakeBinary(Image* image) {
  Exception exception;
  for (Image* i = image; i != nullptr; i = i->next) {
    PixelPacket* q = GetImagePixelsEx(i, 0, 0, i->columns, i->rows, exception.get());
    for (std::size_t k = 0; k < std::size_t{i->columns} * i->rows; ++k) {
      q[k].opacity = q[k].opacity > MaxRGB / 2 && i->matte ? TransparentOpacity : OpaqueOpacity;
    }
    SyncImagePixelsEx(i, exception.get());
  }
}

// What is read of what is written, without loss, shows what the frames show, each for its time.
void ExpectFrames(const ImageHandle& image) {
  Exception exception;
  Info info;
  info.Define(kLossless);
  const ImageHandle again = ReadBytes("WEBP", Write("WEBP", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  ASSERT_EQ(GetImageListLength(again.get()), GetImageListLength(image.get()));
  unsigned number = 0;
  const Image* original = image.get();
  for (const Image* i = again.get(); i != nullptr; i = i->next, ++number) {
    EXPECT_EQ(i->delay, original->delay) << number;
    original = original->next;
    const std::vector<std::uint16_t> samples = Rgba16(i);
    for (long y = 0; y < 20; ++y) {
      for (long x = 0; x < 30; ++x) {
        const std::uint16_t* s = &samples[static_cast<std::size_t>(y * 30 + x) * 4];
        const std::uint32_t expected = Expected(image.get(), number, x, y);
        ASSERT_EQ(s[3] / 257u, expected >> 24) << number << " " << x << " " << y;
        if (s[3] == 0) continue;
        ASSERT_EQ((s[0] / 257u) << 16 | (s[1] / 257u) << 8 | s[2] / 257u, expected & 0xffffff)
            << number << " " << x << " " << y;
      }
    }
  }
}

TEST_F(WebpAnimation, DisposalAndTransparency) {
  const ImageHandle image = MakeAnimation(true);
  MakeBinary(image.get());
  ExpectFrames(image);
}

// The encoder of the library would leave out what changes nothing.
TEST_F(WebpAnimation, ImagesThatLookAlikeHaveAFrameEach) {
  for (const bool matte : {false, true}) {
    const ImageHandle once = MakeAnimation(matte);
    MakeBinary(once.get());
    Exception exception;
    Image* list = nullptr;
    unsigned long times = 3;
    for (const Image* i = once.get(); i != nullptr; i = i->next, --times) {
      for (unsigned long again = 0; again <= times; ++again) {
        Image* frame = CloneImage(i, 0, 0, MagickTrue, exception.get());
        frame->delay = again * 100;
        if (again < times) frame->dispose = NoneDispose;
        AppendImageToList(&list, frame);
      }
    }
    const ImageHandle image(GetFirstImageInList(list));
    ASSERT_EQ(GetImageListLength(image.get()), 10u);
    ExpectFrames(image);
  }
  Image* still = MakeTestImage({30, 20, 8, false}).Release();
  Exception exception;
  AppendImageToList(&still, CloneImage(still, 0, 0, MagickTrue, exception.get()));
  ExpectFrames(ImageHandle(GetFirstImageInList(still)));
}

TEST_F(WebpAnimation, FramesByNumber) {
  const TemporaryFolder folder;
  const std::string file = folder.File("a.webp");
  Exception exception;
  WriteWholeFile(file, Write("WEBP", MakeAnimation(false), Info(), exception));
  const ImageHandle all = Read(file, exception);
  ASSERT_TRUE(all) << exception.Text();
  const std::pair<const char*, std::vector<unsigned long>> cases[] = {
      {"[0]", {0}}, {"[3]", {3}}, {"[1-2]", {1, 2}}, {"[2-9]", {2, 3}}};
  for (const auto& [frames, expected] : cases) {
    for (const bool ping : {false, true}) {
      const Info info(file + frames);
      const ImageHandle image(ping ? PingImage(info.get(), exception.get())
                                   : ReadImage(info.get(), exception.get()));
      ASSERT_TRUE(image) << frames << exception.Text();
      std::vector<unsigned long> scenes;
      for (const Image* i = image.get(); i != nullptr; i = i->next) {
        scenes.push_back(i->delay - 10);
        const Image* same = GetImageFromList(all.get(), static_cast<long>(scenes.back()));
        EXPECT_TRUE(ping || Rgba16(i) == Rgba16(same)) << frames;
      }
      EXPECT_EQ(scenes, expected) << frames;
    }
  }
  Exception missing;
  EXPECT_FALSE(Read(file + "[4]", missing));
  EXPECT_EQ(missing.severity(), OptionError) << missing.Text();
}

TEST_F(WebpAnimation, MetadataAndOneFrameWithoutAdjoin) {
  const Bytes icc(3145, 'i'), xmp = Text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
  const ImageHandle image = MakeAnimation(false);
  SetProfiles(image, icc, xmp);
  Exception exception;
  const ImageHandle again = ReadBytes("WEBP", Write("WEBP", image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(again.get(), "EXIF") == kExif);
  EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
  Info info;
  info->adjoin = MagickFalse;
  const ImageHandle one = ReadBytes("WEBP", Write("WEBP", image, info, exception), exception);
  ASSERT_TRUE(one) << exception.Text();
  EXPECT_EQ(one->next, nullptr);
}

TEST_F(WebpAnimation, TruncatedAnywhereIsAnError) {
  const Bytes xmp = Text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
  for (const bool animation : {false, true}) {
    const ImageHandle image = animation ? MakeAnimation(true) : MakeTestImage({21, 13, 8, true});
    SetProfiles(image, Bytes(99, 'i'), xmp);
    Exception exception;
    const Bytes whole = Write("WEBP", image, Info(), exception);
    for (std::size_t length = 0; length < whole.size(); ++length) {
      Exception refused;
      const Bytes cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
      EXPECT_FALSE(ReadBytes("WEBP", cut, refused)) << length;
      EXPECT_GE(refused.severity(), ErrorException) << length;
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
