// Clip art of PFS: 1st Publisher: hand-made, as written, gm.

#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

const FormatCase kArt{"ART", false};

TEST(Art, SetBitsAreWhiteInRowsOfShorts) {
  const Bytes file = {0, 0, 3,    0,    0,    0,
                      2, 0, 0xa0, 0x55, 0x40, 0x55};  // with waste behind the bits
  Exception exception;
  const ImageHandle image = ReadBytes("ART", file, exception);
  ASSERT_TRUE(image) << exception.Text();
  std::vector<unsigned> reds;
  const std::vector<std::uint16_t> samples = Rgba16(image.get());
  for (std::size_t i = 0; i < samples.size(); i += 4) reds.push_back(samples[i]);
  EXPECT_EQ(reds, (std::vector<unsigned>{65535, 0, 65535, 0, 65535, 0}));
  EXPECT_TRUE(WriteAs(kArt, image) == Bytes({0, 0, 3, 0, 0, 0, 2, 0, 0xa0, 0, 0x40, 0}));
}

TEST(Art, RoundTripAndGm) {
  for (const Kind& kind : KindsOf(kArt)) {
    if (!kind.black_white) continue;
    CheckRoundTrip(kArt, kind);
    if (HaveGm() && kind.columns <= 17) CheckWithGm(kArt, kind, true);
  }
  CheckCancel(kArt);
}

TEST(Art, BadFilesFailWithAReason) {
  const std::pair<Bytes, const char*> files[] = {
      {{0, 0, 3, 0, 0, 0, 2, 0, 0xa0, 0, 0x40}, "end-of-file"},
      {{0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0}, "header"},
      {{0, 0, 3}, "end-of-file"}};
  for (const auto& [bytes, reason] : files) {
    Exception exception;
    EXPECT_FALSE(ReadBytes("ART", bytes, exception));
    EXPECT_NE(exception.Text().find(reason), std::string::npos) << exception.Text();
  }
}

}  // namespace
}  // namespace lodestone::coders::test
