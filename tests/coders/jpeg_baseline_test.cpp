// Who decodes or encodes a JPEG file, by events, and that nobody can tell by the
// pixels or bytes.
#include <cstdio>

#include "magick/resource.h"
#include "tests/coders/test_support.hpp"
#include "tests/support/event_recorder.hpp"

namespace lodestone::coders::test {
namespace {

class JpegBaseline : public testing::Test {
 protected:
  // Of all files since the test began, or since the last call.
  std::string Decoders() { return WhoDid("decode"); }
  std::string Encoders() { return WhoDid("encode"); }

  Bytes Made(const Kind& kind, const Info& info = Info()) {
    return Made(MakeTestImage(kind), info);
  }
  Bytes Made(const ImageHandle& image, const Info& info = Info()) {
    Exception exception;
    return Write("JPEG", image, info, exception);
  }
  // Without memory of our own.
  Bytes MadeByLibJpeg(const ImageHandle& image, const Info& info) {
    const magick_int64_t before = GetMagickResourceLimit(MemoryResource);
    SetMagickResourceLimit(MemoryResource, 1);
    const Bytes bytes = Made(image, info);
    SetMagickResourceLimit(MemoryResource, before);
    return bytes;
  }
  static Bytes Damaged(Bytes bytes) {
    for (std::size_t i = bytes.size() * 3 / 4; i < bytes.size() - 2; i += 97) bytes[i] = 0xff;
    return bytes;
  }
  std::vector<std::uint16_t> Pixels(const Bytes& bytes, const Info& info = Info()) {
    Exception exception;
    const ImageHandle image(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
    EXPECT_TRUE(image) << exception.Text();
    return image ? Rgba16(image.get()) : std::vector<std::uint16_t>();
  }
  // By libjpeg: a pipe may go on after the image, so it is read no further than needed.
  std::vector<std::uint16_t> PixelsFromPipe(const Bytes& bytes, Info& info) {
    const TemporaryFolder folder;
    WriteWholeFile(folder.File("a.jpg"), bytes);
    info->file = popen(("cat " + folder.File("a.jpg")).c_str(), "r");
    MagickStrlCpy(info->magick, "JPEG", sizeof info->magick);
    Exception exception;
    const ImageHandle image(ReadImage(info.get(), exception.get()));
    pclose(info->file);
    info->file = nullptr;
    EXPECT_TRUE(image) << exception.Text();
    return image ? Rgba16(image.get()) : std::vector<std::uint16_t>();
  }

 private:
  std::string WhoDid(const std::string& operation) {
    std::string all;
    for (const auto& event : recorder_.operations()) {
      if (event.operation != operation) continue;
      EXPECT_EQ(event.outcome, MagickAccelerateDone);
      EXPECT_GT(event.raw.source_columns, 0u);
      all += event.accelerator;
      if (event.accelerator == "libjpeg") all += ": " + event.detail;
      all += ";";
    }
    recorder_.clear();
    return all;
  }

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

// libjpeg-turbo makes eighths of the size: 2/8 where 1/5 is asked for, 1/8 where 1/20 is.
TEST_F(JpegBaseline, ScalesThatAreRoundedToOurs) {
  const Bytes bytes = Made({403, 321});
  for (const char* size : {"80x60", "57x45", "44x33", "20x15", "1x1"}) {
    Info info;
    info.Size(size);
    const std::vector<std::uint16_t> ours = Pixels(bytes, info);
    EXPECT_TRUE(ours == PixelsFromPipe(bytes, info)) << size;
    EXPECT_EQ(Decoders(), "cpu;libjpeg: from a pipe;") << size;
  }
}

// Whatever is wrong in the data, the image and the warning are libjpeg's.
TEST_F(JpegBaseline, DamageIsLeftToLibJpeg) {
  Exception exception;
  const ImageHandle image = ReadBytes("JPEG", Damaged(Made({901, 701})), exception);
  EXPECT_TRUE(image);
  EXPECT_EQ(exception.severity(), CorruptImageWarning) << exception.Text();
  EXPECT_TRUE(Decoders().starts_with("libjpeg: "));
}

// The pixels have the memory first, and what decodes them what is left.
TEST_F(JpegBaseline, NeedsNoMoreMemoryThanLibJpeg) {
  constexpr magick_int64_t kMebibyte = 1 << 20;
  const Bytes good = Made({1001, 801});
  const Bytes damaged = Damaged(good);
  const magick_int64_t memory = GetMagickResourceLimit(MemoryResource);
  const magick_int64_t disk = GetMagickResourceLimit(DiskResource);
  SetMagickResourceLimit(DiskResource, 0);
  const magick_int64_t pixels =
      GetMagickResource(MemoryResource) + 1001 * 801 * sizeof(PixelPacket);
  for (magick_int64_t more = 1; more <= 24; ++more) {
    SetMagickResourceLimit(MemoryResource, pixels + more * kMebibyte);
    for (const Bytes* file : {&good, &damaged}) {
      Exception exception;
      EXPECT_TRUE(ReadBytes("JPEG", *file, exception)) << more << ": " << exception.Text();
    }
  }
  SetMagickResourceLimit(MemoryResource, memory);
  SetMagickResourceLimit(DiskResource, disk);
  const std::string decoders = Decoders();
  EXPECT_TRUE(decoders.starts_with("libjpeg: the memory limit;")) << decoders;
  EXPECT_NE(decoders.find("cpu;"), std::string::npos) << decoders;
  EXPECT_EQ(decoders.find("no memory"), std::string::npos) << decoders;
}

TEST_F(JpegBaseline, NobodyCanTellByThePixels) {
  for (const bool gray : {false, true}) {
    Kind kind{1300, 801};
    kind.gray = gray;
    const Bytes bytes = Made(kind);
    Info info;
    EXPECT_TRUE(Pixels(bytes) == PixelsFromPipe(bytes, info));
    EXPECT_EQ(Decoders(), "cpu;libjpeg: from a pipe;");
  }
}

TEST_F(JpegBaseline, EncodedByOurselves) {
  Made({321, 77});
  Info ycc;
  ycc->colorspace = Rec601YCbCrColorspace;
  Made({321, 77}, ycc);
  EXPECT_EQ(Encoders(), "cpu;cpu;");
}

TEST_F(JpegBaseline, EncodedByLibJpeg) {
  Info progressive, inks, arithmetic, fast;
  progressive->interlace = LineInterlace;
  inks->colorspace = CMYKColorspace;
  arithmetic.Define("jpeg:arithmetic-coding=TRUE");
  fast.Define("jpeg:dct-method=IFAST");
  for (const Info* info : {&progressive, &inks, &arithmetic, &fast}) Made({99, 77}, *info);
  MadeByLibJpeg(MakeTestImage({99, 77}), Info());
  EXPECT_EQ(Encoders(),
            "libjpeg: progressive;libjpeg: neither grey nor three colours;"
            "libjpeg: arithmetic coding;libjpeg: another transform;libjpeg: the memory limit;");
}

// Grey images have one sample a pixel or, once all of their pixels were asked for, packets.
TEST_F(JpegBaseline, NobodyCanTellByTheBytes) {
  for (const bool is_gray : {false, true})
    for (const bool has_packets : {false, true})
      for (const char* factors : {"4:4:4", "4:2:2", "4:2:0", "4:1:1", "4:4:0", "4:1:0"})
        for (const char* optimizes : {"TRUE", "FALSE"})
          for (const unsigned long quality : {30, 75, 95}) {
            SCOPED_TRACE(testing::Message() << is_gray << has_packets << ' ' << factors << ' '
                                            << optimizes << ' ' << quality);
            Kind kind{1301, 203};
            kind.gray = is_gray;
            const ImageHandle image = MakeTestImage(kind);
            SetImageAttribute(image.get(), "comment", "about the image");
            if (has_packets) GetImagePixels(image.get(), 0, 0, 1301, 203);
            Info info;
            info->quality = quality;
            info.Define(std::string("jpeg:sampling-factor=") + factors);
            info.Define(std::string("jpeg:optimize-coding=") + optimizes);
            const Bytes ours = Made(image, info);
            ASSERT_TRUE(ours == MadeByLibJpeg(image, info));
            EXPECT_EQ(Encoders(), "cpu;libjpeg: the memory limit;");
          }
}

}  // namespace
}  // namespace lodestone::coders::test
