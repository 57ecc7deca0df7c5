// Distortions against rules restated in double, at every kind of image, and their properties.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <set>
#include <utility>

#include "tests/magick/support.hpp"
#include "tests/support/plain_places.hpp"

namespace lodestone::test {
namespace {

using plain_places::At;
using plain_places::Interpolate;
using plain_places::Interpolated;
using plain_places::Place;

using Places = std::function<Place(const Image* image, double x, double y)>;

void ExpectPlaces(const Image* image, const Image* result, const Places& places,
                  const std::string& what) {
  ASSERT_NE(nullptr, result) << what;
  for (unsigned long y = 0; y < result->rows; ++y)
    for (unsigned long x = 0; x < result->columns; ++x) {
      const PixelPacket is = At(result, static_cast<double>(x), static_cast<double>(y));
      const Place place = places(image, static_cast<double>(x), static_cast<double>(y));
      const Interpolated due = Interpolate(image, place);
      ASSERT_NEAR(due.opacity, is.opacity, 1.01) << what << " " << x << "," << y;
      // Colours are divided by it, and so are their errors.
      if (due.area < 0.01) continue;
      ASSERT_NEAR(due.red, is.red, 1.01) << what << " " << x << "," << y;
      ASSERT_NEAR(due.green, is.green, 1.01) << what << " " << x << "," << y;
      ASSERT_NEAR(due.blue, is.blue, 1.01) << what << " " << x << "," << y;
    }
}

// What moves offsets from the centre, given their distance, 0 ... 1.
using Move = std::function<Place(Place offset, double distance)>;

Places AroundCenter(const Move& move) {
  return [=](const Image* image, double x, double y) -> Place {
    const double center_x = image->columns / 2.0, center_y = image->rows / 2.0;
    const double radius = std::max(center_x, center_y);
    const Place scaled{(x - center_x) * radius / center_x, (y - center_y) * radius / center_y};
    const double distance = std::hypot(scaled.x, scaled.y) / radius;
    if (distance >= 1.0) return {x, y, true};
    const Place moved = move(scaled, distance);
    return {moved.x * center_x / radius + center_x, moved.y * center_y / radius + center_y};
  };
}

Places Imploded(double amount) {
  return AroundCenter([=](Place offset, double distance) -> Place {
    const double factor =
        distance > 0.0 ? std::pow(std::sin(std::numbers::pi / 2.0 * distance), -amount) : 1.0;
    return {factor * offset.x, factor * offset.y};
  });
}

Places Swirled(double degrees) {
  return AroundCenter([=](Place offset, double distance) -> Place {
    const double angle = std::numbers::pi / 180.0 * degrees * (1 - distance) * (1 - distance);
    const double sine = std::sin(angle), cosine = std::cos(angle);
    return {cosine * offset.x - sine * offset.y, sine * offset.x + cosine * offset.y};
  });
}

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 61};
constexpr Kind kKinds[] = {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kCmyk};

// Neighbours differ little, so that errors of places stay below a step.
ImagePtr Smooth(unsigned long columns, unsigned long rows, Kind kind) {
  ImagePtr image = RandomImage(columns, rows, kind, 3);
  Exception exception;
  PixelPacket* pixels = GetImagePixelsEx(image.get(), 0, 0, columns, rows, exception);
  for (unsigned long y = 0; y < rows; ++y)
    for (unsigned long x = 0; x < columns; ++x, ++pixels) {
      pixels->red = static_cast<Quantum>(x * MaxRGB / (columns + 1));
      pixels->green = static_cast<Quantum>(y * MaxRGB / (rows + 1));
      pixels->blue = static_cast<Quantum>(MaxRGB / 3);
    }
  SyncImagePixels(image.get());
  return image;
}

void ExpectOnAllSizes(const std::function<Image*(const Image*, ExceptionInfo*)>& call,
                      const Places& places, const std::string& what) {
  for (const Kind kind : kKinds)
    for (const unsigned long columns : kSizes)
      for (const unsigned long rows : kSizes) {
        const ImagePtr image = Smooth(columns, rows, kind);
        Exception exception;
        const ImagePtr result(call(image.get(), exception));
        ASSERT_NO_FATAL_FAILURE(ExpectPlaces(image.get(), result.get(), places,
                                             what + " " + KindName(kind) + " " +
                                                 std::to_string(columns) + "x" +
                                                 std::to_string(rows)))
            << exception.text();
      }
}

TEST(Warp, ImplodeMovesPlacesByAPower) {
  for (const double amount : {0.0, 0.5, 1.0, -0.7, -3.0})
    ASSERT_NO_FATAL_FAILURE(ExpectOnAllSizes(
        [=](const Image* image, ExceptionInfo* e) { return ImplodeImage(image, amount, e); },
        Imploded(amount), "implode " + std::to_string(amount)));
}

TEST(Warp, SwirlTurnsPlaces) {
  for (const double degrees : {0.0, 33.0, -180.0, 2000.0})
    ASSERT_NO_FATAL_FAILURE(ExpectOnAllSizes(
        [=](const Image* image, ExceptionInfo* e) { return SwirlImage(image, degrees, e); },
        Swirled(degrees), "swirl " + std::to_string(degrees)));
}

// Black and white columns: a step of 65535 is a place off by less than 16 millionths of a pixel.
TEST(Warp, PlacesAreExactInWideImages) {
  const ImagePtr image = RandomImage(8191, 3, Kind::kOpaque, 5);
  Exception exception;
  const ImagePtr imploded(ImplodeImage(image.get(), 0.4, exception));
  ExpectPlaces(image.get(), imploded.get(), Imploded(0.4), "implode");
  const ImagePtr swirled(SwirlImage(image.get(), 70.0, exception));
  ExpectPlaces(image.get(), swirled.get(), Swirled(70.0), "swirl");
}

TEST(Warp, WaveMovesColumnsAndGrows) {
  const ImagePtr image = Smooth(61, 17, Kind::kOpaque);
  SetImageVirtualPixelMethod(image.get(), TileVirtualPixelMethod);
  Exception exception;
  const ImagePtr waved(WaveImage(image.get(), -3.3, 19.7, exception));
  ASSERT_NE(nullptr, waved) << exception.text();
  EXPECT_EQ(23u, waved->rows);
  ExpectPlaces(
      image.get(), waved.get(),
      [](const Image*, double x, double y) -> Place {
        return {x, y - (3.3 - 3.3 * std::sin(2.0 * std::numbers::pi * x / 19.7))};
      },
      "wave");
}

TEST(Warp, WhatAWaveUncoversIsBackground) {
  const ImagePtr image = Counting(8, 4);
  image->background_color.green = MaxRGB / 2;
  Exception exception;
  const ImagePtr waved(WaveImage(image.get(), 2.0, 8.0, exception));
  ASSERT_NE(nullptr, waved) << exception.text();
  EXPECT_EQ(MaxRGB / 2, At(waved.get(), 2, 0).green);
  EXPECT_EQ(1, RedAt(waved.get(), 0, 2));
}

TEST(Warp, AnAffineTransformCoversAParallelogram) {
  const ImagePtr image = Counting(4, 3);
  const AffineMatrix doubled{2.0, 0.0, 0.0, 2.0, 0.0, 0.0};
  Exception exception;
  const ImagePtr result(AffineTransformImage(image.get(), &doubled, exception));
  ASSERT_NE(nullptr, result) << exception.text();
  EXPECT_EQ(8u, result->columns);
  EXPECT_EQ(6u, result->rows);
  EXPECT_TRUE(result->matte);
  EXPECT_EQ(2, RedAt(result.get(), 2, 0));
  EXPECT_EQ(7, RedAt(result.get(), 4, 2));
  EXPECT_EQ(OpaqueOpacity, At(result.get(), 4, 2).opacity);
  const AffineMatrix slanted{1.0, 0.0, 2.0, 1.0, 0.0, 0.0};
  const ImagePtr slant(AffineTransformImage(image.get(), &slanted, exception));
  ASSERT_NE(nullptr, slant) << exception.text();
  EXPECT_EQ(10u, slant->columns);
  EXPECT_EQ(TransparentOpacity, At(slant.get(), 9, 0).opacity);
}

TEST(Warp, SpreadTakesNeighbours) {
  const ImagePtr image = Counting(15, 16);
  Exception exception;
  const ImagePtr spread(SpreadImage(image.get(), 3, exception));
  ASSERT_NE(nullptr, spread) << exception.text();
  std::set<std::pair<long, long>> steps;
  for (long y = 0; y < 16; ++y)
    for (long x = 0; x < 15; ++x) {
      const long from = RedAt(spread.get(), x, y) - 1;
      const std::pair<long, long> step{from % 15 - x, from / 15 - y};
      EXPECT_LE(-2, std::min(step.first, step.second));
      EXPECT_GE(3, std::max(step.first, step.second));
      steps.insert(step);
    }
  EXPECT_LT(30u, steps.size());  // of 36, some rare at the edges
}

// Of 40000 pixels that are not near an edge: within five standard deviations.
TEST(Warp, SpreadTakesEveryNeighbourAsOften) {
  SetMagickRandomSeed(7);
  const ImagePtr image(RandomImage(240, 240, Kind::kOpaque, 1));
  Exception exception;
  PixelPacket* pixels = GetImagePixelsEx(image.get(), 0, 0, 240, 240, exception);
  for (int i = 0; i < 240 * 240; ++i) {
    pixels[i].red = static_cast<Quantum>(i % 240);
    pixels[i].green = static_cast<Quantum>(i / 240);
  }
  SyncImagePixels(image.get());
  const ImagePtr spread(SpreadImage(image.get(), 4, exception));
  ASSERT_NE(nullptr, spread) << exception.text();
  double across[9] = {}, down[9] = {};
  for (int y = 20; y < 220; ++y)
    for (int x = 20; x < 220; ++x) {
      const PixelPacket pixel = At(spread.get(), x, y);
      ++across[pixel.red - x + 4];
      ++down[pixel.green - y + 4];
    }
  for (int step = -4; step <= 4; ++step) {
    const double share = step == -4 ? 0.0 : step == 0 ? 2.0 / 9.0 : 1.0 / 9.0;
    const double allowed = 5.0 * std::sqrt(40000.0 * share * (1.0 - share));
    EXPECT_NEAR(40000.0 * share, across[step + 4], allowed) << step;
    EXPECT_NEAR(40000.0 * share, down[step + 4], allowed) << step;
  }
}

TEST(Warp, ASeedRepeatsWhatIsRandom) {
  const ImagePtr image = Counting(40, 30);
  Exception exception;
  const auto spread = [&] { return ImagePtr(SpreadImage(image.get(), 5, exception)); };
  SetMagickRandomSeed(3);
  const ImagePtr first = spread(), second = spread();
  SetMagickRandomSeed(3);
  const ImagePtr again = spread();
  ExpectSameImage(first.get(), again.get(), "the same seed");
  int different = 0;
  for (long y = 0; y < 30; ++y)
    for (long x = 0; x < 40; ++x)
      different += RedAt(first.get(), x, y) != RedAt(second.get(), x, y);
  EXPECT_LT(900, different);
}

TEST(Warp, ARadiusOfZeroCopies) {
  const ImagePtr image = Counting(5, 4);
  Exception exception;
  const ImagePtr spread(SpreadImage(image.get(), 0, exception));
  ExpectSameImage(image.get(), spread.get(), "spread by nothing");
}

TEST(Warp, BadArgumentsAreRefused) {
  const ImagePtr image = Counting(5, 4);
  const AffineMatrix flat{1.0, 2.0, 2.0, 4.0, 0.0, 0.0}, none{1e-3, 0.0, 0.0, 1e3, 0.0, 0.0};
  const AffineMatrix huge{1e9, 0.0, 0.0, 1e9, 0.0, 0.0}, infinite{INFINITY, 0, 0, 1, 0, 0};
  const std::function<Image*(ExceptionInfo*)> calls[] = {
      [&](ExceptionInfo* e) { return ImplodeImage(image.get(), NAN, e); },
      [&](ExceptionInfo* e) { return SwirlImage(image.get(), INFINITY, e); },
      [&](ExceptionInfo* e) { return WaveImage(image.get(), 1.0, 0.0, e); },
      [&](ExceptionInfo* e) { return WaveImage(image.get(), 1e300, 1.0, e); },
      [&](ExceptionInfo* e) { return AffineTransformImage(image.get(), nullptr, e); },
      [&](ExceptionInfo* e) { return AffineTransformImage(image.get(), &flat, e); },
      [&](ExceptionInfo* e) { return AffineTransformImage(image.get(), &none, e); },
      [&](ExceptionInfo* e) { return AffineTransformImage(image.get(), &huge, e); },
      [&](ExceptionInfo* e) { return AffineTransformImage(image.get(), &infinite, e); },
  };
  for (const auto& call : calls) {
    Exception exception;
    EXPECT_EQ(nullptr, call(exception));
    EXPECT_LE(ErrorException, exception.severity()) << &call - calls;
  }
}

TEST(Warp, CmykWithAlphaIsRefused) {
  const ImagePtr image = RandomImage(5, 4, Kind::kCmyk, 2);
  image->matte = MagickTrue;
  Exception exception;
  EXPECT_EQ(nullptr, SwirlImage(image.get(), 30.0, exception));
  EXPECT_EQ(OptionError, exception.severity());
}

TEST(Warp, AnAffineTransformOfCmykIsThatOfItsRgb) {
  const AffineMatrix slanted{1.0, 0.0, 0.5, 1.0, 0.0, 0.0};
  for (const bool alpha : {false, true}) {
    const ImagePtr image = RandomImage(9, 7, Kind::kCmyk, 2);
    image->matte = alpha ? MagickTrue : MagickFalse;
    Exception exception;
    const ImagePtr rgb(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    SetImageType(rgb.get(), alpha ? TrueColorMatteType : TrueColorType);
    const ImagePtr expected(AffineTransformImage(rgb.get(), &slanted, exception));
    const ImagePtr found(AffineTransformImage(image.get(), &slanted, exception));
    ASSERT_NE(nullptr, found);
    EXPECT_EQ(RGBColorspace, found->colorspace);
    EXPECT_TRUE(found->matte);
    ExpectSameImage(expected.get(), found.get(), "affine transform of CMYK");
  }
}

// Numbers so large that places are beyond all bounds.
TEST(Warp, ExtremesAreHarmless) {
  const ImagePtr image = RandomImage(33, 20, Kind::kMatte, 2);
  for (const int method : {1, 2, 3, 4}) {
    SetImageVirtualPixelMethod(image.get(), static_cast<VirtualPixelMethod>(method));
    for (const double number : {1e3, -1e3, 1e300, -1e300}) {
      Exception exception;
      EXPECT_NE(nullptr, ImagePtr(ImplodeImage(image.get(), number, exception)));
      EXPECT_NE(nullptr, ImagePtr(SwirlImage(image.get(), number, exception)));
      EXPECT_NE(nullptr, ImagePtr(WaveImage(image.get(), 2.0, number, exception)));
    }
  }
}

}  // namespace
}  // namespace lodestone::test
