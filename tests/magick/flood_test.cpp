// Floods.
#include "magick/paint.h"

#include <deque>
#include <functional>

#include "base/owner.hpp"
#include "base/thread_pool.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

PixelPacket Color(Quantum red, Quantum green, Quantum blue, Quantum opacity = OpaqueOpacity) {
  PixelPacket color;
  color.red = red;
  color.green = green;
  color.blue = blue;
  color.opacity = opacity;
  return color;
}

const PixelPacket kFill = Color(1, 2, 3, 4), kGround = Color(MaxRGB, 0, 0),
                  kWall = Color(0, 0, MaxRGB);

using DrawInfoPtr = Owner<DrawInfo, DestroyDrawInfo>;

DrawInfoPtr Filling(const PixelPacket& fill) {
  DrawInfoPtr info(CloneDrawInfo(nullptr, nullptr));
  info->fill = fill;
  return info;
}

// A wall in the given share of 16 pixels.
ImagePtr Walls(unsigned long columns, unsigned long rows, unsigned share, unsigned seed) {
  ImagePtr image = BlankImage(columns, rows);
  std::mt19937 random(seed);
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, columns, rows);
  for (std::size_t i = 0; i < columns * rows; ++i)
    pixels[i] = random() % 16 < share ? kWall : kGround;
  EXPECT_EQ(MagickPass, SyncImagePixels(image.get()));
  return image;
}

bool SameColor(const PixelPacket& a, const PixelPacket& b, double fuzz) {
  const double red = a.red - double(b.red), green = a.green - double(b.green);
  const double blue = a.blue - double(b.blue);
  return red * red + green * green + blue * blue <= fuzz * fuzz;
}

using Test = std::function<bool(const PixelPacket&)>;

// Pixel by pixel; the flood may also start below the place.
std::vector<bool> SlowFlood(const Image* image, long x, long y, const Test& is_open) {
  const auto pixels = Pixels(image);
  const long columns = static_cast<long>(image->columns), rows = static_cast<long>(image->rows);
  std::vector<bool> covered(pixels.size());
  std::deque<std::pair<long, long>> places{{x, y}, {x, y + 1}};
  for (; !places.empty(); places.pop_front()) {
    const auto [px, py] = places.front();
    if (px < 0 || py < 0 || px >= columns || py >= rows) continue;
    const auto i = static_cast<std::size_t>(py * columns + px);
    if (covered[i] || !is_open(pixels[i])) continue;
    covered[i] = true;
    for (const auto& [dx, dy] : {std::pair{1l, 0l}, {-1l, 0l}, {0l, 1l}, {0l, -1l}})
      places.push_back({px + dx, py + dy});
  }
  return covered;
}

void ExpectFilled(const std::vector<PixelPacket>& before, const Image* image,
                  const std::vector<bool>& covered, const PixelPacket& fill) {
  const auto after = Pixels(image);
  std::size_t differences = 0;
  for (std::size_t i = 0; i < after.size(); ++i)
    differences += !SamePixel(covered[i] ? fill : before[i], after[i]);
  EXPECT_EQ(0u, differences) << image->columns << " x " << image->rows;
}

TEST(ColorFlood, CoversWhatIsConnected) {
  const DrawInfoPtr info = Filling(kFill);
  for (const unsigned long columns : {1, 2, 3, 7, 16, 17, 63, 64, 65, 128, 255, 257})
    for (const unsigned share : {0u, 4u, 6u, 7u, 12u})
      for (unsigned seed = 0; seed < 4; ++seed) {
        const ImagePtr image = Walls(columns, 40, share, seed);
        const auto before = Pixels(image.get());
        const long x = static_cast<long>(seed * 31 % columns), y = seed * 13 % 40;
        const auto covered = SlowFlood(image.get(), x, y, [](const PixelPacket& pixel) {
          return SameColor(pixel, kGround, 0);
        });
        ASSERT_EQ(MagickPass,
                  ColorFloodfillImage(image.get(), info.get(), kGround, x, y, FloodfillMethod));
        ExpectFilled(before, image.get(), covered, kFill);
      }
}

TEST(ColorFlood, EndsAtABorder) {
  const DrawInfoPtr info = Filling(kFill);
  for (const unsigned long columns : {7, 64, 257})
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette}) {
      const ImagePtr image = RandomImage(columns, 50, kind, 3);
      image->fuzz = MaxRGB * 0.7;
      const auto before = Pixels(image.get());
      const double fuzz = image->fuzz;
      const auto covered = SlowFlood(image.get(), 4, 4, [=](const PixelPacket& pixel) {
        return !SameColor(pixel, kWall, fuzz) && !SameColor(pixel, kFill, fuzz);
      });
      ASSERT_EQ(MagickPass,
                ColorFloodfillImage(image.get(), info.get(), kWall, 4, 4, FillToBorderMethod));
      ExpectFilled(before, image.get(), covered, kFill);
      EXPECT_EQ(DirectClass, image->storage_class);
    }
}

// Further than GraphicsMagick's stack reaches, and than a recursion would.
TEST(ColorFlood, FollowsLabyrinths) {
  constexpr unsigned long kSize = 1001;
  const ImagePtr image = Walls(kSize, kSize, 0, 1);
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, kSize, kSize);
  for (unsigned long y = 1; y < kSize; y += 2)
    for (unsigned long x = 0; x < kSize; ++x)
      if (x != (y % 4 == 1 ? 0 : kSize - 1)) pixels[y * kSize + x] = kWall;
  ASSERT_EQ(MagickPass, SyncImagePixels(image.get()));
  const DrawInfoPtr info = Filling(kFill);
  ASSERT_EQ(MagickPass,
            ColorFloodfillImage(image.get(), info.get(), kGround, 500, 0, FloodfillMethod));
  for (const PixelPacket& pixel : Pixels(image.get())) ASSERT_FALSE(SamePixel(kGround, pixel));
}

TEST(ColorFlood, CoversCombs) {
  constexpr unsigned long kSize = 801;
  const ImagePtr image = Walls(kSize, kSize, 0, 1);
  PixelPacket* pixels = GetImagePixels(image.get(), 0, 0, kSize, kSize);
  for (unsigned long y = 0; y + 1 < kSize; ++y)
    for (unsigned long x = 1; x < kSize; x += 2) pixels[y * kSize + x] = kWall;
  ASSERT_EQ(MagickPass, SyncImagePixels(image.get()));
  const DrawInfoPtr info = Filling(kFill);
  ASSERT_EQ(MagickPass,
            ColorFloodfillImage(image.get(), info.get(), kGround, 400, 3, FloodfillMethod));
  for (const PixelPacket& pixel : Pixels(image.get())) ASSERT_FALSE(SamePixel(kGround, pixel));
}

TEST(ColorFlood, CanFillWithAPattern) {
  const DrawInfoPtr info = Filling(kFill);
  info->fill_pattern = RandomImage(5, 3, Kind::kOpaque, 8).release();
  info->fill_pattern->tile_info.x = 2;
  info->fill_pattern->tile_info.y = 1;
  const auto tiles = Pixels(info->fill_pattern);
  const ImagePtr image = Walls(70, 40, 0, 1);
  ASSERT_EQ(MagickPass,
            ColorFloodfillImage(image.get(), info.get(), kGround, 5, 5, FloodfillMethod));
  const auto after = Pixels(image.get());
  for (std::size_t y = 1; y < 40; ++y)
    for (std::size_t x = 2; x < 70; ++x)
      ASSERT_TRUE(SamePixel(tiles[(y - 1) % 3 * 5 + (x - 2) % 5], after[y * 70 + x]));
}

TEST(ColorFlood, ThePatternMayBeTheImage) {
  DrawInfoPtr info = Filling(kFill);
  const ImagePtr image = Walls(30, 20, 3, 1);
  const auto before = Pixels(image.get());
  info->fill_pattern = image.get();
  ASSERT_EQ(MagickPass,
            ColorFloodfillImage(image.get(), info.get(), kGround, 5, 5, FloodfillMethod));
  info->fill_pattern = nullptr;
  const auto after = Pixels(image.get());
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), SamePixel));
}

TEST(ColorFlood, ReachesGreyAndSharedImages) {
  Exception exception;
  const DrawInfoPtr info = Filling(kFill);
  const ImagePtr grey = RandomGrey(64, 10, 2);
  const ImagePtr other(CloneImage(grey.get(), 0, 0, MagickTrue, exception));
  const auto before = Pixels(other.get());
  const auto covered = SlowFlood(grey.get(), 3, 3, [&](const PixelPacket& pixel) {
    return SamePixel(pixel, before[3 * 64 + 3]);
  });
  ASSERT_EQ(MagickPass,
            ColorFloodfillImage(grey.get(), info.get(), before[3 * 64 + 3], 3, 3, FloodfillMethod));
  ExpectFilled(before, grey.get(), covered, kFill);
  EXPECT_FALSE(grey->is_grayscale);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), Pixels(other.get()).begin(), SamePixel));
}

TEST(ColorFlood, DoesNotDependOnThreads) {
  const DrawInfoPtr info = Filling(kFill);
  std::vector<ImagePtr> images;
  for (const unsigned threads : {1u, 0u}) {
    accel::SetThreadLimit(threads);
    images.push_back(Walls(900, 900, 6, 5));
    ASSERT_EQ(MagickPass, ColorFloodfillImage(images.back().get(), info.get(), kGround, 450, 450,
                                              FloodfillMethod));
  }
  accel::SetThreadLimit(0);
  ExpectSameImage(images[0].get(), images[1].get(), "threads");
}

TEST(ColorFlood, RefusesWhatItCannotFill) {
  const DrawInfoPtr info = Filling(kFill);
  const ImagePtr image = Walls(10, 10, 0, 1);
  for (const auto& [x, y] : {std::pair{-1l, 0l}, {0l, -1l}, {10l, 0l}, {0l, 10l}})
    EXPECT_EQ(MagickFail,
              ColorFloodfillImage(image.get(), info.get(), kGround, x, y, FloodfillMethod));
  EXPECT_EQ(MagickFail, ColorFloodfillImage(image.get(), info.get(), kFill, 1, 1, FloodfillMethod));
  EXPECT_EQ(MagickFail, ColorFloodfillImage(nullptr, info.get(), kFill, 1, 1, FloodfillMethod));
  EXPECT_EQ(MagickFail, ColorFloodfillImage(image.get(), nullptr, kFill, 1, 1, FloodfillMethod));
  EXPECT_EQ(UndefinedException, image->exception.severity);
  info->fill_pattern = BlankImage(3, 0).release();
  EXPECT_EQ(MagickFail,
            ColorFloodfillImage(image.get(), info.get(), kGround, 1, 1, FloodfillMethod));
  EXPECT_EQ(ImageError, image->exception.severity);
  for (const PixelPacket& pixel : Pixels(image.get())) EXPECT_TRUE(SamePixel(kGround, pixel));
}

TEST(ColorFlood, RespectsTheMemoryLimit) {
  const DrawInfoPtr info = Filling(kFill);
  const ImagePtr image = Walls(700, 700, 6, 5);
  const LimitScope memory(MemoryResource, GetMagickResource(MemoryResource) + 200000);
  EXPECT_EQ(MagickFail,
            ColorFloodfillImage(image.get(), info.get(), kGround, 350, 350, FloodfillMethod));
  EXPECT_EQ(ResourceLimitError, image->exception.severity);
}

TEST(MatteFlood, ChangesTheOpacityAlone) {
  for (const unsigned long columns : {1, 3, 16, 65, 257})
    for (const unsigned share : {0u, 5u, 7u}) {
      const ImagePtr image = Walls(columns, 30, share, 2);
      const auto before = Pixels(image.get());
      const auto covered = SlowFlood(
          image.get(), 0, 9, [](const PixelPacket& pixel) { return SameColor(pixel, kGround, 0); });
      ASSERT_EQ(MagickPass,
                MatteFloodfillImage(image.get(), kGround, 777 % MaxRGB, 0, 9, FloodfillMethod));
      EXPECT_TRUE(image->matte);
      PixelPacket fill = kGround;
      fill.opacity = 777 % MaxRGB;
      ExpectFilled(before, image.get(), covered, fill);
    }
}

TEST(MatteFlood, EndsAtABorderAndAtTheOpacity) {
  const ImagePtr image = RandomImage(65, 30, Kind::kMatte, 4);
  image->fuzz = MaxRGB * 0.6;
  PixelPacket border = kWall;
  border.opacity = TransparentOpacity;
  const auto before = Pixels(image.get());
  const long x = 7;
  long y = 3;
  while (before[static_cast<std::size_t>(y * 65 + x)].opacity == 99) ++y;
  const double fuzz = image->fuzz;
  const auto covered = SlowFlood(image.get(), x, y, [=](const PixelPacket& pixel) {
    return pixel.opacity != 99 &&
           !(pixel.opacity == border.opacity && SameColor(pixel, border, fuzz));
  });
  ASSERT_EQ(MagickPass, MatteFloodfillImage(image.get(), border, 99, x, y, FillToBorderMethod));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < after.size(); ++i) {
    PixelPacket expected = before[i];
    if (covered[i]) expected.opacity = 99;
    EXPECT_TRUE(SamePixel(expected, after[i])) << i;
  }
}

TEST(MatteFlood, RefusesWhatItCannotFill) {
  const ImagePtr image = Walls(10, 10, 0, 1);
  EXPECT_EQ(MagickFail, MatteFloodfillImage(nullptr, kGround, 5, 1, 1, FloodfillMethod));
  EXPECT_EQ(MagickFail, MatteFloodfillImage(image.get(), kGround, 5, 10, 1, FloodfillMethod));
  EXPECT_EQ(MagickFail, MatteFloodfillImage(image.get(), kGround, 5, 1, -1, FloodfillMethod));
  EXPECT_EQ(MagickFail, MatteFloodfillImage(image.get(), kGround, 0, 1, 1, FloodfillMethod));
  EXPECT_EQ(MagickFail, MatteFloodfillImage(image.get(), kFill, 0, 1, 1, FloodfillMethod));
  EXPECT_EQ(UndefinedException, image->exception.severity);
  EXPECT_EQ(MagickPass, MatteFloodfillImage(image.get(), kGround, ~0u, 1, 1, FloodfillMethod));
  for (const PixelPacket& pixel : Pixels(image.get())) EXPECT_EQ(MaxRGB, pixel.opacity);
}

}  // namespace
}  // namespace lodestone::test
