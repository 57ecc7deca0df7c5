// Colours looked up in the cube of an image, against GraphicsMagick's rule restated in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "tests/magick/support.hpp"
#include "tests/support/event_recorder.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

using Cube = std::vector<PixelPacket>;

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

std::size_t SpecializedSizeOf(const Cube& cube) {
  return static_cast<std::size_t>(std::lround(std::cbrt(static_cast<double>(cube.size()))));
}

struct Along {
  std::size_t corner;
  double part;
};
Along AlongEdge(Quantum sample, std::size_t side) {
  const double place = sample / MaxRGBDouble * static_cast<double>(side - 1);
  const std::size_t corner = std::min(static_cast<std::size_t>(place), side - 2);
  return {corner, place - static_cast<double>(corner)};
}

Quantum Expected(const Cube& cube, const PixelPacket& pixel, Quantum PixelPacket::*sample) {
  const std::size_t side = SpecializedSizeOf(cube);
  const Along along[] = {AlongEdge(pixel.red, side), AlongEdge(pixel.green, side),
                         AlongEdge(pixel.blue, side)};
  double sum = 0.0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    double weight = 1.0;
    std::size_t index = 0;
    for (unsigned axis = 3; axis-- > 0;) {
      const unsigned next = corner >> axis & 1u;
      weight *= next ? along[axis].part : 1.0 - along[axis].part;
      index = index * side + along[axis].corner + next;
    }
    sum += weight * cube[index].*sample;
  }
  return static_cast<Quantum>(sum + 0.5);
}

void ExpectLookedUp(const Cube& cube, const std::vector<PixelPacket>& before, const Image* after,
                    const std::string& what) {
  const auto pixels = Pixels(after);
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(Expected(cube, before[i], &PixelPacket::red), pixels[i].red) << what << " " << i;
    ASSERT_EQ(Expected(cube, before[i], &PixelPacket::green), pixels[i].green) << what << " " << i;
    ASSERT_EQ(Expected(cube, before[i], &PixelPacket::blue), pixels[i].blue) << what << " " << i;
    ASSERT_EQ(before[i].opacity, pixels[i].opacity) << what << " " << i;
  }
}

TEST(HaldClut, EveryKindAndSize) {
  unsigned seed = 0;
  for (const Kind kind : {Kind::kOpaque, Kind::kMatte, Kind::kPalette, Kind::kPaletteMatte})
    for (const unsigned long side : kSizes) {
      const unsigned long level = 2 + seed % 3, edge = level * level * level;
      const Kind clut_kind = seed % 4 == 1 ? Kind::kMatte : Kind::kOpaque;
      const ImagePtr clut = RandomImage(edge, edge, clut_kind, seed);
      const ImagePtr image = RandomImage(side, kSizes[seed % 8], kind, seed + 1000);
      ++seed;
      const auto before = Pixels(image.get());
      EventRecorder recorder;
      ASSERT_EQ(MagickPass, HaldClutImage(image.get(), clut.get()));
      const bool palette = image->storage_class == PseudoClass;
      ASSERT_EQ(palette ? 0u : 1u, recorder.operations().size()) << KindName(kind);
      for (const auto& event : recorder.operations()) EXPECT_EQ("hald-clut", event.operation);
      ExpectLookedUp(Pixels(clut.get()), before, image.get(), KindName(kind));
    }
}

TEST(HaldClut, TheIdentityChangesNothing) {
  constexpr unsigned kSide = 9, kEdge = 27;
  const ImagePtr clut = RandomImage(kEdge, kEdge, Kind::kOpaque, 1);
  PixelPacket* pixel = GetImagePixels(clut.get(), 0, 0, kEdge, kEdge);
  const auto at = [](unsigned corner) {
    return static_cast<Quantum>(corner * MaxRGB / (kSide - 1));
  };
  for (unsigned i = 0; i < kEdge * kEdge; ++i, ++pixel) {
    pixel->red = at(i % kSide);
    pixel->green = at(i / kSide % kSide);
    pixel->blue = at(i / kSide / kSide);
  }
  ASSERT_EQ(MagickPass, SyncImagePixels(clut.get()));
  const ImagePtr image = RandomImage(255, 17, Kind::kMatte, 2);
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, HaldClutImage(image.get(), clut.get()));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_NEAR(before[i].red, after[i].red, 1) << i;  // corners are whole numbers
    ASSERT_NEAR(before[i].green, after[i].green, 1) << i;
    ASSERT_NEAR(before[i].blue, after[i].blue, 1) << i;
  }
}

TEST(HaldClut, AnImageMayBeItsOwnCube) {
  const ImagePtr image = RandomImage(27, 27, Kind::kOpaque, 3);
  const auto before = Pixels(image.get());
  ASSERT_EQ(MagickPass, HaldClutImage(image.get(), image.get()));
  ExpectLookedUp(before, before, image.get(), "itself");
}

TEST(HaldClut, GreyImagesStayGreyInGreyCubes) {
  for (const bool coloured : {false, true}) {
    const ImagePtr clut = coloured ? RandomImage(27, 27, Kind::kOpaque, 4) : RandomGrey(27, 27, 4);
    const ImagePtr image = RandomGrey(255, 17, 5);
    const auto before = Pixels(RandomGrey(255, 17, 5).get());
    EventRecorder recorder;
    ASSERT_EQ(MagickPass, HaldClutImage(image.get(), clut.get()));
    ASSERT_EQ(1u, recorder.operations().size());
    EXPECT_EQ("hald-clut", recorder.operations()[0].operation);
    EXPECT_EQ(!coloured, HasGreyPixels(image.get()));
    EXPECT_EQ(!coloured, image->is_grayscale != MagickFalse);
    ExpectLookedUp(Pixels(clut.get()), before, image.get(), coloured ? "colours" : "grey");
  }
}

TEST(HaldClut, InksBecomeColoursFirst) {
  const ImagePtr clut = RandomImage(8, 8, Kind::kOpaque, 6);
  const ImagePtr image = RandomImage(31, 7, Kind::kCmyk, 7);
  const ImagePtr rgb = RandomImage(31, 7, Kind::kCmyk, 7);
  ASSERT_EQ(MagickPass, TransformColorspace(rgb.get(), RGBColorspace));
  ASSERT_EQ(MagickPass, HaldClutImage(rgb.get(), clut.get()));
  ASSERT_EQ(MagickPass, HaldClutImage(image.get(), clut.get()));
  EXPECT_EQ(RGBColorspace, image->colorspace);
  ExpectSameImage(rgb.get(), image.get(), "cmyk");
}

TEST(HaldClut, OtherImagesAreNoCubes) {
  const ImagePtr image = RandomImage(7, 3, Kind::kOpaque, 8);
  const auto before = Pixels(image.get());
  for (const auto& [columns, rows] :
       {std::pair<unsigned long, unsigned long>{8, 27}, {1, 1}, {9, 9}, {64, 63}}) {
    const ImagePtr clut = RandomImage(columns, rows, Kind::kOpaque, 9);
    EXPECT_EQ(MagickFail, HaldClutImage(image.get(), clut.get()));
    EXPECT_EQ(OptionError, image->exception.severity);
    EXPECT_STREQ("hald clut image dimensions are invalid", image->exception.reason);
  }
  EXPECT_EQ(MagickFail, HaldClutImage(nullptr, image.get()));
  EXPECT_EQ(MagickFail, HaldClutImage(image.get(), nullptr));
  EXPECT_EQ(
      0, std::memcmp(before.data(), Pixels(image.get()).data(), before.size() * sizeof before[0]));
}

}  // namespace
}  // namespace lodestone::test
