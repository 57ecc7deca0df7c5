// Operations on images with one sample per pixel: the same pixels as in packets, without making
// packets.
#include <functional>

#include "accel/operation_table.hpp"
#include "tests/magick/device_images.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

struct Operation {
  std::string name;
  std::function<Image*(const Image*, ExceptionInfo*)> apply;
  bool grey = true;  // the result is grey, whatever the image
};

std::vector<Operation> Resampling() {
  std::vector<Operation> all;
  for (const unsigned long columns : {1ul, 2ul, 5ul, 16ul, 40ul}) {
    for (const unsigned long rows : {1ul, 3ul, 17ul, 31ul}) {
      const std::string size = std::to_string(columns) + "x" + std::to_string(rows);
      all.push_back({"scale " + size, [=](const Image* image, ExceptionInfo* exception) {
                       return ScaleImage(image, columns, rows, exception);
                     }});
      all.push_back({"sample " + size, [=](const Image* image, ExceptionInfo* exception) {
                       return SampleImage(image, columns, rows, exception);
                     }});
      for (const FilterTypes filter : {PointFilter, TriangleFilter, LanczosFilter, SincFilter}) {
        all.push_back({"resize " + std::to_string(filter) + " " + size,
                       [=](const Image* image, ExceptionInfo* exception) {
                         return ResizeImage(image, columns, rows, filter, 1.0, exception);
                       },
                       filter != PointFilter});
      }
    }
  }
  // Enlarging by a box picks pixels, and so keeps the colormap.
  all.push_back({"thumbnail",
                 [](const Image* image, ExceptionInfo* exception) {
                   return ThumbnailImage(image, 2, 2, exception);
                 },
                 false});
  return all;
}

bool WorksOnGrey(const std::string& operation) {
  for (const accel::OperationTraits& info : accel::Operations())
    if (operation == info.name) return accel::Takes(info.operation, MagickAccelerateGrey);
  return false;
}

// Whether the events and the result show that `image` was processed without conversion.
void ExpectWorkedOnSamples(const EventRecorder& recorder, const Image* result, const Image* image,
                           const std::string& what) {
  ASSERT_FALSE(recorder.operations().empty()) << what;
  for (const auto& event : recorder.operations()) {
    if (!WorksOnGrey(event.operation)) return;
    EXPECT_EQ(1u, event.raw.samples) << what;
  }
  EXPECT_TRUE(HasGreyPixels(result)) << what;
  EXPECT_TRUE(HasGreyPixels(image)) << what;
}

void ExpectSameAsPackets(const std::vector<Operation>& operations, unsigned long columns,
                         unsigned long rows, ClassType storage_class) {
  for (const Operation& operation : operations) {
    const std::string what = operation.name + " of " + std::to_string(columns) + "x" +
                             std::to_string(rows) + (storage_class == PseudoClass ? " map" : "");
    const auto samples = RandomSamples(columns * rows, 11);
    const ImagePtr grey = GreyImage(columns, rows, samples, storage_class);
    const ImagePtr packets = AsPackets(grey.get(), samples);
    Exception exception;
    const ImagePtr expected(operation.apply(packets.get(), exception));
    const EventRecorder recorder;
    const ImagePtr actual(operation.apply(grey.get(), exception));
    ASSERT_TRUE(expected && actual) << what << ": " << exception.text();
    const bool done = !recorder.operations().empty();  // false if there was nothing to do
    if (done && operation.grey) ExpectWorkedOnSamples(recorder, actual.get(), grey.get(), what);
    EXPECT_EQ(expected->is_grayscale, actual->is_grayscale) << what;
    ExpectSameImage(expected.get(), actual.get(), what);
  }
}

TEST(GreyOperations, ResamplingGivesThePixelsOfPackets) {
  for (const unsigned long columns : {1ul, 3ul, 16ul, 17ul}) {
    for (const unsigned long rows : {1ul, 2ul, 17ul}) {
      for (const ClassType storage_class : {DirectClass, PseudoClass})
        ExpectSameAsPackets(Resampling(), columns, rows, storage_class);
    }
  }
}

TEST(GreyOperations, LargeImagesToo) {
  const std::vector<Operation> operations = {
      {"scale", [](const Image* image,
                   ExceptionInfo* exception) { return ScaleImage(image, 257, 100, exception); }},
      {"resize",
       [](const Image* image, ExceptionInfo* exception) {
         return ResizeImage(image, 301, 517, LanczosFilter, 1.0, exception);
       }},
      {"sample", [](const Image* image, ExceptionInfo* exception) {
         return SampleImage(image, 1000, 257, exception);
       }}};
  ExpectSameAsPackets(operations, 1023, 517, DirectClass);
}

TEST(GreyOperations, AChainStaysGrey) {
  const auto samples = RandomSamples(255 * 257, 12);
  const ImagePtr grey = GreyImage(255, 257, samples, PseudoClass);
  const ImagePtr packets = AsPackets(grey.get(), samples);
  const auto chain = [](const Image* image) {
    Exception exception;
    const ImagePtr picked(SampleImage(image, 200, 100, exception));
    const ImagePtr smaller(ResizeImage(picked.get(), 51, 77, CubicFilter, 1.0, exception));
    ImagePtr larger(ScaleImage(smaller.get(), 80, 80, exception));
    EXPECT_NE(nullptr, larger) << exception.text();
    return larger;
  };
  const ImagePtr expected = chain(packets.get());
  const EventRecorder recorder;
  const ImagePtr actual = chain(grey.get());
  EXPECT_EQ(3u, recorder.operations().size());
  ExpectWorkedOnSamples(recorder, actual.get(), grey.get(), "chain");
  ExpectSameImage(expected.get(), actual.get(), "chain");
}

using EffectCall = Image* (*)(const Image*, ExceptionInfo*);
struct NamedEffect {
  const char* name;
  EffectCall apply;
  bool grey = true;
};

constexpr double kWeights[] = {1, 2, 1};
constexpr ConvolveTaps kTaps{3, kWeights, 0};

const NamedEffect kEffects[] = {
    {"blur", [](const Image* i, ExceptionInfo* e) { return BlurImage(i, 0, 1.5, e); }},
    {"gaussian", [](const Image* i, ExceptionInfo* e) { return GaussianBlurImage(i, 2, 0.8, e); }},
    {"sharpen", [](const Image* i, ExceptionInfo* e) { return SharpenImage(i, 0, 0.7, e); }},
    {"unsharp",
     [](const Image* i, ExceptionInfo* e) { return UnsharpMaskImage(i, 0, 1, 1.3, 0.05, e); }},
    {"unsharp luma",
     [](const Image* i, ExceptionInfo* e) { return UnsharpMaskLumaImage(i, 0, 1, 1.3, 0.05, e); }},
    {"local contrast",
     [](const Image* i, ExceptionInfo* e) { return LocalContrastImage(i, 60, 80, e); }},
    {"wavelet",
     [](const Image* i, ExceptionInfo* e) { return WaveletDenoiseImage(i, MaxRGB / 9, 0.2, e); }},
    {"edge", [](const Image* i, ExceptionInfo* e) { return EdgeImage(i, 1, e); }},
    {"motion", [](const Image* i, ExceptionInfo* e) { return MotionBlurImage(i, 3, 2, 30, e); }},
    {"median", [](const Image* i, ExceptionInfo* e) { return MedianFilterImage(i, 2, e); }},
    {"despeckle", [](const Image* i, ExceptionInfo* e) { return DespeckleImage(i, e); }},
    {"all channels",
     [](const Image* i, ExceptionInfo* e) { return BlurImageChannel(i, GrayChannel, 0, 1, e); }},
    {"opacity alone",
     [](const Image* i, ExceptionInfo* e) { return BlurImageChannel(i, OpacityChannel, 0, 1, e); }},
    {"one colour",
     [](const Image* i, ExceptionInfo* e) { return SharpenImageChannel(i, RedChannel, 1, 1, e); },
     false},
    {"separable",
     [](const Image* i, ExceptionInfo* e) {
       return SeparableConvolveImage(i, &kTaps, &kTaps, Reflect101ConvolveBorder, nullptr, e);
     }},
    {"extended",
     [](const Image* i, ExceptionInfo* e) {
       return SeparableConvolveImage(i, &kTaps, &kTaps, TileConvolveBorder, nullptr, e);
     }},
    {"grey border",
     [](const Image* i, ExceptionInfo* e) {
       PixelPacket color{};
       color.red = color.green = color.blue = MaxRGB / 3;
       return SeparableConvolveImage(i, &kTaps, &kTaps, ConstantConvolveBorder, &color, e);
     }},
    {"red border",
     [](const Image* i, ExceptionInfo* e) {
       PixelPacket color{};
       color.red = MaxRGB;
       return SeparableConvolveImage(i, &kTaps, &kTaps, ConstantConvolveBorder, &color, e);
     },
     false},
};

TEST(GreyOperations, EffectsGiveThePixelsOfPackets) {
  for (const VirtualPixelMethod method :
       {UndefinedVirtualPixelMethod, ConstantVirtualPixelMethod, TileVirtualPixelMethod}) {
    std::vector<Operation> operations;
    for (const NamedEffect& effect : kEffects) {
      operations.push_back({effect.name + std::string(" ") + std::to_string(method),
                            [=](const Image* image, ExceptionInfo* exception) {
                              SetImageVirtualPixelMethod(image, method);
                              return effect.apply(image, exception);
                            },
                            effect.grey});
    }
    ExpectSameAsPackets(operations, 17, 33, PseudoClass);
    ExpectSameAsPackets(operations, 7, 9, DirectClass);
  }
}

// Clients write fields freely; how the pixels are processed follows from the fields.
TEST(GreyOperations, FieldsThatSayMoreThanGreyTakePackets) {
  const auto samples = RandomSamples(17 * 7, 13);
  for (const bool matte : {true, false}) {
    const ImagePtr grey = GreyImage(17, 7, samples);
    grey->matte = matte;
    if (!matte) grey->colorspace = CMYKColorspace;
    const ImagePtr packets = AsPackets(grey.get(), samples);
    Exception exception;
    const ImagePtr expected(ResizeImage(packets.get(), 5, 9, LanczosFilter, 1.0, exception));
    const EventRecorder recorder;
    const ImagePtr actual(ResizeImage(grey.get(), 5, 9, LanczosFilter, 1.0, exception));
    ASSERT_TRUE(expected && actual) << exception.text();
    EXPECT_EQ(4u, recorder.operations().back().raw.samples);
    EXPECT_FALSE(HasGreyPixels(actual.get()));
    ExpectSameImage(expected.get(), actual.get(), matte ? "matte" : "ink");
  }
}

TEST(GreyOperations, PixelsOfAnotherSizeThanTheFieldsSayAreAnError) {
  for (const bool packets : {false, true}) {
    const ImagePtr image = packets ? RandomImage(9, 9, Kind::kOpaque, 1) : RandomGrey(9, 9, 14);
    image->columns = 12;
    Exception exception;
    EXPECT_EQ(nullptr, ScaleImage(image.get(), 4, 4, exception));
    EXPECT_EQ(CacheError, exception.severity());
  }
}

class GreyOnDevices : public DeviceImages {
 protected:
  static constexpr unsigned long kColumns = 64, kRows = 48;
  static constexpr std::uint64_t kBytes = kColumns * kRows * sizeof(Quantum);

  void SetUp() override {
    DeviceImages::SetUp();
    Plug();
  }

  static ImagePtr Sampled(const Image* image, unsigned long columns, unsigned long rows) {
    const ModeScope required(MagickAccelerateRequire);
    Exception exception;
    ImagePtr result(SampleImage(image, columns, rows, exception));
    EXPECT_NE(nullptr, result) << exception.text();
    return result;
  }
};

TEST_F(GreyOnDevices, AChainMovesOneSampleAPixel) {
  const auto samples = RandomSamples(kColumns * kRows, 15);
  const ImagePtr grey = GreyImage(kColumns, kRows, samples);
  const EventRecorder recorder;
  const ImagePtr half = Sampled(grey.get(), kColumns / 2, kRows / 2);
  const ImagePtr small = Sampled(half.get(), kColumns / 4, kRows / 4);
  EXPECT_EQ(kBytes, Machine().bytes_up);
  EXPECT_EQ(0, Machine().reads);
  ASSERT_EQ(2u, recorder.operations().size());
  ExpectWorkedOnSamples(recorder, small.get(), half.get(), "chain");
  EXPECT_EQ(1u, recorder.operations()[1].raw.resident);
  const auto pixels = Pixels(small.get());
  for (std::size_t i = 0; i < pixels.size(); ++i)
    ASSERT_EQ(samples[i / 16 * 4 * kColumns + i % 16 * 4], pixels[i].green) << i;
  EXPECT_EQ(1, Machine().reads);
  EXPECT_EQ(kBytes / 16, recorder.events().back().raw.bytes_down);
}

TEST_F(GreyOnDevices, AFailedReadLosesNothing) {
  const auto samples = RandomSamples(kColumns * kRows, 16);
  const ImagePtr half = Sampled(GreyImage(kColumns, kRows, samples).get(), 32, 24);
  Machine().failing_reads = 2;
  Exception exception;
  EXPECT_EQ(nullptr, AcquireImagePixels(half.get(), 0, 0, 1, 1, exception));
  EXPECT_EQ(CacheError, exception.severity()) << exception.text();
  EXPECT_TRUE(HasGreyPixels(half.get()));
  EXPECT_EQ(samples[2], Pixels(half.get())[1].red);
}

TEST_F(GreyOnDevices, TheReaderOfADownloadMayLookAtTheImage) {
  const ImagePtr half = Sampled(RandomGrey(kColumns, kRows, 17).get(), 32, 24);
  static const Image* looked_at;
  static int downloads;
  looked_at = half.get();
  downloads = 0;
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent*, void*) {
        ++downloads;
        Exception exception;
        EXPECT_NE(nullptr, AcquireImagePixels(looked_at, 0, 0, 1, 1, exception));
      },
      nullptr);
  Exception exception;
  EXPECT_NE(nullptr, AcquireImagePixels(half.get(), 0, 0, 1, 1, exception));
  MagickAccelerateSetEventHandler(nullptr, nullptr);
  EXPECT_EQ(1, downloads);
}

}  // namespace
}  // namespace lodestone::test
