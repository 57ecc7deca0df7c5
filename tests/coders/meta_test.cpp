// Profiles as files: as gm extracts them, and back.
#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

const Bytes kIptc = {0x1c, 2, 120, 0, 5, 'h', 'e', 'l', 'l', 'o'};

// Blocks of Photoshop with a resolution, whose name has three letters, and the records.
Bytes Blocks() {
  Bytes bytes = {'8', 'B', 'I', 'M', 3, 0xed, 3, 'a', 'b', 'c', 0, 0, 0, 3, 1, 2, 3, 0};
  const Bytes head = {'8', 'B', 'I', 'M', 4, 4, 0, 0, 0, 0, 0, 10};
  bytes.insert(bytes.end(), head.begin(), head.end());
  bytes.insert(bytes.end(), kIptc.begin(), kIptc.end());
  return bytes;
}

ImageHandle WithProfiles() {
  ImageHandle image = MakeTestImage({8, 8});
  const Bytes icc = Icc(600), exif = ExifWith(TopLeftOrientation), blocks = Blocks();
  const std::string xmp = "<x:xmpmeta xmlns:x='adobe:ns:meta/'/>";
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
  SetImageProfile(image.get(), "IPTC", blocks.data(), blocks.size());
  SetImageProfile(image.get(), "XMP", reinterpret_cast<const unsigned char*>(xmp.data()),
                  xmp.size());
  return image;
}

TEST(Meta, ExtractedAsGmDoes) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  Exception exception;
  const ImageHandle image = WithProfiles();
  WriteWholeFile(folder.File("a.miff"), Write("MIFF", image, Info(), exception));
  const ImageHandle read = Read(folder.File("a.miff"), exception);
  for (const std::string name : {"ICC", "ICM", "EXIF", "XMP", "8BIM", "IPTC"}) {
    SCOPED_TRACE(name);
    const Bytes ours = Write(name, read, Info(), exception);
    ASSERT_FALSE(ours.empty()) << exception.Text();
    int status = 1;
    RunGm("convert " + folder.File("a.miff") + " " + name + ":" + folder.File("gm"), &status);
    if (status != 0) continue;  // gm may not keep the profile
    EXPECT_TRUE(ours == ReadWholeFile(folder.File("gm")));
  }
  EXPECT_TRUE(Write("IPTC", read, Info(), exception) == kIptc);
  EXPECT_TRUE(Write("8BIM", read, Info(), exception) == Blocks());
}

TEST(Meta, ReadingMakesOnePixelWithTheProfile) {
  const ImageHandle image = WithProfiles();
  const std::pair<const char*, const char*> kinds[] = {
      {"ICC", "ICM"}, {"EXIF", "EXIF"}, {"XMP", "XMP"}, {"8BIM", "IPTC"}};
  for (const auto& [name, profile] : kinds) {
    Exception exception;
    const ImageHandle again = ReadBytes(name, Write(name, image, Info(), exception), exception);
    ASSERT_TRUE(again) << name << exception.Text();
    EXPECT_EQ(again->columns, 1u);
    EXPECT_EQ(Rgba16(again.get()), (std::vector<std::uint16_t>(4, 65535)));
    EXPECT_TRUE(Profile(again.get(), profile) == Profile(image.get(), profile)) << name;
  }
  Exception exception;
  const ImageHandle records = ReadBytes("IPTC", kIptc, exception);
  ASSERT_TRUE(records) << exception.Text();
  EXPECT_TRUE(Write("IPTC", records, Info(), exception) == kIptc);
  Bytes block = {'8', 'B', 'I', 'M', 4, 4, 0, 0, 0, 0, 0, 10};
  block.insert(block.end(), kIptc.begin(), kIptc.end());
  EXPECT_TRUE(Profile(records.get(), "IPTC") == block);
}

TEST(Meta, FailsWithAReason) {
  const ImageHandle image = MakeTestImage({3, 3});
  for (const char* name : {"ICC", "EXIF", "XMP", "8BIM", "IPTC", "APP1"}) {
    Exception exception;
    EXPECT_TRUE(Write(name, image, Info(), exception).empty()) << name;
    EXPECT_EQ(image->exception.severity, CoderError) << name;
    Exception empty;
    EXPECT_FALSE(ReadBytes(name, Bytes(), empty)) << name;
  }
}

TEST(Meta, DamagedBlocksDoNoHarm) {
  const Bytes blocks = Blocks();
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    Bytes damaged(blocks.begin(),
                  blocks.begin() + static_cast<std::ptrdiff_t>(1 + random() % blocks.size()));
    if (round % 2 != 0) damaged[random() % damaged.size()] = static_cast<std::uint8_t>(random());
    Exception exception;
    const ImageHandle image = ReadBytes("8BIM", damaged, exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_LE(Write("IPTC", image, Info(), exception).size(), damaged.size());
  }
}

}  // namespace
}  // namespace lodestone::coders::test
