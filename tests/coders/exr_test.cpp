// OpenEXR: what ImageMagick and openexr's own programs write and read, hand-made files, and light.
#include "tests/coders/exr_support.hpp"

namespace lodestone::coders::test {
namespace {

class Exr : public ExrTest {};

TEST_F(Exr, LightIsReadBackUnchanged) {
  for (const unsigned long size : kSizes)
    for (const unsigned depth : {8u, 16u})
      for (const Kind& kind : {Kind{size, 19, depth}, GrayKind(3, size, depth, false)}) {
        SCOPED_TRACE(kind.Name());
        const ImageHandle image = Linear(kind);
        const Bytes bytes = Encoded(image, 75, "exr:type=float");
        const ImageHandle again = LightIn(bytes);
        ASSERT_TRUE(again);
        EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
        EXPECT_TRUE(Encoded(image, 75, "exr:type=float") == bytes);
        const ImageHandle half = LightIn(Encoded(image, 75, "exr:type=half"));
        EXPECT_LE(MostApart(Samples(half.get()), Samples(image.get())), 1 / 4096.0 + kStep);
      }
}

// Colours of few alpha are known with few bits, even in light of 32 bits.
TEST_F(Exr, AlphaIsMultipliedAndDivided) {
  for (const Kind& kind : {Kind{67, 41, 16, true}, GrayKind(67, 41, 16, true)}) {
    const ImageHandle image = Linear(kind);
    const ImageHandle again = LightIn(Encoded(image, 75, "exr:type=float"));
    ASSERT_TRUE(again);
    EXPECT_NE(again->matte, MagickFalse);
    const std::vector<double> before = Samples(image.get()), after = Samples(again.get());
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double alpha = before[i | 3];
      if (i % 4 != 3 && alpha == 0) continue;
      ASSERT_NEAR(after[i], before[i], kStep) << i;
    }
  }
}

TEST_F(Exr, SrgbBecomesLight) {
  const ImageHandle image = MakeTestImage({67, 41, 16});
  EXPECT_TRUE(Rgba16(Decoded(Encoded(image, 75, "exr:type=float")).get()) == Rgba16(image.get()));
  const ImageHandle again = LightIn(Encoded(image, 75, "exr:type=float"));
  EXPECT_LE(MostApart(Samples(again.get()), LightOf(Samples(image.get()))), kStep);
  EXPECT_NEAR(again->gamma, 1.0, 1e-6);
  // Light that went through another format is known by its profile.
  const Bytes bytes = Write("PNG", again, Info(), exception_);
  const ImageHandle png = ReadBytes("PNG", bytes, exception_);
  png->gamma = 0;
  const ImageHandle third = LightIn(Encoded(png, 75, "exr:type=float"));
  EXPECT_TRUE(Rgba16(third.get()) == Rgba16(again.get()));
}

// The profile says what the samples are: conversion to sRGB gives the image back.
TEST_F(Exr, ProfileLeadsBackToSrgb) {
  const std::string srgb = "/usr/share/color/icc/ghostscript/srgb.icc";
  if (!Exists(srgb)) GTEST_SKIP() << srgb << " (libgs-common) is not installed";
  const Bytes profile = ReadWholeFile(srgb);
  for (const Kind& kind : {Kind{67, 41}, GrayKind(33, 20, 8, false)}) {
    const ImageHandle image = MakeTestImage(kind);
    const ImageHandle light = LightIn(Encoded(image, 75));
    ASSERT_TRUE(light);
    if (ProfileImage(light.get(), "ICM", const_cast<unsigned char*>(profile.data()), profile.size(),
                     MagickTrue) == MagickFail)
      GTEST_SKIP() << "this build converts no colour profiles";
    // In light: where it is dark, sRGB has large steps for small ones. Little CMS computes grey
    // between points of a table.
    const double tolerance = QuantumDepth == 8 ? 0.02 : kind.gray ? 0.01 : 0.001;
    EXPECT_LE(MostApart(LightOf(Samples(light.get())), LightOf(Samples(image.get()))), tolerance);
  }
}

TEST_F(Exr, ImageMagickReadsTheSame) {
  SKIP_WITHOUT_IMAGEMAGICK("EXR");
  for (const char* define : {"exr:type=float", "exr:type=half"})
    for (const Kind& kind : {Kind{67, 41, 16}, GrayKind(67, 41, 16, false)}) {
      const std::string file = FileOf(Encoded(Linear(kind), 75, define));
      // As light: its conversion to sRGB is left out.
      ASSERT_TRUE(Runs(std::string(ImageMagick()) + " " + file +
                       " -set colorspace sRGB -depth 16 " + folder_.File("im.ppm")));
      EXPECT_LE(
          MostApart(Samples(ReadFile(folder_.File("im.ppm")).get()), Samples(LightIn(file).get())),
          1 / 2048.0 + kStep);
    }
}

TEST_F(Exr, FilesOfImageMagickAreReadAsItDoes) {
  SKIP_WITHOUT_IMAGEMAGICK("EXR");
  WriteWholeFile(folder_.File("in.ppm"),
                 Write("PPM", MakeTestImage({131, 77, 16}), Info(), exception_));
  for (const char* compression : {"None", "RLE", "Zip", "ZipS", "Piz", "Pxr24", "B44", "B44A"}) {
    SCOPED_TRACE(compression);
    const std::string file = folder_.File("im.exr");
    ASSERT_TRUE(Runs(std::string(ImageMagick()) + " " + folder_.File("in.ppm") +
                     " -set colorspace RGB -compress " + compression + " " + file));
    ASSERT_TRUE(Runs(std::string(ImageMagick()) + " " + file + " -set colorspace sRGB -depth 16 " +
                     folder_.File("im.ppm")));
    EXPECT_LE(
        MostApart(Samples(LightIn(file).get()), Samples(ReadFile(folder_.File("im.ppm")).get())),
        kStep);
  }
}

TEST_F(Exr, CompressionsOfTheFile) {
  const ImageHandle image = Linear({131, 600});
  const Bytes zip = Encoded(image, 75);
  const std::vector<double> expected = Samples(image.get());
  for (const char* name :
       {"none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab"}) {
    SCOPED_TRACE(name);
    const Bytes bytes = Encoded(image, 75, (std::string("exr:compression=") + name).c_str());
    EXPECT_EQ(bytes == zip, name == std::string("zip"));
    const bool lossy = name[0] == 'b' || name[0] == 'd';
    const double apart = MostApart(Samples(LightIn(bytes).get()), expected);
    EXPECT_LE(apart, lossy ? 0.5 : 1 / 4096.0 + kStep);
  }
  Info info;
  info->compression = NoCompression;
  EXPECT_TRUE(Write("EXR", image, info, exception_) == Encoded(image, 75, "exr:compression=none"));
  EXPECT_TRUE(Encoded(image, 75, "exr:compression=nothing") == zip);
  EXPECT_EQ(image->exception.severity, CoderWarning);
}

TEST_F(Exr, TilesAndParts) {
  if (!Runs("command -v exrmaketiled && command -v exrmultipart"))
    GTEST_SKIP() << "exrmaketiled and exrmultipart (openexr) are not installed";
  const ImageHandle image = Linear({131, 77});
  const std::string file = FileOf(Encoded(image, 75, "exr:type=float"));
  const std::vector<std::uint16_t> expected = Rgba16(LightIn(file).get());
  for (const char* options : {"-o -t 32 16", "-m -t 16 16", "-r -t 64 64 -z piz"}) {
    SCOPED_TRACE(options);
    ASSERT_TRUE(Runs(std::string("exrmaketiled ") + options + " " + file + " " +
                     folder_.File("tiled.exr")));
    EXPECT_TRUE(Rgba16(LightIn(folder_.File("tiled.exr")).get()) == expected);
  }
  const std::string second = FileOf(Encoded(Linear({10, 10}), 75), "b.exr");
  ASSERT_TRUE(Runs("exrmultipart -combine -i " + file + " " + second + " -o " +
                   folder_.File("parts.exr") + " -override 1"));
  const ImageHandle parts = LightIn(folder_.File("parts.exr"));
  ASSERT_EQ(GetImageListLength(parts.get()), 2u);
  EXPECT_TRUE(Rgba16(parts.get()) == expected);
  EXPECT_EQ(parts->next->columns, 10u);
  EXPECT_NE(Attribute(parts.get(), "label"), Attribute(parts->next, "label"));
  const ImageHandle one = LightIn(folder_.File("parts.exr[1]"));
  ASSERT_EQ(GetImageListLength(one.get()), 1u);
  EXPECT_EQ(one->scene, 1u);
  EXPECT_TRUE(Rgba16(one.get()) == Rgba16(parts->next));
  EXPECT_FALSE(Read(folder_.File("parts.exr[2]"), exception_));
  EXPECT_EQ(exception_.severity(), OptionError) << exception_.Text();
}

TEST_F(Exr, WindowsAreThePage) {
  const ImageHandle image = Linear({30, 20});
  image->page = {100, 90, 7, -5};
  image->units = PixelsPerInchResolution;
  image->x_resolution = 300;
  image->y_resolution = 150;
  SetImageAttribute(image.get(), "comment", "a comment");
  const Bytes bytes = Encoded(image, 75);
  for (const ImageHandle& again : {Decoded(bytes), Pinged(bytes)}) {
    ASSERT_TRUE(again);
    EXPECT_EQ(again->columns, 30u);
    EXPECT_EQ(again->rows, 20u);
    EXPECT_EQ(again->page.width, 100u);
    EXPECT_EQ(again->page.height, 90u);
    EXPECT_EQ(again->page.x, 7);
    EXPECT_EQ(again->page.y, -5);
    EXPECT_NEAR(again->x_resolution, 300, 0.01);
    EXPECT_NEAR(again->y_resolution, 150, 0.01);
    EXPECT_EQ(Attribute(again.get(), "comment"), "a comment");
  }
}

// What is not between black and white is clipped; what is no number is black.
TEST_F(Exr, ValuesAreClipped) {
  HandMade file;
  file.Header({{"B", 1}, {"G", 1}, {"R", 1}}, 3, 1);
  file.Number(0, 1);
  file.Lines(1, [](unsigned) {
    return std::vector<float>{-1, NAN, 0, 0.25f, 0.5f, 1, 2, INFINITY, -INFINITY};
  });
  const ImageHandle image = LightIn(file.bytes);
  ASSERT_TRUE(image);
  const std::vector<double> samples = Samples(image.get());
  const double expected[] = {1, 0.25, 0, 1, 1, 0.5, 0, 1, 0, 1, 0, 1};
  for (std::size_t i = 0; i < 12; ++i) EXPECT_NEAR(samples[i], expected[i], kStep) << i;
}

TEST_F(Exr, LumaAndChroma) {
  HandMade file;
  file.Header({{"BY", 2}, {"RY", 2}, {"Y", 1}}, 64, 64);
  file.Number(0, 1);
  file.Lines(64, [](unsigned y) {
    std::vector<float> line;
    if (y % 2 == 0) {
      line.assign(32, -0.1f);
      line.insert(line.end(), 32, 0.2f);
    }
    line.insert(line.end(), 64, 0.5f);
    return line;
  });
  const ImageHandle image = LightIn(file.bytes);
  ASSERT_TRUE(image);
  const double red = 1.2 * 0.5, blue = 0.9 * 0.5;
  const double green = (0.5 - 0.2126 * red - 0.0722 * blue) / 0.7152;
  const std::vector<double> samples = Samples(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) {
    ASSERT_NEAR(samples[i], red, 0.003);
    ASSERT_NEAR(samples[i + 1], green, 0.003);
    ASSERT_NEAR(samples[i + 2], blue, 0.003);
  }
}

TEST_F(Exr, OtherChannelsAreGray) {
  HandMade file;
  file.Header({{"Z", 1}}, 2, 2);
  file.Number(0, 1);
  file.Lines(2, [](unsigned y) { return std::vector<float>{0.25f * static_cast<float>(y), 0.5f}; });
  const ImageHandle image = LightIn(file.bytes);
  ASSERT_TRUE(image);
  EXPECT_NEAR(Samples(image.get())[8], 0.25, kStep);
  EXPECT_NEAR(Samples(image.get())[13], 0.5, kStep);
}

TEST_F(Exr, SizesAreCheckedBeforeAnythingElse) {
  HandMade file;
  file.Header({{"R", 1}}, 2000000000, 2000000000);
  file.Number(0, 1);
  EXPECT_FALSE(ReadBytes("EXR", file.bytes, exception_));
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_F(Exr, TilesCountAgainstTheMemoryLimit) {
  HandMade file;
  file.Header({{"R", 1}}, 20, 20);
  file.Attribute("tiles", "tiledesc", {0xff, 0xff, 0xff, 0x3f, 0xff, 0xff, 0xff, 0x3f, 0});
  file.Number(0, 1);
  EXPECT_FALSE(ReadBytes("EXR", file.bytes, exception_));
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_F(Exr, DamageDoesNoHarm) {
  for (const char* compression : {"none", "rle", "zip", "piz", "pxr24", "b44a", "dwaa"}) {
    const ImageHandle image = MakeTestImage({33, 29, 16, true});
    CheckDamage("EXR", Encoded(image, 75, (std::string("exr:compression=") + compression).c_str()));
  }
  CheckLimit("EXR", Encoded(MakeTestImage({33, 29}), 75));
  CheckCancel({"EXR"});
}

}  // namespace
}  // namespace lodestone::coders::test
