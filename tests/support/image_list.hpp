// Lists of images, ours and GraphicsMagick's.
#pragma once

#include <utility>
#include <vector>

#include "tests/support/gm_image.hpp"

namespace lodestone::test {

// The first of a list of them.
inline ImagePtr ListOf(std::vector<ImagePtr> images) {
  Image* list = nullptr;
  for (ImagePtr& image : images) AppendImageToList(&list, image.release());
  return ImagePtr(GetFirstImageInList(list));
}

inline GmImagePtr ToGmList(const Image* images) {
  Image* list = nullptr;
  for (const Image* image = images; image; image = image->next) {
    Image* const copy = ToGm(image).release();
    copy->dispose = image->dispose;
    copy->delay = image->delay;
    copy->start_loop = image->start_loop;
    copy->offset = image->offset;
    GM(AppendImageToList)(&list, copy);
  }
  return GmImagePtr(GM(GetFirstImageInList)(list));
}

inline void ExpectSamePage(const RectangleInfo& expected, const RectangleInfo& actual,
                           const std::string& what) {
  EXPECT_EQ(expected.x, actual.x) << what;
  EXPECT_EQ(expected.y, actual.y) << what;
  EXPECT_EQ(expected.width, actual.width) << what;
  EXPECT_EQ(expected.height, actual.height) << what;
}

// Every image, with its page, alpha and colour space.
inline void ExpectSameListAsGm(const Image* theirs, const Image* ours, const std::string& what,
                               int steps) {
  ASSERT_EQ(theirs == nullptr, ours == nullptr) << what;
  for (; theirs && ours; theirs = theirs->next, ours = ours->next) {
    ExpectSameAsGm(theirs, ours, what, steps);
    if (testing::Test::HasFatalFailure()) return;
    EXPECT_EQ(theirs->matte, ours->matte) << what;
    EXPECT_EQ(theirs->colorspace, ours->colorspace) << what;
    EXPECT_EQ(theirs->delay, ours->delay) << what;
    ExpectSamePage(theirs->page, ours->page, what);
  }
  EXPECT_EQ(nullptr, theirs) << what << ": GraphicsMagick's list is longer";
  EXPECT_EQ(nullptr, ours) << what << ": the list is too long";
}

}  // namespace lodestone::test
