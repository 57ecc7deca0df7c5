// WebP: lossless round trips, agreement with gm and with libwebp's own tools, metadata, animations.

#include <algorithm>
#include <cstdlib>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

constexpr const char* kLossless = "webp:lossless=true,webp:exact=true";

std::vector<Kind> Kinds() {
  std::vector<Kind> kinds;
  for (const unsigned long columns : kSizes) {
    for (const unsigned long rows : {1ul, 2ul, 7ul, 17ul, 257ul}) {
      for (const bool matte : {false, true}) {
        Kind kind{columns, rows, 8, matte};
        kinds.push_back(kind);
        kind.gray = true;
        kinds.push_back(kind);
        kind.colors = matte ? 0 : 17;
        kinds.push_back(kind);
      }
    }
  }
  return kinds;
}

struct Webp : FormatTest<> {
  Webp() : FormatTest("WEBP") {}
};

struct WebpAnimation : FormatTest<> {
  WebpAnimation() : FormatTest("WEBP") {}
};

TEST_F(Webp, LosslessRoundTrip) {
  for (const Kind& kind : Kinds()) {
    SCOPED_TRACE(kind.Name());
    Exception exception;
    Info info;
    info.Define(kLossless);
    const ImageHandle image = MakeTestImage(kind);
    const Bytes bytes = Write("WEBP", image, info, exception);
    ASSERT_FALSE(bytes.empty()) << exception.Text();
    const ImageHandle again = ReadBytes("WEBP", bytes, exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(again->columns, kind.columns);
    EXPECT_EQ(again->rows, kind.rows);
    EXPECT_TRUE(Rgba16(image.get()) == Rgba16(again.get()));
    EXPECT_EQ(again->compression, WebPCompression);
  }
}

struct Options {
  const char* gm;
  const char* define;
  unsigned long quality;
};

constexpr Options kOptions[] = {
    {"-quality 75", "", 75},
    {"-quality 0", "", 0},
    {"-quality 100", "", 100},
    {"-quality 40 -define webp:method=6", "webp:method=6", 40},
    {"-define webp:lossless=true", "webp:lossless=true", 75},
    {"-define webp:lossless=true,webp:method=0", "webp:lossless=true,webp:method=0", 75},
    {"-define webp:segments=2,webp:sns-strength=30", "webp:segments=2,webp:sns-strength=30", 75},
    {"-define webp:filter-strength=10,webp:filter-sharpness=3,webp:filter-type=0",
     "webp:filter-strength=10,webp:filter-sharpness=3,webp:filter-type=0", 75},
    {"-define webp:auto-filter=true,webp:pass=3", "webp:auto-filter=true,webp:pass=3", 75},
    {"-define webp:alpha-compression=0,webp:alpha-quality=50,webp:alpha-filtering=2",
     "webp:alpha-compression=0,webp:alpha-quality=50,webp:alpha-filtering=2", 75},
    {"-define webp:image-hint=graph,webp:partitions=2,webp:partition-limit=50",
     "webp:image-hint=graph,webp:partitions=2,webp:partition-limit=50", 75},
    {"-define webp:use-sharp-yuv=true,webp:emulate-jpeg-size=true,webp:low-memory=true",
     "webp:use-sharp-yuv=true,webp:emulate-jpeg-size=true,webp:low-memory=true", 75},
    {"-define webp:target-size=2000,webp:preprocessing=1",
     "webp:target-size=2000,webp:preprocessing=1", 75},
    {"-define webp:target-psnr=35.5", "webp:target-psnr=35.5", 75}};

TEST_F(Webp, FilesAreThoseOfGm) {
  SKIP_WITHOUT_GM();
  const TempFolder folder;
  const std::string source = folder.File("source.png"), theirs = folder.File("theirs.webp");
  for (const bool matte : {false, true}) {
    Exception exception;
    const ImageHandle image = MakeTestImage({67, 45, 8, matte});
    WriteWholeFile(source, Write("PNG", image, Info(), exception));
    for (const Options& options : kOptions) {
      SCOPED_TRACE(options.gm);
      RunGm("convert " + source + " " + options.gm + " " + theirs);
      Info info;
      info->quality = options.quality;
      if (*options.define != '\0') info.Define(options.define);
      const Bytes ours = Write("WEBP", image, info, exception);
      ASSERT_FALSE(ours.empty()) << exception.Text();
      EXPECT_TRUE(ours == ReadWholeFile(theirs));
      const ImageHandle read = Read(theirs, exception);
      ASSERT_TRUE(read) << exception.Text();
      EXPECT_TRUE(Rgba16(read.get()) == AtOurDepth(GmRgba16(theirs)));
    }
  }
}

TEST_F(Webp, DwebpReadsTheSame) {
  if (std::system("command -v dwebp > /dev/null") != 0) {
    GTEST_SKIP() << "dwebp is not installed (Debian: webp)";
  }
  const TempFolder folder;
  const std::string file = folder.File("a.webp"), decoded = folder.File("a.png");
  for (const char* define : {"webp:lossless=false", "webp:lossless=true"}) {
    for (const bool matte : {false, true}) {
      Exception exception;
      Info info;
      info.Define(define);
      WriteWholeFile(file, Write("WEBP", MakeTestImage({131, 77, 8, matte}), info, exception));
      ASSERT_EQ(std::system(("dwebp -quiet " + file + " -o " + decoded).c_str()), 0);
      const ImageHandle ours = Read(file, exception), theirs = Read(decoded, exception);
      ASSERT_TRUE(ours && theirs) << exception.Text();
      EXPECT_TRUE(Rgba16(ours.get()) == Rgba16(theirs.get()));
    }
  }
}

TEST_F(Webp, InvalidOptionsAreErrors) {
  for (const char* define : {"webp:method=x", "webp:method=7", "webp:segments=", "webp:pass=2x",
                             "webp:image-hint=none", "webp:target-psnr=high"}) {
    Exception exception;
    Info info;
    info.Define(define);
    EXPECT_TRUE(Write("WEBP", MakeTestImage({8, 8}), info, exception).empty()) << define;
    EXPECT_GE(exception.severity(), ErrorException) << define;
  }
  Exception exception;
  Info info;
  info->quality = 101;
  EXPECT_TRUE(Write("WEBP", MakeTestImage({8, 8}), info, exception).empty());
  EXPECT_EQ(exception.severity(), CoderError) << exception.Text();
}

TEST_F(Webp, SizesBeyondTheFormatAreErrors) {
  for (const auto& [columns, rows] :
       {std::pair<unsigned long, unsigned long>{16384, 1}, {1, 16384}}) {
    Exception exception;
    EXPECT_TRUE(Write("WEBP", MakeTestImage({columns, rows}), Info(), exception).empty());
    EXPECT_EQ(exception.severity(), ImageError) << exception.Text();
  }
  Exception exception;
  EXPECT_FALSE(Write("WEBP", MakeTestImage({16383, 1}), Info(), exception).empty())
      << exception.Text();
}

Bytes Text(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

const Bytes kExif =
    Text(std::string("Exif\0\0II*\0\10\0\0\0\1\0\22\1\3\0\1\0\0\0\6\0\0\0\0\0\0\0", 32));

void SetProfiles(const ImageHandle& image, const Bytes& icc, const Bytes& xmp) {
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "EXIF", kExif.data(), kExif.size());
  SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
}

TEST_F(Webp, ProfilesSurvive) {
  const Bytes icc(3145, 'i'), xmp = Text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
  for (const char* define : {"webp:lossless=false", "webp:lossless=true"}) {
    Exception exception;
    Info info;
    info.Define(define);
    const ImageHandle image = MakeTestImage({17, 9});
    SetProfiles(image, icc, xmp);
    const Bytes bytes = Write("WEBP", image, info, exception);
    const std::string tag = "XMP ";
    EXPECT_NE(std::search(bytes.begin(), bytes.end(), tag.begin(), tag.end()), bytes.end());
    EXPECT_EQ(std::search(bytes.begin(), bytes.end(), kExif.begin(), kExif.begin() + 6),
              bytes.end());
    for (const bool ping : {false, true}) {
      const Info empty;
      const ImageHandle again(
          ping ? PingBlob(empty.get(), bytes.data(), bytes.size(), exception.get())
               : BlobToImage(empty.get(), bytes.data(), bytes.size(), exception.get()));
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_EQ(again->columns, 17u);
      EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
      EXPECT_TRUE(Profile(again.get(), "EXIF") == kExif);
      EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
      EXPECT_EQ(again->orientation, RightTopOrientation);
    }
  }
}

TEST_F(Webp, ProfilesOfGmAreRead) {
  SKIP_WITHOUT_GM();
  const TempFolder folder;
  const std::string png = folder.File("a.png"), file = folder.File("a.webp");
  const Bytes icc(3145, 'i'), xmp = Text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>");
  Exception exception;
  const ImageHandle image = MakeTestImage({17, 9});
  SetProfiles(image, icc, xmp);
  WriteWholeFile(folder.File("a.jpg"), Write("JPEG", image, Info(), exception));
  RunGm("convert " + folder.File("a.jpg") + " " + file);
  const ImageHandle read = Read(file, exception);
  ASSERT_TRUE(read) << exception.Text();
  EXPECT_TRUE(Profile(read.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(read.get(), "EXIF") == kExif);
}

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

TEST_F(WebpAnimation, DisposalAndTransparency) {
  const ImageHandle image = MakeAnimation(true);
  Exception exception;
  for (Image* i = image.get(); i != nullptr; i = i->next) {  // opaque or transparent
    PixelPacket* q = GetImagePixelsEx(i, 0, 0, i->columns, i->rows, exception.get());
    for (std::size_t k = 0; k < std::size_t{i->columns} * i->rows; ++k) {
      q[k].opacity = q[k].opacity > MaxRGB / 2 && i->matte ? TransparentOpacity : OpaqueOpacity;
    }
    SyncImagePixelsEx(i, exception.get());
  }
  Info info;
  info.Define(kLossless);
  const ImageHandle again = ReadBytes("WEBP", Write("WEBP", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  ASSERT_EQ(GetImageListLength(again.get()), 4u);
  unsigned number = 0;
  for (const Image* i = again.get(); i != nullptr; i = i->next, ++number) {
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

TEST_F(WebpAnimation, FramesByNumber) {
  const TempFolder folder;
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

TEST_F(Webp, TruncatedAnywhereIsAnError) {
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
