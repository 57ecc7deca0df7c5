// DirectDraw surfaces that are written: fields, copies, and how near blocks come to the image.

#include <algorithm>
#include <cstdlib>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/dds_builder.hpp"
#include "tests/coders/format_checks.hpp"
#include "tests/coders/linear_support.hpp"

namespace lodestone::coders::test {
namespace {

FormatCase Plain() {
  FormatCase format{"DDS"};
  format.define = "dds:compression=none";
  return format;
}

TEST(DdsWritten, PlainPixelsAreKept) {
  for (const Kind& kind : KindsOf(Plain())) CheckRoundTrip(Plain(), kind);
  CheckCancel(Plain());
  CheckCancel({"DDS"});
}

unsigned Field(const Bytes& file, std::size_t at) {
  unsigned value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value << 8 | file[at + i];
  return value;
}

constexpr std::size_t kHeader = 128;

TEST(DdsWritten, NamesAndLengths) {
  const auto write = [](const FormatCase& format, bool matte) {
    return WriteAs(format, MakeTestImage({7, 5, 8, matte}));
  };
  const auto name = [](const Bytes& file) {
    return std::string(file.begin() + 84, file.begin() + 88);
  };
  const Bytes opaque = write({"DDS"}, false), matte = write({"DDS"}, true);
  EXPECT_EQ(name(opaque), "DXT1");
  EXPECT_EQ(opaque.size(), kHeader + 2 * 2 * 8);
  EXPECT_EQ(Field(opaque, 20), 2u * 2 * 8);
  EXPECT_EQ(Field(opaque, 12), 5u);
  EXPECT_EQ(Field(opaque, 16), 7u);
  EXPECT_EQ(name(matte), "DXT5");
  EXPECT_EQ(matte.size(), kHeader + 2 * 2 * 16);
  EXPECT_EQ(name(write({"DXT1"}, true)), "DXT1");
  EXPECT_EQ(name(write({"DXT5"}, false)), "DXT5");
  const Bytes plain = write(Plain(), true);
  EXPECT_EQ(plain.size(), kHeader + 7 * 5 * 4);
  EXPECT_EQ(Field(plain, 20), 7u * 4);
  EXPECT_EQ(Field(plain, 88), 32u);
  FormatCase none{"DDS"};
  none.compression = NoCompression;
  EXPECT_EQ(write(none, false).size(), kHeader + 7 * 5 * 3);
}

TEST(DdsWritten, SmallerCopies) {
  const auto copies = [](const Kind& kind, const std::string& define) {
    FormatCase format{"DDS"};
    format.define = define;
    const Bytes file = WriteAs(format, MakeTestImage(kind));
    return std::pair(Field(file, 28), file.size() - kHeader);
  };
  EXPECT_EQ(copies({16, 4}, ""), std::pair(5u, std::size_t{(4 + 2 + 1 + 1 + 1) * 8}));
  EXPECT_EQ(copies({16, 4}, "dds:mipmaps=0"), std::pair(1u, std::size_t{4 * 8}));
  EXPECT_EQ(copies({16, 4}, "dds:mipmaps=2"), std::pair(3u, std::size_t{(4 + 2 + 1) * 8}));
  EXPECT_EQ(copies({12, 4}, ""), std::pair(1u, std::size_t{3 * 8}));
  EXPECT_EQ(copies({12, 4}, "dds:mipmaps=99"), std::pair(4u, std::size_t{(3 + 2 + 1 + 1) * 8}));
  // Each is the mean of what it stands for.
  const Bytes file = WriteAs(Plain(), MakeTestImage({2, 2, 8}));
  ASSERT_EQ(file.size(), kHeader + 4 * 3 + 3);
  for (std::size_t i = 0; i < 3; ++i) {
    unsigned sum = 0;
    for (std::size_t pixel = 0; pixel < 4; ++pixel) sum += file[kHeader + 3 * pixel + i];
    EXPECT_NEAR(file[kHeader + 12 + i], sum / 4.0, 1.01);
  }
}

// A smooth image, as photographs are, with alpha from nothing to all.
ImageHandle Smooth(unsigned long side, bool matte) {
  ImageHandle image = MakeTestImage({side, side, 8, matte});
  Exception exception;
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, side, side);
  for (unsigned long y = 0; y < side; ++y)
    for (unsigned long x = 0; x < side; ++x) {
      PixelPacket& pixel = pixels[y * side + x];
      pixel.red = ScaleCharToQuantum(255 * x / side);
      pixel.green = ScaleCharToQuantum(255 * y / side);
      pixel.blue = ScaleCharToQuantum(255 * (x + y) / (2 * side));
      pixel.opacity = matte ? ScaleCharToQuantum(255 * x / side) : OpaqueOpacity;
    }
  SyncImagePixels(image.get());
  return image;
}

std::vector<std::uint16_t> Again(const FormatCase& format, const ImageHandle& image) {
  Exception exception;
  const ImageHandle again = ReadBytes("DDS", WriteAs(format, image), exception);
  EXPECT_TRUE(again) << exception.Text();
  return again ? Rgba16(again.get()) : std::vector<std::uint16_t>();
}

// The largest difference in steps of a byte, of the samples from `first` on, each `step`-th.
double LargestError(const std::vector<std::uint16_t>& a, const std::vector<std::uint16_t>& b,
                    bool alpha) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if ((i % 4 == 3) == alpha) largest = std::max(largest, std::abs(a[i] - b[i]) / 257.0);
  return largest;
}

TEST(DdsWritten, BlocksAreNearTheImage) {
  for (const bool matte : {false, true}) {
    const ImageHandle image = Smooth(128, matte);
    const std::vector<std::uint16_t> found = Again({"DDS"}, image);
    EXPECT_LT(LargestError(found, Rgba16(image.get()), false), 9);
    EXPECT_LT(LargestError(found, Rgba16(image.get()), true), 1.01);
  }
}

// One colour is met to within one step, two colours of a block nearly so.
TEST(DdsWritten, FewColors) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    const auto byte = [&] { return ScaleCharToQuantum(random() % 256); };
    const PixelPacket colors[2] = {{byte(), byte(), byte(), OpaqueOpacity},
                                   {byte(), byte(), byte(), OpaqueOpacity}};
    for (const bool both : {false, true}) {
      ImageHandle image = MakeTestImage({4, 4, 8});
      PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 4, 4);
      for (unsigned i = 0; i < 16; ++i) pixels[i] = colors[both ? random() % 2 : 0];
      SyncImagePixels(image.get());
      EXPECT_LT(LargestError(Again({"DXT1"}, image), Rgba16(image.get()), false),
                both ? 5.01 : 1.01);
    }
  }
}

TEST(DdsWritten, Alpha) {
  ImageHandle image = MakeTestImage({8, 4, 8, true});
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 8, 4);
  constexpr unsigned kOthers[] = {0, 255, 100, 101};
  for (unsigned i = 0; i < 32; ++i)
    pixels[i].opacity = ScaleCharToQuantum(i % 8 < 4 ? 255 - 37 : kOthers[i % 4]);
  SyncImagePixels(image.get());
  // One value, and a block with all, nothing and two others.
  EXPECT_LT(LargestError(Again({"DDS"}, image), Rgba16(image.get()), true), 0.01);
  // DXT1 has pixels and holes.
  const std::vector<std::uint16_t> found = Again({"DXT1"}, image);
  const std::vector<std::uint16_t> given = Rgba16(image.get());
  for (std::size_t i = 3; i < given.size(); i += 4)
    EXPECT_EQ(found[i], given[i] / 257 < 128 ? 0 : 65535);
}

TEST(DdsWritten, SamplesAreRoundedToNearest) {
  if (QuantumDepth == 8) return;
  ImageHandle image = MakeTestImage({1, 1, 16});
  PixelPacket* pixel = SetImagePixels(image.get(), 0, 0, 1, 1);
  pixel->red = static_cast<Quantum>(257 * 9 + 129);
  pixel->green = static_cast<Quantum>(257 * 9 + 128);
  pixel->blue = static_cast<Quantum>(65535);
  SyncImagePixels(image.get());
  const Bytes file = WriteAs(Plain(), image);
  EXPECT_EQ(Bytes(file.end() - 3, file.end()), (Bytes{255, 9, 10}));
}

// Interpolated colours may differ by a step.
TEST(DdsWritten, ImageMagickReadsWhatIsWritten) {
  SKIP_WITHOUT_IMAGEMAGICK("DDS");
  const TemporaryFolder folder;
  for (const char* name : {"none", "dxt1", "dxt5"}) {
    SCOPED_TRACE(name);
    FormatCase format{"DDS"};
    format.define = "dds:compression=" + std::string(name);
    const ImageHandle image = Smooth(24, true);
    WriteWholeFile(folder.File("x.dds"), WriteAs(format, image));
    const Bytes theirs =
        OutputOf(std::string(ImageMagick()) + " " + folder.File("x.dds") + " -depth 8 rgba:-");
    const std::vector<std::uint16_t> ours = Again(format, image);
    ASSERT_EQ(theirs.size(), ours.size());
    for (std::size_t i = 0; i < ours.size(); ++i)
      EXPECT_NEAR(theirs[i], ours[i] / 257.0, 1.01) << i;
  }
}

TEST(DdsWritten, ValuesThatAreNoneAreErrors) {
  for (const char* define : {"dds:compression=dxt9", "dds:mipmaps=many", "dds:mipmaps=-1"}) {
    Info info;
    info.Define(define);
    Exception exception;
    EXPECT_TRUE(Write("DDS", MakeTestImage({4, 4}), info, exception).empty());
    EXPECT_EQ(exception.severity(), OptionError) << exception.Text();
  }
}

}  // namespace
}  // namespace lodestone::coders::test
