// Images on top of one another, restated pixel by pixel, at both depths.
#include <algorithm>
#include <climits>
#include <random>

#include "tests/magick/support.hpp"
#include "tests/support/image_list.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSides[] = {1, 2, 3, 7, 16, 17, 255, 257};

// Opaque pixels on which others are put.
struct Canvas {
  long columns, rows;
  std::vector<PixelPacket> pixels;

  Canvas(unsigned long width, unsigned long height, const PixelPacket& color)
      : columns(long(width)), rows(long(height)), pixels(width * height, color) {}

  // Blended by its alpha, if it has any.
  void Put(const Image* image, long x, long y) {
    const auto update = Pixels(image);
    for (long row = 0; row < long(image->rows); ++row)
      for (long column = 0; column < long(image->columns); ++column) {
        const long at_x = x + column, at_y = y + row;
        if (at_x < 0 || at_y < 0 || at_x >= columns || at_y >= rows) continue;
        Blend(update[std::size_t(row) * image->columns + std::size_t(column)], image->matte,
              &pixels[std::size_t(at_y * columns + at_x)]);
      }
  }

 private:
  static void Blend(const PixelPacket& update, bool has_alpha, PixelPacket* pixel) {
    const double rest = has_alpha ? update.opacity / MaxRGBDouble : 0.0;
    const auto mix = [rest](Quantum over, Quantum under) {
      return static_cast<Quantum>((1.0 - rest) * over + rest * under + 0.5);
    };
    pixel->red = mix(update.red, pixel->red);
    pixel->green = mix(update.green, pixel->green);
    pixel->blue = mix(update.blue, pixel->blue);
    pixel->opacity = OpaqueOpacity;
  }
};

// Sums of float can lie between two steps.
void ExpectClose(const Canvas& expected, const Image* actual, const std::string& what,
                 int steps = 1) {
  ASSERT_NE(nullptr, actual) << what;
  ASSERT_EQ(expected.columns, long(actual->columns)) << what;
  ASSERT_EQ(expected.rows, long(actual->rows)) << what;
  const auto pixels = Pixels(actual);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    ASSERT_TRUE(CloseSamples(expected.pixels[i], pixels[i], steps))
        << what << ": pixel " << i % actual->columns << "," << i / actual->columns;
}

PixelPacket RandomOpaque(std::mt19937& random) {
  return RandomPixel(random, false);
}

// Of which the first has that size, on pages here and there.
ImagePtr Layers(std::mt19937& random, unsigned long columns, unsigned long rows, Kind first) {
  constexpr Kind kKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte};
  std::vector<ImagePtr> images;
  images.push_back(RandomImage(columns, rows, first, unsigned(random())));
  for (int i = 0; i < 2; ++i)
    images.push_back(RandomImage(1 + random() % (columns + 9), 1 + random() % (rows + 5),
                                 kKinds[random() % 4], unsigned(random())));
  for (const ImagePtr& image : images) {
    image->page = {random() % 20, random() % 20, long(random() % 30) - 12, long(random() % 20) - 9};
    image->background_color = RandomOpaque(random);
  }
  return ListOf(std::move(images));
}

constexpr Kind kRgbKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte};

std::string Name(unsigned long side, Kind kind) {
  return std::to_string(side) + " " + KindName(kind);
}

TEST(FlattenImages, PutsThemOnTheFirstAndItsBackground) {
  std::mt19937 random(1);
  Exception exception;
  for (const unsigned long side : kSides)
    for (const Kind kind : kRgbKinds) {
      const ImagePtr list = Layers(random, side, 5, kind);
      Canvas expected(side, 5, list->background_color);
      expected.Put(list.get(), 0, 0);
      for (const Image* image = list->next; image; image = image->next)
        expected.Put(image, image->page.x, image->page.y);
      const ImagePtr flat(FlattenImages(list.get(), exception));
      // Each of three layers may be a step off.
      ExpectClose(expected, flat.get(), Name(side, kind), 3);
      EXPECT_FALSE(flat->matte);
      EXPECT_EQ(DirectClass, flat->storage_class);
      ExpectSamePage(list->page, flat->page, Name(side, kind));
    }
}

// What is transparent over a transparent background stays so, as GraphicsMagick does not.
TEST(FlattenImages, AreAsTransparentAsTheBackground) {
  Exception exception;
  for (const Quantum opacity : {Quantum{TransparentOpacity}, Quantum{MaxRGB / 2}}) {
    const ImagePtr image = RandomImage(17, 9, Kind::kMatte, 3);
    image->background_color = {};
    image->background_color.opacity = opacity;
    const ImagePtr flat(FlattenImages(image.get(), exception));
    ASSERT_NE(nullptr, flat) << exception.text();
    EXPECT_TRUE(flat->matte);
    const auto before = Pixels(image.get()), after = Pixels(flat.get());
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_NEAR(double(before[i].opacity) * opacity / MaxRGBDouble, after[i].opacity, 1.0) << i;
  }
}

// Pages as far away as can be said.
TEST(FlattenImages, LeavesOutWhatIsOutside) {
  std::mt19937 random(5);
  Exception exception;
  const ImagePtr list = Layers(random, 9, 7, Kind::kOpaque);
  for (const long away : {LONG_MIN, LONG_MIN + 1, LONG_MIN / 8, LONG_MAX / 8, LONG_MAX})
    for (const bool across : {false, true}) {
      for (Image* image = list->next; image; image = image->next)
        image->page = {0, 0, across ? away : 0, across ? 0 : away};
      const ImagePtr flat(FlattenImages(list.get(), exception));
      ASSERT_NE(nullptr, flat) << away << exception.text();
      ExpectSameImage(list.get(), flat.get(), std::to_string(away));
    }
}

unsigned long Reach(unsigned long size, long offset, unsigned long page) {
  return std::max(static_cast<unsigned long>(std::max(long(size) + offset, 0l)), page);
}

TEST(MosaicImages, HaveRoomForAll) {
  std::mt19937 random(2);
  Exception exception;
  for (const unsigned long side : kSides)
    for (const Kind kind : kRgbKinds) {
      const ImagePtr list = Layers(random, side, 5, kind);
      unsigned long columns = side, rows = 5;
      for (const Image* image = list.get(); image; image = image->next) {
        columns = std::max(columns, Reach(image->columns, image->page.x, image->page.width));
        rows = std::max(rows, Reach(image->rows, image->page.y, image->page.height));
      }
      Canvas expected(columns, rows, list->background_color);
      for (const Image* image = list.get(); image; image = image->next)
        expected.Put(image, image->page.x, image->page.y);
      const ImagePtr mosaic(MosaicImages(list.get(), exception));
      ExpectClose(expected, mosaic.get(), Name(side, kind), 3);
    }
}

}  // namespace
}  // namespace lodestone::test
