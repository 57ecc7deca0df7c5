// Radiance: every form of its lines, hand-made; as written; ImageMagick.
#include "tests/coders/format_checks.hpp"
#include "tests/coders/linear_support.hpp"

namespace lodestone::coders::test {
namespace {

constexpr double kPrecision = 1 / 256.0;  // of the brightest of three, halved below 0.5

ImageHandle Linear(const Kind& kind) {
  ImageHandle image = MakeTestImage(kind);
  image->gamma = 1.0;
  return image;
}

// Samples as they are, without the curve of sRGB.
ImageHandle ReadLight(const Bytes& bytes, Exception& exception) {
  Info info("HDR:");
  info.Define("hdr:linear=true");
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

Bytes FileOf(const std::string& header, const std::vector<unsigned>& data) {
  Bytes bytes(header.begin(), header.end());
  for (const unsigned value : data) bytes.push_back(static_cast<std::uint8_t>(value));
  return bytes;
}

const std::string kRgbe = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n";

// Red of each pixel, 0 to 255.
std::vector<int> Reds(const Bytes& file) {
  Exception exception;
  const ImageHandle image = ReadLight(file, exception);
  EXPECT_TRUE(image) << exception.Text();
  std::vector<int> reds;
  if (!image) return reds;
  const std::vector<double> samples = Samples(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4)
    reds.push_back(static_cast<int>(std::lround(samples[i] * 256)));
  return reds;
}

TEST(Hdr, Directions) {
  const std::vector<unsigned> data = {10, 0, 0, 128, 20, 0, 0, 128, 30, 0, 0, 128,
                                      40, 0, 0, 128, 50, 0, 0, 128, 60, 0, 0, 128};
  const std::pair<const char*, std::vector<int>> files[] = {
      {"-Y 2 +X 3", {10, 20, 30, 40, 50, 60}}, {"+Y 2 +X 3", {40, 50, 60, 10, 20, 30}},
      {"-Y 2 -X 3", {30, 20, 10, 60, 50, 40}}, {"+Y 2 -X 3", {60, 50, 40, 30, 20, 10}},
      {"+X 2 -Y 3", {10, 40, 20, 50, 30, 60}}, {"-X 2 -Y 3", {40, 10, 50, 20, 60, 30}},
      {"+X 2 +Y 3", {30, 60, 20, 50, 10, 40}}, {"-X 2 +Y 3", {60, 30, 50, 20, 40, 10}}};
  for (const auto& [size, expected] : files)
    EXPECT_EQ(Reds(FileOf(kRgbe + size + "\n", data)), expected) << size;
}

TEST(Hdr, OldRuns) {
  EXPECT_EQ(Reds(FileOf(kRgbe + "-Y 1 +X 5\n", {10, 0, 0, 128, 1, 1, 1, 3, 20, 0, 0, 128})),
            (std::vector<int>{10, 10, 10, 10, 20}));
  std::vector<int> expected(300, 10);
  EXPECT_EQ(Reds(FileOf(kRgbe + "-Y 1 +X 300\n", {10, 0, 0, 128, 1, 1, 1, 43, 1, 1, 1, 1})),
            expected);
}

TEST(Hdr, NewRuns) {
  EXPECT_EQ(Reds(FileOf(kRgbe + "-Y 1 +X 9\n",
                        {2, 2, 0, 9, 132, 10, 3, 20, 30, 40, 130, 50, 137, 0, 137, 0, 137, 128})),
            (std::vector<int>{10, 10, 10, 10, 20, 30, 40, 50, 50}));
}

TEST(Hdr, ExponentsAndClipping) {
  EXPECT_EQ(Reds(FileOf(kRgbe + "-Y 1 +X 5\n", {127, 0,   0, 128, 128, 0, 0,   127, 255, 0,
                                                0,   200, 9, 9,   9,   0, 128, 0,   0,   129})),
            (std::vector<int>{127, 64, 256, 0, 256}));
}

TEST(Hdr, XyzBecomesRgb) {
  Exception exception;
  // White of sRGB.
  const ImageHandle image = ReadLight(
      FileOf("#?RADIANCE\nFORMAT=32-bit_rle_xyze\n\n-Y 1 +X 1\n", {122, 128, 139, 128}), exception);
  ASSERT_TRUE(image) << exception.Text();
  for (const double sample : {Samples(image.get())[0], Samples(image.get())[1]})
    EXPECT_NEAR(sample, 0.5, 0.01);
}

TEST(Hdr, LightIsReadBack) {
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u})
      for (const CompressionType compression : {UndefinedCompression, NoCompression}) {
        const Kind kind{size, 19, depth};
        SCOPED_TRACE(kind.Name());
        const ImageHandle image = Linear(kind);
        FormatCase format{"HDR"};
        format.compression = compression;
        const Bytes bytes = WriteAs(format, image);
        EXPECT_TRUE(bytes == WriteAs(format, image));
        Exception exception;
        const ImageHandle again = ReadLight(bytes, exception);
        ASSERT_TRUE(again) << exception.Text();
        EXPECT_LE(MostApart(Samples(again.get()), Samples(image.get())), kPrecision + kStep);
        // What has the precision of the format stays.
        const Bytes second = WriteAs(format, again);
        if (QuantumDepth == 8) continue;
        EXPECT_TRUE(Rgba16(ReadLight(second, exception).get()) == Rgba16(again.get()));
      }
}

TEST(Hdr, SrgbBecomesLight) {
  const ImageHandle image = MakeTestImage({67, 41});
  Exception exception;
  const ImageHandle again = ReadLight(WriteAs({"HDR"}, image), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_LE(MostApart(Samples(again.get()), LightOf(Samples(image.get()))), kPrecision + kStep);
  EXPECT_NEAR(again->gamma, 1.0, 1e-6);
  EXPECT_GT(Profile(again.get(), "ICM").size(), 128u);
}

TEST(Hdr, LightBecomesSrgb) {
  const ImageHandle image = MakeTestImage({67, 41});
  Exception exception;
  const Bytes bytes = WriteAs({"HDR"}, image);
  const ImageHandle light = ReadLight(bytes, exception);
  const ImageHandle again = ReadBytes("HDR", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_NEAR(again->gamma, 1 / 2.2, 1e-4);
  EXPECT_TRUE(Profile(again.get(), "ICM").empty());
  EXPECT_LE(MostApart(LightOf(Samples(again.get())), Samples(light.get())),
            (QuantumDepth == 8 ? 2.3 : 1.7) * kStep);
}

TEST(Hdr, ImageMagickAndWeReadEachOther) {
  SKIP_WITHOUT_IMAGEMAGICK("HDR");
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("ours.hdr"), WriteAs({"HDR"}, Linear({67, 41})));
  WriteWholeFile(folder.File("in.ppm"),
                 Write("PPM", MakeTestImage({67, 41, 16}), Info(), exception));
  ASSERT_TRUE(Runs(std::string(ImageMagick()) + " " + folder.File("in.ppm") +
                   " -set colorspace RGB " + folder.File("theirs.hdr")));
  for (const char* name : {"ours.hdr", "theirs.hdr"}) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(Runs(std::string(ImageMagick()) + " " + folder.File(name) +
                     " -set colorspace sRGB -depth 16 " + folder.File("im.ppm")));
    EXPECT_LE(MostApart(Samples(ReadLight(ReadWholeFile(folder.File(name)), exception).get()),
                        Samples(Read(folder.File("im.ppm"), exception).get())),
              kStep);
  }
}

TEST(Hdr, CommentsAreKept) {
  const ImageHandle image = MakeTestImage({5, 4});
  SetImageAttribute(image.get(), "comment", "one\ntwo");
  const Bytes bytes = WriteAs({"HDR"}, image);
  Exception exception;
  const ImageHandle again = ReadBytes("HDR", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(Attribute(again.get(), "comment"), "one\ntwo");
}

TEST(Hdr, BadFilesFailWithAReason) {
  const std::pair<Bytes, const char*> files[] = {
      {FileOf("#RADIANCE\n\n-Y 1 +X 1\n", {1, 1, 1, 1}), "header"},
      {FileOf(kRgbe + "-Y 1 +Y 1\n", {9, 9, 9, 128}), "header"},
      {FileOf("#?RADIANCE\nFORMAT=other\n\n-Y 1 +X 1\n", {9, 9, 9, 128}), "not supported"},
      {FileOf(kRgbe + "-Y 1 +X 2\n", {9, 9, 9, 128}), "end-of-file"},
      {FileOf(kRgbe + "-Y 1 +X 2\n", {1, 1, 1, 2}), "Corrupt"},
      {FileOf(kRgbe + "-Y 1 +X 9\n", {2, 2, 0, 8}), "Corrupt"},
      {FileOf(kRgbe + "-Y 1 +X 9\n", {2, 2, 0, 9, 138, 0}), "Corrupt"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("HDR", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

TEST(Hdr, DamageDoesNoHarm) {
  FormatCase plain{"HDR"};
  plain.compression = NoCompression;
  for (const FormatCase& format : {FormatCase{"HDR"}, plain}) {
    const Bytes bytes = WriteAs(format, MakeTestImage({33, 29}));
    CheckDamage("HDR", bytes);
    CheckLimit("HDR", bytes);
    CheckCancel(format);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
