// Who decodes a JPEG file, by the events, and that nobody can tell by the pixels.
#include <cstdio>

#include "tests/coders/test_support.hpp"
#include "tests/support/event_recorder.hpp"

namespace lodestone::coders::test {
namespace {

class JpegBaseline : public testing::Test {
 protected:
  // Of all files since the test began, or since the last call.
  std::string Decoders() {
    std::string decoders;
    for (const auto& event : recorder_.operations()) {
      if (event.operation != "decode") continue;
      EXPECT_EQ(event.outcome, MagickAccelerateDone);
      EXPECT_GT(event.raw.source_columns, 0u);
      decoders += event.accelerator;
      if (event.accelerator == "libjpeg") decoders += ": " + event.detail;
      decoders += ";";
    }
    recorder_.clear();
    return decoders;
  }
  Bytes Made(const Kind& kind, const Info& info = Info()) {
    Exception exception;
    return Write("JPEG", MakeTestImage(kind), info, exception);
  }
  std::vector<std::uint16_t> Pixels(const Bytes& bytes, const Info& info = Info()) {
    Exception exception;
    const ImageHandle image(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
    EXPECT_TRUE(image) << exception.Text();
    return image ? Rgba16(image.get()) : std::vector<std::uint16_t>();
  }

 private:
  lodestone::test::ModeScope mode_{MagickAccelerateOff};
  lodestone::test::EventRecorder recorder_;
};

TEST_F(JpegBaseline, ByOurselves) {
  Kind grey{321, 77};
  grey.gray = true;
  Pixels(Made({321, 77}));
  Pixels(Made(grey));
  Info shrinks;
  shrinks.Define("jpeg:shrink-on-load=40x40!");
  Pixels(Made({321, 177}), shrinks);
  EXPECT_EQ(Decoders(), "cpu;cpu;cpu;");
}

TEST_F(JpegBaseline, ByLibJpeg) {
  Info progressive, inks;
  progressive->interlace = LineInterlace;
  inks->colorspace = CMYKColorspace;
  Pixels(Made({99, 77}, progressive));
  Pixels(Made({99, 77}, inks));
  EXPECT_EQ(Decoders(), "libjpeg: progressive;libjpeg: neither grey nor three colours;");
  const Bytes baseline = Made({99, 77});
  for (const char* definition : {"jpeg:dct-method=IFAST", "jpeg:fancy-upsampling=FALSE"}) {
    Info info;
    info.Define(definition);
    Pixels(baseline, info);
  }
  Info third;
  third.Size("33x25");
  Pixels(baseline, third);
  EXPECT_EQ(Decoders(),
            "libjpeg: another transform;libjpeg: plain upsampling;libjpeg: an unusual scale;");
}

// Whatever is wrong in the data, the image and the warning are libjpeg's.
TEST_F(JpegBaseline, DamageIsLeftToLibJpeg) {
  Bytes bytes = Made({901, 701});
  for (std::size_t i = bytes.size() * 3 / 4; i < bytes.size() - 2; i += 97) bytes[i] = 0xff;
  Exception exception;
  const ImageHandle image = ReadBytes("JPEG", bytes, exception);
  EXPECT_TRUE(image);
  EXPECT_EQ(exception.severity(), CorruptImageWarning) << exception.Text();
  EXPECT_TRUE(Decoders().starts_with("libjpeg: "));
}

// A pipe may go on after the image, so libjpeg reads no further than it needs to.
TEST_F(JpegBaseline, NobodyCanTellByThePixels) {
  const TemporaryFolder folder;
  for (const bool gray : {false, true}) {
    Kind kind{1300, 801};
    kind.gray = gray;
    const Bytes bytes = Made(kind);
    WriteWholeFile(folder.File("a.jpg"), bytes);
    const std::vector<std::uint16_t> ours = Pixels(bytes);
    Info info;
    info->file = popen(("cat " + folder.File("a.jpg")).c_str(), "r");
    MagickStrlCpy(info->magick, "JPEG", sizeof info->magick);
    Exception exception;
    const ImageHandle image(ReadImage(info.get(), exception.get()));
    pclose(info->file);
    info->file = nullptr;
    ASSERT_TRUE(image) << exception.Text();
    EXPECT_EQ(Decoders(), "cpu;libjpeg: from a pipe;");
    EXPECT_TRUE(Rgba16(image.get()) == ours);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
