#include "magick/list.h"

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

// Images whose scenes count from `first`, linked; returns the first of them.
Image* MakeList(unsigned long first, int length) {
  Image* list = nullptr;
  for (int i = 0; i < length; ++i) {
    Image* image = AllocateImage(nullptr);
    image->scene = first + static_cast<unsigned long>(i);
    AppendImageToList(&list, image);
  }
  return GetFirstImageInList(list);
}

// "2: 0 1 2 3": scene of the current image, then those of the whole list.
std::string Show(const Image* images) {
  if (images == nullptr) return "none";
  std::string text = std::to_string(images->scene) + ":";
  const Image* before = nullptr;
  for (const Image* image = GetFirstImageInList(images); image != nullptr; image = image->next) {
    EXPECT_EQ(image->previous, before);
    before = image;
    text += " " + std::to_string(image->scene);
  }
  return text;
}

// A list of four whose current image is number `at`.
class ImageListTest : public ::testing::Test {
 protected:
  void Start(int at) {
    DestroyImageList(list_);
    list_ = GetImageFromList(MakeList(0, 4), at);
  }
  void TearDown() override { DestroyImageList(list_); }
  Image* list_ = nullptr;
};

TEST_F(ImageListTest, AppendMovesToTheAppended) {
  Start(1);
  AppendImageToList(&list_, MakeList(10, 2));
  EXPECT_EQ(Show(list_), "10: 0 1 2 3 10 11");
}

TEST_F(ImageListTest, PrependStays) {
  Start(0);
  PrependImageToList(&list_, MakeList(10, 2));
  EXPECT_EQ(Show(list_), "0: 10 11 0 1 2 3");
  Image* none = nullptr;
  PrependImageToList(&none, MakeList(1, 1));
  EXPECT_EQ(Show(none), "1: 1");
  DestroyImageList(none);
}

TEST_F(ImageListTest, InsertMovesBehindTheInserted) {
  Start(1);
  InsertImageInList(&list_, MakeList(10, 2));
  EXPECT_EQ(Show(list_), "2: 0 1 10 11 2 3");
  Start(3);
  InsertImageInList(&list_, MakeList(10, 2));
  EXPECT_EQ(Show(list_), "10: 0 1 2 3 10 11");
}

TEST_F(ImageListTest, DeleteMovesToTheNextOrPrevious) {
  const char* expected[] = {"1: 1 2 3", "2: 0 2 3", "3: 0 1 3", "2: 0 1 2"};
  for (int at = 0; at < 4; ++at) {
    Start(at);
    DeleteImageFromList(&list_);
    EXPECT_EQ(Show(list_), expected[at]);
  }
}

TEST_F(ImageListTest, Replace) {
  Start(2);
  ReplaceImageInList(&list_, MakeList(10, 1));
  EXPECT_EQ(Show(list_), "10: 0 1 10 3");
}

TEST_F(ImageListTest, RemoveAtTheEnds) {
  Start(0);
  Image* first = RemoveFirstImageFromList(&list_);
  EXPECT_EQ(Show(first), "0: 0");
  EXPECT_EQ(Show(list_), "1: 1 2 3");
  Image* last = RemoveLastImageFromList(&list_);
  EXPECT_EQ(Show(last), "3: 3");
  EXPECT_EQ(Show(list_), "1: 1 2");
  DestroyImage(first);
  DestroyImage(last);
}

TEST_F(ImageListTest, Reverse) {
  Start(2);
  ReverseImageList(&list_);
  EXPECT_EQ(Show(list_), "3: 3 2 1 0");
}

TEST_F(ImageListTest, Split) {
  Start(1);
  Image* rest = SplitImageList(list_);
  EXPECT_EQ(Show(list_), "1: 0 1");
  EXPECT_EQ(Show(rest), "2: 2 3");
  EXPECT_EQ(SplitImageList(rest->next), nullptr);
  DestroyImageList(rest);
}

TEST_F(ImageListTest, SpliceReplacesWhatFollows) {
  const char* expected[] = {"2: 0 1 10 11 2 3", "3: 0 1 10 11 3", "10: 0 1 10 11", "10: 0 1 10 11"};
  for (unsigned long length = 0; length < 4; ++length) {
    Start(1);
    SpliceImageIntoList(&list_, length, MakeList(10, 2));
    EXPECT_EQ(Show(list_), expected[length]);
  }
}

TEST_F(ImageListTest, Ask) {
  Start(2);
  Exception exception;
  EXPECT_EQ(GetImageListLength(list_), 4u);
  EXPECT_EQ(GetImageIndexInList(list_), 2);
  EXPECT_EQ(GetFirstImageInList(list_)->scene, 0u);
  EXPECT_EQ(GetLastImageInList(list_)->scene, 3u);
  EXPECT_EQ(GetPreviousImageInList(list_)->scene, 1u);
  EXPECT_EQ(GetNextImageInList(list_)->scene, 3u);
  EXPECT_EQ(GetImageFromList(list_, 4), nullptr);
  EXPECT_EQ(GetImageFromList(list_, -1), nullptr);
  Image** array = ImageListToArray(list_, exception);
  EXPECT_EQ(array[3]->scene, 3u);
  EXPECT_EQ(array[4], nullptr);
  MagickFree(array);
  Image* clones = CloneImageList(list_, exception);
  EXPECT_EQ(Show(clones), "0: 0 1 2 3");
  DestroyImageList(clones);
}

TEST(ImageList, EmptyListsAreFine) {
  EXPECT_EQ(NewImageList(), nullptr);
  EXPECT_EQ(GetImageListLength(nullptr), 0u);
  EXPECT_EQ(GetFirstImageInList(nullptr), nullptr);
  EXPECT_EQ(CloneImageList(nullptr, nullptr), nullptr);
  Image* none = nullptr;
  DeleteImageFromList(&none);
  EXPECT_EQ(RemoveFirstImageFromList(&none), nullptr);
  DestroyImageList(nullptr);
}

TEST(AllocateNextImage, LinksAndSharesTheFile) {
  const ImagePtr image(AllocateImage(nullptr));
  image->scene = 4;
  AllocateNextImage(nullptr, image.get());
  ASSERT_NE(image->next, nullptr);
  EXPECT_EQ(image->next->previous, image.get());
  EXPECT_EQ(image->next->scene, 5u);
  EXPECT_EQ(image->next->blob, image->blob);
  EXPECT_EQ(SyncNextImageInList(image.get()), image->next);
}

}  // namespace
}  // namespace lodestone::test
