// Displacement maps against a rule restated in double, and against GraphicsMagick.
#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/gm_image.hpp"
#include "tests/support/plain_places.hpp"

namespace lodestone::test {
namespace {

using plain_places::At;
using plain_places::Interpolate;
using plain_places::Interpolated;

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

struct Scale {
  const char* geometry;
  double across, down;
};
constexpr Scale kScales[] = {
    {nullptr, 20.0, 20.0}, {"3", 3.0, 3.0}, {"1.5x40.25", 1.5, 40.25}, {"300x-7", 300.0, -7.0}};

double Displacement(double scale, Quantum value) {
  constexpr double kMiddle = (MaxRGB + 1.0) / 2.0;
  return scale * (value - kMiddle) / kMiddle;
}

Quantum Intensity(const PixelPacket& pixel) {
  return static_cast<Quantum>((306u * pixel.red + 601u * pixel.green + 117u * pixel.blue) >> 10);
}

// Whether the canvas has what it should have at (x, y).
void ExpectPixel(const Image* before, const Image* after, const Image* map, const Scale& scale,
                 long x, long y, long map_x, long map_y, const std::string& what) {
  const PixelPacket is = At(after, double(x), double(y));
  const bool inside = map_x >= 0 && map_y >= 0 && map_x < static_cast<long>(map->columns) &&
                      map_y < static_cast<long>(map->rows);
  if (!inside) {
    const PixelPacket was = At(before, double(x), double(y));
    ASSERT_EQ(0, std::memcmp(&was, &is, sizeof is)) << what;
    return;
  }
  const PixelPacket moves = At(map, double(map_x), double(map_y));
  const double across = Displacement(scale.across, Intensity(moves));
  const double down = map->matte ? Displacement(scale.down, moves.opacity) : across;
  const Interpolated due =
      Interpolate(before, {static_cast<double>(x) + across, static_cast<double>(y) + down});
  ASSERT_NEAR(before->matte ? due.opacity : OpaqueOpacity, is.opacity, 1.01) << what;
  if (due.area < 0.01) return;
  ASSERT_NEAR(due.red, is.red, 1.01) << what;
  ASSERT_NEAR(due.green, is.green, 1.01) << what;
  ASSERT_NEAR(due.blue, is.blue, 1.01) << what;
}

TEST(Displace, MovesPixelsAsTheMapSays) {
  std::mt19937 random(7);
  for (const Kind canvas_kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette})
    for (const Kind map_kind : {Kind::kOpaque, Kind::kMatte})
      for (const Scale& scale : kScales)
        for (const unsigned long side : kSizes) {
          const ImagePtr canvas = RandomImage(side, kSizes[random() % 8], canvas_kind, random());
          const ImagePtr map = RandomImage(kSizes[random() % 8], side / 2 + 1, map_kind, random());
          if (scale.geometry) CloneString(&map->geometry, scale.geometry);
          const long left = static_cast<long>(random() % 9) - 4;
          const long top = static_cast<long>(random() % 9) - 4;
          Exception exception;
          const ImagePtr before(CloneImage(canvas.get(), 0, 0, MagickTrue, exception));
          ASSERT_EQ(MagickPass,
                    CompositeImage(canvas.get(), DisplaceCompositeOp, map.get(), left, top));
          for (long y = 0; y < static_cast<long>(canvas->rows); y += 1 + y / 9)
            for (long x = 0; x < static_cast<long>(side); x += 1 + x / 9)
              ASSERT_NO_FATAL_FAILURE(
                  ExpectPixel(before.get(), canvas.get(), map.get(), scale, x, y, x - left, y - top,
                              KindName(canvas_kind) + std::string(" ") + KindName(map_kind) +
                                  " at " + std::to_string(x) + "," + std::to_string(y)));
        }
}

// At negative columns GraphicsMagick takes the displacements of other pixels.
TEST(Displace, AsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  std::mt19937 random(11);
  for (const Kind canvas_kind : {Kind::kOpaque, Kind::kMatte})
    for (const Kind map_kind : {Kind::kOpaque, Kind::kMatte})
      for (const Scale& scale : kScales)
        for (const unsigned long side : kSizes) {
          const ImagePtr canvas = RandomImage(side, kSizes[random() % 8], canvas_kind, random());
          const ImagePtr map = RandomImage(kSizes[random() % 8], side / 2 + 1, map_kind, random());
          const GmImagePtr their_canvas = ToGm(canvas.get()), their_map = ToGm(map.get());
          const auto left = static_cast<long>(random() % side);
          const long top = static_cast<long>(random() % 9) - 4;
          if (scale.geometry) {
            CloneString(&map->geometry, scale.geometry);
            GM(CloneString)(&their_map->geometry, scale.geometry);
          }
          ASSERT_EQ(MagickPass, GM(CompositeImage)(their_canvas.get(), DisplaceCompositeOp,
                                                   their_map.get(), left, top));
          ASSERT_EQ(MagickPass,
                    CompositeImage(canvas.get(), DisplaceCompositeOp, map.get(), left, top));
          GM(CloneString)(&their_map->geometry, nullptr);
          EXPECT_EQ(their_canvas->matte, canvas->matte);
          ASSERT_NO_FATAL_FAILURE(
              ExpectSameAsGm(their_canvas.get(), canvas.get(),
                             KindName(canvas_kind) + std::string(" ") + KindName(map_kind), 1));
        }
}

TEST(Displace, IsTwoEvents) {
  const ImagePtr canvas = RandomImage(60, 50, Kind::kOpaque, 1);
  const ImagePtr map = RandomImage(40, 30, Kind::kOpaque, 2);
  EventRecorder recorder;
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), DisplaceCompositeOp, map.get(), 25, -7));
  ASSERT_EQ(2u, recorder.events().size());
  EXPECT_EQ("displace", recorder.events()[0].operation);
  EXPECT_EQ("composite", recorder.events()[1].operation);
}

TEST(Displace, BesideTheCanvasNothingChanges) {
  const ImagePtr canvas = RandomImage(6, 5, Kind::kOpaque, 1);
  const ImagePtr map = RandomImage(4, 3, Kind::kOpaque, 2);
  const auto before = Pixels(canvas.get());
  EXPECT_EQ(MagickPass, CompositeImage(canvas.get(), DisplaceCompositeOp, map.get(), 6, 0));
  EXPECT_TRUE(std::memcmp(before.data(), Pixels(canvas.get()).data(),
                          before.size() * sizeof before[0]) == 0);
}

// Black of CMYK is moved like the inks; with alpha it is refused.
TEST(Displace, InksAreMovedButNotWithAlpha) {
  const ImagePtr canvas = RandomImage(31, 17, Kind::kCmyk, 1);
  const ImagePtr map = RandomImage(31, 17, Kind::kOpaque, 2);
  Exception exception;
  const ImagePtr before(CloneImage(canvas.get(), 0, 0, MagickTrue, exception));
  ASSERT_EQ(MagickPass, CompositeImage(canvas.get(), DisplaceCompositeOp, map.get(), 0, 0));
  EXPECT_EQ(CMYKColorspace, canvas->colorspace);
  for (long y = 0; y < 17; ++y)
    for (long x = 0; x < 31; ++x) {
      const double moved = Displacement(20.0, Intensity(At(map.get(), double(x), double(y))));
      const Interpolated due = Interpolate(before.get(), {double(x) + moved, double(y) + moved});
      const PixelPacket is = At(canvas.get(), double(x), double(y));
      ASSERT_NEAR(due.red, is.red, 1.01) << x << "," << y;
      ASSERT_NEAR(due.opacity, is.opacity, 1.01) << x << "," << y;
    }
  canvas->matte = MagickTrue;
  EXPECT_EQ(MagickFail, CompositeImage(canvas.get(), DisplaceCompositeOp, map.get(), 0, 0));
  EXPECT_EQ(OptionError, canvas->exception.severity);
}

}  // namespace
}  // namespace lodestone::test
