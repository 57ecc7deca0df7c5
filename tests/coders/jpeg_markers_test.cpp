// JPEG files as cameras and other programs make them: colour transforms by the Adobe marker,
// several images in a file, markers of several parts, restarts; and options, byte for byte against
// gm.

#include <algorithm>
#include <string_view>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

struct Segment {
  std::uint8_t marker;
  Bytes data;
  bool operator==(const Segment&) const = default;
};

Bytes FromText(std::string_view text) {
  return {text.begin(), text.end()};
}

// The markers before the first scan, and all that follows.
struct JpegParts {
  std::vector<Segment> segments;
  Bytes rest;

  explicit JpegParts(const Bytes& file) {
    std::size_t at = 2;
    while (at + 4 <= file.size() && file[at] == 0xff && file[at + 1] != 0xda) {
      const std::size_t length = file[at + 2] * 256u + file[at + 3];
      const auto data = file.begin() + static_cast<std::ptrdiff_t>(at) + 4;
      segments.push_back(
          {file[at + 1], Bytes(data, data + static_cast<std::ptrdiff_t>(length) - 2)});
      at += length + 2;
    }
    rest.assign(file.begin() + static_cast<std::ptrdiff_t>(at), file.end());
  }

  Bytes File() const {
    Bytes file = {0xff, 0xd8};
    for (const Segment& segment : segments) {
      const std::size_t length = segment.data.size() + 2;
      file.insert(file.end(), {0xff, segment.marker, static_cast<std::uint8_t>(length >> 8),
                               static_cast<std::uint8_t>(length)});
      file.insert(file.end(), segment.data.begin(), segment.data.end());
    }
    file.insert(file.end(), rest.begin(), rest.end());
    return file;
  }

  void Insert(std::uint8_t marker, const Bytes& data) {
    segments.insert(segments.begin() + 1, {marker, data});
  }

  std::vector<Bytes> DataOf(std::uint8_t marker) const {
    std::vector<Bytes> all;
    for (const Segment& segment : segments) {
      if (segment.marker == marker) all.push_back(segment.data);
    }
    return all;
  }
};

Bytes Jpeg(const ImageHandle& image, Exception& exception, unsigned long quality = 100) {
  const Info info;
  info->quality = quality;
  return Write("JPEG", image, info, exception);
}

// Without any complaint.
ImageHandle ReadJpeg(const Bytes& bytes) {
  Exception exception;
  ImageHandle image = ReadBytes("JPEG", bytes, exception);
  EXPECT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  return image;
}

ImageHandle CmykImage() {
  ImageHandle image = MakeTestImage({33, 9, 8, true});
  image->matte = MagickFalse;
  image->colorspace = CMYKColorspace;
  return image;
}

Bytes Inks(const Image* image) {
  Exception exception;
  const PixelPacket* p =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception.get());
  Bytes inks;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    for (const Quantum q : {p[i].red, p[i].green, p[i].blue, p[i].opacity})
      inks.push_back(ScaleQuantumToChar(q));
  }
  return inks;
}

// CMYK as it is, as YCCK (by the number in Adobe's marker), and without that marker: the polarity
// is that of gm in all cases.
TEST(JpegCmyk, PolarityIsThatOfGm) {
  SKIP_WITHOUT_GM();
  Exception exception;
  const TemporaryFolder folder;
  JpegParts parts(Jpeg(CmykImage(), exception));
  const auto adobe = std::find_if(parts.segments.begin(), parts.segments.end(),
                                  [](const Segment& segment) { return segment.marker == 0xee; });
  ASSERT_NE(adobe, parts.segments.end());
  ASSERT_EQ(adobe->data.size(), 12u);
  EXPECT_EQ(adobe->data[11], 0);
  const auto expect = [&](const char* name, const char* space) {
    const std::string path = folder.File(name);
    WriteWholeFile(path, parts.File());
    const ImageHandle image = ReadJpeg(parts.File());
    ASSERT_TRUE(image);
    EXPECT_EQ(image->colorspace, CMYKColorspace);
    EXPECT_EQ(Attribute(image.get(), "JPEG-Colorspace-Name"), space);
    EXPECT_TRUE(Inks(image.get()) == RunGm("convert " + path + " -depth 8 cmyk:-")) << name;
  };
  expect("cmyk.jpg", "CMYK");
  adobe->data[11] = 2;
  expect("ycck.jpg", "CMYK");
  parts.segments.erase(adobe);
  expect("plain.jpg", "CMYK");
}

TEST(JpegCmyk, GmReadsWhatIsWritten) {
  SKIP_WITHOUT_GM();
  Exception exception;
  const TemporaryFolder folder;
  const ImageHandle image = CmykImage();
  const Bytes bytes = Jpeg(image, exception);
  WriteWholeFile(folder.File("a.jpg"), bytes);
  const ImageHandle again = ReadJpeg(bytes);
  EXPECT_TRUE(Inks(again.get()) == RunGm("convert " + folder.File("a.jpg") + " -depth 8 cmyk:-"));
  const Bytes before = Inks(image.get()), after = Inks(again.get());
  double sum = 0;
  for (std::size_t i = 0; i < before.size(); ++i) sum += std::abs(int{before[i]} - int{after[i]});
  EXPECT_LT(sum / static_cast<double>(before.size()), 3.0);
}

TEST(JpegCmyk, ProfileIsKept) {
  Exception exception;
  const ImageHandle image = CmykImage();
  Bytes icc(70000, 3);
  const Bytes space = FromText("prtrCMYKLab ");
  std::copy(space.begin(), space.end(), icc.begin() + 12);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  const ImageHandle again = ReadJpeg(Jpeg(image, exception));
  ASSERT_TRUE(again);
  EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
  EXPECT_EQ(again->colorspace, CMYKColorspace);
}

// An ICC profile has at most 255 parts.
TEST(JpegMarkers, AProfileThatDoesNotFitIsLeftOut) {
  Exception exception;
  const ImageHandle image = MakeTestImage({17, 9});
  const Bytes icc(255u * 65519u + 1, 3);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  const TemporaryFolder folder;
  MagickStrlCpy(image->filename, folder.File("a.jpg").c_str(), MaxTextExtent);
  EXPECT_EQ(WriteImage(Info().get(), image.get()), MagickPass);
  EXPECT_EQ(image->exception.severity, CoderWarning);
  EXPECT_LT(ReadWholeFile(folder.File("a.jpg")).size(), 10000u);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size() - 1);
  const ImageHandle again = ReadJpeg(Jpeg(image, exception));
  EXPECT_EQ(Profile(again.get(), "ICM").size(), icc.size() - 1);
}

// Images with a gain map or a preview: the primary image is read, and written alone, without the
// index of images, whose offsets would be wrong.
TEST(JpegMarkers, SeveralImagesInAFile) {
  Exception exception;
  const Bytes primary = Jpeg(MakeTestImage({33, 17}), exception);
  const Bytes second = Jpeg(MakeTestImage({8, 8}), exception);
  const std::string xmp = "<x:xmpmeta><rdf:Description hdrgm:Version=\"1.0\"/></x:xmpmeta>";
  JpegParts parts(primary);
  parts.Insert(0xe2, FromText(std::string_view("MPF\0II*\0\x08\0\0\0\0\0", 14)));
  parts.Insert(0xe2, FromText(std::string_view("urn:iso:std:iso:ts:21496:-1\0\0\0", 30)));
  parts.Insert(0xe1, FromText(std::string("http://ns.adobe.com/xap/1.0/") + '\0' + xmp));
  Bytes file = parts.File();
  file.insert(file.end(), second.begin(), second.end());
  const ImageHandle image = ReadJpeg(file);
  ASSERT_TRUE(image);
  EXPECT_EQ(GetImageListLength(image.get()), 1u);
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(ReadJpeg(primary).get()));
  EXPECT_TRUE(Profile(image.get(), "XMP") == FromText(xmp));
  EXPECT_TRUE(Profile(image.get(), "APP2").empty());
  EXPECT_TRUE(JpegParts(Jpeg(image, exception)).DataOf(0xe2).empty());
}

// XMP beyond 64 KiB comes in several markers, which are written as they were.
TEST(JpegMarkers, XmpOfSeveralParts) {
  Exception exception;
  JpegParts parts(Jpeg(MakeTestImage({33, 17}), exception));
  std::vector<Bytes> markers;
  for (const std::size_t length : {65400u, 65400u, 1000u}) {
    Bytes data = FromText(std::string_view("http://ns.adobe.com/xmp/extension/\0", 35));
    data.resize(length, static_cast<std::uint8_t>('a' + markers.size()));
    markers.push_back(data);
  }
  for (auto data = markers.rbegin(); data != markers.rend(); ++data) parts.Insert(0xe1, *data);
  const ImageHandle image = ReadJpeg(parts.File());
  ASSERT_TRUE(image);
  EXPECT_TRUE(JpegParts(Jpeg(image, exception)).DataOf(0xe1) == markers);
}

TEST(JpegMarkers, LosslessFilesAreRefusedWithAReason) {
  Exception exception;
  JpegParts parts(Jpeg(MakeTestImage({33, 17}), exception));
  for (Segment& segment : parts.segments) {
    if (segment.marker == 0xc0) segment.marker = 0xc3;
  }
  EXPECT_FALSE(ReadBytes("JPEG", parts.File(), exception));
  EXPECT_EQ(exception.severity(), CorruptImageError);
  EXPECT_NE(exception.Text().find("SOF type 0xc3"), std::string::npos) << exception.Text();
}

TEST(JpegMarkers, RestartsDecodeAsGm) {
  SKIP_WITHOUT_GM();
  if (!Runs("command -v cjpeg")) {
    GTEST_SKIP() << "cjpeg (package libjpeg-turbo-progs) is not installed";
  }
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("a.ppm"), Write("PPM", MakeTestImage({133, 77}), Info(), exception));
  for (const char* options : {"-restart 1", "-restart 2B", "-restart 1 -progressive",
                              "-restart 3B -arithmetic -quality 95"}) {
    const std::string path = folder.File("a.jpg");
    ASSERT_TRUE(
        Runs(std::string("cjpeg ") + options + " -outfile " + path + " " + folder.File("a.ppm")))
        << options;
    const ImageHandle image = ReadJpeg(ReadWholeFile(path));
    ASSERT_TRUE(image) << options;
    EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(path))) << options;
  }
}

struct Option {
  const char* arguments;
  const char* define = nullptr;
  const char* sampling = nullptr;
  unsigned long quality = 75;
  InterlaceType interlace = UndefinedInterlace;
};

const Option kOptions[] = {{"-quality 305", nullptr, nullptr, 305},
                           {"-quality 0", nullptr, nullptr, 0},
                           {"-interlace Plane", nullptr, nullptr, 75, PlaneInterlace},
                           {"-sampling-factor 4x1", nullptr, "4x1"},
                           {"-sampling-factor 2", nullptr, "2"},
                           {"-sampling-factor 2x2,1x1,1x1", nullptr, "2x2,1x1,1x1"},
                           {"-sampling-factor 1x1,2x2,1x1", nullptr, "1x1,2x2,1x1"},
                           {"-define jpeg:dct-method=IFAST", "jpeg:dct-method=IFAST"},
                           {"-define jpeg:dct-method=FLOAT", "jpeg:dct-method=FLOAT"},
                           {"-define jpeg:dct-method=FASTEST", "jpeg:dct-method=FASTEST"},
                           {"-define jpeg:arithmetic-coding=TRUE", "jpeg:arithmetic-coding=TRUE"},
                           {"-define jpeg:arithmetic-coding=TRUE -interlace Line",
                            "jpeg:arithmetic-coding=TRUE", nullptr, 75, LineInterlace},
                           {"-define jpeg:optimize-coding=FALSE", "jpeg:optimize-coding=FALSE"},
                           {"-define jpeg:optimize-coding=FALSE -interlace Line",
                            "jpeg:optimize-coding=FALSE", nullptr, 75, LineInterlace},
                           {"-define jpeg:preserve-settings=TRUE", "jpeg:preserve-settings=TRUE"},
                           {"-define jpeg:preserve-settings=TRUE -quality 20",
                            "jpeg:preserve-settings=TRUE", nullptr, 20}};

TEST(JpegOptions, GiveTheBytesOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  RunGm("convert -size 61x47 plasma:fractal -depth 8 " + folder.File("a.ppm"));
  RunGm("convert " + folder.File("a.ppm") + " " + folder.File("gray.pgm"));
  RunGm("convert " + folder.File("a.ppm") + " -quality 63 -sampling-factor 2x1 " +
        folder.File("a.jpg"));
  RunGm("convert " + folder.File("a.ppm") + " -colorspace CMYK -quality 93 " +
        folder.File("cmyk.jpg"));
  for (const char* name : {"a.ppm", "gray.pgm", "a.jpg", "cmyk.jpg"}) {
    const std::string source = folder.File(name);
    for (const Option& option : kOptions) {
      SCOPED_TRACE(std::string(name) + " " + option.arguments);
      Exception exception;
      const ImageHandle image = Read(source, exception);
      ASSERT_TRUE(image) << exception.Text();
      Info info;
      info->quality = option.quality;
      info->interlace = option.interlace;
      if (option.define != nullptr) info.Define(option.define);
      if (option.sampling != nullptr) CloneString(&info->sampling_factor, option.sampling);
      const Bytes ours = Write("JPEG", image, info, exception);
      EXPECT_FALSE(ours.empty()) << exception.Text();
      EXPECT_TRUE(ours == RunGm("convert " + source + " " + option.arguments + " jpeg:-"));
    }
  }
}

TEST(JpegOptions, LosslessIsTheBestQualityAsInGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string source = folder.File("a.ppm");
  Exception exception;
  WriteWholeFile(source, Write("PPM", MakeTestImage({33, 17}), Info(), exception));
  const ImageHandle image = Read(source, exception);
  ASSERT_TRUE(image) << exception.Text();
  image->compression = LosslessJPEGCompression;
  EXPECT_TRUE(Jpeg(image, exception, 75) ==
              RunGm("convert " + source + " -compress Lossless jpeg:-"));
}

}  // namespace
}  // namespace lodestone::coders::test
