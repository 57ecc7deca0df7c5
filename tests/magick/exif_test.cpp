// Attributes of EXIF profiles.
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "magick/core/metadata/exif.hpp"
#include "magick/core/metadata/metadata.hpp"
#include "tests/support/gm_library.hpp"
#include "tests/support/test_image.hpp"

namespace lodestone {
namespace {

using namespace test;
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

// All entries by name have GraphicsMagick's texts.
void ExpectAsGraphicsMagick(const Bytes& exif) {
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), exif);
  Image* theirs = GM(AllocateImage)(nullptr);
  GM(SetImageProfile)(theirs, "EXIF", exif.data(), exif.size());
  const ImageAttribute* expected = GM(GetImageAttribute)(theirs, "EXIF:*");
  ASSERT_NE(nullptr, expected);
  EXPECT_EQ(expected->value, Attribute(image.get(), "EXIF:*"));
  GM(DestroyImage)(theirs);
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
      "Orientation=3\nExifOffset=50\nISOSpeedRatings=400\nExifOffset=8\nGPSInfo=80\n"
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
    SCOPED_TRACE(one.tag);
    ExpectAsGraphicsMagick(exif.bytes());
  }
}

TEST(ExifTest, PlacesAndTimesHaveThreeParts) {
  SKIP_WITHOUT_GM_LIBRARY();
  for (const bool big_endian : {false, true}) {
    ExifBuilder exif(big_endian);
    exif.Number(1, 2);
    exif.Entry(0x8825, 4, 1, 26);
    exif.Number(0, 4);
    exif.Number(4, 2);
    exif.Entry(2, 5, 3, 80);   // latitude
    exif.Entry(4, 5, 3, 104);  // longitude
    exif.Entry(5, 1, 1, 0);    // above the sea
    exif.Entry(7, 5, 3, 104);  // time
    exif.Number(0, 4);
    ASSERT_EQ(80U, exif.Offset());
    for (const std::uint32_t part : {34u, 1u, 5613u, 100u, 0u, 1u, 12u, 1u, 59u, 1u, ~0u, 1000u})
      exif.Number(part, 4);
    ExpectAsGraphicsMagick(exif.bytes());
    const ImagePtr image = BlankImage(1, 1);
    SetExif(image.get(), exif.bytes());
    EXPECT_EQ("34/1,5613/100,0/1", Attribute(image.get(), "EXIF:GPSLatitude"));
  }
}

TEST(ExifTest, DirectoriesAreReadWhereTheyArePointedTo) {
  ExifBuilder exif;
  exif.Number(3, 2);
  exif.Entry(0x8769, 4, 1, 50);
  exif.Entry(0x0112, 3, 1, 3);
  exif.Entry(0x0050, 3, 1, 9);  // too small a number for a tag
  exif.Number(0, 4);
  ASSERT_EQ(50U, exif.Offset());
  exif.Number(1, 2);
  exif.Entry(0x8827, 3, 1, 400);
  exif.Number(0, 4);
  exif.Number(0, 8);  // GraphicsMagick wants more bytes than these
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), exif.bytes());
  EXPECT_EQ("ExifOffset=50\nISOSpeedRatings=400\nOrientation=3", Attribute(image.get(), "EXIF:*"));
}

TEST(ExifTest, OneWithoutEntriesIsUnknown) {
  ExifBuilder exif;
  exif.Number(0, 2);
  exif.Number(0, 4);
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), exif.bytes());
  EXPECT_EQ("(none)", Attribute(image.get(), "EXIF:*")) << "too short to be one";
  exif.Number(0, 2);
  const ImagePtr longer = BlankImage(1, 1);
  SetExif(longer.get(), exif.bytes());
  EXPECT_EQ("unknown", Attribute(longer.get(), "EXIF:*"));
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

constexpr std::size_t kAnyBytes = std::numeric_limits<std::size_t>::max();

std::string StoredOrientation(Image* image, OrientationType orientation) {
  image->orientation = orientation;
  StoreExifOrientation(image, kAnyBytes);
  return Attribute(image, "EXIF:Orientation");
}

TEST(ExifTest, AnOrientationIsAddedToAProfileWithoutOne) {
  for (const bool big_endian : {false, true}) {
    for (const bool prefix : {false, true}) {
      ExifBuilder exif(big_endian, prefix);
      exif.Number(2, 2);
      exif.Entry(0x010f, 2, 4, big_endian ? 0x41636d00 : 0x006d6341);
      exif.Entry(0x8298, 2, 5, 38);  // longer than an entry: it stays where it is
      exif.Number(0, 4);
      exif.Append({'M', 'i', 'n', 'e', 0});
      const ImagePtr image = BlankImage(1, 1);
      SetExif(image.get(), exif.bytes());
      EXPECT_EQ("unknown", StoredOrientation(image.get(), TopLeftOrientation));
      EXPECT_EQ("6", StoredOrientation(image.get(), RightTopOrientation));
      EXPECT_EQ("Acm", Attribute(image.get(), "EXIF:Make"));
      EXPECT_EQ("Mine", Attribute(image.get(), "EXIF:Copyright"));
      EXPECT_EQ("3", StoredOrientation(image.get(), BottomRightOrientation));
    }
  }
}

TEST(ExifTest, AProfileIsMadeForAnOrientation) {
  const ImagePtr image = BlankImage(1, 1);
  EXPECT_EQ("(none)", StoredOrientation(image.get(), UndefinedOrientation));
  EXPECT_EQ("(none)", StoredOrientation(image.get(), TopLeftOrientation));
  EXPECT_EQ("8", StoredOrientation(image.get(), LeftBottomOrientation));
}

// Who turns pixels and strips the image wants it as it is.
TEST(ExifTest, NoProfileIsMadeInPlaceOfOneThatWasRemoved) {
  for (const bool strips : {false, true}) {
    const ImagePtr image = BlankImage(1, 1);
    SetExif(image.get(), OrientationExif(6, true));
    if (strips)
      StripImage(image.get());
    else
      ProfileImage(image.get(), "*", nullptr, 0, MagickTrue);
    Exception exception;
    const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    EXPECT_EQ("(none)", StoredOrientation(clone.get(), RightTopOrientation));
    SetExif(clone.get(), OrientationExif(6, true));
    EXPECT_EQ("8", StoredOrientation(clone.get(), LeftBottomOrientation));
  }
}

// As programs set it that turn pixels themselves.
TEST(ExifTest, AProfileThatIsSetSaysTheOrientation) {
  for (const bool big_endian : {false, true}) {
    const ImagePtr image = BlankImage(1, 1);
    image->orientation = RightTopOrientation;
    SetExif(image.get(), OrientationExif(1, big_endian));
    EXPECT_EQ(TopLeftOrientation, image->orientation);
    SetExif(image.get(), OrientationExif(9, big_endian));
    EXPECT_EQ(TopLeftOrientation, image->orientation);
  }
}

TEST(ExifTest, AFullDirectoryStaysAsItIs) {
  constexpr unsigned kMostEntries = 0xffff;
  ExifBuilder exif(false, false);
  exif.Number(kMostEntries, 2);
  for (unsigned i = 0; i < kMostEntries; i++) exif.Entry(0x9000, 3, 1, 0);
  exif.Number(0, 4);
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), exif.bytes());
  StoredOrientation(image.get(), LeftBottomOrientation);
  size_t length = 0;
  const unsigned char* profile = GetImageProfile(image.get(), "EXIF", &length);
  EXPECT_TRUE(exif.bytes() == Bytes(profile, profile + length));
}

TEST(ExifTest, DamagedProfilesGetNoOrientation) {
  const Bytes whole = OrientationExif(6);
  for (size_t length = 1; length < whole.size(); length++) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<long>(length));
    const ImagePtr image = BlankImage(1, 1);
    SetExif(image.get(), part);
    image->orientation = LeftBottomOrientation;
    const bool is_found = Attribute(image.get(), "EXIF:Orientation") == "6";
    EXPECT_EQ(is_found ? ExifChange::kDone : ExifChange::kImpossible,
              StoreExifOrientation(image.get(), kAnyBytes))
        << length;
  }
  const Bytes noise(40, 'x');
  const ImagePtr image = BlankImage(1, 1);
  SetExif(image.get(), noise);
  StoredOrientation(image.get(), LeftBottomOrientation);
  size_t length = 0;
  const unsigned char* profile = GetImageProfile(image.get(), "EXIF", &length);
  EXPECT_EQ(noise, Bytes(profile, profile + length));
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

}  // namespace
}  // namespace lodestone
