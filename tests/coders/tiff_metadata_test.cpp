// What TIFF files hold besides pixels, what is wrong with bad ones, and limits.

#include <cstring>
#include <thread>

#include "tests/coders/tiff_support.hpp"

namespace lodestone::coders::test {
namespace {

class TiffMetadata : public TiffTest {};
class TiffErrors : public TiffTest {};

ImageHandle Through(const ImageHandle& image, const Info& info) {
  Exception exception;
  const Bytes bytes = Write("TIFF", image, info, exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  ImageHandle again = ReadBytes("TIFF", bytes, exception);
  EXPECT_TRUE(again) << exception.Text();
  return again;
}

constexpr const char* kTexts[] = {"artist",  "copyright", "timestamp", "document", "hostcomputer",
                                  "comment", "make",      "model",     "label",    "software"};

TEST_F(TiffMetadata, TextsSurvive) {
  const ImageHandle image = MakeTestImage({7, 5});
  for (const char* key : kTexts) {
    const std::string value = std::string(key) == "timestamp" ? "2022:04:28 10:47:19" : key;
    SetImageAttribute(image.get(), key, value.c_str());
  }
  const ImageHandle again = Through(image, Info());
  for (const char* key : kTexts) {
    EXPECT_EQ(Attribute(again.get(), key), Attribute(image.get(), key));
  }
}

TEST_F(TiffMetadata, GmReadsTheTexts) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const ImageHandle image = MakeTestImage({7, 5});
  for (const char* key : kTexts) SetImageAttribute(image.get(), key, key);
  image->x_resolution = 300;
  image->y_resolution = 150;
  image->units = PixelsPerInchResolution;
  image->orientation = RightTopOrientation;
  Exception exception;
  WriteWholeFile(folder.File("o.tif"), Write("TIFF", image, Info(), exception));
  std::string format;
  for (const char* key : kTexts) format += "%[" + std::string(key) + "] ";
  const Bytes output =
      RunGm("identify -format '" + format + "%x %y %[orientation]' " + folder.File("o.tif"));
  const std::string text(output.begin(), output.end());
  for (const char* key : kTexts) EXPECT_NE(text.find(key), std::string::npos) << text;
  EXPECT_NE(text.find("300"), std::string::npos) << text;
  EXPECT_NE(text.find("150"), std::string::npos) << text;
}

TEST_F(TiffMetadata, SoftwareIsThisLibraryUnlessEmpty) {
  const ImageHandle image = MakeTestImage({7, 5});
  EXPECT_EQ(Attribute(Through(image, Info()).get(), "software"), GetMagickVersion(nullptr));
  EXPECT_EQ(Attribute(Through(image, Info()).get(), "timestamp"), "");
  SetImageAttribute(image.get(), "software", "");
  EXPECT_EQ(Attribute(Through(image, Info()).get(), "software"), "");
}

TEST_F(TiffMetadata, PlaceAndResolutionSurvive) {
  const ImageHandle image = MakeTestImage({7, 5});
  image->x_resolution = 118.5;
  image->y_resolution = 72;
  image->units = PixelsPerCentimeterResolution;
  image->orientation = LeftBottomOrientation;
  image->page.x = 21;
  image->page.y = 13;
  image->chromaticity.white_point.x = 0.3125;
  image->chromaticity.white_point.y = 0.328125;
  image->chromaticity.blue_primary.y = 0.0625;
  const ImageHandle again = Through(image, Info());
  EXPECT_DOUBLE_EQ(again->x_resolution, 118.5);
  EXPECT_DOUBLE_EQ(again->y_resolution, 72);
  EXPECT_EQ(again->units, PixelsPerCentimeterResolution);
  EXPECT_EQ(again->orientation, LeftBottomOrientation);
  EXPECT_EQ(again->page.x, 21);
  EXPECT_EQ(again->page.y, 13);
  EXPECT_DOUBLE_EQ(again->chromaticity.white_point.x, 0.3125);
  EXPECT_DOUBLE_EQ(again->chromaticity.blue_primary.y, 0.0625);
}

Bytes Blocks(const Bytes& records) {
  Bytes bytes = {'8', 'B', 'I', 'M', 4, 4,
                 0,   0,   0,   0,   0, static_cast<std::uint8_t>(records.size())};
  bytes.insert(bytes.end(), records.begin(), records.end());
  if (bytes.size() % 2 != 0) bytes.push_back(0);
  return bytes;
}

TEST_F(TiffMetadata, ProfilesSurviveInBothByteOrders) {
  const Bytes records = {0x1c, 2, 120, 0, 5, 'h', 'e', 'l', 'l', 'o', 0, 0};
  const Bytes icc(517, 0x21), xmp(33, 'x');
  for (const EndianType endian : {LSBEndian, MSBEndian}) {
    for (const Bytes& iptc : {records, Blocks(records)}) {
      const ImageHandle image = MakeTestImage({7, 5});
      SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
      SetImageProfile(image.get(), "XMP", xmp.data(), xmp.size());
      SetImageProfile(image.get(), "IPTC", iptc.data(), iptc.size());
      const Info info;
      info->endian = endian;
      const ImageHandle again = Through(image, info);
      EXPECT_TRUE(Profile(again.get(), "ICM") == icc);
      EXPECT_TRUE(Profile(again.get(), "XMP") == xmp);
      EXPECT_TRUE(Profile(again.get(), "IPTC") == Blocks(records));
      EXPECT_EQ(Attribute(again.get(), "IPTC:2:120"), "hello");
    }
  }
}

TEST_F(TiffMetadata, ForeignTexts) {
  const Bytes file = TiffMaker().Image(1, 1, 8, 1, 1).Text(32781, "an identity").Make({7});
  Exception exception;
  const ImageHandle image = ReadBytes("TIFF", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_EQ(Attribute(image.get(), "imageid"), "an identity");
}

void Put(Bytes& out, std::uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

void PutEntry(Bytes& out, unsigned tag, unsigned type, unsigned count, std::uint32_t value) {
  Put(out, tag, 2);
  Put(out, type, 2);
  Put(out, count, 4);
  Put(out, value, 4);
}

// An EXIF profile with a directory for the picture, one for the place, and one below the first.
Bytes CameraProfile() {
  Bytes file = {'I', 'I', 42, 0, 8, 0, 0, 0};
  Put(file, 4, 2);
  PutEntry(file, 0x10f, 2, 4, 'A' | 'c' << 8 | 'm' << 16);  // make
  PutEntry(file, 0x112, 3, 1, 6);
  PutEntry(file, 0x8769, 4, 1, 62);
  PutEntry(file, 0x8825, 4, 1, 128);
  Put(file, 0, 4);
  Put(file, 4, 2);  // at 62
  PutEntry(file, 0x829a, 5, 1, 116);
  PutEntry(file, 0x8827, 3, 1, 400);
  PutEntry(file, 0x9000, 7, 4, 0x30333230);
  PutEntry(file, 0xa005, 4, 1, 146);
  Put(file, 0, 4);
  Put(file, 1, 4);  // at 116
  Put(file, 250, 4);
  Put(file, 0, 4);
  Put(file, 1, 2);  // at 128
  PutEntry(file, 1, 2, 2, 'N');
  Put(file, 0, 4);
  Put(file, 1, 2);  // at 146
  PutEntry(file, 1, 2, 4, 'R' | '9' << 8 | '8' << 16);
  Put(file, 0, 4);
  Bytes profile = {'E', 'x', 'i', 'f', 0, 0};
  profile.insert(profile.end(), file.begin(), file.end());
  return profile;
}

constexpr std::pair<const char*, const char*> kCamera[] = {
    {"EXIF:ExposureTime", "1/250"}, {"EXIF:ISOSpeedRatings", "400"}, {"EXIF:Make", "Acm"},
    {"EXIF:Orientation", "6"},      {"EXIF:GPSLatitudeRef", "N"},
};

TEST_F(TiffMetadata, ExifSurvivesInEveryKindOfFile) {
  const Bytes profile = CameraProfile();
  for (const char* magick : {"TIFF", "BIGTIFF"}) {
    for (const EndianType endian : {LSBEndian, MSBEndian}) {
      const ImageHandle image = MakeTestImage({7, 5});
      SetImageProfile(image.get(), "EXIF", profile.data(), profile.size());
      for (const auto& [key, value] : kCamera) ASSERT_EQ(Attribute(image.get(), key), value);
      image->orientation = RightTopOrientation;
      const Info info;
      info->endian = endian;
      Exception exception;
      const ImageHandle again = ReadBytes("TIFF", Write(magick, image, info, exception), exception);
      ASSERT_TRUE(again) << exception.Text();
      EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
      for (const auto& [key, value] : kCamera) EXPECT_EQ(Attribute(again.get(), key), value) << key;
      const Bytes first = Profile(again.get(), "EXIF");
      const ImageHandle third = ReadBytes("TIFF", Write(magick, again, info, exception), exception);
      ASSERT_TRUE(third) << exception.Text();
      EXPECT_TRUE(Profile(third.get(), "EXIF") == first);
    }
  }
}

// What cameras, and programs that manage photographs, write into the main directory.
struct CameraText {
  unsigned tag;
  const char *attribute, *key, *value, *in_exif;
};
constexpr CameraText kCameraTexts[] = {
    {0x010e, "comment", "EXIF:ImageDescription", "A view", "A view"},
    {0x0110, "model", "EXIF:Model", "M-one", "M-one"},
    {0x0131, "software", "EXIF:Software", "Firmware", "Firmware"},
    {0x0132, "timestamp", "EXIF:DateTime", "2022:04:28 10:47:19", "2022:04:28 10:47:19"},
    {0x013b, "artist", "EXIF:Artist", "A. Nonymous", "A. Nonymous"},
    {0x013c, "hostcomputer", "EXIF:HostComputer", "Phone", "Phone"},
    {0x8298, "copyright", "EXIF:Copyright", "\xc2\xa9 Acm", "\\302\\251 Acm"}};

// With a directory of the picture.
Bytes TextsProfile() {
  constexpr auto kEntries = static_cast<unsigned>(std::size(kCameraTexts)) + 1;
  Bytes file = {'E', 'x', 'i', 'f', 0, 0, 'I', 'I', 42, 0, 8, 0, 0, 0};
  Put(file, kEntries, 2);
  const unsigned picture = 8 + 2 + kEntries * 12 + 4;
  Bytes behind;
  Put(behind, 1, 2);
  PutEntry(behind, 0x8827, 3, 1, 400);
  Put(behind, 0, 4);
  for (const CameraText& text : kCameraTexts) {
    const auto length = static_cast<unsigned>(std::strlen(text.value)) + 1;
    PutEntry(file, text.tag, 2, length, picture + static_cast<unsigned>(behind.size()));
    behind.insert(behind.end(), text.value, text.value + length);
  }
  PutEntry(file, 0x8769, 4, 1, picture);
  Put(file, 0, 4);
  file.insert(file.end(), behind.begin(), behind.end());
  return file;
}

TEST_F(TiffMetadata, TextsOfExifBecomeFieldsAndTheOtherWayRound) {
  const ImageHandle image = MakeTestImage({7, 5});
  const Bytes profile = TextsProfile();
  SetImageProfile(image.get(), "EXIF", profile.data(), profile.size());
  const ImageHandle again = Through(image, Info());
  for (const CameraText& text : kCameraTexts) {
    EXPECT_EQ(Attribute(again.get(), text.attribute), text.value);
    EXPECT_EQ(Attribute(again.get(), text.key), text.in_exif);
  }
}

TEST_F(TiffMetadata, AttributesComeBeforeTextsOfExif) {
  const ImageHandle image = MakeTestImage({7, 5});
  const Bytes profile = TextsProfile();
  SetImageProfile(image.get(), "EXIF", profile.data(), profile.size());
  SetImageAttribute(image.get(), "artist", "Another");
  EXPECT_EQ(Attribute(Through(image, Info()).get(), "artist"), "Another");
}

struct BadFile {
  const char* what;
  Bytes bytes;
};

TEST_F(TiffErrors, NameTheFileAndTheReason) {
  const Bytes good = TiffMaker().Image(4, 4, 8, 1, 1).Make(Bytes(16));
  const Bytes no_map = TiffMaker().Image(4, 4, 4, 3, 1).Make(Bytes(16));
  const BadFile files[] = {
      {"magic", Bytes(200, 7)},
      {"header", Bytes(good.begin(), good.begin() + 4)},
      {"", Bytes(good.begin(), good.begin() + 60)},
      {"", no_map},
      {"bits", TiffMaker().Image(1, 1, 40, 1, 1).Make(Bytes(5))},
      {"samples", TiffMaker().Image(1, 1, 8, 2, 9).Make(Bytes(9))},
      {"format", TiffMaker().Image(1, 1, 32, 1, 1).Short(339, {5}).Make(Bytes(4))},
      {"header", TiffMaker().Image(1, 1, 8, 2, 2).Make(Bytes(2))},
      {"ompress", TiffMaker().Image(1, 1, 8, 1, 1).Short(259, {12345}).Make(Bytes(2))},
  };
  const TemporaryFolder folder;
  for (const BadFile& file : files) {
    SCOPED_TRACE(file.what);
    WriteWholeFile(folder.File("bad.tif"), file.bytes);
    Exception exception;
    EXPECT_FALSE(Read("TIFF:" + folder.File("bad.tif"), exception));
    EXPECT_GE(exception.severity(), ErrorException);
    EXPECT_NE(exception.Text().find(file.what), std::string::npos) << exception.Text();
    EXPECT_NE(exception.Text().find("bad.tif"), std::string::npos) << exception.Text();
  }
}

// A small file cannot hold so many pixels, so nothing of that size is allocated.
TEST_F(TiffErrors, SizesThatTheDataCannotHave) {
  const magick_int64_t pixels = GetMagickResourceLimit(PixelsResource);
  SetMagickResourceLimit(PixelsResource, magick_int64_t{1} << 40);
  for (const std::uint16_t compression : {1, 5, 8, 32773, 4, 50000}) {
    SCOPED_TRACE(compression);
    Exception exception;
    const Bytes file =
        TiffMaker().Image(60000, 60000, 8, 2, 3).Short(259, {compression}).Make(Bytes(10));
    const magick_int64_t before = GetMagickResource(MemoryResource);
    EXPECT_FALSE(ReadBytes("TIFF", file, exception));
    EXPECT_EQ(exception.severity(), CorruptImageError) << exception.Text();
    EXPECT_EQ(GetMagickResource(MemoryResource), before);
  }
  SetMagickResourceLimit(PixelsResource, pixels);
}

TEST_F(TiffErrors, WarningsGoToTheLogUnlessAskedFor) {
  const Bytes file = TiffMaker().Image(1, 1, 8, 1, 1).Short(60000, {1}).Make({7});
  Exception quiet;
  EXPECT_TRUE(ReadBytes("TIFF", file, quiet));
  EXPECT_EQ(quiet.severity(), UndefinedException) << quiet.Text();
  Info info;
  info.Define("tiff:report-warnings=TRUE");
  Exception loud;
  const ImageHandle image(BlobToImage(info.get(), file.data(), file.size(), loud.get()));
  EXPECT_TRUE(image);
  EXPECT_EQ(loud.severity(), CoderWarning) << loud.Text();
  EXPECT_NE(loud.Text().find("60000"), std::string::npos) << loud.Text();
}

// Messages of files that are read at once do not mix.
TEST_F(TiffErrors, ThreadsHaveTheirOwn) {
  std::vector<std::thread> threads;
  std::vector<std::string> texts(8);
  for (std::size_t t = 0; t < texts.size(); ++t) {
    threads.emplace_back([&, t] {
      const auto bits = static_cast<std::uint16_t>(33 + t);
      const Bytes bad = TiffMaker().Image(1, 1, bits, 1, 1).Make(Bytes(8));
      for (int round = 0; round < 30; ++round) {
        Exception exception;
        ReadBytes("TIFF", bad, exception);
        texts[t] = exception.Text();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 0; t < texts.size(); ++t) {
    EXPECT_NE(texts[t].find(std::to_string(33 + t)), std::string::npos) << texts[t];
  }
}

// A later directory that is damaged costs a warning; those before it are there.
TEST_F(TiffErrors, DamagedChainKeepsThePagesBefore) {
  Bytes file = TiffMaker().Image(2, 1, 8, 1, 1).Make({7, 9});
  const std::size_t entries = file[8];
  const std::size_t next = 10 + 12 * entries;
  file[next] = 0xf0;
  file[next + 1] = 0xff;
  Exception exception;
  const ImageHandle image = ReadBytes("TIFF", file, exception);
  ASSERT_TRUE(image);
  EXPECT_EQ(GetImageListLength(image.get()), 1u);
  EXPECT_EQ(exception.severity(), CorruptImageWarning) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
