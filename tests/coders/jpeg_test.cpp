// JPEG against the real gm: the same samples decoded, the same bytes encoded.

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

// JPEG files of every kind, made from one image by gm.
class JpegFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_CORPUS();
    SKIP_WITHOUT_GM();
    source_ = Corpus() + "/jpeg/testorig.ppm";
  }
  std::string Make(const std::string& name, const std::string& options) {
    const std::string path = folder_.File(name + ".jpg");
    RunGm("convert " + source_ + " " + options + " " + path);
    EXPECT_TRUE(Exists(path)) << options;
    return path;
  }
  std::vector<std::string> MakeAll() {
    return {Make("plain", ""),
            Make("best", "-quality 100"),
            Make("worst", "-quality 3"),
            Make("progressive", "-interlace Line"),
            Make("gray", "-colorspace GRAY"),
            Make("graytypes", "-colorspace GRAY -interlace Line -quality 40"),
            Make("cmyk", "-colorspace CMYK"),
            Make("narrow", "-sampling-factor 2x1"),
            Make("tall", "-sampling-factor 1x2"),
            Make("quarter", "-sampling-factor 4x1"),
            Make("odd", "-crop 33x17+5+9"),
            Make("tiny", "-crop 1x1+5+9 -quality 95"),
            Make("arithmetic", "-define jpeg:arithmetic-coding=true"),
            Corpus() + "/jpeg/testorig.jpg",
            Corpus() + "/jpeg/testimgari.jpg",
            Corpus() + "/jpeg/testimgint.jpg"};
  }
  TemporaryFolder folder_;
  std::string source_;
};

TEST_F(JpegFiles, DecodeAsGm) {
  for (const std::string& path : MakeAll()) {
    SCOPED_TRACE(path);
    Exception exception;
    const ImageHandle image = Read(path, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
    if (image->colorspace == CMYKColorspace) continue;  // see CmykDecodesAsGm
    EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(path)));
  }
}

TEST_F(JpegFiles, CmykDecodesAsGm) {
  const std::string path = Make("cmyk", "-colorspace CMYK");
  Exception exception;
  const ImageHandle image = Read(path, exception);
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(image->colorspace, CMYKColorspace);
  const Bytes ink = RunGm("convert " + path + " -depth 8 cmyk:-");
  const PixelPacket* p =
      AcquireImagePixels(image.get(), 0, 0, image->columns, image->rows, exception.get());
  const std::size_t count = std::size_t{image->columns} * image->rows;
  ASSERT_EQ(ink.size(), count * 4);
  for (std::size_t i = 0; i < count; ++i) {
    ASSERT_EQ(ScaleQuantumToChar(p[i].red), ink[4 * i]);
    ASSERT_EQ(ScaleQuantumToChar(p[i].green), ink[4 * i + 1]);
    ASSERT_EQ(ScaleQuantumToChar(p[i].blue), ink[4 * i + 2]);
    ASSERT_EQ(ScaleQuantumToChar(p[i].opacity), ink[4 * i + 3]);
  }
}

TEST_F(JpegFiles, AttributesAsGm) {
  for (const std::string& path : MakeAll()) {
    SCOPED_TRACE(path);
    Exception exception;
    const ImageHandle image = Read(path, exception);
    ASSERT_TRUE(image) << exception.Text();
    for (const char* key :
         {"JPEG-Quality", "JPEG-Colorspace", "JPEG-Colorspace-Name", "JPEG-Sampling-factors"}) {
      const Bytes bytes =
          RunGm("identify -format '%[" + std::string(key) + "]' " + path + " | head -n 1");
      std::string text(bytes.begin(), bytes.end());
      text.erase(text.find_last_not_of('\n') + 1);
      EXPECT_EQ(Attribute(image.get(), key), text) << key;
    }
  }
}

TEST_F(JpegFiles, QualityIsEstimatedAsWritten) {
  Exception exception;
  for (const bool gray : {false, true}) {
    Kind kind{16, 16};
    kind.gray = gray;
    const ImageHandle image = MakeTestImage(kind);
    for (unsigned long quality = 1; quality <= 100; ++quality) {
      const Info info;
      info->quality = quality;
      const Bytes bytes = Write("JPEG", image, info, exception);
      const ImageHandle again = ReadBytes("JPEG", bytes, exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_EQ(Attribute(again.get(), "JPEG-Quality"), std::to_string(quality));
    }
  }
}

struct Encoding {
  const char* arguments;
  unsigned long quality;
  InterlaceType interlace;
  const char* sampling;
};

TEST_F(JpegFiles, EncodeTheSameBytesAsGm) {
  const Encoding encodings[] = {{"", 75, NoInterlace, nullptr},
                                {"-quality 92", 92, NoInterlace, nullptr},
                                {"-quality 10", 10, NoInterlace, nullptr},
                                {"-quality 100", 100, NoInterlace, nullptr},
                                {"-interlace Line", 75, LineInterlace, nullptr},
                                {"-sampling-factor 2x1", 75, NoInterlace, "2x1"},
                                {"-sampling-factor 1x1", 75, NoInterlace, "1x1"},
                                {"-quality 95 -sampling-factor 2x2", 95, NoInterlace, "2x2"}};
  for (const std::string& source : {source_, Make("gray", "-colorspace GRAY")}) {
    Exception exception;
    const ImageHandle image = Read(source, exception);
    ASSERT_TRUE(image) << exception.Text();
    for (const Encoding& encoding : encodings) {
      SCOPED_TRACE(source + " " + encoding.arguments);
      const Info info;
      info->quality = encoding.quality;
      info->interlace = encoding.interlace;
      if (encoding.sampling != nullptr) CloneString(&info->sampling_factor, encoding.sampling);
      const Bytes ours = Write("JPEG", image, info, exception);
      EXPECT_TRUE(ours == RunGm("convert " + source + " " + encoding.arguments + " jpeg:-"))
          << exception.Text();
    }
  }
}

// -size WxH shrinks while decoding, exactly as gm does.
TEST_F(JpegFiles, ShrinkWhileDecodingAsGm) {
  for (const char* size : {"227x149", "200x140", "113x74", "100x100", "57x37", "50x50", "28x18",
                           "20x20", "3x3", "1x1", "500x10", "1000x1000"}) {
    SCOPED_TRACE(size);
    const std::string path = Corpus() + "/jpeg/testorig.jpg";
    Exception exception;
    Info info(path);
    info.Size(size);
    const ImageHandle image(ReadImage(info.get(), exception.get()));
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->magick_columns, 227u);
    EXPECT_EQ(image->magick_rows, 149u);
    EXPECT_TRUE(Rgba16(image.get()) ==
                AtOurDepth(GmRgba16("-size " + std::string(size) + " " + path)));
  }
}

TEST_F(JpegFiles, DecodingDefinitionsAsGm) {
  const std::string path = Corpus() + "/jpeg/testorig.jpg";
  for (const char* definition : {"jpeg:dct-method=IFAST", "jpeg:dct-method=FLOAT",
                                 "jpeg:fancy-upsampling=FALSE", "jpeg:block-smoothing=FALSE"}) {
    SCOPED_TRACE(definition);
    Exception exception;
    Info info(path);
    info.Define(definition);
    const ImageHandle image(ReadImage(info.get(), exception.get()));
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_TRUE(Rgba16(image.get()) ==
                AtOurDepth(GmRgba16("-define " + std::string(definition) + " " + path)));
  }
}

TEST_F(JpegFiles, PreserveSettings) {
  const std::string path = Make("settings", "-quality 63 -sampling-factor 2x1");
  Exception exception;
  const ImageHandle image = Read(path, exception);
  ASSERT_TRUE(image) << exception.Text();
  Info info;
  info.Define("jpeg:preserve-settings=TRUE");
  const ImageHandle again = ReadBytes("JPEG", Write("JPEG", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(Attribute(again.get(), "JPEG-Quality"), "63");
  EXPECT_EQ(Attribute(again.get(), "JPEG-Sampling-factors"), "2x1,1x1,1x1");
}

TEST(Jpeg, ClassAndSpace) {
  Exception exception;
  const Info info;
  Kind kind{17, 7};
  const ImageHandle color =
      ReadBytes("JPEG", Write("JPEG", MakeTestImage(kind), info, exception), exception);
  ASSERT_TRUE(color) << exception.Text();
  EXPECT_EQ(color->storage_class, DirectClass);
  EXPECT_FALSE(color->matte);
  EXPECT_EQ(color->depth, 8u);
  kind.gray = true;
  const ImageHandle gray =
      ReadBytes("JPEG", Write("JPEG", MakeTestImage(kind), info, exception), exception);
  ASSERT_TRUE(gray) << exception.Text();
  EXPECT_EQ(gray->storage_class, PseudoClass);
  EXPECT_EQ(gray->colors, 256u);
}

TEST(Jpeg, CmykSurvives) {
  Exception exception;
  const ImageHandle image = MakeTestImage({33, 9});
  image->colorspace = CMYKColorspace;
  const Info info;
  info->quality = 100;
  const ImageHandle again = ReadBytes("JPEG", Write("JPEG", image, info, exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->colorspace, CMYKColorspace);
  const PixelPacket before = AcquireOnePixel(image.get(), 4, 4, exception.get());
  const PixelPacket after = AcquireOnePixel(again.get(), 4, 4, exception.get());
  EXPECT_NEAR(ScaleQuantumToChar(before.red), ScaleQuantumToChar(after.red), 4);
  EXPECT_NEAR(ScaleQuantumToChar(before.opacity), ScaleQuantumToChar(after.opacity), 4);
}

TEST(Jpeg, TwelveBitsAreRefusedWithAReason) {
  SKIP_WITHOUT_CORPUS();
  Exception exception;
  EXPECT_FALSE(Read(Corpus() + "/jpeg/monkey12.jpg", exception));
  EXPECT_NE(exception.Text().find("precision 12"), std::string::npos) << exception.Text();
  EXPECT_NE(exception.Text().find("monkey12.jpg"), std::string::npos) << exception.Text();
}

TEST(Jpeg, TruncatedFileIsAWarning) {
  SKIP_WITHOUT_CORPUS();
  const TemporaryFolder folder;
  Bytes bytes = ReadWholeFile(Corpus() + "/jpeg/testorig.jpg");
  bytes.resize(bytes.size() / 2);
  WriteWholeFile(folder.File("half.jpg"), bytes);
  Exception exception;
  const ImageHandle image = Read(folder.File("half.jpg"), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), CorruptImageWarning) << exception.Text();
  EXPECT_NE(exception.Text().find("half.jpg"), std::string::npos) << exception.Text();
  EXPECT_EQ(image->columns, 227u);
}

}  // namespace
}  // namespace lodestone::coders::test
