// Reading TIFF: files of gm, of libtiff's programs, and files made here byte by byte.

#include <cstdlib>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/coders/tiff_support.hpp"

namespace lodestone::coders::test {
namespace {

class TiffRead : public TiffTest {};

// A file of the given kind for other programs to start from.
std::string SourceFile(const TemporaryFolder& folder, const Kind& kind, const std::string& name) {
  Exception exception;
  const Bytes bytes = Write("PAM", MakeTestImage(kind), Info(), exception);
  WriteWholeFile(folder.File(name), bytes);
  return folder.File(name);
}

void ExpectAsGm(const std::string& path) {
  SCOPED_TRACE(path);
  Exception exception;
  const ImageHandle image = Read(path, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(path)));
}

constexpr const char* kLossless[] = {"None", "LZW", "Zip", "RLE", "LZMA", "ZSTD"};

TEST_F(TiffRead, EveryCompressionAndLayoutOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string out = folder.File("o.tif");
  for (const Kind& kind : {Kind{61, 37}, Kind{61, 37, 8, true}, Kind{33, 17, 16, true}}) {
    const std::string source = SourceFile(folder, kind, "s.pam");
    for (const std::string compression : kLossless) {
      for (const char* layout :
           {"", "-interlace Plane", "-define tiff:tile-geometry=32x16", "-endian MSB",
            "-interlace Plane -define tiff:tile-geometry=16x32 -endian MSB",
            "-define tiff:rows-per-strip=5", "-define tiff:alpha=associated"}) {
        SCOPED_TRACE(kind.Name() + compression + layout);
        RunGm("convert " + source + " -compress " + compression + " " + layout + " " + out);
        ExpectAsGm(out);
      }
    }
  }
}

TEST_F(TiffRead, LossyAndFaxFilesOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string source = SourceFile(folder, {121, 67}, "s.pam");
  const std::string out = folder.File("o.tif");
  for (const char* options :
       {"-compress JPEG", "-compress JPEG -interlace Plane", "-compress WebP",
        "-compress JPEG -define tiff:tile-geometry=32x32", "-compress Group4", "-compress Fax",
        "-monochrome -compress Group4", "-monochrome -compress LZW", "-monochrome",
        "-compress Group4 -define tiff:fill-order=msb2lsb", "-type GrayscaleMatte", "-type Palette",
        "-colors 13", "-colors 3 -endian MSB"}) {
    SCOPED_TRACE(options);
    RunGm("convert " + source + " " + options + " " + out);
    ExpectAsGm(out);
  }
  RunGm("convert " + source + " BIGTIFF:" + out);
  ExpectAsGm(out);
}

#if QuantumDepth == 16
TEST_F(TiffRead, FloatingPointFilesOfGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string source = SourceFile(folder, {31, 17, 16, true}, "s.pam");
  const std::string out = folder.File("o.tif");
  for (const char* bits : {"16", "24", "32", "64"}) {
    for (const char* options :
         {"", "-endian MSB", "-define tiff:min-sample-value=-3 -define tiff:max-sample-value=7"}) {
      RunGm("convert " + source +
            " -define tiff:sample-format=ieeefp -define tiff:bits-per-sample=" + bits + " " +
            options + " " + out);
      ExpectAsGm(out);
    }
  }
}
#else
TEST_F(TiffRead, FloatingPointFilesOfGm) {
  GTEST_SKIP() << "gm here has 16 bits a sample";
}
#endif

TEST_F(TiffRead, FilesOfTiffcp) {
  SKIP_WITHOUT_GM();
  SKIP_WITHOUT_TIFF_TOOL("tiffcp");
  const TemporaryFolder folder;
  const std::string color = folder.File("color.tif");
  const std::string fax = folder.File("fax.tif");
  RunGm("convert " + SourceFile(folder, {67, 43}, "s.pam") + " " + color);
  RunGm("convert " + color + " -monochrome " + fax);
  const std::string out = folder.File("o.tif");
  int read = 0;
  for (const std::string compression :
       {"none", "packbits", "lzw", "lzw:2", "zip:2", "lzma", "zstd", "lerc", "g3", "g3:2d", "g4"}) {
    for (const std::string options :
         {"", "-t -w 32 -l 16", "-p separate", "-t -w 16 -l 32 -p separate", "-B", "-f lsb2msb",
          "-8", "-r 7"}) {
      const std::string source = compression[0] == 'g' ? fax : color;
      if (!RunProgram("tiffcp -c " + compression + " " + options + " " + source + " " + out)) {
        continue;  // not every program can write every combination
      }
      SCOPED_TRACE(compression + " " + options);
      ExpectAsGm(out);
      ++read;
    }
  }
  EXPECT_GT(read, 50);
}

// The images that libtiff is tested with: the folder test/images of its source.
TEST_F(TiffRead, ImagesOfLibtiff) {
  SKIP_WITHOUT_GM();
  const char* folder = std::getenv("LODESTONE_TIFF_IMAGES");
  if (folder == nullptr) GTEST_SKIP() << "LODESTONE_TIFF_IMAGES names no folder";
  if (QuantumDepth != 16) GTEST_SKIP() << "gm here has 16 bits a sample";
  int read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string path = entry.path().string();
    const std::string name = entry.path().filename().string();
    if (name.find(".tif") == std::string::npos) continue;
    if (name.find("alpha") != std::string::npos) continue;  // gm leaves grey multiplied by alpha
    const std::vector<std::uint16_t> expected = GmRgba16(path + "[0]");
    if (expected.empty()) continue;
    Exception exception;
    const ImageHandle image = Read(path + "[0]", exception);
    ASSERT_TRUE(image) << name << exception.Text();
    EXPECT_TRUE(Rgba16(image.get()) == expected) << name;
    ++read;
  }
  EXPECT_GT(read, 10);
}

std::uint16_t Level(std::uint64_t value, unsigned bits) {
  const long double max = std::pow(2.0L, bits) - 1.0L;
  const auto quantum = static_cast<Quantum>(value * static_cast<long double>(MaxRGB) / max + 0.5L);
  return ScaleQuantumToShort(quantum);
}

// Samples of every size have exact levels, in both byte orders.
TEST_F(TiffRead, EverySizeOfUnsignedSamples) {
  for (unsigned bits = 1; bits <= 64; ++bits) {
    if (bits > 32 && bits != 64) continue;
    for (const bool big_endian : {false, true}) {
      SCOPED_TRACE(std::to_string(bits) + (big_endian ? " big" : " little"));
      std::mt19937_64 random(bits);
      const std::uint64_t max = bits == 64 ? ~0ull : (1ull << bits) - 1;
      std::vector<std::uint64_t> values = {0, max, max / 3, max / 2, max - 1};
      while (values.size() < 21) values.push_back(random() & max);
      const Bytes strip = PackSamples(values, bits, big_endian);
      const Bytes file =
          TiffMaker(big_endian).Image(7, 1, static_cast<std::uint16_t>(bits), 2, 3).Make(strip);
      Exception exception;
      const ImageHandle image = ReadBytes("TIFF", file, exception);
      ASSERT_TRUE(image) << exception.Text();
      const std::vector<std::uint16_t> pixels = Rgba16(image.get());
      for (std::size_t i = 0; i < 21; ++i) {
        EXPECT_NEAR(pixels[i / 3 * 4 + i % 3], Level(values[i], bits), bits > 32 ? 1 : 0) << i;
      }
      EXPECT_EQ(image->depth, std::min<unsigned>(bits, QuantumDepth));
    }
  }
}

TEST_F(TiffRead, GreyOfBothPolarities) {
  for (const std::uint16_t bits : {1, 2, 4, 8, 12, 16}) {
    for (const std::uint16_t photometric : {0, 1}) {
      SCOPED_TRACE(std::to_string(bits) + " " + std::to_string(photometric));
      std::mt19937 random(bits);
      std::vector<std::uint64_t> values(19);
      for (auto& value : values) value = random() & ((1u << bits) - 1);
      const Bytes strip = PackSamples(values, bits, false);
      Exception exception;
      const ImageHandle image =
          ReadBytes("TIFF", TiffMaker().Image(19, 1, bits, photometric, 1).Make(strip), exception);
      ASSERT_TRUE(image) << exception.Text();
      EXPECT_TRUE(HasGreyPixels(image.get()));
      EXPECT_TRUE(image->is_grayscale);
      EXPECT_EQ(image->is_monochrome != MagickFalse, bits == 1);
      const std::vector<std::uint16_t> pixels = Rgba16(image.get());
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t max = (1u << bits) - 1;
        const std::uint16_t expected = ScaleQuantumToShort(static_cast<Quantum>(
            photometric == 1
                ? static_cast<double>(values[i]) * MaxRGB / max + 0.5
                : MaxRGB - std::floor(static_cast<double>(values[i]) * MaxRGB / max + 0.5)));
        EXPECT_EQ(pixels[4 * i], expected) << i;
        EXPECT_EQ(pixels[4 * i + 2], expected) << i;
      }
    }
  }
}

// Samples beyond colours and alpha are skipped.
TEST_F(TiffRead, ExtraSamples) {
  const std::vector<std::uint64_t> values = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120};
  for (const std::uint16_t bits : {8, 16, 5}) {
    std::vector<std::uint64_t> scaled = values;
    if (bits == 5) {
      for (auto& value : scaled) value /= 4;
    }
    const Bytes strip = PackSamples(scaled, bits, false);
    Exception exception;
    const Bytes file = TiffMaker().Image(2, 1, bits, 2, 6).Short(338, {2, 0, 0}).Make(strip);
    const ImageHandle image = ReadBytes("TIFF", file, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_TRUE(image->matte);
    EXPECT_EQ(Attribute(image.get(), "alpha"), "Unassociated");
    const std::vector<std::uint16_t> pixels = Rgba16(image.get());
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_EQ(pixels[i], Level(scaled[i / 4 * 6 + i % 4], bits)) << i << " " << bits;
    }
  }
}

// Alpha is the sample that says so, which need not be the first behind the colours.
TEST_F(TiffRead, AlphaBehindAnotherExtraSample) {
  const TemporaryFolder folder;
  const std::string one = folder.File("one.tif"), planes = folder.File("planes.tif");
  for (const auto& [photometric, colors] :
       {std::pair<std::uint16_t, unsigned>{1, 1}, {2, 3}, {3, 1}, {5, 4}, {8, 3}}) {
    const unsigned samples = colors + 2;
    TiffMaker maker;
    maker.Image(2, 1, 8, photometric, static_cast<std::uint16_t>(samples)).Short(338, {0, 2});
    if (photometric == 3) maker.Short(320, std::vector<std::uint16_t>(768, 77));
    Bytes strip(2 * samples, 9);
    strip[samples - 1] = 50;
    strip[2 * samples - 1] = 60;
    WriteWholeFile(one, maker.Make(strip));
    std::vector<std::string> files = {one};
    if (photometric != 8 && RunProgram("tiffcp -p separate " + one + " " + planes))
      files.push_back(planes);
    for (const std::string& file : files) {
      Exception exception;
      const ImageHandle image = ReadBytes("TIFF", ReadWholeFile(file), exception);
      ASSERT_TRUE(image) << file << photometric << exception.Text();
      EXPECT_EQ(Attribute(image.get(), "alpha"), "Unassociated");
      const PixelPacket* const p = AcquireImagePixels(image.get(), 0, 0, 2, 1, exception.get());
      const IndexPacket* const inks = AccessImmutableIndexes(image.get());
      for (unsigned x = 0; x < 2; ++x) {
        const unsigned opacity = photometric == 5 ? inks[x] : p[x].opacity;
        EXPECT_EQ(MaxRGB - ScaleCharToQuantum(50 + 10 * x), opacity) << file << photometric;
      }
    }
  }
}

TEST_F(TiffRead, AssociatedAlphaIsDividedOut) {
  const Bytes strip = {50, 100, 20, 100, 9, 9, 9, 0, 1, 2, 3, 255};
  Exception exception;
  const ImageHandle image =
      ReadBytes("TIFF", TiffMaker().Image(3, 1, 8, 2, 4).Short(338, {1}).Make(strip), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Attribute(image.get(), "alpha"), "Associated");
  const PixelPacket* p = AcquireImagePixels(image.get(), 0, 0, 3, 1, exception.get());
  EXPECT_NEAR(p[0].red, MaxRGB * 0.5, MaxRGB / 250.0);
  EXPECT_NEAR(p[0].green, MaxRGB, 1);
  EXPECT_NEAR(p[0].blue, MaxRGB * 0.2, MaxRGB / 250.0);
  EXPECT_EQ(ScaleQuantumToChar(p[1].red), 9);
  EXPECT_EQ(ScaleQuantumToChar(p[2].blue), 3);
  Info info;
  info.Define("tiff:alpha=unassociated");
  const Bytes file = TiffMaker().Image(3, 1, 8, 2, 4).Short(338, {1}).Make(strip);
  const ImageHandle raw(BlobToImage(info.get(), file.data(), file.size(), exception.get()));
  ASSERT_TRUE(raw) << exception.Text();
  EXPECT_EQ(ScaleQuantumToChar(AcquireOnePixel(raw.get(), 0, 0, exception.get()).red), 50);
}

// libtiff converts these. Pixels stay in the order of the file, whatever the orientation.
TEST_F(TiffRead, LuminanceAndColorDifferences) {
  const Bytes strip = {0, 128, 128, 255, 128, 128, 76, 85, 255};
  for (const std::uint16_t orientation : {1, 3, 6}) {
    TiffMaker maker;
    maker.Image(3, 1, 8, 6, 3).Short(530, {1, 1}).Short(274, {orientation});
    Exception exception;
    const ImageHandle image = ReadBytes("TIFF", maker.Make(strip), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->orientation, static_cast<OrientationType>(orientation));
    const std::vector<std::uint16_t> pixels = Rgba16(image.get());
    const unsigned expected[] = {0, 0, 0, 255, 255, 255, 255, 0, 0};
    for (std::size_t i = 0; i < 9; ++i) {
      EXPECT_NEAR(pixels[i / 3 * 4 + i % 3] / 257.0, expected[i], 3.0) << i;
    }
  }
}

// Black, white, a grey and the primary colours of sRGB, with the white of D50.
TEST_F(TiffRead, LightnessAndColorOpponents) {
  const double lab[6][3] = {{0, 0, 0},
                            {100, 0, 0},
                            {53.585, 0, 0},
                            {54.29, 80.8, 69.9},
                            {87.82, -79.27, 80.99},
                            {29.57, 68.3, -112.03}};
  const unsigned rgb[6][3] = {{0, 0, 0},   {255, 255, 255}, {128, 128, 128},
                              {255, 0, 0}, {0, 255, 0},     {0, 0, 255}};
  for (const std::uint16_t photometric : {8, 9}) {
    for (const unsigned bits : {8u, 16u}) {
      SCOPED_TRACE(std::to_string(photometric) + " " + std::to_string(bits));
      const double light = bits == 8 ? 2.55 : photometric == 9 ? 652.8 : 655.35;
      const double step = bits == 8 ? 1.0 : 256.0;
      const double zero = photometric == 9 ? 128.0 * step : 0.0;
      std::vector<std::uint64_t> samples;
      for (const auto& color : lab) {
        samples.push_back(static_cast<std::uint64_t>(std::lround(color[0] * light)));
        for (int i = 1; i < 3; ++i) {
          const long value = std::lround(color[i] * step + zero);
          samples.push_back(static_cast<std::uint64_t>(value) & ((1u << bits) - 1));
        }
      }
      const Bytes strip = PackSamples(samples, bits, true);
      TiffMaker maker(true);
      maker.Image(6, 1, static_cast<std::uint16_t>(bits), photometric, 3);
      Exception exception;
      const ImageHandle image = ReadBytes("TIFF", maker.Make(strip), exception);
      ASSERT_TRUE(image) << exception.Text();
      const std::vector<std::uint16_t> pixels = Rgba16(image.get());
      for (std::size_t i = 0; i < 18; ++i) {
        EXPECT_NEAR(pixels[i / 3 * 4 + i % 3] / 257.0, rgb[i / 3][i % 3], bits == 8 ? 12.0 : 3.0)
            << i;
      }
    }
  }
}

// libtiff decodes what it can of a damaged page and goes on.
TEST_F(TiffRead, DamagedFaxesAreNotSilent) {
  std::mt19937 random(11);
  for (int round = 0; round < 20; ++round) {
    Bytes strip(60);
    for (std::uint8_t& byte : strip) byte = static_cast<std::uint8_t>(random());
    TiffMaker maker;
    maker.Image(300, 40, 1, 0, 1).Short(259, {4});
    const Bytes file = maker.Make(strip);
    Info info;
    info.Define("tiff:report-warnings=TRUE");
    Exception exception;
    const ImageHandle image(BlobToImage(info.get(), file.data(), file.size(), exception.get()));
    EXPECT_NE(exception.severity(), UndefinedException);
    EXPECT_EQ(static_cast<bool>(image), exception.severity() < ErrorException) << exception.Text();
  }
}

// Old files have colormaps of 8 bits; some have indexes beyond the colours that the image needs.
TEST_F(TiffRead, Palettes) {
  for (const bool old : {false, true}) {
    std::vector<std::uint16_t> map;
    for (unsigned i = 0; i < 48; ++i) {
      const auto level = static_cast<std::uint16_t>(i * 5 % 256);
      map.push_back(static_cast<std::uint16_t>(old ? level : level * 257));
    }
    const Bytes strip = PackSamples({0, 15, 7, 1, 2}, 4, false);
    Exception exception;
    const ImageHandle image = ReadBytes(
        "TIFF", TiffMaker(true).Image(5, 1, 4, 3, 1).Short(320, map).Make(strip), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->storage_class, PseudoClass);
    EXPECT_EQ(image->colors, 16u);
    const PixelPacket* p = AcquireImagePixels(image.get(), 0, 0, 5, 1, exception.get());
    const IndexPacket* indexes = AccessImmutableIndexes(image.get());
    const unsigned expected[] = {0, 15, 7, 1, 2};
    for (unsigned i = 0; i < 5; ++i) {
      EXPECT_EQ(indexes[i], expected[i]);
      EXPECT_EQ(ScaleQuantumToChar(p[i].red), expected[i] * 5 % 256);
      EXPECT_EQ(ScaleQuantumToChar(p[i].blue), (expected[i] + 32) * 5 % 256);
    }
  }
}

}  // namespace
}  // namespace lodestone::coders::test
