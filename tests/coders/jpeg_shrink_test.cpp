// -define jpeg:shrink-on-load=GEOMETRY: how far the decoder shrinks.
#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

Bytes JpegOf(unsigned long columns, unsigned long rows, bool gray) {
  Exception exception;
  Kind kind{columns, rows};
  kind.gray = gray;
  return Write("JPEG", MakeTestImage(kind), Info(), exception);
}

ImageHandle ReadWith(const Bytes& bytes, const std::string& definition,
                     const std::string& size = "") {
  Info info;
  if (!definition.empty()) info.Define(definition);
  if (!size.empty()) info.Size(size);
  Exception exception;
  ImageHandle image(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
  EXPECT_TRUE(image) << exception.Text();
  return image;
}

// White ones, and black or red ones.
void DrawSquares(Image* image, unsigned long side, bool is_gray) {
  for (unsigned long y = 0; y < image->rows; ++y) {
    PixelPacket* pixel = SetImagePixels(image, 0, long(y), image->columns, 1);
    for (unsigned long x = 0; x < image->columns; ++x) {
      const Quantum other = (x / side + y / side) % 2 == 0 ? MaxRGB : 0;
      *pixel++ = {other, other, is_gray ? other : Quantum{MaxRGB}, OpaqueOpacity};
    }
    SyncImagePixels(image);
  }
}

// The offset at the far edge, in pixels of the result.
double Error(unsigned long size, unsigned long decoded, unsigned long factor, double target) {
  return (double(decoded) * double(factor) - double(size)) * target / double(decoded * factor);
}

TEST(JpegShrink, ByTheLargestFactorThatLeavesTwiceTheSize) {
  for (unsigned long columns : {640ul, 641ul, 97ul, 33ul}) {
    for (unsigned long rows : {480ul, 479ul, 65ul}) {
      const Bytes bytes = JpegOf(columns, rows, rows == 65);
      for (unsigned long target = 1; target < 400; target += target / 3 + 1) {
        const ImageHandle image =
            ReadWith(bytes, "jpeg:shrink-on-load=" + std::to_string(target) + "x1!");
        unsigned long wanted = 1;
        for (unsigned long factor : {2ul, 4ul, 8ul}) {
          const unsigned long left = (columns + factor - 1) / factor;
          const unsigned long left_rows = (rows + factor - 1) / factor;
          if (left >= 2 * target && left_rows >= 2 &&
              Error(columns, left, factor, double(target)) <= 0.25 &&
              Error(rows, left_rows, factor, 1.0) <= 0.25) {
            wanted = factor;
          }
        }
        EXPECT_EQ(image->columns, (columns + wanted - 1) / wanted) << columns << " " << target;
        EXPECT_EQ(image->rows, (rows + wanted - 1) / wanted) << rows << " " << target;
        EXPECT_EQ(image->magick_columns, columns);
        EXPECT_EQ(image->magick_rows, rows);
      }
    }
  }
}

TEST(JpegShrink, UnderstandsEveryFlag) {
  const Bytes bytes = JpegOf(640, 480, false);
  const std::pair<const char*, unsigned long> expected[] = {
      {"25%", 320},     {"12.5%", 160},     {"100x50", 160},     {"100x50!", 320},
      {"100x50^", 320}, {"2000x2000", 640}, {"100x100<", 640},   {"2000x2000>", 640},
      {"30000@", 640},  {"19200@", 320},    {"640x480", 640},    {"20x20+5+5", 80},
      {"0x0", 80},      {"false", 640},     {"true", 640},       {"", 640},
      {"x60", 160},     {"160", 320},       {"1000%x10%!", 640}, {"99999999999x1", 80}};
  for (const auto& [value, columns] : expected) {
    EXPECT_EQ(ReadWith(bytes, std::string("jpeg:shrink-on-load=") + value)->columns, columns)
        << value;
  }
  EXPECT_EQ(ReadWith(bytes, "")->columns, 640u);
}

TEST(JpegShrink, SizeComesFirst) {
  const Bytes bytes = JpegOf(640, 480, false);
  EXPECT_EQ(ReadWith(bytes, "jpeg:shrink-on-load=8x6", "300x200")->columns, 320u);
  EXPECT_EQ(ReadWith(bytes, "jpeg:shrink-on-load=false", "300x200")->columns, 320u);
}

// Whoever decodes it: progressive files are libjpeg's.
TEST(JpegShrink, DrawingsAreDecodedWhole) {
  for (const bool is_drawn : {false, true})
    for (const bool is_gray : {false, true})
      for (const InterlaceType interlace : {NoInterlace, PlaneInterlace}) {
        Kind kind{640, 480};
        kind.gray = is_gray;
        const ImageHandle image = MakeTestImage(kind);
        if (is_drawn) DrawSquares(image.get(), 32, is_gray);
        Info info;
        info.get()->interlace = interlace;
        Exception exception;
        const Bytes bytes = Write("JPEG", image, info, exception);
        EXPECT_EQ(ReadWith(bytes, "jpeg:shrink-on-load=80x60")->columns, is_drawn ? 640u : 160u)
            << is_gray << ' ' << interlace;
      }
}

}  // namespace
}  // namespace lodestone::coders::test
