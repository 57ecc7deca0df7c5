// Images and other objects by number.
#include "magick/registry.h"

#include <cstddef>
#include <set>
#include <thread>

#include "config.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

class MagickRegistry : public testing::Test {
 protected:
  MagickRegistry() { DestroyMagick(); }
  ~MagickRegistry() override { DestroyMagick(); }
  template <class T>
  T* Get(long id) {
    return static_cast<T*>(GetMagickRegistry(id, &type_, &length_, exception_));
  }
  Exception exception_;
  RegistryType type_ = UndefinedRegistryType;
  size_t length_ = 0;
};

TEST_F(MagickRegistry, KeepsCopies) {
  ImagePtr image = RandomImage(7, 3, Kind::kPalette, 1);
  const ImagePtr same(CloneImage(image.get(), 0, 0, MagickTrue, exception_));
  EXPECT_EQ(0, SetMagickRegistry(ImageRegistryType, image.get(), sizeof(Image), exception_));
  image.reset();
  const ImagePtr first(Get<Image>(0)), second(Get<Image>(0));
  ASSERT_NE(nullptr, first) << exception_.text();
  EXPECT_NE(first, second);
  EXPECT_EQ(ImageRegistryType, type_);
  EXPECT_EQ(sizeof(Image), length_);
  ExpectSameImage(same.get(), first.get(), "registered");
}

// Programs compiled for GraphicsMagick know a shorter structure.
TEST_F(MagickRegistry, TakesImagesOfGraphicsMagicksSize) {
  const ImagePtr image = RandomImage(2, 2, Kind::kOpaque, 1);
  const size_t shorter = offsetof(Image, signature) + sizeof(image->signature);
  EXPECT_EQ(0, SetMagickRegistry(ImageRegistryType, image.get(), shorter, exception_));
  EXPECT_EQ(-1, SetMagickRegistry(ImageRegistryType, image.get(), shorter - 1, exception_));
  EXPECT_EQ(RegistryError, exception_.severity());
}

TEST_F(MagickRegistry, KeepsSettingsAndBytes) {
  const ImageInfoPtr info = NewInfo("name");
  EXPECT_EQ(0, SetMagickRegistry(ImageInfoRegistryType, info.get(), sizeof(ImageInfo), exception_));
  EXPECT_EQ(1, SetMagickRegistry(UndefinedRegistryType, "bytes", 6, exception_));
  const ImageInfoPtr copy(Get<ImageInfo>(0));
  EXPECT_STREQ("name", copy->filename);
  char* bytes = Get<char>(1);
  EXPECT_STREQ("bytes", bytes);
  EXPECT_EQ(6u, length_);
  MagickFree(bytes);
  EXPECT_EQ(MagickPass, DeleteMagickRegistry(1));
  EXPECT_EQ(unsigned(MagickFail), DeleteMagickRegistry(1));
  EXPECT_EQ(nullptr, Get<char>(1));
  EXPECT_EQ(RegistryError, exception_.severity());
  EXPECT_EQ(2, SetMagickRegistry(UndefinedRegistryType, "more", 5, exception_));
}

TEST_F(MagickRegistry, FindsImagesByName) {
  const ImagePtr image = RandomImage(2, 2, Kind::kOpaque, 1);
  SetMagickRegistry(UndefinedRegistryType, "bytes", 6, exception_);
  SetMagickRegistry(ImageRegistryType, image.get(), sizeof(Image), exception_);
  long id = -2;
  EXPECT_NE(nullptr, ImagePtr(GetImageFromMagickRegistry("TEST", &id, exception_)));
  EXPECT_EQ(1, id);
  EXPECT_EQ(nullptr, GetImageFromMagickRegistry("other", &id, exception_));
  EXPECT_EQ(-1, id);
  EXPECT_EQ("Unable to locate image (other)", exception_.text());
  EXPECT_EQ(nullptr, GetImageFromMagickRegistry("other", nullptr, exception_));
}

TEST_F(MagickRegistry, RefusesWhatIsMissing) {
  for (const RegistryType type :
       {UndefinedRegistryType, ImageRegistryType, ImageInfoRegistryType}) {
    EXPECT_EQ(-1, SetMagickRegistry(type, nullptr, 0, exception_));
    EXPECT_EQ(-1, SetMagickRegistry(type, nullptr, sizeof(Image), exception_));
  }
  EXPECT_EQ(nullptr, GetMagickRegistry(-1, nullptr, nullptr, exception_));
}

// The sanitizer ends the program instead.
#ifndef LS_WITH_ASAN
TEST_F(MagickRegistry, RefusesMoreBytesThanThereIsMemory) {
  const char byte = 1;
  Exception huge;
  EXPECT_EQ(-1, SetMagickRegistry(UndefinedRegistryType, &byte, SIZE_MAX - 4096, huge));
  EXPECT_EQ(ResourceLimitError, huge.severity());
}
#endif

TEST_F(MagickRegistry, GivesEveryThreadItsOwnNumbers) {
  std::vector<std::thread> threads;
  std::vector<long> ids(400);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&ids, i] {
      Exception exception;
      for (int k = 0; k < 100; ++k)
        ids[i * 100 + k] = SetMagickRegistry(UndefinedRegistryType, &k, sizeof k, exception);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(400u, std::set<long>(ids.begin(), ids.end()).size());
  for (int i = 0; i < 400; ++i) {
    int* number = Get<int>(ids[i]);
    EXPECT_EQ(i % 100, *number);
    MagickFree(number);
  }
}

}  // namespace
}  // namespace lodestone::test
