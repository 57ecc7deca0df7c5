// Sheets of previews: the same as gm's, but for what is random.

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"
#include "tests/support/text_fonts.hpp"

namespace lodestone::coders::test {
namespace {

using lodestone::test::kTrueTypeFont;

struct Preview {
  const char* name;
  PreviewType type;
  int apart = 2;  // from gm, in 16 bits: as far as its operation is
};

const Preview kPreviews[] = {{"Rotate", RotatePreview},
                             {"Shear", ShearPreview},
                             {"Roll", RollPreview},
                             {"Hue", HuePreview},
                             {"Saturation", SaturationPreview},
                             {"Brightness", BrightnessPreview},
                             {"Gamma", GammaPreview},
                             {"Spiff", SpiffPreview, 8},
                             {"Dull", DullPreview, 8},
                             {"Grayscale", GrayscalePreview},
                             {"Quantize", QuantizePreview},
                             {"Despeckle", DespecklePreview},
                             {"ReduceNoise", ReduceNoisePreview},
                             {"AddNoise", AddNoisePreview, 65535},
                             {"Sharpen", SharpenPreview},
                             {"Blur", BlurPreview},
                             {"Threshold", ThresholdPreview},
                             {"EdgeDetect", EdgeDetectPreview},
                             {"Spread", SpreadPreview, 65535},
                             {"Solarize", SolarizePreview},
                             {"Shade", ShadePreview},
                             {"Raise", RaisePreview},
                             {"Segment", SegmentPreview},
                             {"Swirl", SwirlPreview},
                             {"Implode", ImplodePreview},
                             {"Wave", WavePreview},
                             {"OilPaint", OilPaintPreview},
                             {"CharcoalDrawing", CharcoalDrawingPreview, 16},
                             {"JPEG", JPEGPreview}};

ImageHandle SheetOf(const ImageHandle& image, PreviewType type) {
  const Info info;
  info->preview_type = type;
  CloneString(&info->font, kTrueTypeFont);
  Exception exception;
  const Bytes bytes = Write("PREVIEW", image, info, exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  return ReadBytes("MIFF", bytes, exception);
}

TEST(Preview, EachTypeIsAnother) {
  std::vector<std::vector<std::uint16_t>> sheets;
  for (const Preview& preview : kPreviews) {
    const ImageHandle sheet = SheetOf(MakeTestImage({60, 40, 8}), preview.type);
    ASSERT_TRUE(sheet) << preview.name;
    EXPECT_GT(sheet->columns, 600u);
    EXPECT_EQ(sheet->montage, nullptr);
    sheets.push_back(Rgba16(sheet.get()));
    for (std::size_t i = 0; i + 1 < sheets.size(); ++i)
      EXPECT_FALSE(sheets[i] == sheets.back()) << preview.name << " " << kPreviews[i].name;
  }
}

// The label of the tile in the middle says how large the file is, which gm does not know there.
bool IsInMiddle(std::size_t x, std::size_t y) {
  return x >= 254 && x < 508 && y >= 400 && y < 640;
}

TEST(Preview, AsGm) {
  SKIP_WITHOUT_GM();
  SKIP_WITHOUT_FONT(kTrueTypeFont);
  if (QuantumDepth == 8) GTEST_SKIP() << "gm here has 16 bits a sample";
  const TemporaryFolder folder;
  Exception exception;
  WriteWholeFile(folder.File("a.png"), Write("PNG", MakeTestImage({40, 30, 8}), Info(), exception));
  for (const Preview& preview : kPreviews) {
    if (preview.apart == 65535) continue;
    SCOPED_TRACE(preview.name);
    const ImageHandle sheet = SheetOf(Read(folder.File("a.png"), exception), preview.type);
    ASSERT_TRUE(sheet);
    RunGm("convert " + folder.File("a.png") + " -font " + kTrueTypeFont + " -preview " +
          preview.name + " PREVIEW:" + folder.File("theirs.miff"));
    const std::vector<std::uint16_t> theirs = GmRgba16(folder.File("theirs.miff")),
                                     ours = Rgba16(sheet.get());
    ASSERT_EQ(ours.size(), theirs.size());
    for (std::size_t i = 0; i < ours.size(); ++i) {
      const std::size_t pixel = i / 4;
      if (IsInMiddle(pixel % sheet->columns, pixel / sheet->columns)) continue;
      ASSERT_LE(std::abs(int{ours[i]} - int{theirs[i]}), preview.apart) << pixel;
    }
  }
}

TEST(Preview, CanBeCancelled) {
  SetMonitorHandler([](const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
    return static_cast<MagickPassFail>(MagickFail);
  });
  Exception exception;
  const ImageHandle image = MakeTestImage({60, 40, 8});
  EXPECT_TRUE(Write("PREVIEW", image, Info(), exception).empty());
  SetMonitorHandler(nullptr);
  EXPECT_EQ(image->exception.severity, MonitorError);
}

}  // namespace
}  // namespace lodestone::coders::test
