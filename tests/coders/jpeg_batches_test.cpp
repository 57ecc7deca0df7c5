// JPEG files of several batches: of progressive ones and of inks, which libjpeg decodes, rows are
// converted by one thread while another decodes; others are decoded by all.
#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

class Threads {
 public:
  explicit Threads(magick_int64_t threads) : before_(GetMagickResourceLimit(ThreadsResource)) {
    SetMagickResourceLimit(ThreadsResource, threads);
  }
  ~Threads() { SetMagickResourceLimit(ThreadsResource, before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  const magick_int64_t before_;
};

constexpr InterlaceType kBaseline = NoInterlace, kProgressive = LineInterlace;

Bytes LargeJpeg(InterlaceType interlace, bool gray = false, bool cmyk = false) {
  Exception exception;
  Kind kind{900, 701};
  kind.gray = gray;
  Info info;
  info->interlace = interlace;
  if (cmyk) info->colorspace = CMYKColorspace;
  return Write("JPEG", MakeTestImage(kind), info, exception);
}

TEST(JpegBatches, DecodeTheSameOnEveryNumberOfThreads) {
  for (const Bytes& bytes :
       {LargeJpeg(kBaseline), LargeJpeg(kBaseline, true), LargeJpeg(kProgressive),
        LargeJpeg(kProgressive, true), LargeJpeg(kBaseline, false, true)}) {
    std::vector<std::uint16_t> alone;
    for (const magick_int64_t threads : {1, 2, 4}) {
      const Threads limit(threads);
      Exception exception;
      const ImageHandle image = ReadBytes("JPEG", bytes, exception);
      ASSERT_TRUE(image) << exception.Text();
      if (threads == 1) alone = Rgba16(image.get());
      EXPECT_TRUE(Rgba16(image.get()) == alone) << threads << " threads";
    }
  }
}

TEST(JpegBatches, DecodeAsGm) {
  SKIP_WITHOUT_GM();
  const TemporaryFolder folder;
  const std::string path = folder.File("large.jpg");
  for (const InterlaceType interlace : {kBaseline, kProgressive})
    for (const bool gray : {false, true}) {
      WriteWholeFile(path, LargeJpeg(interlace, gray));
      Exception exception;
      const ImageHandle image = Read(path, exception);
      ASSERT_TRUE(image) << exception.Text();
      EXPECT_TRUE(Rgba16(image.get()) == AtOurDepth(GmRgba16(path)));
    }
}

// Errors reach the caller, whichever thread they occur in.
TEST(JpegBatches, DamageIsReported) {
  const Threads limit(2);
  Bytes bytes = LargeJpeg(kProgressive);
  Bytes early(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(bytes.size() / 2));
  Exception warned;
  const ImageHandle half = ReadBytes("JPEG", early, warned);
  EXPECT_TRUE(half) << warned.Text();
  EXPECT_EQ(warned.severity(), CorruptImageWarning) << warned.Text();
  for (std::size_t i = bytes.size() / 2; i < bytes.size() - 2; i += 97) bytes[i] = 0xff;
  Exception failed;
  Info info;
  info.Define("jpeg:max-warnings=0");
  const ImageHandle none(BlobToImage(info.get(), bytes.data(), bytes.size(), failed.get()));
  EXPECT_FALSE(none);
  EXPECT_EQ(failed.severity(), CorruptImageError) << failed.Text();
  EXPECT_NE(failed.Text().find("; more than jpeg:max-warnings=0 of these"), std::string::npos)
      << failed.Text();
}

magick_uint64_t last_span = 0;
magick_int64_t last_step = 0;
unsigned int Follow(const char*, const magick_int64_t step, const magick_uint64_t span,
                    ExceptionInfo*) {
  EXPECT_TRUE(step > last_step || step == 0) << step;
  last_step = step;
  last_span = span;
  return MagickPass;
}

TEST(JpegBatches, ProgressGrowsToTheEnd) {
  const Threads limit(2);
  for (const InterlaceType interlace : {kBaseline, kProgressive}) {
    const Bytes bytes = LargeJpeg(interlace);
    last_step = -1;
    const MonitorHandler before = SetMonitorHandler(Follow);
    Exception exception;
    const ImageHandle image = ReadBytes("JPEG", bytes, exception);
    SetMonitorHandler(before);
    EXPECT_EQ(last_step, 700);
    EXPECT_EQ(last_span, 701u);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
