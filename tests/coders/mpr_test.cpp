// MPR: images kept by the process.
#include <gmock/gmock.h>

#include <thread>

#include "magick/registry.h"
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

class MprTest : public ::testing::Test {
 protected:
  bool Keep(const ImageHandle& image, const std::string& name) {
    return WriteImages(Info().get(), image.get(), ("mpr:" + name).c_str(), exception_.get()) !=
           MagickFail;
  }
  Exception exception_;
};

TEST_F(MprTest, IsReadAsOftenAsWanted) {
  const ImageHandle image = MakeTestImage({31, 17, 16, true});
  SetImageAttribute(image.get(), "comment", "kept");
  ASSERT_TRUE(Keep(image, "often")) << exception_.Text();
  for (int i = 0; i < 2; ++i) {
    const ImageHandle again = Read("mpr:OFTEN", exception_);
    ASSERT_TRUE(again) << exception_.Text();
    EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
    EXPECT_EQ(Attribute(again.get(), "comment"), "kept");
    SetImage(again.get(), OpaqueOpacity);  // changes no other copy
  }
}

TEST_F(MprTest, IsReplacedByAnotherOfItsName) {
  const ImageHandle first = MakeTestImage({3, 3}), second = MakeTestImage({5, 4});
  ASSERT_TRUE(Keep(first, "one") && Keep(first, "other") && Keep(second, "one"));
  EXPECT_EQ(Read("mpr:one", exception_)->columns, 5u);
  EXPECT_EQ(Read("mpr:other", exception_)->columns, 3u);
}

TEST_F(MprTest, KeepsAllImagesOfAList) {
  ImageHandle images = MakeTestImage({3, 3});
  Image* list = images.get();
  AppendImageToList(&list, MakeTestImage({5, 4}).Release());
  images->scene = 7;
  ASSERT_TRUE(Keep(images, "list"));
  EXPECT_EQ(GetImageListLength(Read("mpr:list", exception_).get()), 2u);
  const ImageHandle second = Read("mpr:list[1]", exception_);
  ASSERT_TRUE(second) << exception_.Text();
  EXPECT_EQ(second->columns, 5u);
}

TEST_F(MprTest, IsReadByItsNumber) {
  const ImageHandle image = MakeTestImage({6, 5});
  const long id =
      SetMagickRegistry(ImageRegistryType, image.get(), sizeof(Image), exception_.get());
  const ImageHandle again = Read("mpri:" + std::to_string(id), exception_);
  ASSERT_TRUE(again) << exception_.Text();
  EXPECT_EQ(again->columns, 6u);
  EXPECT_TRUE(DeleteMagickRegistry(id));
}

TEST_F(MprTest, TellsWhatIsWrong) {
  const Info settings;
  const long id =
      SetMagickRegistry(ImageInfoRegistryType, settings.get(), sizeof(ImageInfo), exception_.get());
  const std::pair<std::string, const char*> cases[] = {
      {"mpr:nowhere", "Unable to locate image"},
      {"mpr:", "Unable to locate image"},
      {"mpri:4711", "Unable to locate image"},
      {"mpri:x", "A number of the registry is expected"},
      {"mpri:" + std::to_string(id), "It is no image that has this number"}};
  for (const auto& [name, why] : cases) {
    Exception exception;
    EXPECT_FALSE(Read(name, exception)) << name;
    EXPECT_THAT(exception.Text(), testing::HasSubstr(why)) << name;
  }
  EXPECT_TRUE(DeleteMagickRegistry(id));
  EXPECT_FALSE(Keep(MakeTestImage({2, 2}), ""));
  EXPECT_THAT(exception_.Text(), testing::HasSubstr("needs a name"));
}

TEST_F(MprTest, IsNoExtension) {
  const TemporaryFolder folder;
  const ImageHandle image = MakeTestImage({3, 3});
  MagickStrlCpy(image->magick, "SUN", MaxTextExtent);
  MagickStrlCpy(image->filename, folder.File("a.mpr").c_str(), MaxTextExtent);
  ASSERT_TRUE(WriteImage(Info().get(), image.get()));
  EXPECT_STREQ(image->magick, "SUN");
}

TEST_F(MprTest, OfOneNameIsOneImageWhateverThreadsWrite) {
  const ImageHandle image = MakeTestImage({8, 8});
  const auto write = [&] {
    Exception exception;
    const ImageHandle own(CloneImage(image.get(), 0, 0, MagickTrue, exception.get()));
    for (int i = 0; i < 200; ++i) {
      WriteImages(Info().get(), own.get(), "mpr:shared", exception.get());
      EXPECT_TRUE(Read("mpr:shared", exception)) << exception.Text();
    }
  };
  std::thread other(write);
  write();
  other.join();
  long id = -1;
  ImageHandle(GetImageFromMagickRegistry("shared", &id, exception_.get()));
  EXPECT_TRUE(DeleteMagickRegistry(id));
  EXPECT_FALSE(Read("mpr:shared", exception_));
}

}  // namespace
}  // namespace lodestone::coders::test
