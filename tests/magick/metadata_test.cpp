// Metadata of images and settings: attributes, profiles, definitions.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

#include "magick/core/metadata/metadata.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace test;
using Bytes = std::vector<unsigned char>;

std::string Attribute(const Image* image, const char* key) {
  const ImageAttribute* attribute = GetImageAttribute(image, key);
  return attribute == nullptr ? "(none)" : attribute->value;
}

TEST(AttributeTest, SetAppendsAndNullRemoves) {
  const ImagePtr image = BlankImage(1, 1);
  EXPECT_EQ(MagickPass, SetImageAttribute(image.get(), "Comment", "one"));
  EXPECT_EQ(MagickPass, SetImageAttribute(image.get(), "comment", " two"));
  EXPECT_EQ("one two", Attribute(image.get(), "COMMENT"));
  EXPECT_EQ(7U, GetImageAttribute(image.get(), "comment")->length);
  SetImageAttribute(image.get(), "label", "x");
  const ImageAttribute* first = GetImageAttribute(image.get(), nullptr);
  ASSERT_NE(nullptr, first);
  EXPECT_STREQ("Comment", first->key);
  ASSERT_NE(nullptr, first->next);
  EXPECT_STREQ("label", first->next->key);
  EXPECT_EQ(MagickPass, SetImageAttribute(image.get(), "comment", nullptr));
  EXPECT_EQ(MagickFail, SetImageAttribute(image.get(), "comment", nullptr));
  EXPECT_EQ(nullptr, GetImageAttribute(image.get(), "comment"));
  EXPECT_EQ(MagickFail, SetImageAttribute(image.get(), "", "x"));
}

TEST(AttributeTest, PatternsGatherLines) {
  const ImagePtr image = BlankImage(1, 1);
  SetImageAttribute(image.get(), "jpeg:quality", "90");
  SetImageAttribute(image.get(), "jpeg:size", "big");
  EXPECT_EQ("jpeg:quality=90\njpeg:size=big", Attribute(image.get(), "jpeg:*"));
  EXPECT_EQ("(none)", Attribute(image.get(), "png:*"));
}

TEST(AttributeTest, ClonesHaveTheirOwn) {
  const ImagePtr image = BlankImage(1, 1);
  SetImageAttribute(image.get(), "comment", "text");
  const ImagePtr clone = BlankImage(1, 1);
  EXPECT_EQ(MagickPass, CloneImageAttributes(clone.get(), image.get()));
  DestroyImageAttributes(image.get());
  EXPECT_EQ(nullptr, GetImageAttribute(image.get(), nullptr));
  EXPECT_EQ("text", Attribute(clone.get(), "comment"));
}

std::string Names(const Image* image) {
  std::string names;
  ImageProfileIterator iterator = AllocateImageProfileIterator(image);
  const char* name = nullptr;
  const unsigned char* bytes = nullptr;
  size_t length = 0;
  while (NextImageProfile(iterator, &name, &bytes, &length) == MagickPass) {
    names += std::string(name) + "(" + std::to_string(length) + ")";
  }
  DeallocateImageProfileIterator(iterator);
  return names;
}

constexpr unsigned char kData[] = {1, 2, 3, 4, 5, 6, 7, 8};

class ProfileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    image_ = BlankImage(1, 1);
    for (const char* name : {"ICM", "EXIF", "XMP", "IPTC"}) {
      ASSERT_EQ(MagickPass, SetImageProfile(image_.get(), name, kData, 4));
    }
  }
  ImagePtr image_;
};

TEST_F(ProfileTest, SetGetDelete) {
  EXPECT_EQ("ICM(4)EXIF(4)XMP(4)IPTC(4)", Names(image_.get()));
  size_t length = 9;
  const unsigned char* bytes = GetImageProfile(image_.get(), "icc", &length);
  ASSERT_NE(nullptr, bytes) << "another name for ICM";
  EXPECT_EQ(4U, length);
  EXPECT_NE(kData, bytes);
  EXPECT_EQ(0, std::memcmp(kData, bytes, 4));
  EXPECT_NE(nullptr, GetImageProfile(image_.get(), "8BIM", &length));
  EXPECT_EQ(nullptr, GetImageProfile(image_.get(), "none", &length));
  EXPECT_EQ(0U, length);
  EXPECT_EQ(MagickPass, SetImageProfile(image_.get(), "EXIF", nullptr, 0));
  EXPECT_EQ(MagickFail, DeleteImageProfile(image_.get(), "EXIF"));
  EXPECT_EQ(MagickPass, AppendImageProfile(image_.get(), "xmp", kData, 8));
  EXPECT_EQ(MagickPass, AppendImageProfile(image_.get(), "new", kData, 8));
  EXPECT_EQ("ICM(4)xmp(12)IPTC(4)new(8)", Names(image_.get()));
}

TEST_F(ProfileTest, PatternsRemove) {
  EXPECT_EQ(MagickPass, ProfileImage(image_.get(), "x*", nullptr, 0, MagickFalse));
  EXPECT_EQ("ICM(4)EXIF(4)IPTC(4)", Names(image_.get()));
  EXPECT_EQ(MagickPass, ProfileImage(image_.get(), "!exif,*", nullptr, 0, MagickFalse));
  EXPECT_EQ("EXIF(4)", Names(image_.get()));
  EXPECT_EQ(MagickPass, ProfileImage(image_.get(), "*", nullptr, 0, MagickFalse));
  EXPECT_EQ("", Names(image_.get()));
  EXPECT_EQ(MagickPass, ProfileImage(image_.get(), "*", nullptr, 0, MagickFalse));
}

TEST_F(ProfileTest, ConversionFromNoProfileIsRefused) {
  Bytes other(kData, kData + 8);
  EXPECT_EQ(MagickFail, ProfileImage(image_.get(), "ICC", other.data(), 8, MagickTrue));
  // Without lcms2 it is the library that is missing, else a profile that it can open.
  const ExceptionType severity = image_->exception.severity;
  EXPECT_TRUE(severity == ResourceLimitError || severity == MissingDelegateError) << severity;
  EXPECT_EQ(MagickPass, ProfileImage(image_.get(), "ICC", other.data(), 4, MagickTrue)) << "same";
  void* handed_over = MagickMalloc(8);
  std::memcpy(handed_over, kData, 8);
  EXPECT_EQ(MagickPass, ProfileImage(image_.get(), "xmp", static_cast<unsigned char*>(handed_over),
                                     8, MagickFalse));
  EXPECT_EQ("ICM(4)EXIF(4)xmp(8)IPTC(4)", Names(image_.get()));
}

TEST_F(ProfileTest, ClonesShareUntilChanged) {
  Image clone{};
  ASSERT_TRUE(CloneProfiles(*image_, &clone));
  size_t length = 0;
  EXPECT_EQ(GetImageProfile(image_.get(), "ICM", &length), GetImageProfile(&clone, "ICM", &length));
  DeleteImageProfile(image_.get(), "ICM");
  EXPECT_EQ("ICM(4)EXIF(4)XMP(4)IPTC(4)", Names(&clone));
  DestroyProfiles(&clone);
  EXPECT_EQ(nullptr, AllocateImageProfileIterator(&clone));
}

TEST_F(ProfileTest, TooLargeIsRefused) {
  EXPECT_EQ(MagickFail, SetImageProfile(image_.get(), "big", kData, SIZE_MAX - 4096));
  EXPECT_EQ(ResourceLimitError, image_->exception.severity);
}

TEST_F(ProfileTest, StripLeavesNothingPersonal) {
  SetImageAttribute(image_.get(), "comment", "x");
  SetImageAttribute(image_.get(), "Artist", "x");
  SetImageAttribute(image_.get(), "Author", "x");
  SetImageAttribute(image_.get(), "DPX:file.creator", "x");
  constexpr const char* kTechnical[] = {"CICP", "alpha", "[layer-xpos]", "JPEG-Quality"};
  for (const char* key : kTechnical) SetImageAttribute(image_.get(), key, "1");
  EXPECT_EQ(MagickPass, StripImage(image_.get()));
  EXPECT_EQ("", Names(image_.get()));
  EXPECT_EQ("(none)", Attribute(image_.get(), "comment"));
  EXPECT_EQ("(none)", Attribute(image_.get(), "artist"));
  EXPECT_EQ("(none)", Attribute(image_.get(), "Author"));
  EXPECT_EQ("(none)", Attribute(image_.get(), "DPX:file.creator"));
  for (const char* key : kTechnical) EXPECT_EQ("1", Attribute(image_.get(), key)) << key;
}

TEST(DefinitionsTest, AddAccessRemove) {
  Exception exception;
  ImageInfo* info = CloneImageInfo(nullptr);
  EXPECT_EQ(nullptr, AccessDefinition(info, "jpeg", "size"));
  EXPECT_EQ(MagickPass, AddDefinitions(info, "jpeg:size=100x100, png:flag ,x:a=b=c", exception));
  EXPECT_STREQ("100x100", AccessDefinition(info, "JPEG", "Size"));
  EXPECT_STREQ("", AccessDefinition(info, "png", "flag"));
  EXPECT_STREQ("b=c", AccessDefinition(info, "x", "a"));
  EXPECT_EQ(MagickPass, AddDefinition(info, "jpeg", "size", "5x5", exception));
  ImageInfo* clone = CloneImageInfo(info);
  EXPECT_EQ(MagickPass, RemoveDefinitions(info, "jpeg:size"));
  EXPECT_EQ(MagickFail, RemoveDefinitions(info, "jpeg:size"));
  EXPECT_EQ(nullptr, AccessDefinition(info, "jpeg", "size"));
  EXPECT_STREQ("5x5", AccessDefinition(clone, "jpeg", "size"));
  EXPECT_EQ(MagickPass, RemoveDefinitions(info, "*"));
  EXPECT_EQ(nullptr, AccessDefinition(info, "x", "a"));
  EXPECT_EQ(MagickPass, AddDefinitions(info, "i:s=64, 32,16,x:a=1", exception));
  EXPECT_STREQ("64,32,16", AccessDefinition(info, "i", "s"));
  EXPECT_EQ(MagickPass, AddDefinitions(info, "png:flag,16", exception));
  EXPECT_STREQ("", AccessDefinition(info, "png", "flag"));
  EXPECT_STREQ("1", AccessDefinition(info, "x", "a"));
  EXPECT_EQ(MagickFail, AddDefinitions(info, "=x", exception));
  EXPECT_EQ(OptionError, exception.severity());
  DestroyImageInfo(info);
  DestroyImageInfo(clone);
}

}  // namespace
}  // namespace lodestone
