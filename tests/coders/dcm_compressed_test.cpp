// Compressed frames of DICOM files: run lengths, JPEG with and without loss, JPEG 2000.

#include "tests/coders/dcm_support.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

using DcmCompressed = DcmTest;

TEST_F(DcmCompressed, RunLengths) {
  DcmBuilder gray("1.2.840.10008.1.2.5");
  gray.Image("MONOCHROME2", 1, 3, 2, 16, 12)
      .Text(0x28, 0x1050, "DS", "2048")
      .Text(0x28, 0x1051, "DS", "4096");
  Bytes high, low;
  std::vector<double> expected;
  for (const int value : kSix) {
    high.push_back(static_cast<std::uint8_t>(value >> 8));
    low.push_back(static_cast<std::uint8_t>(value));
    expected.push_back(value / 4095.0);
  }
  ExpectShades(ReadDcm(gray.Fragments({DcmRuns({high, low})}).File()), expected);
  DcmBuilder color("1.2.840.10008.1.2.5");
  color.Image("RGB", 3, 2, 1, 8, 8).Text(0x28, 8, "IS", "2");
  color.Fragments({DcmRuns({{1, 1}, {2, 3}, {4, 5}}), DcmRuns({{9, 8}, {7, 7}, {6, 5}})});
  const ImageHandle image = ReadDcm(color.File());
  ASSERT_EQ(GetImageListLength(image.get()), 2u);
  EXPECT_EQ(Rgba16(image->next), (std::vector<std::uint16_t>{9 * 257, 7 * 257, 6 * 257, 65535,
                                                             8 * 257, 7 * 257, 5 * 257, 65535}));
}

TEST_F(DcmCompressed, JpegWithoutLoss) {
  constexpr unsigned kColumns = 13, kRows = 9;
  for (const unsigned precision : {8u, 12u, 16u}) {
    for (int predictor = 1; predictor <= 7; ++predictor) {
      for (const unsigned restart_rows : {0u, 2u}) {
        SCOPED_TRACE(std::to_string(precision) + " " + std::to_string(predictor));
        std::mt19937 random(precision);
        std::vector<int> samples(kColumns * kRows);
        for (int& sample : samples) sample = static_cast<int>(random() % (1u << precision));
        samples[5] = 0;
        samples[6] = (1 << precision) - 1;
        DcmBuilder builder("1.2.840.10008.1.2.4.70");
        builder.Image("MONOCHROME2", 1, kColumns, kRows, precision == 8 ? 8 : 16, precision);
        const double most = (1 << precision) - 1;
        builder.Text(0x28, 0x1050, "DS", std::to_string((most + 1) / 2));
        builder.Text(0x28, 0x1051, "DS", std::to_string(most + 1));
        builder.Fragments(
            {LosslessJpeg(samples, kColumns, kRows, precision, predictor, restart_rows)});
        std::vector<double> expected;
        for (const int sample : samples) expected.push_back(sample / most);
        ExpectShades(ReadDcm(builder.File()), expected);
      }
    }
  }
}

// Fragments of a frame are put together; which are the next one's, a table or their content says.
TEST_F(DcmCompressed, JpegFrames) {
  const ImageHandle color = MakeTestImage({32, 16}),
                    gray = MakeTestImage(GrayKind(32, 16, 8, false));
  for (const bool is_gray : {false, true}) {
    const ImageHandle& image = is_gray ? gray : color;
    Bytes file = Write("JPEG", image, Info(), exception_);
    if (file.size() % 2 != 0) file.push_back(0);
    const ImageHandle decoded = ReadBytes("JPEG", file, exception_);
    const Bytes start(file.begin(), file.begin() + 100), rest(file.begin() + 100, file.end());
    const auto second = static_cast<std::uint32_t>(file.size() + 16);
    const Bytes offsets = {0,
                           0,
                           0,
                           0,
                           static_cast<std::uint8_t>(second),
                           static_cast<std::uint8_t>(second >> 8),
                           static_cast<std::uint8_t>(second >> 16),
                           0};
    for (const Bytes& table : {Bytes(), offsets}) {
      DcmBuilder builder("1.2.840.10008.1.2.4.50");
      builder.Image(is_gray ? "MONOCHROME2" : "YBR_FULL_422", is_gray ? 1 : 3, 32, 16, 8, 8);
      builder.Text(0x28, 8, "IS", "2").Fragments({start, rest, file}, table);
      const ImageHandle frames = ReadDcm(builder.File());
      ASSERT_TRUE(frames);
      ASSERT_EQ(GetImageListLength(frames.get()), 2u);
      EXPECT_TRUE(Rgba16(frames.get()) == Rgba16(decoded.get()));
      EXPECT_TRUE(Rgba16(frames->next) == Rgba16(decoded.get()));
    }
  }
}

TEST_F(DcmCompressed, Jpeg2000) {
  SKIP_WITHOUT_FORMAT("JPC");
  const ImageHandle image = MakeTestImage(GrayKind(24, 16, 8, false));
  const Info info;
  info->quality = 100;
  Bytes file = Write("JPC", image, info, exception_);
  ASSERT_FALSE(file.empty()) << exception_.Text();
  const ImageHandle decoded = ReadBytes("JPC", file, exception_);
  if (file.size() % 2 != 0) file.push_back(0);
  DcmBuilder builder("1.2.840.10008.1.2.4.90");
  builder.Image("MONOCHROME2", 1, 24, 16, 8, 8).Fragments({file});
  const ImageHandle frame = ReadDcm(builder.File());
  ASSERT_TRUE(frame);
  EXPECT_TRUE(Rgba16(frame.get()) == Rgba16(decoded.get()));
}

// Samples of JPEG 2000 that have fewer bits than those of the image keep their values.
TEST_F(DcmCompressed, Jpeg2000WithFewerBits) {
  SKIP_WITHOUT_FORMAT("JPC");
  const ImageHandle image = MakeTestImage(GrayKind(24, 16, 8, false));
  const Info info;
  info->quality = 100;
  Bytes file = Write("JPC", image, info, exception_);
  ASSERT_FALSE(file.empty()) << exception_.Text();
  const ImageHandle decoded = ReadBytes("JPC", file, exception_);
  if (file.size() % 2 != 0) file.push_back(0);
  DcmBuilder builder("1.2.840.10008.1.2.4.90");
  builder.Image("MONOCHROME2", 1, 24, 16, 16, 12).Text(0x28, 0x1050, "DS", "2048");
  builder.Text(0x28, 0x1051, "DS", "4096").Fragments({file});
  std::vector<double> expected;
  for (const double shade : Shades(decoded.get())) expected.push_back(shade * 255 / 4095);
  ExpectShades(ReadDcm(builder.File()), expected);
}

TEST_F(DcmCompressed, WithstandsDamage) {
  DcmBuilder runs("1.2.840.10008.1.2.5");
  runs.Image("RGB", 3, 2, 1, 8, 8).Fragments({DcmRuns({{1, 1}, {2, 3}, {4, 5}})});
  CheckDamage("DCM", runs.File());
  DcmBuilder lossless("1.2.840.10008.1.2.4.70");
  lossless.Image("MONOCHROME2", 1, 3, 2, 16, 12).Fragments({LosslessJpeg(kSix, 3, 2, 12, 4)});
  CheckDamage("DCM", lossless.File());
}

}  // namespace
}  // namespace lodestone::coders::test
