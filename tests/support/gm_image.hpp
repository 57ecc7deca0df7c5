// Converts our images for GraphicsMagick, and back for comparison.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <string>

#include "tests/support/gm_library.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone::test {

struct GmImageDeleter {
  void operator()(Image* image) const { GM(DestroyImageList)(image); }
};
using GmImagePtr = std::unique_ptr<Image, GmImageDeleter>;

// A copy of the image, owned by GraphicsMagick's library.
inline GmImagePtr ToGm(const Image* image) {
  GmImagePtr copy(GM(AllocateImage)(nullptr));
  copy->columns = image->columns;
  copy->rows = image->rows;
  copy->matte = image->matte;
  copy->colorspace = image->colorspace;
  copy->page = image->page;
  copy->fuzz = image->fuzz;
  copy->gravity = image->gravity;
  copy->compose = image->compose;
  copy->background_color = image->background_color;
  copy->border_color = image->border_color;
  copy->matte_color = image->matte_color;
  if (image->storage_class == PseudoClass) {
    GM(AllocateImageColormap)(copy.get(), image->colors);
    std::copy_n(image->colormap, image->colors, copy->colormap);
  }
  PixelPacket* pixels =
      GM(SetImagePixels)(copy.get(), 0, 0, static_cast<unsigned long>(copy->columns), copy->rows);
  const auto ours = Pixels(image);
  std::copy(ours.begin(), ours.end(), pixels);
  const auto indexes = Indexes(image);
  if (!indexes.empty()) {
    std::copy(indexes.begin(), indexes.end(), GM(AccessMutableIndexes)(copy.get()));
  }
  GM(SyncImagePixels)(copy.get());
  return copy;
}

// No sample differs by more than `steps`.
inline bool CloseSamples(const PixelPacket& a, const PixelPacket& b, int steps) {
  const auto close = [=](Quantum x, Quantum y) { return std::abs(int{x} - int{y}) <= steps; };
  return close(a.red, b.red) && close(a.green, b.green) && close(a.blue, b.blue) &&
         close(a.opacity, b.opacity);
}

// The pixels of two images of one size that differ.
inline std::size_t CountDifferences(const Image* theirs, const Image* ours) {
  ExceptionInfo exception;
  GM(GetExceptionInfo)(&exception);
  const PixelPacket* expected =
      GM(AcquireImagePixels)(theirs, 0, 0, theirs->columns, theirs->rows, &exception);
  const auto actual = Pixels(ours);
  std::size_t count = 0;
  for (std::size_t i = 0; i < actual.size(); i++)
    if (!CloseSamples(expected[i], actual[i], 1)) ++count;
  return count;
}

// Size and class agree, and every sample within `steps`.
inline void ExpectSameAsGm(const Image* theirs, const Image* ours, const std::string& what,
                           int steps = 0) {
  ASSERT_NE(nullptr, theirs) << what;
  ASSERT_NE(nullptr, ours) << what;
  ASSERT_EQ(theirs->columns, ours->columns) << what;
  ASSERT_EQ(theirs->rows, ours->rows) << what;
  EXPECT_EQ(theirs->storage_class, ours->storage_class) << what;
  ExceptionInfo exception;
  GM(GetExceptionInfo)(&exception);
  const PixelPacket* expected =
      GM(AcquireImagePixels)(theirs, 0, 0, theirs->columns, theirs->rows, &exception);
  ASSERT_NE(nullptr, expected) << what;
  const auto actual = Pixels(ours);
  for (std::size_t i = 0; i < actual.size(); i++) {
    ASSERT_TRUE(CloseSamples(expected[i], actual[i], steps))
        << what << ": pixel " << i % ours->columns << "," << i / ours->columns << ": "
        << expected[i].red << " " << expected[i].green << " " << expected[i].blue << " "
        << expected[i].opacity << " there, " << actual[i].red << " " << actual[i].green << " "
        << actual[i].blue << " " << actual[i].opacity << " here";
  }
  const auto indexes = Indexes(ours);
  if (indexes.empty()) return;
  const IndexPacket* expected_indexes = GM(AccessImmutableIndexes)(theirs);
  ASSERT_NE(nullptr, expected_indexes) << what;
  EXPECT_TRUE(std::equal(indexes.begin(), indexes.end(), expected_indexes)) << what;
}

}  // namespace lodestone::test
