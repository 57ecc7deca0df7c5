// Programs that read, resize and write: from blobs and files, with profiles and lists.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "tests/compat/clients.hpp"

namespace lodestone::compat {
namespace {

class ClientsFiles : public Clients {
 protected:
  void SetUp() override {
    directory_ =
        std::filesystem::temp_directory_path() / ("lodestone-clients-" + std::to_string(getpid()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override {
    Clients::TearDown();
    std::filesystem::remove_all(directory_);
  }
  std::string Path(const std::string& name) const { return directory_ / name; }

  ImagePtr FromBlob(const void* data, std::size_t length) {
    ImageInfoHolder info;
    return ImagePtr(BlobToImage(info, data, length, exception_));
  }
  ImagePtr Read(const std::string& path) {
    ImageInfoHolder info;
    std::strcpy(info->filename, path.c_str());
    return ImagePtr(ReadImage(info, exception_));
  }
  // Through a blob of that format.
  ImagePtr Through(const char* format, Image* image) {
    ImageInfoHolder info;
    std::strcpy(image->magick, format);
    std::size_t length = 0;
    void* blob = ImageToBlob(info, image, &length, exception_);
    EXPECT_NE(nullptr, blob) << format << exception_.text();
    if (!blob) return nullptr;
    ImagePtr result = FromBlob(blob, length);
    MagickFree(blob);
    EXPECT_TRUE(result) << format << exception_.text();
    return result;
  }

 private:
  std::filesystem::path directory_;
};

// The operations of a thumbnail server.
TEST_F(ClientsFiles, ReadBlobResizeWriteBlob) {
  const std::string ppm = RampPpm(64, 48);
  const ImagePtr image = FromBlob(ppm.data(), ppm.size());
  ASSERT_TRUE(image);
  EXPECT_EQ(64u, image->columns);
  EXPECT_EQ(48u, image->rows);
  EXPECT_STREQ("PPM", image->magick);
  const ImagePtr small(ResizeImage(image.get(), 16, 12, LanczosFilter, 1.0, exception_));
  ASSERT_TRUE(small);
  for (const char* format : {"PNG", "PPM", "JPEG"}) {
    const ImagePtr decoded = Through(format, small.get());
    ASSERT_TRUE(decoded);
    EXPECT_EQ(16u, decoded->columns);
    EXPECT_EQ(12u, decoded->rows);
    const auto expected = RgbBytes(small.get(), exception_);
    const auto actual = RgbBytes(decoded.get(), exception_);
    const int allowed = std::string(format) == "JPEG" ? 24 : 0;
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_NEAR(expected[i], actual[i], allowed) << format << " " << i;
  }
}

TEST_F(ClientsFiles, ReadFileCropWriteFile) {
  std::ofstream(Path("in.ppm"), std::ios::binary) << RampPpm(64, 48);
  const ImagePtr image = Read(Path("in.ppm"));
  ASSERT_TRUE(image);
  const RectangleInfo region{20, 10, 4, 8};
  const ImagePtr cropped(CropImage(image.get(), &region, exception_));
  ASSERT_TRUE(cropped);
  ImageInfoHolder info;
  std::strcpy(cropped->filename, Path("out.png").c_str());
  ASSERT_EQ(MagickPass, WriteImage(info, cropped.get()));
  const ImagePtr back = Read(Path("out.png"));
  ASSERT_TRUE(back);
  EXPECT_STREQ("PNG", back->magick);
  EXPECT_EQ(20u, back->columns);
  EXPECT_EQ(10u, back->rows);
  const PixelPacket expected = GetOnePixel(image.get(), 4 + 7, 8 + 3);
  EXPECT_TRUE(test::SamePixel(expected, GetOnePixel(back.get(), 7, 3)));
}

TEST_F(ClientsFiles, FilenamePrefixChoosesTheFormat) {
  const ImagePtr image = RampImage(5, 5, exception_);
  ImageInfoHolder info;
  std::strcpy(image->filename, ("PNG:" + Path("misnamed.jpg")).c_str());
  ASSERT_EQ(MagickPass, WriteImage(info, image.get()));
  const ImagePtr back = Read(Path("misnamed.jpg"));
  ASSERT_TRUE(back);
  EXPECT_STREQ("PNG", back->magick);
}

TEST_F(ClientsFiles, PingKnowsTheSize) {
  std::ofstream(Path("in.ppm"), std::ios::binary) << RampPpm(31, 17);
  ImageInfoHolder info;
  std::strcpy(info->filename, Path("in.ppm").c_str());
  const ImagePtr image(PingImage(info, exception_));
  ASSERT_TRUE(image);
  EXPECT_EQ(31u, image->columns);
  EXPECT_EQ(17u, image->rows);
  const std::string ppm = RampPpm(19, 23);
  ImageInfoHolder blob_info;
  const ImagePtr blob(PingBlob(blob_info, ppm.data(), ppm.size(), exception_));
  ASSERT_TRUE(blob);
  EXPECT_EQ(19u, blob->columns);
  EXPECT_EQ(23u, blob->rows);
}

// There are no pixels to look at, which is no error.
TEST_F(ClientsFiles, PingedImagesHaveATypeAndADepth) {
  ImageInfoHolder info;
  const ImagePtr written = RampImage(8, 4, exception_);
  std::strcpy(written->filename, Path("in.png").c_str());
  ASSERT_EQ(MagickPass, WriteImage(info, written.get()));
  std::strcpy(info->filename, Path("in.png").c_str());
  const ImagePtr image(PingImage(info, exception_));
  ASSERT_TRUE(image);
  EXPECT_NE(UndefinedType, GetImageType(image.get(), exception_));
  EXPECT_LE(IsMonochromeImage(image.get(), exception_), IsGrayImage(image.get(), exception_));
  EXPECT_LE(1u, GetImageDepth(image.get(), exception_));
  EXPECT_EQ(UndefinedException, exception_.severity());
}

TEST_F(ClientsFiles, MissingFileAndNonsense) {
  EXPECT_FALSE(Read(Path("missing.png")));
  EXPECT_EQ(FileOpenError, exception_.severity());
  EXPECT_NE(std::string::npos, exception_.text().find("missing.png")) << exception_.text();
  Exception other;
  ImageInfoHolder info;
  EXPECT_EQ(nullptr, BlobToImage(info, "nonsense", 8, other));
  EXPECT_GE(other.severity(), ErrorException);
}

TEST_F(ClientsFiles, ProfilesSurviveFiles) {
  const ImagePtr image = RampImage(16, 16, exception_);
  std::vector<unsigned char> profile(300);
  for (std::size_t i = 0; i < profile.size(); ++i) profile[i] = static_cast<unsigned char>(i * 7);
  // libpng and libjpeg check the size that an ICC profile states for itself.
  const unsigned char head[] = {0, 0, 1, 44};
  std::copy(head, head + 4, profile.begin());
  ASSERT_EQ(MagickPass, SetImageProfile(image.get(), "ICM", profile.data(), profile.size()));
  std::size_t length = 0;
  const unsigned char* kept = GetImageProfile(image.get(), "ICM", &length);
  ASSERT_NE(nullptr, kept);
  EXPECT_EQ(profile, std::vector<unsigned char>(kept, kept + length));
  const ImagePtr back = Through("JPEG", image.get());
  ASSERT_TRUE(back);
  kept = GetImageProfile(back.get(), "ICM", &length);
  ASSERT_NE(nullptr, kept);
  EXPECT_EQ(profile, std::vector<unsigned char>(kept, kept + length));
  EXPECT_EQ(MagickPass, DeleteImageProfile(back.get(), "ICM"));
  EXPECT_EQ(nullptr, GetImageProfile(back.get(), "ICM", &length));
}

TEST_F(ClientsFiles, ProfileIteration) {
  const ImagePtr image = RampImage(4, 4, exception_);
  const unsigned char data[] = {1, 2, 3, 4, 5};
  SetImageProfile(image.get(), "XMP", data, 5);
  SetImageProfile(image.get(), "8BIM", data, 3);
  ImageProfileIterator iterator = AllocateImageProfileIterator(image.get());
  const char* name;
  const unsigned char* profile;
  std::size_t length, total = 0;
  std::vector<std::string> names;
  while (NextImageProfile(iterator, &name, &profile, &length) == MagickPass) {
    names.emplace_back(name);
    total += length;
  }
  DeallocateImageProfileIterator(iterator);
  EXPECT_EQ(2u, names.size());
  EXPECT_EQ(8u, total);
  EXPECT_EQ(MagickPass, StripImage(image.get()));
  EXPECT_EQ(nullptr, GetImageProfile(image.get(), "XMP", &length));
}

TEST_F(ClientsFiles, CommentsSurviveFiles) {
  const ImagePtr image = RampImage(8, 8, exception_);
  ASSERT_EQ(MagickPass, SetImageAttribute(image.get(), "comment", "two words"));
  for (const char* format : {"JPEG", "PNG"}) {
    const ImagePtr back = Through(format, image.get());
    ASSERT_TRUE(back);
    const ImageAttribute* comment = GetImageAttribute(back.get(), "comment");
    ASSERT_NE(nullptr, comment) << format;
    EXPECT_STREQ("two words", comment->value) << format;
  }
}

TEST_F(ClientsFiles, CommentsAndLabelsHaveEscapes) {
  const ImagePtr image = RampImage(8, 4, exception_);
  for (const char* key : {"comment", "label", "Label2"}) {
    EXPECT_EQ(MagickFail, SetImageAttribute(image.get(), key, "")) << key;
    EXPECT_EQ(nullptr, GetImageAttribute(image.get(), key)) << key;
    EXPECT_EQ(MagickPass, SetImageAttribute(image.get(), key, "%wx%h, 100%%")) << key;
    const ImageAttribute* attribute = GetImageAttribute(image.get(), key);
    ASSERT_NE(nullptr, attribute) << key;
    EXPECT_STREQ("8x4, 100%", attribute->value) << key;
  }
  EXPECT_EQ(MagickPass, SetImageAttribute(image.get(), "words", "%w"));
  EXPECT_STREQ("%w", GetImageAttribute(image.get(), "words")->value);
}

TEST_F(ClientsFiles, SettingsOfImages) {
  ImageInfoHolder info;
  info->fuzz = 99;
  const ImagePtr image(AllocateImage(info));
  EXPECT_EQ(0.0, image->fuzz);
  EXPECT_EQ(UndefinedInterlace, image->interlace);
}

TEST_F(ClientsFiles, Lists) {
  Image* list = nullptr;
  for (unsigned size : {3u, 4u, 5u})
    AppendImageToList(&list, RampImage(size, 2, exception_).release());
  EXPECT_EQ(3u, GetImageListLength(list));
  list = GetFirstImageInList(list);
  Image* second = GetNextImageInList(list);
  ASSERT_NE(nullptr, second);
  EXPECT_EQ(4u, second->columns);
  EXPECT_EQ(list, GetPreviousImageInList(second));
  EXPECT_EQ(5u, GetImageFromList(list, 2)->columns);
  EXPECT_EQ(2, GetImageIndexInList(GetLastImageInList(list)));
  DeleteImageFromList(&second);
  list = GetFirstImageInList(second);
  EXPECT_EQ(2u, GetImageListLength(list));
  ReverseImageList(&list);
  EXPECT_EQ(5u, GetFirstImageInList(list)->columns);
  DestroyImageList(GetFirstImageInList(list));
}

TEST_F(ClientsFiles, ManyImagesInOneFile) {
  Image* list = nullptr;
  for (unsigned size : {3u, 4u, 5u})
    AppendImageToList(&list, RampImage(size, 2, exception_).release());
  list = GetFirstImageInList(list);
  const ImagePtr owner(list);
  for (Image* image = list; image; image = GetNextImageInList(image))
    std::strcpy(image->magick, "PPM");
  ImageInfoHolder info;
  std::strcpy(info->filename, Path("many.ppm").c_str());
  ASSERT_EQ(MagickPass, WriteImages(info, list, Path("many.ppm").c_str(), exception_));
  const ImagePtr back = Read(Path("many.ppm"));
  ASSERT_TRUE(back);
  ASSERT_EQ(3u, GetImageListLength(back.get()));
  EXPECT_EQ(5u, GetLastImageInList(back.get())->columns);
  const ImagePtr one = Read(Path("many.ppm[1]"));
  ASSERT_TRUE(one);
  EXPECT_EQ(1u, GetImageListLength(one.get()));
  EXPECT_EQ(4u, one->columns);
}

TEST_F(ClientsFiles, OpenStreamIsRead) {
  std::ofstream(Path("in.ppm"), std::ios::binary) << RampPpm(12, 9);
  FILE* file = std::fopen(Path("in.ppm").c_str(), "rb");
  ASSERT_NE(nullptr, file);
  ImageInfoHolder info;
  info->file = file;
  std::strcpy(info->filename, "stream.ppm");
  const ImagePtr image(ReadImage(info, exception_));
  std::fclose(file);
  ASSERT_TRUE(image);
  EXPECT_EQ(12u, image->columns);
}

}  // namespace
}  // namespace lodestone::compat
