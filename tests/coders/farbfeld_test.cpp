// Farbfeld, hand-made and as written.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

Bytes File(const Bytes& samples) {
  Bytes bytes = {'f', 'a', 'r', 'b', 'f', 'e', 'l', 'd', 0, 0, 0, 2, 0, 0, 0, 1};
  bytes.insert(bytes.end(), samples.begin(), samples.end());
  return bytes;
}

TEST(Farbfeld, Samples) {
  Exception exception;
  for (const char* name : {"FARBFELD", "FF", ""}) {
    const ImageHandle image =
        ReadBytes(name, File({0, 1, 0xff, 0xff, 0x12, 0x34, 0x80, 0, 1, 2, 3, 4, 5, 6, 0xff, 0xff}),
                  exception);
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_TRUE(image->matte);
    const std::vector<std::uint16_t> expected = {1,      0xffff, 0x1234, 0x8000,
                                                 0x0102, 0x0304, 0x0506, 0xffff};
    EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(expected));
  }
  Bytes opaque = File(Bytes(16, 0xff));
  const ImageHandle image = ReadBytes("FF", opaque, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_FALSE(image->matte);
  EXPECT_TRUE(WriteAs({"FF"}, image) == opaque);
}

const FormatCase kFarbfeld{"FARBFELD", true, 16};

// The file of an image, from its samples.
TEST(Farbfeld, RoundTrip) {
  for (const Kind& kind : KindsOf(kFarbfeld)) {
    CheckRoundTrip(kFarbfeld, kind);
    const ImageHandle image = MakeTestImage(kind);
    const Bytes bytes = WriteAs(kFarbfeld, image);
    const std::vector<std::uint16_t> samples = Rgba16(image.get());
    ASSERT_EQ(bytes.size(), 16 + 2 * samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i)
      ASSERT_EQ(bytes[16 + 2 * i] * 256 + bytes[17 + 2 * i], samples[i]) << kind.Name();
  }
}

TEST(Farbfeld, BadFilesFailWithAReason) {
  Bytes bytes = File(Bytes(16));
  Exception truncated, header;
  bytes.pop_back();
  EXPECT_FALSE(ReadBytes("FF", bytes, truncated));
  EXPECT_NE(truncated.Text().find("end-of-file"), std::string::npos) << truncated.Text();
  bytes[0] = 'F';
  EXPECT_FALSE(ReadBytes("FF", bytes, header));
  EXPECT_NE(header.Text().find("header"), std::string::npos) << header.Text();
}

TEST(Farbfeld, CanBeCancelled) {
  CheckCancel(kFarbfeld);
}

}  // namespace
}  // namespace lodestone::coders::test
