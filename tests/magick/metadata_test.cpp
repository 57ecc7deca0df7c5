// Metadata of images and settings: attributes, profiles, EXIF, definitions.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "magick/metadata/exif.hpp"
#include "magick/metadata/metadata.hpp"
#include "tests/support/gm_library.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace testing_support;
using Bytes = std::vector<unsigned char>;

// Builds EXIF profiles byte by byte.
class ExifBuilder {
 public:
  explicit ExifBuilder(bool big_endian = false, bool prefix = true) : big_(big_endian) {
    if (prefix) Append({'E', 'x', 'i', 'f', 0, 0});
    start_ = bytes_.size();
    Append(big_ ? Bytes{'M', 'M', 0, 42} : Bytes{'I', 'I', 42, 0});
    Number(8, 4);
  }

  void Number(std::uint64_t value, int size) {
    for (int i = 0; i < size; i++) {
      const int shift = 8 * (big_ ? size - 1 - i : i);
      bytes_.push_back(static_cast<unsigned char>(value >> shift));
    }
  }
  void Append(const Bytes& more) { bytes_.insert(bytes_.end(), more.begin(), more.end()); }
  void Entry(unsigned tag, unsigned format, std::uint32_t count, std::uint32_t value) {
    Number(tag, 2);
    Number(format, 2);
    Number(count, 4);
    // A value of one short occupies the first two of the four bytes.
    if (format == 3 && count == 1) {
      Number(value, 2);
      Number(0, 2);
    } else {
      Number(value, 4);
    }
  }
  size_t Offset() const { return bytes_.size() - start_; }
  const Bytes& bytes() const { return bytes_; }

 private:
  bool big_;
  size_t start_ = 0;
  Bytes bytes_;
};

Bytes OrientationExif(unsigned orientation, bool big_endian = false, bool prefix = true) {
  ExifBuilder exif(big_endian, prefix);
  exif.Number(1, 2);
  exif.Entry(0x0112, 3, 1, orientation);
  exif.Number(0, 4);
  return exif.bytes();
}

void SetExif(Image* image, const Bytes& bytes) {
  ASSERT_EQ(MagickPass, SetImageProfile(image, "EXIF", bytes.data(), bytes.size()));
}

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

TEST(ExifTest, ReadsBothByteOrdersWithAndWithoutPrefix) {
  for (const bool big_endian : {false, true}) {
    for (const bool prefix : {false, true}) {
      const ImagePtr image = BlankImage(1, 1);
      SetExif(image.get(), OrientationExif(6, big_endian, prefix));
      EXPECT_EQ("6", Attribute(image.get(), "EXIF:Orientation"));
      EXPECT_EQ("6", Attribute(image.get(), "exif:orientation"));
      EXPECT_EQ("6", Attribute(image.get(), "EXIF:#0112"));
      EXPECT_EQ("Orientation=6", Attribute(image.get(), "EXIF:*"));
      EXPECT_EQ("#0112=6", Attribute(image.get(), "EXIF:!"));
      EXPECT_EQ("unknown", Attribute(image.get(), "EXIF:Make"));
      EXPECT_EQ("(none)", Attribute(image.get(), "EXIF:NoSuchTag"));
    }
  }
  EXPECT_EQ("(none)", Attribute(BlankImage(1, 1).get(), "EXIF:Orientation"));
}

TEST(ExifTest, FollowsSubdirectoriesOnce) {
  ExifBuilder exif;
  exif.Number(3, 2);
  exif.Entry(0x0112, 3, 1, 3);
  exif.Entry(0x8769, 4, 1, 50);  // the EXIF directory, after this one
  exif.Entry(0x8825, 4, 1, 50 + 2 + 24 + 4);
  exif.Number(0, 4);
  ASSERT_EQ(50U, exif.Offset());
  exif.Number(2, 2);
  exif.Entry(0x8827, 3, 1, 400);
  exif.Entry(0x8769, 4, 1, 8);  // and back to the main one
  exif.Number(0, 4);
  exif.Number(1, 2);
  exif.Entry(1, 2, 2, 'N');
  exif.Number(0, 4);
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), exif.bytes());
  EXPECT_EQ("400", Attribute(image.get(), "EXIF:ISOSpeedRatings"));
  EXPECT_EQ("N", Attribute(image.get(), "EXIF:GPSLatitudeRef"));
  EXPECT_EQ(
      "Orientation=3\nExifOffset=50\nGPSInfo=80\nISOSpeedRatings=400\nExifOffset=8\n"
      "GPSLatitudeRef=N",
      Attribute(image.get(), "EXIF:*"));
}

TEST(ExifTest, FormatsValuesAsGraphicsMagickDoes) {
  SKIP_WITHOUT_GM_LIBRARY();
  struct Case {
    unsigned tag, format;
    std::uint32_t count;
    Bytes value;
  };
  const Case cases[] = {
      {0x010f, 2, 6, {'C', 'a', 'n', 'o', 'n', 0}},
      {0x0110, 2, 4, {'a', 'b', 'c', 'd'}},
      {0x011a, 5, 1, {72, 0, 0, 0, 1, 0, 0, 0}},
      {0x9201, 10, 1, {0xfb, 0xff, 0xff, 0xff, 3, 0, 0, 0}},
      {0x8827, 3, 2, {100, 0, 200, 0}},
      {0x9000, 7, 4, {'0', '2', '2', '0'}},
      {0x9101, 7, 4, {1, 2, 3, 0}},
      {0x927c, 7, 6, {'a', 'b', 0, 1, 0xff, 'z'}},
      {0xa002, 4, 1, {0xd2, 4, 0, 0}},
      {0x0103, 1, 3, {1, 'b', 3}},
      {0x9003, 6, 2, {0xff, 2}},
      {0x9004, 8, 2, {0xff, 0xff, 2, 0}},
      {0x9202, 9, 1, {0xf9, 0xff, 0xff, 0xff}},
      {0x9203, 11, 1, {0, 0, 0xc0, 0x3f}},
      {0x9204, 12, 1, {0, 0, 0, 0, 0, 0, 2, 0x40}},
      {0x9206, 2, 7, {'c', 'a', 'f', 0xe9, '\n', '\t', 0}},
      {0xfffe, 3, 1, {1, 0}},
      {0x0103, 3, 0, {}},
  };
  for (const Case& one : cases) {
    ExifBuilder exif;
    exif.Number(1, 2);
    exif.Number(one.tag, 2);
    exif.Number(one.format, 2);
    exif.Number(one.count, 4);
    Bytes value = one.value;
    if (value.size() > 4) {
      exif.Number(26, 4);
      exif.Number(0, 4);
    } else {
      value.resize(4);
    }
    exif.Append(value);
    exif.Number(0, 4);
    const ImagePtr image = BlankImage(1, 1);
    SetExif(image.get(), exif.bytes());
    Image* theirs = GM(AllocateImage)(nullptr);
    GM(SetImageProfile)(theirs, "EXIF", exif.bytes().data(), exif.bytes().size());
    const ImageAttribute* expected = GM(GetImageAttribute)(theirs, "EXIF:*");
    ASSERT_NE(nullptr, expected) << std::hex << one.tag;
    EXPECT_EQ(expected->value, Attribute(image.get(), "EXIF:*")) << std::hex << one.tag;
    GM(DestroyImage)(theirs);
  }
}

TEST(ExifTest, SurvivesHostileProfiles) {
  ExifBuilder exif;
  exif.Number(4, 2);
  exif.Entry(0x0112, 3, 1, 3);
  exif.Entry(0x8769, 4, 1, 8);             // itself
  exif.Entry(0x010f, 2, 0xffffffff, 50);   // too long
  exif.Entry(0x0110, 12, 0x20000001, 50);  // whose size overflows 32 bits
  exif.Number(0, 4);
  const Bytes whole = exif.bytes();
  for (size_t length = 0; length <= whole.size(); length++) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<long>(length));
    ForEachExifEntry(part, [](const ExifEntry& entry) { return !FormatExifValue(entry).empty(); });
  }
  std::mt19937 random(5);
  for (int i = 0; i < 20000; i++) {
    Bytes noise = whole;
    for (int k = 0; k < 3; k++)
      noise[random() % noise.size()] = static_cast<unsigned char>(random());
    ForEachExifEntry(noise, [](const ExifEntry& entry) {
      FormatExifValue(entry);
      return true;
    });
  }
}

TEST(ExifTest, OrientationCanBeSet) {
  for (const bool big_endian : {false, true}) {
    const ImagePtr image = BlankImage(1, 1);
    SetExif(image.get(), OrientationExif(6, big_endian));
    EXPECT_EQ("6", Attribute(image.get(), "EXIF:Orientation"));
    EXPECT_TRUE(SetExifOrientation(image.get(), TopLeftOrientation));
    EXPECT_EQ("1", Attribute(image.get(), "EXIF:Orientation")) << "and no stale text";
    size_t length = 0;
    const unsigned char* profile = GetImageProfile(image.get(), "EXIF", &length);
    EXPECT_EQ(OrientationExif(1, big_endian), Bytes(profile, profile + length));
  }
  EXPECT_TRUE(SetExifOrientation(BlankImage(1, 1).get(), TopLeftOrientation));
}

TEST(ExifTest, ManyThreadsMayRead) {
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), OrientationExif(6));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&image, t] {
      for (int i = 0; i < 200; i++) {
        EXPECT_EQ("6", Attribute(image.get(), t % 2 == 0 ? "EXIF:Orientation" : "EXIF:#0112"));
      }
    });
  }
  for (auto& thread : threads) thread.join();
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
  EXPECT_EQ(MagickFail, SetImageProfile(image_.get(), "big", kData, size_t{1} << 40));
  EXPECT_EQ(ResourceLimitError, image_->exception.severity);
}

TEST_F(ProfileTest, StripLeavesNothingPersonal) {
  SetImageAttribute(image_.get(), "comment", "x");
  SetImageAttribute(image_.get(), "Artist", "x");
  SetImageAttribute(image_.get(), "jpeg:quality", "90");
  EXPECT_EQ(MagickPass, StripImage(image_.get()));
  EXPECT_EQ("", Names(image_.get()));
  EXPECT_EQ("(none)", Attribute(image_.get(), "comment"));
  EXPECT_EQ("(none)", Attribute(image_.get(), "artist"));
  EXPECT_EQ("90", Attribute(image_.get(), "jpeg:quality"));
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
  EXPECT_EQ(MagickFail, AddDefinitions(info, "=x", exception));
  EXPECT_EQ(OptionError, exception.severity());
  DestroyImageInfo(info);
  DestroyImageInfo(clone);
}

}  // namespace
}  // namespace lodestone
