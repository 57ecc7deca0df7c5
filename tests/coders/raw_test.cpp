// Raw samples and generated images.

#include <algorithm>
#include <cmath>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle ReadRaw(const std::string& magick, const Bytes& bytes, Info& info,
                    Exception& exception) {
  MagickStrlCpy(info->magick, magick.c_str(), MaxTextExtent);
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

TEST(Raw, RoundTripsInEveryLayout) {
  for (const char* magick : {"GRAY", "GRAYA", "RGB", "RGBA"}) {
    for (const unsigned depth : {8u, 16u}) {
      for (const InterlaceType interlace : {NoInterlace, LineInterlace, PlaneInterlace}) {
        for (const EndianType endian : {UndefinedEndian, LSBEndian, MSBEndian}) {
          SCOPED_TRACE(std::string(magick) + std::to_string(depth));
          const std::string name = magick;
          Kind kind{7, 5, std::min<unsigned>(depth, QuantumDepth), name.back() == 'A'};
          kind.gray = name[0] == 'G';
          const ImageHandle image = MakeTestImage(kind);
          image->depth = depth;
          Exception exception;
          Info info;
          info.Size("7x5");
          info->depth = depth;
          info->interlace = interlace;
          info->endian = endian;
          const Bytes bytes = Write(magick, image, info, exception);
          const std::size_t samples = (kind.gray ? 1 : 3) + (kind.matte ? 1 : 0);
          ASSERT_EQ(bytes.size(), 35 * samples * depth / 8) << exception.Text();
          const ImageHandle again = ReadRaw(magick, bytes, info, exception);
          ASSERT_TRUE(again) << exception.Text();
          EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
        }
      }
    }
  }
}

TEST(Raw, LayoutsAreWhatTheyShouldBe) {
  const Bytes pixels = {1, 2, 3, 4, 5, 6};  // two pixels, packed
  Exception exception;
  Info info;
  info.Size("2x1");
  info->depth = 8;
  const ImageHandle image = ReadRaw("RGB", pixels, info, exception);
  ASSERT_TRUE(image) << exception.Text();
  const PixelPacket second = AcquireOnePixel(image.get(), 1, 0, exception.get());
  EXPECT_EQ(ScaleQuantumToChar(second.red), 4u);
  EXPECT_EQ(ScaleQuantumToChar(second.blue), 6u);
  info->interlace = LineInterlace;
  EXPECT_TRUE(Write("RGB", image, info, exception) == (Bytes{1, 4, 2, 5, 3, 6}));
  info->interlace = NoInterlace;
  image->depth = 16;
  info->endian = LSBEndian;
  EXPECT_TRUE(Write("GRAY", image, info, exception).size() == 4);
  info->endian = MSBEndian;
  const Bytes big = Write("RGB", image, info, exception);
  ASSERT_EQ(big.size(), 12u);
  EXPECT_EQ(big[1], 1u);
}

TEST(Raw, SameBytesAsGm) {
  SKIP_WITHOUT_CORPUS();
  SKIP_WITHOUT_GM();
  const std::string path = Corpus() + "/pngsuite/basn6a08.png";
  Exception exception;
  const ImageHandle image = Read(path, exception);
  ASSERT_TRUE(image) << exception.Text();
  for (const char* magick : {"RGB", "RGBA"}) {
    for (const auto& [interlace, name] :
         {std::pair{NoInterlace, "None"}, std::pair{LineInterlace, "Line"},
          std::pair{PlaneInterlace, "Plane"}}) {
      const Info info;
      info->interlace = interlace;
      EXPECT_TRUE(Write(magick, image, info, exception) ==
                  RunGm("convert " + path + " -interlace " + name + " " + magick + ":-"))
          << magick << name;
    }
  }
}

TEST(Raw, OffsetAndSeveralFrames) {
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("f.gray"), {9, 9, 9, 1, 2, 3, 4, 5, 6, 7, 8});
  Exception exception;
  Info info("GRAY:" + folder.File("f.gray"));
  info.Size("2x2+3");
  info->depth = 8;
  const ImageHandle image(ReadImage(info.get(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(GetImageListLength(image.get()), 2u);
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(image.get(), 0, 0, exception.get()).red), 1u);
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(image->next, 1, 1, exception.get()).red), 8u);
}

TEST(Raw, TileIsAPartOfTheFrame) {
  const Bytes frame = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  Exception exception;
  Info info;
  info.Size("4x3");
  info->depth = 8;
  CloneString(&info->tile, "2x2+1+1");
  const ImageHandle image = ReadRaw("GRAY", frame, info, exception);
  ASSERT_TRUE(image) << exception.Text();
  ASSERT_EQ(image->columns, 2u);
  ASSERT_EQ(image->rows, 2u);
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(image.get(), 0, 0, exception.get()).red), 6u);
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(image.get(), 1, 1, exception.get()).red), 11u);
}

TEST(Raw, PartitionUsesAFileForEachPlane) {
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = MakeTestImage({3, 2, 8, true});
  MagickStrlCpy(image->filename, ("RGBA:" + folder.File("p.rgba")).c_str(), MaxTextExtent);
  Info info(("RGBA:" + folder.File("p.rgba")));
  info->interlace = PartitionInterlace;
  ASSERT_EQ(WriteImage(info.get(), image.get()), MagickPass) << image->exception.reason;
  for (const char* extension : {"R", "G", "B", "A"}) {
    EXPECT_EQ(ReadWholeFile(folder.File(std::string("p.") + extension)).size(), 6u) << extension;
  }
  info.Size("3x2");
  info->depth = 8;
  const ImageHandle again(ReadImage(info.get(), exception.get()));
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}

TEST(Raw, BadInputFailsWithAReason) {
  Exception no_size;
  Info info;
  EXPECT_FALSE(ReadRaw("RGB", {1, 2, 3}, info, no_size));
  EXPECT_EQ(no_size.severity(), OptionError) << no_size.Text();
  Exception short_data;
  info.Size("2x2");
  info->depth = 8;
  EXPECT_FALSE(ReadRaw("RGB", {1, 2, 3}, info, short_data));
  EXPECT_EQ(short_data.severity(), CorruptImageError) << short_data.Text();
  Exception huge;
  info.Size("4000000000x4000000000");
  EXPECT_FALSE(ReadRaw("RGB", {1, 2, 3}, info, huge));
  EXPECT_GE(huge.severity(), ErrorException) << huge.Text();
}

TEST(Generated, XcIsOneColor) {
  Exception exception;
  Info info("xc:#10203040");
  info.Size("5x3");
  const ImageHandle image(ReadImage(info.get(), exception.get()));
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 5u);
  EXPECT_EQ(image->rows, 3u);
  EXPECT_EQ(image->storage_class, PseudoClass);
  const PixelPacket pixel = AcquireOnePixel(image.get(), 4, 2, exception.get());
  EXPECT_EQ(ScaleQuantumToChar(pixel.green), 0x20u);
  Exception unknown;
  EXPECT_FALSE(Read("xc:nosuchcolour", unknown));
  EXPECT_NE(unknown.Text().find("nosuchcolour"), std::string::npos) << unknown.Text();
}

TEST(Generated, GradientsAsGm) {
  SKIP_WITHOUT_GM();
  for (const char* name : {"gradient:", "gradient:red", "gradient:red-blue", "gradient:gray80",
                           "'gradient:#123456-#fedcba'"}) {
    for (const char* size : {"1x1", "7x5", "3x300", "40x2"}) {
      SCOPED_TRACE(std::string(name) + size);
      std::string plain = name;
      std::erase(plain, '\'');
      Info info(plain);
      info.Size(size);
      Exception exception;
      const ImageHandle image(ReadImage(info.get(), exception.get()));
      ASSERT_TRUE(image) << exception.Text();
      std::vector<std::uint16_t> ours = Rgba16(image.get());
      const std::vector<std::uint16_t> gm = GmRgba16(std::string("-size ") + size + " " + name);
      ASSERT_EQ(ours.size(), gm.size());
      for (std::size_t i = 0; i < ours.size(); ++i) {
        ASSERT_NEAR(ours[i], gm[i], QuantumDepth == 16 ? 0 : 257) << i;
      }
    }
  }
}

TEST(Generated, GradientDirections) {
  const struct {
    const char* direction;
    long x, y;  // position of black, the first colour
  } cases[] = {{"South", 0, 0},     {"North", 0, 2},     {"East", 0, 0},      {"West", 3, 0},
               {"SouthEast", 0, 0}, {"NorthWest", 3, 2}, {"NorthEast", 0, 2}, {"SouthWest", 3, 0}};
  for (const auto& [direction, x, y] : cases) {
    Info info("gradient:black-white");
    info.Size("4x3").Define(std::string("gradient:direction=") + direction);
    Exception exception;
    const ImageHandle image(ReadImage(info.get(), exception.get()));
    ASSERT_TRUE(image) << exception.Text();
    const auto level = [&](long px, long py) {
      return AcquireOnePixel(image.get(), px, py, exception.get()).red;
    };
    EXPECT_EQ(level(x, y), 0u) << direction;
    EXPECT_EQ(level(3 - x, 2 - y), MaxRGB) << direction;
  }
}

TEST(Generated, GradientNeedsASize) {
  Exception exception;
  EXPECT_FALSE(Read("gradient:red", exception));
  EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
}

TEST(Generated, NullReadsOnePixelAndWritesNothing) {
  Exception exception;
  const ImageHandle image = Read("null:", exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->columns, 1u);
  EXPECT_EQ(image->rows, 1u);
  const ImageHandle any = MakeTestImage({5, 5});
  MagickStrlCpy(any->filename, "null:", MaxTextExtent);
  const Info info("null:");
  EXPECT_EQ(WriteImage(info.get(), any.get()), MagickPass);
}

}  // namespace
}  // namespace lodestone::coders::test
