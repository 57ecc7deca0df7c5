// Photoshop documents: every mode, depth and compression, layers, hand-made.

#include "tests/coders/psd_builder.hpp"

#include <zlib.h>

#include <algorithm>
#include <cstring>

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

ImageHandle Decoded(const Bytes& file) {
  Exception exception;
  ImageHandle image = ReadBytes("PSD", file, exception);
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

// The samples of an image as bytes: red, green, blue, alpha.
std::vector<unsigned> Samples(const Image* image) {
  std::vector<unsigned> samples;
  for (const std::uint16_t sample : Rgba16(image)) samples.push_back(sample / 257);
  return samples;
}
std::vector<unsigned> Samples(const Bytes& file) {
  const ImageHandle image = Decoded(file);
  return image ? Samples(image.get()) : std::vector<unsigned>();
}

// Every n-th sample, from the first.
std::vector<unsigned> Channel(const std::vector<unsigned>& samples, std::size_t channel) {
  std::vector<unsigned> values;
  for (std::size_t i = channel; i < samples.size(); i += 4) values.push_back(samples[i]);
  return values;
}

using Values = std::vector<unsigned>;

Psd Gray() {
  Psd psd;
  psd.channels = 1;
  psd.mode = 1;
  psd.data = {1, 2, 3, 4, 5, 6};
  return psd;
}

TEST(Psd, Modes) {
  EXPECT_EQ(Channel(Samples(Gray().File()), 1), (Values{1, 2, 3, 4, 5, 6}));
  Psd bitmap = Gray();
  bitmap.mode = 0;
  bitmap.depth = 1;
  bitmap.data = {0xa0, 0x40};
  EXPECT_EQ(Channel(Samples(bitmap.File()), 0), (Values{0, 255, 0, 255, 0, 255}));
  Psd duotone = Gray();
  duotone.mode = 8;
  duotone.colors = Bytes(100, 7);
  EXPECT_EQ(Channel(Samples(duotone.File()), 2), (Values{1, 2, 3, 4, 5, 6}));
  Psd indexed = Gray();
  indexed.mode = 2;
  indexed.colors.resize(768);
  for (unsigned i = 0; i < 768; ++i)
    indexed.colors[i] = static_cast<std::uint8_t>(i / 256 * 50 + i % 256 * 2);
  const std::vector<unsigned> samples = Samples(indexed.File());
  EXPECT_EQ(Channel(samples, 0), (Values{2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(Channel(samples, 2), (Values{102, 104, 106, 108, 110, 112}));
}

TEST(Psd, ColorsAndAlpha) {
  Psd psd;
  for (unsigned i = 0; i < 24; ++i) psd.data.push_back(static_cast<std::uint8_t>(i));
  std::vector<unsigned> samples = Samples(psd.File());
  EXPECT_EQ((Values(samples.begin() + 4, samples.begin() + 8)), (Values{1, 7, 13, 255}));
  psd.channels = 4;
  samples = Samples(psd.File());
  EXPECT_EQ((Values(samples.begin() + 4, samples.begin() + 8)), (Values{1, 7, 13, 19}));
  Psd gray = Gray();
  gray.channels = 2;
  gray.data.insert(gray.data.end(), {10, 20, 30, 40, 50, 60});
  EXPECT_EQ(Channel(Samples(gray.File()), 3), (Values{10, 20, 30, 40, 50, 60}));
}

// Inks are stored as what is left of the light.
TEST(Psd, Cmyk) {
  Psd psd;
  psd.mode = 4;
  psd.channels = 5;
  for (unsigned i = 0; i < 30; ++i) psd.data.push_back(static_cast<std::uint8_t>(i));
  Exception exception;
  const ImageHandle image = Decoded(psd.File());
  ASSERT_TRUE(image);
  EXPECT_EQ(image->colorspace, CMYKColorspace);
  const PixelPacket* p = AcquireImagePixels(image.get(), 0, 0, 3, 2, exception.get());
  const IndexPacket* indexes = AccessImmutableIndexes(image.get());
  for (unsigned i = 0; i < 6; ++i) {
    EXPECT_EQ(p[i].red, ScaleCharToQuantum(255 - i));
    EXPECT_EQ(p[i].green, ScaleCharToQuantum(249 - i));
    EXPECT_EQ(p[i].blue, ScaleCharToQuantum(243 - i));
    EXPECT_EQ(p[i].opacity, ScaleCharToQuantum(237 - i));
    EXPECT_EQ(MaxRGB - indexes[i], ScaleCharToQuantum(24 + i));
  }
  image->matte = MagickFalse;
  psd.channels = 4;
  psd.data.resize(24);
  EXPECT_TRUE(WriteAs({"PSD"}, image) == psd.File());
}

TEST(Psd, LabBecomesRgb) {
  Psd psd;
  psd.mode = 9;
  psd.data = Bytes(18, 128);
  std::fill_n(psd.data.begin(), 3, 255);
  std::fill_n(psd.data.begin() + 3, 3, 136);  // of 255: L* 53.33
  const std::vector<unsigned> samples = Samples(psd.File());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(samples[i], 255, 1);
    EXPECT_NEAR(samples[12 + i], 127, 1);
  }
  psd.data[9] = 255;  // a* 127
  EXPECT_GT(Samples(psd.File())[12], Samples(psd.File())[13] + 100);
}

TEST(Psd, Depths) {
  Psd psd = Gray();
  psd.depth = 16;
  psd.data.clear();
  for (const unsigned value : {0u, 1u, 0x1234u, 0x8000u, 0xfffeu, 0xffffu})
    PutBig(psd.data, value, 2);
  const std::vector<std::uint16_t> expected = {0, 1, 0x1234, 0x8000, 0xfffe, 0xffff};
  const std::vector<std::uint16_t> samples = Rgba16(Decoded(psd.File()).get());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(samples[4 * i], AtOurDepth(expected[i]));
  psd.depth = 32;
  psd.data.clear();
  for (const float value : {0.0f, 1.0f, 0.5f, -2.0f, 3.0f, 0.25f}) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    PutBig(psd.data, bits, 4);
  }
  EXPECT_EQ(Channel(Samples(psd.File()), 0),
            (Values{0, 255, 127 + (QuantumDepth == 8), 0, 255, 64 - (QuantumDepth == 16)}));
}

TEST(Psd, PackBits) {
  for (const unsigned version : {1u, 2u}) {
    Psd psd = Gray();
    psd.version = version;
    psd.compression = 1;
    psd.data.clear();
    for (const unsigned length : {2u, 5u}) PutBig(psd.data, length, version == 1 ? 2 : 4);
    PutBytes(psd.data, {0xfe, 7, 0x80, 2, 1, 2, 3});
    EXPECT_EQ(Channel(Samples(psd.File()), 0), (Values{7, 7, 7, 1, 2, 3}));
  }
}

Bytes Deflated(const Bytes& bytes) {
  uLongf length = compressBound(bytes.size());
  Bytes out(length);
  EXPECT_EQ(compress(out.data(), &length, bytes.data(), bytes.size()), Z_OK);
  out.resize(length);
  return out;
}

TEST(Psd, Zip) {
  Psd psd = Gray();
  psd.compression = 2;
  psd.data = Deflated({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(Channel(Samples(psd.File()), 0), (Values{1, 2, 3, 4, 5, 6}));
  psd.compression = 3;
  psd.data = Deflated({1, 1, 1, 200, 100, 1});
  EXPECT_EQ(Channel(Samples(psd.File()), 0), (Values{1, 2, 3, 200, 44, 45}));
  psd.depth = 16;
  psd.data = Deflated({1, 1, 0x10, 0xff, 1, 1, 0, 0, 0x7f, 0x7f, 0, 1});
  const std::vector<std::uint16_t> samples = Rgba16(Decoded(psd.File()).get());
  EXPECT_EQ(samples[8], AtOurDepth(0x1301));
  EXPECT_EQ(samples[20], AtOurDepth(0x7f80));
}

Bytes Raw(const Bytes& samples) {
  Bytes out = {0, 0};
  PutBytes(out, samples);
  return out;
}

TEST(Psd, Layers) {
  Psd psd = Gray();
  PsdLayerParts first, second, empty;
  first.channels = {{0, Raw({9, 8, 7, 6, 5, 4})}};
  first.blend = "mul ";
  second.x = -1;
  second.y = 4;
  second.columns = 1;
  second.channels = {{-1, Raw({255, 100})}, {0, Raw({40, 50})}, {-2, Raw({1, 2})}};
  second.opacity = 51;
  second.flags = 2;
  second.name = "two";
  empty.columns = empty.rows = 0;
  empty.channels = {{0, {0, 0}}};
  psd.layers = PsdLayersPart({first, empty, second}, 3);
  Exception exception;
  const ImageHandle image = Decoded(psd.File());
  ASSERT_TRUE(image);
  ASSERT_EQ(GetImageListLength(image.get()), 3u);
  EXPECT_EQ(Channel(Samples(image.get()), 0), (Values{1, 2, 3, 4, 5, 6}));
  const Image* one = image->next;
  EXPECT_EQ(Channel(Samples(one), 0), (Values{9, 8, 7, 6, 5, 4}));
  EXPECT_EQ(one->compose, MultiplyCompositeOp);
  EXPECT_FALSE(one->matte);
  const Image* two = one->next;
  EXPECT_EQ(Samples(two), (Values{40, 40, 40, 51, 50, 50, 50, 20}));
  EXPECT_EQ(two->compose, NoCompositeOp);
  EXPECT_EQ(two->page.x, -1);
  EXPECT_EQ(two->page.y, 4);
  EXPECT_EQ(Attribute(two, "label"), "two");
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x.psd"), psd.File());
  const ImageHandle wanted = Read(folder.File("x.psd[1]"), exception);
  ASSERT_TRUE(wanted) << exception.Text();
  EXPECT_EQ(GetImageListLength(wanted.get()), 1u);
  EXPECT_EQ(Channel(Samples(wanted.get()), 0), (Values{9, 8, 7, 6, 5, 4}));
  CheckDamage("PSD", psd.File());
}

// A channel beyond the colours is alpha if the number of layers is negative; else a selection.
TEST(Psd, AlphaOfLayeredDocuments) {
  Psd psd = Gray();
  psd.channels = 2;
  psd.data = Bytes(12, 77);
  PsdLayerParts layer;
  layer.channels = {{0, Raw(Bytes(6))}};
  psd.layers = PsdLayersPart({layer}, 1);
  EXPECT_EQ(Samples(psd.File())[3], 255u);
  psd.layers = PsdLayersPart({layer}, -1);
  EXPECT_EQ(Samples(psd.File())[3], 77u);
}

// Photoshop's composites are blended with white: c = (c - (max - a)) * max / a.
TEST(Psd, CompositesAreTakenOffWhite) {
  Psd psd;
  psd.channels = 4;
  psd.data = {227, 0, 255, 10, 10, 10, 177, 0, 255, 20,  20,  20,
              152, 0, 255, 30, 30, 30, 128, 1, 0,   255, 255, 255};
  PsdLayerParts layer;
  layer.channels = {{0, Raw(Bytes(6))}};
  psd.layers = PsdLayersPart({layer}, -1);
  const Values expected = {199, 100, 50, 128, 0, 0, 0, 1, 255, 255, 255, 0, 10, 20, 30, 255};
  Values samples = Samples(psd.File());
  samples.resize(16);
  EXPECT_EQ(samples, expected);
  psd.layers.clear();
  EXPECT_EQ(Channel(Samples(psd.File()), 0), (Values{227, 0, 255, 10, 10, 10}));
  Psd deep = Gray();
  deep.depth = 16;
  deep.channels = 2;
  deep.data.clear();
  for (const unsigned gray : {0x8000u, 0xc000u, 0u, 0u, 0u, 0u}) PutBig(deep.data, gray, 2);
  for (const unsigned alpha : {0x8000u, 0x8000u, 1u, 1u, 1u, 1u}) PutBig(deep.data, alpha, 2);
  layer.channels = {{0, Raw(Bytes(12))}};
  deep.layers = PsdLayersPart({layer}, -1);
  const std::vector<std::uint16_t> gray = Rgba16(Decoded(deep.File()).get());
  EXPECT_EQ(gray[0], AtOurDepth(0x0002));
  EXPECT_EQ(gray[4], AtOurDepth(0x8001));
}

// A layer that is stored again as the composite is no image of its own.
TEST(Psd, FlatDocuments) {
  Psd psd = Gray();
  psd.channels = 2;
  psd.data = {1, 2, 3, 4, 5, 6, 9, 9, 9, 9, 9, 9};
  PsdLayerParts layer;
  layer.channels = {{-1, Raw(Bytes(6, 9))}, {0, Raw({1, 2, 3, 4, 5, 6})}};
  psd.layers = PsdLayersPart({layer}, -1);
  EXPECT_EQ(GetImageListLength(Decoded(psd.File()).get()), 1u);
  psd.data[0] = 7;
  EXPECT_EQ(GetImageListLength(Decoded(psd.File()).get()), 2u);
  // Blended with white, it is the layer, which is exact.
  psd.data = {246, 246, 246, 246, 246, 246, 9, 9, 9, 9, 9, 9};
  const ImageHandle image = Decoded(psd.File());
  EXPECT_EQ(GetImageListLength(image.get()), 1u);
  EXPECT_EQ(Channel(Samples(image.get()), 0), (Values{1, 2, 3, 4, 5, 6}));
}

// Deep documents have their layers in a block behind.
TEST(Psd, LayersInABlock) {
  Psd psd = Gray();
  psd.depth = 16;
  psd.data = Bytes(12);
  PsdLayerParts layer;
  layer.channels = {{0, Raw(Bytes(12, 0x11))}};
  const Bytes part = PsdLayersPart({layer}, 1);
  PutBig(psd.layers, 0, 8);
  PutText(psd.layers, "8BIMPatt");
  PutBig(psd.layers, 3, 4);
  PutBig(psd.layers, 0, 4);
  PutText(psd.layers, "8BIMLr16");
  PutBig(psd.layers, part.size() - 8, 4);
  psd.layers.insert(psd.layers.end(), part.begin() + 4, part.end() - 4);
  const ImageHandle image = Decoded(psd.File());
  ASSERT_TRUE(image);
  ASSERT_EQ(GetImageListLength(image.get()), 2u);
  EXPECT_EQ(Samples(image->next)[0], 0x11u);
}

TEST(Psd, BadFilesFailWithAReason) {
  const auto with = [](auto change) {
    Psd psd = Gray();
    change(psd);
    return psd.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Psd& p) { p.version = 3; }), "header"},
      {with([](Psd& p) { p.channels = 0; }), "header"},
      {with([](Psd& p) { p.channels = 57; }), "header"},
      {with([](Psd& p) { p.depth = 1; }), "not supported"},
      {with([](Psd& p) { p.mode = 5; }), "not supported"},
      {with([](Psd& p) { p.mode = 2; }), "header"},
      {with([](Psd& p) { p.compression = 4; }), "not supported"},
      {with([](Psd& p) { p.data.pop_back(); }), "end-of-file"},
      {with([](Psd& p) {
         p.compression = 1;
         p.data = {0, 1, 0, 1, 9, 9};
       }),
       "decompress"},
      {with([](Psd& p) { p.compression = 2; }), "decompress"},
      {with([](Psd& p) { p.layers = {0, 0, 0, 100, 0, 1, 0, 0}; }), "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("PSD", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
  Exception exception;
  EXPECT_TRUE(Write("PSD", MakeTestImage({30001, 1}), Info(), exception).empty());
  EXPECT_EQ(exception.severity(), CoderError) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
