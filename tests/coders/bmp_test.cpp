// Bitmaps: every version, depth and compression, hand-made.

#include <array>
#include <functional>

#include "tests/coders/bitmap_builder.hpp"

namespace lodestone::coders::test {
namespace {

using Color = std::array<unsigned, 4>;  // of 16 bits

unsigned Scaled(unsigned value, unsigned max) {
  return ScaleQuantumToShort(static_cast<Quantum>(MaxRGBDouble * value / max + 0.5));
}

// Compares the image with a function of the place.
void Expect(const Bytes& file, const std::function<Color(unsigned x, unsigned y)>& expected,
            const char* magick = "BMP") {
  Exception exception;
  const ImageHandle image = ReadBytes(magick, file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (unsigned y = 0; y < image->rows; ++y) {
    for (unsigned x = 0; x < image->columns; ++x) {
      const Color color = expected(x, y);
      for (unsigned c = 0; c < 4; ++c) {
        ASSERT_EQ(samples[(y * image->columns + x) * 4 + c], color[c]) << x << " " << y << " " << c;
      }
    }
  }
}

// Rows of values, each padded to four bytes; the first is the bottom one.
Bytes Raster(unsigned columns, unsigned rows, unsigned bits,
             const std::function<std::uint32_t(unsigned x, unsigned y)>& value) {
  Bytes out;
  for (unsigned y = 0; y < rows; ++y) {
    Bytes row((columns * bits + 31) / 32 * 4);
    for (unsigned x = 0; x < columns; ++x) {
      for (unsigned bit = 0; bits < 8 && bit < bits; ++bit) {
        const unsigned at = x * bits + bit;
        const bool set = value(x, y) >> (bits - 1 - bit) & 1;
        if (set) row[at / 8] |= static_cast<std::uint8_t>(0x80 >> at % 8);
      }
      for (unsigned byte = 0; byte < bits / 8; ++byte) {
        row[x * (bits / 8) + byte] = static_cast<std::uint8_t>(value(x, y) >> 8 * byte);
      }
    }
    out.insert(out.end(), row.begin(), row.end());
  }
  return out;
}

Bytes Palette(unsigned colors, unsigned entry) {
  Bytes out;
  for (unsigned i = 0; i < colors; ++i) {
    const unsigned value = 255 - i * 255 / std::max(colors - 1, 1u);
    for (const unsigned sample : {value, i, 7u}) out.push_back(static_cast<std::uint8_t>(sample));
    if (entry == 4) out.push_back(0);
  }
  return out;
}

Color PaletteColor(unsigned colors, unsigned i) {
  return {7 * 257, i * 257, (255 - i * 255 / std::max(colors - 1, 1u)) * 257, 65535};
}

TEST(Bmp, IndexedOfEveryVersion) {
  for (const std::uint32_t header : {12u, 16u, 24u, 40u, 52u, 56u, 64u, 108u, 124u}) {
    for (const unsigned bits : {1u, 2u, 4u, 8u}) {
      SCOPED_TRACE(std::to_string(header) + " " + std::to_string(bits));
      const unsigned colors = 1u << bits;
      const auto index = [&](unsigned x, unsigned y) { return (x + 3 * y) % colors; };
      Bitmap bitmap;
      bitmap.header = header;
      bitmap.bits = bits;
      bitmap.palette = Palette(colors, header == 12 ? 3 : 4);
      bitmap.raster = Raster(5, 3, bits, index);
      Expect(bitmap.File(),
             [&](unsigned x, unsigned y) { return PaletteColor(colors, index(x, 2 - y)); });
      if (header == 12) continue;
      bitmap.rows = -3;
      Expect(bitmap.File(),
             [&](unsigned x, unsigned y) { return PaletteColor(colors, index(x, y)); });
    }
  }
}

TEST(Bmp, FewerColorsThanTheDepthAllows) {
  for (const std::uint32_t claimed : {5u, 0u, 300u}) {
    Bitmap bitmap;
    bitmap.bits = 8;
    bitmap.colors = claimed;
    bitmap.palette = Palette(claimed == 300 ? 300 : 5, 4);
    bitmap.raster = Raster(5, 3, 8, [](unsigned x, unsigned) { return x; });
    const unsigned made = claimed == 300 ? 300 : 5;
    Expect(bitmap.File(), [&](unsigned x, unsigned) {
      Color color = PaletteColor(made, x);
      color[1] = x * 257;
      return color;
    });
  }
}

TEST(Bmp, IndexBeyondThePalette) {
  Bitmap bitmap;
  bitmap.bits = 8;
  bitmap.colors = 5;
  bitmap.palette = Palette(5, 4);
  bitmap.raster = Raster(5, 3, 8, [](unsigned x, unsigned) { return x == 4 ? 200u : 1u; });
  Exception exception;
  const ImageHandle image = ReadBytes("BMP", bitmap.File(), exception);
  ASSERT_TRUE(image);
  EXPECT_EQ(exception.severity(), CorruptImageWarning) << exception.Text();
  EXPECT_EQ(AcquireOnePixel(image.get(), 4, 0, exception.get()).green, 0u);
}

std::uint32_t Noise(unsigned x, unsigned y) {
  return (x * 2654435761u + y * 40503u + 12345u) * 2246822519u;
}

TEST(Bmp, TrueColor) {
  for (const std::uint32_t header : {12u, 40u, 108u, 124u}) {
    Bitmap bitmap;
    bitmap.header = header;
    bitmap.raster = Raster(5, 3, 24, Noise);
    Expect(bitmap.File(), [](unsigned x, unsigned y) -> Color {
      const std::uint32_t v = Noise(x, 2 - y);
      return {(v >> 16 & 255) * 257, (v >> 8 & 255) * 257, (v & 255) * 257, 65535};
    });
  }
}

TEST(Bmp, SixteenBitsWithoutMasks) {
  Bitmap bitmap;
  bitmap.bits = 16;
  bitmap.raster = Raster(5, 3, 16, Noise);
  Expect(bitmap.File(), [](unsigned x, unsigned y) -> Color {
    const std::uint32_t v = Noise(x, 2 - y);
    return {Scaled(v >> 10 & 31, 31), Scaled(v >> 5 & 31, 31), Scaled(v & 31, 31), 65535};
  });
}

TEST(Bmp, FourthByteIsAlphaUnlessItIsZeroEverywhere) {
  Bitmap bitmap;
  bitmap.bits = 32;
  const auto opaque = [](unsigned x, unsigned y) { return Noise(x, y) & 0xffffff; };
  bitmap.raster = Raster(5, 3, 32, opaque);
  Expect(bitmap.File(), [&](unsigned x, unsigned y) -> Color {
    const std::uint32_t v = opaque(x, 2 - y);
    return {(v >> 16) * 257, (v >> 8 & 255) * 257, (v & 255) * 257, 65535};
  });
  bitmap.raster = Raster(5, 3, 32, Noise);
  Expect(bitmap.File(), [](unsigned x, unsigned y) -> Color {
    const std::uint32_t v = Noise(x, 2 - y);
    return {(v >> 16 & 255) * 257, (v >> 8 & 255) * 257, (v & 255) * 257, (v >> 24) * 257};
  });
}

unsigned FieldOf(std::uint32_t value, std::uint32_t mask) {
  if (mask == 0) return 65535;
  unsigned shift = 0;
  while ((mask >> shift & 1) == 0) ++shift;
  return Scaled((value & mask) >> shift, mask >> shift);
}

TEST(Bmp, Masks) {
  const std::vector<std::uint32_t> sets[] = {{0xf800, 0x7e0, 0x1f, 0},
                                             {0xf00, 0xf0, 0xf, 0xf000},
                                             {0x7c00, 0x3e0, 0x1f, 0x8000},
                                             {0xff0000, 0xff00, 0xff, 0},
                                             {0xff, 0xff00, 0xff0000, 0xff000000},
                                             {0x3ff00000, 0xffc00, 0x3ff, 0xc0000000},
                                             {0xff000000, 0xff0000, 0xff00, 0xff},
                                             {0xffff0000, 0xff00, 0xf0, 0xf}};
  for (const std::vector<std::uint32_t>& masks : sets) {
    const unsigned bits = masks[0] > 0xffff || masks[2] > 0xffff ? 32 : 16;
    for (const std::uint32_t header : {40u, 52u, 56u, 108u, 124u}) {
      SCOPED_TRACE(std::to_string(header) + " " + std::to_string(masks[0]));
      Bitmap bitmap;
      bitmap.header = header;
      bitmap.bits = bits;
      bitmap.masks = masks;
      bitmap.compression = 3;
      const bool alpha = header > 52 && masks[3] != 0;
      if (!alpha) bitmap.masks.pop_back();
      bitmap.raster = Raster(5, 3, bits, Noise);
      Expect(bitmap.File(), [&](unsigned x, unsigned y) -> Color {
        const std::uint32_t v = bits == 16 ? Noise(x, 2 - y) & 0xffff : Noise(x, 2 - y);
        return {FieldOf(v, masks[0]), FieldOf(v, masks[1]), FieldOf(v, masks[2]),
                alpha ? FieldOf(v, masks[3]) : 65535};
      });
    }
  }
}

// 13 bits behind the point: 8192 is white, more is clipped, and so is what is negative.
TEST(Bmp, DeepSamples) {
  const unsigned levels[] = {0, 8192, 4096, 9000, 0x8001, 32767, 1};
  for (const unsigned channels : {3u, 4u}) {
    Bitmap bitmap;
    bitmap.columns = 7;
    bitmap.rows = 1;
    bitmap.bits = 16 * channels;
    for (unsigned x = 0; x < 7; ++x)
      for (unsigned c = 0; c < channels; ++c) Put(bitmap.raster, levels[(x + c) % 7], 2);
    bitmap.raster.resize((7 * channels * 2 + 3) / 4 * 4);
    Exception exception;
    const ImageHandle image = ReadBytes("BMP", bitmap.File(), exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(image->depth, static_cast<unsigned>(QuantumDepth));
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    for (unsigned x = 0; x < 7; ++x)
      for (unsigned c = 0; c < 4; ++c) {
        const unsigned level = levels[(x + (c == 3 ? 3 : 2 - c)) % 7];
        const unsigned clipped = level > 32767 ? 0 : std::min(level, 8192u);
        EXPECT_EQ(samples[4 * x + c], c < channels ? Scaled(clipped, 8192) : 65535) << x << c;
      }
  }
}

TEST(Bmp, AlphaMasksBehindTheHeader) {
  Bitmap bitmap;
  bitmap.bits = 16;
  bitmap.compression = 6;
  bitmap.masks = {0xf00, 0xf0, 0xf, 0xf000};
  bitmap.raster = Raster(5, 3, 16, Noise);
  Expect(bitmap.File(), [](unsigned x, unsigned y) -> Color {
    const std::uint32_t v = Noise(x, 2 - y);
    return {FieldOf(v, 0xf00), FieldOf(v, 0xf0), FieldOf(v, 0xf), FieldOf(v, 0xf000)};
  });
}

TEST(Bmp, RunLengths) {
  Bitmap bitmap;
  bitmap.bits = 8;
  bitmap.compression = 1;
  bitmap.palette = Palette(256, 4);
  // Bottom row: a run and a literal with padding; a move; the top row too long.
  bitmap.raster = {2, 9, 0, 3, 1, 2, 3, 0, 0, 0, 0, 2, 3, 0, 1, 8, 0, 0, 9, 5, 0, 1};
  const unsigned rows[3][5] = {{5, 5, 5, 5, 5}, {0, 0, 0, 8, 0}, {9, 9, 1, 2, 3}};
  Expect(bitmap.File(), [&](unsigned x, unsigned y) { return PaletteColor(256, rows[y][x]); });
}

TEST(Bmp, RunLengthsOfFourBits) {
  Bitmap bitmap;
  bitmap.bits = 4;
  bitmap.compression = 2;
  bitmap.palette = Palette(16, 4);
  bitmap.raster = {5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 0, 0, 1};
  const unsigned rows[3][5] = {{0, 0, 0, 0, 0}, {3, 4, 5, 6, 7}, {1, 2, 1, 2, 1}};
  Expect(bitmap.File(), [&](unsigned x, unsigned y) { return PaletteColor(16, rows[y][x]); });
}

TEST(Bmp, RunLengthsOfColors) {
  Bitmap bitmap;
  bitmap.header = 64;
  bitmap.compression = 4;
  bitmap.rows = 1;
  bitmap.raster = {2, 1, 2, 3, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 1};
  Expect(bitmap.File(), [](unsigned x, unsigned) -> Color {
    const unsigned blue = x < 2 ? 1 : 4 + 3 * (x - 2);
    return {(blue + 2) * 257, (blue + 1) * 257, blue * 257, 65535};
  });
}

TEST(Bmp, EmbeddedFiles) {
  Exception exception;
  const ImageHandle image = MakeTestImage({5, 3, 8, true});
  Bitmap bitmap;
  bitmap.bits = 0;
  bitmap.compression = 5;
  bitmap.raster = Write("PNG", image, Info(), exception);
  const ImageHandle png = ReadBytes("BMP", bitmap.File(), exception);
  ASSERT_TRUE(png) << exception.Text();
  EXPECT_TRUE(Rgba16(png.get()) == Rgba16(image.get()));
  bitmap.compression = 4;
  bitmap.raster = Write("JPEG", image, Info(), exception);
  const ImageHandle jpeg = ReadBytes("BMP", bitmap.File(), exception);
  ASSERT_TRUE(jpeg) << exception.Text();
  EXPECT_TRUE(Rgba16(jpeg.get()) == Rgba16(ReadBytes("JPEG", bitmap.raster, exception).get()));
  bitmap.raster = bitmap.File();  // a bitmap inside a bitmap is none of these
  EXPECT_FALSE(ReadBytes("BMP", bitmap.File(), exception));
}

TEST(Bmp, SeveralInOneFile) {
  Bitmap bitmap;
  bitmap.raster = Raster(5, 3, 24, Noise);
  Bytes file = bitmap.File();
  const Bytes second = bitmap.File();
  file.insert(file.end(), second.begin(), second.end());
  Exception exception;
  const ImageHandle all = ReadBytes("BMP", file, exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_TRUE(Rgba16(all.get()) == Rgba16(all->next));
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("two.bmp"), file);
  EXPECT_EQ(GetImageListLength(Read(folder.File("two.bmp[0]"), exception).get()), 1u);
  EXPECT_EQ(GetImageListLength(Read(folder.File("two.bmp[1]"), exception).get()), 1u);
}

// An array of OS/2: positions count from the start of the file.
TEST(Bmp, Array) {
  Bytes file;
  for (int i = 0; i < 2; ++i) {
    Bitmap bitmap;
    bitmap.header = 12;
    bitmap.bits = 4;
    bitmap.palette = Palette(16, 3);
    bitmap.raster = Raster(5, 3, 4, [&](unsigned x, unsigned) { return x + 2 * i; });
    const std::size_t start = file.size();
    const Bytes one = bitmap.File(start + 14);
    file.insert(file.end(), {'B', 'A'});
    Put(file, 40, 4);
    Put(file, i == 0 ? static_cast<std::uint32_t>(14 + one.size()) : 0, 4);
    Put(file, 0, 4);
    file.insert(file.end(), one.begin(), one.end());
  }
  Exception exception;
  const ImageHandle all = ReadBytes("BMP", file, exception);
  ASSERT_TRUE(all) << exception.Text();
  ASSERT_EQ(GetImageListLength(all.get()), 2u);
  EXPECT_EQ(Rgba16(all.get())[4 * 3 + 1], 3u * 257);
  EXPECT_EQ(Rgba16(all->next)[4 * 3 + 1], 5u * 257);
}

TEST(Bmp, Dib) {
  Bitmap bitmap;
  bitmap.bits = 4;
  bitmap.palette = Palette(16, 4);
  bitmap.raster = Raster(5, 3, 4, [](unsigned x, unsigned y) { return x + y; });
  Bytes file = bitmap.Dib();
  file.insert(file.end(), bitmap.raster.begin(), bitmap.raster.end());
  Expect(
      file, [](unsigned x, unsigned y) { return PaletteColor(16, x + 2 - y); }, "DIB");
}

TEST(Bmp, Resolution) {
  Bitmap bitmap;
  bitmap.raster = Raster(5, 3, 24, Noise);
  Exception exception;
  const ImageHandle image = ReadBytes("BMP", bitmap.File(), exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(image->units, PixelsPerCentimeterResolution);
  EXPECT_DOUBLE_EQ(image->x_resolution, 28.35);
  EXPECT_DOUBLE_EQ(image->y_resolution, 30.0);
  const ImageHandle again = ReadBytes("BMP", Write("BMP", image, Info(), exception), exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_DOUBLE_EQ(again->x_resolution, 28.35);
  EXPECT_DOUBLE_EQ(again->y_resolution, 30.0);
}

TEST(Bmp, BadFilesFailWithAReason) {
  Bitmap good;
  good.raster = Raster(5, 3, 24, Noise);
  const auto with = [&](auto change) {
    Bitmap bitmap = good;
    change(bitmap);
    return bitmap.File();
  };
  const std::pair<Bytes, const char*> files[] = {
      {with([](Bitmap& b) { b.columns = 0; }), "size"},
      {with([](Bitmap& b) { b.columns = -5; }), "size"},
      {with([](Bitmap& b) { b.rows = INT32_MIN; }), "size"},
      {with([](Bitmap& b) { b.bits = 3; }), "bits per pixel"},
      {with([](Bitmap& b) { b.compression = 1; }), "bits per pixel"},
      {with([](Bitmap& b) { b.compression = 9; }), "compression"},
      {with([](Bitmap& b) { b.header = 70; }), "header"},
      {with([](Bitmap& b) { b.rows = 4; }), "Insufficient"},
      {with([](Bitmap& b) { b.columns = b.rows = 2000000000; }), "limit"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("BMP", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text() << reason;
  }
}

}  // namespace
}  // namespace lodestone::coders::test
