// MogrifyImage and MogrifyImages: options on images of the program.
#include "base/owner.hpp"
#include "magick/api.h"
#include "tests/support/test_image.hpp"
#include "tests/utilities/functions.hpp"

namespace lodestone::test {
namespace {

class MogrifyFunctionTest : public ::testing::Test {
 protected:
  MagickPassFail One(const Words& words, Image** image) {
    WordArray array(words);
    return MogrifyImage(info_.get(), array.count(), array.data(), image);
  }
  MagickPassFail All(const Words& words, Image** images) {
    WordArray array(words);
    return MogrifyImages(info_.get(), array.count(), array.data(), images);
  }
  static Image* NewImage(unsigned seed) { return RandomImage(6, 4, Kind::kOpaque, seed).release(); }
  static Image* NewList(unsigned length) {
    Image* images = nullptr;
    for (unsigned i = 0; i < length; ++i) AppendImageToList(&images, NewImage(i));
    return GetFirstImageInList(images);
  }

  Owner<ImageInfo, DestroyImageInfo> info_{CloneImageInfo(nullptr)};
};

TEST_F(MogrifyFunctionTest, AppliesOptionsInTheirOrder) {
  Image* image = NewImage(1);
  ASSERT_EQ(MagickPass, One({"-crop", "4x3+1+1", "-flip"}, &image));
  const ImagePtr result(image), original(NewImage(1));
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const RectangleInfo area{4, 3, 1, 1};
  const ImagePtr cropped(CropImage(original.get(), &area, &exception));
  const ImagePtr expected(FlipImage(cropped.get(), &exception));
  ExpectSameImage(expected.get(), result.get(), "crop and flip");
  DestroyExceptionInfo(&exception);
}

TEST_F(MogrifyFunctionTest, PassesOverOtherWords) {
  Image* image = NewImage(1);
  EXPECT_EQ(MagickPass, One({"word", "-", "+", "-frobnicate", "value", "-flip"}, &image));
  EXPECT_EQ(MagickFail, One({}, &image));
  const ImagePtr result(image);
}

TEST_F(MogrifyFunctionTest, WhatFailsChangesNothing) {
  Image* image = NewImage(1);
  EXPECT_EQ(MagickFail, One({"-shave", "40x40"}, &image));
  EXPECT_NE(UndefinedException, image->exception.severity);
  const ImagePtr same(image), original(NewImage(1));
  ExpectSameImage(original.get(), same.get(), "shaved too much");
  // The others are applied.
  image = NewImage(1);
  One({"-shave", "40x40", "-crop", "2x2+0+0"}, &image);
  const ImagePtr cropped(image);
  EXPECT_EQ(2u, cropped->columns);
  image = NewImage(1);
  EXPECT_EQ(MagickFail, One({"-resize"}, &image));
  EXPECT_EQ(OptionError, image->exception.severity);
  const ImagePtr incomplete(image);
}

TEST_F(MogrifyFunctionTest, StaysInItsList) {
  Image* images = NewList(3);
  Image* middle = images->next;
  ASSERT_EQ(MagickPass, One({"-crop", "2x2"}, &middle))  // in 6 tiles
      << TextOf(middle->exception.reason);
  EXPECT_EQ(8u, GetImageListLength(images));
  EXPECT_EQ(images->next, middle);
  EXPECT_EQ(images, middle->previous);
  EXPECT_EQ(2u, middle->columns);
  EXPECT_EQ(6u, GetLastImageInList(images)->columns);
  DestroyImageList(images);
}

TEST_F(MogrifyFunctionTest, AppliesToAllAndThenToTheList) {
  Image* images = NewList(3);
  Image* last = GetLastImageInList(images);
  EXPECT_EQ(MagickPass, All({"-crop", "4x4+0+0", "+append"}, &last));
  EXPECT_EQ(1u, GetImageListLength(last));
  EXPECT_EQ(12u, last->columns);
  DestroyImageList(last);
}

TEST_F(MogrifyFunctionTest, NumbersScenes) {
  Image* images = NewList(3);
  EXPECT_EQ(MagickPass, All({"-scene", "5"}, &images));
  EXPECT_EQ(5u, images->scene);
  EXPECT_EQ(7u, GetLastImageInList(images)->scene);
  EXPECT_EQ(MagickPass, All({}, &images));
  DestroyImageList(images);
}

TEST_F(MogrifyFunctionTest, HasNoInfluenceOnTheProcess) {
  const magick_int64_t pixels = GetMagickResourceLimit(PixelsResource);
  Image* image = NewImage(1);
  EXPECT_EQ(MagickPass, One({"-limit", "pixels", "1", "-flip"}, &image));
  EXPECT_EQ(pixels, GetMagickResourceLimit(PixelsResource));
  const ImagePtr result(image);
}

}  // namespace
}  // namespace lodestone::test
