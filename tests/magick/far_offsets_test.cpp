// Offsets at the ends of their range: nothing overflows (the sanitizers look), and what lies
// outside of an image changes nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>

#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace test;

constexpr long kFar[] = {LONG_MIN,     LONG_MIN + 1, -(LONG_MAX / 8),
                         LONG_MAX / 8, LONG_MAX - 1, LONG_MAX};

// Calls body(x, y) with one or both of them far away.
template <class Body>
void WithFarOffsets(const Body& body) {
  for (const long far : kFar) {
    SCOPED_TRACE(far);
    body(far, 1);
    body(1, far);
    for (const long other : kFar) body(far, other);
  }
}

bool SamePixels(const std::vector<PixelPacket>& a, const std::vector<PixelPacket>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), SamePixel);
}

bool HasResultOrReason(const ImagePtr& image, const Exception& exception) {
  return image != nullptr || exception.severity() >= ErrorException;
}

TEST(FarOffsets, AnUpdateOutsideOfTheCanvasChangesNothing) {
  const ImagePtr update = RandomImage(5, 4, Kind::kMatte, 2);
  for (int i = OverCompositeOp; i <= HardMixCompositeOp; ++i) {
    const auto compose = static_cast<CompositeOperator>(i);
    if (compose == DisplaceCompositeOp) continue;
    const ImagePtr canvas = RandomImage(9, 7, Kind::kMatte, 1);
    const auto before = Pixels(canvas.get());
    WithFarOffsets(
        [&](long x, long y) { CompositeImage(canvas.get(), compose, update.get(), x, y); });
    EXPECT_TRUE(SamePixels(before, Pixels(canvas.get()))) << i;
  }
}

TEST(FarOffsets, RegionsOutsideOfTheImagesAreEmpty) {
  const ImagePtr update = RandomImage(5, 4, Kind::kMatte, 2);
  const ImagePtr canvas = RandomImage(9, 7, Kind::kMatte, 1);
  const auto before = Pixels(canvas.get());
  WithFarOffsets([&](long x, long y) {
    Exception of_canvas, of_update;
    CompositeImageRegion(OverCompositeOp, nullptr, 3, 3, update.get(), 0, 0, canvas.get(), x, y,
                         of_canvas);
    CompositeImageRegion(OverCompositeOp, nullptr, 3, 3, update.get(), x, y, canvas.get(), 0, 0,
                         of_update);
  });
  EXPECT_TRUE(SamePixels(before, Pixels(canvas.get())));
}

TEST(FarOffsets, RollingIsByTheRemainder) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 3);
  WithFarOffsets([&](long x, long y) {
    Exception exception;
    const ImagePtr far(RollImage(image.get(), x, y, exception));
    const ImagePtr near(RollImage(image.get(), x % 9, y % 7, exception));
    ASSERT_TRUE(far && near) << exception.text();
    EXPECT_TRUE(SamePixels(Pixels(far.get()), Pixels(near.get()))) << x << " " << y;
  });
}

TEST(FarOffsets, PartsThatAreNotThereAreErrors) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 4);
  WithFarOffsets([&](long x, long y) {
    for (const unsigned long size : {3ul, ULONG_MAX / 2, ULONG_MAX}) {
      const RectangleInfo part{size, size, x, y};
      for (const auto operation : {CropImage, ChopImage, ExtentImage}) {
        Exception exception;
        const ImagePtr result(operation(image.get(), &part, exception));
        EXPECT_TRUE(HasResultOrReason(result, exception)) << size;
      }
    }
  });
}

TEST(FarOffsets, PagesFarAway) {
  WithFarOffsets([](long x, long y) {
    ImagePtr first = RandomImage(9, 7, Kind::kMatte, 5);
    ImagePtr second = RandomImage(5, 4, Kind::kMatte, 6);
    first->page = {20, 20, 1, 1};
    second->page = {20, 20, x, y};
    Image* list = first.release();
    AppendImageToList(&list, second.release());
    const ImagePtr images(list);
    for (const auto operation : {FlattenImages, MosaicImages, CoalesceImages, DeconstructImages}) {
      Exception exception;
      const ImagePtr result(operation(images.get(), exception));
      EXPECT_TRUE(HasResultOrReason(result, exception));
    }
    const RectangleInfo part{3, 3, 1, 1};
    Exception exception;
    const ImagePtr cropped(CropImage(images->next, &part, exception));
    EXPECT_TRUE(HasResultOrReason(cropped, exception));
  });
}

TEST(FarOffsets, PixelsFarAwayAreVirtual) {
  const ImagePtr image = RandomImage(9, 7, Kind::kOpaque, 7);
  for (const VirtualPixelMethod method : {ConstantVirtualPixelMethod, EdgeVirtualPixelMethod,
                                          MirrorVirtualPixelMethod, TileVirtualPixelMethod}) {
    SetImageVirtualPixelMethod(image.get(), method);
    WithFarOffsets([&](long x, long y) {
      Exception exception;
      const bool given = AcquireImagePixels(image.get(), x, y, 2, 2, exception) != nullptr;
      EXPECT_TRUE(given || exception.severity() >= ErrorException);
    });
  }
}

}  // namespace
}  // namespace lodestone
