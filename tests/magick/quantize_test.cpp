// Colour reduction: what does not need another implementation to be checked. The compat suite
// compares pixels and palettes.
#include "magick/core/pixels/pixel_cache.hpp"
#include "tests/magick/support.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

constexpr unsigned long kSizes[] = {1, 2, 3, 7, 16, 17, 255, 257};

QuantizeInfo Info(unsigned long colors, bool dither) {
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  info.number_colors = colors;
  info.dither = dither;
  return info;
}

// A palette of at most `colors`, with indexes and pixels that agree.
void ExpectPalette(const Image* image, unsigned colors, const std::string& what) {
  ASSERT_EQ(PseudoClass, image->storage_class) << what;
  EXPECT_LE(image->colors, colors) << what;
  const auto pixels = Pixels(image);
  const auto indexes = Indexes(image);
  ASSERT_EQ(pixels.size(), indexes.size()) << what;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    ASSERT_LT(indexes[i], image->colors) << what;
    PixelPacket expected = image->colormap[indexes[i]];
    expected.opacity = pixels[i].opacity;
    ASSERT_TRUE(SamePixel(expected, pixels[i])) << what << " " << i;
  }
}

TEST(QuantizeInfo, Defaults) {
  QuantizeInfo info;
  GetQuantizeInfo(&info);
  EXPECT_EQ(256u, info.number_colors);
  EXPECT_EQ(0u, info.tree_depth);
  EXPECT_EQ(MagickTrue, info.dither);
  EXPECT_EQ(RGBColorspace, info.colorspace);
  EXPECT_EQ(0u, info.measure_error);
  EXPECT_EQ(MagickSignature, info.signature);
}

TEST(QuantizeInfo, CloneCopies) {
  QuantizeInfo info = Info(7, false);
  info.tree_depth = 5;
  info.measure_error = 1;
  info.colorspace = GRAYColorspace;
  QuantizeInfo* clone = CloneQuantizeInfo(&info);
  EXPECT_EQ(0, std::memcmp(&info, clone, sizeof info));
  DestroyQuantizeInfo(clone);
  QuantizeInfo* fresh = CloneQuantizeInfo(nullptr);
  EXPECT_EQ(256u, fresh->number_colors);
  DestroyQuantizeInfo(fresh);
  DestroyQuantizeInfo(nullptr);
}

TEST(QuantizeImage, EveryKindAndOddSize) {
  for (const Kind kind : kAllKinds)
    for (const unsigned long columns : kSizes)
      for (const bool dither : {false, true}) {
        const ImagePtr image = RandomImage(columns, 3 + columns % 5, kind, 1);
        const QuantizeInfo info = Info(9, dither);
        const std::string what = std::string(KindName(kind)) + " " + std::to_string(columns);
        ASSERT_EQ(MagickPass, QuantizeImage(&info, image.get())) << what;
        ExpectPalette(image.get(), 9, what);
      }
}

TEST(QuantizeImage, KeepsColorsThatAreFewEnough) {
  const ImagePtr image = RandomImage(40, 30, Kind::kPalette, 2);
  image->storage_class = DirectClass;
  const auto before = Pixels(image.get());
  QuantizeInfo info = Info(37, false);
  info.tree_depth = MaxTreeDepth;
  ASSERT_EQ(MagickPass, QuantizeImage(&info, image.get()));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_TRUE(SamePixel(before[i], after[i])) << i;
}

TEST(QuantizeImage, TransparentKeepsOpacity) {
  const ImagePtr image = RandomImage(40, 30, Kind::kMatte, 2);
  const auto before = Pixels(image.get());
  QuantizeInfo info = Info(8, true);
  info.colorspace = TransparentColorspace;
  ASSERT_EQ(MagickPass, QuantizeImage(&info, image.get()));
  EXPECT_EQ(DirectClass, image->storage_class);
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_EQ(before[i].opacity, after[i].opacity);
  Exception exception;
  image->matte = MagickFalse;
  EXPECT_LE(GetNumberColors(image.get(), nullptr, exception), 8u);
}

TEST(QuantizeImage, GreySamplesGetAGreyPalette) {
  const ImagePtr image = RandomGrey(31, 17, 4);
  const QuantizeInfo info = Info(5, true);
  ASSERT_EQ(MagickPass, QuantizeImage(&info, image.get()));
  ExpectPalette(image.get(), 5, "grey");
  EXPECT_TRUE(image->is_grayscale);
  Exception exception;
  EXPECT_TRUE(IsGrayImage(image.get(), exception));
}

// Though a reduction to two colours would leave them alone.
TEST(SetImageType, FewShadesBecomeBlackAndWhite) {
  const auto percent = [](unsigned number) { return static_cast<Quantum>(number * MaxRGB / 100); };
  for (const auto& [first, second] : {std::pair{60u, 60u}, {60u, 40u}, {30u, 20u}, {100u, 0u}}) {
    const ImagePtr image = RandomImage(31, 17, Kind::kOpaque, 4);
    PixelPacket* const pixels = GetImagePixels(image.get(), 0, 0, 31, 17);
    for (unsigned i = 0; i < 31 * 17; ++i) {
      const Quantum shade = percent(i % 3 == 0 ? first : second);
      pixels[i] = {shade, shade, shade, OpaqueOpacity};
    }
    ASSERT_EQ(MagickPass, SyncImagePixels(image.get()));
    ASSERT_EQ(MagickPass, SetImageType(image.get(), BilevelType));
    Exception exception;
    EXPECT_TRUE(IsMonochromeImage(image.get(), exception)) << first << " " << second;
    EXPECT_EQ(first > 50 ? MaxRGB : 0u, Pixels(image.get())[0].red);
    EXPECT_EQ(second > 50 ? MaxRGB : 0u, Pixels(image.get())[1].red);
  }
}

TEST(QuantizeImage, SharesNothingWithClones) {
  const ImagePtr image = RandomImage(31, 17, Kind::kOpaque, 4);
  Exception exception;
  const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
  const auto before = Pixels(image.get());
  const QuantizeInfo info = Info(2, true);
  ASSERT_EQ(MagickPass, QuantizeImage(&info, clone.get()));
  const auto after = Pixels(image.get());
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_TRUE(SamePixel(before[i], after[i]));
}

TEST(QuantizeImage, MeasuresTheError) {
  for (const bool dither : {false, true}) {
    const ImagePtr image = RandomImage(31, 17, Kind::kOpaque, 4);
    const auto before = Pixels(image.get());
    QuantizeInfo info = Info(6, dither);
    info.measure_error = 1;
    ASSERT_EQ(MagickPass, QuantizeImage(&info, image.get()));
    const auto after = Pixels(image.get());
    double total = 0, largest = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double r = double(before[i].red) - after[i].red,
                   g = double(before[i].green) - after[i].green,
                   b = double(before[i].blue) - after[i].blue, distance = r * r + g * g + b * b;
      total += distance;
      largest = std::max(largest, distance);
    }
    const double diagonal = 3 * std::pow(MaxRGBDouble + 1, 2);
    const double mean = total / static_cast<double>(before.size());
    EXPECT_NEAR(mean, image->error.mean_error_per_pixel, mean * 1e-12);
    EXPECT_NEAR(mean / diagonal, image->error.normalized_mean_error, 1e-12);
    EXPECT_DOUBLE_EQ(largest / diagonal, image->error.normalized_maximum_error);
    EXPECT_EQ(6u, image->colors);
  }
}

TEST(QuantizeImage, RefusesWhatItCannotDo) {
  QuantizeInfo info = Info(4, true);
  EXPECT_EQ(MagickFail, QuantizeImage(&info, nullptr));
  const ImagePtr image = RandomImage(3, 3, Kind::kOpaque, 1);
  EXPECT_EQ(MagickFail, QuantizeImage(nullptr, image.get()));
  info.colorspace = static_cast<ColorspaceType>(999);
  EXPECT_EQ(MagickFail, QuantizeImage(&info, image.get()));
  EXPECT_EQ(OptionError, image->exception.severity);
  const ImagePtr empty(AllocateImage(nullptr));
  const QuantizeInfo plain = Info(4, true);
  EXPECT_EQ(MagickFail, QuantizeImage(&plain, empty.get()));
  EXPECT_NE(UndefinedException, empty->exception.severity);
}

MagickPassFail Cancel(const char* text, magick_int64_t, magick_uint64_t, ExceptionInfo*) {
  return std::strstr(text, "olors...") || std::strstr(text, "Dither") || std::strstr(text, "Reduce")
             ? MagickFail
             : MagickPass;
}

TEST(QuantizeImage, CanBeCancelled) {
  const ImagePtr image = RandomImage(64, 64, Kind::kOpaque, 1);
  const QuantizeInfo info = Info(4, true);
  const MonitorHandler before = SetMonitorHandler(Cancel);
  EXPECT_EQ(MagickFail, QuantizeImage(&info, image.get()));
  SetMonitorHandler(before);
  EXPECT_EQ(DirectClass, image->storage_class);
}

// The same for any number of threads: large enough for several bands.
TEST(QuantizeImage, DoesNotDependOnThreads) {
  std::vector<std::vector<IndexPacket>> results;
  for (const int threads : {1, 5}) {
    const LimitScope limit(ThreadsResource, threads);
    const ImagePtr image = RandomImage(1500, 1300, Kind::kOpaque, 3);
    const QuantizeInfo info = Info(60, false);
    ASSERT_EQ(MagickPass, QuantizeImage(&info, image.get()));
    results.push_back(Indexes(image.get()));
  }
  EXPECT_EQ(results[0], results[1]);
}

ImagePtr ListOfThree() {
  ImagePtr list = RandomImage(20, 10, Kind::kOpaque, 1);
  for (const unsigned seed : {2u, 3u}) {
    Image* image = list.get();
    AppendImageToList(&image, RandomImage(9, seed * 5, Kind::kOpaque, seed).release());
  }
  return list;
}

void ExpectSamePalettes(const Image* images) {
  for (const Image* image = images; image != nullptr; image = image->next) {
    ExpectPalette(image, 16, "list");
    ASSERT_EQ(images->colors, image->colors);
    EXPECT_EQ(0,
              std::memcmp(images->colormap, image->colormap, image->colors * sizeof(PixelPacket)));
  }
}

TEST(QuantizeImages, OnePaletteForAll) {
  const ImagePtr list = ListOfThree();
  const QuantizeInfo info = Info(16, true);
  ASSERT_EQ(MagickPass, QuantizeImages(&info, list.get()));
  ExpectSamePalettes(list.get());
}

TEST(MapImages, UsesTheColorsOfTheMap) {
  const ImagePtr list = ListOfThree();
  const ImagePtr map = RandomImage(4, 4, Kind::kOpaque, 9);
  ASSERT_EQ(MagickPass, MapImages(list.get(), map.get(), MagickFalse));
  ExpectSamePalettes(list.get());
  const auto wanted = Pixels(map.get());
  for (unsigned i = 0; i < list->colors; ++i)
    EXPECT_TRUE(std::any_of(wanted.begin(), wanted.end(), [&](const PixelPacket& pixel) {
      return SamePixel(pixel, list->colormap[i]);
    })) << i;
  EXPECT_EQ(MagickFail, MapImage(list.get(), nullptr, MagickFalse));
  EXPECT_EQ(MagickFail, MapImages(nullptr, map.get(), MagickFalse));
}

TEST(MapImages, WithoutAMapMakeOnePalette) {
  const ImagePtr list = ListOfThree();
  ASSERT_EQ(MagickPass, MapImages(list.get(), nullptr, MagickTrue));
  EXPECT_EQ(list->colors, list->next->colors);
  EXPECT_EQ(PseudoClass, list->next->storage_class);
}

TEST(CompressImageColormap, DropsUnusedShades) {
  const ImagePtr image = RandomGrey(4, 2, 4);
  ASSERT_NE(MagickFail, AllocateImageColormap(image.get(), 256));
  GetImagePixels(image.get(), 0, 0, 4, 2);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  for (unsigned i = 0; i < 8; ++i) indexes[i] = static_cast<IndexPacket>(i % 3 * 100);
  SyncImagePixels(image.get());
  SyncImage(image.get());
  const auto before = Pixels(image.get());
  image->storage_class = DirectClass;
  CompressImageColormap(image.get());
  EXPECT_EQ(3u, image->colors);
  const auto after = Pixels(image.get());
  for (unsigned i = 0; i < 8; ++i) EXPECT_EQ(before[i].red, after[i].red);
}

TEST(RandomChannelThresholdImage, ChanceFollowsBrightness) {
  constexpr unsigned long kSide = 200;
  const ImagePtr image = BlankImage(kSide, kSide);
  image->background_color.red = image->background_color.green = image->background_color.blue =
      MaxRGB / 4;
  ASSERT_NE(MagickFail, SetImage(image.get(), OpaqueOpacity));
  Exception exception;
  ASSERT_EQ(MagickPass, RandomChannelThresholdImage(image.get(), "all", "0x100%", exception));
  unsigned long white = 0;
  for (const IndexPacket index : Indexes(image.get())) white += index;
  EXPECT_NEAR(0.25, double(white) / (kSide * kSide), 0.02);
}

TEST(RandomChannelThresholdImage, LimitsAreSharp) {
  Exception exception;
  const ImagePtr image = Counting(3, 1);
  ASSERT_EQ(MagickPass, RandomChannelThresholdImage(image.get(), "red", "2x2.4", exception));
  EXPECT_EQ(0, RedAt(image.get(), 0, 0));
  EXPECT_EQ(MaxRGB, RedAt(image.get(), 2, 0));
  EXPECT_EQ(MagickFail, RandomChannelThresholdImage(image.get(), "mauve", "2x2", exception));
  EXPECT_EQ(OptionError, exception.severity());
  EXPECT_EQ(MagickFail, RandomChannelThresholdImage(image.get(), "red", "nan", exception));
  EXPECT_EQ(MagickFail, RandomChannelThresholdImage(image.get(), "red", "", exception));
  EXPECT_EQ(MagickPass, RandomChannelThresholdImage(image.get(), "red", nullptr, exception));
}

}  // namespace
}  // namespace lodestone::test
