// MIFF: every class, depth, colorspace and compression; metadata; several images; gm both ways.

#include <algorithm>

#include "config.h"

#include <zlib.h>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

#ifdef HAVE_BZLIB_H
constexpr bool kBzip2 = true;
#else
constexpr bool kBzip2 = false;
#endif

std::vector<FormatCase> Cases() {
  std::vector<FormatCase> cases = {
      {"MIFF", true, 16},
      {"MIFF", true, 16, "-compress RLE", RLECompression},
      {"MIFF", true, 16, "-compress Zip", ZipCompression},
      {"MIFF", true, 8, "-compress RLE", RLECompression},
      {"MIFF", true, 8, "-compress Zip", ZipCompression},
  };
  if (kBzip2) cases.push_back({"MIFF", true, 16, "-compress BZip", BZipCompression});
  return cases;
}

TEST(Miff, RoundTrip) {
  for (const FormatCase& format : Cases()) {
    for (const Kind& kind : KindsOf(format)) CheckRoundTrip(format, kind);
  }
}

TEST(Miff, AsGm) {
  SKIP_WITHOUT_GM();
  for (const FormatCase& format : Cases()) {
    for (const Kind& kind : KindsOf(format)) {
      if (kind.columns != 7 || kind.gray) continue;
      CheckWithGm(format, kind);
    }
  }
}

ImageHandle FromText(const std::string& text, Exception& exception) {
  return ReadBytes("MIFF", Bytes(text.begin(), text.end()), exception);
}

std::string Head(const std::string& keywords) {
  return "id=ImageMagick version=1.0\n" + keywords + "\n\f\n:\x1a";
}

// The same file as gm, byte for byte, from the same file.
TEST(Miff, TheSameBytesAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const FormatCase& format : Cases()) {
    for (const bool matte : {false, true}) {
      Kind kind{33, 9, std::min<unsigned>(format.depth, QuantumDepth), matte};
      Exception exception;
      const ImageHandle image = MakeTestImage(kind);
      image->page.width = 33;
      image->page.height = 9;
      SetImageAttribute(image.get(), "comment", "two words");
      SetImageAttribute(image.get(), "artist", "one");
      const Bytes profile(300, 0x5a);
      SetImageProfile(image.get(), "ICM", profile.data(), profile.size());
      SetImageProfile(image.get(), "XMP", profile.data(), profile.size());
      image->x_resolution = 72;
      image->y_resolution = 96.5;
      image->units = PixelsPerInchResolution;
      const Bytes ours = WriteAs(format, image);
      WriteWholeFile(folder.File("ours.miff"), ours);
      EXPECT_TRUE(ours == RunGm("convert " + folder.File("ours.miff") + " miff:-"))
          << format.gm_options << matte;
    }
  }
}

// All four inks, and alpha if there is one.
std::vector<unsigned> Inks(const Image* image) {
  Exception exception;
  const PixelPacket* p =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception.get());
  const IndexPacket* indexes = AccessImmutableIndexes(image);
  std::vector<unsigned> inks;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    inks.insert(inks.end(), {p[i].red, p[i].green, p[i].blue, p[i].opacity});
    if (image->matte) inks.push_back(indexes[i]);
  }
  return inks;
}

// Alpha of such images is in the indexes.
void SetInkAlpha(Image* image) {
  Exception exception;
  GetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception.get());
  IndexPacket* indexes = AccessMutableIndexes(image);
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    indexes[i] = static_cast<IndexPacket>(i * 97 % MaxRGB);
  }
  SyncImagePixelsEx(image, exception.get());
}

TEST(Miff, Cmyk) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  for (const bool matte : {false, true}) {
    for (const CompressionType compression : {NoCompression, RLECompression, ZipCompression}) {
      Kind kind{17, 5, QuantumDepth, true};
      const ImageHandle image = MakeTestImage(kind);
      image->colorspace = CMYKColorspace;
      image->matte = matte;
      SetInkAlpha(image.get());
      Exception exception;
      const Bytes bytes = WriteAs({"MIFF", true, 16, "", compression}, image);
      const ImageHandle again = ReadBytes("MIFF", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_EQ(again->colorspace, CMYKColorspace);
      EXPECT_TRUE(Inks(again.get()) == Inks(image.get())) << matte << compression;
      WriteWholeFile(folder.File("ours.miff"), bytes);
      const Bytes theirs = RunGm("convert " + folder.File("ours.miff") + " +compress miff:-");
      const ImageHandle from_theirs = ReadBytes("MIFF", theirs, exception);
      ASSERT_TRUE(from_theirs) << exception.Text();
      EXPECT_TRUE(Inks(from_theirs.get()) == Inks(image.get())) << matte << compression;
    }
  }
}

TEST(Miff, SamplesOf32Bits) {
  std::string text = Head("class=DirectClass matte=False columns=1 rows=1 depth=32");
  text += std::string("\xff\xff\xff\xff\x80\x00\x80\x00\x00\x00\x00\x00", 12);
  Exception exception;
  const ImageHandle image = FromText(text, exception);
  ASSERT_TRUE(image) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  EXPECT_EQ(samples[0], 65535u);
  EXPECT_EQ(samples[1], AtOurDepth(0x8000));
  EXPECT_EQ(samples[2], 0u);
}

TEST(Miff, GraySamples) {
  Exception exception;
  const ImageHandle image = FromText(
      Head("class=DirectClass colorspace=GRAY columns=3 rows=1 depth=8") + "abc", exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Rgba16(image.get())[4], 'b' * 257);
  EXPECT_EQ(Rgba16(image.get())[6], 'b' * 257);
}

// Files without a version have compressed data without lengths.
TEST(Miff, FirstVersion) {
  const Bytes pixels = {1, 2, 3, 4, 5, 6};
  Bytes packed(100);
  uLongf length = packed.size();
  ASSERT_EQ(compress(packed.data(), &length, pixels.data(), pixels.size()), Z_OK);
  std::string one =
      "id=ImageMagick\nclass=DirectClass compression=Zip columns=2 rows=1 depth=8\n\f\n:\x1a";
  one.append(reinterpret_cast<const char*>(packed.data()), length);
  Exception exception;
  const ImageHandle image = FromText(one + one, exception);
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(GetImageListLength(image.get()), 2u);
  EXPECT_EQ(Rgba16(image->next)[4], 4 * 257);
}

// As ImageMagick wrote it at the time of GraphicsMagick's beginnings.
TEST(Miff, DisposalsAsNumbers) {
  const DisposeType disposals[] = {NoneDispose, BackgroundDispose, PreviousDispose};
  for (const DisposeType disposal : disposals) {
    Exception exception;
    const std::string keywords = "class=DirectClass\ncolumns=1 rows=1 depth=8\ndispose=";
    const ImageHandle image =
        FromText(Head(keywords + std::to_string(disposal)) + "abc", exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->dispose, disposal);
  }
}

TEST(Miff, KeepsWhatIsKnownAboutAnImage) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 4});
  SetImageAttribute(image.get(), "comment", "a comment of\nlines");
  SetImageAttribute(image.get(), "label", "word");
  const Bytes profile(70, 7);
  for (const char* name : {"ICM", "IPTC", "EXIF", "XMP"}) {
    SetImageProfile(image.get(), name, profile.data(), profile.size());
  }
  image->gamma = 0.45;
  image->chromaticity.white_point.x = 0.3127;
  image->chromaticity.white_point.y = 0.329;
  image->chromaticity.red_primary.x = 0.64;
  image->rendering_intent = PerceptualIntent;
  image->orientation = RightTopOrientation;
  image->dispose = PreviousDispose;
  image->delay = 12;
  image->iterations = 3;
  image->page.width = 50;
  image->page.height = 40;
  image->page.x = -3;
  image->page.y = 7;
  image->units = PixelsPerCentimeterResolution;
  image->x_resolution = 28.35;
  image->y_resolution = 30;
  CloneString(&image->montage, "120x40+4+3");
  CloneString(&image->directory,
              "a.png\xff"
              "b.png\xff");
  const ImageHandle again = ReadBytes("MIFF", Write("MIFF", image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(Attribute(again.get(), "comment"), "a comment of\nlines");
  EXPECT_EQ(Attribute(again.get(), "label"), "word");
  for (const char* name : {"ICM", "IPTC", "EXIF", "XMP"}) {
    EXPECT_TRUE(Profile(again.get(), name) == profile) << name;
  }
  EXPECT_DOUBLE_EQ(again->gamma, 0.45);
  EXPECT_DOUBLE_EQ(again->chromaticity.white_point.y, 0.329);
  EXPECT_DOUBLE_EQ(again->chromaticity.red_primary.x, 0.64);
  EXPECT_EQ(again->rendering_intent, PerceptualIntent);
  EXPECT_EQ(again->orientation, RightTopOrientation);
  EXPECT_EQ(again->dispose, PreviousDispose);
  EXPECT_EQ(again->delay, 12u);
  EXPECT_EQ(again->iterations, 3u);
  EXPECT_EQ(again->page.width, 50u);
  EXPECT_EQ(again->page.x, -3);
  EXPECT_EQ(again->page.y, 7);
  EXPECT_EQ(again->units, PixelsPerCentimeterResolution);
  EXPECT_DOUBLE_EQ(again->x_resolution, 28.35);
  EXPECT_DOUBLE_EQ(again->y_resolution, 30);
  EXPECT_STREQ(again->montage, "120x40+4+3");
  EXPECT_STREQ(again->directory, image->directory);
}

TEST(Miff, SeveralImages) {
  for (const FormatCase& format : Cases()) {
    const ImageHandle first = MakeTestImage({9, 4}, 1);
    Kind palette{5, 7};
    palette.colors = 9;
    first->next = MakeTestImage(palette, 2).Release();
    first->next->previous = first.get();
    first->next->scene = 1;
    const Bytes bytes = WriteAs(format, first);
    const TemporaryFolder folder;
    WriteWholeFile(folder.File("a.miff"), bytes);
    Exception exception;
    const ImageHandle all = Read(folder.File("a.miff"), exception);
    ASSERT_TRUE(all) << exception.Text();
    ASSERT_EQ(GetImageListLength(all.get()), 2u);
    EXPECT_TRUE(Rgba16(all->next) == Rgba16(first->next));
    EXPECT_EQ(GetImageListLength(Read(folder.File("a.miff[0]"), exception).get()), 1u);
    const ImageHandle second = Read(folder.File("a.miff[1]"), exception);
    ASSERT_TRUE(second) << exception.Text();
    EXPECT_EQ(second->columns, 5u);
    const Info info(folder.File("a.miff"));
    EXPECT_EQ(GetImageListLength(ImageHandle(PingImage(info.get(), exception.get())).get()), 2u);
  }
}

TEST(Miff, BadFilesFailWithAReason) {
  const std::string size = "class=DirectClass columns=2 rows=2 depth=8";
  const std::pair<std::string, const char*> files[] = {
      {"id=Other version=1.0\n" + size + "\n:\x1a", "header"},
      {Head("class=Other columns=2 rows=2 depth=8"), "header"},
      {Head("class=DirectClass columns=2 rows=2 depth=99"), "header"},
      {Head("class=PseudoClass colors=99999999 columns=2 rows=2"), "header"},
      {Head("class=DirectClass columns=0 rows=2 depth=8"), "size"},
      {Head("class=DirectClass columns=99999999 rows=99999999 depth=8"), "limit"},
      {Head(size) + "short", "end-of-file"},
      {Head(size + " profile-icc=9999999999"), "end-of-file"},
      {Head(size + " compression=Zip") + std::string("\0\0\0\4abcd12345678", 16), "uncompress"}};
  for (const auto& [text, reason] : files) {
    Exception exception;
    EXPECT_FALSE(FromText(text, exception)) << text;
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Miff, DamageDoesNoHarm) {
  Kind palette{19, 9};
  palette.colors = 5;
  for (const FormatCase& format : Cases()) {
    for (const Kind& kind : {Kind{19, 9}, palette}) {
      const ImageHandle image = MakeTestImage(kind);
      SetImageAttribute(image.get(), "comment", "a comment");
      const Bytes bytes = WriteAs(format, image);
      CheckDamage("MIFF", bytes);
      CheckLimit("MIFF", bytes);
    }
    CheckCancel(format);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
