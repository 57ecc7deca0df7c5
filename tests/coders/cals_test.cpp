// CALS raster files: records of text before a fax page, and gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

const FormatCase kCals{"CALS", false};

class Cals : public FormatTest<> {
 protected:
  Cals() : FormatTest("TIFF") {}  // whose coder decodes the page
};

std::string TextOf(const Bytes& bytes, std::size_t record) {
  const auto start = bytes.begin() + static_cast<std::ptrdiff_t>(record * 128);
  std::string text(start, start + 128);
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

ImageHandle BlackWhite(unsigned long columns, unsigned long rows) {
  Kind kind{columns, rows};
  kind.black_white = true;
  return MakeTestImage(kind);
}

TEST_F(Cals, Records) {
  const ImageHandle image = BlackWhite(37, 21);
  image->units = PixelsPerCentimeterResolution;
  image->x_resolution = image->y_resolution = 118.11;
  image->orientation = RightTopOrientation;
  const Bytes bytes = WriteAs(kCals, image);
  ASSERT_GT(bytes.size(), 2048u);
  EXPECT_EQ(TextOf(bytes, 0), "srcdocid: NONE");
  EXPECT_EQ(TextOf(bytes, 6), "rtype: 1");
  EXPECT_EQ(TextOf(bytes, 7), "rorient: 270,270");
  EXPECT_EQ(TextOf(bytes, 8), "rpelcnt: 000037,000021");
  EXPECT_EQ(TextOf(bytes, 9), "rdensty: 0300");
  EXPECT_EQ(TextOf(bytes, 15), "");
  Exception exception;
  const ImageHandle again = ReadBytes("", bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(again->orientation, RightTopOrientation);
  EXPECT_EQ(again->x_resolution, 300);
  EXPECT_EQ(again->units, PixelsPerInchResolution);
  EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get()));
}

TEST_F(Cals, EveryOrientation) {
  Exception exception;
  for (int value = TopLeftOrientation; value <= LeftBottomOrientation; ++value) {
    const ImageHandle image = BlackWhite(9, 5);
    image->orientation = static_cast<OrientationType>(value);
    const ImageHandle again = ReadBytes("CALS", WriteAs(kCals, image), exception);
    ASSERT_TRUE(again) << exception.Text();
    EXPECT_EQ(again->orientation, value);
  }
}

TEST_F(Cals, DensityAsAskedFor) {
  const Info info;
  CloneString(&info->density, "600");
  Exception exception;
  EXPECT_EQ(TextOf(Write("CALS", BlackWhite(9, 5), info, exception), 9), "rdensty: 0600");
  EXPECT_EQ(TextOf(WriteAs(kCals, BlackWhite(9, 5)), 9), "rdensty: 0200");
}

TEST_F(Cals, RoundTripAndGm) {
  for (const Kind& kind : KindsOf(kCals)) {
    if (!kind.black_white) continue;
    CheckRoundTrip(kCals, kind);
    if (HaveGm() && kind.columns <= 17) CheckWithGm(kCals, kind);
  }
}

// Other orders and spacings of the records, as other programs write them.
TEST_F(Cals, RecordsOfOthers) {
  Bytes bytes = WriteAs(kCals, BlackWhite(23, 8));
  std::string header;
  for (std::string record : {"srcdocid: X", "rpelcnt:23, 8", "rorient: 0,270", "rdensty: 300"}) {
    record.resize(128, ' ');
    header += record;
  }
  header.resize(2048, ' ');
  std::copy(header.begin(), header.end(), bytes.begin());
  Exception exception;
  const ImageHandle image = ReadBytes("CAL", bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(BlackWhite(23, 8).get()));
  EXPECT_EQ(image->orientation, TopLeftOrientation);
}

TEST_F(Cals, BadFilesFailWithAReason) {
  const Bytes good = WriteAs(kCals, BlackWhite(23, 8));
  const auto expect = [&](std::size_t record, const std::string& text, const char* reason) {
    Bytes bytes = good;
    std::copy(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(record * 128));
    Exception exception;
    EXPECT_FALSE(ReadBytes("CALS", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  };
  expect(6, "rtype: 2", "type 1");
  expect(8, "rpelcnt: 000000,000008", "header");
  expect(8, "rpelcnt: what?         ", "header");
  Exception exception;
  EXPECT_FALSE(ReadBytes("CALS", Bytes(good.begin(), good.begin() + 2048), exception));
  EXPECT_NE(exception.Text().find("end-of-file"), std::string::npos) << exception.Text();
}

}  // namespace
}  // namespace lodestone::coders::test
