// Clip masks and composite masks: what is written goes through them, wherever it is computed.
#include <algorithm>
#include <functional>
#include <thread>

#include "tests/magick/device_images.hpp"

namespace lodestone::test {
namespace {

Quantum Round(double value) {
  return static_cast<Quantum>(std::clamp(value, 0.0, MaxRGBDouble) + 0.5);
}

PixelPacket Clipped(const PixelPacket& mask, const PixelPacket& old, PixelPacket fresh) {
  if (mask.red == MaxRGB) fresh.red = old.red;
  if (mask.green == MaxRGB) fresh.green = old.green;
  if (mask.blue == MaxRGB) fresh.blue = old.blue;
  if (mask.opacity == MaxRGB) fresh.opacity = old.opacity;
  return fresh;
}

PixelPacket Mixed(const PixelPacket& mask, const PixelPacket& old, PixelPacket fresh) {
  if (mask.red == 0) return old;
  if (mask.red == MaxRGB) return fresh;
  const double share = mask.red / MaxRGBDouble;
  const auto mix = [share](double from, double to) { return share * (to - from) + from; };
  const double alpha = MaxRGBDouble - mix(old.opacity, fresh.opacity);
  if (alpha <= 0) {
    fresh.red = fresh.green = fresh.blue = 0;
    fresh.opacity = MaxRGB;
    return fresh;
  }
  const double scale = alpha < MaxRGBDouble ? MaxRGBDouble / alpha : 1.0;
  fresh.red = Round(scale * mix(old.red, fresh.red));
  fresh.green = Round(scale * mix(old.green, fresh.green));
  fresh.blue = Round(scale * mix(old.blue, fresh.blue));
  fresh.opacity = static_cast<Quantum>(MaxRGB - Round(alpha));
  return fresh;
}

struct Masks {
  ImagePtr clip, composite;

  void SetOn(Image* image) const {
    if (clip) {
      EXPECT_TRUE(SetImageClipMask(image, clip.get()));
    }
    if (composite) {
      EXPECT_TRUE(SetImageCompositeMask(image, composite.get()));
    }
  }
  void ExpectMerged(const std::vector<PixelPacket>& old, std::vector<PixelPacket> fresh,
                    const Image* image, const std::string& what) const {
    const auto clip_pixels = clip ? Pixels(clip.get()) : std::vector<PixelPacket>();
    const auto blend_pixels = composite ? Pixels(composite.get()) : std::vector<PixelPacket>();
    for (size_t i = 0; i < fresh.size(); ++i) {
      if (clip) fresh[i] = Clipped(clip_pixels[i], old[i], fresh[i]);
      if (composite) fresh[i] = Mixed(blend_pixels[i], old[i], fresh[i]);
    }
    const auto actual = Pixels(image);
    ASSERT_EQ(fresh.size(), actual.size()) << what;
    size_t wrong = 0;
    for (size_t i = 0; i < fresh.size(); ++i)
      wrong += std::memcmp(&fresh[i], &actual[i], sizeof fresh[i]) != 0;
    EXPECT_EQ(0U, wrong) << what;
  }
};

Masks RandomMasks(unsigned long columns, unsigned long rows, int which) {
  Masks masks;
  if (which & 1) masks.clip = RandomImage(columns, rows, Kind::kMatte, 77);
  if (which & 2) masks.composite = RandomImage(columns, rows, Kind::kMatte, 78);
  return masks;
}

struct Change {
  const char* name;
  std::function<MagickPassFail(Image*)> apply;
};

MagickPassFail Compose(Image* image) {
  const ImagePtr other = RandomImage(image->columns, image->rows, Kind::kMatte, 5);
  return CompositeImage(image, PlusCompositeOp, other.get(), 0, 0);
}

const std::vector<Change>& Changes() {
  static const PixelPacket color = [] {
    PixelPacket pixel{};
    pixel.red = MaxRGB;
    return pixel;
  }();
  static const std::vector<Change> changes = {
      {"negate", [](Image* image) { return NegateImage(image, MagickFalse); }},
      {"gamma", [](Image* image) { return GammaImage(image, "1.7"); }},
      {"level", [](Image* image) { return LevelImage(image, "10%,1.2,80%"); }},
      {"solarize", [](Image* image) { return SolarizeImage(image, MaxRGB / 2.0); }},
      {"contrast", [](Image* image) { return ContrastImage(image, MagickTrue); }},
      {"modulate", [](Image* image) { return ModulateImage(image, "90,120,70"); }},
      {"normalize", [](Image* image) { return NormalizeImage(image); }},
      {"equalize", [](Image* image) { return EqualizeImage(image); }},
      {"threshold", [](Image* image) { return ThresholdImage(image, MaxRGB / 3.0); }},
      {"black threshold", [](Image* image) { return BlackThresholdImage(image, "30%"); }},
      {"operator",
       [](Image* image) {
         return QuantumOperatorImage(image, AllChannels, XorQuantumOp, 99, &image->exception);
       }},
      {"compose", Compose},
      {"depth", [](Image* image) { return SetImageDepth(image, 3); }},
      {"opacity", [](Image* image) { return SetImageOpacity(image, MaxRGB / 3); }},
      {"fill", [](Image* image) { return SetImageColor(image, &color); }},
  };
  return changes;
}

// The same change to the same image without masks, merged slowly.
void ExpectChangesMerged(const ImagePtr& image, int which, const std::string& what) {
  Exception exception;
  const Masks masks = RandomMasks(image->columns, image->rows, which);
  for (const Change& change : Changes()) {
    const ImagePtr plain(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    const ImagePtr masked(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    masks.SetOn(masked.get());
    ASSERT_TRUE(change.apply(plain.get())) << change.name;
    EXPECT_TRUE(change.apply(masked.get())) << change.name;
    masks.ExpectMerged(Pixels(image.get()), Pixels(plain.get()), masked.get(),
                       what + change.name + std::to_string(which));
  }
}

ImagePtr GreyImage() {
  Exception exception;
  std::vector<unsigned char> shades(kColumns * kRows);
  for (size_t i = 0; i < shades.size(); ++i) shades[i] = static_cast<unsigned char>(i * 37);
  return ImagePtr(ConstituteImage(kColumns, kRows, "I", CharPixel, shades.data(), exception));
}

TEST(Masks, OperationsMergeOnTheCpu) {
  const ModeScope scope(MagickAccelerateOff);
  for (int which = 1; which < 4; ++which) {
    for (const Kind kind : {Kind::kOpaque, Kind::kMatte}) {
      ExpectChangesMerged(RandomImage(17, 16, kind, 3), which, KindName(kind));
      ExpectChangesMerged(RandomImage(2, 255, kind, 3), which, KindName(kind));
    }
    ExpectChangesMerged(GreyImage(), which, "grey ");
  }
}

using MasksOnDevices = DeviceImages;

TEST_F(MasksOnDevices, OperationsMergeWhatADeviceComputed) {
  Plug();
  const ImagePtr image = Source();
  for (int which = 1; which < 4; ++which) {
    const Masks masks = RandomMasks(kColumns, kRows, which);
    for (const auto& apply : {Changes()[0].apply, Changes()[1].apply, Changes()[5].apply}) {
      Exception exception;
      const ImagePtr plain(CloneImage(image.get(), 0, 0, MagickTrue, exception));
      const ImagePtr masked(CloneImage(image.get(), 0, 0, MagickTrue, exception));
      masks.SetOn(masked.get());
      {
        const ModeScope off(MagickAccelerateOff);
        ASSERT_TRUE(apply(plain.get()));
      }
      EventRecorder recorder;
      const ModeScope scope(MagickAccelerateRequire);
      ASSERT_TRUE(apply(masked.get()));
      ASSERT_LE(1U, recorder.events().size());
      EXPECT_EQ("Machine:GPU:0", recorder.events()[0].device);
      masks.ExpectMerged(Pixels(image.get()), Pixels(plain.get()), masked.get(), "device");
    }
  }
}

TEST(Masks, WritingIsACopyUntilItIsSynchronised) {
  const ImagePtr image = Counting(4, 3);
  const ImagePtr mask = BlankImage(4, 3);
  ASSERT_TRUE(SetImage(mask.get(), TransparentOpacity));
  GetImagePixels(mask.get(), 1, 1, 1, 1)->red = 0;
  SyncImagePixels(mask.get());
  PixelPacket white{};
  white.red = white.green = white.blue = white.opacity = TransparentOpacity;
  std::fill_n(GetImagePixels(mask.get(), 0, 0, 4, 1), 4, white);
  ASSERT_TRUE(SetImageClipMask(image.get(), mask.get()));
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, 4, 3);
  for (int i = 0; i < 12; ++i) pixels[i].red = 100;
  EXPECT_EQ(7, RedAt(image.get(), 2, 1));
  EXPECT_TRUE(SyncImagePixels(image.get()));
  EXPECT_EQ(1, RedAt(image.get(), 0, 0));
  EXPECT_EQ(100, RedAt(image.get(), 1, 1));
}

TEST(Masks, BelongToTheImage) {
  Exception exception;
  const ImagePtr image = Counting(4, 3);
  EXPECT_EQ(nullptr, GetImageClipMask(image.get(), exception));
  EXPECT_EQ(ImageError, exception.severity());
  EXPECT_EQ("Unable to get clip mask (no images were found)", exception.text());
  ImagePtr mask = Counting(4, 3);
  ASSERT_TRUE(SetImageClipMask(image.get(), mask.get()));
  mask = Counting(5, 3);
  EXPECT_FALSE(SetImageClipMask(image.get(), mask.get()));
  EXPECT_EQ(ImageError, image->exception.severity);
  const ImagePtr copy(GetImageClipMask(image.get(), exception));
  ASSERT_NE(nullptr, copy);
  EXPECT_EQ(4U, copy->columns) << "the mask that fitted is still there";
  EXPECT_NE(copy.get(), *ImageGetClipMask(image.get()));
  EXPECT_EQ(nullptr, *ImageGetCompositeMask(image.get()));
  EXPECT_TRUE(SetImageClipMask(image.get(), nullptr));
  EXPECT_EQ(nullptr, *ImageGetClipMask(image.get()));
  EXPECT_FALSE(SetImageClipMask(nullptr, nullptr));
  EXPECT_FALSE(SetImageCompositeMask(nullptr, nullptr));
  EXPECT_EQ(nullptr, GetImageCompositeMask(nullptr, exception));
  EXPECT_EQ(nullptr, ImageGetClipMask(nullptr));
  EXPECT_EQ(nullptr, ImageGetCompositeMask(nullptr));
}

TEST(Masks, OneWithoutPixelsFailsAndChangesNothing) {
  const ImagePtr image = Counting(4, 3), mask = BlankImage(4, 3);
  ASSERT_TRUE(SetImageClipMask(image.get(), mask.get()));
  SetImagePixels(image.get(), 0, 0, 4, 3)->red = 99;
  EXPECT_FALSE(SyncImagePixels(image.get()));
  EXPECT_LE(ErrorException, image->exception.severity);
  EXPECT_EQ(1, RedAt(image.get(), 0, 0));
}

TEST(Masks, GreynessIsThatOfAllPixels) {
  const ImagePtr image = RandomImage(9, 9, Kind::kOpaque, 4), mask = BlankImage(9, 9);
  PixelPacket white{};
  white.red = white.green = white.blue = white.opacity = TransparentOpacity;
  ASSERT_TRUE(SetImageColor(mask.get(), &white));
  ASSERT_TRUE(SetImageClipMask(image.get(), mask.get()));
  const auto before = Pixels(image.get());
  EXPECT_TRUE(ThresholdImage(image.get(), 77));
  EXPECT_FALSE(image->is_grayscale);
  EXPECT_FALSE(image->is_monochrome);
  EXPECT_EQ(DirectClass, image->storage_class) << "a palette would not have these colours";
  PixelPacket black{};
  EXPECT_TRUE(SetImageColor(image.get(), &black));
  EXPECT_FALSE(image->is_grayscale);
  const auto after = Pixels(image.get());
  EXPECT_EQ(0, std::memcmp(before.data(), after.data(), before.size() * sizeof(PixelPacket)));
}

// As a reader of SVG would draw: black to white from left to right.
Image* DecodeRamp(const ImageInfo* info, ExceptionInfo*) {
  Image* image = AllocateImage(info);
  image->columns = 5;
  image->rows = 1;
  PixelPacket* pixels = SetImagePixels(image, 0, 0, 5, 1);
  for (int x = 0; x < 5; ++x) {
    pixels[x] = PixelPacket{};
    pixels[x].red = pixels[x].green = pixels[x].blue = static_cast<Quantum>(MaxRGB / 4 * x);
  }
  pixels[4].red = pixels[4].green = pixels[4].blue = MaxRGB;
  SyncImagePixels(image);
  return image;
}

class ClipPaths : public testing::Test {
 protected:
  ClipPaths() : image_(Counting(5, 1)) {
    SetImageAttribute(image_.get(), "8BIM:1999,2998:#1", "<?xml version=\"1.0\"?><svg/>");
  }
  static std::vector<Quantum> Reds(const Image* image) {
    std::vector<Quantum> reds;
    for (const PixelPacket& pixel : Pixels(image)) reds.push_back(pixel.red);
    return reds;
  }
  const ImagePtr image_;
};

TEST_F(ClipPaths, NeedAReaderOfSvg) {
  EXPECT_FALSE(ClipImage(image_.get()));
  EXPECT_EQ(MissingDelegateError, image_->exception.severity)
      << image_->exception.reason << image_->exception.description;
  EXPECT_EQ(nullptr, *ImageGetClipMask(image_.get()));
  EXPECT_FALSE(CompositeMaskImage(image_.get()));
  EXPECT_FALSE(ClipPathImage(image_.get(), nullptr, MagickTrue));
  EXPECT_FALSE(CompositePathImage(nullptr, "#1", MagickTrue));
}

TEST_F(ClipPaths, BecomeMasks) {
  MagickInfo* format = SetMagickInfo("SVG");
  format->decoder = DecodeRamp;
  RegisterMagickInfo(format);
  const Quantum steps[] = {0, MaxRGB / 4, MaxRGB / 4 * 2, MaxRGB / 4 * 3, MaxRGB};
  EXPECT_TRUE(ClipImage(image_.get()));
  EXPECT_EQ((std::vector<Quantum>{0, 0, 0, 0, MaxRGB}), Reds(*ImageGetClipMask(image_.get())));
  EXPECT_STREQ("8BIM:1999,2998:#1\nPS", (*ImageGetClipMask(image_.get()))->magick_filename);
  EXPECT_TRUE(ClipPathImage(image_.get(), "#1", MagickFalse));
  EXPECT_EQ((std::vector<Quantum>{MaxRGB, MaxRGB, MaxRGB, MaxRGB, 0}),
            Reds(*ImageGetClipMask(image_.get())));
  EXPECT_TRUE(CompositeMaskImage(image_.get()));
  EXPECT_EQ(std::vector<Quantum>(steps, steps + 5), Reds(*ImageGetCompositeMask(image_.get())));
  EXPECT_TRUE(CompositePathImage(image_.get(), "#1", MagickFalse));
  EXPECT_EQ(MaxRGB, Reds(*ImageGetCompositeMask(image_.get()))[0]);
  const ImagePtr larger = Counting(6, 1);
  SetImageAttribute(larger.get(), "8BIM:1999,2998:#1", "<?xml version=\"1.0\"?><svg/>");
  EXPECT_FALSE(ClipImage(larger.get())) << "drawn for another size";
  UnregisterMagickInfo("SVG");
}

}  // namespace
}  // namespace lodestone::test
