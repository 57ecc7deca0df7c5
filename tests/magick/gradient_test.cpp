// Gradients, and plasma.
#include "magick/gradient.h"

#include <algorithm>
#include <cmath>

#include "base/thread_pool.hpp"
#include "magick/plasma.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

PixelPacket Color(double red, double green, double blue, double opacity = 0) {
  PixelPacket color;
  color.red = static_cast<Quantum>(red * MaxRGB);
  color.green = static_cast<Quantum>(green * MaxRGB);
  color.blue = static_cast<Quantum>(blue * MaxRGB);
  color.opacity = static_cast<Quantum>(opacity * MaxRGB);
  return color;
}

// How far along the gradient a pixel is: 0 to 1.
double Share(const Image* image, double x, double y) {
  const double right = static_cast<double>(image->columns) - 1;
  const double bottom = static_cast<double>(image->rows) - 1;
  const auto along = [](double place, double length) { return length > 0 ? place / length : 0; };
  const double steps = std::floor(std::hypot(right, bottom) + 0.5);
  const auto around = [&](double dx, double dy) {
    return along(std::floor(std::hypot(dx, dy) + 0.5), steps);
  };
  switch (image->gravity) {
    case NorthGravity:
      return along(bottom - y, bottom);
    case EastGravity:
      return along(x, right);
    case WestGravity:
      return along(right - x, right);
    case NorthWestGravity:
      return around(right - x, bottom - y);
    case NorthEastGravity:
      return around(x, bottom - y);
    case SouthWestGravity:
      return around(right - x, y);
    case SouthEastGravity:
      return around(x, y);
    default:
      return along(y, bottom);
  }
}

constexpr GravityType kDirections[] = {
    ForgetGravity, NorthWestGravity, NorthGravity,     NorthEastGravity, WestGravity,
    CenterGravity, EastGravity,      SouthWestGravity, SouthGravity,     SouthEastGravity};

void ExpectGradient(const Image* image, const PixelPacket& start, const PixelPacket& stop) {
  const auto pixels = Pixels(image);
  const auto mixed = [](double from, double to, double share) {
    return from + (to - from) * share;
  };
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const double share = Share(image, static_cast<double>(i % image->columns),
                               static_cast<double>(i / image->columns));
    EXPECT_NEAR(mixed(start.red, stop.red, share), pixels[i].red, 0.6)
        << image->gravity << " " << i;
    EXPECT_NEAR(mixed(start.green, stop.green, share), pixels[i].green, 0.6);
    EXPECT_NEAR(mixed(start.blue, stop.blue, share), pixels[i].blue, 0.6);
    EXPECT_NEAR(mixed(start.opacity, stop.opacity, share), pixels[i].opacity, 0.6);
  }
}

TEST(Gradient, GoesWhereTheGravitySays) {
  const PixelPacket start = Color(0.9, 0.1, 0.5, 0.2), stop = Color(0, 1, 0.5, 0.7);
  for (const GravityType gravity : kDirections)
    for (const unsigned long columns : {1, 2, 3, 7, 16, 17, 255, 257})
      for (const unsigned long rows : {1, 4, 31}) {
        const ImagePtr image = BlankImage(columns, rows);
        image->gravity = gravity;
        ASSERT_EQ(MagickPass, GradientImage(image.get(), &start, &stop));
        ExpectGradient(image.get(), start, stop);
      }
}

TEST(Gradient, HasAPaletteAsFarAsOneIsLongEnough) {
  const PixelPacket start = Color(0, 0, 0), stop = Color(1, 1, 1);
  for (const unsigned long rows : {unsigned{MaxColormapSize}, MaxColormapSize + 1}) {
    const ImagePtr image = RandomImage(2, 2, Kind::kPalette, 1);
    image->columns = 2;
    image->rows = rows;
    ASSERT_EQ(MagickPass, GradientImage(image.get(), &start, &stop));
    EXPECT_EQ(rows <= MaxColormapSize ? PseudoClass : DirectClass, image->storage_class);
    EXPECT_TRUE(image->is_grayscale);
    if (rows > MaxColormapSize) continue;
    EXPECT_EQ(rows, image->colors);
    const auto indexes = Indexes(image.get());
    EXPECT_EQ(rows - 1, indexes[2 * rows - 1]);
    EXPECT_EQ(image->colormap[rows / 2].red, Pixels(image.get())[rows].red);
  }
}

TEST(Gradient, OfATransparentColorOnlyTheOpacityCounts) {
  const PixelPacket start = Color(1, 0, 0), stop = Color(0, 1, 0, 1);
  const ImagePtr image = BlankImage(1, 3);
  ASSERT_EQ(MagickPass, GradientImage(image.get(), &start, &stop));
  for (const PixelPacket& pixel : Pixels(image.get())) EXPECT_EQ(MaxRGB, pixel.red);
  EXPECT_NEAR(MaxRGB / 2.0, Pixels(image.get())[1].opacity, 0.6);
}

TEST(Gradient, DoesNotDependOnThreads) {
  const PixelPacket start = Color(1, 0, 0), stop = Color(0, 1, 0);
  std::vector<ImagePtr> images;
  for (const unsigned threads : {1u, 0u}) {
    accel::SetThreadLimit(threads);
    images.push_back(BlankImage(1000, 700));
    images.back()->gravity = SouthEastGravity;
    ASSERT_EQ(MagickPass, GradientImage(images.back().get(), &start, &stop));
  }
  accel::SetThreadLimit(0);
  ExpectSameImage(images[0].get(), images[1].get(), "threads");
}

TEST(Gradient, RefusesWhatHasNoSize) {
  const PixelPacket color = Color(1, 0, 0);
  const ImagePtr image = BlankImage(0, 3);
  EXPECT_EQ(MagickFail, GradientImage(image.get(), &color, &color));
  EXPECT_EQ(ImageError, image->exception.severity);
  const ImagePtr huge = BlankImage(1ul << 31, 1ul << 31);
  EXPECT_EQ(MagickFail, GradientImage(huge.get(), &color, &color));
  EXPECT_EQ(ResourceLimitError, huge->exception.severity);
  EXPECT_EQ(MagickFail, GradientImage(nullptr, &color, &color));
  EXPECT_EQ(MagickFail, GradientImage(image.get(), nullptr, &color));
  EXPECT_EQ(MagickFail, GradientImage(image.get(), &color, nullptr));
}

// As programs call it: the corners, and then ever smaller segments.
ImagePtr Cloud(unsigned long columns, unsigned long rows, unsigned long seed, int* calls) {
  ImagePtr image = BlankImage(columns, rows);
  EXPECT_EQ(MagickPass, SetImage(image.get(), OpaqueOpacity));
  PixelPacket middle = Color(0.5, 0.5, 0.5);
  EXPECT_EQ(MagickPass, SetImageColor(image.get(), &middle));
  const SegmentInfo whole{0, 0, static_cast<double>(columns) - 1, static_cast<double>(rows) - 1};
  SetMagickRandomSeed(seed);
  *calls = 0;
  while (PlasmaImage(image.get(), &whole, 0, static_cast<unsigned long>(*calls)) == MagickFail &&
         ++*calls < 100) {
  }
  EXPECT_EQ(UndefinedException, image->exception.severity);
  return image;
}

TEST(Plasma, FillsAnImage) {
  for (const unsigned long columns : {1, 2, 3, 7, 16, 17, 255, 257})
    for (const unsigned long rows : {1, 5, 64}) {
      int calls;
      const ImagePtr image = Cloud(columns, rows, 1, &calls);
      const double longest = static_cast<double>(std::max(columns, rows));
      EXPECT_NEAR(std::log2(longest), calls, 1.6) << columns << " x " << rows;
      if (columns < 100 || rows < 60) continue;
      std::size_t unchanged = 0;
      for (const PixelPacket& pixel : Pixels(image.get())) unchanged += pixel.red == MaxRGB / 2;
      EXPECT_GT(columns * rows / (QuantumDepth == 8 ? 10 : 100), unchanged);
    }
}

// Neighbours differ less than distant pixels do.
TEST(Plasma, IsSmooth) {
  int calls;
  const ImagePtr image = Cloud(257, 257, 9, &calls);
  const auto pixels = Pixels(image.get());
  double near = 0, far = 0;
  for (std::size_t i = 0; i + 100 * 257 < pixels.size(); ++i) {
    near += std::abs(pixels[i].red - pixels[i + 1].red);
    far += std::abs(pixels[i].red - pixels[i + 100 * 257].red);
  }
  EXPECT_LT(1.5 * near, far);
  EXPECT_LT(0, near);
}

TEST(Plasma, DependsOnTheSeedAlone) {
  int calls;
  const ImagePtr one = Cloud(33, 17, 5, &calls), same = Cloud(33, 17, 5, &calls);
  const ImagePtr other = Cloud(33, 17, 6, &calls);
  ExpectSameImage(one.get(), same.get(), "seed");
  EXPECT_FALSE(std::equal(Pixels(one.get()).begin(), Pixels(one.get()).begin() + 5,
                          Pixels(other.get()).begin(), SamePixel));
}

// One division: mean of the ends, and noise of at most MaxRGB / (4 * attenuation) either way.
TEST(Plasma, IsTheMeanAndNoise) {
  const SegmentInfo whole{0, 0, 2, 2};
  double lowest = MaxRGB, highest = 0;
  for (int i = 0; i < 400; ++i) {
    const ImagePtr image = BlankImage(3, 3);
    const PixelPacket color = Color(0.5, 0.25, 0.75);
    ASSERT_EQ(MagickPass, SetImageColor(image.get(), &color));
    EXPECT_EQ(MagickPass, PlasmaImage(image.get(), &whole, 5, 0));
    const PixelPacket middle = Pixels(image.get())[4], corner = Pixels(image.get())[0];
    EXPECT_TRUE(SamePixel(color, corner));
    EXPECT_NEAR(color.red, middle.red, MaxRGB / 20.0 + 1);
    EXPECT_NEAR(color.green, middle.green, MaxRGB / 20.0 + 1);
    lowest = std::min<double>(lowest, middle.blue);
    highest = std::max<double>(highest, middle.blue);
  }
  EXPECT_GT(highest - lowest, MaxRGB / 10.0 * 0.9);
}

TEST(Plasma, EndsWhateverItIsGiven) {
  const ImagePtr image = RandomImage(40, 1, Kind::kPalette, 1);
  const SegmentInfo whole{39, 0, 0, 0};
  (void)PlasmaImage(image.get(), &whole, ~0ul, ~0ul);
  EXPECT_EQ(UndefinedException, image->exception.severity);
  EXPECT_EQ(DirectClass, image->storage_class);
  const double kBad[] = {-1, 40, 1e300, -1e300, std::nan("")};
  for (const double x : kBad) {
    const ImagePtr other = RandomImage(40, 1, Kind::kOpaque, 1);
    const SegmentInfo outside{0, 0, x, 0};
    EXPECT_EQ(MagickPass, PlasmaImage(other.get(), &outside, 0, 3)) << x;
    EXPECT_EQ(OptionError, other->exception.severity) << x;
  }
  EXPECT_EQ(MagickPass, PlasmaImage(nullptr, &whole, 0, 3));
  EXPECT_EQ(MagickPass, PlasmaImage(image.get(), nullptr, 0, 3));
}

}  // namespace
}  // namespace lodestone::test
