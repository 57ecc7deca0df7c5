// Photoshop documents as they are written, and ImageMagick.

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"
#include "tests/coders/psd_builder.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle Decoded(const Bytes& file) {
  Exception exception;
  ImageHandle image = ReadBytes("PSD", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

TEST(PsdWritten, MetadataIsKept) {
  const ImageHandle image = MakeTestImage({5, 3});
  const Bytes icc(301, 0x5a), xmp(100, 'x'), exif = ExifWith(TopRightOrientation);
  Bytes iptc;
  PutText(iptc, "8BIM");
  PutBig(iptc, 1028, 2);
  PutBig(iptc, 0, 2);
  PutBig(iptc, 5, 4);
  PutBytes(iptc, {0x1c, 2, 5, 0, 0, 0});
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
  SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
  SetImageProfile(image.get(), "IPTC", iptc.data(), iptc.size());
  image->units = PixelsPerInchResolution;
  image->x_resolution = 72.5;
  image->y_resolution = 300;
  const ImageHandle again = Decoded(WriteAs({"PSD"}, image));
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
  EXPECT_TRUE(Profile(again.get(), "EXIF") == exif);
  EXPECT_TRUE(Profile(again.get(), "IPTC") == iptc);
  EXPECT_EQ(again->units, PixelsPerInchResolution);
  EXPECT_EQ(again->x_resolution, 72.5);
  EXPECT_EQ(again->y_resolution, 300.0);
  // Records without a block get one.
  SetImageProfile(image.get(), "IPTC", iptc.data() + 12, 5);
  EXPECT_TRUE(Profile(Decoded(WriteAs({"PSD"}, image)).get(), "IPTC") == iptc);
}

const FormatCase kPlain{"PSD", true, 16};
const FormatCase kPacked{"PSD", true, 16, "", RLECompression};

TEST(PsdWritten, RoundTrip) {
  for (const FormatCase& format : {kPlain, kPacked}) {
    for (const Kind& kind : KindsOf(format)) CheckRoundTrip(format, kind);
  }
  FormatCase bytes = kPacked;
  bytes.depth = 8;
  for (const Kind& kind : KindsOf(bytes)) CheckRoundTrip(bytes, kind);
}

TEST(PsdWritten, ColormapOnRequest) {
  Kind kind{9, 5};
  kind.colors = 7;
  FormatCase palette{"PSD"};
  palette.type = PaletteType;
  CheckRoundTrip(palette, kind);
  EXPECT_EQ(WriteAs(palette, MakeTestImage(kind))[25], 2);
  palette.type = TrueColorType;
  CheckRoundTrip(palette, kind);
  EXPECT_EQ(WriteAs(palette, MakeTestImage(kind))[25], 3);
}

// What ImageMagick writes, with layers in every compression, and what it reads of ours.
TEST(PsdWritten, AsImageMagick) {
  if (!Runs("convert-im6.q16 -version")) GTEST_SKIP() << "ImageMagick is not installed";
  const TemporaryFolder folder;
  Exception exception;
  const std::string run = "convert-im6.q16 -define psd:alpha-unblend=off ";
  const auto samples_by_it = [&](const std::string& name) {
    EXPECT_TRUE(Runs(run + name + " -depth 16 -endian MSB rgba:" + folder.File("raw")));
    const Bytes raw = ReadWholeFile(folder.File("raw"));
    std::vector<std::uint16_t> samples;
    for (std::size_t i = 0; i + 1 < raw.size(); i += 2)
      samples.push_back(static_cast<std::uint16_t>(raw[i] * 256u + raw[i + 1]));
    return samples;
  };
  WriteWholeFile(folder.File("a.png"), Write("PNG", MakeTestImage({37, 29}), Info(), exception));
  WriteWholeFile(folder.File("b.png"),
                 Write("PNG", MakeTestImage({17, 9, 8, true}), Info(), exception));
  const std::string psd = folder.File("x.psd");
  for (const char* compression : {"None", "RLE", "Zip"}) {
    for (const char* depth : {"8", "16"}) {
      SCOPED_TRACE(std::string(compression) + " " + depth);
      ASSERT_TRUE(Runs(run + folder.File("a.png") + " \\( " + folder.File("b.png") +
                       " -repage +5+3 \\) -depth " + depth + " -compress " + compression + " " +
                       psd));
      const ImageHandle image = Read(psd, exception);
      ASSERT_TRUE(image) << exception.Text();
      ASSERT_EQ(GetImageListLength(image.get()), 2u);
      EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(samples_by_it(psd + "[0]")));
      EXPECT_TRUE(Rgba16(image->next) == AtOurDepth(samples_by_it(psd + "[1]")));
      EXPECT_EQ(image->next->page.x, 5);
      EXPECT_EQ(image->next->page.y, 3);
    }
  }
  for (const FormatCase& format : {kPlain, kPacked}) {
    for (const Kind& kind : KindsOf(format)) {
      // ImageMagick refuses colormaps, those that it wrote as well.
      if (kind.columns != 17 || kind.colors != 0) continue;
      // ImageMagick gives pixels of one shade one alpha.
      if (kind.matte && kind.gray) continue;
      SCOPED_TRACE(kind.Name());
      const ImageHandle image = MakeTestImage(kind);
      WriteWholeFile(psd, WriteAs(format, image));
      // The composite with alpha lies on white; the layer is as it was.
      EXPECT_TRUE(samples_by_it(psd + (kind.matte ? "[1]" : "[0]")) == Rgba16(image.get()));
    }
  }
}

// Where the number of layers is, behind the parts before it and two lengths.
std::size_t LayerCountAt(const Bytes& bytes) {
  std::size_t at = 26;
  for (int part = 0; part < 2; ++part) {
    std::size_t length = 0;
    for (int i = 0; i < 4; ++i) length = length << 8 | bytes[at++];
    at += length;
  }
  return at + 8;
}

// In the file: c * a / max + (max - a).
TEST(PsdWritten, CompositesLieOnWhite) {
  for (const FormatCase& format : {kPlain, kPacked}) {
    const ImageHandle image = MakeTestImage({17, 9, 8, true});
    Bytes bytes = WriteAs(format, image);
    const ImageHandle again = Decoded(bytes);
    ASSERT_EQ(GetImageListLength(again.get()), 1u);
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
    // A count of layers that is positive says nothing of alpha: colours are as in the file.
    const std::size_t count = LayerCountAt(bytes);
    ASSERT_EQ(bytes[count + 1], 0xff);
    bytes[count] = 0;
    bytes[count + 1] = 1;
    const std::vector<std::uint16_t> stored = Rgba16(Decoded(bytes).get());
    const std::vector<std::uint16_t> colors = Rgba16(image.get());
    for (std::size_t i = 0; i < colors.size(); ++i) {
      const double alpha = colors[i | 3] / 65535.0;
      if (i % 4 == 3) continue;
      ASSERT_NEAR(colors[i] * alpha + 65535 - colors[i | 3], stored[i], 129) << i;
    }
  }
}

// A document of 40x30 pixels, and layers with and without alpha, also beyond its edges.
ImageHandle Layered(bool gray, unsigned depth) {
  Image* list = nullptr;
  const auto add = [&](Kind kind, long x, long y, CompositeOperator compose, const char* name) {
    kind.gray = gray;
    kind.depth = depth;
    ImageHandle image = MakeTestImage(kind, static_cast<std::uint32_t>(x + 100));
    if (*name != '\0') {
      image->page = {kind.columns, kind.rows, x, y};
      image->compose = compose;
      SetImageAttribute(image.get(), "label", name);
    }
    AppendImageToList(&list, image.Release());
  };
  add({40, 30, 8, true}, 0, 0, OverCompositeOp, "");
  add({40, 30}, 0, 0, OverCompositeOp, "Background");
  add({17, 9, 8, true}, 5, 3, MultiplyCompositeOp, "a layer");
  add({60, 5, 8, true}, -7, -2, NoCompositeOp, "hidden");
  add({1, 1}, 39, 29, ScreenCompositeOp, "dot");
  return ImageHandle(GetFirstImageInList(list));
}

// What lies on white has lost the colours of its pixels by their lack of alpha.
void ExpectSameOnWhite(const std::vector<std::uint16_t>& before,
                       const std::vector<std::uint16_t>& after) {
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(before[i | 3], after[i | 3]) << i;
    const double alpha = before[i | 3] / 65535.0;
    ASSERT_NEAR(before[i] * alpha, after[i] * alpha, 257) << i;
  }
}

TEST(PsdWritten, ListsAreLayers) {
  for (const bool gray : {false, true})
    for (const unsigned depth : {8u, 16u})
      for (const FormatCase& format : {kPlain, kPacked}) {
        const ImageHandle images = Layered(gray, depth);
        Exception exception;
        const Bytes bytes = WriteAs(format, images);
        EXPECT_TRUE(bytes == WriteAs(format, images));
        const ImageHandle again = ReadBytes("PSD", bytes, exception);
        ASSERT_TRUE(again) << exception.Text();
        ASSERT_EQ(GetImageListLength(again.get()), 5u);
        const Image* before = images.get();
        for (const Image* after = again.get(); after != nullptr;
             after = after->next, before = before->next) {
          SCOPED_TRACE(Attribute(before, "label"));
          if (before == images.get()) {
            ExpectSameOnWhite(Rgba16(before), Rgba16(after));
          } else {
            EXPECT_TRUE(Rgba16(after) == Rgba16(before));
          }
          EXPECT_EQ(after->matte, before->matte);
          if (before == images.get()) continue;
          EXPECT_EQ(after->page.x, before->page.x);
          EXPECT_EQ(after->page.y, before->page.y);
          EXPECT_EQ(after->compose, before->compose);
          EXPECT_EQ(Attribute(after, "label"), Attribute(before, "label"));
        }
      }
}

TEST(PsdWritten, ImageMagickReadsLayers) {
  if (!Runs("convert-im6.q16 -version")) GTEST_SKIP() << "ImageMagick is not installed";
  const TemporaryFolder folder;
  const std::string psd = folder.File("x.psd");
  for (const FormatCase& format : {kPlain, kPacked}) {
    const ImageHandle images = Layered(false, 8);
    WriteWholeFile(psd, WriteAs(format, images));
    int number = 1;  // behind the composite
    for (const Image* image = images->next; image != nullptr; image = image->next, ++number) {
      if (image->compose == NoCompositeOp) continue;  // shown as nothing
      SCOPED_TRACE(number);
      const Bytes raw = OutputOf("convert-im6.q16 -define psd:alpha-unblend=off '" + psd + "[" +
                                 std::to_string(number) + "]' -depth 8 rgba:-");
      const std::vector<std::uint16_t> ours = Rgba16(image);
      ASSERT_EQ(raw.size(), ours.size());
      for (std::size_t i = 0; i < ours.size(); ++i) {
        if (ours[i | 3] == 0) continue;
        ASSERT_EQ(raw[i] * 257, ours[i]) << i;
      }
    }
  }
}

TEST(PsdWritten, DamagedLayersDoNoHarm) {
  CheckDamage("PSD", WriteAs(kPacked, Layered(false, 8)));
}

TEST(PsdWritten, DamageDoesNoHarm) {
  for (const FormatCase& format : {kPlain, kPacked}) {
    const Bytes bytes = WriteAs(format, MakeTestImage({19, 9, 8, true}));
    CheckDamage("PSD", bytes);
    CheckLimit("PSD", bytes);
    CheckCancel(format);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
